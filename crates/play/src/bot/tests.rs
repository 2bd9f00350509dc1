mod cards;
mod fights;
mod hands;
mod ways;

use std::collections::BTreeMap;
use std::sync::Arc;

use barrow_dice::Seed;
use barrow_engine::Setup;
use barrow_pack::{Files, Pack, load};

use super::*;
use crate::stage::{begin, pack, view};

fn small() -> Arc<Pack> {
    load(Files::new(small_files())).pack.unwrap()
}

fn small_files() -> BTreeMap<String, Vec<u8>> {
    let texts = [
        ("kinds.json", include_str!("../../../../tests/packs/small/kinds.json")),
        ("levels.json", include_str!("../../../../tests/packs/small/levels.json")),
        ("pack.json", include_str!("../../../../tests/packs/small/pack.json")),
    ];
    BTreeMap::from(texts.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec())))
}

/// Reads a pack of one file.
fn trial(text: &str) -> Arc<Pack> {
    let files = [("pack.json".to_owned(), text.as_bytes().to_vec())];
    load(Files::new(BTreeMap::from(files))).pack.unwrap()
}

fn games(pack: &Arc<Pack>, skill: Skill, seeds: u64) -> Vec<Outcome> {
    let one = |seed| {
        let setup = Setup {
            seed: Seed(seed),
            level: None,
            heroes: vec![String::new()],
            ..Setup::default()
        };
        play(pack, &setup, skill, Cap { turns: 2_000 }).unwrap().outcome
    };
    (0..seeds).map(one).collect()
}

#[test]
fn a_game_ends_and_is_the_same_game_for_the_same_seed() {
    let pack = small();
    for skill in Skill::ALL {
        let (once, again) = (games(&pack, skill, 6), games(&pack, skill, 6));
        assert_eq!(once, again);
        assert!(once.iter().all(|it| it.turns <= 2_100), "{once:?}");
    }
}

/// An ogre announces a blow. In a corner the bot takes it on its shield, in the open it steps
/// aside.
#[test]
fn an_announced_blow_is_left_or_else_blocked() {
    let answer = |map: &[&str]| {
        let pack = trial(&SHIELD.replace("MAP", &format!("{map:?}")));
        let setup = Setup { seed: Seed(1), ..Setup::default() };
        let (mut game, turn) = barrow_engine::Game::new(Arc::clone(&pack), &setup).unwrap();
        let mut bot = Bot::new(Skill::Sensible, setup.seed);
        bot.observe(&game.view(0).unwrap(), &turn);
        game.step(0, &Command::Wait).unwrap();
        assert!(game.view(0).unwrap().announced().next().is_some(), "the ogre raises its club");
        bot.choose(&game.view(0).unwrap(), &game.legal(0)).unwrap()
    };
    let block = Command::Cast { ability: "block".into(), at: None };
    assert_eq!(answer(&["####", "#@O#", "####"]), block);
    assert!(matches!(answer(&["####", "#@O#", "#..#", "####"]), Command::Move(_)));
}

const SHIELD: &str = r#"{
  "pack": { "title": "Shield", "heroes": ["hero"], "start": "cell", "life": "health" },
  "attributes": { "health": { "gauge": "Life.", "at_zero": ["die"] } },
  "states": { "blocking": { "lasts": 2 } },
  "abilities": {
    "block": { "aim": "self", "do": [{ "apply": { "state": "blocking", "of": "actor" } }] },
    "club": { "aim": "target", "range": 1, "tell": 1, "do": [{ "harm": 5 }] } },
  "minds": { "ogre": [{ "cast": "club" }] },
  "kinds": {
    "hero": { "as": "actor", "side": "good", "is": ["solid"], "look": { "glyph": "@" },
      "has": { "health": 40, "speed": 100, "sight": 9 }, "abilities": ["block"],
      "strike": { "do": [{ "harm": 1 }] } },
    "ogre": { "as": "actor", "side": "bad", "is": ["solid"], "look": { "glyph": "O" }, "mind": "ogre",
      "has": { "health": 40, "speed": 100, "sight": 9 }, "abilities": ["club"] },
    "ground": { "as": "terrain", "look": { "glyph": "." } },
    "wall": { "as": "terrain", "look": { "glyph": "X" }, "is": ["solid", "opaque"] } },
  "levels": { "cell": { "ground": { "floor": "ground", "wall": "wall" },
    "drawing": MAP, "legend": { "O": ["ogre"] } } } }"#;

