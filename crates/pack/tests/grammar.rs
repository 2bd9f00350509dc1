//! `docs/grammar.md` was written before the types; here it is held to them.

use std::fs;

use barrow_pack::{Behaviour, Choice, Effect, Occasion, Section};

#[test]
fn the_grammar_speaks_of_every_section_effect_occasion_and_behaviour() {
    let path = format!("{}/../../docs/grammar.md", env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(path).unwrap();
    let words = Section::ALL
        .map(Section::key)
        .into_iter()
        .chain(Effect::rows().map(|row| row.key))
        .chain(Behaviour::rows().map(|row| row.key))
        .chain(Occasion::WORDS);
    let absent: Vec<&str> = words.filter(|word| !page.contains(&format!("`{word}`"))).collect();
    assert_eq!(absent, Vec::<&str>::new());
}
