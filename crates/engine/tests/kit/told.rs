//! What the log tells: every common event has a message, as in the kit.

use barrow_engine::{Command, Refusal};
use barrow_grid::Pos;

use super::stage::{Play, Stage};
use super::{KEY, LOCKS, MINE, PICK};

const SIGNS: &[(char, &str)] = &[
    ('<', "actors:up_stairway"),
    ('>', "actors:sealed"),
    ('+', "actors:door"),
    ('V', "actors:vault"),
    ('0', "actors:boulder"),
    ('T', "actors:turret"),
    ('d', "actors:dummy"),
    ('o', "actors:ore"),
    ('b', "items:balm"),
    ('c', "items:crown"),
    ('k', "items:key"),
    ('s', "items:stiletto"),
    ('p', "items:pick"),
    ('n', "items:nugget"),
    ('v', "items:venom"),
    ('f', "actors:fire"),
];

const ACTORS: &str = r#"
    "boulder": { "name": "Boulder", "attributes": { "pushable": true } },
    "sealed": { "name": "Sealed Stairs", "attributes": { "openable": true, "locked": true, "stairway": "down" } },
    "turret": { "name": "Dart turret", "personality": "gunner", "attributes": { "breakable": true,
        "inventory": 5 }, "default_items": ["arrow", "arrow"] },
    "fire": { "name": "Fire", "attributes": { "solid": false, "damage_type": "fire" },
        "damage_per_turn": 4, "spread_chance": 0, "lifetime": 9 }"#;

const ITEMS: &str = r#"
    "balm": { "name": "Balm", "attributes": { "pickupable": true } },
    "crown": { "name": "Crown", "attributes": { "pickupable": true, "wearable": "top" } },
    "arrow": { "name": "Arrow", "attributes": { "pickupable": true, "collision_effect": { "health": -2 } } },
    "stiletto": { "name": "Stiletto", "attributes": { "pickupable": true, "weapon": "critical",
        "collision_effect": { "health": -4 } } },
    "venom": { "name": "Venom", "use_description": "It tastes foul. \n [effect_description].",
        "attributes": { "pickupable": true, "consumable": true, "use_verb": "Drink", "use_effect": { "health": -15 } } }"#;

const PERSONALITIES: &str = r#""gunner": { "behaviors": ["shoot_at_target"], "attack_range": 8 }"#;

fn play_seed(seed: u64, map: &str, keys: &str) -> Play {
    let actors = format!("{ACTORS}, {LOCKS}, {MINE}");
    let items = format!("{ITEMS}, {KEY}, {PICK}");
    let config = r#""win_conditions": ["wearing:crown"]"#;
    let (signs, personalities) = (SIGNS, PERSONALITIES);
    Stage { map, signs, actors: &actors, items: &items, personalities, config, ..Stage::default() }
        .play_seed(seed, keys)
}

fn play(map: &str, keys: &str) -> Play {
    play_seed(1, map, keys)
}

#[track_caller]
fn check(map: &str, keys: &str, expected: &[&str]) {
    assert_eq!(play(map, keys).texts(), expected, "{map} {keys}");
}

#[test]
fn things_that_are_taken_or_left() {
    check("<@b.", "l", &["You pick up a Balm."]);
    let five = ["You pick up a Balm."; 4].into_iter().chain(["You have no room for a Balm."]);
    check("<@bbbbb", "lllll", &five.collect::<Vec<_>>());
    check("<@n.", "l", &["You pick up a Nugget worth 4."]);
}

#[test]
fn doors_locks_and_boulders() {
    check("<@+.", "l", &["The Door opens."]);
    check("<@kV.", "ll", &["You pick up a Key.", "The Key unlocks the Vault.", "The Vault opens."]);
    check("<@0..", "l", &["You push the Boulder."]);
    check("<@0 .", "l", &["You push the Boulder.", "The Boulder falls into the dark."]);
}

