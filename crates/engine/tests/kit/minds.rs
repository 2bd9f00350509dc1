//! Minds in the kit's format.

use std::collections::BTreeSet;

use barrow_grid::Pos;

use super::stage::{Play, Stage};

/// Returns a stage with monsters `m` that have these behaviours and further keys.
fn minded<'a>(map: &'a str, actors: &'a str, personalities: &'a str) -> Stage<'a> {
    Stage {
        map,
        signs: &[
            ('<', "actors:up_stairway"),
            ('m', "actors:monster"),
            ('o', "actors:ore"),
            ('x', "actors:rubble"),
            ('%', "items:dart"),
        ],
        actors,
        items: r#""dart": { "name": "dart", "attributes": { "pickupable": true, "collision_effect": { "health": -2 } } },
            "pick": { "attributes": { "pickupable": true, "weapon": true, "mining": true, "mining_power": 50,
                "collision_effect": { "health": -1 } } },
            "gold": { "attributes": { "pickupable": true } }"#,
        personalities,
        ..Stage::default()
    }
}

fn monster(behaviours: &str, keys: &str, attributes: &str) -> (String, String) {
    let actors = format!(
        r#""monster": {{ "personality": "own", {keys} "collision_effect": {{ "health": -1 }},
            "attributes": {{ "inventory": 4 {attributes} }}, "stats": {{ "health": 8 }} }},
           "ore": {{ "attributes": {{ "breakable": true, "lode": "gold", "lode_chance": 100 }} }},
           "rubble": {{ "attributes": {{ "breakable": true }} }}"#
    );
    (actors, format!(r#""own": {{ "behaviors": [{behaviours}] }}"#))
}

/// Returns where a monster with these behaviours is after some keys.
fn goes(behaviours: &str, keys: &str, attributes: &str, map: &str, played: &str) -> Option<Pos> {
    let (actors, personalities) = monster(behaviours, keys, attributes);
    minded(map, &actors, &personalities).play(played).place("monster")
}

#[test]
fn a_random_walk_goes_four_ways_and_the_blind_fall() {
    let ends: BTreeSet<Option<Pos>> = (0..60)
        .map(|seed| {
            let (actors, personalities) = monster(r#""random_walk""#, "", r#", "sighted": true"#);
            let map = "<@####\n###...\n###.m.\n###...";
            minded(map, &actors, &personalities).play_seed(seed, ".").place("monster")
        })
        .collect();
    let beside = [(4, 1), (3, 2), (5, 2), (4, 3)].map(|(x, y)| Some(Pos::new(x, y)));
    assert_eq!(ends, BTreeSet::from(beside));
    let fallen = |attributes: &str| {
        let (actors, personalities) = monster(r#""random_walk""#, "", attributes);
        let stage = minded("<@##   \n### m  \n", &actors, &personalities);
        (0..20).filter(|&seed| stage.play_seed(seed, "..").place("monster").is_none()).count()
    };
    assert_eq!((fallen(""), fallen(r#", "sighted": true"#)), (20, 0));
}

#[test]
fn pursuit_needs_sight_and_finds_the_way() {
    let hunt = r#""attack_adjacent", "pursue_target""#;
    assert_eq!(goes(hunt, "", "", "<@....m", ".."), Some(Pos::new(4, 0)));
    assert_eq!(goes(hunt, r#""vision_range": 3,"#, "", "<@.....m", ".."), Some(Pos::new(7, 0)));
    assert_eq!(goes(hunt, "", "", "<@#m\n###.", "..."), Some(Pos::new(3, 0)));
}

/// The kit does the same: its paths begin with their diagonal steps.
#[test]
fn of_equally_short_steps_the_one_that_points_at_the_hero_comes_first() {
    let hunt = r#""attack_adjacent", "pursue_target""#;
    let field = "<@....\n......\n.....m";
    assert_eq!(goes(hunt, "", "", field, "."), Some(Pos::new(4, 1)));
    let beside_a_wall = "<@....\n....#.\n.....m";
    assert_eq!(goes(hunt, "", "", beside_a_wall, "."), Some(Pos::new(4, 2)));
}

/// The kit draws one line from the monster to the hero.
#[test]
fn monsters_see_along_a_single_line() {
    let hunt = r#""attack_adjacent", "pursue_target""#;
    assert_eq!(goes(hunt, "", "", "<@.\n..#\n..m", "."), Some(Pos::new(2, 2)));
    assert_eq!(goes(hunt, "", "", "<@#\n...\n..m", "."), Some(Pos::new(1, 1)));
}

/// The kit takes the straight distance: (6, 6) is 8.49 cells away, (5, 6) is 7.81.
#[test]
fn sight_is_a_circle() {
    let hunt = r#""attack_adjacent", "pursue_target""#;
    let far = format!("<@......\n{}.......m", "........\n".repeat(5));
    let near = format!(".<@.....\n{}.......m", "........\n".repeat(5));
    assert_eq!(goes(hunt, r#""vision_range": 8,"#, "", &far, "."), Some(Pos::new(7, 6)));
    assert_ne!(goes(hunt, r#""vision_range": 8,"#, "", &near, "."), Some(Pos::new(7, 6)));
}

#[test]
fn void_hides_from_monsters_what_the_hero_sees() {
    let hunt = r#""attack_adjacent", "pursue_target""#;
    let (actors, personalities) = monster(hunt, "", r#", "sighted": true"#);
    let play = |map| minded(map, &actors, &personalities).play("..");
    let across = play("<@.  ..m\n########");
    assert_eq!(across.place("monster"), Some(Pos::new(7, 0)), "it does not stir");
    let view = across.game.view(0).expect("a player");
    assert!(view.actors().any(|it| it.name() == "monster"), "but is seen");
    // Beside the void there is a straight line over floor.
    assert_eq!(play("<@.....m\n##  ####").place("monster"), Some(Pos::new(5, 0)));
}

fn health(play: &Play) -> i64 {
    play.value("player", "health")
}

#[test]
fn a_turret_shoots_what_it_carries_and_no_more() {
    for behaviour in [r#""shoot_at_target""#, r#""ranged_attack""#] {
        let (actors, personalities) =
            monster(behaviour, r#""default_items": ["dart", "dart"],"#, "");
        let stage = minded("<@......m", &actors, &personalities);
        assert_eq!(health(&stage.play(".")), 18);
        assert_eq!(health(&stage.play("......")), 16);
        let play = stage.play("......");
        assert_eq!(play.count("dart"), 0, "what hits is used up");
        assert_eq!(health(&minded("<@#.....m", &actors, &personalities).play("...")), 20);
    }
    // Nine cells are too far, unless its own attribute says otherwise.
    let far = "<@........m";
    let keys = r#""default_items": ["dart"], "vision_range": 12,"#;
    let (actors, personalities) = monster(r#""shoot_at_target""#, keys, "");
    assert_eq!(health(&minded(far, &actors, &personalities).play("..")), 20);
    let (actors, personalities) = monster(r#""shoot_at_target""#, keys, r#", "attack_range": 9"#);
    assert_eq!(health(&minded(far, &actors, &personalities).play("..")), 18);
}

/// By the longer side (8, 1) is as near as eight cells; the straight distance is 8.06.
#[test]
fn a_turret_measures_the_straight_distance() {
    let keys = r#""default_items": ["dart"], "vision_range": 12,"#;
    let (actors, personalities) = monster(r#""shoot_at_target""#, keys, "");
    let after = |map: &str| health(&minded(map, &actors, &personalities).play(".."));
    assert_eq!(after("<@........\n.........m"), 20);
    assert_eq!(after("<@.......\n........m"), 18);
}

#[test]
fn a_turret_shoots_across_the_void() {
    let (actors, personalities) =
        monster(r#""shoot_at_target""#, r#""default_items": ["dart"],"#, r#", "breakable": true"#);
    let lost = |map| 20 - health(&minded(map, &actors, &personalities).play("."));
    assert_eq!((lost("<@.. .m"), lost("<@..#.m")), (2, 0));
}

#[test]
fn heedless_monsters_walk_into_fire_only_as_shipped() {
    let (actors, personalities) = monster(r#""attack_adjacent", "pursue_target""#, "", "");
    let fire = r#""ember": { "damage_per_turn": 1, "lifetime": 99, "spread_chance": 0, "attributes": { "solid": false } }"#;
    let actors = format!("{actors}, {fire}");
    let stage = minded("<@..x.m", &actors, &personalities);
    let signs = [('<', "actors:up_stairway"), ('m', "actors:monster"), ('x', "actors:ember")];
    let place = |files| Stage { signs: &signs, files, ..stage }.play("...").place("monster");
    assert_eq!(place(&[]), Some(Pos::new(5, 0)));
    assert_eq!(place(&[("kit.json", r#"{ "shipped": ["heedless"] }"#)]), Some(Pos::new(3, 0)));
}

#[test]
fn a_missile_that_misses_lies_beside_its_target() {
    let (actors, personalities) =
        monster(r#""shoot_at_target""#, r#""default_items": ["dart"],"#, r#", "accuracy": 1"#);
    let stage = minded("<@......m", &actors, &personalities);
    let missed = (0..20).map(|seed| stage.play_seed(seed, ".")).find(|play| health(play) == 20);
    let play = missed.expect("one in twenty hits");
    let at = play.place("dart").expect("it lies there");
    assert_eq!(at.chebyshev(Pos::new(1, 0)), 1, "\n{}", play.picture());
}

#[test]
fn some_keep_their_distance() {
    let (actors, personalities) = monster(r#""maintain_distance""#, "", "");
    let personalities = personalities.replace("] }", r#"], "preferred_distance": 5 }"#);
    let after = |map, keys| minded(map, &actors, &personalities).play(keys).place("monster");
    assert_eq!(after("<@.m.....", "..."), Some(Pos::new(5, 0)));
    assert_eq!(after("<@.......m", "..."), Some(Pos::new(7, 0)));
}

#[test]
fn a_guard_goes_after_intruders_and_back_to_its_post() {
    let guard = r#""attack_adjacent", "patrol", "guard_area", "pursue_intruders""#;
    let (actors, personalities) = monster(guard, "", "");
    let more = r#"], "patrol_range": 2, "vision_range": 6, "memory_duration": 4 }"#;
    let personalities = personalities.replace("] }", more);
    let map = "<@...........m.....";
    let stage = minded(map, &actors, &personalities);
    // It patrols while nobody is near.
    let beat: BTreeSet<i32> = (0..40)
        .filter_map(|seed| stage.play_seed(seed, "....").place("monster").map(|at| at.x))
        .collect();
    assert!(beat.len() >= 3 && beat.iter().all(|x| (10..=16).contains(x)), "{beat:?}");
    // It attacks intruders, but does not leave its beat.
    let play = stage.play("lllllll.......");
    let at = play.place("monster").expect("it stands");
    assert!((10..=12).contains(&at.x), "\n{}", play.picture());
}

#[test]
fn a_defender_strikes_back_and_leaves_others_alone() {
    let (actors, personalities) = monster(r#""defend_self""#, "", "");
    let stage = minded("<@m", &actors, &personalities);
    assert_eq!(health(&stage.play("...")), 20);
    assert_eq!(health(&stage.play("l")), 19);
}

#[test]
fn a_defender_goes_after_its_attacker() {
    let (actors, personalities) = monster(r#""defend_self""#, "", "");
    let stage = minded("<...@m..", &actors, &personalities);
    assert_eq!(stage.play("lhhh").place("monster"), Some(Pos::new(2, 0)));
    assert_eq!(stage.play("hhhh").place("monster"), Some(Pos::new(5, 0)), "nobody struck it");
}

#[test]
fn monsters_hide_nothing_or_as_shipped_what_is_behind_them() {
    let (actors, personalities) = monster(r#""attack_adjacent", "pursue_target""#, "", "");
    let post = r#""post": { "stats": { "health": 9 }, "attributes": {} }"#;
    let actors = format!("{actors}, {post}");
    let stage = minded("########\n<@...p.m\n########", &actors, &personalities);
    let signs = [stage.signs, &[('p', "actors:post")]].concat();
    let dark = r#""mechanics": { "darkness": true, "player_light_radius": 9 }"#;
    let stage = Stage { signs: &signs, config: dark, ..stage };
    let monster = |files| {
        let play = Stage { files, ..stage }.play(".");
        let view = play.game.view(0).expect("a player");
        (play.place("monster").expect("it stands").x, view.visible().contains(Pos::new(7, 1)))
    };
    assert_eq!(monster(&[]), (6, true));
    let shipped = &[("kit.json", r#"{ "shipped": ["sight"] }"#)];
    assert_eq!(monster(shipped), (7, false));
}

#[test]
fn miners_look_for_a_lode_and_leave_rubble_alone() {
    let miner = r#""mine_nearby_wall", "wander_to_wall""#;
    let (actors, personalities) = monster(miner, r#""default_items": ["pick"],"#, "");
    let play = minded("<@#x.m..o", &actors, &personalities).play("....");
    assert_eq!((play.count("ore"), play.count("gold"), play.count("rubble")), (0, 1, 1));
    // It can do nothing without a tool.
    let (actors, personalities) = monster(miner, "", "");
    minded("<@#x.m..o", &actors, &personalities).play("....").shows("<@##.m..#");
}

#[test]
fn danger_is_fled_from() {
    let (actors, personalities) = monster(r#""flee_from_danger""#, "", "");
    let actors = format!(
        r#"{actors}, "sewage": {{ "attributes": {{ "solid": false, "liquid": true, "nauseates": true,
            "paint_tile": "WATER" }} }}"#
    );
    // It stands in sewage only if it must. Nothing is painted under an object here, so it is beside
    // some and stays where it is.
    let stage = minded("<@##~\n###~m.", &actors, &personalities);
    stage.play("....").shows("<@##~\n###~m.");
    // A throw startles it once.
    let hero = r#"{ "player": { "default_items": ["dart"], "stats": { "health": 20 },
        "attributes": { "controlled": true, "inventory": 3 } } }"#;
    let files = &[("prototypes/here/actors.json", hero)];
    let open = Stage { files, ..minded("<@...m...", &actors, &personalities) };
    let mut play = open.play(".");
    assert_eq!(play.place("monster"), Some(Pos::new(5, 0)));
    play.throw(0, 5, 0);
    assert_ne!(play.place("monster"), Some(Pos::new(5, 0)));
}

#[test]
fn monsters_take_what_they_walk_over() {
    let hunt = r#""pursue_target""#;
    let (actors, personalities) = monster(hunt, "", "");
    let play = minded("<@..%m", &actors, &personalities).play("..");
    assert_eq!(play.count("dart"), 0);
}

const STATES: &str = r#"
    "hasted": { "duration": 9, "extra_turn": true },
    "slowed": { "duration": 9, "skip_every_other_turn": true },
    "confused": { "duration": 9, "random_movement": true },
    "asleep": { "duration": 9, "skip_turn": true, "remove_on_damage": true, "immunity": "wakeful" },
    "poisoned": { "duration": 10, "per_turn_effect": { "health": -2 } },
    "healing": { "duration": 5, "per_turn_effect": { "health": 2 } }"#;

/// Returns a hero who drinks something that puts him into a state.
fn drunk<'a>(items: &'a str, map: &'a str) -> Stage<'a> {
    Stage {
        map,
        signs: &[('<', "actors:up_stairway"), ('m', "actors:monster")],
        actors: r#""monster": { "personality": "hunter", "collision_effect": { "health": -1 },
            "attributes": {}, "stats": { "health": 9 } }"#,
        items,
        personalities: r#""hunter": { "behaviors": ["attack_adjacent", "pursue_target"] }"#,
        states: STATES,
        files: &[(
            "prototypes/here/actors.json",
            r#"{ "player": { "default_items": ["brew"], "stats": { "health": { "max": 40, "current": 30 } },
                "attributes": { "controlled": true, "inventory": 3 } } }"#,
        )],
        ..Stage::default()
    }
}

fn brew(state: &str) -> String {
    format!(
        r#""brew": {{ "attributes": {{ "pickupable": true, "consumable": true, "use_verb": "Drink",
            "use_effect": {{ "apply_state": "{state}" }} }} }}"#
    )
}

#[test]
fn haste_and_slowness_change_how_often_an_actor_acts() {
    let turns = |state: &str| drunk(&brew(state), "<@.........").play("0llll").game.turn();
    assert_eq!((turns("hasted"), turns("slowed")), (3, 10));
}

#[test]
fn the_confused_stagger_anywhere() {
    let map = ".....\n.....\n..@.<\n.....\n.....";
    let ends: BTreeSet<Option<Pos>> = (0..80)
        .map(|seed| drunk(&brew("confused"), map).play_seed(seed, "0h").place("here/player"))
        .collect();
    assert_eq!(ends.len(), 8);
}

#[test]
fn a_blow_wakes_the_sleeper() {
    // The monster needs three turns to arrive, and its first blow wakes the hero.
    let play = drunk(&brew("asleep"), "<@...m").play("0");
    assert_eq!(play.value("here/player", "health"), 29);
    assert_eq!(drunk(&brew("asleep"), "<@....").play("0").game.turn(), 9);
}

#[test]
fn poison_takes_twenty_and_healing_stops_at_the_maximum() {
    let play = drunk(&brew("poisoned"), "<@..").play("0...........");
    assert_eq!(play.value("here/player", "health"), 10);
    let play = drunk(&brew("healing"), "<@..").play("0.......");
    assert_eq!(play.value("here/player", "health"), 40);
}

/// Returns how many turns a hero loses who is put to sleep for nine.
fn slept(map: &str, keys: &str) -> u64 {
    let items = brew("asleep")
        + r#", "dart": { "attributes": { "pickupable": true, "collision_effect": { "apply_state": "asleep" } } }"#;
    let turret = r#""monster": { "personality": "own", "default_items": ["dart"],
        "attributes": { "inventory": 1 }, "stats": { "health": 9 } }"#;
    let stage = Stage {
        actors: turret,
        personalities: r#""own": { "behaviors": ["shoot_at_target"] }"#,
        ..drunk(&items, map)
    };
    // The turn of falling asleep does not count as lost.
    stage.play(keys).game.turn() - 1
}

#[test]
fn a_sleep_of_nine_turns_costs_eight_whoever_brings_it() {
    assert_eq!(slept("<@...", "0"), 8, "his own brew");
    assert_eq!(slept("<@..m", "."), 8, "a monster's only dart");
}
