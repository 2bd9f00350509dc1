use crate::scenario::{Scenario, cell};
use crate::{Command, Refusal};

const WORLD: &str = r#"{
  "states": { "frozen": { "lasts": 9, "helpless": true } },
  "kinds": {
    "champion": { "extends": "hero", "stock": [{ "kind": "dart", "count": 3 }, "pot", "feather", { "kind": "spear", "worn": true }] },
    "dart": { "as": "item", "look": { "glyph": "-" }, "item": { "stacks": true }, "strike": { "do": [{ "harm": 3 }] } },
    "pot": { "as": "item", "look": { "glyph": "u" }, "item": { "fragile": true, "range": 3 },
        "on": { "land": [{ "put": { "field": "gas", "radius": 1 } }] } },
    "feather": { "as": "item", "look": { "glyph": "," }, "item": {},
        "strike": { "chance": 0, "do": [{ "die": {} }], "miss": [{ "say": "[Self] float[s] past [target]." }] } },
    "spear": { "as": "item", "look": { "glyph": "/" }, "item": { "slot": "hand" }, "strike": { "do": [{ "harm": "self.attack" }] },
        "has": { "attack": 6 } },
    "statue": { "extends": "rat", "look": { "glyph": "S" }, "on": { "spawn": [{ "apply": "frozen" }] } }
  },
  "fields": { "gas": { "look": { "glyph": "*" } } }
}"#;

const SIGNS: &str = r#"{ "r": ["rat"], "S": ["statue"], "_": ["void"] }"#;

fn throw(slot: u8, x: i32) -> Command {
    Command::Throw { slot, at: cell(x, 0) }
}

#[test]
fn a_missile_flies_until_it_meets_someone() {
    let mut it = Scenario::new("@..r.", SIGNS, WORLD);
    it.command(&throw(0, 4));
    assert_eq!(it.value(it.find("rat").unwrap(), "health").to_whole(), 7);
    // It lies where it hit, and the others are still in the bag.
    assert_eq!(it.bag(), ["dart x2", "pot", "feather", "spear*"]);
    it.keys("llkkkk").shows("..@r.");
}

#[test]
fn a_missile_comes_down_before_a_wall() {
    let mut it = Scenario::new("@..#.", SIGNS, WORLD);
    it.command(&throw(0, 4)).shows("@.-#.");
}

#[test]
fn a_missile_may_miss_and_lands_all_the_same() {
    let mut it = Scenario::new("@.r..", SIGNS, WORLD);
    it.command(&throw(2, 2)).shows("@.r..").tells(&["The feather floats past the rat."]);
    it.keys("llllg").shows("..@..");
    assert_eq!(it.bag().last().unwrap(), "feather");
}

#[test]
fn helpless_actors_cannot_evade() {
    let mut it = Scenario::new("@.S..", SIGNS, WORLD);
    it.command(&throw(2, 2)).shows("@.,..");
}

#[test]
fn fragile_items_break_where_they_land() {
    let mut it = Scenario::new("@.r..", SIGNS, WORLD);
    it.command(&throw(1, 3)).shows("@*r*.");
    assert_eq!(it.find("pot"), None);
}

#[test]
fn nothing_flies_farther_than_it_can() {
    let mut it = Scenario::new("@.........", SIGNS, WORLD);
    it.command(&throw(0, 9)).command(&throw(1, 4)).command(&throw(0, 0)).command(&throw(0, 99));
    let refused = [Refusal::OutOfReach, Refusal::OutOfReach, Refusal::NoAim, Refusal::NoAim];
    assert_eq!(it.refused, refused);
    it.command(&throw(0, 8)).command(&throw(1, 3)).shows("@.***...-.");
}

#[test]
fn the_pack_says_how_far_things_fly() {
    let mut it = Scenario::ruled(r#""throw_range": "1 + self.attack""#, "@......", SIGNS, WORLD);
    it.command(&throw(0, 6)).command(&throw(0, 5));
    assert_eq!(it.refused, [Refusal::OutOfReach]);
}

#[test]
fn a_thrown_weapon_is_worn_no_more() {
    let mut it = Scenario::new("@r", SIGNS, WORLD);
    it.command(&throw(3, 1));
    assert_eq!(it.value(it.find("rat").unwrap(), "health").to_whole(), 4);
    it.keys("l").shows("@/");
}

#[test]
fn a_missile_that_lands_over_a_pit_is_gone() {
    let mut it = Scenario::new("@._.", SIGNS, WORLD);
    it.command(&throw(0, 2)).shows("@. .");
    assert_eq!(it.bag()[0], "dart x2");
}

const JARS: &str = r#"{
  "kinds": {
    "champion": { "extends": "hero", "stock": ["jar", "jar"] },
    "jar": { "as": "item", "look": { "glyph": "u" }, "item": { "shatters": true },
        "strike": { "chance": "target.attack", "do": [{ "harm": 3 }] } },
    "ghost": { "extends": "rat", "look": { "glyph": "G" }, "has": { "attack": 0 } },
    "plate": { "as": "fixture", "look": { "glyph": "^" }, "is": ["hidden"],
        "on": { "enter": [], "pelted": [{ "say": "[Item] clank[s]." }] } }
  }
}"#;

#[test]
fn some_missiles_shatter_where_they_hit_and_glance_off_where_they_miss() {
    let signs = r#"{ "r": ["rat"], "G": ["ghost"] }"#;
    Scenario::new("@.r.", signs, JARS).command(&throw(0, 2)).shows("@.r.");
    let mut missed = Scenario::new("@.G#", signs, JARS);
    missed.command(&throw(0, 2)).shows("@uG#");
    // A missile that meets nobody lands whole, unless a wall stops it.
    Scenario::new("@...", signs, JARS).command(&throw(0, 3)).shows("@..u");
    let brittle = JARS.replace("target.attack", "1");
    Scenario::new("@..#", signs, &brittle).command(&throw(0, 3)).shows("@..#");
    Scenario::new("@..#", signs, JARS).command(&throw(0, 3)).shows("@.u#");
}

#[test]
fn things_react_to_missiles_that_land_on_them() {
    let mut it = Scenario::new("@.^.", r#"{ "^": ["plate"] }"#, JARS);
    it.command(&throw(0, 3)).tells(&[]);
    it.command(&throw(0, 2)).tells(&["The jar clanks."]);
}
