//! Plays packs in the kit's format: what the kit's words mean in our rules.

#![allow(clippy::print_stderr, reason = "a skipped test says so")]

mod combat;
mod handled;
mod items;
mod levels;
mod light;
mod matter;
mod minds;
mod original;
mod pushing;
mod rules;
mod spells;
mod stage;
mod told;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use barrow_dice::{Rng, Seed};
use barrow_engine::{Command, Game, Refusal, Setup};
use barrow_grid::Pos;
use barrow_pack::{Files, load};

use stage::Stage;

#[test]
fn painted_walls_stand_on_floor_and_void_is_where_no_floor_is() {
    let stage = Stage { map: "####\n#@.#\n##  ", ..Stage::default() };
    let play = stage.play("");
    play.shows("####\n#@<#\n##  ");
    assert_eq!(play.count("wall"), 8);
}

#[test]
fn an_actor_that_walks_into_the_void_is_gone() {
    let play = Stage { map: "<@. .", signs: UP, ..Stage::default() }.play("ll");
    assert_eq!(play.game.end().map(|end| end.won), Some(false));
}

const UP: &[(char, &str)] = &[('<', "actors:up_stairway")];

#[test]
fn a_blow_does_what_the_collision_effect_says() {
    let signs = &[('<', "actors:up_stairway"), ('d', "actors:dummy")][..];
    let stage = Stage { map: "<@d", signs, ..Stage::default() };
    assert_eq!(stage.play("l").value("dummy", "health"), 27);
    let strong = r#""player": { "collision_effect": { "health": "-{strength}", "zeal": -1 },
        "attributes": { "controlled": true, "strength": 7, "inventory": 4 }, "stats": { "health": 9 } },
        "dummy": { "attributes": { "zeal": 5 }, "stats": { "health": 30 } }"#;
    let files = &[("prototypes/here/actors.json", &*format!("{{{strong}}}"))];
    let play = Stage { files, ..stage }.play("l");
    assert_eq!(play.value("here/dummy", "health"), 23);
    assert_eq!(play.value("here/dummy", "zeal"), 4);
}

const ARMS: &str = r#"
    "club": { "name": "Club", "attributes": { "pickupable": true, "weapon": true,
        "collision_effect": { "health": -8 } } },
    "hammer": { "attributes": { "pickupable": true, "weapon": "knockback",
        "collision_effect": { "health": -2 } } },
    "fang": { "attributes": { "pickupable": true, "weapon": "lifesteal",
        "collision_effect": { "health": -12 } } },
    "cap": { "name": "Cap", "attributes": { "pickupable": true, "wearable": "top",
        "wear_effect": { "strength": 2 } } }"#;

fn armed(with: &str) -> Stage<'_> {
    // One step picks up the item, the next one stands beside the dummy.
    let signs: &[(char, &str)] = match with {
        "club" => &[('<', "actors:up_stairway"), ('d', "actors:dummy"), ('/', "items:club")],
        "hammer" => &[('<', "actors:up_stairway"), ('d', "actors:dummy"), ('/', "items:hammer")],
        "fang" => &[('<', "actors:up_stairway"), ('d', "actors:dummy"), ('/', "items:fang")],
        _ => &[('<', "actors:up_stairway"), ('d', "actors:dummy"), ('/', "items:cap")],
    };
    Stage { map: "<@/.d.", signs, items: ARMS, ..Stage::default() }
}

#[test]
fn a_weapon_strikes_in_place_of_the_fist_and_may_do_more() {
    let mut play = armed("club").play("ll");
    play.command(&Command::Equip { slot: 0 }).keys("l");
    assert_eq!(play.value("dummy", "health"), 22);
    let mut play = armed("hammer").play("ll");
    play.command(&Command::Equip { slot: 0 }).keys("l").shows("<..@.d");
    assert_eq!(play.value("dummy", "health"), 28);
}

#[test]
fn lifesteal_gives_a_quarter_of_the_harm_back() {
    let actors = r#""bruise": { "attributes": { "solid": false, "trap": true },
        "trap_message": "Ow." }, "thorns": { "name": "thorns", "attributes": { "solid": false },
        "damage_per_turn": 10, "lifetime": 1 }"#;
    let signs = &[
        ('<', "actors:up_stairway"),
        ('d', "actors:dummy"),
        ('/', "items:fang"),
        ('^', "actors:thorns"),
    ];
    let stage = Stage { map: "<@/^d.", signs, items: ARMS, actors, ..Stage::default() };
    let mut play = stage.play("ll");
    let hurt = play.value("player", "health");
    play.command(&Command::Equip { slot: 0 }).keys("l");
    assert_eq!(play.value("player", "health"), (hurt + 3).min(20));
}

