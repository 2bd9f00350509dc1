use crate::scenario::{Scenario, cell};

/// Returns a level where each `*`, `~` and `^` has some of the first, second and third field.
fn filled(fields: &str, amount: u8, level: &str, map: &str) -> Scenario {
    let names: Vec<&str> = ["gas", "oil", "fire", "steam"]
        .into_iter()
        .filter(|name| fields.contains(&format!("\"{name}\"")))
        .collect();
    let vents: Vec<String> = names
        .iter()
        .map(|name| {
            format!(
                r#""{name}_vent": {{ "as": "fixture", "on": {{ "spawn": [
                    {{ "put": {{ "field": "{name}", "amount": {amount}, "at": "self" }} }},
                    {{ "remove": {{ "of": "self" }} }}] }} }}"#
            )
        })
        .collect();
    let signs: Vec<String> = names
        .iter()
        .zip("*~^".chars())
        .map(|(name, glyph)| format!(r#""{glyph}": ["{name}_vent"]"#))
        .collect();
    let more = format!(
        r#"{{ "fields": {{ {fields} }}, "kinds": {{ {},
            "grass": {{ "as": "terrain", "look": {{ "glyph": "," }}, "is": ["flammable"] }},
            "scroll": {{ "as": "item", "item": {{}}, "look": {{ "glyph": "?" }}, "is": ["flammable"] }} }} }}"#,
        vents.join(",")
    );
    let signs =
        format!(r#"{{ {}, ",": ["grass"], "?": ["scroll"], "r": ["rat"] }}"#, signs.join(","));
    Scenario::staged("", level, map, &signs, &more)
}

fn check(fields: &str, amount: u8, map: &str, keys: &str, expected: &str) {
    filled(fields, amount, "", map).keys(keys).shows(expected);
}

#[test]
fn a_field_spreads_to_four_or_eight_sides() {
    let map = ".....\n.....\n..*..\n.....\n@....";
    let four = r#""gas": { "look": { "glyph": "*" }, "spread": { "chance": 1 } }"#;
    check(four, 4, map, ".", ".....\n..*..\n.***.\n..*..\n@....");
    let eight = r#""gas": { "look": { "glyph": "*" }, "spread": { "chance": 1, "eight": true } }"#;
    check(eight, 4, map, ".", ".....\n.***.\n.***.\n.***.\n@....");
}

#[test]
fn each_cell_gets_half_until_nothing_is_left_to_give() {
    let field = r#""gas": { "look": { "glyph": "*" }, "spread": { "chance": 1 } }"#;
    check(field, 4, "*........\n#########\n@........", ".....", "***......\n#########\n@........");
    let same = r#""gas": { "look": { "glyph": "*" }, "spread": { "chance": 1, "amount": 1 } }"#;
    check(same, 1, "*........\n#########\n@........", ".....", "******...\n#########\n@........");
}

/// A field with effects on arrival spreads cell by cell; others spread word by word.
#[test]
fn spreading_by_words_equals_spreading_cell_by_cell() {
    let (open, wall) = (".".repeat(70), "#".repeat(70));
    // One group crosses the end of a word, the other is at the edge of the map.
    let gas = format!("***{}**......", ".".repeat(59));
    let map = format!("{open}\n{gas}\n{open}\n{wall}\n@{}", "#".repeat(69));
    for eight in ["false", "true"] {
        let field = |more: &str| {
            format!(
                r#""gas": {{ "look": {{ "glyph": "*" }}, "fades": 1,
                    "spread": {{ "chance": 0.4, "eight": {eight} }} {more} }}"#
            )
        };
        let (plain, acts) = (field(""), field(r#", "on": { "spawn": ["die"] }"#));
        for seed in 0..10 {
            let [mut one, mut other] =
                [&plain, &acts].map(|it| filled(it, 60, "", &map).seeded(seed));
            for turn in 0..8 {
                one.keys(".");
                other.keys(".");
                let [one, other] = [&one, &other].map(|it| &it.game.world);
                assert_eq!(one.level.fields[0].amounts, other.level.fields[0].amounts, "{turn}");
                assert_eq!(one.rng, other.rng, "{turn}");
            }
            assert!(one.game.world.level.fields[0].count > 20);
        }
    }
}

