//! What the bot does with the things that it carries while nobody threatens it.

use super::*;

/// Lets the bot play with some things in its bag.
fn carrying(map: &str, level: &str, stock: &str, more: &str, commands: usize) -> Vec<String> {
    let text = format!(
        r#"{{ "kinds": {{ "champion": {{ "extends": "hero", "stock": [{stock}] }},
            "thing": {{ "as": "item", "look": {{ "glyph": "t" }}, "item": {{ "verb": "use" }} }},
            {more} }} }}"#
    );
    watch_the(Skill::Sensible, &pack(map, "", level, &text), commands)
}

fn thing(name: &str, item: &str, effects: &str) -> String {
    format!(
        r#""{name}": {{ "extends": "thing", "item": {{ {item} }}, "on": {{ "use": [{effects}] }} }}"#
    )
}

const POISON: &str = r#"{ "apply": { "state": "poisoned", "of": "actor" } }"#;

#[test]
fn it_tries_once_what_has_no_numbers_unless_it_does_harm() {
    let uses = |effects: &str| {
        let did = carrying("#@....#", "", r#""book""#, &thing("book", "", effects), 6);
        did.iter().filter(|it| *it == "use 0").count()
    };
    let page = r#"{ "noise": { "text": "Rustle.", "range": 1 } }"#;
    assert_eq!(uses(page), 1);
    assert_eq!(uses(&format!("{page}, {POISON}")), 0);
}

#[test]
fn it_fills_a_gauge_that_is_half_empty() {
    let did = |mana: u32, effects: &str| {
        let text = format!(
            r#"{{ "kinds": {{ "champion": {{ "extends": "hero", "stock": ["dew"],
                "has": {{ "mana": {{ "now": {mana}, "max": 10 }} }} }},
                "thing": {{ "as": "item", "look": {{ "glyph": "t" }}, "item": {{}} }}, {} }} }}"#,
            thing("dew", r#""consumed": true"#, effects)
        );
        watch("#@....#", &text, 1).concat()
    };
    let dew = r#"{ "change": { "attribute": "mana", "by": 4, "of": "actor" } }"#;
    assert_eq!(did(4, dew), "use 0");
    assert_ne!(did(6, dew), "use 0");
    assert_ne!(did(4, &dew.replace('4', "-4")), "use 0");
    assert_ne!(did(4, &format!("{dew}, {POISON}")), "use 0");
}

/// It drinks an unknown brew, which is poison, and then what ends it.
#[test]
fn it_ends_a_poison_that_it_drank() {
    let cure = thing(
        "root",
        r#""consumed": true"#,
        r#"{ "cure": { "state": "poisoned", "of": "actor" } }"#,
    );
    let did = carrying("#@....#", "", r#""brew", "root""#, &cure, 2);
    assert_eq!(did, ["use 0", "use 0"]);
}

const LAMPS: &str = r#"
    "lamp": { "as": "item", "look": { "glyph": "l" }, "item": { "switch": {} }, "light": { "radius": 6 } },
    "torch": { "as": "item", "look": { "glyph": "t" }, "item": { "switch": {} }, "light": { "radius": 6, "angle": 60 } }"#;

/// Light in all directions shows what comes from the side.
#[test]
fn it_lights_one_lamp_in_the_dark_and_the_wide_one_if_it_has_two() {
    let dark = r#", "dark": true"#;
    let map = "
        #########
        #.......#
        #.......#
        #...@...#
        #.......#
        #.......#
        #########";
    assert_eq!(carrying(map, dark, r#""torch", "lamp""#, LAMPS, 1), ["use 1"]);
    assert_eq!(carrying(map, dark, r#""torch""#, LAMPS, 1), ["use 0"]);
    assert_ne!(carrying(map, "", r#""torch", "lamp""#, LAMPS, 1), ["use 1"]);
    let both = carrying(map, dark, r#""torch", "lamp""#, LAMPS, 9);
    assert_eq!(both.iter().filter(|it| it.starts_with("use")).count(), 1, "{both:?}");
}

/// Its bag holds four things. It has no use for a pebble, but wears mail.
#[test]
fn it_makes_room_for_what_is_new() {
    let pebble = r#""pebble": { "as": "item", "look": { "glyph": "p" }, "item": {} }"#;
    let full = r#""pebble", "balm", "mail", "axe""#;
    let did = carrying("#.@?..#", "", full, pebble, 12);
    let drops: Vec<&String> = did.iter().filter(|it| it.starts_with("drop")).collect();
    assert_eq!(drops, ["drop 0"], "{did:?}");
    assert!(did.iter().any(|it| it == "pickup"), "{did:?}");
    // What it has already is not worth a thing.
    let did = carrying("#.@!..#", "", full, pebble, 12);
    assert!(!did.iter().any(|it| it.starts_with("drop")), "{did:?}");
}

/// Its life runs out, so it eats on the way, but never more than fits.
#[test]
fn in_a_hurry_it_fills_a_gauge_as_soon_as_nothing_is_wasted() {
    let eats = |bread: u32, loses: &str| {
        let more = format!(
            r#"{{ "kinds": {{ "champion": {{ "extends": "hero", "stock": ["bread"],
                "has": {{ "health": 90, "mana": {{ "now": 7, "max": 10 }} }},
                "on": {{ "turn": [{{ "change": {{ "attribute": "health", "by": {loses}, "of": "self" }} }}] }} }},
                "bread": {{ "as": "item", "look": {{ "glyph": "b" }}, "item": {{ "consumed": true }},
                    "on": {{ "use": [{{ "change": {{ "attribute": "mana", "by": {bread}, "of": "actor" }} }}] }} }} }} }}"#
        );
        let corridor = format!("#@{}#", ".".repeat(60));
        watch(&corridor, &more, 30).iter().any(|it| it == "use 0")
    };
    assert_eq!([eats(3, "-1.5"), eats(4, "-1.5"), eats(3, "0")], [true, false, false]);
}