#[test]
fn what_is_worn_counts_once_or_as_shipped_twice() {
    let play = armed("cap").play("l");
    assert_eq!(play.value("player", "strength"), 2);
    let files = &[("kit.json", r#"{ "shipped": ["bonuses"] }"#)];
    let play = Stage { files, ..armed("cap") }.play("l");
    // The hero has no strength that it could be added to, so it only counts in blows.
    let strength = ["strength", "strength_worn"].map(|it| play.value("player", it));
    assert_eq!(strength, [0, 2]);
}

/// Returns how many of 300 first blows hit.
fn hits(accuracy: u32, defense: u32, files: &[(&str, &str)]) -> usize {
    let actors = format!(
        r#""fencer": {{ "collision_effect": {{ "health": -1 }}, "stats": {{ "health": 9 }},
            "attributes": {{ "controlled": true, "accuracy": {accuracy} }} }},
           "guard": {{ "attributes": {{ "defense": {defense} }}, "stats": {{ "health": 9 }} }}"#
    );
    let signs = &[('<', "actors:up_stairway"), ('f', "actors:fencer"), ('g', "actors:guard")];
    let stage = Stage { map: "<fg", signs, actors: &actors, files, ..Stage::default() };
    (0..300).filter(|&seed| stage.play_seed(seed, "l").value("guard", "health") == 8).count()
}

#[test]
fn the_chance_to_hit_is_accuracy_less_defense_or_as_shipped_a_share() {
    let shipped: &[_] = &[("kit.json", r#"{ "shipped": ["hit"] }"#)];
    // 50 - 45 is 5, and 50 × 0.987 to the power of 45 is 28.
    let (design, kit) = (hits(50, 45, &[]), hits(50, 45, shipped));
    assert!((5..=30).contains(&design), "{design} of 300");
    assert!((60..=110).contains(&kit), "{kit} of 300");
    // Nobody always hits or always misses.
    assert!((270..300).contains(&hits(500, 0, &[])));
    assert!((1..=30).contains(&hits(1, 90, &[])));
}

const LOCKS: &str = r#""vault": { "name": "Vault", "random_color": true,
    "attributes": { "openable": true, "locked": true, "color_locked": true } }"#;
const KEY: &str = r#""key": { "name": "Key", "random_color": true, "attributes": { "pickupable": true,
    "consumable": true, "key": true, "collision_effect": { "locked": false } } }"#;

#[test]
fn a_lock_opens_to_the_key_of_its_colour_only() {
    let signs = &[('<', "actors:up_stairway"), ('V', "actors:vault"), ('k', "items:key")];
    let stage = Stage { map: "<@V.", signs, actors: LOCKS, items: KEY, ..Stage::default() };
    assert_eq!(stage.play("l").refused, [Refusal::Locked("The Vault".into())]);
    let two = Stage { map: "<@kV.\n##V##\n##k##", ..stage };
    // The first key fits the first door, which is the upper one, and the hero walks in at once.
    two.play("ll").shows("<..@.\n##+##\n##-##");
    let play = two.play("ljl");
    assert!(matches!(&play.refused[..], [Refusal::WrongKey(..)]), "{:?}", play.refused);
    // A key is drawn in the colour of its lock.
    let play = two.play("");
    let view = play.game.view(0).unwrap();
    let color = |x, y| {
        let thing = view.things().find(|it| it.pos() == Pos::new(x, y)).unwrap();
        thing.appearance(0).color
    };
    assert_eq!((color(2, 0), color(2, 2)), (color(3, 0), color(2, 1)));
    assert_ne!(color(3, 0), color(2, 1));
}

#[test]
fn a_boulder_is_pushed_and_the_void_takes_it() {
    let actors = r#""boulder": { "name": "Boulder", "attributes": { "pushable": true } }"#;
    let signs = &[('<', "actors:up_stairway"), ('0', "actors:boulder")];
    let stage = Stage { map: "<@0. .", signs, actors, ..Stage::default() };
    stage.play("l").shows("<.@0 .");
    stage.play("ll").shows("<..@ .");
}

