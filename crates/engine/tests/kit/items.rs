//! Carrying, equipping, using and throwing items in the kit's format, and their names.

use std::collections::BTreeSet;

use barrow_engine::{Command, Refusal};
use barrow_grid::Pos;

use super::stage::Stage;

/// Returns a stage whose hero carries some items.
fn carrying<'a>(items: &'a str, hero: &'a [(&'a str, &'a str)], map: &'a str) -> Stage<'a> {
    let signs = &[('<', "actors:up_stairway"), ('d', "actors:dummy"), ('%', "items:thing")];
    Stage { map, signs, items, files: hero, ..Stage::default() }
}

fn hero(bag: &str, more: &str) -> String {
    format!(
        r#"{{ "player": {{ "name": "Hero", "default_items": [{bag}], "collision_effect": {{ "health": -1 }},
            "attributes": {{ "controlled": true, "inventory": 6 {more} }},
            "stats": {{ "health": {{ "max": 60, "current": 40 }}, "wit": 5 }} }} }}"#
    )
}

const OWN: &str = "prototypes/here/actors.json";

#[test]
fn a_use_that_changes_nothing_costs_a_turn_and_nothing_else() {
    let items = r#""thing": { "name": "Draught", "identified": false, "unidentified_template": "murky draught",
        "identified_template": "Draught of Life", "use_description": "You drain the [item_name].",
        "attributes": { "pickupable": true, "consumable": true, "use_verb": "Drink", "use_effect": { "health": 30 } } }"#;
    let full = hero(r#""thing", "thing""#, "").replace(r#""current": 40"#, r#""current": 60"#);
    let mut play = carrying(items, &[(OWN, &full)], "<@.").play("0");
    assert_eq!(play.bag(), ["murky draught", "murky draught"]);
    assert_eq!((play.texts(), play.game.turn()), (vec!["Nothing happens."], 1));
    // The hurt hero drinks; the message still uses the unidentified name.
    let hurt = hero(r#""thing", "thing""#, "");
    play = carrying(items, &[(OWN, &hurt)], "<@.").play("0");
    assert_eq!(play.texts(), ["You drain the murky draught.", "It is a Draught of Life."]);
    assert_eq!(
        (play.bag(), play.value("here/player", "health")),
        (vec!["Draught of Life".into()], 60)
    );
    assert_eq!(play.cues(), ["tone1"], "a use sounds like something");
}

#[test]
fn names_are_drawn_once_and_keep_their_words() {
    let items = r#""thing": { "name": "Potion", "identified": false, "template_vars": { "vessel": "phial" },
        "unidentified_template": "[colors.colors] [vessel]", "identified_template": "[colors.colors] [vessel] of [substances.oils]",
        "attributes": { "pickupable": true, "consumable": true, "use_verb": "Drink", "use_effect": { "wit": -1 } } }"#;
    let bag = hero(r#""thing", "thing""#, "");
    let files = [
        (OWN, bag.as_str()),
        (
            "data/colors.json",
            r##"{ "colors": [{ "color": "teal", "hex": "#008080" }, { "color": "rust", "hex": "#aa4400" }] }"##,
        ),
        ("data/substances.json", r#"{ "oils": ["tar", "balm", "musk"] }"#),
    ];
    let stage = carrying(items, &files, "<@.");
    let mut seen = BTreeSet::new();
    for seed in 0..20 {
        let mut play = stage.play_seed(seed, "");
        let before = play.bag().remove(0);
        assert!(["teal phial", "rust phial"].contains(&&*before), "{before}");
        let after = play.keys("0").bag().remove(0);
        assert!(after.starts_with(&format!("{before} of ")), "{after}");
        seen.insert(after);
    }
    assert!(seen.len() >= 4, "{seen:?}");
}

#[test]
fn a_random_effect_touches_one_stat_for_better_or_worse() {
    let items = r#""thing": { "name": "Odd Brew", "random_effect": true, "use_description": "It does [effect_description].",
        "attributes": { "pickupable": true, "consumable": true, "use_verb": "Drink" } }"#;
    let bag = hero(r#""thing""#, "").replace(r#""wit": 5"#, r#""wit": { "max": 9, "current": 5 }"#);
    let files = [(OWN, bag.as_str())];
    let stage = carrying(items, &files, "<@.");
    let (mut good, mut stats) = (0, BTreeSet::new());
    for seed in 0..80 {
        let play = stage.play_seed(seed, "0");
        let health = play.value("here/player", "health") - 40;
        let wit = play.value("here/player", "wit") - 5;
        assert!((health == 0) != (wit == 0), "one of them: {health} {wit}");
        assert!((-25..=20).contains(&health) && (health == 0 || health.abs() >= 5));
        assert!((-5..=4).contains(&wit));
        stats.insert(health == 0);
        good += i32::from(health + wit > 0);
        assert!(play.texts()[0].starts_with("It does "), "{:?}", play.texts());
    }
    assert_eq!(stats.len(), 2);
    assert!((46..=66).contains(&good), "{good} of 80");
}

#[test]
fn a_staff_tells_when_it_is_ready() {
    let items = r#""thing": { "name": "Staff", "stats": { "pow": { "max": 20, "start": 7, "per_turn": 1,
            "ready_at": 10, "ready_message": "The staff hums." } },
        "attributes": { "pickupable": true, "use_verb": "Cast", "use_effect": "targeted_spell", "charge_stat": "pow",
            "spell_effect": { "center": "dummy", "radius": 0 }, "cast_sound": "zing" } }"#;
    let bag = hero(r#""thing""#, "");
    let files = [(OWN, bag.as_str())];
    let stage = carrying(items, &files, "<@....");
    let cast = Command::Cast { ability: "here/thing".into(), at: Some(Pos::new(4, 0)) };
    let cast_common = Command::Cast { ability: "thing".into(), at: Some(Pos::new(4, 0)) };
    let mut play = stage.play("..");
    assert!(play.texts().is_empty());
    play.keys(".");
    assert_eq!(play.texts(), ["The staff hums."]);
    play.keys(".");
    assert_eq!(play.texts().len(), 1, "once is enough");
    play.command(&cast).command(&cast_common);
    assert_eq!((play.count("dummy"), play.cues()), (1, vec!["zing"]));
}

