use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use barrow_dice::{Rng, Seed, Stream};
use barrow_grid::Dir;
use barrow_pack::{Files, load};

use super::*;
use crate::command::Command;
use crate::game::Setup;
use crate::scenario::Scenario;

/// Asserts that two games are equal in everything, including light, texts to come and illusions.
#[track_caller]
pub(crate) fn assert_alike(one: &Game, two: &Game) {
    assert_eq!(one.digest(), two.digest(), "{:?}", one.differences(two));
    let light = |game: &Game| {
        let light = &game.world.level.light;
        light.bounds().cells().map(|at| light.at(at)).collect::<Vec<_>>()
    };
    assert_eq!(light(one), light(two), "the light");
    let seats = |game: &Game| {
        let level = &game.world.level;
        (
            level.actors.clone(),
            level.piles.clone(),
            level.actor_cells.clone(),
            level.pile_cells.clone(),
        )
    };
    assert_eq!(seats(one), seats(two), "who is where");
    assert!(contents(one) == contents(two), "something that no digest has");
}

/// Returns a game as bytes without the number of light changes. Only whether a player has looked
/// since the last change matters.
fn contents(game: &Game) -> Vec<u8> {
    let mut game = game.clone();
    let world = &mut game.world;
    let changes = std::mem::take(&mut world.level.shade_changes);
    for sight_key in world.players.iter_mut().filter_map(|it| it.sight_key.as_mut()) {
        sight_key.shade = sight_key.shade.wrapping_sub(changes);
    }
    for stored in world.stored.values_mut() {
        stored.level.shade_changes = 0;
    }
    game.to_bytes()
}

/// Returns every shipped game.
fn shipped() -> Vec<Arc<Pack>> {
    let packs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs");
    let found = barrow_shelf::shipped_packs(&packs).unwrap();
    let read = found.into_iter().map(|shipped| {
        let files = shipped.files.into_iter().map(|(name, path)| (name, fs::read(path).unwrap()));
        load(Files::new(files.collect())).pack.unwrap()
    });
    read.collect()
}

/// Begins a run on the default level, or on another one of packs with many levels.
fn begin(pack: &Arc<Pack>, seed: u64) -> Run {
    let levels = pack.levels.iter().map(|(id, _)| pack.levels.name(id).to_owned());
    let levels: Vec<Option<String>> = [None].into_iter().chain(levels.map(Some)).collect();
    let level = levels[usize::try_from(seed).unwrap() % levels.len()].clone();
    let setup = Setup { seed: Seed(seed), level, heroes: vec![String::new()], ..Setup::default() };
    Run::new(Arc::clone(pack), &setup).unwrap().0
}

#[test]
fn a_restored_game_continues_as_the_original() {
    let mut levels = BTreeSet::new();
    let mut ends = 0;
    let packs = shipped();
    assert!(packs.iter().any(|it| it.rules.ticks.is_some()), "some play in real time");
    for pack in &packs {
        for seed in 0..40 {
            let mut game = begin(pack, seed).game().clone();
            let mut again = game.clone();
            let mut rng = Seed(seed).stream(Stream::named("anyone"), &[]);
            for round in 0..160 {
                if round % 20 == 0 {
                    assert_alike(&again, &game);
                    again = Game::from_bytes(&game.to_bytes(), Arc::clone(pack)).unwrap();
                }
                let legal = game.legal(0);
                let Some(command) = rng.pick(&legal) else { break };
                assert_eq!(again.step(0, command), game.step(0, command), "{command}");
            }
            assert_alike(&again, &game);
            levels.insert((pack.digest, game.level().to_owned()));
            ends += u32::from(game.end().is_some());
        }
    }
    assert!(levels.len() > 10 && ends > 5, "{} levels, {ends} ends", levels.len());
}

/// Returns a room with a rat, a delayed fire and an open menu.
fn scene() -> Run {
    let more = r#"{ "kinds": { "bomb": { "as": "fixture", "on": { "enter": [
        { "later": { "turns": 3, "radius": 1, "do": [{ "harm": { "by": 1, "of": "target" } }] } },
        { "noise": { "text": "Tick", "range": 9 } }, { "menu": "well" }] } } },
        "menus": { "well": { "title": "Well?", "options": [{ "text": "Yes", "do": [] }, { "text": "No", "do": [] }] } } }"#;
    let it =
        Scenario::new("########\n#@b...r#\n########", r#"{ "b": ["bomb"], "r": ["rat"] }"#, more);
    let setup = Setup {
        seed: it.game.seed(),
        level: None,
        heroes: vec![String::new()],
        ..Setup::default()
    };
    let (mut run, _) = Run::new(Arc::clone(it.game.pack()), &setup).unwrap();
    run.step(0, &Command::Move(Dir::East)).unwrap();
    let world = &run.game().world;
    assert!(world.open_menu.is_some() && world.delayed.len() == 1, "the question is open");
    assert_eq!(world.players[0].heard.len(), 1);
    run
}

fn read_again(bytes: &[u8], run: &Run) -> Result<Game, SnapshotError> {
    Game::from_bytes(bytes, Arc::clone(run.game().pack()))
}

#[test]
fn damaged_bytes_are_refused() {
    let run = scene();
    let bytes = run.game().to_bytes();
    assert!(read_again(&bytes, &run).is_ok());
    for length in 0..bytes.len() {
        assert!(read_again(&bytes[..length], &run).is_err(), "cut off at {length}");
    }
    for index in 0..bytes.len() {
        let mut bytes = bytes.clone();
        bytes[index] ^= 1 << (index % 8);
        assert!(read_again(&bytes, &run).is_err(), "byte {index}");
    }
}