#[test]
fn a_field_may_creep_in_one_direction_at_a_time() {
    let field = r#""gas": { "look": { "glyph": "*" },
        "spread": { "chance": 1, "eight": true, "one": true, "amount": 1 } }"#;
    let mut it = filled(field, 1, "", ".....\n.....\n..*..\n.....\n....@");
    it.keys(".");
    assert_eq!(it.picture().matches('*').count(), 2);
}

#[test]
fn walls_and_closed_doors_hold_a_field_back() {
    let field = r#""gas": { "look": { "glyph": "*" }, "spread": { "chance": 1, "amount": 9 } }"#;
    check(field, 9, "*#..\n##+#\n@...", "...", "*#..\n##+#\n@...");
    check(field, 9, "#####\n#*+.#\n#.#@#", "...", "#####\n#*+.#\n#*#@#");
    check(field, 9, "#####\n#*+@#\n#####", "h", "#####\n#*'@#\n#####");
    check(field, 9, "#####\n#*+@#\n#####", "h..", "#####\n#*'@#\n#####");
    let mut it = filled(field, 9, "", "#####\n#*+@#\n#####");
    it.keys("h..");
    let gas = it.game.pack().fields.find("gas").unwrap();
    assert!(it.game.world.level.field_at(gas, cell(2, 1)) > 0, "an open door lets it through");
}

#[test]
fn fire_goes_where_there_is_something_to_burn() {
    let field = r#""fire": { "look": { "glyph": "^" },
        "spread": { "chance": 1, "fuel": "flammable", "amount": 9 } }"#;
    // The first field of the test is drawn as `*`.
    check(field, 9, "*,,,..\n.....,\n@.....", "...", "^^^^..\n.....,\n@.....");
    check(field, 9, "*?.?\n####\n@...", "..", "^?.?\n####\n@...");
    let mut it = filled(field, 9, "", "*?.?\n####\n@...");
    it.keys("..");
    let fire = it.game.pack().fields.find("fire").unwrap();
    let burning = |x| it.game.world.level.field_at(fire, cell(x, 0)) > 0;
    assert!(burning(1) && !burning(2) && !burning(3), "it leaps onto what lies there");
}

#[test]
fn things_made_flammable_by_an_effect_burn() {
    let more = r#"{ "attributes": { "oily": { "flag": "It burns." } },
        "fields": { "fire": { "look": { "glyph": "^" },
            "spread": { "chance": 1, "fuel": "oily", "amount": 9 } } },
        "kinds": {
            "spark": { "as": "fixture", "on": { "spawn": [
                { "put": { "field": "fire", "amount": 9, "at": "self" } },
                { "remove": { "of": "self" } }] } },
            "rag": { "as": "item", "item": {}, "look": { "glyph": "?" }, "on": { "spawn": [
                { "set": { "attribute": "oily", "to": true, "of": "self" } }] } } } }"#;
    let signs = r#"{ "^": ["spark"], "?": ["rag"] }"#;
    let mut it = Scenario::staged("", "", "^?.\n###\n@..", signs, more);
    it.keys("..");
    let fire = it.game.pack().fields.find("fire").unwrap();
    let burning = |x| it.game.world.level.field_at(fire, cell(x, 0)) > 0;
    assert!(burning(1) && !burning(2), "it leaps onto what was soaked");
}

#[test]
fn a_field_fades_away() {
    let field = r#""gas": { "look": { "glyph": "*" }, "fades": 1 }"#;
    check(field, 3, "*.@", "..", "*.@");
    check(field, 3, "*.@", "...", "..@");
}

#[test]
fn too_large_a_field_loses_a_tenth_of_its_cells() {
    let field = r#""gas": { "look": { "glyph": "*" }, "max_cells": 20 }"#;
    let map = "**********\n**********\n**********\n@.........";
    let mut it = filled(field, 1, "", map);
    for left in [27, 25, 23, 21, 19, 19] {
        it.keys(".");
        assert_eq!(it.picture().matches('*').count(), left);
    }
}

