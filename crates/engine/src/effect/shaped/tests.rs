//! Shapes and movements as a player meets them.

use barrow_grid::Pos;

use crate::scenario::{Scenario, cell};
use crate::{Command, Event};

/// Makes a scenario in which the hero knows one ability, called `it`.
fn knowing(ability: &str, map: &str) -> Scenario {
    let more = format!(
        r#"{{ "kinds": {{ "champion": {{ "extends": "hero", "abilities": ["it"] }},
               "post": {{ "as": "fixture", "is": ["solid"], "look": {{ "glyph": "I" }} }},
               "hole": {{ "as": "terrain", "is": ["pit"], "look": {{ "glyph": "_" }} }} }},
             "fields": {{ "ash": {{ "look": {{ "glyph": "*" }} }} }},
             "abilities": {{ "it": {ability} }} }}"#
    );
    Scenario::new(map, r#"{ "r": ["rat"], "I": ["post"], "_": ["hole"] }"#, &more)
}

fn cast(it: &mut Scenario, at: Pos) -> &mut Scenario {
    it.command(&Command::Cast { ability: "it".into(), at: Some(at) })
}

/// Casts the ability at a cell and compares the level, and the cells of the preview with those of
/// the rule.
fn check(ability: &str, map: &str, at: Pos, expected: &str) {
    let mut it = knowing(ability, map);
    let id = it.game.pack().abilities.find("it").unwrap();
    let lands = it.game.view(0).unwrap().cast_at(id, at).lands;
    cast(&mut it, at).shows(expected);
    assert_eq!(it.refused, []);
    if let Some(lands) = lands {
        assert_eq!(it.game.look().pos(it.hero()), Some(lands), "where the preview said");
    }
}

/// Returns an effect that drops ash on the cells of a shape.
fn ash(shape: &str) -> String {
    format!(r#"{{ "aim": "cell", "do": [{{ "put": {{ "field": "ash", "shape": {shape} }} }}] }}"#)
}

#[test]
fn a_cone_opens_towards_the_aim_and_spares_what_a_wall_hides() {
    let map = "@....\n..#..\n.....\n.....";
    let shape = r#"{ "cone": 3, "angle": 100, "los": true }"#;
    check(&ash(shape), map, cell(1, 1), "@***.\n**#..\n***..\n*....");
}

#[test]
fn a_line_goes_through_its_aim_up_to_a_wall() {
    check(&ash(r#"{ "line": 9 }"#), "@......#.", cell(2, 0), "@******#.");
    check(&ash(r#"{ "line": 3 }"#), "@......#.", cell(5, 0), "@***...#.");
}

#[test]
fn a_room_fills_up_to_its_doorways() {
    let map = "#######\n#...#.#\n#.@....\n#...#.#\n#######";
    let filled = "#######\n#***#.#\n#*@**..\n#***#.#\n#######";
    check(&ash(r#""room""#), map, cell(1, 1), filled);
}

#[test]
fn an_ability_with_a_shape_hits_everyone_in_it_but_its_caster() {
    let ability = r#"{ "aim": "cell", "shape": { "ring": 2 }, "do": ["remove"] }"#;
    check(
        ability,
        ".r.r.\n.r...\nr.@..\n.....\n....r",
        cell(2, 2),
        ".....\n.r...\n..@..\n.....\n.....",
    );
}

#[test]
fn an_announced_line_reaches_the_cells_that_were_shown() {
    let ability = r#"{ "aim": "cell", "shape": { "line": 3 }, "tell": 2, "do": ["remove"] }"#;
    let mut it = knowing(ability, ".....\n@.r..\n.....");
    cast(&mut it, cell(1, 1));
    let cells = [1, 2, 3].map(|x| cell(x, 1)).to_vec();
    assert!(it.events.contains(&Event::Announced { cells, turns: 2 }), "{:?}", it.events);
    // The caster waits until it happens.
    it.tells(&["announced: 3 cells, 2 turns"]).shows(".....\n@....\n.....");
    assert_eq!(it.game.turn(), 2);
}

#[test]
fn a_dash_stops_before_what_blocks_it() {
    let dash = r#"{ "aim": "cell", "do": [{ "move": { "of": "actor", "to": "aim", "how": "dash",
        "over": [{ "put": "ash" }], "into": [{ "say": "[Self] hit[s] [target]." }] } }] }"#;
    check(dash, "@....I.", cell(3, 0), ".**@.I.");
    check(dash, "@....I.", cell(6, 0), ".***@I.");
    let mut it = knowing(dash, "@....I.");
    cast(&mut it, cell(6, 0)).tells(&["You hit the post."]);
}

#[test]
fn a_dash_ahead_goes_where_one_faces() {
    let dash = r#"{ "aim": "self", "do": [
        { "move": { "of": "actor", "to": "ahead", "how": "dash", "cells": 3 } }] }"#;
    let mut it = knowing(dash, "......\n.@....\n......");
    let ahead = Command::Cast { ability: "it".into(), at: None };
    it.keys("l").command(&ahead).shows("......\n.....@\n......");
    it.keys("h").command(&ahead).shows("......\n.@....\n......");
}

#[test]
fn a_leap_passes_over_pits_and_foes() {
    let leap = |more: &str| {
        format!(
            r#"{{ "aim": "cell", "do": [{{ "move": {{ "of": "actor", "to": "aim", "how": "leap"{more} }} }}] }}"#
        )
    };
    check(&leap(""), "@__r...", cell(5, 0), "...r.@.".replace("...r", ".__r").as_str());
    let trample = r#", "over": [{ "harm": 50 }]"#;
    check(&leap(trample), "@.r....", cell(4, 0), "....@..");
}

#[test]
fn a_charge_ends_with_a_blow() {
    let charge = r#"{ "aim": "target", "do": [
        { "move": { "of": "actor", "to": "target", "how": "charge" } }] }"#;
    let mut it = knowing(charge, "@...r..");
    let rat = it.find("rat").unwrap();
    let before = it.value(rat, "health");
    cast(&mut it, cell(4, 0)).shows("...@r..");
    assert!(it.value(rat, "health") < before);
}

#[test]
fn those_who_are_hit_can_be_drawn_to_the_aim() {
    let whirl = r#"{ "aim": "cell", "shape": { "burst": 3 }, "do": [
        { "move": { "to": "aim", "how": "dash", "cells": 2 } }] }"#;
    let mut it = knowing(whirl, "......\n@.....\n.....r\n......");
    cast(&mut it, cell(3, 1));
    assert_eq!(it.game.look().pos(it.find("rat").unwrap()), Some(cell(3, 1)));
}

#[test]
fn a_push_into_a_wall_hurts() {
    let push = r#"{ "aim": "target", "do": [{ "move": { "how": "push", "cells": 4,
        "into": [{ "harm": { "by": 50, "of": "self" } }] } }] }"#;
    check(push, "@r...#", cell(1, 0), "@....#");
    check(push, "@r......", cell(1, 0), "@....r..");
}
