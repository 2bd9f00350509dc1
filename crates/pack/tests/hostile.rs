//! Packs that were damaged on the way: whatever is in the files, there is an answer.

use std::collections::BTreeMap;
use std::fs;

use barrow_dice::Rng;
use barrow_pack::{Files, Report, load};

/// The last step of the tutorial uses most of the grammar.
fn sound() -> BTreeMap<String, Vec<u8>> {
    let folder = format!("{}/../../docs/tutorial/step-6", env!("CARGO_MANIFEST_DIR"));
    let entries = fs::read_dir(folder).expect("the tutorial");
    let files = entries.map(|entry| {
        let path = entry.expect("a file of it").path();
        (path.display().to_string(), fs::read(&path).expect("it can be read"))
    });
    files.collect()
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

#[test]
fn a_damaged_pack_is_told_about_and_nothing_worse() {
    let sound = sound();
    let mut refused = 0;
    for seed in 0..3000 {
        let mut rng = Rng::new(seed);
        let mut files = sound.clone();
        for _ in 0..=rng.below(3) {
            let names: Vec<String> = files.keys().cloned().collect();
            let name = rng.pick(&names).expect("one of them");
            damage(files.get_mut(name).expect("it was just there"), &mut rng);
        }
        let loaded = load(Files::new(files));
        assert_eq!(loaded.pack.is_none(), loaded.report.has_errors(), "seed {seed}");
        assert!(loaded.report.diagnostics.len() <= Report::MOST);
        let told = loaded.report.render(&loaded.files);
        assert_eq!(told.is_empty(), loaded.report.diagnostics.is_empty());
        refused += usize::from(loaded.pack.is_none());
    }
    assert!(refused > 2000, "most damage is noticed: {refused}");
}