#[test]
fn a_faded_field_may_leave_a_residue() {
    let fire = |chance: &str| {
        format!(
            r#""gas": {{ "look": {{ "glyph": "*" }}, "fades": 1, "leaves": {{ "field": "oil", "amount": 2, "chance": {chance} }} }},
            "oil": {{ "look": {{ "glyph": "o" }}, "fades": 1 }}"#
        )
    };
    check(&fire("1"), 2, "*.@", ".", "*.@");
    check(&fire("1"), 2, "*.@", "..", "o.@");
    check(&fire("1"), 2, "*.@", "....", "..@");
    check(&fire("0"), 2, "*.@", "..", "..@");
}

const OIL_AND_FIRE: &str = r#"
    "oil": { "look": { "glyph": "~" } },
    "fire": { "look": { "glyph": "^" }, "fades": 1, "spread": { "chance": 1, "amount": 2 },
        "reacts": [{ "with": "oil", "becomes": "fire", "amount": 9 }] }"#;

#[test]
fn fire_eats_oil_and_lives_on_it() {
    let mut it = filled(OIL_AND_FIRE, 1, "", "*******\n#######\n@......");
    it.shows("~~~~~~~\n#######\n@......");
    let (oil, fire) = (it.game.pack().fields.find("oil"), it.game.pack().fields.find("fire"));
    it.ctx().set_field(fire.unwrap(), cell(3, 0), 9);
    it.keys(".");
    let amount = |x| it.game.world.level.field_at(fire.unwrap(), cell(x, 0));
    assert_eq!([amount(2), amount(3), amount(4)], [2, 8, 2]);
    it.keys(".");
    let amount = |x| it.game.world.level.field_at(fire.unwrap(), cell(x, 0));
    assert_eq!([amount(1), amount(2), amount(3)], [2, 8, 7], "what burnt oil burns longer");
    assert_eq!(it.game.world.level.field_at(oil.unwrap(), cell(2, 0)), 0);
}

#[test]
fn water_and_fire_turn_into_steam() {
    let fields = r#"
        "oil": { "look": { "glyph": "~" } },
        "fire": { "look": { "glyph": "^" },
            "reacts": [{ "with": "oil", "becomes": "steam", "amount": 3, "spends": true }] },
        "steam": { "look": { "glyph": "s" }, "fades": 1 }"#;
    let mut it = filled(fields, 5, "", "@*..");
    let fire = it.game.pack().fields.find("fire").unwrap();
    it.ctx().set_field(fire, cell(1, 0), 5);
    it.keys(".").shows("@s..");
    it.keys("...").shows("@...");
}

#[test]
fn smoke_stops_sight_until_it_is_gone() {
    let field = r#""gas": { "look": { "glyph": "*" }, "opaque": true, "fades": 1 }"#;
    let mut it = filled(field, 2, "", "@.*.r");
    assert_eq!(it.seen(), "11100");
    it.keys(".");
    assert_eq!(it.seen(), "11100");
    it.keys(".");
    assert_eq!(it.seen(), "11111");
}

