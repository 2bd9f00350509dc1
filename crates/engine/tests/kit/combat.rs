//! Blows in the kit's format: what the design text says, and what the shipped kit does.

use barrow_engine::{Command, Refusal};

use super::stage::{Play, Stage};

/// Returns a fight between a hero with some keys and attributes, and a dummy to the right.
fn duel(hero: &str, attributes: &str, items: &str, shipped: &str, keys: &str) -> Play {
    let actors = format!(
        r#""fighter": {{ {hero} "stats": {{ "health": 40 }},
            "attributes": {{ "controlled": true, "inventory": 4 {attributes} }} }},
           "target": {{ "attributes": {{ "zeal": 5 }}, "stats": {{ "health": 90 }} }}"#
    );
    let kit = format!(r#"{{ "shipped": [{shipped}] }}"#);
    let signs = &[('<', "actors:up_stairway"), ('f', "actors:fighter"), ('t', "actors:target")];
    let files = &[("kit.json", kit.as_str())];
    let stage = Stage { map: "<ft..", signs, actors: &actors, items, files, ..Stage::default() };
    stage.play(keys)
}

fn lost(play: &Play) -> i64 {
    90 - play.value("target", "health")
}

#[test]
fn strength_counts_where_it_is_named_or_as_shipped_in_every_blow() {
    let fist = r#""collision_effect": { "health": -3 },"#;
    let strong = r#", "strength": 15"#;
    assert_eq!(lost(&duel(fist, strong, "", "", "l")), 3);
    // The exact damage is four and a half, and rounding favours the target.
    assert_eq!(lost(&duel(fist, strong, "", r#""strength""#, "l")), 4);
    // An actor without strength counts as having 10.
    assert_eq!(lost(&duel(fist, "", "", r#""strength""#, "l")), 3);
    let named = r#""collision_effect": { "health": "-{strength}" },"#;
    assert_eq!(lost(&duel(named, strong, "", "", "l")), 15);
}

#[test]
fn horns_make_seventeen_or_as_shipped_twenty_three() {
    let hero = r#""collision_effect": { "health": -13 }, "default_items": ["horns"],"#;
    let horns = r#""horns": { "attributes": { "pickupable": true, "wearable": "top",
        "wear_effect": { "strength": 5 } } }"#;
    let strength = r#", "strength": 8"#;
    assert_eq!(lost(&duel(hero, strength, horns, r#""strength""#, "l")), 17);
    assert_eq!(lost(&duel(hero, strength, horns, r#""strength", "bonuses""#, "l")), 23);
}

#[test]
fn a_blow_of_named_strength_grows_once_with_what_is_named_and_twice_with_its_force() {
    let hero = r#""collision_effect": { "health": "-{strength}" }, "default_items": ["horns"],"#;
    let horns = r#""horns": { "attributes": { "pickupable": true, "wearable": "top",
        "wear_effect": { "strength": 5 } } }"#;
    let shipped = r#""strength", "bonuses""#;
    // 13 times 1.8, where 13 counts the horns once and 18 counts them twice.
    assert_eq!(lost(&duel(hero, r#", "strength": 8"#, horns, shipped, "l")), 23);
    assert_eq!(lost(&duel(hero, r#", "strength": 8"#, horns, r#""strength""#, "l")), 17);
}

#[test]
fn a_bonus_without_a_strength_of_ones_own_adds_to_that_of_most() {
    let hero = r#""collision_effect": { "health": -20 }, "default_items": ["crown"],"#;
    let crown = r#""crown": { "attributes": { "pickupable": true, "wearable": "top",
        "wear_effect": { "strength": 2 } } }"#;
    for shipped in [r#""strength""#, r#""strength", "bonuses""#] {
        assert_eq!(lost(&duel(hero, "", crown, shipped, "l")), 24, "{shipped}");
    }
}

#[test]
fn mail_gives_thirteen_or_as_shipped_twenty_one() {
    let hero = r#""default_items": ["chainmail"],"#;
    let mail = r#""chainmail": { "attributes": { "pickupable": true, "wearable": "middle",
        "wear_effect": { "defense": 8 } } }"#;
    let defense = |shipped: &str, own| {
        let play = duel(hero, own, mail, shipped, "");
        let beside = if shipped.is_empty() { 0 } else { play.value("fighter", "defense_worn") };
        play.value("fighter", "defense") + beside
    };
    let own = r#", "defense": 5"#;
    assert_eq!((defense("", own), defense(r#""bonuses""#, own)), (13, 21));
    // Without a defense of one's own it counts once.
    assert_eq!((defense("", ""), defense(r#""bonuses""#, "")), (8, 8));
}

/// A stat that is written as `{max, current}` has no attribute beside it that the bonus could go to.
#[test]
fn a_worn_bonus_counts_for_a_stat_with_a_maximum() {
    let blow = |worn: &str| {
        let actors = format!(
            r#""fighter": {{ "collision_effect": {{ "health": "-{{strength}}" }}, {worn}
                "stats": {{ "health": 40, "strength": {{ "max": 9, "current": 4 }} }},
                "attributes": {{ "controlled": true, "inventory": 4 }} }},
               "target": {{ "attributes": {{}}, "stats": {{ "health": 90 }} }}"#
        );
        let items = r#""belt": { "attributes": { "pickupable": true, "wearable": "middle",
            "wear_effect": { "strength": 3 } } }"#;
        let signs = &[('<', "actors:up_stairway"), ('f', "actors:fighter"), ('t', "actors:target")];
        let stage = Stage { map: "<ft..", signs, actors: &actors, items, ..Stage::default() };
        lost(&stage.play("l"))
    };
    assert_eq!((blow(""), blow(r#""default_items": ["belt"],"#)), (4, 7));
}

const SWORD: &str = r#""sword": { "name": "Sword", "attributes": { "pickupable": true, "weapon": true,
    "collision_effect": { "health": -10 }, "collision_sound": "clang",
    "collision_description": "[actor_name] cuts the [attacked_actor_name] with [a-an] [weapon_name]!" } }"#;

#[test]
fn a_weapon_replaces_the_same_effect_or_as_shipped_all_of_it() {
    let hero = r#""collision_effect": { "health": -2, "zeal": -1 }, "default_items": ["sword"],"#;
    let design = duel(hero, "", SWORD, "", "l");
    assert_eq!((lost(&design), design.value("target", "zeal")), (10, 4));
    let shipped = duel(hero, "", SWORD, r#""weapons""#, "l");
    assert_eq!((lost(&shipped), shipped.value("target", "zeal")), (10, 5));
    assert_eq!(design.texts(), ["fighter cuts the target with a Sword!"]);
    assert_eq!(design.cues(), ["clang"]);
}

#[test]
fn a_blow_sounds_once_like_what_strikes() {
    let hero = |bag: &str| {
        format!(r#""collision_effect": {{ "health": -3 }}, "collision_sound": "thump", {bag}"#)
    };
    let heard = |bag: &str| {
        let play = duel(&hero(bag), "", SWORD, "", "l");
        play.cues().into_iter().map(String::from).collect::<Vec<_>>()
    };
    assert_eq!(heard(""), ["thump"]);
    assert_eq!(heard(r#""default_items": ["sword"],"#), ["clang"]);
}

#[test]
fn a_weapon_that_is_dropped_strikes_no_more() {
    let hero = r#""collision_effect": { "health": -2 }, "default_items": ["sword"],"#;
    let mut play = duel(hero, "", SWORD, "", "");
    let before = play.game.turn();
    play.command(&Command::Drop { slot: 0 });
    assert_eq!(play.game.turn(), before, "to drop something takes no time");
    assert_eq!(lost(play.keys("l")), 2);
}

#[test]
fn critical_blows_are_doubled_now_and_then() {
    let hero = r#""default_items": ["dirk"],"#;
    let dirk = r#""dirk": { "attributes": { "pickupable": true, "weapon": "critical",
        "collision_effect": { "health": -1 } } }"#;
    let play = duel(hero, "", dirk, "", &"l".repeat(60));
    let doubled = lost(&play) - 60;
    assert!((3..=17).contains(&doubled), "{doubled} of 60");
}

#[test]
fn knockback_throws_back_by_one_and_costs_a_turn() {
    let actors = r#""ogre": { "personality": "brute", "collision_effect": { "health": -1 },
        "attributes": {}, "stats": { "health": 30 } }"#;
    let personalities = r#""brute": { "behaviors": ["attack_adjacent", "pursue_target"] }"#;
    let items = r#""maul": { "attributes": { "pickupable": true, "weapon": "knockback",
        "collision_effect": { "health": -2 } } }"#;
    let hero = r#"{ "player": { "default_items": ["maul"], "stats": { "health": 20 },
        "attributes": { "controlled": true, "inventory": 2 } } }"#;
    let signs = &[('<', "actors:up_stairway"), ('o', "actors:ogre")];
    let files = &[("prototypes/here/actors.json", hero)];
    let stage =
        Stage { map: "<@o...", signs, actors, personalities, items, files, ..Stage::default() };
    let mut play = stage.play("l");
    // The target reels back during the blow, and returns in the next turn.
    play.shows("<@.o..");
    play.keys(".").shows("<@o...");
    assert_eq!(play.value("here/player", "health"), 20);
    // Against a wall it cannot move.
    let walled = Stage { map: "<@o#", ..stage };
    walled.play("l").shows("<@o#");
}

/// Returns how many of 40 first blows of a clumsy hero hit a target that a flask has put to sleep.
fn sleeping_hits(shipped: &str) -> usize {
    let actors = r#""bungler": { "collision_effect": { "health": -1 }, "stats": { "health": 9 },
            "default_items": ["flask"], "attributes": { "controlled": true, "accuracy": 5 } },
        "sleeper": { "attributes": { "sentient": true, "defense": 50 }, "stats": { "health": 9 } },
        "cloud": { "personality": "gas", "lifetime": 1, "attributes": { "solid": false } }"#;
    let items = r#""flask": { "attributes": { "pickupable": true, "explosive": true, "use_verb": "Sniff",
        "use_effect": { "apply_state": "sleeping" } } }"#;
    let states = r#""sleeping": { "name": "asleep", "duration": 20, "skip_turn": true }"#;
    let personalities = r#""gas": { "behaviors": ["cloud_affect_actors", "cloud_lifetime"] }"#;
    let signs = &[('<', "actors:up_stairway"), ('b', "actors:bungler"), ('s', "actors:sleeper")];
    let kit = format!(r#"{{ "shipped": [{shipped}] }}"#);
    let files = &[("kit.json", kit.as_str())];
    let map = "<b...s";
    let stage =
        Stage { map, signs, actors, items, personalities, states, files, ..Stage::default() };
    let struck = |seed| {
        let mut play = stage.play_seed(seed, "");
        play.throw(0, 5, 0).keys("llll").value("sleeper", "health") < 9
    };
    (0..40).filter(|&seed| struck(seed)).count()
}

#[test]
fn the_helpless_are_always_hit_or_as_shipped_as_others_are() {
    assert_eq!(sleeping_hits(""), 40);
    assert!(sleeping_hits(r#""helpless""#) < 12);
}

#[test]
fn an_actor_without_accuracy_always_hits() {
    let actors = r#""brawler": { "collision_effect": { "health": -1 }, "stats": { "health": 9 },
            "attributes": { "controlled": true } },
        "fox": { "attributes": { "defense": 90 }, "stats": { "health": 9 } }"#;
    let signs = &[('<', "actors:up_stairway"), ('b', "actors:brawler"), ('f', "actors:fox")];
    let stage = Stage { map: "<bf", signs, actors, ..Stage::default() };
    assert!((0..30).all(|seed| stage.play_seed(seed, "l").value("fox", "health") == 8));
}

#[test]
fn a_door_is_opened_and_not_punched() {
    let signs = &[('<', "actors:up_stairway"), ('+', "actors:door")];
    let stage = Stage { map: "<@+.", signs, ..Stage::default() };
    let play = stage.play("l");
    assert_eq!((play.texts(), play.game.turn()), (vec!["The Door opens."], 1));
    play.shows("<@'.");
}

#[test]
fn effects_change_stats_first_and_attributes_otherwise() {
    // The target has no stat called zeal, but a number; nobody here has luck.
    let hero = r#""collision_effect": { "zeal": 2, "luck": 3, "marked": true, "solid": false },"#;
    let play = duel(hero, r#", "luck": 1, "marked": false"#, "", "", "l");
    assert_eq!(play.value("target", "zeal"), 7);
    assert_eq!((play.value("target", "luck"), play.value("target", "marked")), (0, 0));
    assert_eq!(play.value("target", "solid"), 0, "whatever stands somewhere is solid or not");
}

#[test]
fn toggled_things_change_and_change_back() {
    let hero = r#""collision_effect": { "lit": "toggle" },"#;
    let actors = r#""lamp": { "attributes": { "lit": true }, "stats": { "health": 9 } }"#;
    let signs = &[('<', "actors:up_stairway"), ('l', "actors:lamp")];
    let hero = format!(
        r#"{{ "player": {{ {hero} "stats": {{ "health": 9 }}, "attributes": {{ "controlled": true }} }} }}"#
    );
    let files = &[("prototypes/here/actors.json", hero.as_str())];
    let stage = Stage { map: "<@l", signs, actors, files, ..Stage::default() };
    assert_eq!(stage.play("l").value("lamp", "lit"), 0);
    assert_eq!(stage.play("ll").value("lamp", "lit"), 1);
}

#[test]
fn the_switches_of_a_blow_reach_whatever_has_them() {
    let actors = r#""lamp": { "attributes": { "lit": true, "charge": 5 } },
        "rock": { "attributes": { "solid": true } },
        "ore": { "attributes": { "lit": true, "breakable": true } },
        "gate": { "attributes": { "openable": true, "locked": true } },
        "vault": { "attributes": { "openable": true, "locked": true, "color_locked": true } }"#;
    let items = r#""torch": { "attributes": { "pickupable": true, "weapon": true,
        "collision_effect": { "lit": true, "health": -4 } } }"#;
    let signs = &[
        ('<', "actors:up_stairway"),
        ('l', "actors:lamp"),
        ('o', "actors:ore"),
        ('r', "actors:rock"),
        ('g', "actors:gate"),
        ('+', "actors:door"),
        ('v', "actors:vault"),
    ];
    let play = |blow: &str, map: &str, keys: &str| {
        let hero = format!(
            r#"{{ "player": {{ "collision_effect": {{ {blow} }}, "stats": {{ "health": 9 }}, "default_items": ["torch"],
                "attributes": {{ "controlled": true, "inventory": 2 }} }} }}"#
        );
        let files = &[("prototypes/here/actors.json", hero.as_str())];
        Stage { map, signs, actors, items, files, ..Stage::default() }.play(keys)
    };
    let lamp = |it: &Play| (it.value("lamp", "lit"), it.value("lamp", "charge"));
    // The hand snuffs the lamp and wears it down; the torch in it lights the lamp.
    let snuff = r#""lit": false, "charge": -1"#;
    let mut it = play(snuff, "<@l", "");
    it.command(&Command::Drop { slot: 0 }).keys("l");
    assert_eq!((lamp(&it), it.game.turn()), ((0, 4), 1));
    it.keys("ll");
    assert_eq!(lamp(&it), (0, 2));
    let mut it = play(r#""lit": false"#, "<@l", "");
    it.command(&Command::Drop { slot: 0 }).keys("l");
    it.command(&Command::Pickup).equip(0).keys("l");
    assert_eq!(lamp(&it), (1, 5), "in place of the same effect of the hand");
    // A thing without such a switch is in the way, and so is ore without a pick.
    assert_eq!(play(snuff, "<@r", "l").refused, [Refusal::Blocked("The rock".into())]);
    assert_eq!(play(snuff, "<@o", "l").refused, [Refusal::Blocked("The ore".into())]);
    // The hero walks onto what gives way in the same turn, and sees through it.
    let it = play(r#""solid": false"#, "<@r..", "l");
    it.shows("<.@..");
    assert_eq!(it.game.turn(), 1);
    // The lock gives way and the door opens, unless it needs a key of its colour.
    play(r#""locked": false"#, "<@g.", "l").shows("<@'.");
    let it = play(r#""locked": false"#, "<@v.", "l");
    assert_eq!(it.refused, [Refusal::Locked("The vault".into())]);
    // A lock can be toggled.
    let it = play(r#""locked": "toggle""#, "<@+.", "ll");
    it.shows("<@'.");
    assert_eq!(it.game.turn(), 2, "it locks the door and unlocks it again");
}

#[test]
fn falling_leaves_nothing_and_dying_leaves_bones_and_the_bag() {
    let actors = r#""thief": { "personality": "daft", "default_items": ["gem", "curse"],
        "attributes": { "remains": "bones", "inventory": 3 }, "stats": { "health": 3 } }"#;
    let items = r#""gem": { "attributes": { "pickupable": true } },
        "curse": { "attributes": { "pickupable": true, "drop": false } }"#;
    let personalities = r#""daft": { "behaviors": ["random_walk"] }"#;
    let signs = &[('<', "actors:up_stairway"), ('t', "actors:thief")];
    let stage = Stage { map: "<@t", signs, actors, items, ..Stage::default() };
    let play = stage.play("l");
    let things = (play.count("bones"), play.count("gem"), play.count("curse"));
    assert_eq!(things, (1, 1, 0));
    let map = "<@##\n##t \n####";
    let play = Stage { map, personalities, ..stage }.play("..........");
    assert_eq!((play.count("thief"), play.count("bones"), play.count("gem")), (0, 0, 0));
}

#[test]
fn what_the_dead_carried_lies_around_them() {
    let actors = r#""thief": { "default_items": ["gem", "curse", "coin", "pearl"], "attributes": {}, "stats": { "health": 3 } }"#;
    let items = r#""gem": { "attributes": { "pickupable": true } },
        "curse": { "attributes": { "pickupable": true, "drop": false } },
        "coin": { "attributes": { "pickupable": true } },
        "pearl": { "attributes": { "pickupable": true } }"#;
    let signs = &[('<', "actors:up_stairway"), ('t', "actors:thief")];
    let map = "<  #.\n.@t..\n.....";
    let play = Stage { map, signs, actors, items, ..Stage::default() }.play("l");
    let places = ["gem", "coin", "pearl"].map(|it| play.place(it).map(|at| (at.x, at.y)));
    assert_eq!(places, [Some((1, 1)), Some((2, 1)), Some((3, 1))], "\n{}", play.picture());
}

#[test]
fn a_wall_is_in_the_way_and_costs_nothing() {
    let stage = Stage { map: "<@#", signs: &[('<', "actors:up_stairway")], ..Stage::default() };
    let play = stage.play("l");
    assert_eq!(
        (play.game.turn(), &play.refused[..]),
        (0, &[Refusal::Blocked("The Wall".into())][..])
    );
}

#[test]
fn a_text_on_something_in_the_way_costs_no_turn() {
    let actors = r#""statue": { "collision_description": "It stares back.", "attributes": {} }"#;
    let signs = &[('<', "actors:up_stairway"), ('s', "actors:statue")];
    let play = Stage { map: "<@s", signs, actors, ..Stage::default() }.play("ll");
    assert_eq!((play.texts(), play.game.turn()), (vec!["It stares back."; 2], 0));
}

#[test]
fn a_bump_costs_nothing_or_as_shipped_a_turn() {
    let actors = r#""statue": { "collision_description": "It stares back.", "attributes": {} },
        "brazier": { "name": "brazier", "attributes": {} },
        "stone": { "name": "stone", "attributes": { "pushable": true } },
        "ruin": { "name": "Ruin", "attributes": { "breakable": true } }"#;
    let bump = |thing: &str, files| {
        let thing = format!("actors:{thing}");
        let signs = &[('<', "actors:up_stairway"), ('x', thing.as_str())];
        let play = Stage { map: "<@x#", signs, actors, files, ..Stage::default() }.play("l");
        (play.game.turn(), play.texts().concat())
    };
    let shipped = &[("kit.json", r#"{ "shipped": ["bumps"] }"#)];
    for (thing, text) in [
        ("statue", "It stares back."),
        ("brazier", "The brazier is in the way."),
        ("stone", "The stone is in the way."),
    ] {
        assert_eq!(bump(thing, &[]).0, 0, "{thing}");
        assert_eq!(bump(thing, shipped), (1, text.into()), "{thing}");
    }
    // Rock yields to a tool only: nothing happens, and no time passes.
    assert_eq!(bump("ruin", shipped).0, 0);
}

#[test]
fn a_carried_tool_switches_a_bumped_thing_and_never_misses() {
    let actors = r#""lamp": { "attributes": { "lit": true, "charge": 5 } },
        "panel": { "attributes": { "shut": true } },
        "ogre": { "attributes": { "lit": true, "defense": 1000 }, "stats": { "health": 90 } }"#;
    // Numbers and stats are for blows; each thing takes those of the rest that it has.
    let items = r#""wand": { "attributes": { "pickupable": true, "collision_sound": "click",
        "collision_effect": { "lit": "toggle", "charge": -5, "health": -9, "solid": false } } },
        "snuffer": { "attributes": { "pickupable": true, "collision_effect": { "lit": false } } }"#;
    let signs = &[
        ('<', "actors:up_stairway"),
        ('l', "actors:lamp"),
        ('p', "actors:panel"),
        ('o', "actors:ogre"),
    ];
    let play = |tool: &str, map: &str, keys: &str| {
        let hero = format!(
            r#"{{ "player": {{ "default_items": ["{tool}"], "collision_effect": {{ "health": -1 }}, "stats": {{ "health": 9 }},
                "attributes": {{ "controlled": true, "inventory": 2, "accuracy": 1 }} }} }}"#
        );
        let files = &[("prototypes/here/actors.json", hero.as_str())];
        Stage { map, signs, actors, items, files, ..Stage::default() }.play(keys)
    };
    let it = play("wand", "<@l", "l");
    assert_eq!((it.value("lamp", "lit"), it.value("lamp", "charge")), (0, 5));
    assert_eq!((it.cues(), it.game.turn()), (vec!["click"], 1));
    it.shows("<.@");
    // A snuffer puts a light out once; after that the lamp is in the way, as a panel always is.
    let it = play("snuffer", "<@l", "ll");
    assert_eq!((it.value("lamp", "lit"), it.game.turn(), it.refused.len()), (0, 1, 1));
    assert_eq!(play("snuffer", "<@p", "l").game.turn(), 0);
    let it = play("snuffer", "<@o", "l");
    assert_eq!(it.value("ogre", "lit"), 0, "whether or not the blow lands");
}

/// Returns the messages of a few rounds between a hero and a beast that mostly miss each other.
fn bout(hero: &str, description: &str) -> Vec<String> {
    let actors = format!(
        r#""wick": {{ "name": "Wick", "collision_effect": {{ "health": -1 }}, "collision_description": "{description}",
            "stats": {{ "health": 90 }}, "attributes": {{ "controlled": true, "accuracy": 50 {hero} }} }},
        "beast": {{ "name": "Beast", "personality": "brute", "collision_effect": {{ "health": -1 }},
            "collision_description": "{description}", "stats": {{ "health": 90 }}, "attributes": {{ "accuracy": 50 }} }}"#
    );
    let personalities = r#""brute": { "behaviors": ["attack_adjacent"] }"#;
    let attacks = r#"{ "melee_verbs": ["pushes"], "miss_verbs": ["misses", "swings wide of"] }"#;
    let signs = &[('<', "actors:up_stairway"), ('w', "actors:wick"), ('b', "actors:beast")];
    let files = &[("data/attacks.json", attacks)];
    let stage =
        Stage { map: "<wb", signs, actors: &actors, personalities, files, ..Stage::default() };
    let mut lines: Vec<String> =
        stage.play(&"l".repeat(20)).texts().into_iter().map(String::from).collect();
    lines.sort();
    lines.dedup();
    lines
}

#[test]
fn miss_messages_have_articles_and_address_the_player_as_you() {
    let drawn = "The [actor_name] [attacks.melee_verbs] the [attacked_actor_name].";
    assert_eq!(
        bout("", drawn),
        [
            "The Beast misses you.",
            "The Beast pushes you.",
            "The Beast swings wide of you.",
            "You miss the Beast.",
            "You push the Beast.",
            "You swing wide of the Beast.",
        ]
    );
    // A written verb is in the third person, so the hero is called by name.
    let written = "The [actor_name] bites the [attacked_actor_name]!";
    let lines = |hero| bout(hero, written).into_iter().filter(|it| it.contains("bites"));
    let biting = |hero| lines(hero).collect::<Vec<_>>();
    assert_eq!(biting(""), ["The Beast bites you!", "The Wick bites the Beast!"]);
    let proper = r#", "proper_named": true"#;
    assert_eq!(biting(proper), ["The Beast bites you!", "Wick bites the Beast!"]);
}
