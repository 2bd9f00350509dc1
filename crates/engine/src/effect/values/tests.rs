//! Values, harm and states over several turns.

use crate::Refusal;
use crate::scenario::{Scenario, check};

/// A hero with a flask for each state, and rats that differ in what they can suffer.
const WORLD: &str = r#"{
  "attributes": {
    "alive": { "flag": "It lives." },
    "holy": { "flag": "It is beyond harm." },
    "hunger": { "gauge": "Food.", "per_turn": -1, "at_zero": [{ "say": "Starving." }, { "die": { "cause": "hunger" } }],
        "warnings": [{ "below": 0.5, "say": "[Self] [are|is] hungry." }] }
  },
  "states": {
    "poison": { "lasts": 3, "begins": "[Target] retch[es].", "ends": "[Target] [are|is] fine.", "needs": "alive", "spares": "holy",
        "on": { "turn": [{ "harm": { "by": 2, "cause": "poison" } }] } },
    "haste": { "lasts": 4, "stacking": "adds", "changes": [{ "attribute": "speed", "times": 2 }] },
    "blind": { "lasts": 5, "changes": [{ "attribute": "sight", "by": -8 }] },
    "asleep": { "lasts": 9, "helpless": true, "broken_by_harm": true, "begins": "[Target] fall[s] asleep.", "ends": "[Target] wake[s]." },
    "stone": { "lasts": 2000, "helpless": true },
    "growth": { "lasts": 2, "on": { "spawn": [{ "say": "Swelling." }], "die": [{ "say": "Shrinking." }] } }
  },
  "kinds": {
    "champion": { "extends": "hero", "is": ["alive"], "has": { "hunger": 100 },
        "stock": ["bane", "speed", "dark", "sleep", "petrify", "dough"] },
    "flask": { "as": "item", "item": {}, "look": { "glyph": "!" } },
    "bane": { "extends": "flask", "on": { "use": [{ "area": { "radius": 9, "at": "actor", "do": [{ "apply": "poison" }] } }] } },
    "speed": { "extends": "flask", "on": { "use": [{ "apply": "haste" }] } },
    "dark": { "extends": "flask", "on": { "use": [{ "apply": "blind" }] } },
    "sleep": { "extends": "flask", "on": { "use": [{ "apply": { "state": "asleep", "for": 5 } }] } },
    "petrify": { "extends": "flask", "on": { "use": [{ "apply": "stone" }] } },
    "dough": { "extends": "flask", "on": { "use": [{ "apply": "growth" }] } },
    "bone": { "extends": "rat", "look": { "glyph": "b" } },
    "saint": { "extends": "rat", "look": { "glyph": "s" }, "is": ["alive", "holy"] },
    "snake": { "extends": "rat", "look": { "glyph": "S" }, "is": ["alive"], "immune": ["poison"] },
    "mouse": { "extends": "rat", "look": { "glyph": "m" }, "is": ["alive"] },
    "wolf": { "extends": "rat", "look": { "glyph": "w" }, "mind": "hunter", "strike": { "chance": 0, "do": [{ "harm": 1 }] } },
    "plant": { "as": "actor", "look": { "glyph": "p" }, "is": ["alive"], "has": { "health": 4 } }
  },
  "minds": { "hunter": ["strike", "approach"] }
}"#;

const SIGNS: &str = r#"{ "b": ["bone"], "s": ["saint"], "S": ["snake"], "m": ["mouse"], "w": ["wolf"], "p": ["plant"] }"#;

fn scenario(map: &str) -> Scenario {
    Scenario::new(map, SIGNS, WORLD)
}

#[test]
fn a_state_takes_hold_of_some_and_not_of_others() {
    let mut it = scenario("@bsSm");
    it.keys("0").tells(&["You retch.", "The mouse retches."]);
}