/// In real time a blow is announced for several steps. The bot leaves its cell, and does not walk
/// back into it on its way to the ogre.
#[test]
fn a_bot_does_not_walk_back_into_an_announced_blow() {
    let text = SHIELD
        .replace("MAP", &format!("{:?}", ["########", "#.@..O.#", "########"]))
        .replace(r#""life": "health" }"#, r#""life": "health", "ticks": 100 }"#)
        .replace(
            r#""aim": "target", "range": 1, "tell": 1"#,
            r#""aim": "cell", "range": 6, "tell": 5"#,
        );
    let pack = trial(&text);
    let mut waits = 0;
    for seed in 1..9 {
        let setup = Setup { seed: Seed(seed), ..Setup::default() };
        let (mut game, turn) = barrow_engine::Game::new(Arc::clone(&pack), &setup).unwrap();
        let mut bot = Bot::new(Skill::Sensible, setup.seed);
        bot.observe(&game.view(0).unwrap(), &turn);
        for _ in 0..8 {
            let view = game.view(0).unwrap();
            let announced: Vec<_> = view.announced().flat_map(|it| it.cells).collect();
            let before = view.own().unwrap().pos();
            let command = bot.choose(&view, &game.legal(0)).unwrap();
            let turn = game.step(0, &command).unwrap();
            bot.observe(&game.view(0).unwrap(), &turn);
            let after = game.view(0).unwrap().own().unwrap().pos();
            if !announced.is_empty() && !announced.contains(&before) {
                assert!(!announced.contains(&after), "seed {seed}: {command}");
                waits += 1;
            }
        }
    }
    assert!(waits > 8, "it stood beside an announced cell {waits} times");
}

/// Nothing is announced, so every way is open.
#[test]
fn a_bot_walks_in_real_time_as_in_turns() {
    let pack = pack("#@..$#", r#", "ticks": 4"#, "", "{}");
    assert_eq!(watch_the(Skill::Sensible, &pack, 4), ["e", "e", "e", "pickup"]);
}

/// Returns a line about each game of a bot.
fn told(pack: &Arc<Pack>, skill: Skill, seeds: u64) -> Vec<String> {
    let line = |it: &Outcome| {
        let Outcome { depth, commands, score, .. } = it;
        format!("floor {depth}, {commands} commands, score {score}: {}", it.cause())
    };
    games(pack, skill, seeds).iter().map(line).collect()
}

#[test]
fn the_bots_play_these_games() {
    assert_eq!(
        told(&small(), Skill::Random, 2),
        ["floor 1, 469 commands, score 0: poison", "floor 1, 357 commands, score 0: a long fall",]
    );
    assert_eq!(
        told(&small(), Skill::Sensible, 16),
        [
            "floor 2, 165 commands, score 34: a lurker",
            "floor 2, 107 commands, score 23: a lurker",
            "floor 2, 123 commands, score 18: a lurker",
            "floor 4, 459 commands, score 83: a spark",
            "floor 2, 200 commands, score 23: a lurker",
            "floor 2, 281 commands, score 41: a lurker",
            "floor 4, 545 commands, score 56: a spark",
            "floor 2, 61 commands, score 15: a lurker",
            "floor 4, 383 commands, score 75: a slam",
            "floor 4, 291 commands, score 60: a lurker",
            "floor 2, 182 commands, score 25: a lurker",
            "floor 2, 134 commands, score 12: a lurker",
            "floor 2, 128 commands, score 18: a lurker",
            "floor 3, 323 commands, score 52: a lurker",
            "floor 3, 454 commands, score 51: a spark",
            "floor 2, 322 commands, score 25: a spark",
        ]
    );
}

#[test]
fn games_are_summed_up() {
    let tally = Tally::of(&games(&small(), Skill::Sensible, 16));
    assert_eq!(tally.depths, BTreeMap::from([(2, 10), (3, 2), (4, 4)]));
    assert_eq!((tally.games, tally.median_depth, tally.deepest), (16, 2, 4));
    let often = Share { what: "a lurker".into(), count: 11, thousandths: 687 };
    assert_eq!(tally.causes[0], often);
}

/// Returns a den of wolves and ogres whose stairs lead to the next den, with changes to the hero.
fn den(hero: &str) -> Arc<Pack> {
    let map = "
        ##################################################
        #........###########..........#########..........#
        #........#.........#..........#.......#..........#
        #..@.....+...#.....+....~~....+...!...+....[.....#
        #........#.........#....~~....#.......#..........#
        #...$....####+######..........##+######....^.....#
        #........#.........#######+####.......#..........#
        ####+#####...?.....#..........#...$...####+#######
        #........#.........+....#.....+.......#..........#
        #...!....#.......$.#....#.....#.......+.....>....#
        #........+....!....#....#../..#.......#..........#
        ##################################################";
    let foes = r#", "links": { "down": "here" }, "places": [
        { "kind": "wolf", "count": "roll(1, 4)", "unseen": true },
        { "kind": "wasp", "count": "roll(0, 3)", "unseen": true },
        { "kind": "ogre", "chance": "0.2 * floor", "unseen": true },
        { "kind": "shaman", "chance": 0.3, "unseen": true }, { "kind": "rat", "count": 2 },
        { "kind": "golem", "chance": 0.3, "unseen": true }]"#;
    let more = r#"{ "kinds": { "champion": HERO,
        "wolf": { "extends": "ogre", "has": { "health": 6, "attack": 2 }, "look": { "glyph": "w" },
            "on": { "turn": [{ "chance": { "of": 0.1, "do": [{ "noise": { "text": "A howl.", "range": 12 } }] } }] } },
        "golem": { "extends": "ogre", "has": { "defense": 9, "attack": 3, "speed": 50 } },
        "wasp": { "extends": "wolf", "has": { "health": 2, "attack": 1, "speed": 200 } },
        "shaman": { "extends": "ogre", "has": { "health": 9, "attack": 3 }, "mind": "caster", "abilities": ["bolt"] } },
        "abilities": { "bolt": { "aim": "target", "range": 5, "cooldown": 3, "do": [{ "harm": 2 }] } },
        "minds": { "caster": [{ "cast": "bolt" }, "strike", "approach"] } }"#;
    pack(map, "", foes, &more.replace("HERO", hero))
}