/// Returns the bytes with a valid checksum.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let body = MARK.len() + 8;
    let sum = checksum(&bytes[body..]).to_le_bytes();
    bytes[MARK.len()..body].copy_from_slice(&sum);
    bytes
}

#[test]
fn forged_bytes_do_no_harm() {
    let run = scene();
    let bytes = run.game().to_bytes();
    let mut rng = Rng::new(1);
    let (mut refused, mut played) = (0, 0);
    let body = u32::try_from(bytes.len() - MARK.len() - 8).unwrap();
    for round in 0..4_000 {
        let mut bytes = bytes.clone();
        for _ in 0..=round % 3 {
            let index = MARK.len() + 8 + rng.below(body) as usize;
            bytes[index] = u8::try_from(rng.below(256)).unwrap();
        }
        if round % 5 == 0 {
            bytes.truncate(bytes.len() - rng.below(body) as usize);
        }
        match read_again(&sealed(bytes), &run) {
            Err(_) => refused += 1,
            // What no digest covers may differ; the game continues all the same.
            Ok(mut game) => {
                played += 1;
                for command in [Command::Cancel, Command::Wait, Command::Move(Dir::West)] {
                    let _ = game.step(0, &command);
                }
            }
        }
    }
    assert!(refused > 2_000 && played > 20, "{refused} refused, {played} played");
}

#[test]
fn a_snapshot_of_another_pack_or_of_other_rules_is_refused() {
    let run = scene();
    let bytes = run.game().to_bytes();
    let other = Scenario::new("#@#", "{}", "{}").game.pack().clone();
    assert_eq!(Game::from_bytes(&bytes, other).unwrap_err(), SnapshotError::Foreign);
    assert_eq!(read_again(b"barrow snapshot 0.0.1\n", &run).unwrap_err(), SnapshotError::Foreign);
    let mut older = bytes;
    // The version of the rules comes first.
    older[MARK.len() + 8] = u8::try_from(RULES).unwrap() - 1;
    assert_eq!(read_again(&sealed(older), &run).unwrap_err(), SnapshotError::Foreign);
}

/// Returns a run of an even number of turns after the scene, and a snapshot from three turns before
/// its end.
fn played(turns: usize) -> (Run, Vec<u8>) {
    let mut run = scene();
    run.step(0, &Command::Choose { option: 1 }).unwrap();
    let mut bookmark = Bookmark::new(run.journal());
    let mut snapshot = Vec::new();
    for turn in 0..turns {
        if turn + 3 <= turns && turn % 2 == 1 {
            snapshot = run.snapshot(&mut bookmark);
        }
        run.step(0, &Command::Wait).unwrap();
    }
    (run, snapshot)
}

/// Returns how many entries are replayed to resume a run.
#[track_caller]
fn entries_played(run: &Run, snapshots: &[&[u8]], journal: &Journal) -> usize {
    let snapshots: Vec<Vec<u8>> = snapshots.iter().map(|it| it.to_vec()).collect();
    let wanted = journal.replay(Arc::clone(run.game().pack())).unwrap();
    let pack = Arc::clone(run.game().pack());
    let resumed = Run::resume_from(&snapshots, journal.clone(), pack).unwrap();
    assert_alike(resumed.run.game(), &wanted);
    assert_eq!(resumed.run.journal(), journal);
    resumed.played
}

#[test]
fn only_entries_after_the_snapshot_are_replayed() {
    let (run, snapshot) = played(8);
    let journal = run.journal();
    assert_eq!(journal.entries.len(), 10);
    assert_eq!(entries_played(&run, &[], journal), 10);
    assert_eq!(entries_played(&run, &[&snapshot], journal), 3);
    let damaged = &snapshot[..snapshot.len() - 40];
    assert_eq!(entries_played(&run, &[damaged, &snapshot], journal), 3);
    assert_eq!(entries_played(&run, &[damaged, &[]], journal), 10);
}

#[test]
fn a_snapshot_beyond_the_end_of_a_torn_journal_is_ignored() {
    let (run, snapshot) = played(8);
    for length in 0..10 {
        let mut journal = run.journal().clone();
        journal.entries.truncate(length);
        let wanted = if length < 7 { length } else { length - 7 };
        assert_eq!(entries_played(&run, &[&snapshot], &journal), wanted);
    }
}

#[test]
fn a_snapshot_of_another_run_is_ignored() {
    let (run, snapshot) = played(8);
    // The same run, except for a command that leaves no trace in the state.
    let mut other = scene();
    other.step(0, &Command::Choose { option: 0 }).unwrap();
    for _ in 0..8 {
        other.step(0, &Command::Wait).unwrap();
    }
    assert_eq!(other.game().digest(), run.game().digest());
    assert_eq!(entries_played(&other, &[&snapshot], other.journal()), 10);
    // The same run again, but unranked.
    let mut journal = run.journal().clone();
    journal.unranked = true;
    assert_eq!(entries_played(&run, &[&snapshot], &journal), 10);
}

#[test]
fn entries_after_a_snapshot_are_checked() {
    let (run, snapshot) = played(8);
    let mut journal = run.journal().clone();
    journal.entries[9].check ^= 1 << 20;
    let pack = Arc::clone(run.game().pack());
    let mismatch = Run::resume_from(&[snapshot], journal, pack).unwrap_err();
    assert_eq!(mismatch.entry, 9);
}
