//! Any files are a pack or a list of mistakes, in both forms, and a pack that loads can be played.
//!
//! The input is a folder as text: each file is a line with its name, then its contents, then a
//! NUL. `fuzz/seeds.sh` makes such inputs from the packs of the tests.

#![no_main]

use std::collections::BTreeMap;
use std::sync::Arc;

use barrow_dice::{Rng, Seed};
use barrow_engine::{Game, Setup};
use barrow_pack::{Files, Pack, Report, load};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let loaded = load(Files::new(files(bytes)));
    assert_eq!(loaded.pack.is_none(), loaded.report.has_errors());
    assert!(loaded.report.diagnostics.len() <= Report::MAX);
    let told = loaded.report.render(&loaded.files);
    assert_eq!(told.is_empty(), loaded.report.diagnostics.is_empty());
    if let Some(pack) = loaded.pack {
        play(&pack);
    }
});

fn files(bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let files = bytes.split(|byte| *byte == 0).filter(|file| !file.is_empty());
    let named = files.map(|file| {
        let end = file.iter().position(|byte| *byte == b'\n').unwrap_or(file.len());
        let contents = file.get(end + 1..).unwrap_or_default();
        (String::from_utf8_lossy(&file[..end]).into_owned(), contents.to_vec())
    });
    named.collect()
}

/// Plays a few legal commands. If one is refused, that is a bug.
fn play(pack: &Arc<Pack>) {
    let setup = Setup { seed: Seed(1), level: None, heroes: vec![String::new()], ..Setup::default() };
    let Ok((mut game, _)) = Game::new(Arc::clone(pack), &setup) else { return };
    let mut rng = Rng::new(1);
    for _ in 0..20 {
        let legal = game.legal(0);
        let Some(command) = rng.pick(&legal) else { return };
        assert!(game.step(0, command).is_ok(), "{command} is legal and was refused");
    }
}