#[test]
fn fog_hides_what_is_in_it_where_no_light_falls() {
    let field = r#""gas": { "look": { "glyph": "*" }, "hides": true }"#;
    assert_eq!(filled(field, 1, r#""ambient": 0"#, "@.*.").seen(), "1101");
    assert_eq!(filled(field, 1, "", "@.*.").seen(), "1111");
    let inside = filled(field, 1, r#""ambient": 0"#, "*@**");
    assert_eq!(inside.seen(), "0100", "one's own cell is always seen");
}

#[test]
fn a_field_acts_on_the_actors_and_things_in_it() {
    let field = r#""gas": { "look": { "glyph": "*" }, "spread": { "chance": 1, "amount": 1 },
        "on": { "turn": [{ "harm": { "by": 4, "cause": "bad air" } },
            { "if": { "when": "target.flammable", "do": [{ "remove": {} }] } }] } }"#;
    let mut it = filled(field, 1, "", "*r?.#@");
    it.keys("..");
    assert_eq!(it.value(it.find("rat").unwrap(), "health").to_whole(), 6);
    it.keys("..").shows("****#@");
    assert!(it.find("rat").is_none() && it.find("scroll").is_none());
}

#[test]
fn stepping_into_a_field_can_matter_at_once() {
    let field = r#""gas": { "look": { "glyph": "*" }, "on": { "enter": [{ "say": "Cough!" }] } }"#;
    filled(field, 1, "", "@*.").keys("ll").tells(&["Cough!"]);
}

#[test]
fn a_burning_field_gives_light() {
    let field = r#""fire": { "look": { "glyph": "^" }, "fades": 1, "light": { "radius": 2 } }"#;
    let mut it = filled(field, 2, r#""dark": true"#, "@.......*.");
    assert_eq!(it.seen(), "1000000110");
    it.keys("..");
    assert_eq!(it.seen(), "1000000000");
}

#[test]
fn a_glider_glides() {
    let field = r#""gas": { "look": { "glyph": "*" },
        "life": { "born": [3], "survive": [2, 3] } }"#;
    let map = ".*.....\n..*....\n***....\n.......\n.......\n#######\n@......";
    check(field, 1, map, ".", ".......\n*.*....\n.**....\n.*.....\n.......\n#######\n@......");
    check(field, 1, map, "....", ".......\n..*....\n...*...\n.***...\n.......\n#######\n@......");
}

#[test]
fn life_needs_floor_and_dies_alone() {
    let field = r#""gas": { "look": { "glyph": "*" },
        "life": { "born": [3], "survive": [2, 3] } }"#;
    check(field, 1, "***\n###\n@..", ".", ".*.\n###\n@..");
    check(field, 1, "*..*\n####\n@...", ".", "....\n####\n@...");
    check(field, 1, "**.\n**.\n###\n@..", "....", "**.\n**.\n###\n@..");
}

#[test]
fn a_field_acts_at_once_when_it_reaches_someone() {
    let field = r#""gas": { "look": { "glyph": "*" }, "spread": { "chance": 1 }, "on": {
        "spawn": [{ "say": "[Target] cough[s]." }] }  }"#;
    let mut it = filled(field, 4, "", "*.r.@");
    it.keys("..").tells(&["The rat coughs."]);
}

#[test]
fn a_field_thins_out_where_it_has_few_neighbours() {
    let fields = r#""gas": { "look": { "glyph": "*" }, "thins": { "below": 1, "becomes": "steam", "amount": "amount - 3" } },
        "steam": { "look": { "glyph": "%" } }"#;
    // The ends of a row have one neighbour; once they are gone, the next cells are the ends.
    let mut it = filled(fields, 9, "", "@.*****");
    it.keys(".").shows("@.%***%");
    it.keys(".").shows("@.%%*%%");
    let steam = it.game.pack().fields.find("steam").unwrap();
    assert_eq!(it.game.world.level.field_at(steam, cell(2, 0)), 6);
    let gone = r#""gas": { "look": { "glyph": "*" }, "thins": { "below": 1, "counts": ["steam"] } },
        "steam": { "look": { "glyph": "%" } }"#;
    filled(gone, 9, "", "@.*").keys(".").shows("@..");
    // A field that counts as kin keeps it from thinning out.
    filled(gone, 9, "", "@.~*~").keys(".").shows("@.%*%");
}