const MINE: &str = r#""ore": { "name": "Ore", "attributes": { "breakable": true, "lode": "nugget",
    "lode_chance": 100, "remains": "bones" } }"#;
const PICK: &str = r#""pick": { "attributes": { "pickupable": true, "weapon": true, "mining": true,
        "mining_power": 35, "collision_effect": { "health": -1 } } },
    "nugget": { "name": "Nugget", "random_value": [4, 4], "attributes": { "pickupable": true,
        "pickup_effect": { "wealth": "{value}" } } }"#;

#[test]
fn ore_gives_way_to_the_third_blow_of_a_pick_and_to_nothing_else() {
    let signs = &[('<', "actors:up_stairway"), ('o', "actors:ore"), ('/', "items:pick")];
    let stage = Stage { map: "<@/o.", signs, actors: MINE, items: PICK, ..Stage::default() };
    let mut play = stage.play("ll");
    assert_eq!(play.refused, [Refusal::Blocked("The Ore".into())]);
    play.command(&Command::Equip { slot: 0 }).keys("ll");
    assert!(play.find("ore").is_some());
    play.keys("l");
    assert!(play.find("ore").is_none());
    assert_eq!((play.count("nugget"), play.count("bones")), (1, 1));
}

#[test]
fn hunger_warns_and_kills() {
    let actors = r#""walker": { "attributes": { "controlled": true }, "stats": { "health": 5,
        "food": { "max": 10, "current": 10, "per_turn": -2, "fatal": true,
          "death_message": "[actor_name] starves.",
          "warnings": [{ "threshold": 0.5, "message": "You are hungry." }] } } }"#;
    let signs = &[('<', "actors:up_stairway"), ('w', "actors:walker")];
    let stage = Stage { map: "<w", signs, actors, ..Stage::default() };
    // The first turn is over before the first key is pressed.
    assert_eq!(stage.play("").value("walker", "food"), 8);
    let play = stage.play(".");
    assert!(play.texts().is_empty());
    let mut play = stage.play("..");
    assert_eq!(play.texts(), ["You are hungry."]);
    play.keys("..");
    assert_eq!(play.texts().last(), Some(&"You starve."));
    assert!(play.game.end().is_some());
}

const GAS: &str = r#""cloud": { "name": "gas", "personality": "gas", "attributes": { "solid": false },
        "collision_effect": {}, "lifetime": 6 },
    "vent": { "trap_message": "It hisses.", "trap_spawn": "cloud", "trap_collision_effect": { "health": -3 },
        "attributes": { "solid": false, "visible": false, "trap": true } }"#;
const GASES: &str =
    r#""gas": { "behaviors": ["cloud_spread", "cloud_affect_actors", "cloud_lifetime"] }"#;

#[test]
fn a_trap_fills_the_cells_around_with_gas_that_hurts() {
    let signs = &[('<', "actors:up_stairway"), ('^', "actors:vent")];
    // It lasts for eight turns, and the hero has 20 health.
    let actors = &GAS.replace("-3", "-2");
    let stage = Stage { map: "<@^...", signs, actors, personalities: GASES, ..Stage::default() };
    let mut play = stage.play("l");
    assert_eq!(play.texts(), ["It hisses."]);
    play.keys(".");
    assert!(play.game.truth().fields().count() >= 3, "\n{}", play.picture());
    play.keys("............");
    let lost = 20 - play.value("player", "health");
    assert!((6..=18).contains(&lost), "{lost}");
    assert_eq!(play.game.truth().fields().count(), 0, "gas fades");
}

#[test]
fn lava_takes_whoever_steps_in() {
    let actors = r#""lava": { "name": "Lava", "personality": "lava", "attributes": { "solid": false,
        "paint_tile": "LAVA", "light_source": true, "damage_type": "fire" } }"#;
    let personalities = r#""lava": { "behaviors": ["incinerate_entities"] }"#;
    let stage = Stage { map: "<@!.", signs: UP, actors, personalities, ..Stage::default() };
    stage.play("").shows("<@~.");
    let play = stage.play("l");
    assert_eq!(play.game.end().map(|end| end.text.as_str()), Some("lava"));
}

