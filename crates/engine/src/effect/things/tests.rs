//! Death and what comes of it.

use crate::Refusal;
use crate::scenario::{Scenario, check};

const WORLD: &str = r#"{
  "kinds": {
    "champion": { "extends": "hero", "stock": ["bomb", "razor", "charm"], "has": { "attack": 10 } },
    "bomb": { "as": "item", "look": { "glyph": "o" }, "item": { "consumed": true },
        "on": { "use": [{ "area": { "radius": 2, "at": "actor", "spares": true, "do": [{ "harm": 50 }] } }] } },
    "razor": { "as": "item", "look": { "glyph": "-" }, "item": {},
        "on": { "use": [{ "harm": { "by": 50, "cause": "a razor" } }] } },
    "charm": { "as": "item", "look": { "glyph": "\"" }, "item": { "kept": true } },
    "purse": { "as": "item", "look": { "glyph": "$" }, "item": {} },
    "thief": { "extends": "rat", "look": { "glyph": "t" }, "stock": ["purse"], "drops": "loot" },
    "blob": { "extends": "rat", "look": { "glyph": "b" }, "on": { "die": [{ "spawn": { "kind": "rat", "count": 2 } }] } },
    "mine": { "extends": "rat", "look": { "glyph": "m" },
        "on": { "die": [{ "say": "Boom." }, "die", { "area": { "radius": 1, "do": [{ "harm": 15 }] } }] } },
    "egg": { "extends": "rat", "look": { "glyph": "e" }, "drops": "brood" },
    "boss": { "extends": "rat", "look": { "glyph": "B" }, "on": { "die": [{ "win": "The boss is dead." }] } }
  },
  "tables": { "loot": [{ "kind": "purse", "count": 2 }], "brood": [{ "kind": "rat" }] }
}"#;

const SIGNS: &str = r#"{ "t": ["thief"], "b": ["blob"], "m": ["mine"], "e": ["egg"], "B": ["boss"], "r": ["rat"] }"#;

#[test]
fn the_dead_leave_what_they_drop_and_what_they_carried() {
    let mut it = Scenario::new("@t", SIGNS, WORLD);
    it.keys("l").shows("@$");
    it.keys("lggg");
    assert_eq!(it.refused, [Refusal::BagFull]);
    assert_eq!(it.bag(), ["bomb", "razor", "charm", "purse", "purse"]);
}

#[test]
fn kept_items_are_not_dropped() {
    let mut it = Scenario::new("@", SIGNS, WORLD);
    it.keys("1").tells(&["lost: a razor"]);
    assert_eq!((it.find("charm"), it.find("bomb").is_some()), (None, true));
}

#[test]
fn effects_of_a_death_may_fill_its_cell() {
    check("@b#", SIGNS, WORLD, "l", "@r#");
    check("@e.", SIGNS, WORLD, "l", "@r.");
}

#[test]
fn nothing_dies_twice() {
    // Each mine goes off once, though it kills itself and the others.
    let mut it = Scenario::new("@.mm.m", SIGNS, WORLD);
    it.keys("ll").shows(".@...m").tells(&["Boom.", "Boom."]);
}

#[test]
fn an_area_goes_on_when_someone_in_it_dies() {
    let mut it = Scenario::new("mr@rb", SIGNS, WORLD);
    it.keys("0");
    assert_eq!(it.game.end().map(|end| end.text.clone()), None);
    assert_eq!((it.find("mine"), it.find("blob")), (None, None));
    // Those that came of the blob were not there yet.
    assert_eq!(it.picture().matches('r').count(), 2);
}

#[test]
fn an_actor_may_kill_itself() {
    let mut it = Scenario::new("@r", SIGNS, WORLD);
    it.keys("1l").shows("or").tells(&["lost: a razor"]);
    assert_eq!(it.refused, [Refusal::Over]);
}

#[test]
fn a_level_is_cleared_when_its_last_foe_dies_and_not_before() {
    let level = r#""on": { "clear": [{ "say": "Peace." }] }"#;
    let more = WORLD.replacen(
        "\"kinds\": {",
        r#""kinds": { "crate": { "as": "fixture", "is": ["solid"], "has": { "health": 1 }, "look": { "glyph": "c" } },"#,
        1,
    );
    let signs = SIGNS.replace('{', r#"{ "c": ["crate"],"#);
    let mut it = Scenario::staged("", level, "c@rr", &signs, &more);
    it.keys("l").tells(&[]);
    it.keys("ll").tells(&["Peace."]);
    it.keys("hh").tells(&["Peace."]);
}

#[test]
fn a_run_ends_once() {
    let mut it = Scenario::new("@B", SIGNS, WORLD);
    it.keys("l1.").tells(&["won: The boss is dead."]);
    assert_eq!(it.refused, [Refusal::Over, Refusal::Over]);
}

#[test]
fn a_death_by_poison_is_credited_to_the_last_attacker() {
    let more = r#"{ "states": { "bleeding": { "lasts": 9, "on": { "turn": [{ "harm": { "by": 9, "cause": "blood" } }] } } },
        "kinds": { "champion": { "extends": "hero", "strike": { "do": [{ "harm": 1 }, { "apply": "bleeding" }] },
            "on": { "kill": [{ "say": "[Self] did it." }] } } } }"#;
    let mut it = Scenario::new("@r", SIGNS_OF_RATS, more);
    it.keys("l").shows("@.").tells(&["You did it."]);
}

const SIGNS_OF_RATS: &str = r#"{ "r": ["rat"] }"#;