#[test]
fn a_field_may_thin_out_before_it_acts() {
    let world = |early: &str| {
        format!(
            r#"{{ "fields": {{ "gas": {{ "look": {{ "glyph": "*" }}, "thins": {{ "below": 8 {early} }},
                "on": {{ "turn": [{{ "say": "[Target] cough[s]." }}] }} }} }},
               "kinds": {{ "sick_rat": {{ "extends": "rat", "on": {{ "spawn": [
                   {{ "put": {{ "field": "gas", "amount": 5, "at": "self" }} }}] }} }} }} }}"#
        )
    };
    let play = |early| {
        let mut it = Scenario::new("@..r", r#"{ "r": ["sick_rat"] }"#, &world(early));
        it.keys("..");
        it
    };
    play("").tells(&["The sick rat coughs."]);
    play(r#", "early": true"#).tells(&[]);
}

#[test]
fn thick_gas_puffs_into_the_cells_beside_it() {
    let fields = r#""gas": { "look": { "glyph": "*" }, "thins": { "below": 0 }, "puffs": { "field": "steam", "amount": "amount / 2" } },
        "steam": { "look": { "glyph": "%" } }"#;
    let mut it = filled(fields, 8, "", "@##.**##");
    it.keys(".").shows("@##%**##");
    let steam = it.game.pack().fields.find("steam").unwrap();
    assert_eq!(it.game.world.level.field_at(steam, cell(3, 0)), 4);
}

const POOL: &str = r#"{ "attributes": { "bolt_immune": { "flag": "Bolts do nothing to it." } },
    "kinds": {
        "champion": { "extends": "hero", "abilities": ["bolt", "match", "freeze"] },
        "eel": { "extends": "rat", "look": { "glyph": "e" }, "is": ["bolt_immune"] },
        "wet_rat": { "extends": "rat", "on": { "spawn": [{ "put": { "field": "water", "amount": 5, "at": "self" } }] } },
        "wet_eel": { "extends": "eel", "on": { "spawn": [{ "put": { "field": "water", "amount": 5, "at": "self" } }] } },
        "puddle": { "as": "fixture", "on": { "spawn": [{ "put": { "field": "water", "amount": 5, "at": "self" } }, { "remove": { "of": "self" } }] } },
        "spill": { "as": "fixture", "on": { "spawn": [{ "put": { "field": "oil", "amount": 3, "at": "self" } }, { "remove": { "of": "self" } }] } } },
    "fields": {
        "fire": { "look": { "glyph": "*" }, "spread": { "chance": 1, "fuel": { "field": "oil" } }, "fades": 1 },
        "frost": { "look": { "glyph": "%" }, "reacts": [{ "with": "water", "becomes": "ice", "extent": true, "spends": true }] },
        "water": { "look": { "glyph": "~" }, "conducts": ["bolt"] },
        "oil": { "look": { "glyph": "," } }, "ice": { "look": { "glyph": "=" } } },
    "abilities": {
        "bolt": { "aim": "cell", "do": [{ "harm": { "by": 50, "type": "bolt" } }] },
        "match": { "aim": "cell", "do": [{ "put": { "field": "fire", "amount": 3 } }] },
        "freeze": { "aim": "cell", "do": [{ "put": "frost" }] } } }"#;

const WET: &str =
    r#"{ "~": ["puddle"], "r": ["wet_rat"], "e": ["wet_eel"], "d": ["rat"], ",": ["spill"] }"#;

fn cast(it: &mut Scenario, ability: &str, x: i32, y: i32) {
    it.command(&crate::Command::Cast { ability: ability.into(), at: Some(cell(x, y)) });
    assert_eq!(it.refused, []);
}

#[test]
fn water_conducts_lightning_to_all_who_stand_in_it() {
    // The eel is immune, one rat stands in another pool, one on dry land.
    let mut it = Scenario::new("@.r~~e~r.r\n....d.....", WET, POOL);
    let bolt = it.game.pack().abilities.find("bolt").unwrap();
    let view = it.game.view(0).unwrap();
    let rat = view.actors().find(|it| it.pos() == cell(2, 0)).unwrap();
    assert!(view.cast_of(bolt, Some(&rat)).more, "others are hit as well");
    cast(&mut it, "bolt", 2, 0);
    it.shows("@.~~~e~~.r\n....r.....");
}

#[test]
fn fire_runs_along_oil_and_uses_it_up() {
    let mut it = Scenario::new("@.,,,,.,", WET, POOL);
    cast(&mut it, "match", 2, 0);
    it.shows("@.**,,.,");
    it.keys("...").shows("@...**.,");
    it.keys("...").shows("@......,");
}

#[test]
fn frost_freezes_a_whole_pool_at_once() {
    let mut it = Scenario::new("@..~~~.~\n....~...", WET, POOL);
    cast(&mut it, "freeze", 3, 0);
    it.shows("@..===.~\n....=...");
}
