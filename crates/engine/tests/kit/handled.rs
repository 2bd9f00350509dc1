//! What is told, and what happens, when things are thrown, put on, cast and carried into water.

use barrow_grid::Pos;

use super::stage::{Play, Stage};

const ACTORS: &str = r#"
    "deer": { "name": "Deer", "attributes": { "sentient": true }, "stats": { "health": 30 } },
    "ghost": { "name": "Ghost", "attributes": { "sentient": true, "defense": 900 }, "stats": { "health": 30 } },
    "archer": { "name": "Archer", "personality": "archer", "default_items": ["petal", "arrow"],
        "attributes": { "inventory": 5 }, "stats": { "health": 30 } },
    "cloud": { "name": "clouds", "personality": "cloud", "lifetime": 5, "collision_effect": {},
        "attributes": { "solid": false, "mass_noun": true } },
    "mire": { "name": "mire", "personality": "pools", "attributes": { "solid": false, "liquid": true,
        "mass_noun": true, "paint_tile": "WATER" } },
    "deep_mire": { "name": "mire", "personality": "currents", "attributes": { "solid": false, "liquid": true,
        "deep": true, "mass_noun": true } }"#;
const ITEMS: &str = r#"
    "petal": { "name": "Petal", "attributes": { "pickupable": true } },
    "arrow": { "name": "Arrow", "attributes": { "pickupable": true, "collision_effect": { "health": -2 } } },
    "flask": { "name": "Flask", "attributes": { "pickupable": true, "explosive": true } },
    "sword": { "name": "Sword", "attributes": { "pickupable": true, "weapon": true,
        "collision_effect": { "health": -10 }, "collision_description": "[actor_name] [attacks.melee_verbs] the [attacked_actor_name]!" } },
    "mail": { "name": "Mail", "attributes": { "pickupable": true, "wearable": "lower", "wear_effect": { "defense": 8 } } },
    "plate": { "name": "Plate", "attributes": { "pickupable": true, "wearable": "lower",
        "requires_stat": { "strength": 3 }, "wear_effect": { "defense": 10 } } },
    "staff": { "name": "Staff of Sparks", "identified": false, "unidentified_template": "odd staff",
        "identified_template": "Staff of Sparks", "stats": { "pow": { "max": 8, "start": 8 } },
        "attributes": { "pickupable": true, "use_verb": "Cast", "use_effect": "targeted_spell",
            "charge_stat": "pow", "uses": 4, "spell_effect": { "center": "cloud", "radius": 0 } } }"#;
const PERSONALITIES: &str = r#"
    "archer": { "behaviors": ["shoot_at_target"], "attack_range": 8 },
    "cloud": { "behaviors": ["cloud_spread"], "spread_radius": 1, "spread_turns": 2 },
    "pools": { "behaviors": ["liquid"], "neighbor_type": "mire", "neighbor_count": 4,
        "transform_to": "deep_mire", "check_cardinal": true },
    "currents": { "behaviors": ["deep_water"], "item_drop_chance": 1, "item_drift_chance": 0 }"#;
const SIGNS: &[(char, &str)] = &[
    ('<', "actors:up_stairway"),
    ('d', "actors:deer"),
    ('G', "actors:ghost"),
    ('A', "actors:archer"),
    ('p', "items:petal"),
    ('a', "items:arrow"),
    ('f', "items:flask"),
    ('s', "items:sword"),
    ('m', "items:mail"),
    ('P', "items:plate"),
    ('/', "items:staff"),
];

/// Plays with a hero who has some more attributes.
fn play_with(attributes: &str, map: &str, keys: &str) -> Play {
    let hero = format!(
        r#"{{ "player": {{ "name": "Hero", "collision_effect": {{ "health": -3 }}, "stats": {{ "health": 20 }},
            "attributes": {{ "controlled": true, "inventory": 2 {attributes} }} }} }}"#
    );
    let files = &[
        ("prototypes/here/actors.json", hero.as_str()),
        ("data/attacks.json", r#"{ "melee_verbs": ["whack"], "miss_verbs": ["swing past"] }"#),
    ];
    let (signs, actors, items, personalities) = (SIGNS, ACTORS, ITEMS, PERSONALITIES);
    Stage { map, signs, actors, items, personalities, files, ..Stage::default() }.play(keys)
}

fn play(map: &str, keys: &str) -> Play {
    play_with("", map, keys)
}

/// Takes what lies to the right, throws it, and checks what is told of that.
#[track_caller]
fn check_throw(attributes: &str, map: &str, x: i32, expected: &[&str]) -> Play {
    let mut play = play_with(attributes, map, "l");
    play.throw(0, x, 0);
    assert_eq!(play.texts()[1..], *expected, "{map}");
    play
}