#[test]
fn stairs_that_a_quest_opens_and_seals_again() {
    let mut play = play("<@c.>", "l");
    assert_eq!(play.texts(), ["You pick up a Crown.", "The way forward is open."]);
    let stairs = |play: &Play| {
        let view = play.game.view(0).unwrap();
        view.things().find(|it| it.pos() == Pos::new(4, 0)).unwrap().name()
    };
    assert_eq!(stairs(&play), "Stairs Down");
    play.command(&Command::Unequip { slot: 0 });
    assert_eq!(play.texts().last(), Some(&"The way forward is sealed again."));
    assert_eq!(stairs(&play), "Sealed Stairs");
}

#[test]
fn arrows_critical_blows_and_rock() {
    check("<@...T", ".", &["The Arrow hits you.", "The Arrow breaks."]);
    let mut play = play("<@sd", "l");
    play.equip(0).keys("lll");
    let (said, left) = (play.texts(), play.value("dummy", "health"));
    let doubled = said.iter().filter(|it| **it == "A critical hit!").count();
    assert_eq!(left, 30 - 4 * (3 + i64::try_from(doubled).unwrap()), "{said:?}");
    let mut play = self::play("<@po", "l");
    play.equip(0).keys("lll");
    let said = play.texts();
    assert!(said.contains(&"The Ore crumbles."), "{said:?}");
    assert!(said.contains(&"From the rubble falls a Nugget."), "{said:?}");
}

#[test]
fn critical_blows_come_about_as_often_as_in_the_kit() {
    let mut doubled = 0;
    for seed in 0..200 {
        let mut play = play_seed(seed, "<@sd", "l");
        play.equip(0).keys("l");
        doubled += usize::from(play.value("dummy", "health") == 22);
    }
    // 15 % of 200 are 30.
    assert!((15..=45).contains(&doubled), "{doubled}");
}

#[test]
fn fire_tells_whom_it_burns_and_is_the_cause() {
    let mut play = play("<@f.", "l");
    assert_eq!(play.texts(), ["The fire burns you for 4."]);
    play.keys(".....");
    assert_eq!(play.game.end().map(|end| end.text.as_str()), Some("fire"));
}

#[test]
fn a_draught_of_poison_is_tasted_and_named_as_the_cause() {
    let mut play = play("<@vv", "ll0");
    assert!(play.texts().contains(&"It tastes foul."), "{:?}", play.texts());
    play.keys("0");
    assert_eq!(play.game.end().map(|end| end.text.as_str()), Some("venom"));
}

/// Returns what a weak hero dies of.
fn cause(map: &str, keys: &str) -> String {
    let actors = format!(
        r#"{ACTORS}, {DEATHS}, "lava": {{ "name": "Lava", "personality": "lava",
            "attributes": {{ "solid": false, "paint_tile": "LAVA", "damage_type": "fire" }} }}"#
    );
    let hero = r#"{ "player": { "name": "Hero", "attributes": { "controlled": true, "inventory": 4, "sentient": true },
        "stats": { "health": 1, "food": { "max": 30, "per_turn": -1, "fatal": true } } } }"#;
    let files = &[("prototypes/here/actors.json", hero)];
    let signs =
        [SIGNS, &[('^', "actors:vent"), ('r', "actors:rat"), ('q', "items:quartz")]].concat();
    let personalities = format!(
        r#"{PERSONALITIES}, "lava": {{ "behaviors": ["incinerate_entities"] }},
            "gas": {{ "behaviors": ["cloud_spread", "cloud_affect_actors"] }},
            "bites": {{ "behaviors": ["attack_adjacent"] }}"#
    );
    let items = format!(
        r#"{ITEMS}, "quartz": {{ "name": "Quartz", "attributes": {{ "pickupable": true, "use_verb": "Lick",
            "use_effect": {{ "apply_state": "sick" }} }} }}"#
    );
    let states =
        r#""sick": { "name": "Sick", "duration": 3, "per_turn_effect": { "health": -1 } }"#;
    let (actors, items, personalities) = (&*actors, &*items, &*personalities);
    let stage = Stage {
        map,
        signs: &signs,
        actors,
        items,
        personalities,
        states,
        files,
        ..Stage::default()
    };
    let play = stage.play(keys);
    let end = play.game.end().unwrap_or_else(|| panic!("nobody dies of {map}"));
    end.text.clone()
}