#[test]
fn heavy_things_need_strength_and_time_unless_taken_up_from_the_floor() {
    let items = r#""thing": { "name": "Mail", "attributes": { "pickupable": true, "wearable": "middle",
            "requires_stat": { "strength": 4 }, "wear_effect": { "defense": 3 } } }"#;
    let weak = hero("", r#", "strength": 3, "defense": 0"#);
    let mut play = carrying(items, &[(OWN, &weak)], "<@%.").play("l");
    assert_eq!(play.value("here/player", "defense"), 0);
    play.equip(0);
    assert!(matches!(play.refused[..], [Refusal::Lacks(_)]), "{:?}", play.refused);
    let strong = hero("", r#", "strength": 9, "defense": 0"#);
    let mut play = carrying(items, &[(OWN, &strong)], "<@%.").play("l");
    assert_eq!((play.value("here/player", "defense"), play.game.turn()), (3, 1));
    play.command(&Command::Unequip { slot: 0 }).equip(0).keys("..");
    assert_eq!((play.value("here/player", "defense"), play.game.turn()), (0, 5));
    play.keys(".");
    assert_eq!(play.value("here/player", "defense"), 3, "four turns to put it on by hand");
}

#[test]
fn throws_reach_ten_cells_plus_strength() {
    let items = r#""thing": { "name": "Stone", "attributes": { "pickupable": true, "collision_effect": { "health": -4 } } }"#;
    let bag = hero(r#""thing", "thing""#, r#", "strength": 2"#);
    let files = [(OWN, bag.as_str())];
    let stage = carrying(items, &files, "<@.............d");
    let mut play = stage.play("");
    play.throw(0, 14, 0);
    assert_eq!(play.refused, [Refusal::OutOfReach]);
    play.throw(0, 13, 0);
    assert_eq!(play.place("thing"), Some(Pos::new(13, 0)));
    // What hits shatters, unless its definition says otherwise.
    let mut near = carrying(items, &files, "<@...d.").play("");
    near.throw(0, 5, 0);
    assert_eq!((near.value("dummy", "health"), near.count("thing")), (26, 0));
    let tough = items.replace("\"pickupable\"", "\"breakable_on_throw\": false, \"pickupable\"");
    let mut near = carrying(&tough, &files, "<@...d.").play("");
    near.throw(0, 5, 0);
    assert_eq!((near.value("dummy", "health"), near.count("thing")), (26, 1));
}

#[test]
fn strength_does_not_add_to_throws() {
    let items = r#""thing": { "attributes": { "pickupable": true, "weapon": true, "collision_effect": { "health": -4 } } }"#;
    let bag = hero(r#""thing""#, r#", "strength": 20"#);
    let files = [(OWN, bag.as_str()), ("kit.json", r#"{ "shipped": ["strength"] }"#)];
    let stage = carrying(items, &files, "<@d...");
    assert_eq!(stage.play("l").value("dummy", "health"), 22);
    assert_eq!(stage.play("").throw(0, 2, 0).value("dummy", "health"), 26);
}

#[test]
fn a_whole_pile_is_taken_as_far_as_the_bag_goes() {
    let items = r#""thing": { "attributes": { "pickupable": true } }"#;
    let bag = hero(r#""thing", "thing", "thing", "thing""#, "");
    let files = [(OWN, bag.as_str())];
    let mut play = carrying(items, &files, "<@%...").play("");
    for _ in 0..4 {
        play.command(&Command::Drop { slot: 0 });
    }
    play.keys("lh");
    assert_eq!((play.bag().len(), play.count("thing")), (5, 0));
    let small = bag.replace(r#""inventory": 6"#, r#""inventory": 2"#);
    let files = [(OWN, small.as_str())];
    let play = carrying(items, &files, "<@%...").play("l");
    assert_eq!(
        (play.bag().len(), play.count("thing")),
        (4, 1),
        "what one begins with is no burden"
    );
}

#[test]
fn ore_tells_how_far_it_is() {
    let items = r#""pick": { "attributes": { "pickupable": true, "weapon": true, "mining": true,
        "collision_effect": { "health": -1 } } }"#;
    let actors = r#""ore": { "name": "Ore", "attributes": { "breakable": true } }"#;
    let bag = hero(r#""pick""#, "");
    let signs = &[('<', "actors:up_stairway"), ('o', "actors:ore")];
    let files = &[(OWN, bag.as_str())];
    let stage = Stage { map: "<@o", signs, actors, items, files, ..Stage::default() };
    let play = stage.play("llll");
    assert_eq!(
        play.texts(),
        [
            "The Ore is chipped.",
            "The Ore cracks.",
            "The Ore is about to give way.",
            "The Ore crumbles."
        ]
    );
    play.shows("<@.");
    // A softer thing breaks sooner.
    let soft = actors.replace("true }", r#"true, "break_threshold": 50 }"#);
    Stage { actors: &soft, ..stage }.play("ll").shows("<@.");
}

#[test]
fn stats_may_be_the_end_of_some_and_not_of_others() {
    let walker = |fatal: &str| {
        format!(
            r#"{{ "player": {{ "attributes": {{ "controlled": true }}, "stats": {{ "health": 9, "air": {{
                "max": 3, "per_turn": -1, {fatal} "warnings": [{{ "threshold": 0.4, "message": "You gasp." }}] }} }} }} }}"#
        )
    };
    let actors = r#""fish": { "attributes": {}, "stats": { "health": 3, "air": { "max": 2, "per_turn": -1 } } }"#;
    let signs = &[('<', "actors:up_stairway"), ('f', "actors:fish")];
    let deadly = walker(r#""fatal": true, "death_message": "[actor_name] drowns.","#);
    let files = &[(OWN, deadly.as_str())];
    let stage = Stage { map: "<@f", signs, actors, files, ..Stage::default() };
    let play = stage.play("..");
    assert_eq!(play.texts(), ["You gasp.", "You drown."]);
    assert!(play.game.end().is_some());
    let harmless = walker("");
    let files = &[(OWN, harmless.as_str())];
    let play = Stage { files, ..stage }.play("....");
    assert!(play.game.end().is_none());
    assert_eq!(play.count("fish"), 1);
}

#[test]
fn a_trail_that_is_crossed_stays_and_one_gone_back_is_wound_up() {
    let items = r#""thing": { "name": "Thread", "attributes": { "pickupable": true,
        "passive_effect": { "type": "leave_trail", "trail_type": "thread", "backtrack_removes": true } } }"#;
    let bag = hero(r#""thing""#, "");
    let files = [(OWN, bag.as_str())];
    let map = "<....\n.@...\n.....\n.....";
    let stage = carrying(items, &files, map);
    // Around in a ring and across its start.
    let play = stage.play("lljjhhk");
    play.shows("<....\n.```.\n.@.`.\n.```.");
    let across = stage.play("lljjhhkl");
    across.shows("<....\n.```.\n.`@`.\n.```.");
    // All the way back.
    let mut back = stage.play("lljj");
    back.keys("kk").shows("<....\n.``@.\n.....\n.....");
    back.keys("hh").shows("<....\n.@...\n.....\n.....");
}