#[test]
fn the_sensible_bot_fares_like_this_among_hunters() {
    assert_eq!(
        told(&den(r#"{ "extends": "hero" }"#), Skill::Sensible, 16),
        [
            "floor 4, 502 commands, score 10: an ogre",
            "floor 4, 515 commands, score 10: an ogre",
            "floor 3, 377 commands, score 9: an ogre",
            "floor 1, 70 commands, score 3: an ogre",
            "floor 3, 570 commands, score 9: an ogre",
            "floor 2, 188 commands, score 4: an ogre",
            "floor 1, 80 commands, score 3: an ogre",
            "floor 5, 1861 commands, score 15: an ogre",
            "floor 1, 41 commands, score 2: an ogre",
            "floor 3, 369 commands, score 8: an ogre",
            "floor 3, 355 commands, score 8: an ogre",
            "floor 5, 1314 commands, score 15: an ogre",
            "floor 2, 182 commands, score 4: an ogre",
            "floor 3, 367 commands, score 7: an ogre",
            "floor 2, 240 commands, score 6: an ogre",
            "floor 2, 222 commands, score 5: an ogre"
        ]
    );
}

#[test]
fn the_sensible_bot_hurries_when_life_runs_out() {
    let sick = r#"{ "extends": "hero", "has": { "health": 150 },
        "on": { "turn": [{ "change": { "attribute": "health", "by": -1.5, "of": "self" } }] } }"#;
    assert_eq!(
        told(&den(sick), Skill::Sensible, 8),
        [
            "floor 2, 181 commands, score 5: unknown",
            "floor 2, 170 commands, score 6: unknown",
            "floor 3, 174 commands, score 6: unknown",
            "floor 1, 83 commands, score 3: an ogre",
            "floor 2, 168 commands, score 4: unknown",
            "floor 2, 130 commands, score 4: an ogre",
            "floor 1, 87 commands, score 3: an ogre",
            "floor 2, 168 commands, score 5: a shaman"
        ]
    );
}

#[test]
fn each_bot_gets_farther_than_the_one_before() {
    let pack = small();
    let sum = |skill| {
        let games = games(&pack, skill, 30);
        games.iter().map(|it| it.depth).sum::<u32>()
    };
    let [random, greedy, sensible] = Skill::ALL.map(sum);
    assert!(sensible * 2 > random * 3, "{sensible} against {random}");
    assert!(random < greedy && greedy < sensible, "{greedy} between {random} and {sensible}");
}

/// Lets the sensible bot play on a drawn level, and returns what it did.
fn watch(map: &str, more: &str, commands: usize) -> Vec<String> {
    watch_the(Skill::Sensible, &pack(map, "", "", more), commands)
}

fn watch_the(skill: Skill, pack: &Arc<Pack>, commands: usize) -> Vec<String> {
    let mut run = begin(pack, 7);
    let mut bot = Bot::new(skill, Seed(1));
    let mut did = Vec::new();
    for _ in 0..commands {
        let legal = run.game().legal(0);
        let Some(command) = bot.choose(&view(&run), &legal) else { break };
        let turn = run.step(0, &command).unwrap();
        bot.observe(&view(&run), &turn);
        did.push(command.to_string());
    }
    did
}

#[test]
fn a_skill_is_read_as_it_is_written() {
    for skill in Skill::ALL {
        assert_eq!(skill.to_string().parse(), Ok(skill));
    }
    let error = "clever".parse::<Skill>().unwrap_err();
    assert_eq!(error, "no bot `clever`; there are: random, greedy, sensible");
}

#[test]
fn it_takes_wears_and_uses_what_it_finds() {
    assert_eq!(watch("#@/..#", "{}", 3), ["e", "pickup", "equip 0"]);
    assert_eq!(watch("#@?..#", "{}", 3), ["e", "pickup", "use 0"]);
    // A healthy bot does not drink what heals.
    assert_eq!(watch("#@!>#", "{}", 4), ["e", "pickup", "e", "descend"]);
    // Beside a foe it does not drink either: healing is no attack.
    let more = r#"{ "kinds": { "champion": { "extends": "hero", "stock": ["balm"] } } }"#;
    assert_eq!(watch("#@r#", more, 1), ["e"]);
}

#[test]
fn it_drinks_at_once_what_makes_it_stronger_for_good() {
    let tonic = |effect: &str| {
        format!(
            r#"{{ "kinds": {{ "champion": {{ "extends": "hero", "stock": [{{ "kind": "tonic", "count": 2 }}] }},
                "tonic": {{ "as": "item", "item": {{ "verb": "drink", "consumed": true }}, "on": {{ "use": [{effect}] }} }} }} }}"#
        )
    };
    let stronger = tonic(r#"{ "change": { "attribute": "attack", "by": 1, "of": "actor" } }"#);
    let sturdier = tonic(r#"{ "raise": { "attribute": "health", "by": 2, "of": "actor" } }"#);
    assert_eq!(watch("#@..#", &stronger, 2), ["use 0", "use 0"]);
    assert_eq!(watch("#@..#", &sturdier, 2), ["use 0", "use 0"]);
}

#[test]
fn the_greedy_bot_goes_straight_for_what_it_sees() {
    let did = |map: &str| watch_the(Skill::Greedy, &pack(map, "", "", "{}"), 4);
    assert_eq!(did("#....@..$.#"), ["e", "e", "e", "pickup"]);
    assert_eq!(did("#....@...r#"), ["e", "e", "e", "e"]);
}

#[test]
fn it_fights_what_it_can_beat_and_runs_from_what_it_cannot() {
    assert_eq!(watch("#@.r.#", "{}", 4), ["wait", "wait", "e", "e"]);
    let did = watch("#>...@..O#", "{}", 2);
    assert_eq!(did, ["w", "w"]);
}

#[test]
fn it_takes_the_better_weapon_in_hand() {
    let arms = |harm: u32| {
        format!(
            r#"{{ "kinds": {{ "champion": {{ "extends": "hero", "stock": ["blade"] }},
                "blade": {{ "as": "item", "item": {{ "slot": "hand" }}, "strike": {{ "do": [{{ "harm": {harm} }}] }} }} }} }}"#
        )
    };
    assert_eq!(watch("#@..#", &arms(9), 1), ["equip 0"]);
    assert_ne!(watch("#@..#", &arms(1), 1), ["equip 0"]);
}

