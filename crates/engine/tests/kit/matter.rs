//! Gas, mist, fire, lava, liquids, drains and traps in the kit's format.

use barrow_grid::Pos;

use super::stage::{Play, Stage};

const GAS: &str = r##"
    "cloud": { "name": "gas", "personality": "gas", "lifetime": 6, "attributes": { "solid": false } },
    "mist": { "name": "mist", "personality": "mist", "lifetime": 4, "attributes": { "solid": false } },
    "vent": { "trap_message": "It hisses.", "trap_spawn": "cloud", "trap_spawn_tint": "#336600",
        "trap_collision_effect": { "health": -3 },
        "attributes": { "solid": false, "visible": false, "trap": true } },
    "dozer": { "trap_spawn": "cloud", "trap_apply_state": "drowsy",
        "attributes": { "solid": false, "visible": false, "trap": true } }"##;
const GASES: &str = r#"
    "gas": { "behaviors": ["cloud_spread", "cloud_disperse", "cloud_affect_actors", "cloud_lifetime"],
        "spread_radius": 2, "spread_turns": 4, "disperse_to": "mist", "disperse_threshold": 5,
        "disperse_chance": 0.5, "spawn_mist_chance": 0.4 },
    "mist": { "behaviors": ["mist_fade", "cloud_affect_actors", "cloud_lifetime"],
        "fade_threshold": 1, "fade_chance": 0.25 }"#;
const DROWSY: &str =
    r#""drowsy": { "name": "drowsy", "duration": 2, "on_apply_message": "[actor_name] yawns." }"#;
/// A hero who can take a lot of damage.
const TOUGH: &str = r#"{ "player": { "collision_effect": { "health": -3 }, "default_items": ["stone"],
    "attributes": { "controlled": true, "inventory": 4 }, "stats": { "health": 100 } } }"#;
const STONE: &str = r#""stone": { "name": "stone", "attributes": { "pickupable": true } }"#;

fn vented(map: &'static str) -> Stage<'static> {
    Stage {
        map,
        signs: &[('<', "actors:up_stairway"), ('^', "actors:vent"), ('z', "actors:dozer")],
        actors: GAS,
        items: STONE,
        personalities: GASES,
        states: DROWSY,
        files: &[("prototypes/here/actors.json", TOUGH)],
        ..Stage::default()
    }
}

const YARD: &str = "
<........
.........
.........
.........
...@^....
.........
.........
.........
.........";

/// The hero is a knight's move from the trap.
const APART: &str = "
<........
.........
.........
.........
....z....
......@..
.........
.........
.........";

fn gas_cells(play: &Play) -> usize {
    let mut cells: Vec<Pos> = play.game.truth().fields().map(|(_, at, _)| at).collect();
    cells.sort_unstable();
    cells.dedup();
    cells.len()
}

#[test]
fn gas_spreads_as_a_star_and_not_as_a_disc() {
    let play = vented(YARD).play("l.");
    let star = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)];
    for (x, y) in star {
        let at = Pos::new(4 + x, 4 + y);
        assert!(play.game.truth().fields().any(|(_, it, _)| it == at), "\n{}", play.picture());
    }
    let seen: usize = (0..20)
        .filter(|&seed| {
            let play = vented(YARD).play_seed(seed, "l..");
            let knight = Pos::new(6, 5);
            !play.cells_of("vent_cloud").iter().any(|(at, _)| *at == knight)
        })
        .count();
    assert_eq!(seen, 20, "no cloud comes a knight's move away; only mist may");
}

#[test]
fn standing_in_a_traps_gas_costs_nine_to_fifteen() {
    let mut max_cells = 0;
    let mut total = 0;
    for seed in 0..40 {
        let mut play = vented(YARD).play_seed(seed, "l");
        assert_eq!(play.texts(), ["It hisses."]);
        for _ in 0..14 {
            max_cells = max_cells.max(gas_cells(&play));
            play.keys(".");
        }
        let lost = 100 - play.value("here/player", "health");
        assert!((3..=24).contains(&lost), "{lost} with seed {seed}");
        total += lost;
        assert_eq!(gas_cells(&play), 0, "it is gone in the end");
    }
    let mean = total / 40;
    assert!((8..=16).contains(&mean), "{mean}");
    assert!((17..=24).contains(&max_cells), "{max_cells}");
}

#[test]
fn mist_keeps_what_the_gas_put_into_it() {
    // A cloud never reaches a knight's move from the trap, but mist may.
    let yawns = (0..60).filter(|&seed| {
        let mut play = vented(APART).play_seed(seed, "");
        play.throw(0, 4, 4).keys("......").texts().contains(&"You yawn.")
    });
    let yawns = yawns.count();
    assert!(yawns > 0, "mist carries what the cloud did");
}

#[test]
fn a_throw_springs_a_trap_and_holds_it_down() {
    let map = "<@....^....";
    let mut play = vented(map).play("");
    play.throw(0, 6, 0);
    assert_eq!(play.texts(), ["You throw the stone.", "It hisses."]);
    assert!(gas_cells(&play) >= 3);
    play.keys("............");
    // The stone lies on it: the hero steps there and takes the stone, and nothing happens.
    play.keys("lllll");
    let hissed = |play: &Play| play.texts().iter().filter(|it| **it == "It hisses.").count();
    assert_eq!((hissed(&play), play.bag().len()), (1, 1));
    // After a step off and on again, it is uncovered.
    play.keys("hl");
    assert_eq!(hissed(&play), 2);
}