#[test]
fn fire_goes_from_fuel_to_fuel_and_burns() {
    let actors = r#""fire": { "name": "Fire", "attributes": { "solid": false, "damage_type": "fire" },
            "damage_per_turn": 4, "spread_chance": 1, "lifetime": 3 },
        "hay": { "attributes": { "solid": false, "flammable": true } }"#;
    let signs = &[
        ('<', "actors:up_stairway"),
        ('f', "actors:fire"),
        ('h', "actors:hay"),
        ('d', "actors:dummy"),
    ];
    let stage = Stage { map: "<@.fhh.d", signs, actors, ..Stage::default() };
    let play = stage.play("..");
    let burning =
        |play: &stage::Play, x| play.game.truth().fields().any(|(_, at, _)| at == Pos::new(x, 0));
    assert!(burning(&play, 4) && burning(&play, 5), "\n{}", play.picture());
    assert!(!burning(&play, 6) && !burning(&play, 2));
    let mut play = stage.play("l");
    play.keys("l");
    assert_eq!(play.value("player", "health"), 16);
}

#[test]
fn liquid_between_liquid_is_deep() {
    let actors = r#""brook": { "name": "brook", "personality": "pool", "attributes": { "solid": false,
            "liquid": true, "paint_tile": "WATER" } },
        "deep": { "name": "deep", "attributes": { "solid": false, "liquid": true, "deep": true } }"#;
    let personalities = r#""pool": { "behaviors": ["cellular_transform"], "neighbor_type": "brook",
        "neighbor_count": 4, "transform_to": "deep", "check_cardinal": true }"#;
    let map = "<@...\n.~~~.\n.~~~.\n.~~~.";
    let play = Stage { map, signs: UP, actors, personalities, ..Stage::default() }.play(".");
    assert_eq!((play.count("brook"), play.count("deep")), (8, 1));
}

const DRINKS: &str = r#"
    "sleeper": { "name": "Flask", "identified": false, "unidentified_template": "cloudy flask",
        "identified_template": "Flask of Sleep", "use_description": "The [item_name] is bitter.",
        "attributes": { "pickupable": true, "consumable": true, "use_verb": "Drink",
        "use_effect": { "apply_state": "asleep" } } },
    "cure": { "name": "Balm", "attributes": { "pickupable": true, "consumable": true, "use_verb": "Rub",
        "use_effect": { "health": 5 } } }"#;
const SLEEP: &str = r#""asleep": { "name": "Asleep", "duration": 3, "skip_turn": true,
    "remove_on_damage": true, "on_apply_message": "[actor_name] falls asleep.",
    "on_remove_message": "[actor_name] wakes." }"#;

#[test]
fn a_flask_is_known_once_drunk_and_its_state_runs_out() {
    let signs = &[('<', "actors:up_stairway"), ('!', "items:sleeper"), ('?', "items:sleeper")];
    let stage = Stage { map: "<@!?", signs, items: DRINKS, states: SLEEP, ..Stage::default() };
    let mut play = stage.play("ll");
    let called = |play: &stage::Play| {
        let view = play.game.view(0).unwrap();
        view.bag().map(|it| it.item.name()).collect::<Vec<_>>()
    };
    assert_eq!(called(&play), ["cloudy flask", "cloudy flask"]);
    let before = play.game.turn();
    play.keys("0");
    assert_eq!(called(&play), ["Flask of Sleep"]);
    assert!(play.game.turn() >= before + 3, "he sleeps through turns");
    assert_eq!(play.texts().last(), Some(&"You wake."));
}

#[test]
fn a_staff_is_cast_where_it_is_aimed_and_pays_from_its_own_charge() {
    let actors = r#""fire": { "name": "Fire", "attributes": { "solid": false }, "damage_per_turn": 4,
        "spread_chance": 0, "lifetime": 3 }"#;
    let items = r#""staff": { "name": "Staff", "stats": { "pow": { "max": 80, "start": 40, "per_turn": 1 } },
        "attributes": { "pickupable": true, "use_verb": "Cast", "use_effect": "targeted_spell",
          "charge_stat": "pow", "uses": 2, "spell_effect": { "center": "fire", "radius": 1, "outer": "fire" } } }"#;
    let signs = &[('<', "actors:up_stairway"), ('/', "items:staff"), ('d', "actors:dummy")];
    let stage = Stage { map: "<@/...d.", signs, actors, items, ..Stage::default() };
    let mut play = stage.play("l");
    let cast = Command::Cast { ability: "staff".into(), at: Some(Pos::new(6, 0)) };
    play.command(&cast).command(&cast);
    assert_eq!(play.refused, [Refusal::Lacks("pow".into())]);
    assert!(play.value("dummy", "health") < 30);
    assert!(play.game.truth().fields().any(|(_, at, _)| at == Pos::new(5, 0)));
}

