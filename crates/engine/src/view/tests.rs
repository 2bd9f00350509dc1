//! Checks that the view reveals nothing beyond what the player may know: worlds that differ only in
//! what is unseen have equal views.

use std::fmt::Write as _;

use barrow_dice::{Fixed, Rng};
use barrow_grid::{Fog, Pos};

use crate::ctx::scene::Scene;
use crate::game::Game;
use crate::scenario::Scenario;
use crate::state::entity::EntityId;

/// Returns everything that a view tells, as text.
fn described(game: &Game) -> String {
    let view = game.view(0).unwrap();
    let pack = view.pack();
    let mut out = format!(
        "{} {} {} {} {} {:?}\n",
        view.width(),
        view.height(),
        view.floor(),
        view.title(),
        view.turn(),
        view.end()
    );
    for at in game.world.level.bounds().cells() {
        let cell = view.cell(at);
        let thing = cell.thing.map(|it| (it.name(), it.kind(), it.glyph(), it.is_open()));
        let _ = writeln!(out, "{at:?} {:?} {:?} {thing:?} {:?}", cell.fog, cell.ground, cell.light);
    }
    for seen in view.actors().chain(view.things()).chain(view.own()) {
        let (gauges, states): (Vec<_>, Vec<_>) = (seen.gauges().collect(), seen.states().collect());
        let _ = writeln!(
            out,
            "{:?} {} {:?} {:?} {:?} {} {} {} {gauges:?} {states:?}",
            seen.id(),
            seen.name(),
            seen.glimpse().kind(),
            seen.pos(),
            seen.facing(),
            seen.count(),
            seen.is_foe(),
            seen.is_friend(),
        );
    }
    for field in view.fields() {
        let _ = writeln!(out, "{field:?}");
    }
    let remembered: Vec<_> = view.remembered_fields().collect();
    let _ = writeln!(out, "{remembered:?}");
    for carried in view.bag() {
        let _ = writeln!(
            out,
            "{} {} {:?} {:?}",
            carried.slot,
            carried.item.name(),
            carried.worn,
            carried.on
        );
    }
    let panel: Vec<_> = view.panel().collect();
    let announced: Vec<_> = view.announced().collect();
    let states: Vec<_> = view.states().collect();
    let _ = writeln!(out, "{panel:?} {announced:?} {states:?} {:?}", view.attributes());
    let abilities: Vec<_> = view.abilities().collect();
    let costs: Vec<_> = abilities.iter().flat_map(|it| view.cost(it.ability)).collect();
    let _ = writeln!(out, "{abilities:?} {costs:?} {:?} {:?}", view.menu(), game.score(0));
    let names = pack.kinds.iter().map(|(id, _)| view.glimpse(id).name());
    let _ = writeln!(out, "{:?}", names.collect::<Vec<_>>());
    out
}

const SIGNS: &str =
    r#"{"r": ["rat"], "t": ["snare"], "!": ["balm"], "?": ["salve"], "+": ["door"]}"#;
const MORE: &str = r#"{
  "kinds": {
    "snare": { "as": "fixture", "look": { "glyph": "^" }, "is": ["hidden"], "on": { "enter": [{ "say": "Snap." }] } },
    "deadfall": { "as": "fixture", "look": { "glyph": "v" }, "is": ["hidden"], "on": { "enter": [{ "say": "Crash." }] } },
    "potion": { "as": "item", "look": { "glyph": "!" },
      "item": { "verb": "drink", "consumed": true, "unknown": { "name": "[words.hues] potion" } } },
    "balm": { "extends": "potion", "name": "balm", "on": { "use": [{ "fill": "health" }] } },
    "salve": { "extends": "potion", "name": "salve", "on": { "use": [{ "fill": "mana" }] } }
  },
  "words": { "hues": ["red"] }
}"#;