#[test]
fn a_state_works_for_as_many_turns_as_it_lasts() {
    let mut it = scenario("@...m");
    it.keys("0").forget();
    it.keys("..").tells(&["You are fine.", "The mouse is fine."]);
    assert_eq!(it.hero_value("health"), 14);
    it.keys("...");
    assert_eq!(it.hero_value("health"), 14);
}

#[test]
fn the_longer_of_two_doses_holds_or_both_add_up() {
    let mut it = scenario("@.");
    it.keys("0.0").tells(&["You retch."]);
    it.keys("..").tells(&["You retch.", "You are fine."]);
    let hasty = |it: &Scenario| it.hero_value("speed");
    let mut it = scenario("@.");
    it.keys("11");
    // Eight turns from the first, in which the hero acts twice as often.
    it.keys("............");
    assert_eq!((it.game.turn(), hasty(&it)), (7, 200));
    it.keys("....");
    assert_eq!(hasty(&it), 100);
}

#[test]
fn a_state_changes_how_one_sees() {
    let mut it = scenario("@.........");
    assert_eq!(it.game.world.players[0].fog.visible().count(), 9);
    it.keys("2");
    assert_eq!(it.game.world.players[0].fog.visible().count(), 1);
    it.keys(".....");
    assert_eq!(it.game.world.players[0].fog.visible().count(), 9);
}

#[test]
fn rounds_of_a_helpless_player_pass_by_themselves() {
    let mut it = scenario("@.");
    it.keys("3").tells(&["You fall asleep.", "You wake."]);
    assert_eq!(it.game.turn(), 5);
    it.keys("l").shows(".@");
}

#[test]
fn harm_wakes_and_sleepers_are_always_hit() {
    let mut it = scenario("@..w");
    it.keys("3").tells(&["You fall asleep.", "You wake."]);
    // The wolf never hits actors that can evade.
    assert_eq!(it.hero_value("health"), 19);
    it.keys("....");
    assert_eq!(it.hero_value("health"), 19);
}

#[test]
fn a_player_who_stays_helpless_loses() {
    let mut it = scenario("@.");
    it.keys("4");
    assert!(!it.game.end().unwrap().won);
    it.keys(".");
    assert_eq!(it.refused, [Refusal::Over]);
}

#[test]
fn a_state_has_a_beginning_and_an_end() {
    scenario("@.").keys("5..").tells(&["Swelling.", "Shrinking."]);
}

#[test]
fn actors_without_a_mind_can_be_poisoned() {
    check("@.p", SIGNS, WORLD, "0..", "@..");
}

#[test]
fn a_gauge_that_drains_warns_once_and_kills_once() {
    let mut it = scenario("@.");
    it.keys(&".".repeat(60)).tells(&["You are hungry.", "cue: hunger"]);
    it.keys(&".".repeat(60));
    it.tells(&["You are hungry.", "cue: hunger", "Starving.", "lost: hunger"]);
}

#[test]
fn the_cause_is_of_this_death_and_not_of_an_older_wound() {
    let mut it = scenario("@.m");
    it.keys("0").keys(&".".repeat(120));
    assert_eq!(it.game.end().unwrap().text, "hunger");
    let more = WORLD.replace(r#""hunger": 100"#, r#""hunger": 100, "health": 5"#);
    let mut it = Scenario::new("@.", SIGNS, &more);
    it.keys("0..");
    assert_eq!(it.game.end().unwrap().text, "poison");
}

#[test]
fn actors_with_no_maximum_of_life_die() {
    let more = r#"{ "kinds": { "curse": { "as": "fixture", "look": { "glyph": "^" },
            "on": { "enter": [{ "raise": { "attribute": "health", "by": -99 } }] } },
        "carrier": { "extends": "hero", "stock": ["stone"] }, "stone": { "as": "item", "item": {} } } }"#;
    for heroes in [r#""heroes": ["hero"]"#, r#""heroes": ["carrier"]"#] {
        let mut it = Scenario::ruled(heroes, "@^.", r#"{ "^": ["curse"] }"#, more);
        it.keys("l");
        assert!(it.game.end().is_some(), "{heroes}");
    }
}