#[test]
fn it_heals_in_need() {
    let more = r#"{ "kinds": { "champion": { "extends": "hero",
        "has": { "health": { "now": 4, "max": 20 } }, "stock": ["balm"] } } }"#;
    assert_eq!(watch("#@r#", more, 1), ["use 0"]);
    // It takes what heals most.
    let more = more.replace(r#"["balm"]"#, r#"["elixir", "balm"]"#).replace(
        r#""kinds": {"#,
        r#""kinds": { "elixir": { "extends": "balm", "on": { "use": [
            { "change": { "attribute": "health", "by": 12, "of": "actor" } }] } },"#,
    );
    assert_eq!(watch("#@r#", &more, 1), ["use 0"]);
}

#[test]
fn it_keeps_its_balm_beside_what_does_no_harm() {
    let more = r#"{ "kinds": { "champion": { "extends": "hero",
        "has": { "health": { "now": 4, "max": 20 } }, "stock": ["balm"] },
        "doll": { "as": "actor", "is": ["solid"], "side": "foes", "look": { "glyph": "d" },
            "has": { "health": 50, "speed": 100 } } } }"#;
    let doll = pack("#@d#", "", r#", "legend": { "d": ["doll"] }"#, more);
    assert_ne!(watch_the(Skill::Sensible, &doll, 1), ["use 0"]);
}

