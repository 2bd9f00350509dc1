//! `docs/grammar.md` was written before the types; here it is held to them.

use std::collections::BTreeMap;
use std::fs;

use barrow_grid::{Metric, Pos};
use barrow_pack::{
    AttributeKind, Behaviour, Choice, Effect, Files, Keyword, Occasion, Section, load,
};

fn page() -> String {
    let path = format!("{}/../../docs/grammar.md", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(path).expect("the page is there")
}

/// Returns the cells of the rows of a section's tables that begin with a name.
fn table<'p>(page: &'p str, section: &str) -> Vec<Vec<&'p str>> {
    let text = page.split(&format!("### {section}\n")).nth(1).expect("the section is there");
    let text = text.split("\n##").next().expect("a split has a first part");
    let rows = text.lines().filter(|it| it.starts_with("| `"));
    rows.map(|it| it.trim_matches('|').split('|').map(|it| it.trim().trim_matches('`')).collect())
        .collect()
}

#[test]
fn the_grammar_lists_the_attributes_of_the_engine() {
    let game = r#"{ "attributes": { "health": { "gauge": "Life." } },
        "kinds": { "hero": { "has": { "health": 1 } }, "floor": { "as": "terrain" } },
        "levels": { "cave": { "drawing": ["@"], "ground": { "floor": "floor" } } },
        "pack": { "title": "Bare", "heroes": ["hero"], "start": "cave", "life": "health" } }"#;
    let files = BTreeMap::from([("game.json".into(), game.as_bytes().to_vec())]);
    let pack = load(Files::new(files)).pack.expect("it is sound");
    let own = pack.attributes.iter().filter(|(id, _)| pack.attributes.name(*id) != "health");
    let real: Vec<Vec<String>> = own
        .map(|(id, it)| {
            let number = it.kind() == AttributeKind::Number;
            let default = if number { it.default.to_string() } else { String::new() };
            vec![pack.attributes.name(id).into(), it.kind().key().into(), default]
        })
        .collect();
    let page = page();
    let rows = table(&page, "Attributes of the engine");
    let written: Vec<Vec<String>> =
        rows.iter().map(|row| row[..3].iter().map(ToString::to_string).collect()).collect();
    assert_eq!(written, real);
}

#[test]
fn the_grammar_draws_radii_as_they_are() {
    let page = page();
    let drawn = page.split("```radii\n").nth(1).unwrap().split("```").next().unwrap();
    for (block, radius) in drawn.trim().split("\n\n").zip(2..) {
        let mut lines = block.lines();
        let names: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
        let rows: Vec<Vec<&str>> = lines.map(|it| it.split_whitespace().collect()).collect();
        assert_eq!(names, Metric::WORDS);
        for (column, &metric) in Metric::ALL.iter().enumerate() {
            for (row, y) in rows.iter().zip(-radius..=radius) {
                for (glyph, x) in row[column].chars().zip(-radius..=radius) {
                    let within = metric.covers(Pos::new(x, y), radius.unsigned_abs());
                    assert_eq!(within, glyph != '.', "{metric:?} {radius}: {x}, {y}");
                }
            }
            assert_eq!(rows.len(), radius.unsigned_abs() as usize * 2 + 1);
        }
    }
}

#[test]
fn the_grammar_speaks_of_every_section_effect_occasion_and_behaviour() {
    let page = page();
    let words = Section::ALL
        .map(Section::key)
        .into_iter()
        .chain(Effect::rows().map(|row| row.key))
        .chain(Behaviour::rows().map(|row| row.key))
        .chain(Occasion::WORDS);
    let absent: Vec<&str> = words.filter(|word| !page.contains(&format!("`{word}`"))).collect();
    assert_eq!(absent, Vec::<&str>::new());
}