const DEATHS: &str = r#"
    "gas": { "name": "Vapour", "personality": "gas", "attributes": { "solid": false },
        "collision_effect": { "health": -1 }, "lifetime": 6 },
    "vent": { "trap_message": "It hisses.", "trap_spawn": "gas", "trap_collision_effect": { "health": -3 },
        "attributes": { "solid": false, "visible": false, "trap": true } },
    "rat": { "name": "Rat", "personality": "bites", "collision_effect": { "health": -1 },
        "attributes": {}, "stats": { "health": 9 } }"#;

#[test]
fn every_way_to_die_names_its_cause() {
    let causes = [
        ("<@!", "l", "lava"),
        ("<@f", "l", "fire"),
        ("<@^..", "l.........", "gas"),
        ("<@r", ".", "a Rat"),
        ("<@...T", "..", "a Dart turret"),
        ("<@v", "l0", "venom"),
        ("<@q...", "l0..", "sick"),
        ("<@....", "..............................", "a lack of food"),
        ("<@ ..", "l", "a long fall"),
    ];
    let told = causes.map(|(map, keys, _)| cause(map, keys).to_lowercase());
    assert_eq!(told, causes.map(|(_, _, expected)| expected.to_lowercase()));
}

#[test]
fn a_wrong_key_is_told_the_colour_of_the_lock() {
    let play = play("<@kV.\n##V##\n##k##", "ljl");
    let [Refusal::WrongKey(door, color)] = &play.refused[..] else { panic!("{:?}", play.refused) };
    assert_eq!(door, "The Vault");
    let text = Refusal::WrongKey(door.clone(), color).to_string();
    assert_eq!(text, format!("The Vault needs a key of its own colour: {color}."));
}

#[test]
fn a_turret_withstands_bare_hands_and_no_time_passes() {
    let mut play = play("<@T", "l");
    assert_eq!(play.refused, [Refusal::Blocked("The Dart turret".into())]);
    assert_eq!(play.game.turn(), 0);
    let view = play.game.view(0).unwrap();
    let turret = view.actors().find(|it| it.pos() == Pos::new(2, 0)).unwrap();
    assert!(view.odds_against(&turret).is_none(), "nothing is promised");
    play.keys(".");
    assert_eq!(play.texts(), ["The Arrow hits you.", "The Arrow breaks."]);
}

#[test]
fn a_folder_may_have_its_own_words() {
    let files = &[("kit.json", r#"{ "messages": { "took": "Got [a item]!", "pushed": "" } }"#)];
    let stage = Stage {
        map: "<@b0.",
        signs: SIGNS,
        actors: ACTORS,
        items: ITEMS,
        files,
        ..Stage::default()
    };
    let stage = Stage { personalities: PERSONALITIES, ..stage };
    assert_eq!(stage.play("ll").texts(), ["Got a Balm!"]);
}

#[test]
fn stackable_things_share_a_place_in_the_bag_unless_as_shipped() {
    let items =
        r#""nut": { "name": "Nut", "attributes": { "pickupable": true, "stackable": true } }"#;
    let signs = &[('<', "actors:up_stairway"), ('n', "items:nut")];
    let stage = Stage { map: "<@nnn", signs, items, ..Stage::default() };
    assert_eq!(stage.play("lll").bag(), ["Nut"]);
    let files = &[("kit.json", r#"{ "shipped": ["stacks"] }"#)];
    assert_eq!(Stage { files, ..stage }.play("lll").bag(), ["Nut", "Nut", "Nut"]);
}

#[test]
fn a_flag_that_is_false_can_be_switched_on() {
    let actors = r#""lamp": { "name": "Lamp", "attributes": { "lit": false } }"#;
    let items = r#""taper": { "name": "Taper", "attributes": { "pickupable": true,
        "collision_effect": { "lit": true } } }"#;
    let signs = &[('<', "actors:up_stairway"), ('L', "actors:lamp"), ('t', "items:taper")];
    let stage = Stage { map: "<@tL", signs, actors, items, ..Stage::default() };
    assert_eq!(stage.play("l").value("lamp", "lit"), 0);
    assert_eq!(stage.play("ll").value("lamp", "lit"), 1);
}

#[test]
fn a_behaviour_alone_is_a_personality_and_the_peaceful_are_no_foes() {
    let actors = r#""hen": { "name": "Hen", "personality": "random_walk", "stats": { "health": 4 },
        "attributes": { "hostile": false, "sighted": true } }"#;
    let signs = &[('<', "actors:up_stairway"), ('h', "actors:hen")];
    let stage = Stage { map: "<@.....\n...h...\n.......", signs, actors, ..Stage::default() };
    // An odd number of steps does not lead back.
    let play = stage.play("...");
    assert_ne!(play.place("hen"), Some(Pos::new(3, 1)), "it walks about");
    let view = play.game.view(0).unwrap();
    assert!(view.actors().all(|it| !it.is_foe()));
}

#[test]
fn walking_into_the_peaceful_strikes_them_and_they_strike_back() {
    let actors = r#""miner": { "name": "Miner", "personality": "digs", "stats": { "health": 9 },
        "collision_effect": { "health": -5 }, "attributes": { "hostile": false, "sighted": true } }"#;
    let signs = &[('<', "actors:up_stairway"), ('m', "actors:miner")];
    let personalities = r#""digs": { "name": "Digs", "behaviors": ["defend_self"] }"#;
    let stage = Stage { map: "<@m", signs, actors, personalities, ..Stage::default() };
    let play = stage.play(".l");
    assert!(play.refused.is_empty(), "{:?}", play.refused);
    assert_eq!((play.value("miner", "health"), play.value("player", "health")), (6, 15));
}

