//! Single sentences of the kit's rules, each with its scenario.

use barrow_engine::{Command, Refusal};
use barrow_grid::Pos;

use super::stage::{Play, Stage};

const UP: (char, &str) = ('<', "actors:up_stairway");

/// Returns a hero with further keys and attributes.
fn hero(keys: &str, attributes: &str) -> String {
    format!(
        r#"{{ "player": {{ {keys} "name": "Hero", "stats": {{ "health": {{ "max": 40, "current": 20 }} }},
            "attributes": {{ "controlled": true, "inventory": 4 {attributes} }} }} }}"#
    )
}

#[test]
fn the_old_word_state_stands_for_attributes() {
    let actors = r#""plug": { "state": { "solid": false, "entry_sound": "pop" } }"#;
    let signs = &[UP, ('p', "actors:plug")];
    let play = Stage { map: "<@p.", signs, actors, ..Stage::default() }.play("ll");
    assert_eq!(play.cues(), ["pop"]);
    play.shows("<.,@");
}

#[test]
fn uses_deaths_and_levels_have_the_sounds_that_are_named() {
    let items = r#""ale": { "attributes": { "pickupable": true, "consumable": true, "use_verb": "Drink", "use_effect": { "health": 1 },
        "use_sound": "slurp" } }"#;
    let actors = r#""rat": { "stats": { "health": 1 }, "death_sound": "squeal" }"#;
    let hero = hero(r#""collision_effect": { "health": -3 }, "default_items": ["ale"],"#, "");
    let files = &[("prototypes/here/actors.json", hero.as_str())];
    let (signs, config) = (&[UP, ('r', "actors:rat")], r#""loaded_sound": "gong""#);
    let stage = Stage { map: "<@r", signs, items, actors, files, config, ..Stage::default() };
    assert_eq!(stage.play("0l").cues(), ["gong", "slurp", "squeal"]);
}

const GAS: &str = r#""cloud": { "personality": "gas", "lifetime": 30, "attributes": { "solid": false } },
    "rat": { "attributes": { "sentient": true }, "stats": { "health": 9 } },
    "cat": { "attributes": { "sentient": true, "poison_immune": true }, "stats": { "health": 9 } },
    "golem": { "attributes": {}, "stats": { "health": 9 } }"#;
const GASES: &str = r#""gas": { "behaviors": ["cloud_affect_actors"] }"#;
const SICK: &str = r#""sick": { "name": "Sick", "duration": 3, "immunity": "poison_immune", "per_turn_effect": { "health": -1 },
        "on_apply_message": "[actor_name] sickens." },
    "aflame": { "name": "Aflame", "duration": 2, "attached_actor": "fire" }"#;

#[test]
fn only_the_sentient_and_not_immune_suffer_states() {
    let items = r#""flask": { "attributes": { "pickupable": true, "explosive": true,
        "use_verb": "Sniff", "use_effect": { "apply_state": "sick" } } }"#;
    let hero = hero(r#""default_items": ["flask"],"#, "");
    let files = &[("prototypes/here/actors.json", hero.as_str())];
    let health = |who: &str| {
        let actor = format!("actors:{who}");
        let stage = Stage {
            map: "<@...w",
            signs: &[UP, ('w', actor.as_str())],
            actors: GAS,
            items,
            personalities: GASES,
            states: SICK,
            files,
            ..Stage::default()
        };
        let mut play = stage.play("");
        play.throw(0, 5, 0).keys("..").value(who, "health")
    };
    assert!(health("rat") < 9);
    assert_eq!((health("cat"), health("golem")), (9, 9));
}