pub(crate) fn two_rooms() -> Scenario {
    let map = "
        ###########
        #@..t#..r.#
        #.!..+..?.#
        ###########
        ";
    Scenario::new(map, SIGNS, MORE)
}

/// Changes a world where it is not seen, and checks that the view stays the same.
fn check(what: &str, change: impl FnOnce(&mut Scenario)) {
    let mut scenario = two_rooms();
    let before = described(&scenario.game);
    change(&mut scenario);
    // Sight is computed again, so that the change itself cannot show through a cache.
    let mut ctx = scenario.game.ctx();
    ctx.world.level.stale_light = true;
    ctx.update_views();
    assert_eq!(described(&scenario.game), before, "{what} shows");
}

#[test]
fn the_view_has_nothing_unseen() {
    check("a rat that moves", |it| {
        let rat = it.find("rat").unwrap();
        with(it, |ctx| ctx.put(rat, Pos::new(9, 2)));
    });
    check("a rat that is gone", |it| {
        let rat = it.find("rat").unwrap();
        with(it, |ctx| ctx.lift(rat));
    });
    check("a rat that is hurt", |it| {
        let rat = it.find("rat").unwrap();
        let life = it.game.pack.rules.life;
        it.game.world.entities[rat.index()].own_mut(life).now = Fixed::ONE;
    });
    check("a thing that is gone", |it| {
        let thing = it.find("salve").unwrap();
        with(it, |ctx| ctx.lift(thing));
    });
    check("ground that changed", |it| {
        let wall = it.game.pack.kinds.find("wall").unwrap();
        it.game.world.level.ground.set(Pos::new(8, 1), wall);
    });
    check("a hidden trap in sight that became another", |it| {
        let trap = it.find("snare").unwrap();
        let other = it.game.pack.kinds.find("deadfall").unwrap();
        it.game.world.entities[trap.index()].kind = other;
    });
    check("a hidden trap in sight that is gone", |it| {
        let trap = it.find("snare").unwrap();
        with(it, |ctx| ctx.lift(trap));
    });
    check("the dice", |it| {
        it.game.world.rng = Rng::new(1);
        it.game.world.mind_rng = Rng::new(1);
    });
}

#[test]
fn unidentified_kinds_look_alike() {
    check("which potion it is", |it| {
        let balm = it.find("balm").unwrap();
        let other = it.game.pack.kinds.find("salve").unwrap();
        it.game.world.entities[balm.index()].kind = other;
    });
    let mut scenario = two_rooms();
    let seen: Vec<String> = scenario.game.view(0).unwrap().things().map(|it| it.name()).collect();
    assert_eq!(seen, ["red potion", "door"]);
    scenario.keys("nkg0");
    let view = scenario.game.view(0).unwrap();
    let balm = scenario.game.pack.kinds.find("balm").unwrap();
    assert_eq!(view.glimpse(balm).name(), "red potion");
}

#[test]
fn things_are_remembered_as_last_seen() {
    let mut scenario = two_rooms();
    let door = Pos::new(5, 2);
    let view = scenario.game.view(0).unwrap();
    assert_eq!(view.cell(door).fog, Fog::Visible);
    assert_eq!(view.cell(door).thing.map(|it| (it.glyph(), it.is_open())), Some(('+', false)));
    scenario.keys("lln");
    // The rat is visible through the open door.
    scenario.keys("l");
    let view = scenario.game.view(0).unwrap();
    assert_eq!(view.cell(door).thing.map(|it| (it.glyph(), it.is_open())), Some(('\'', true)));
    assert_eq!(view.actors().filter(crate::Seen::is_foe).count(), 1);
}

