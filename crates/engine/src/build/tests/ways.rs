//! Where stairs lead, floors, salt, and what levels read of the player.

use std::collections::BTreeSet;

use super::{GROUND, begin, count, pack, pack_with};
use crate::scenario::Scenario;

#[test]
fn placements_know_who_comes() {
    let level = |more: &str| {
        format!(
            r#""first": {{ "dig": {{ "algorithm": "bsp", "width": 40, "height": 30 }}, {GROUND},
                "places": [{{ "kind": "rat", "count": "player.health / 4", {more} }}] }}"#
        )
    };
    let rats = |more: &str| count(&begin(&pack(&level(more), 1), 1), "rat");
    assert_eq!(rats(r#""when": "player.health = 20""#), 5);
    assert_eq!(rats(r#""when": "player.health < 20""#), 0);
    assert_eq!(rats(r#""chance": "player.health / 20""#), 5);
}

fn journey(links: &str) -> String {
    format!(
        r#""first": {{ "drawing": ["@>"], {GROUND}, "links": {{ "down": {links} }} }},
           "cave": {{ "drawing": ["<>"], {GROUND}, "links": {{ "up": "first" }} }},
           "fen": {{ "drawing": ["<~>"], {GROUND}, "links": {{ "up": "first" }}, "floor": "10 + floor" }}"#
    )
}

#[test]
fn a_way_may_lead_to_one_of_several_levels() {
    let lots = r#"[{ "level": "cave" }, { "level": "fen", "weight": 3 }, { "level": "first", "when": "floor > 1" }]"#;
    let pack = pack(&journey(lots), 1);
    let mut fens = 0;
    for seed in 0..100 {
        let mut it = begin(&pack, seed);
        let leads = it.game.truth().links();
        it.keys("l>");
        assert_eq!(pack.levels.name(leads[0].1), it.game.level(), "it is known beforehand");
        fens += usize::from(it.game.level() == "fen");
        let floor = if it.game.level() == "fen" { 11 } else { 2 };
        assert_eq!(it.game.floor(), floor, "a level may have a floor of its own");
    }
    assert!((60..90).contains(&fens), "{fens}");
}

#[test]
fn an_effect_may_choose_the_floor() {
    let stone = r#"{ "kinds": { "stone": { "as": "item", "look": { "glyph": "*" }, "item": {},
        "on": { "use": [{ "go": { "level": "here", "floor": "floor * 3 + 4" } }] } } } }"#;
    let mut it = Scenario::new("@*", r#"{ "*": ["stone"] }"#, stone);
    it.keys("lg0");
    assert_eq!(it.game.floor(), 7);
}

#[test]
fn salt_makes_the_same_floor_anew() {
    let levels = |salt: &str| {
        format!(
            r#""first": {{ "drawing": ["@>"], {GROUND}, "links": {{ "down": "cave" }} }},
               "cave": {{ "dig": {{ "algorithm": "cellular", "width": 30, "height": 20 }}, {GROUND}, "floor": 5 {salt} }}"#
        )
    };
    let pictures = |salt: &str| -> BTreeSet<String> {
        let pack = pack(&levels(salt), 1);
        let visit = |gold: i32| {
            let mut it = begin(&pack, 1);
            let (hero, id) = (it.hero(), pack.attributes.find("gold").unwrap());
            it.ctx().entity_mut(hero).own_mut(id).now = gold.into();
            it.keys("l>");
            it.picture()
        };
        (0..3).map(visit).collect()
    };
    assert_eq!(pictures("").len(), 1);
    assert_eq!(pictures(r#", "salt": "player.gold""#).len(), 3);
}

#[test]
fn a_unique_table_repeats_nothing_until_all_were_drawn() {
    let tables = r#"{ "tables": { "boons": { "unique": true, "entries": [
            { "kind": "apple" }, { "kind": "key", "weight": 5 }, { "kind": "gate", "weight": 9 }] } },
        "kinds": { "box": { "as": "item", "look": { "glyph": "b" }, "item": {} } } }"#;
    let level = format!(
        r#""first": {{ "dig": {{ "algorithm": "arena", "width": 20, "height": 12 }}, {GROUND},
            "places": [{{ "table": "boons", "count": 6 }}] }}"#
    );
    for seed in 0..20 {
        let it = begin(&pack_with(&level, 1, &[("tables.json", tables)]), seed);
        let drawn = ["apple", "key", "gate"].map(|kind| count(&it, kind));
        assert_eq!(drawn, [2, 2, 2]);
    }
}

/// Each of these draws is a band: two apples, or a key behind a gate.
#[test]
fn one_draw_may_give_several_things() {
    let tables = r#"{ "tables": {
        "bands": [{ "all": [{ "kind": "apple", "count": "nth(floor, 2, 9)" }] },
                  { "all": [{ "kind": "key" }, { "table": "gates" }] }],
        "gates": [{ "all": [{ "kind": "gate" }, {}] }] } }"#;
    let level = format!(
        r#""first": {{ "dig": {{ "algorithm": "arena", "width": 20, "height": 12 }}, {GROUND},
            "places": [{{ "table": "bands" }}] }}"#
    );
    let bands: BTreeSet<[usize; 3]> = (0..20)
        .map(|seed| {
            let it = begin(&pack_with(&level, 1, &[("tables.json", tables)]), seed);
            ["apple", "key", "gate"].map(|kind| count(&it, kind))
        })
        .collect();
    assert_eq!(bands, BTreeSet::from([[2, 0, 0], [0, 1, 1]]));
}
