//! Packs that were damaged on the way: whatever is in the files, there is an answer.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use barrow_dice::Rng;
use barrow_pack::{Files, Report, load};

/// Returns all files below a folder of the repository, by their paths in it.
fn files_of(folder: &str) -> BTreeMap<String, Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let mut files = BTreeMap::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of the repository") {
            let path = entry.expect("a file of it").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(&root).expect("it lies there").display().to_string();
            files.insert(name.replace('\\', "/"), fs::read(&path).expect("it can be read"));
        }
    }
    files
}

/// Changes a few bytes: drops, doubles, swaps or writes over a stretch.
fn damage(contents: &mut Vec<u8>, rng: &mut Rng) {
    const SIGNS: &[u8] = b"{}[]\",:.-0e\\u(+*|\n\xC3\xFFaz";
    let length = u32::try_from(contents.len()).expect("it is small");
    let place = |rng: &mut Rng| rng.below(length.max(1)) as usize;
    let (from, to) = (place(rng), place(rng));
    let stretch = from.min(to)..from.max(to).min(from.min(to) + 30);
    match rng.below(5) {
        0 => contents.truncate(from),
        1 => drop(contents.drain(stretch)),
        2 => {
            let copy = contents[stretch].to_vec();
            contents.splice(to..to, copy);
        }
        3 => contents.insert(from, *rng.pick(SIGNS).expect("there are some")),
        _ if contents.is_empty() => {}
        _ => contents[from] = *rng.pick(SIGNS).expect("there are some"),
    }
}

/// Damages a sound pack again and again; most of it must be noticed.
fn check(folder: &str, damages: u32, noticed: u32) {
    let sound = files_of(folder);
    let mut told_of = 0;
    for seed in 0..damages {
        let mut rng = Rng::new(seed);
        let mut files = sound.clone();
        for _ in 0..=rng.below(3) {
            let names: Vec<String> = files.keys().cloned().collect();
            let name = rng.pick(&names).expect("one of them");
            damage(files.get_mut(name).expect("it was just there"), &mut rng);
        }
        let loaded = load(Files::new(files));
        assert_eq!(loaded.pack.is_none(), loaded.report.has_errors(), "seed {seed}");
        assert!(loaded.report.diagnostics.len() <= Report::MAX);
        let told = loaded.report.render(&loaded.files);
        assert_eq!(told.is_empty(), loaded.report.diagnostics.is_empty());
        told_of += u32::from(!told.is_empty());
    }
    assert!(told_of > noticed, "most damage is noticed: {told_of} of {damages}");
}

#[test]
fn a_damaged_pack_is_reported_without_a_panic() {
    check("docs/tutorial/step-6", 2000, 1300);
}

#[test]
fn a_damaged_kit_folder_is_reported_without_a_panic() {
    check("crates/kit/tests/folders/mill", 300, 150);
}

#[test]
fn a_pack_of_every_mechanism_can_be_damaged_too() {
    check("tests/packs/every", 100, 50);
}