#[test]
fn a_heros_stats_change_when_the_others_have_had_their_turns() {
    let actors = r#""viper": { "personality": "bites", "collision_effect": { "health": -5 },
        "stats": { "health": 9 }, "attributes": {} }"#;
    let hero = r#"{ "player": { "name": "Hero", "stats": { "health": { "max": 50, "per_turn": 1 } },
        "attributes": { "controlled": true } } }"#;
    let personalities = r#""bites": { "behaviors": ["attack_adjacent"] }"#;
    let (signs, files) = (&[UP, ('v', "actors:viper")], &[("prototypes/here/actors.json", hero)]);
    let stage = Stage { map: "<@v", signs, actors, personalities, files, ..Stage::default() };
    // Who is whole is bitten first, and heals after that.
    assert_eq!(stage.play(".").value("here/player", "health"), 46);
    assert_eq!(stage.play("..").value("here/player", "health"), 42);
}

/// Returns how many turns a hero is in a state after these drinks.
fn lasts(drinks: &[&str]) -> i64 {
    let items = r#""a": { "attributes": { "pickupable": true, "consumable": true, "use_verb": "Drink", "use_effect": { "apply_state": "sick" } } },
        "b": { "attributes": { "pickupable": true, "consumable": true, "use_verb": "Drink", "use_effect": { "apply_state": "sick" } } }"#;
    let hero = hero(r#""default_items": ["a", "b"],"#, "");
    let files = &[("prototypes/here/actors.json", hero.as_str())];
    let stage = Stage { map: "<@.", signs: &[UP], items, states: SICK, files, ..Stage::default() };
    let mut play = stage.play("");
    let before = play.value("here/player", "health");
    for drink in drinks {
        play.keys(drink);
    }
    play.keys("..........");
    before - play.value("here/player", "health")
}

#[test]
fn a_state_that_comes_again_keeps_the_longer_time() {
    // One drink lasts three turns. A second one after one turn makes it three again, not five.
    assert_eq!(lasts(&["0"]), 3);
    assert_eq!(lasts(&["0", "0"]), 4);
}

#[test]
fn a_state_may_bring_an_actor_along() {
    let actors = r#""fire": { "name": "Fire", "attributes": { "solid": false }, "damage_per_turn": 1, "lifetime": 2 }"#;
    let items = r#""oil": { "attributes": { "pickupable": true, "use_verb": "Spill", "use_effect": { "apply_state": "aflame" } } }"#;
    let hero = hero(r#""default_items": ["oil"],"#, "");
    let files = &[("prototypes/here/actors.json", hero.as_str())];
    let stage =
        Stage { map: "<@..", signs: &[UP], actors, items, states: SICK, files, ..Stage::default() };
    let play = stage.play("0.");
    assert_eq!(play.cells_of("fire").len(), 1, "\n{}", play.picture());
}

#[test]
fn a_trap_may_fill_a_disc_with_one_thing_around_another() {
    let actors = r#""fire": { "name": "Fire", "attributes": { "solid": false }, "damage_per_turn": 1, "lifetime": 9, "spread_chance": 0 },
        "mine": { "trap_effect": { "center": "fire", "radius": 2, "outer": "fire" },
            "attributes": { "solid": false, "visible": false, "trap": true } }"#;
    let signs = &[UP, ('^', "actors:mine")];
    let map = "<......\n.......\n..@^...\n.......\n.......";
    let play = Stage { map, signs, actors, ..Stage::default() }.play("l");
    // Within a Euclidean distance of two.
    play.shows("<..^...\n..^^^..\n.^^@^^.\n..^^^..\n...^...");
}

#[test]
fn a_spell_reaches_as_far_as_it_says() {
    let actors = r#""fire": { "name": "Fire", "attributes": { "solid": false }, "damage_per_turn": 1, "lifetime": 3 }"#;
    let items = r#""wand": { "attributes": { "pickupable": true, "use_verb": "Zap", "use_effect": "targeted_spell",
        "spell_range": 2, "spell_effect": { "center": "fire", "radius": 0 } } }"#;
    let hero = hero(r#""default_items": ["wand"],"#, "");
    let files = &[("prototypes/here/actors.json", hero.as_str())];
    let stage = Stage { map: "<@....", signs: &[UP], actors, items, files, ..Stage::default() };
    let cast = |x| Command::Cast { ability: "wand".into(), at: Some(Pos::new(x, 0)) };
    let mut play = stage.play("");
    play.command(&cast(4));
    assert_eq!((play.refused.len(), play.game.turn()), (1, 0));
    play.command(&cast(3));
    assert_eq!((play.refused.len(), play.game.turn()), (1, 1));
}

/// Returns the number of turns that an action takes.
fn turns(play: &mut Play, deed: impl FnOnce(&mut Play)) -> u64 {
    let before = play.game.turn();
    deed(play);
    play.game.turn() - before
}

#[test]
fn actions_cost_a_turn_and_mere_handling_does_not() {
    let actors = r#""gate": { "attributes": { "openable": true, "locked": true } },
        "boulder": { "attributes": { "pushable": true } }"#;
    let items = r#""club": { "attributes": { "pickupable": true, "weapon": true, "collision_effect": { "health": -1 } } },
        "stone": { "attributes": { "pickupable": true, "breakable_on_throw": false, "collision_effect": { "health": -1 } } },
        "tea": { "attributes": { "pickupable": true, "use_verb": "Sip", "use_effect": { "health": 1 } } }"#;
    let hero = hero(r#""default_items": ["stone", "tea"],"#, r#", "accuracy": 100"#);
    let files = &[("prototypes/here/actors.json", hero.as_str())];
    let signs = &[
        UP,
        ('+', "actors:door"),
        ('g', "actors:gate"),
        ('0', "actors:boulder"),
        ('d', "actors:dummy"),
        ('/', "items:club"),
    ];
    let map = "####g#\n<@./.d\n##+0##\n##....";
    let stage = Stage { map, signs, actors, items, files, ..Stage::default() };
    let mut play = stage.play("");
    assert_eq!(turns(&mut play, |it| _ = it.keys("k")), 0, "a wall is only in the way");
    assert_eq!(turns(&mut play, |it| _ = it.keys("l")), 1, "a step");
    assert_eq!(turns(&mut play, |it| _ = it.keys("j")), 1, "opening a door");
    assert_eq!(turns(&mut play, |it| _ = it.keys("l")), 1, "a step, and picking up is free");
    assert_eq!(play.bag().len(), 3);
    assert_eq!(turns(&mut play, |it| _ = it.keys("j")), 1, "pushing");
    play.keys("k");
    assert_eq!(turns(&mut play, |it| _ = it.command(&Command::Drop { slot: 1 })), 0, "dropping");
    assert_eq!(turns(&mut play, |it| _ = it.equip(1)), 1, "wielding");
    assert_eq!(turns(&mut play, |it| _ = it.throw(0, 5, 1)), 1, "throwing");
    assert_eq!(turns(&mut play, |it| _ = it.keys("l")), 1, "a step");
    assert_eq!(turns(&mut play, |it| _ = it.keys("k")), 0, "a locked door refuses");
    assert_eq!(play.refused.last(), Some(&Refusal::Locked("The gate".into())));
    assert_eq!(turns(&mut play, |it| _ = it.keys("l")), 1, "a blow, hit or miss");
}

#[test]
fn actors_may_cut_corners() {
    Stage { map: "<#\n@#\n#.", signs: &[UP], ..Stage::default() }.play("n").shows("<#\n.#\n#@");
}

#[test]
fn a_mass_dies_without_a_message() {
    let actors = r#""slime": { "attributes": { "mass_noun": true }, "stats": { "health": 1 } },
        "imp": { "name": "Imp", "attributes": {}, "stats": { "health": 1 } },
        "una": { "name": "Una", "attributes": { "proper_named": true }, "stats": { "health": 1 } }"#;
    let signs = &[UP, ('s', "actors:slime"), ('i', "actors:imp"), ('u', "actors:una")];
    let stage = Stage { map: "<@s", signs, actors, ..Stage::default() };
    assert!(stage.play("l").texts().is_empty());
    assert_eq!(Stage { map: "<@i", ..stage }.play("l").texts(), ["The Imp dies."]);
    assert_eq!(Stage { map: "<@u", ..stage }.play("l").texts(), ["Una dies."]);
}

#[test]
fn a_landmark_shows_its_text_when_walked_on() {
    let signs = &[UP, ('W', "landmarks:WATER"), ('x', "landmarks:NOWHERE")];
    let stage = Stage { map: "<@W.", signs, ..Stage::default() };
    // The stage writes no properties, so it is silent; it is there all the same.
    let play = stage.play("ll");
    assert!(play.texts().is_empty());
    play.shows("<.,@");
    let loaded = Stage { map: "<@x.", ..stage }.load();
    let report = loaded.report.render(&loaded.files);
    assert!(report.contains("there is no tile `NOWHERE`; it is left out"), "{report}");
}

#[test]
fn worn_or_carried_items_may_act_each_turn() {
    let items = r#""ring": { "attributes": { "pickupable": true, "wearable": "top", "wear_effect": { "health_per_turn": 2 } } },
        "bead": { "attributes": { "pickupable": true, "passive_effect": { "type": "stat_bonus", "health_per_turn": 3 } } }"#;
    let health = |items_of: &str| {
        let hero = hero(&format!(r#""default_items": [{items_of}],"#), "");
        let hero = hero.replace(r#""current": 20"#, r#""current": 20, "per_turn": 0"#);
        let files = &[("prototypes/here/actors.json", hero.as_str())];
        let stage = Stage { map: "<@.", signs: &[UP], items, files, ..Stage::default() };
        let mut play = stage.play("");
        let before = play.value("here/player", "health");
        play.keys("..");
        play.value("here/player", "health") - before
    };
    assert_eq!((health(""), health(r#""ring""#), health(r#""bead""#)), (0, 4, 6));
}

#[test]
fn an_actor_without_inventory_picks_nothing_up() {
    let items = r#""gem": { "attributes": { "pickupable": true } }"#;
    let hero =
        r#"{ "player": { "stats": { "health": 9 }, "attributes": { "controlled": true } } }"#;
    let files = &[("prototypes/here/actors.json", hero)];
    let signs = &[UP, ('g', "items:gem")];
    let play = Stage { map: "<@g.", signs, items, files, ..Stage::default() }.play("ll");
    assert!(play.bag().is_empty());
    assert_eq!(play.count("gem"), 1);
}

#[test]
fn a_pick_has_a_power_of_25_unless_it_says_otherwise() {
    let actors = r#""ore": { "attributes": { "breakable": true } }"#;
    let items = r#""pick": { "attributes": { "pickupable": true, "weapon": true, "mining": true,
        "collision_effect": { "health": -1 } } }"#;
    let hero = hero(r#""default_items": ["pick"],"#, "");
    let files = &[("prototypes/here/actors.json", hero.as_str())];
    let signs = &[UP, ('o', "actors:ore")];
    let stage = Stage { map: "<@o", signs, actors, items, files, ..Stage::default() };
    assert_eq!((stage.play("lll").count("ore"), stage.play("llll").count("ore")), (1, 0));
    stage.play("llll").shows("<@.");
}

#[test]
fn a_placeholder_that_means_nothing_stays_as_it_is() {
    let actors = r#""sign": { "collision_description": "Ask [the smith] for [a-an] [adjectives.old] axe {now}.", "attributes": {} }"#;
    let files = &[("data/adjectives.json", r#"{ "old": ["ancient"] }"#)];
    let signs = &[UP, ('s', "actors:sign")];
    let play = Stage { map: "<@s", signs, actors, files, ..Stage::default() }.play("l");
    assert_eq!(play.texts(), ["Ask [the smith] for an ancient axe {now}."]);
}
