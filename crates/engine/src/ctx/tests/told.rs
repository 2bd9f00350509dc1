//! What `docs/grammar.md` tells in words about time, journeys and the attributes of the engine.

use crate::Refusal;
use crate::scenario::Scenario;

#[test]
fn a_state_for_three_turns_acts_three_times() {
    let more = r#"{ "states": { "burning": { "lasts": 3, "on": {
            "turn": [{ "say": "Hot." }], "die": [{ "say": "It is out." }] } } },
        "kinds": { "champion": { "extends": "hero", "stock": ["torch"] },
            "torch": { "as": "item", "item": {}, "on": { "use": [{ "apply": "burning" }] } } } }"#;
    let mut it = Scenario::new("@.", "{}", more);
    it.keys("0").tells(&["Hot."]);
    it.keys("..").tells(&["Hot.", "Hot.", "Hot.", "It is out."]);
    it.keys("..").tells(&["Hot.", "Hot.", "Hot.", "It is out."]);
}

#[test]
fn what_a_monster_applies_begins_with_the_next_round() {
    let more = r#"{ "states": { "bleeding": { "lasts": 1, "on": { "turn": [{ "say": "Drip." }] } } },
        "minds": { "bites": ["strike"] },
        "kinds": { "foe": { "extends": "rat", "mind": "bites",
            "strike": { "do": [{ "apply": "bleeding" }, { "say": "Snap." }] } } } }"#;
    let mut it = Scenario::new("@f", r#"{ "f": ["foe"] }"#, more);
    it.keys(".").tells(&["Snap."]);
    it.keys(".").tells(&["Snap.", "Drip.", "Snap."]);
}

#[test]
fn effects_after_go_run_on_the_old_level_and_no_mind_acts_any_more() {
    let more = r#"{ "minds": { "bites": ["strike"] },
        "levels": { "below": { "extends": "stage", "on": { "arrive": [{ "say": "Below." }] } } },
        "kinds": { "foe": { "extends": "rat", "mind": "bites", "on": { "hit": [{ "say": "Snap." }] } },
            "trapdoor": { "as": "fixture", "look": { "glyph": "^" }, "on": { "enter": [
                { "go": { "way": "down" } }, { "say": "Crack, with {count.foe} foe." }, { "harm": 2 }] } } } }"#;
    let links = r#""links": { "down": "below" }"#;
    let signs = r#"{ "^": ["trapdoor"], "f": ["foe"] }"#;
    let mut it = Scenario::staged("", links, "@^f", signs, more);
    it.keys("l").tells(&["Crack, with 1 foe.", "cue: trap", "Below."]);
    assert_eq!(it.hero_value("health"), 18);
}

#[test]
fn a_later_journey_replaces_an_earlier_one() {
    let more = r#"{ "levels": {
            "below": { "extends": "stage", "on": { "arrive": [{ "say": "Below." }] } },
            "beyond": { "extends": "stage", "on": { "arrive": [{ "say": "Beyond." }] } } },
        "kinds": { "rift": { "as": "fixture", "on": { "enter": [
            { "go": { "level": "below" } }, { "go": { "level": "beyond" } }] } } } }"#;
    let mut it = Scenario::new("@o", r#"{ "o": ["rift"] }"#, more);
    it.keys("l").tells(&["Beyond."]);
}

#[test]
fn the_engines_attributes_default_to_what_the_table_tells() {
    let more = r#"{ "kinds": { "champion": { "as": "actor", "look": { "glyph": "@" }, "has": { "health": 5 } },
        "apple": { "as": "item", "item": {} } } }"#;
    let mut it = Scenario::new("@..", r#"{ "%": ["apple"] }"#, more);
    it.keys("l").shows(".@.");
    assert_eq!(it.game.turn(), 100, "an action without speed");
    assert_eq!(it.seen(), "010", "no sight");
    let mut it = Scenario::new("@%.", r#"{ "%": ["apple"] }"#, more);
    it.keys("lg");
    assert_eq!(it.refused, [Refusal::BagFull]);
}
