//! Which buttons there are, where, and which of them work.

use super::*;

#[test]
fn an_order_with_two_keys_has_one_button() {
    let keys = r#", "keys": [{ "key": "1", "label": "drink", "use": "balm" },
        { "key": "2", "label": "drink", "use": "balm" }]"#;
    let setup =
        Setup { seed: Seed(7), level: None, heroes: vec![String::new()], ..Setup::default() };
    let pack = pack("#@.#", keys, "", "{}");
    let playthrough = Playthrough::begin(&Still::default(), &pack, &setup).unwrap();
    let buttons = playthrough.buttons(&Still::default());
    assert_eq!(buttons.iter().filter(|it| it.label == "drink").count(), 1);
}

#[test]
fn buttons_keep_their_places_and_each_is_bound() {
    let labels = |playthrough: &Playthrough, able: &[bool]| {
        let buttons = playthrough.buttons(&Still::default());
        let shown = buttons.into_iter().filter(|it| able.contains(&it.able));
        shown.map(|it| it.label).collect::<Vec<String>>()
    };
    let mut playthrough = begin("######\n#@k.>#\n######");
    let all = labels(&playthrough, &[false, true]);
    assert_eq!(all[..3], ["Explore", "Fight", "Pick up"]);
    assert!(!labels(&playthrough, &[true]).contains(&"Pick up".into()));
    press(&mut playthrough, "right");
    assert_eq!(labels(&playthrough, &[false, true]), all);
    let able = labels(&playthrough, &[true]);
    for label in ["Wait", "Pick up", "Way down", "Explore", "Look", "Menu"] {
        assert!(able.contains(&label.to_string()), "{label}: {able:?}");
    }
    let begun = begin("######\n#@k.>#\n######");
    assert!(labels(&begun, &[true]).contains(&"Way down".into()), "it is in view from the start");
    for label in ["Way up", "Fight", "Cast", "Bag"] {
        assert!(!able.contains(&label.to_string()), "{label}: {able:?}");
    }
    assert!(!all.contains(&"Pause".into()), "the game waits");
    for button in playthrough.buttons(&Still::default()) {
        assert!(playthrough.handles_key(&Still::default(), button.key), "{button:?}");
    }
    press(&mut playthrough, "esc");
    assert!(labels(&playthrough, &[false, true]).is_empty(), "the menu has its own lines");
}

#[test]
fn keys_of_the_game_have_buttons_but_steps_do_not() {
    let keys = r#", "keys": [
        { "key": "w", "label": "go north", "order": "north" },
        { "key": "e", "label": "stand", "order": "wait" },
        { "key": "p", "label": "grab", "order": "pickup" },
        { "key": "u", "label": "climb", "order": "ascend" },
        { "key": "d", "label": "dive", "order": "descend" },
        { "key": "q", "label": "let go", "order": "drop" }]"#;
    let setup =
        Setup { seed: Seed(7), level: None, heroes: vec![String::new()], ..Setup::default() };
    let pack = pack("###\n#.#\n#@#\n###", keys, "", "{}");
    let playthrough = Playthrough::begin(&Still::default(), &pack, &setup).unwrap();
    let buttons = playthrough.buttons(&Still::default());
    let own = buttons.iter().filter(|it| it.verb.is_none()).map(|it| &*it.label);
    assert_eq!(own.collect::<Vec<_>>(), ["let go"]);
    let waits: Vec<_> = buttons.iter().filter(|it| it.verb == Some(Verb::Wait)).collect();
    assert_eq!(waits, [&buttons[0]], "what the game calls waiting is always in reach");
    let told = (&*waits[0].label, waits[0].key);
    assert_eq!(told, ("stand", Key::char('e')), "called as the game, and so its tips, call it");
}

/// A key of an ability that this hero lacks does not shift what the other keys are.
#[test]
fn heroes_with_different_abilities_have_their_own_buttons() {
    let keys = r#", "keys": [
        { "key": "h", "label": "hew", "cast": "hew" },
        { "key": "1", "label": "first thing", "select": 1 },
        { "key": "p", "label": "pray", "cast": "pray" }]"#;
    let more = r#"{ "kinds": { "champion": { "extends": "hero", "abilities": ["pray"] } },
        "abilities": { "hew": { "name": "hew", "aim": "self", "do": [] }, "pray": { "name": "pray", "aim": "self", "do": [] } } }"#;
    let setup = Setup { seed: Seed(7), ..Setup::default() };
    let playthrough =
        Playthrough::begin(&Still::default(), &pack("#@.#", keys, "", more), &setup).unwrap();
    let buttons = playthrough.buttons(&Still::default());
    let own = buttons.iter().filter(|it| it.verb.is_none()).map(|it| &*it.label);
    assert_eq!(own.collect::<Vec<_>>(), ["pray"]);
}

/// Where a letter walks, the button of the game's key names the key that works.
#[test]
fn a_button_of_the_game_stays_where_its_letter_walks() {
    let keys = r#", "keys": [{ "key": "h", "label": "drink", "use": "balm" }]"#;
    let setup = Setup { seed: Seed(7), ..Setup::default() };
    let host = Still(Settings::read("keys = vi\nhints = no").0);
    let pack = pack("#@.#", keys, "", "{}");
    let playthrough = Playthrough::begin(&host, &pack, &setup).unwrap();
    let buttons = playthrough.buttons(&host);
    let drink = buttons.iter().find(|it| it.label == "drink").expect("a button");
    assert_eq!(drink.key.to_string(), "alt-h");
    assert!(playthrough.handles_key(&host, drink.key));
}

/// A button that can do nothing now is shown, but not as one that works.
#[test]
fn a_button_works_only_where_its_command_makes_sense() {
    let works = |map: &str, abilities: &str, verb: Verb| {
        let more = format!(
            r#"{{ "kinds": {{ "champion": {{ "extends": "hero", "abilities": [{abilities}] }} }},
                "abilities": {{ "hum": {{ "aim": "self", "do": [] }}, "bolt": {{ "aim": "nearest", "range": 4, "do": [] }},
                    "mend": {{ "aim": "item", "do": [] }} }} }}"#
        );
        let setup = Setup { seed: Seed(7), ..Setup::default() };
        let pack = pack(map, "", r#", "links": { "up": "here" }"#, &more);
        let playthrough = Playthrough::begin(&Still::default(), &pack, &setup).unwrap();
        let buttons = playthrough.buttons(&Still::default());
        buttons.iter().find(|it| it.verb == Some(verb)).expect("a button").able
    };
    assert!(works("#@.#", r#""bolt""#, Verb::Fire));
    assert!(!works("#@.#", r#""hum", "mend""#, Verb::Fire), "neither is aimed at anybody");
    assert!(works("#@.#", r#""hum""#, Verb::Cast));
    assert!(!works("#@.#", "", Verb::Cast));
    assert!(works("#@.r#", "", Verb::Fight));
    assert!(!works("#@..#", "", Verb::Fight));
    assert!(works("#@+.#", "", Verb::Interact));
    assert!(!works("#@.+#", "", Verb::Interact));
    assert!(!works("#@..#", "", Verb::Inventory), "the bag is empty");
    assert!(!works("#@..#", "", Verb::Repeat), "nothing was done yet");
    assert!(works("#@.<#", "", Verb::Ascend));
    assert!(!works("#@.>#", "", Verb::Ascend));
}