#[test]
fn fields_that_stay_are_remembered_as_last_seen() {
    let more = r#"{
        "fields": { "oil": {}, "mist": { "fades": 0 }, "flood": { "fades": 1, "reacts": [{ "with": "oil" }] } },
        "kinds": { "sump": { "as": "fixture", "look": { "glyph": "s" }, "on": {
            "spawn": [{ "put": { "field": "oil", "at": "self" } }, { "put": { "field": "mist", "at": "self" } }],
            "turn": [{ "if": { "when": "turn = 5", "do": [{ "put": { "field": "flood", "at": "self" } }] } }] } } } }"#;
    let map = "
        #####
        #s@.#
        ###.#
        ###.#
        #####
        ";
    let mut scenario = Scenario::new(map, r#"{ "s": ["sump"] }"#, more);
    let fields = |game: &Game| {
        let view = game.view(0).unwrap();
        let name = |id| view.pack().fields.name(id).to_owned();
        let seen: Vec<String> = view.fields().map(|(id, ..)| name(id)).collect();
        let remembered: Vec<_> = view.remembered_fields().map(|(id, at)| (name(id), at)).collect();
        (seen.join(" "), remembered)
    };
    assert_eq!(fields(&scenario.game), ("oil mist".into(), vec![]));
    scenario.keys("ljj");
    let oil = ("oil".to_owned(), Pos::new(1, 1));
    assert_eq!(fields(&scenario.game), (String::new(), vec![oil.clone()]));
    // The flood washes it away, unseen.
    scenario.keys("....");
    assert_eq!(fields(&scenario.game), (String::new(), vec![oil]));
    let read = Game::from_bytes(&scenario.game.to_bytes(), scenario.game.pack().clone()).unwrap();
    assert_eq!(fields(&read), fields(&scenario.game));
    scenario.keys("kkh");
    assert_eq!(fields(&scenario.game), ("mist".into(), vec![]));
}

#[test]
fn the_view_counts_the_rounds() {
    let mut it = two_rooms();
    it.keys("...");
    assert_eq!(it.game.view(0).unwrap().turn(), 3);
}

#[test]
fn a_value_has_its_reasons() {
    let more = r#"{ "kinds": { "ring": { "as": "item", "look": { "glyph": "=" }, "item": { "slot": "hand" },
        "wear": [{ "attribute": "attack", "by": 2 }, { "attribute": "attack", "times": 1.5 }] } } }"#;
    let mut scenario = Scenario::new("@=", r#"{"=": ["ring"]}"#, more);
    scenario.keys("lg").command(&crate::Command::Equip { slot: 0 });
    let attack = scenario.game.pack.attributes.find("attack").unwrap();
    let attributes = scenario.game.view(0).unwrap().attributes();
    let described = attributes.values.iter().find(|it| it.attribute == attack).unwrap();
    assert_eq!((described.base, described.value), (Fixed::from_whole(4), Fixed::from_whole(9)));
    assert_eq!(attributes.reasons_of(attack).count(), 2);
}

