//! `docs/tutorial.md` and its steps: each step is a sound pack, and the page shows its files.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use barrow_pack::{Files, load};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// Returns the files of every step, in order.
fn steps() -> Vec<BTreeMap<String, String>> {
    let folder = |step: usize| docs().join(format!("tutorial/step-{step}"));
    (1..100).map(folder).take_while(|it| it.is_dir()).map(|it| files_of(&it)).collect()
}

fn files_of(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).expect("the folder of a step");
    let files = entries.map(|entry| {
        let path = entry.expect("a file of it").path();
        let name = path.file_name().expect("it has a name").display().to_string();
        (name, fs::read_to_string(&path).expect("it is text").replace("\r\n", "\n"))
    });
    files.collect()
}

/// Returns the files that the page shows, by step and name.
fn shown() -> BTreeMap<(usize, String), String> {
    let page = fs::read_to_string(docs().join("tutorial.md")).expect("the tutorial");
    let page = page.replace("\r\n", "\n");
    let blocks = page.split("```json step-").skip(1).map(|block| {
        let (place, rest) = block.split_once('\n').expect("a line of its own");
        let (step, name) = place.split_once('/').expect("a step and a file");
        let text = rest.split("```").next().unwrap_or_default();
        ((step.parse().expect("a number"), name.to_string()), text.to_string())
    });
    blocks.collect()
}

#[test]
fn every_step_of_the_tutorial_is_a_correct_pack() {
    assert_eq!(steps().len(), 8);
    for (step, files) in (1..).zip(steps()) {
        let files = files.into_iter().map(|(name, text)| (name, text.into_bytes()));
        let loaded = load(Files::new(files.collect()));
        assert_eq!(loaded.report.render(&loaded.files), "", "step {step}");
    }
}

#[test]
fn the_page_shows_every_file_that_changes_and_none_that_is_not_there() {
    let mut before = BTreeMap::new();
    let mut changed = BTreeMap::new();
    for (step, files) in (1..).zip(steps()) {
        for (name, text) in &files {
            if before.get(name) != Some(text) {
                changed.insert((step, name.clone()), text.clone());
            }
        }
        before = files;
    }
    assert_eq!(shown().keys().collect::<Vec<_>>(), changed.keys().collect::<Vec<_>>());
    for (place, text) in shown() {
        assert_eq!(Some(&text), changed.get(&place), "{place:?}");
    }
}