#[test]
fn a_broken_flask_becomes_a_cloud_of_its_contents() {
    let items = r#""stone": { "name": "Vitriol", "attributes": { "pickupable": true, "explosive": true,
        "use_verb": "Drink", "use_effect": { "health": -2 } } }"#;
    let map = "<@......d...";
    let signs = &[('<', "actors:up_stairway"), ('d', "actors:dummy")];
    let mut play = Stage { map, signs, items, ..vented(map) }.play("");
    play.throw(0, 8, 0).keys(".....");
    assert!(play.value("dummy", "health") < 30);
    assert_eq!((play.count("stone"), play.value("here/player", "health")), (0, 100));
}

const FIRE: &str = r#"
    "fire": { "name": "Fire", "personality": "fire", "damage_per_turn": 10, "spread_chance": 1, "lifetime": 3,
        "attributes": { "solid": false, "damage_type": "fire", "light_source": true } },
    "lava": { "name": "Lava", "personality": "lava", "attributes": { "solid": false, "paint_tile": "LAVA" } },
    "hay": { "attributes": { "solid": false, "flammable": true } },
    "statue": { "attributes": { "fireproof": true }, "stats": { "health": 30 } },
    "boulder": { "attributes": { "pushable": true } },
    "brook": { "attributes": { "solid": false, "liquid": true, "paint_tile": "WATER" } }"#;
const BURNS: &str = r#"
    "fire": { "behaviors": ["fire_spread", "fire_burn_out"] },
    "lava": { "behaviors": ["incinerate_entities"], "spawn_on_incinerate": "fire" }"#;

fn burning(map: &'static str) -> Stage<'static> {
    Stage {
        map,
        signs: &[
            ('<', "actors:up_stairway"),
            ('f', "actors:fire"),
            ('h', "actors:hay"),
            ('d', "actors:dummy"),
            ('s', "actors:statue"),
            ('0', "actors:boulder"),
            ('%', "items:scroll"),
        ],
        actors: FIRE,
        items: r#""scroll": { "attributes": { "pickupable": true, "flammable": true } },
            "stone": { "attributes": { "pickupable": true } }"#,
        personalities: BURNS,
        files: &[("prototypes/here/actors.json", TOUGH)],
        ..Stage::default()
    }
}

#[test]
fn fire_reaches_a_scroll_on_the_floor_and_the_game_goes_on() {
    let play = burning("<@..f%...").play("....");
    assert_eq!(play.count("scroll"), 1, "fire consumes nothing");
    assert!(play.game.turn() == 4);
}

#[test]
fn fire_burns_an_actor_on_arrival_and_then_each_turn() {
    let mut play = burning("<@.fh").play("l");
    assert_eq!(play.value("here/player", "health"), 100);
    play.keys("l");
    assert_eq!(play.value("here/player", "health"), 90);
    // Fire that starts under an actor burns it at once, as it would from a fire staff.
    let mut play = burning("<@fhh").play("");
    play.keys(".");
    assert_eq!(play.cells_of("fire").len(), 2, "it takes what lies beside it");
}

#[test]
fn lava_swallows_boulders_things_and_water_but_nothing_fireproof() {
    let play = burning("<@0!..").play("l.");
    assert_eq!(play.count("boulder"), 0);
    assert!(play.game.end().is_none());
    let mut play = burning("<@.!..").play("");
    play.throw(0, 3, 0).keys("..");
    assert_eq!(play.count("stone"), 0);
    // It leaves fire where something burnt.
    assert!(!play.cells_of("fire").is_empty());
    let play = burning("<@.!~.").play("..");
    assert_eq!(play.count("brook"), 1, "only what is in the lava");
}

const WATER: &str = r#"
    "brook": { "personality": "pool", "attributes": { "solid": false, "liquid": true, "nauseates": true,
        "paint_tile": "WATER" } },
    "deep": { "personality": "currents", "attributes": { "solid": false, "liquid": true, "deep": true } },
    "drain": { "personality": "drain", "attributes": { "solid": false } }"#;
const FLOWS: &str = r#"
    "pool": { "behaviors": ["cellular_transform"], "neighbor_type": "brook", "neighbor_count": 4,
        "transform_to": "deep", "check_cardinal": true },
    "currents": { "behaviors": ["deep_water_currents"], "item_drop_chance": 1, "item_drift_chance": 1 },
    "drain": { "behaviors": ["drain_suction"], "suction_range": 2 }"#;

fn wet(map: &'static str) -> Stage<'static> {
    Stage {
        map,
        signs: &[
            ('<', "actors:up_stairway"),
            ('D', "actors:deep"),
            ('_', "actors:drain"),
            ('%', "items:stone"),
        ],
        actors: WATER,
        items: STONE,
        personalities: FLOWS,
        files: &[("prototypes/here/actors.json", TOUGH)],
        ..Stage::default()
    }
}

#[test]
fn deep_water_washes_things_out_of_the_bag() {
    let play = wet("<@D...").play("l");
    assert_eq!((play.bag().len(), play.count("stone")), (0, 1));
    // What lies in it is carried along.
    let at = play.place("stone").expect("it lies somewhere");
    assert_ne!(at, Pos::new(2, 0));
    let play = wet("<@.D.D\n##%###").play("");
    assert_eq!(play.bag().len(), 1, "on dry ground nothing is lost");
}

#[test]
fn a_drain_swallows_what_floats_and_nothing_else() {
    // The stone in the water is drawn in; the one on the floor stays.
    let map = "<@.......\n..~~_....\n.........";
    let mut play = wet(map).play("");
    play.throw(0, 2, 1);
    assert_eq!(play.place("stone"), Some(Pos::new(3, 1)), "\n{}", play.picture());
    play.keys(".");
    assert_eq!(play.count("stone"), 0);
    let mut dry = wet("<@.......\n...._....\n.........").play("");
    dry.throw(0, 3, 1).keys("...");
    assert_eq!(dry.count("stone"), 1);
}