/// Its wounds heal so slowly that resting would take forever.
#[test]
fn it_does_not_rest_without_end() {
    let more = r#"{ "kinds": { "champion": { "extends": "hero",
        "has": { "health": { "now": 4, "max": 4000 } } } } }"#;
    let waited = watch("#@.>#", more, 410).iter().take_while(|it| *it == "wait").count();
    assert!((100..=400).contains(&waited), "{waited}");
}

/// A stalker that comes to the light, kills with one blow and cannot be hurt.
#[test]
fn it_puts_its_lamp_out_before_what_it_cannot_fight() {
    let first = |defense: u32| {
        let more = format!(
            r#"{{ "kinds": {{ "champion": {{ "extends": "hero", "stock": ["lamp"] }},
                "lamp": {{ "as": "item", "item": {{ "switch": {{}} }}, "light": {{ "radius": 8 }} }},
                "stalker": {{ "extends": "rat", "look": {{ "glyph": "S" }}, "mind": "stalks",
                    "has": {{ "health": 9, "attack": 99, "defense": {defense} }} }} }},
                "minds": {{ "stalks": [{{ "approach": {{ "sense": "light" }} }}] }} }}"#
        );
        let level = r#", "dark": true, "legend": { "S": ["stalker"] }"#;
        watch_the(Skill::Sensible, &pack("#@....S..#", "", level, &more), 2)
    };
    assert_eq!(first(200), ["use 0", "use 0"]);
    assert_ne!(first(0), ["use 0", "use 0"]);
}

/// Then it wants to see again.
#[test]
fn it_stays_in_the_dark_for_twelve_turns() {
    let more = r#"{ "kinds": { "champion": { "extends": "hero", "stock": ["lamp"] },
        "lamp": { "as": "item", "item": { "switch": {} }, "light": { "radius": 8 } },
        "stalker": { "extends": "rat", "look": { "glyph": "S" }, "mind": "stalks",
            "has": { "health": 9, "attack": 99, "defense": 200 } } },
        "minds": { "stalks": [{ "approach": { "sense": "light" } }] } }"#;
    let level = r#", "dark": true, "legend": { "S": ["stalker"] }"#;
    let did = watch_the(Skill::Sensible, &pack("#@....S..#", "", level, more), 15);
    let uses = (0..).zip(&did).filter(|(_, it)| *it == "use 0").map(|(turn, _)| turn);
    assert_eq!(uses.collect::<Vec<u32>>(), [0, 1, 13], "{did:?}");
}

const GUARDED: &str = include_str!("../../../../tests/packs/guarded/pack.json");
const HOARD: &str = include_str!("../../../../tests/packs/hoard/pack.json");
const LODGE: &str = include_str!("../../../../tests/packs/lodge/pack.json");

/// A guard that is too strong, more things than fit in a bag, a victory that must be fetched: the
/// bot comes to an end, one way or another.
#[test]
fn it_does_not_pace_until_the_turn_limit() {
    for text in [GUARDED, HOARD, LODGE] {
        let games = games(&trial(text), Skill::Sensible, 20);
        let endless = games.iter().filter(|it| it.end.is_none()).count();
        assert_eq!(endless, 0, "{}", games[0].setup.seed);
    }
}