fn with(scenario: &mut Scenario, change: impl FnOnce(&mut crate::ctx::Ctx<'_>)) {
    let game = &mut scenario.game;
    change(&mut game.ctx());
}

/// Removes every unseen actor and thing from a world, and reseeds its random numbers.
fn without_the_unseen(game: &Game) -> Game {
    let mut other = game.clone();
    let visible = other.world.players[0].fog.visible().clone();
    let hidden = other.pack.core.hidden;
    let mut ctx = other.ctx();
    for index in 0..ctx.world.entities.len() {
        let id = EntityId::new(u32::try_from(index).unwrap());
        // Things that block light or sight, or that shine, have visible effects.
        let felt = ctx.kind(id).light.is_some() || ctx.kind(id).door.is_some();
        let unseen = ctx.pos(id).is_some_and(|at| !visible.contains(at) || ctx.is(id, hidden));
        if unseen && !felt && !ctx.is_player(id) {
            ctx.lift(id);
        }
    }
    ctx.world.rng = Rng::new(77);
    ctx.world.mind_rng = Rng::new(77);
    ctx.update_views();
    other
}

#[test]
fn in_many_runs_the_unseen_leaves_no_trace_in_the_view() {
    let texts = [
        ("kinds.json", include_str!("../../../../tests/packs/small/kinds.json")),
        ("levels.json", include_str!("../../../../tests/packs/small/levels.json")),
        ("pack.json", include_str!("../../../../tests/packs/small/pack.json")),
    ];
    let files = texts.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
    let pack = barrow_pack::load(barrow_pack::Files::new(files.into())).pack.unwrap();
    let mut removed = 0;
    for seed in 0..20 {
        let level = (seed % 2 == 0).then(|| "vault".to_owned());
        let setup = crate::Setup {
            seed: barrow_dice::Seed(seed),
            level,
            heroes: vec!["digger".into()],
            ..crate::Setup::default()
        };
        let (mut game, _) = Game::new(std::sync::Arc::clone(&pack), &setup).unwrap();
        let mut rng = Rng::new(u32::try_from(seed).unwrap());
        for _ in 0..30 {
            let legal = game.legal(0);
            let Some(command) = rng.pick(&legal) else { break };
            game.step(0, command).unwrap();
            let other = without_the_unseen(&game);
            assert_eq!(described(&other), described(&game), "{seed} {command}");
            let count = |game: &Game| game.world.entities.iter().filter(|it| it.exists()).count();
            removed += count(&game) - count(&other);
        }
    }
    assert!(removed > 1_000, "{removed}");
}

const LAMP: &str = r##"{ "kinds": { "champion": { "extends": "hero",
    "look": { "glyph": "@", "color": "#fff", "cases": [{ "when": "self.health < 10", "color": "#f00" },
        { "when": "self.health < 15", "glyph": "o" }] } },
    "candle": { "as": "fixture", "look": { "glyph": "i", "color": "#111", "pace": 50,
        "frames": [{ "glyph": "!" }, { "color": "#222" }] } } } }"##;

#[test]
fn flickering_looks_follow_the_given_clock() {
    let it = Scenario::new("@i", r#"{ "i": ["candle"] }"#, LAMP);
    let view = it.game.view(0).unwrap();
    let candle = view.things().next().unwrap();
    let drawn = |millis| {
        let it = candle.appearance(millis);
        (it.glyph, it.color.rgb[0])
    };
    assert_eq!([0, 49, 50, 99, 100].map(drawn).map(|it| it.0), ['!', '!', 'i', 'i', '!']);
    assert_eq!([drawn(0).1, drawn(50).1], [0x11, 0x22]);
}

#[test]
fn looks_may_depend_on_the_state_of_an_actor() {
    let mut it = Scenario::new("@.", "{}", LAMP);
    let mut drawn = Vec::new();
    for harm in [0, 6, 6] {
        let hero = it.hero();
        it.ctx().harm(
            hero,
            Fixed::from_whole(harm),
            &barrow_pack::HarmType::default(),
            &"".into(),
            &Scene::of(hero),
        );
        let own = it.game.view(0).unwrap().own().unwrap().appearance(0);
        drawn.push((own.glyph, own.color.rgb));
    }
    let (white, red) = ([255; 3], [255, 0, 0]);
    assert_eq!(drawn, [('@', white), ('o', white), ('@', red)]);
}

#[test]
fn keys_may_use_the_selected_item() {
    let rules = r#""keys": [{ "key": "2", "label": "second", "select": 1 },
        { "key": "e", "label": "use", "order": "use" }, { "key": "w", "label": "up", "order": "north" }]"#;
    let more = r#"{ "kinds": { "champion": { "extends": "hero", "stock": ["cup", "cup", "cup"] },
        "cup": { "as": "item", "item": { "consumed": true }, "on": { "use": [{ "say": "Ah." }] } } } }"#;
    let mut it = Scenario::ruled(rules, "..\n@.", "{}", more);
    for (key, command) in [('e', "use 0"), ('2', "select 1"), ('e', "use 1"), ('w', "n")] {
        let asked = it.game.view(0).unwrap().keys().find(|it| it.key == key).unwrap().command;
        assert_eq!(asked.as_ref().map(ToString::to_string), Ok(command.to_owned()));
        it.command(&asked.unwrap());
    }
    let view = it.game.view(0).unwrap();
    let use_it = view.keys().find(|it| it.key == 'e').unwrap().command;
    assert_eq!(use_it, Err(crate::Refusal::NoItem), "nothing is there any more");
}

