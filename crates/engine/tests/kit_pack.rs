//! Plays random games of every prototype of `packs/kit`: none panics, and each journal replays to
//! the same digests.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use barrow_dice::{Seed, Stream};
use barrow_engine::{Run, Setup};
use barrow_pack::{Files, Pack, load};

const GAMES: u64 = 1_000;
const COMMANDS: usize = 40;

static PACK: LazyLock<Arc<Pack>> = LazyLock::new(|| {
    let mut files = BTreeMap::new();
    gather(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/kit"), "", &mut files);
    load(Files::new(files)).pack.unwrap()
});

fn gather(folder: &Path, prefix: &str, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("{prefix}{}", path.file_name().unwrap().to_str().unwrap());
        if path.is_dir() {
            gather(&path, &format!("{name}/"), files);
        } else {
            files.insert(name, fs::read(&path).unwrap());
        }
    }
}

/// Plays random legal commands.
fn play(level: &str, seed: u64) -> Run {
    let setup = Setup {
        seed: Seed(seed),
        level: Some(level.into()),
        heroes: vec![String::new()],
        ..Setup::default()
    };
    let (mut run, _) = Run::new(Arc::clone(&PACK), &setup).unwrap();
    let mut rng = Seed(seed).stream(Stream::named("anyone"), &[]);
    // One game in fifty is a long one.
    let commands = if seed.is_multiple_of(50) { 20 * COMMANDS } else { COMMANDS };
    for _ in 0..commands {
        let legal = run.game().legal(0);
        let Some(command) = rng.pick(&legal) else { break };
        let done = run.step(0, command);
        assert!(done.is_ok(), "{level} {seed}: {command} is legal and was refused: {done:?}");
    }
    run
}

#[track_caller]
fn replays(level: &str) {
    let mut ends = 0;
    for seed in 0..GAMES {
        let run = play(level, seed);
        let again = run.journal().replay(Arc::clone(&PACK));
        let again = again.unwrap_or_else(|it| panic!("{level} {seed}: {it}"));
        assert_eq!(again.digest(), run.game().digest(), "{level} {seed}");
        ends += u64::from(run.game().end().is_some());
    }
    assert!(ends < GAMES / 2, "{ends} of {GAMES} games of {level} end within moments");
}

#[test]
fn a_thousand_games_of_labyrinth() {
    replays("labyrinth");
}

#[test]
fn a_thousand_games_of_sewers() {
    replays("sewers");
}

#[test]
fn a_thousand_games_of_arena() {
    replays("arena");
}

#[test]
fn a_thousand_games_of_caverns() {
    replays("caverns");
}

#[test]
fn a_thousand_games_of_inferno() {
    replays("inferno");
}

#[test]
fn a_thousand_games_of_famine() {
    replays("famine");
}

#[test]
fn a_thousand_games_of_life() {
    replays("life");
}

#[test]
fn a_thousand_games_of_locks() {
    replays("locks");
}

#[test]
fn a_thousand_games_of_alchemist() {
    replays("alchemist");
}

#[test]
fn a_thousand_games_of_halls() {
    replays("halls");
}
