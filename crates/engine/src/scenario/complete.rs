//! Checks that every occasion, behaviour, command and key of a pack section has a scenario; a new
//! one without a scenario fails here by name. Effects are checked next to their own scenarios.

use std::fs;
use std::path::{Path, PathBuf};

use barrow_pack::{Body, Occasion, chapters};

/// Returns the text of all tests of this crate: whole test files and the test modules of source
/// files.
fn scenarios() -> String {
    let mut texts = String::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                texts += &tests_in(&path);
            }
        }
    }
    texts
}

fn tests_in(path: &PathBuf) -> String {
    let text = fs::read_to_string(path).unwrap();
    let name = path.display().to_string().replace('\\', "/");
    if name.ends_with("complete.rs") {
        return String::new();
    }
    let data = path.extension().is_some_and(|it| it == "json");
    if data || name.contains("tests") {
        return text;
    }
    text.split_once("#[cfg(test)]\nmod tests {").map(|(_, tests)| tests.into()).unwrap_or_default()
}

fn check<'a>(
    what: &str,
    names: impl IntoIterator<Item = &'a str>,
    written: impl Fn(&str) -> String,
) {
    let scenarios = scenarios();
    let missing: Vec<&str> =
        names.into_iter().filter(|name| !scenarios.contains(&written(name))).collect();
    assert!(missing.is_empty(), "no scenario has the {what} {}", missing.join(", "));
}

#[test]
fn every_occasion_has_a_scenario() {
    check("occasion", Occasion::WORDS, |name| format!("\"{name}\": ["));
}

#[test]
fn every_key_of_a_pack_section_has_a_scenario() {
    // Keys that only name or colour something, or that only front ends read, have no scenario here.
    let ignored =
        ["about", "color", "tile", "top", "label", "name", "means", "missile", "sound", "sounds"];
    let worldly = [
        "kind",
        "strike",
        "door",
        "stairs",
        "light",
        "item",
        "switch",
        "modifier",
        "stock",
        "state",
        "field",
        "spread",
        "life",
        "residue",
        "reaction",
        "behaviour",
        "ability",
        "zone",
        "placement",
        "links",
        "lot",
        "menu",
        "option",
    ];
    for chapter in chapters().into_iter().filter(|it| worldly.contains(&it.name)) {
        let (keys, fields): (Vec<&str>, Vec<_>) = match chapter.body {
            Body::Record(fields) => (Vec::new(), fields),
            Body::Choice(variants) => (
                variants.iter().map(|it| it.key).collect(),
                variants.iter().flat_map(|it| it.fields.clone()).collect(),
            ),
        };
        check(chapter.name, keys, |name| format!("\"{name}\""));
        // A key that may be left out is usually written this way.
        let fields = fields.iter().filter(|it| !it.main).map(|it| it.name);
        let fields: Vec<&str> = fields.filter(|it| !ignored.contains(it)).collect();
        check(chapter.name, fields, |name| format!("\"{name}\":"));
    }
}

#[test]
fn every_command_has_a_scenario() {
    let all = [
        "Move", "Wait", "Pickup", "Use", "Drop", "Equip", "Unequip", "Throw", "Cast", "Descend",
        "Ascend", "Interact", "Choose", "Cancel", "Select", "UseFrom",
    ];
    check("command", all, |name| format!("Command::{name}"));
}