#[test]
fn a_key_uses_the_smallest_stack() {
    let rules = r#""keys": [{ "key": "h", "label": "drink", "use": "cup" }]"#;
    let more = r#"{ "kinds": {
        "champion": { "extends": "hero", "stock": [{ "kind": "cup", "count": 2 }] },
        "cup": { "as": "item", "item": { "verb": "drink", "consumed": true, "stacks": 2 },
            "on": { "use": [{ "say": "Ah." }] } } } }"#;
    let mut it = Scenario::ruled(rules, "@.", r#"{ "@": ["cup"] }"#, more);
    it.keys("g");
    assert_eq!(it.bag(), ["cup x2", "cup"]);
    let command = it.game.view(0).unwrap().keys().next().unwrap().command.unwrap();
    it.command(&command);
    assert_eq!(it.bag(), ["cup x2"]);
}

#[test]
fn of_several_things_with_one_key_the_first_at_hand_is_used() {
    let rules = r#""keys": [{ "key": "q", "label": "sip", "use": "cup" },
        { "key": "q", "label": "gulp", "use": "jug" }, { "key": "w", "label": "wait", "order": "wait" }]"#;
    let more = r#"{ "kinds": {
        "champion": { "extends": "hero", "stock": ["jug"] },
        "cup": { "as": "item", "item": { "consumed": true }, "on": { "use": [{ "say": "Ah." }] } },
        "jug": { "extends": "cup" } } }"#;
    let mut it = Scenario::ruled(rules, "@.", r#"{ "@": ["cup"] }"#, more);
    let labels = |it: &Scenario| {
        it.game.view(0).unwrap().keys().map(|it| it.label.to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(labels(&it), ["gulp", "wait"]);
    it.keys("g");
    assert_eq!(labels(&it), ["sip", "wait"], "the first of both");
    for _ in 0..2 {
        it.command(&crate::Command::Use { slot: 0 });
    }
    assert_eq!(labels(&it), ["sip", "wait"], "there is none of either");
}

#[test]
fn heroes_with_other_abilities_share_a_key() {
    let rules = r#""keys": [{ "key": "f", "label": "spark", "cast": "spark" },
        { "key": "f", "label": "hum", "cast": "hum" }]"#;
    let more = r#"{ "kinds": { "champion": { "extends": "hero", "abilities": ["hum"] } },
        "abilities": { "spark": { "aim": "nearest", "do": [] }, "hum": { "do": [] } } }"#;
    let it = Scenario::ruled(rules, "@.", "{}", more);
    let labels: Vec<&str> = it.game.view(0).unwrap().keys().map(|it| it.label).collect();
    assert_eq!(labels, ["hum"]);
}