/// Long after the bot has passed, a gate opens in a place that it knows.
#[test]
fn it_looks_again_at_what_it_knows_when_it_is_stuck() {
    let more = r#"{ "kinds": {
        "stone": { "as": "fixture", "is": ["solid"], "look": { "glyph": "s" }, "on": { "turn": [
            { "if": { "when": "turn = 60", "do": [{ "become": { "kind": "gate", "of": "self" } }] } }] } },
        "gate": { "as": "fixture", "is": ["solid"], "look": { "glyph": "g" }, "on": { "bump": [{ "win": "It is day." }] } } } }"#;
    let corridor = ".".repeat(50);
    let (wall, way) = ("#".repeat(53), format!("#s@{corridor}#"));
    let map = format!("{wall}#\n{way}\n{wall}#");
    let pack = pack(&map, "", r#", "legend": { "s": ["stone"] }"#, more);
    let did = watch_the(Skill::Sensible, &pack, 400);
    assert!(did.len() < 400, "the gate was not found: {did:?}");
}

#[test]
fn it_fetches_what_a_victory_needs() {
    let games = games(&trial(LODGE), Skill::Sensible, 20);
    let won = games.iter().filter(|it| it.is_won()).count();
    assert!(won >= 15, "{won} of 20");
}

#[test]
fn a_bot_follows_a_policy_by_name() {
    let pack = trial(LODGE);
    let one = |name: &str| {
        let style: Style = name.parse().unwrap();
        assert_eq!((style.to_string().as_str(), style.policy_in(&pack).is_ok()), (name, true));
        let setup = Setup { seed: Seed(3), heroes: vec![String::new()], ..Setup::default() };
        play(&pack, &setup, style, Cap { turns: 600 }).unwrap().outcome
    };
    assert!(one("sensible:homebound").is_won());
    // A bot that avoids the winning option never wins.
    assert!(!one("sensible:idle").is_won());
}

#[test]
fn a_wrong_name_of_a_bot_says_what_there_is() {
    let wrong = |name: &str| name.parse::<Style>().unwrap_err();
    assert_eq!(wrong("clever"), "no bot `clever`; there are: random, greedy, sensible");
    assert_eq!(wrong("random:idle"), "only `sensible` follows a policy");
    let missing: Style = "sensible:bold".parse().unwrap();
    let none = missing.policy_in(&trial(LODGE)).unwrap_err();
    assert_eq!(none, "no policy `bold`; there are: homebound, idle");
}

/// Opens a menu with these options. Returns the first answer of the bot.
fn answer(options: &str) -> String {
    answers(options, "{}", 2)
}

/// Returns the first commands of a bot that follows a policy, beside a menu with these options.
fn answers(options: &str, policy: &str, commands: usize) -> String {
    let more = format!(
        r#"{{ "kinds": {{ "altar": {{ "as": "fixture", "is": ["solid"], "look": {{ "glyph": "_" }},
            "on": {{ "bump": [{{ "menu": "altar" }}] }} }} }},
            "menus": {{ "altar": {{ "title": "An altar", "optional": true, "options": [{options}] }} }},
            "policies": {{ "own": {policy} }} }}"#
    );
    let level = r#", "legend": { "_": ["altar"] }"#;
    let mut run = begin(&pack("#@_#", "", level, &more), 7);
    let policy = run.game().pack().policies.iter().next().map(|(_, it)| it.clone());
    let mut bot = Bot::new(Skill::Sensible, Seed(1)).following(policy.as_ref());
    let mut said = Vec::new();
    for _ in 0..commands {
        let legal = run.game().legal(0);
        let command = bot.choose(&view(&run), &legal).unwrap();
        let turn = run.step(0, &command).unwrap();
        bot.observe(&view(&run), &turn);
        said.push(command.to_string());
    }
    said.join(", ")
}