#[test]
fn whoever_else_bears_a_state_has_an_article() {
    let states = r#""sleeping": { "duration": 9, "skip_turn": true, "on_apply_message": "[actor_name] nods off.",
            "on_remove_message": "[actor_name] wakes with a start." },
        "mending": { "duration": 9, "per_turn_effect": { "health": 2 }, "on_apply_message": "[actor_name] begins to mend." }"#;
    let items = r#""ale": { "name": "Ale", "attributes": { "pickupable": true, "use_verb": "Drink", "use_effect": { "apply_state": "mending" } } },
        "dart": { "name": "Dart", "attributes": { "pickupable": true, "collision_effect": { "apply_state": "sleeping" } } }"#;
    let actors = r#""homunculus": { "name": "Homunculus", "attributes": { "sentient": true }, "stats": { "health": 9 } }"#;
    let hero = r#"{ "player": { "name": "Wick", "default_items": ["ale", "dart"],
        "attributes": { "controlled": true, "inventory": 4, "sentient": true } } }"#;
    let files = &[("prototypes/here/actors.json", hero)];
    let signs = &[('<', "actors:up_stairway"), ('h', "actors:homunculus")];
    let mut play =
        Stage { map: "<@..h", signs, actors, items, states, files, ..Stage::default() }.play("0");
    assert_eq!(play.texts(), ["You begin to mend."]);
    play.command(&Command::Throw { slot: 1, at: Pos::new(4, 0) });
    let told = play.texts();
    assert!(told.contains(&"The Homunculus nods off."), "{told:?}");
    assert!(
        told.iter().all(|it| !it.starts_with("Homunculus") && !it.contains("Wick")),
        "{told:?}"
    );
}

#[test]
fn the_bearer_of_a_state_has_an_article_or_is_addressed() {
    let states = r#""dazed": { "name": "dazed", "duration": 2,
        "on_apply_message": "[actor_name] catches nothing at all.",
        "on_remove_message": "The [actor_name] is well." }"#;
    let items = r#""a": { "name": "Ale", "attributes": { "pickupable": true, "use_verb": "Drink",
            "use_effect": { "apply_state": "dazed" } } }"#;
    let hero = r#"{ "player": { "name": "Hero", "default_items": ["a"],
        "attributes": { "controlled": true, "inventory": 4, "sentient": true } } }"#;
    let files = &[("prototypes/here/actors.json", hero)];
    let stage = Stage {
        map: "<@.",
        signs: &[('<', "actors:up_stairway")],
        items,
        states,
        files,
        ..Stage::default()
    };
    let play = stage.play("0..");
    assert_eq!(play.texts(), ["You catch nothing at all.", "You are well."]);
}