#[test]
fn a_games_own_keys_have_their_current_command() {
    let rules = r#""keys": [{ "key": "g", "label": "take it", "order": "pickup" },
        { "key": "h", "label": "drink", "use": "cup" },
        { "key": "f", "label": "spark", "cast": "spark" }]"#;
    let more = r#"{
        "kinds": { "champion": { "extends": "hero", "abilities": ["spark"] },
            "cup": { "as": "item", "item": { "verb": "drink", "consumed": true },
                "on": { "use": [{ "say": "Ah." }] } },
            "stone": { "as": "item", "item": {} } },
        "abilities": { "spark": { "aim": "nearest", "do": [] } } }"#;
    let mut it = Scenario::ruled(rules, "@.", r#"{ "@": ["cup", "stone"] }"#, more);
    let commands = |it: &Scenario| {
        let view = it.game.view(0).unwrap();
        let described = |key: crate::KeyView<'_>| match key.command {
            Ok(command) => format!("{} {}: {command}", key.key, key.label),
            Err(refusal) => format!("{} {}: {refusal}", key.key, key.label),
        };
        view.keys().map(described).collect::<Vec<_>>()
    };
    let without = ["g take it: pickup", "h drink: You lack a cup.", "f spark: cast spark"];
    assert_eq!(commands(&it), without);
    it.keys("gg");
    assert_eq!(commands(&it)[1], "h drink: use 1");
    it.keys("1");
    assert_eq!(commands(&it), without);
}

#[test]
fn attributes_read_into_a_kept_list_are_fresh_and_listed_once() {
    let more = r#"{ "kinds": {
            "champion": { "extends": "hero", "abilities": ["spark", "spark"] },
            "wand": { "as": "item", "abilities": ["glow", "spark"],
                "item": { "slot": "hand" }, "wear": [{ "attribute": "attack", "by": 2 }] } },
        "abilities": { "spark": { "aim": "self", "do": [] }, "glow": { "aim": "self", "do": [] } } }"#;
    let heroes = r#""heroes": ["champion"]"#;
    let mut it = Scenario::ruled(heroes, "@.", r#"{ "@": ["wand", "wand"] }"#, more);
    let mut kept = crate::Attributes::default();
    for (keys, known) in [("", &["spark"][..]), ("gg", &["spark", "glow"])] {
        it.keys(keys);
        if !keys.is_empty() {
            it.command(&crate::Command::Equip { slot: 1 });
        }
        let view = it.game.view(0).unwrap();
        let name = |it: crate::Castable<'_>| view.pack().abilities.name(it.ability);
        assert_eq!(view.abilities().map(name).collect::<Vec<_>>(), known);
        view.read_attributes(&mut kept);
        assert_eq!(kept, view.attributes());
        assert_eq!(kept.reasons.len(), usize::from(!keys.is_empty()));
    }
}

#[test]
fn a_status_stands_beside_the_name() {
    let more = r#"{ "kinds": { "guard": { "extends": "rat", "look": { "glyph": "g" },
        "status": "[if self.health > 0|calm|worn out]" } } }"#;
    let it = Scenario::new("@g", r#"{ "g": ["guard"] }"#, more);
    let view = it.game.view(0).unwrap();
    let told: Vec<String> = view.actors().map(|actor| actor.status()).collect();
    assert_eq!(told, ["", "calm"]);
}

/// A row of the panel may have `when`. A `roll` in a row draws from the stream of texts: the row is
/// the same however often one looks, and looking changes nothing.
#[test]
fn rows_of_the_panel_come_and_go_and_may_lie() {
    let rules = r#""panel": [{ "label": "Eyes", "value": "roll(1, 100)" },
        { "label": "Late", "value": "turn", "when": "turn > 2" }]"#;
    let rows = |it: &Scenario| {
        let panel: Vec<(String, Fixed)> =
            it.game.view(0).unwrap().panel().map(|row| (row.label.into(), row.value)).collect();
        panel
    };
    let mut eyes = Vec::new();
    for seed in 0..9 {
        let mut it = Scenario::ruled(rules, "@.", "{}", "{}").seeded(seed);
        let (digest, first) = (it.game.digest(), rows(&it));
        assert_eq!((first.len(), rows(&it), it.game.digest()), (1, first.clone(), digest));
        eyes.push(first[0].1);
        let later = rows(it.keys("..."));
        assert_eq!(later.last().unwrap().0, "Late", "{later:?}");
    }
    eyes.sort_unstable();
    eyes.dedup();
    assert!(eyes.len() > 4, "{eyes:?}");
}
