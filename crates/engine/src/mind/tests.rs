use std::collections::BTreeSet;

use barrow_pack::{Behaviour, Choice};

use crate::scenario::{Scenario, cell};

/// Makes a level with monsters `m` of such a mind. They strike for 3 and see 8 cells.
fn minded(mind: &str, level: &str, map: &str) -> Scenario {
    ruled("", mind, level, map)
}

fn ruled(rules: &str, mind: &str, level: &str, map: &str) -> Scenario {
    let more = format!(
        r#"{{
            "kinds": {{
                "champion": {{ "extends": "hero", "has": {{ "health": 1000, "attack": 0 }} }},
                "monster": {{ "extends": "creature", "side": "foes", "mind": "tested",
                    "look": {{ "glyph": "m", "open_glyph": "M" }}, "abilities": ["bolt"],
                    "stock": ["stone", "stone"] }},
                "friend": {{ "extends": "creature", "side": "foes", "mind": "still",
                    "look": {{ "glyph": "f" }} }},
                "stone": {{ "as": "item", "item": {{}}, "look": {{ "glyph": "*" }},
                    "strike": {{ "do": [{{ "harm": 2 }}] }} }},
                "ore": {{ "as": "fixture", "is": ["solid", "flammable"], "look": {{ "glyph": "o" }},
                    "has": {{ "health": 6 }} }},
                "gate": {{ "as": "fixture", "look": {{ "glyph": "G" }}, "door": {{ "locked": true }} }},
                "torch": {{ "as": "fixture", "light": {{ "radius": 3 }}, "look": {{ "glyph": "i" }} }},
                "stove": {{ "as": "fixture", "on": {{ "spawn": [
                    {{ "put": {{ "field": "fire", "amount": 9, "at": "self" }} }},
                    {{ "remove": {{ "of": "self" }} }}] }} }}
            }},
            "fields": {{ "fire": {{ "harmful": true, "look": {{ "glyph": "^" }} }} }},
            "abilities": {{ "bolt": {{ "aim": "target", "range": 4, "cooldown": 3, "say": "Zap!",
                "do": [{{ "harm": 1 }}] }} }},
            "minds": {{ "tested": {mind} }}
        }}"#
    );
    let signs = r#"{ "m": ["monster"], "f": ["friend"], "o": ["ore"], "G": ["gate"],
        "_": ["void"], "i": ["torch"], "^": ["stove"] }"#;
    Scenario::staged(rules, level, map, signs, &more)
}

fn check(mind: &str, map: &str, keys: &str, expected: &str) {
    minded(mind, "", map).keys(keys).shows(expected);
}

const HUNTER: &str = r#"["strike", "approach"]"#;

#[test]
fn speed_may_depend_on_light() {
    let more = r#"{ "kinds": { "moth": { "extends": "rat", "mind": "hunter",
            "changes": [{ "attribute": "speed", "times": 0.3, "when": "self.light = 0" }] } },
        "minds": { "hunter": ["approach"] } }"#;
    let signs = r#"{ "r": ["moth"] }"#;
    let map = "@..................r";
    let far = r#""sense": "always""#;
    let more = more.replace("[\"approach\"]", &format!("[{{ \"approach\": {{ {far} }} }}]"));
    for (level, steps) in [(r#""dark": true"#, 3), (r#""dark": false"#, 10)] {
        let mut it = Scenario::staged("", level, map, signs, &more);
        it.keys("..........");
        let moth = it.find("moth").unwrap();
        assert_eq!(it.game.world.entities[moth.index()].pos().unwrap().x, 19 - steps);
    }
}