#[test]
fn every_throw_tells_what_becomes_of_it() {
    check_throw("", "<@p...", 5, &["You throw the Petal."]);
    check_throw("", "<@f...", 5, &["The Flask bursts."]);
    check_throw("", "<@a..d", 5, &["The Arrow hits the Deer.", "The Arrow breaks."]);
    check_throw("", "<@a..#", 5, &["The Arrow breaks."]);
    check_throw(r#", "accuracy": 5"#, "<@a..G", 5, &["The Arrow misses the Ghost."]);
}

#[test]
fn what_does_no_harm_can_hit_and_break_as_well() {
    let play = check_throw("", "<@p..d", 5, &["The Petal hits the Deer.", "The Petal breaks."]);
    assert_eq!((play.value("deer", "health"), play.count("petal")), (30, 0));
    // Nobody else takes it for a missile.
    let play = self::play("<@..A", "..");
    assert_eq!(play.texts(), ["The Arrow hits you.", "The Arrow breaks."]);
}

#[test]
fn who_has_no_accuracy_throws_as_well_as_not_in_the_shipped_kit() {
    let hits = |shipped: &str, item: char| {
        let map = format!("<@{item}..d");
        let kit = format!(r#"{{ "shipped": [{shipped}] }}"#);
        let files = &[("kit.json", kit.as_str())];
        let (signs, actors, items) = (SIGNS, ACTORS, ITEMS);
        let stage = Stage { map: &map, signs, actors, items, files, ..Stage::default() };
        let hit = |seed| {
            let mut play = stage.play_seed(seed, "l");
            play.throw(0, 5, 0).texts()[1].contains(" hits ")
        };
        (0..100).filter(|&seed| hit(seed)).count()
    };
    for item in ['p', 'a', 's'] {
        assert_eq!(hits("", item), 100, "{item}");
        assert!((35..=65).contains(&hits(r#""hit""#, item)), "{item}");
    }
}

#[test]
fn a_thrown_sword_is_no_blow_of_the_hand() {
    check_throw("", "<@s..d", 5, &["The Sword hits the Deer.", "The Sword breaks."]);
    check_throw(r#", "accuracy": 5"#, "<@s..G", 5, &["The Sword misses the Ghost."]);
    let mut by_hand = play("<@sd", "l");
    by_hand.equip(0).keys("l");
    assert!(by_hand.texts()[1].contains("whack"), "{:?}", by_hand.texts());
}

#[test]
fn armour_that_is_picked_up_replaces_what_is_worn() {
    let strong = r#", "strength": 9, "defense": 5"#;
    let play = play_with(strong, "<@mP", "ll");
    assert_eq!(play.value("here/player", "defense"), 15);
    assert_eq!(play.texts(), ["You pick up a Mail.", "You pick up a Plate."]);
    let weak = play_with(r#", "strength": 2, "defense": 5"#, "<@mP", "ll");
    assert_eq!(weak.value("here/player", "defense"), 13);
    assert_eq!(weak.texts().last(), Some(&"You cannot wear the Plate."));
    // A full bag has no room for armour either.
    let full = self::play("<@ppm", "lll");
    assert_eq!(full.texts().last(), Some(&"You have no room for a Mail."));
}

#[test]
fn heavy_armour_is_put_on_while_its_wearer_acts() {
    let mut play = play_with(r#", "strength": 9, "defense": 5"#, "<@P......", "l");
    play.command(&barrow_engine::Command::Unequip { slot: 0 });
    assert_eq!(play.value("here/player", "defense"), 5);
    play.equip(0).keys("l");
    assert_eq!(play.value("here/player", "defense"), 5, "not yet");
    play.keys("l");
    assert_eq!(play.value("here/player", "defense"), 15);
    assert_eq!(
        play.texts()[1..],
        [
            "You begin to put on the Plate.",
            "You are putting on the Plate: 2 to go.",
            "You are putting on the Plate: 1 to go.",
            "You have put on the Plate."
        ]
    );
    assert_eq!(play.game.turn(), 5, "each of them is a turn of its own");
}

#[test]
fn each_cast_is_told() {
    let mut play = play("<@/.....", "l");
    let cast =
        |x| barrow_engine::Command::Cast { ability: "staff".into(), at: Some(Pos::new(x, 0)) };
    play.command(&cast(7)).command(&cast(6));
    let told =
        ["You cast Staff of Sparks.", "It is a Staff of Sparks.", "You cast Staff of Sparks."];
    assert_eq!(play.texts()[1..], told);
}

#[test]
fn deep_water_is_told_once_and_takes_things() {
    let play = play("<@p~~~~\n...~~~~\n...~~~~\n...~~~~", "lnllll");
    let told = play.texts();
    let wet = told.iter().filter(|it| **it == "You are up to the neck in the mire.").count();
    assert_eq!(wet, 1, "{told:?}");
    assert!(told.contains(&"The current takes the Petal from you."), "{told:?}");
    assert!(play.bag().is_empty());
    // Who leaves it and comes back is told again.
    let play = self::play("<@.~~~\n..~~~~\n..~~~~\n...~~~", "nlllhhhlll");
    let again = play.texts().iter().filter(|it| it.contains("up to the neck")).count();
    assert!(again >= 2, "{:?}\n{}", play.texts(), play.picture());
}
