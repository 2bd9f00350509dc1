//! What the bot does to a foe: blows, abilities, throws.

use super::*;

/// Returns the first command of a hero with some abilities and things.
fn first(map: &str, hero: &str, more: &str) -> String {
    let text = format!(
        r#"{{ "kinds": {{ "champion": {{ "extends": "hero" {hero} }},
            "dart": {{ "as": "item", "look": {{ "glyph": "|" }}, "item": {{}}, "on": {{ "land": [{{ "harm": 3 }}] }} }},
            "spear": {{ "extends": "dart", "item": {{ "slot": "hand" }} }},
            "bell": {{ "as": "item", "look": {{ "glyph": "b" }}, "item": {{}}, "on": {{ "use": [
                {{ "area": {{ "radius": 1, "spares": true, "do": [{{ "harm": 9 }}] }} }}] }} }} }},
            "abilities": {{
                "bolt": {{ "aim": "target", "range": 6, "do": [{{ "harm": 3 }}] }},
                "punch": {{ "aim": "target", "range": 1, "cost": {{ "mana": 1 }}, "do": [{{ "harm": 9 }}] }},
                "blast": {{ "aim": "target", "range": 6, "radius": 1, "do": [{{ "harm": 3 }}] }},
                "stamp": {{ "aim": "self", "radius": 1, "do": [{{ "harm": 9 }}] }},
                "block": {{ "aim": "self", "do": [{{ "apply": {{ "state": "braced", "of": "actor" }} }}] }} }},
            "states": {{ "braced": {{ "lasts": 2 }} }} {more} }}"#
    );
    watch(map, &text, 1).concat()
}

#[test]
fn it_attacks_from_afar_if_it_can() {
    assert_eq!(first("#@...r.#", r#", "abilities": ["bolt"]"#, ""), "cast bolt 5,0");
    assert_eq!(first("#@...r.#", r#", "stock": ["dart"]"#, ""), "throw 0 5,0");
}

/// The one who stands beside another is hit with it.
#[test]
fn a_blast_goes_where_it_reaches_most() {
    let blast = r#", "abilities": ["blast"]"#;
    assert_eq!(first("#@..r..rr#", blast, ""), "cast blast 7,0");
    assert_eq!(first("#@rr..r.#", blast, ""), "cast blast 2,0");
}

#[test]
fn a_stamp_needs_somebody_near() {
    let stamp = r#", "abilities": ["stamp"]"#;
    assert_eq!(first("#@r...#", stamp, ""), "cast stamp");
    assert_ne!(first("#@..r.#", stamp, ""), "cast stamp");
}

/// A punch that costs mana must do more than a blow.
#[test]
fn of_two_attacks_it_takes_the_stronger_and_then_the_cheaper() {
    let punch = r#", "abilities": ["punch"]"#;
    assert_eq!(first("#@r#", punch, ""), "cast punch 2,0");
    let strong = r#", "abilities": ["punch"], "strike": { "chance": 1, "do": [{ "harm": 9 }] }"#;
    assert_eq!(first("#@r#", strong, ""), "e");
}

#[test]
fn it_uses_on_a_neighbour_what_hurts_more_than_a_blow() {
    assert_eq!(first("#@r#", r#", "stock": ["bell"]"#, ""), "use 0");
    let strong = r#", "stock": ["bell"], "strike": { "chance": 1, "do": [{ "harm": 10 }] }"#;
    assert_eq!(first("#@r#", strong, ""), "e");
}

#[test]
fn it_keeps_the_weapon_that_it_could_throw() {
    let first = |worn: bool| {
        let hero = format!(r#", "stock": [{{ "kind": "spear", "worn": {worn} }}]"#);
        first("#@...r.#", &hero, "")
    };
    assert_eq!(first(false), "throw 0 5,0");
    assert!(!first(true).starts_with("throw"), "{}", first(true));
}

/// In the corridor only one of them can strike at a time.
#[test]
fn it_awaits_several_foes_in_a_narrow_place() {
    let map = "
        ##########
        #####....#
        #...@...r#
        #####...r#
        ##########";
    assert_eq!(first(map, "", ""), "w");
    assert_eq!(first("#@...rr#", "", ""), "wait");
}

/// An ogre takes a long fight, a rat does not.
#[test]
fn it_strengthens_itself_for_a_hard_fight_only() {
    let drinks = |map: &str| {
        let text = r#"{ "kinds": { "champion": { "extends": "hero", "stock": ["tonic"] },
            "tonic": { "as": "item", "look": { "glyph": "t" }, "item": { "consumed": true },
                "on": { "use": [{ "apply": { "state": "braced", "of": "actor" } }] } } },
            "states": { "braced": { "lasts": 9 } } }"#;
        watch(map, text, 1).concat()
    };
    assert_eq!(drinks("#@..O#"), "use 0");
    assert_ne!(drinks("#@..r#"), "use 0");
}

#[test]
fn it_flees_by_a_scroll_from_what_is_too_strong() {
    let reads = |map: &str| {
        let text = r#"{ "kinds": { "champion": { "extends": "hero", "stock": ["scroll"] },
            "scroll": { "as": "item", "look": { "glyph": "s" }, "item": {},
                "on": { "use": [{ "move": { "of": "actor" } }] } } } }"#;
        watch(map, text, 1).concat()
    };
    assert_eq!(reads("#@O.......#"), "use 0");
    assert_ne!(reads("#@r.......#"), "use 0");
}