#[test]
fn every_behaviour_is_tested_here() {
    let text = include_str!("tests.rs");
    let tested =
        |key: &str| text.contains(&format!("fn {key}_")) || text.contains(&format!("_{key}_"));
    let keys: BTreeSet<&str> = Behaviour::rows().map(|row| row.key).collect();
    assert_eq!(keys.into_iter().filter(|key| !tested(key)).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn advance_flies_where_it_faces_until_it_meets_something() {
    let mut it = minded(r#"["advance"]"#, "", "m.@\n...\n...");
    it.keys(".").shows("..@\nm..\n...");
    it.keys(".").shows("..@\n...\nm..");
    it.keys(".").shows("..@\n...\n...");
}

#[test]
fn of_equally_short_steps_the_one_that_points_at_the_goal_may_come_first() {
    for (pointed, after) in [("false", "@....\n.....\n...m."), ("true", "@....\n...m.\n.....")] {
        let rules = format!(r#""pointed_steps": {pointed}"#);
        let mut it = ruled(&rules, HUNTER, "", "@....\n.....\n....m");
        it.keys(".").shows(after);
    }
}

#[test]
fn strike_hits_the_foe_next_to_it_and_nobody_else() {
    let mut it = minded(r#"["strike"]"#, "", "@m.");
    it.keys("..").shows("@m.");
    assert_eq!(it.hero_value("health"), 994);
    let mut it = minded(r#"["strike"]"#, "", "@.mf");
    it.keys("..");
    assert_eq!(it.hero_value("health"), 1000);
}

#[test]
fn strike_ignores_diagonal_foes_under_the_four_way_rule() {
    let mut it = ruled(r#""four_ways": true"#, HUNTER, "", "@.\n.m");
    it.keys(".");
    assert_eq!((it.hero_value("health"), it.picture().as_str()), (1000, "@m\n..\n"));
}

#[test]
fn approach_leads_around_walls_to_the_foe() {
    check(HUNTER, "@...m", "..", "@.m..");
    check(
        r#"[{ "approach": { "sense": "always" } }]"#,
        "@.##m\n.###.\n.....",
        "...",
        "@.##.\n.###.\n..m..",
    );
}

#[test]
fn approach_needs_to_notice_the_foe() {
    check(HUNTER, "@.#.m\n..#..\n.....", ".", "@.#.m\n..#..\n.....");
    check(HUNTER, "@.........m", "..", "@.........m");
    check(r#"[{ "approach": { "within": 3 } }]"#, "@...m", ".", "@...m");
    check(r#"[{ "approach": { "within": 4 } }]"#, "@...m", ".", "@..m.");
}

#[test]
fn approach_by_light_finds_only_those_who_stand_in_it() {
    let mind = r#"[{ "approach": { "sense": "light" } }]"#;
    let mut dark = minded(mind, r#""dark": true"#, "@...m...");
    dark.keys("..").shows("@...m...");
    let mut lit = minded(mind, r#""dark": true"#, "i@...m..");
    lit.keys("..").shows("i@.m....");
}

#[test]
fn approach_remembers_for_a_while_where_the_foe_was() {
    let map = "#.#######\n#.#######\n@.....m..";
    let after = |memory: &str, keys: &str| {
        let mind = format!(r#"[{{ "approach": {{ {memory} }} }}]"#);
        minded(&mind, "", map).keys(keys).picture()
    };
    assert_eq!(after("", ".uk"), "#@#######\n#.#######\n.....m...\n");
    assert_eq!(after(r#""memory": 9"#, ".uk"), "#@#######\n#.#######\n...m.....\n");
    assert_eq!(after(r#""memory": 9"#, ".uk."), "#@#######\n#.#######\n..m......\n");
    assert_eq!(after(r#""memory": 2"#, ".uk."), "#@#######\n#.#######\n...m.....\n");
}

#[test]
fn greedy_approach_finds_no_way_around() {
    let mind = r#"[{ "approach": { "sense": "always", "greedy": true } }]"#;
    check(mind, "@.#m\n..#.\n....", "...", "@.#m\n..#.\n....");
    check(mind, "@...m", "...", "@m...");
    let ends: BTreeSet<String> = (0..20)
        .map(|seed| {
            let map = "@....\n.....\n..m..";
            let mut it = ruled(r#""four_ways": true"#, mind, "", map).seeded(seed);
            it.keys(".").picture()
        })
        .collect();
    assert_eq!(ends.len(), 2, "of two equally good steps, dice choose");
}

#[test]
fn greedy_approach_may_take_a_detour_when_it_is_barred() {
    let detour = |turns: &str| {
        format!(r#"[{{ "approach": {{ "sense": "always", "greedy": true, "detour": {turns} }} }}]"#)
    };
    let map = "@.#m\n..#.\n....";
    check(&detour("0"), map, "...", "@.#m\n..#.\n....");
    check(&detour("1"), map, "....", "@.#m\n..#.\n....");
    check(&detour("6"), map, "...", "@.#.\n.m#.\n....");
}

#[test]
fn flee_leads_away_from_those_it_sees() {
    check(r#"["flee"]"#, "@.m...", "..", "@...m.");
    check(r#"[{ "flee": { "within": 2 } }]"#, "@..m..", "..", "@..m..");
    check(r#"[{ "flee": { "within": 2 } }]"#, "@.m...", "..", "@..m..");
    check(r#"["flee", "strike"]"#, "@m#", ".", "@m#");
    let mut cornered = minded(r#"["flee", "strike"]"#, "", "@m#");
    cornered.keys(".");
    assert_eq!(cornered.hero_value("health"), 997, "the cornered fight");
}

#[test]
fn flee_avoids_pits_and_fire() {
    check(r#"["flee"]"#, "@.m_.", "..", "@.m .");
    check(r#"["flee"]"#, "@.m^.", "..", "@.m^.");
}

#[test]
fn keep_away_holds_its_distance() {
    let mind = r#"[{ "keep_away": { "near": 3, "far": 5 } }]"#;
    check(mind, "@.m.....", "...", "@..m....");
    check(mind, "@......m", "...", "@....m..");
    check(mind, "@...m...", "...", "@...m...");
}

#[test]
fn cast_needs_a_target_in_range_and_time_to_pass() {
    let mut it = minded(r#"[{ "cast": "bolt" }]"#, "", "@...m");
    it.keys(".....").tells(&["Zap!", "Zap!"]);
    assert_eq!(it.hero_value("health"), 998);
    minded(r#"[{ "cast": "bolt" }]"#, "", "@....m").keys("...").tells(&[]);
    minded(r#"[{ "cast": "bolt" }]"#, "", "@.#.m").keys("...").tells(&[]);
}

#[test]
fn shoot_throws_what_it_carries_until_it_has_nothing() {
    let mut it = minded(r#"["shoot"]"#, "", "@...m");
    it.keys("...");
    assert_eq!(it.hero_value("health"), 996);
    let mut it = minded(r#"[{ "shoot": { "range": 3 } }]"#, "", "@...m");
    it.keys("...");
    assert_eq!(it.hero_value("health"), 1000);
}

#[test]
fn shoot_leaves_out_what_is_no_attack() {
    let more = r#"{ "kinds": {
        "petal": { "as": "item", "look": { "glyph": "p" }, "item": {}, "strike": { "harmless": true, "do": [{ "harm": 7 }] } },
        "archer": { "extends": "rat", "mind": "shoots", "stock": ["petal"] } }, "minds": { "shoots": ["shoot"] } }"#;
    let mut it = Scenario::new("@...m", r#"{ "m": ["archer"] }"#, more);
    it.keys("..").shows("@...r");
    assert_eq!(it.hero_value("health"), 20);
}

#[test]
fn guard_goes_home_when_it_has_strayed() {
    let mind = r#"[{ "guard": 2 }, "approach"]"#;
    let mut it = minded(mind, "", "@......m");
    it.keys(".....").shows("@...m...");
    it.keys(".").shows("@....m..");
    let mut it = minded(r#"[{ "guard": 1 }]"#, "", "@..m....");
    let monster = it.find("monster").unwrap();
    it.ctx().relocate(monster, cell(7, 0));
    it.keys("..........").shows("@...m...");
}

#[test]
fn wander_takes_any_free_step() {
    let ends: BTreeSet<String> = (0..60)
        .map(|seed| {
            let map = "....#@\n.m..##\n....##";
            minded(r#"["wander"]"#, "", map).seeded(seed).keys(".").picture()
        })
        .collect();
    assert_eq!(ends.len(), 8);
}

#[test]
fn wander_never_steps_into_harm_when_careful() {
    for seed in 0..40 {
        let map = "_^_#@\n^m.##\n_._##";
        let mut it = minded(r#"["wander"]"#, "", map).seeded(seed);
        it.keys("..............");
        let monster = it.find("monster").expect("it is alive");
        let at = it.game.world.entities[monster.index()].pos().unwrap();
        assert!([cell(1, 1), cell(2, 1), cell(1, 2)].contains(&at));
    }
    let careless = (0..40).filter(|&seed| {
        let map = "___#@\n_m.##\n___##";
        let mind = r#"[{ "wander": { "careful": false } }]"#;
        let mut it = minded(mind, "", map).seeded(seed);
        it.keys("..").find("monster").is_none()
    });
    assert!(careless.count() > 20, "the careless fall");
}

#[test]
fn ambush_lies_still_until_a_foe_is_near_and_never_again() {
    let mind = r#"[{ "ambush": 2 }, "strike", "approach"]"#;
    let mut it = minded(mind, "", "@...m...");
    it.keys("...").shows("@...m...");
    it.keys("l").shows(".@..m...");
    it.keys("l").shows("..@M....");
    it.keys("hh").shows("@M......");
}

#[test]
fn mine_strikes_what_can_be_broken() {
    let mind = r#"[{ "mine": "flammable" }]"#;
    check(mind, "@#o..m", "..", "@#om..");
    check(mind, "@#o..m", "....", "@#.m..");
    check(r#"[{ "mine": { "flag": "flammable", "within": 2 } }]"#, "@#o..m", "..", "@#o..m");
}

#[test]
fn wait_lets_the_turn_pass() {
    check(r#"["wait", "strike"]"#, "@m", "...", "@m");
    assert_eq!(minded(r#"["wait", "strike"]"#, "", "@m").keys("...").hero_value("health"), 1000);
}

#[test]
fn the_first_behaviour_that_holds_decides() {
    let mind = r#"[{ "flee": { "when": "health < 5" } }, "strike", "approach"]"#;
    let mut it = minded(mind, "", "@m....");
    it.keys(".");
    assert_eq!(it.hero_value("health"), 997);
    let (monster, life) = (it.find("monster").unwrap(), it.game.pack().rules.life);
    it.game.world.entities[monster.index()].own_mut(life).now = 4.into();
    it.keys("..").shows("@..m..");
    let chancy = r#"[{ "approach": { "chance": 0.5 } }]"#;
    let steps: BTreeSet<String> =
        (0..20).map(|seed| minded(chancy, "", "@...m").seeded(seed).keys(".").picture()).collect();
    assert_eq!(steps.len(), 2);
}

#[test]
fn minds_open_doors_but_no_locks() {
    let mind = r#"["strike", { "approach": { "sense": "always" } }]"#;
    check(mind, "#####\n@.+m#\n#####", ".", "#####\n@.'m#\n#####");
    check(mind, "#####\n@.+m#\n#####", "...", "#####\n@m'.#\n#####");
    check(mind, "#####\n@.Gm#\n#####", "...", "#####\n@.Gm#\n#####");
}

#[test]
fn minds_go_around_pits_and_fire() {
    check(HUNTER, "@._.m\n.....", "..", "@. ..\n..m..");
    check(HUNTER, "@.^.m\n.....", "..", "@.^..\n..m..");
}

#[test]
fn actors_walk_around_those_in_front() {
    // The way past the friend is a little longer, and taken.
    check(HUNTER, "@.f.m\n.....", "..", "@.f..\n..m..");
    check(HUNTER, "@fm..", "...", "@fm..");
}

#[test]
fn a_queue_in_a_corridor_moves_up_and_fills_the_room() {
    let map = "
        ##########
        #....#####
        #....#####
        #.@..mmmmm
        #....#####
        #....#####
        ##########";
    let mut it = minded(HUNTER, "", map);
    it.keys("..........");
    assert_eq!(
        it.game.world.level.actor_cells.around(cell(2, 3)).count_ones(),
        5,
        "{}",
        it.picture()
    );
}

#[test]
fn each_fights_the_nearest_foe_it_notices() {
    let more = r#"{ "kinds": {
            "wolf": { "extends": "rat", "side": "wolves", "mind": "fights" },
            "bear": { "extends": "rat", "side": "bears", "mind": "fights" } },
        "minds": { "fights": ["strike", "approach"] } }"#;
    let signs = r#"{ "w": ["wolf"], "b": ["bear"] }"#;
    // The hero is nearer to the wolf, but behind a wall.
    let mut it = Scenario::new("@#########\n##########\n#w......b#", signs, more);
    it.keys("...").shows("@#########\n##########\n#...rr...#");
    it.keys("......");
    assert_eq!(it.game.world.actors.len(), 2, "one has died");
}

#[test]
fn strike_back_answers_a_friend_as_well_and_forgets_when_told() {
    let mind = r#"["strike_back"]"#;
    let mut it = minded(mind, "", "@.mf");
    let (monster, friend) = (it.find("monster").unwrap(), it.find("friend").unwrap());
    it.game.world.entities[monster.index()].actor.as_mut().unwrap().foe = Some(friend);
    it.keys(".");
    assert_eq!(it.value(friend, "health").to_whole(), 7);
    it.ctx().forget(monster);
    it.keys(".");
    assert_eq!(it.value(friend, "health").to_whole(), 7);
    // A hero that did nothing is left alone.
    assert_eq!(minded(mind, "", "@m").keys("..").hero_value("health"), 1000);
}

#[test]
fn strike_back_follows_if_told_so() {
    let struck = |mind: &str| {
        let mut it = minded(mind, "", "@...m..f");
        let (monster, friend) = (it.find("monster").unwrap(), it.find("friend").unwrap());
        it.game.world.entities[monster.index()].actor.as_mut().unwrap().foe = Some(friend);
        it.keys("...");
        (it.picture().trim_end().to_owned(), it.value(friend, "health").to_whole())
    };
    assert_eq!(struck(r#"["strike_back"]"#), ("@...m..f".into(), 10));
    let following = r#"[{ "strike_back": { "follow": true } }]"#;
    assert_eq!(struck(following), ("@.....mf".into(), 7));
    // Nobody harmed it.
    minded(following, "", "@...m..f").keys("...").shows("@...m..f");
}

#[test]
fn wander_goes_four_ways_if_told_so() {
    let ends: BTreeSet<String> = (0..60)
        .map(|seed| {
            let map = "....#@\n.m..##\n....##";
            let mind = r#"[{ "wander": { "four": true } }]"#;
            minded(mind, "", map).seeded(seed).keys(".").picture()
        })
        .collect();
    assert_eq!(ends.len(), 4);
}

#[test]
fn minds_can_read_danger() {
    let mind = r#"[{ "wander": { "when": "self.danger" } }]"#;
    check(mind, "@.m..", "...", "@.m..");
    let more = r#"{ "kinds": { "wolf": { "extends": "rat", "mind": "wary" },
            "mud": { "as": "fixture", "harmful": true, "look": { "glyph": "~" } } },
        "minds": { "wary": [{ "wander": { "when": "self.danger" } }] } }"#;
    let signs = r#"{ "w": ["mud", "wolf"], "~": ["mud"] }"#;
    let mut it = Scenario::new("@##\n~w.\n###", signs, more);
    it.keys("..").shows("@##\n~~r\n###");
}

#[test]
fn dizzy_actors_strike_in_random_directions() {
    let more = r#"{ "states": { "dizzy": { "lasts": 99, "astray": 1 } },
        "kinds": { "wolf": { "extends": "rat", "mind": "fights", "on": { "spawn": [{ "apply": "dizzy" }] } } },
        "minds": { "fights": ["strike"] } }"#;
    let struck = (0..80).filter(|&seed| {
        let map = "...\n@w.\n...";
        let mut it = Scenario::new(map, r#"{ "w": ["wolf"] }"#, more).seeded(seed);
        it.keys(".").hero_value("health") < 20
    });
    let struck = struck.count();
    assert!((3..=20).contains(&struck), "{struck} of 80 blows met the one they were meant for");
}

#[test]
fn minds_hunt_new_foes_and_forget_lost_ones() {
    let more = r#"{ "minds": { "hunter": ["strike", { "approach": { "sense": "always" } }] }, "kinds": {
        "wolf": { "extends": "creature", "side": "foes", "mind": "hunter", "look": { "glyph": "w" } },
        "decoy": { "extends": "creature", "side": "decoys", "look": { "glyph": "d" },
            "on": { "turn": [{ "if": { "when": "turn = 6", "do": [{ "remove": { "of": "self" } }] } }] } },
        "nest": { "as": "fixture", "look": { "glyph": "n" },
            "on": { "turn": [{ "if": { "when": "turn = 3", "do": [{ "spawn": { "kind": "decoy", "at": "self" } }] } }] } } } }"#;
    let mut it = Scenario::new("@.........w..n", r#"{ "w": ["wolf"], "n": ["nest"] }"#, more);
    it.keys("..").shows("@.......w....n");
    it.keys("..").shows("@.........w..d");
    it.keys("..").shows("@.........w..n");
}

#[test]
fn hunters_go_on_when_a_wall_falls() {
    let more = r#"{ "kinds": {
        "wolf": { "extends": "rat", "mind": "hunter", "look": { "glyph": "w" } },
        "heap": { "as": "fixture", "is": ["solid"], "look": { "glyph": "x" }, "on": { "turn": [
            { "if": { "when": "turn = 4", "do": [{ "remove": { "of": "self" } }] } }] } } },
        "minds": { "hunter": [{ "approach": { "sense": "always" } }] } }"#;
    let signs = r#"{ "w": ["wolf"], "x": ["heap"] }"#;
    let mut it = Scenario::new(&format!("@{}xw", ".".repeat(33)), signs, more);
    it.keys("...").shows(&format!("@{}xw", ".".repeat(33)));
    it.keys(".").shows(&format!("@{}w.", ".".repeat(33)));
}

/// Guards `g`, criers `c`, dogs `d`, sleepers `z` and posts `p`, for a hero who can be heard.
fn staffed(minds: &str, map: &str) -> Scenario {
    let more = r#"{ "attributes": { "post": { "flag": "Guards come by." } },
            "kinds": {
                "champion": { "extends": "hero", "has": { "health": 1000, "noise": 4 } },
                "guard": { "extends": "rat", "look": { "glyph": "g" }, "mind": "guards" },
                "crier": { "extends": "rat", "look": { "glyph": "c" }, "mind": "cries" },
                "dog": { "extends": "hero", "look": { "glyph": "d" }, "mind": "heels" },
                "sleeper": { "extends": "rat", "look": { "glyph": "z" }, "is": ["asleep"],
                    "wakes": { "noise": 1, "sight": 0 }, "mind": "hunts" },
                "post": { "as": "fixture", "look": { "glyph": "p" }, "is": ["post"] } },
            "minds": { "guards": ["wait"], "cries": ["wait"], "heels": ["wait"],
                "hunts": ["approach"] } }"#
        .to_owned();
    let more = minds.split(';').fold(more, |more, mind| {
        let (name, deeds) = mind.split_once('=').unwrap();
        more.replace(&format!("\"{name}\": [\"wait\"]"), &format!("\"{name}\": {deeds}"))
    });
    let signs = r#"{ "g": ["guard"], "c": ["crier"], "d": ["dog"], "z": ["sleeper"],
        "p": ["post"] }"#;
    Scenario::new(map, signs, &more)
}

#[test]
fn surround_leads_to_the_side_where_no_friend_is() {
    let map = ".......\n.@.m.m.\n.......";
    check(r#"["strike", "surround"]"#, map, "...", "..m....\n.@.....\n..m....");
    check(r#"[{ "surround": { "within": 2 } }]"#, "@...m", "..", "@...m");
    check(r#"["surround"]"#, "#@.m", "..", "#@m.");
}

#[test]
fn search_leads_to_where_a_noise_was_and_looks_around() {
    let map = "@...#\n###.#\ng...#\n#####";
    let mut it = staffed(r#"guards=[{ "search": 12 }]"#, map);
    it.keys(".").shows(map);
    it.keys("l.").shows(".@..#\n###.#\n..g.#\n#####");
    // A noise is forgotten after some turns.
    let mut it = staffed(r#"guards=[{ "search": 1 }]"#, map);
    it.keys("l....").shows(".@..#\n###.#\n.g..#\n#####");
}

#[test]
fn alert_calls_friends_who_see_nobody() {
    let minds =
        r#"cries=[{ "alert": { "radius": 9, "say": "[Self] shouts." } }];guards=["approach"]"#;
    let mut it = staffed(minds, "@....c\n####..\ng.....");
    it.keys("..").tells(&["The crier shouts."]).shows("@....c\n####..\n..g...");
    let mut it = staffed(&minds.replace('9', "3"), "@....c\n####..\ng.....");
    it.keys("..").tells(&[]).shows("@....c\n####..\ng.....");
}

#[test]
fn alert_wakes_sleepers() {
    let mut it = staffed(r#"cries=[{ "alert": 9 }]"#, "@....c\n####..\nz.....");
    it.keys("..").shows("@....c\n####..\n..z...");
}

#[test]
fn disengage_leads_home_if_nobody_was_seen_for_a_while() {
    let map = "@.....g\n#.#####\n#.#####";
    let mut it = staffed(r#"guards=[{ "disengage": 2 }, "approach"]"#, map);
    it.keys(".nj").shows(".....g.\n#.#####\n#@#####");
    it.keys("......").shows("......g\n#.#####\n#@#####");
}

#[test]
fn patrol_visits_all_posts_in_turn() {
    let mut it = staffed(r#"guards=[{ "patrol": { "flag": "post" } }]"#, "@#p..g..p");
    let guard = it.find("guard").unwrap();
    let mut visits = Vec::new();
    for _ in 0..24 {
        it.keys(".");
        let x = it.game.world.entities[guard.index()].pos().unwrap().x;
        if (x == 2 || x == 8) && visits.last() != Some(&x) {
            visits.push(x);
        }
    }
    assert!(visits == [2, 8, 2, 8] || visits == [8, 2, 8, 2], "{visits:?}");
}

#[test]
fn patrol_without_posts_goes_somewhere_else() {
    let mut it = staffed(r#"guards=["patrol"]"#, "@#g...............");
    let guard = it.find("guard").unwrap();
    it.keys("......");
    assert!(it.game.world.entities[guard.index()].pos().unwrap().x > 4, "{}", it.picture());
}

#[test]
fn follow_keeps_near_the_leader() {
    let mut it = staffed(r#"heels=["follow"]"#, "@.....d");
    it.keys("......").shows("@.d....");
    it.keys("h").shows("@.d....");
    let mut it = staffed(r#"heels=[{ "follow": { "near": 1, "far": 3 } }]"#, "@.....d");
    it.keys("..").shows("@.....d");
    it.keys("lll..").shows("...@d..");
    let mut it = staffed(r#"guards=[{ "follow": { "whom": "player", "near": 3 } }]"#, "@.....g");
    it.keys("......").shows("@..g...");
    // Without a leader it follows a friend with the flag.
    let mut it = staffed(r#"guards=[{ "follow": { "flag": "asleep" } }]"#, "g....z#@");
    it.keys(".....").shows("...g.z#@");
}

#[test]
fn steps_wake_sleepers_and_blows_do() {
    let mut it = staffed(r#"guards=["wait"]"#, "@.....z");
    it.keys(".").shows("@.....z");
    // Six cells away nothing is heard, four cells away it is; waking takes a turn.
    it.keys("l").shows(".@....z");
    it.keys("l").shows("..@...z");
    it.keys(".").shows("..@..z.");
    let mut it = staffed(r#"guards=["wait"]"#, "@z");
    it.keys("l");
    let sleeper = it.find("sleeper").unwrap();
    assert!(!it.ctx().is_asleep(sleeper));
}