#[test]
fn a_thread_is_laid_behind_and_wound_up_on_the_way_back() {
    let items = r#""thread": { "name": "Thread", "attributes": { "pickupable": true,
        "passive_effect": { "type": "leave_trail", "trail_type": "thread", "backtrack_removes": true } } }"#;
    let signs = &[('<', "actors:up_stairway"), ('t', "items:thread")];
    let stage = Stage { map: "<@t....", signs, items, ..Stage::default() };
    stage.play("llll").shows("<.```@.");
    stage.play("llllhh").shows("<.`@...");
}

#[test]
fn a_carried_charm_works_without_being_worn() {
    let items = r#""charm": { "attributes": { "pickupable": true,
        "passive_effect": { "type": "stat_bonus", "strength": 3 } } }"#;
    let signs = &[('<', "actors:up_stairway"), ('c', "items:charm")];
    let play = Stage { map: "<@c.", signs, items, ..Stage::default() }.play("l");
    assert_eq!(play.value("player", "strength"), 3);
}

#[test]
fn gliders_go_on_where_nobody_plays() {
    let actors = r#""cell": { "name": "cell", "attributes": { "solid": false } },
        "keeper": { "personality": "life", "attributes": { "solid": false, "visible": false } }"#;
    let personalities = r#""life": { "behaviors": ["game_of_life_step"], "cell_type": "cell" }"#;
    let signs = &[('o', "actors:cell"), ('K', "actors:keeper")];
    let stage = Stage {
        map: "K.......\n..o.....\n...o....\n.ooo....\n........\n........",
        signs,
        actors,
        personalities,
        config: r#""mechanics": { "observer_mode": true }"#,
        ..Stage::default()
    };
    let cells = |play: &stage::Play| {
        let mut cells: Vec<_> = play.game.truth().fields().map(|(_, at, _)| (at.y, at.x)).collect();
        cells.sort_unstable();
        cells
    };
    let (before, after) = (cells(&stage.play("")), cells(&stage.play("....")));
    assert_eq!(before, [(1, 2), (2, 3), (3, 1), (3, 2), (3, 3)]);
    let moved: Vec<_> = before.iter().map(|(y, x)| (y + 1, x + 1)).collect();
    assert_eq!(after, moved);
    assert!(stage.play("").game.view(0).unwrap().visible().count() == 48, "all of it is seen");
}

const QUEST: &str = r#""sealed": { "name": "Sealed Stairs", "attributes": { "stairway": "down",
    "openable": true, "locked": true } }"#;
const CROWN: &str =
    r#""crown": { "name": "Crown", "attributes": { "pickupable": true, "wearable": "top" } }"#;

#[test]
fn sealed_stairs_open_when_the_quest_is_done_and_lead_on_and_back() {
    let signs = &[('<', "actors:up_stairway"), ('S', "actors:sealed"), ('c', "items:crown")];
    let below = [(
        "prototypes/Below/prototype.json",
        r#"{ "name": "Below", "previous_level": "HERE", "map_generator": { "type": "arena",
                "options": { "map_width": 9, "map_height": 7 } } }"#,
    )];
    let stage = Stage {
        map: "<@.S\n#c##",
        signs,
        actors: QUEST,
        items: CROWN,
        config: r#""next_level": "below", "win_conditions": ["wearing:crown"]"#,
        files: &below,
        ..Stage::default()
    };
    let mut play = stage.play("ll");
    assert_eq!(play.refused, [Refusal::Locked("The Sealed Stairs".into())]);
    // The crown is equipped when it is picked up.
    play.keys("hjul.");
    assert_eq!(play.game.level(), "Below", "\n{}{:?}", play.picture(), play.refused);
    let view = play.game.view(0).unwrap();
    assert_eq!(view.bag().count(), 0, "each level begins anew");
}

