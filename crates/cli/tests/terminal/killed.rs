use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, Command, Stdio};

use barrow_dice::{Seed, Stream};
use barrow_engine::Journal;

use super::place::{PACK, Place};

/// Plays in line mode: resumes the run, or begins one if there is none.
fn lines(place: &Place) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_barrow"));
    // A snapshot every few turns, so that many a kill comes in the middle of one.
    command.args(["play", PACK, "--plain"]).envs(place.variables()).env("BARROW_SNAPSHOTS", "5");
    if !place.save().exists() {
        command.args(["--seed", "7"]);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    command.spawn().expect("barrow starts")
}

/// Returns the number of turns in the save.
fn saved(place: &Place) -> usize {
    let bytes = fs::read(place.save()).unwrap_or_default();
    Journal::from_bytes(&bytes).map_or(0, |it| it.journal.entries.len())
}

#[test]
fn a_game_killed_at_any_moment_continues_from_its_last_turn() {
    let place = Place::new("killed");
    let mut chance = Seed(1).stream(Stream::named("kills"), &[]);
    let mut before = 0;
    for round in 0..200 {
        let mut game = lines(&place);
        let mut told = BufReader::new(game.stdout.take().expect("piped"));
        let mut said = game.stdin.take().expect("piped");
        // Turns that were answered are kept; the kill comes at any moment of the next ones.
        let answered = chance.below(3) as usize;
        for _ in 0..answered {
            said.write_all(b"wait\nseed\n").unwrap();
            let mut line = String::new();
            while !line.contains("Digest") {
                line.clear();
                assert!(told.read_line(&mut line).unwrap() > 0, "round {round}");
            }
        }
        let _ = said.write_all(b"wait\n".repeat(chance.below(30) as usize).as_slice());
        // Some are killed before they have said a word.
        if answered > 0 || chance.below(3) > 0 {
            let _ = told.read(&mut vec![0; 1 + chance.below(400) as usize]);
        }
        game.kill().unwrap();
        game.wait().unwrap();
        let now = saved(&place);
        assert!(now >= before + answered, "round {round}: {now} after {before} and {answered}");
        before = now;
    }
    let kept = place.kept("saves");
    assert!(kept.iter().all(|it| !it.contains("damaged")), "{kept:?}");
    // The one before the last has no name for a moment while the next one comes.
    assert!(kept.iter().any(|it| it == "the-small-barrow.snapshot"), "{kept:?}");
}