#[test]
fn it_chooses_what_does_the_most_good() {
    let talk = r#"{ "text": "Talk", "do": [{ "say": "Hm." }] }"#;
    let pain = r#"{ "text": "Bleed", "do": [{ "harm": { "by": 5, "of": "player" } }] }"#;
    let gift = r#"{ "text": "Take", "do": [{ "change": { "attribute": "gold", "by": 5, "of": "player" } }] }"#;
    let end = r#"{ "text": "Leave", "do": [{ "win": "Home." }] }"#;
    assert_eq!(answer(&[talk, pain, gift].join(",")), "e, choose 2");
    assert_eq!(answer(&[gift, pain, end].join(",")), "e, choose 2");
    assert_eq!(answer(pain), "e, cancel");
}

#[test]
fn a_policy_prefers_options_by_their_words() {
    let talk = r#"{ "text": "Talk to it", "do": [{ "say": "Hm." }] }"#;
    let gift = r#"{ "text": "Take", "do": [{ "change": { "attribute": "gold", "by": 5, "of": "player" } }] }"#;
    let options = [gift, talk].join(",");
    assert_eq!(answers(&options, "{}", 2), "e, choose 0");
    assert_eq!(answers(&options, r#"{ "prefer": ["talk"] }"#, 2), "e, choose 1");
}

#[test]
fn it_leaves_a_menu_that_never_ends() {
    let more = r#"{ "text": "Take one more", "do": [
        { "change": { "attribute": "gold", "by": 1, "of": "player" } }, { "menu": "altar" }] }"#;
    assert_eq!(answers(more, "{}", 5), "e, choose 0, choose 0, choose 0, cancel");
}

#[test]
fn it_plays_the_cards_that_help_and_then_ends_its_turn() {
    let did = watch("#@r#", crate::stage::CARDS, 2);
    assert_eq!(did, ["use hand 1", "wait"]);
}

#[test]
fn it_takes_stairs_that_ask_first() {
    let more = r#"{ "menus": { "out": { "title": "Leave?", "options": [{ "text": "No", "do": ["stay"] }, { "text": "Yes", "do": [] }] } },
        "kinds": { "champion": { "extends": "hero" } } }"#;
    let level = r#", "on": { "leave": [{ "menu": "out" }] }"#;
    let mut run = begin(&pack("#@>#", "", level, more), 7);
    let mut bot = Bot::new(Skill::Sensible, Seed(1));
    for _ in 0..4 {
        let legal = run.game().legal(0);
        let command = bot.choose(&view(&run), &legal).unwrap();
        let turn = run.step(0, &command).unwrap();
        bot.observe(&view(&run), &turn);
    }
    assert!(run.game().floor() > 1, "it stays and stays");
}

/// A veil lies over everything, and neither the rules nor the legal commands know of it.
#[test]
fn a_veil_changes_neither_the_state_nor_what_is_legal() {
    let veil = r#"{ "veil": {
        "faces": { "shows": "name", "of": "foes", "as": ["mother"], "lasts": 3 },
        "shapes": { "shows": "glyph", "of": "foes", "chance": 0.5, "as": ["?"] },
        "pulse": { "shows": "number", "of": "self", "off_by": "roll(1, 9) - 5" },
        "wounds": { "shows": "number", "of": "foes", "off_by": "roll(1, 9) - 5" },
        "halls": { "shows": "room", "as": ["hall"] },
        "voices": { "shows": "text", "chance": 0.5, "as": ["Turn around."] } },
        "rooms": { "hall": { "sign": "H" } } }"#;
    let plain = veil.replace("\"shows\"", "\"when\": 0, \"shows\"");
    let [veiled, plain] = [veil.to_owned(), plain].map(|more| {
        let base = small_files();
        let more = ("veil.json".to_owned(), more.into_bytes());
        load(Files::new(base.into_iter().chain([more]).collect())).pack.unwrap()
    });
    for seed in 0..4 {
        let setup = Setup { seed: Seed(seed), heroes: vec![String::new()], ..Setup::default() };
        let played = play(&veiled, &setup, Skill::Sensible, Cap { turns: 400 }).unwrap();
        let mut games = [&veiled, &plain]
            .map(|pack| barrow_engine::Game::new(Arc::clone(pack), &setup).unwrap().0);
        for entry in &played.journal.entries {
            let after = games.each_mut().map(|game| {
                game.step(0, &entry.command).unwrap();
                (game.check(), game.legal(0))
            });
            assert_eq!(after[0], after[1], "seed {seed}, turn {}", entry.turn);
        }
        assert!(played.journal.entries.len() > 30);
    }
}