#[test]
fn the_opened_stairs_of_the_last_level_are_the_end() {
    let signs = &[('<', "actors:up_stairway"), ('S', "actors:sealed"), ('c', "items:crown")];
    let config = r#""win_conditions": ["wearing:crown"]"#;
    let stage =
        Stage { map: "<@.S\n#c##", signs, actors: QUEST, items: CROWN, config, ..Stage::default() };
    assert_eq!(stage.play("lll").game.end(), None, "they are still sealed");
    let play = stage.play("jul.");
    let end = play.game.end().map(|end| (end.won, end.text.as_str()));
    assert_eq!(end, Some((true, "Here is won.")), "\n{}", play.picture());
}

#[test]
fn random_tables_place_between_min_and_max() {
    let config = r#""random_actors": { "dummy": { "chance": 100, "min": 2, "max": 4 } },
        "random_items": { "cure": { "chance": 100, "min": 3, "max": 3 } }"#;
    let stage = Stage {
        map: "<@....\n......\n......",
        signs: UP,
        items: DRINKS,
        states: SLEEP,
        config,
        ..Stage::default()
    };
    for seed in 0..40 {
        let play = stage.play_seed(seed, "");
        assert!((2..=4).contains(&play.count("dummy")), "\n{}", play.picture());
        assert_eq!(play.count("cure"), 3);
    }
    let files = &[("kit.json", r#"{ "shipped": ["random"] }"#)];
    let play = Stage { files, ..stage }.play("");
    assert_eq!((play.count("dummy"), play.count("cure")), (1, 1));
}

#[test]
fn every_generator_gives_a_level_with_a_way_down_in_reach() {
    for kind in [
        "digger",
        "cellular",
        "infernal",
        "uniform",
        "rogue",
        "divided_maze",
        "icey_maze",
        "eller_maze",
        "arena",
    ] {
        let config = format!(r#""next_level": "here", "map_generator": {{ "type": "{kind}" }}"#);
        let lava = r#""lava": { "personality": "lava", "attributes": { "solid": false } }"#;
        let personalities = r#""lava": { "behaviors": ["incinerate_entities"] }"#;
        let stage = Stage { config: &config, actors: lava, personalities, ..Stage::default() };
        for seed in 0..20 {
            let play = stage.play_seed(seed, ".");
            assert_eq!(play.count("down_stairway"), 1, "{kind} {seed}\n{}", play.picture());
            assert!(play.game.end().is_none(), "{kind} {seed}\n{}", play.picture());
        }
    }
}

/// Returns the files below a folder, with forward slashes.
fn files_of(folder: &Path) -> Files {
    let mut files = BTreeMap::new();
    let mut open = vec![(folder.to_path_buf(), String::new())];
    while let Some((folder, prefix)) = open.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("a file").path();
            let name = format!("{prefix}{}", path.file_name().expect("a name").display());
            if path.is_dir() {
                open.push((path, format!("{name}/")));
            } else {
                files.insert(name, fs::read(&path).expect("it can be read"));
            }
        }
    }
    Files::new(files)
}

/// Plays every prototype of a folder at random, and replays each game.
fn play_all(folder: &Path, games: u32, turns: u32) {
    let loaded = load(files_of(folder));
    let pack = loaded.pack.unwrap_or_else(|| panic!("{}", loaded.report.render(&loaded.files)));
    for (level, _) in pack.levels.iter() {
        for seed in 0..games {
            let setup = Setup {
                seed: Seed(seed.into()),
                level: Some(pack.levels.name(level).into()),
                heroes: vec![String::new()],
                ..Setup::default()
            };
            let begin = || Game::new(Arc::clone(&pack), &setup).expect("a run").0;
            let (mut game, mut dice, mut played) = (begin(), Rng::new(seed), Vec::new());
            for _ in 0..turns {
                let legal = game.legal(0);
                let Some(command) = dice.pick(&legal) else { break };
                game.step(0, command).expect("what is legal is accepted");
                played.push((command.clone(), game.digest()));
            }
            let mut again = begin();
            for (command, digest) in played {
                again.step(0, &command).expect("as before");
                assert_eq!(again.digest(), digest, "{} seed {seed}", pack.levels.name(level));
            }
        }
    }
}

#[test]
fn random_games_of_a_whole_folder_end_well_and_replay() {
    play_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../kit/tests/folders/mill"), 25, 80);
}
