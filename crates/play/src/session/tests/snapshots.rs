use std::cell::Cell;
use std::num::NonZeroUsize;

use barrow_engine::{Journal, Mismatch, Resumed};

use super::*;

const SNAPSHOT: &str = "saves/stage.snapshot";

thread_local! {
    /// How many entries were replayed to resume the last run.
    static PLAYED: Cell<usize> = const { Cell::new(0) };
}

fn resume_and_count(
    snapshots: &[Vec<u8>],
    journal: Journal,
    pack: Arc<Pack>,
) -> Result<Resumed, Mismatch> {
    let resumed = Run::resume_from(snapshots, journal, pack)?;
    PLAYED.set(resumed.played);
    Ok(resumed)
}

/// Makes a disk for runs that are put away after every fourth command.
fn disk() -> Disk {
    let every = NonZeroUsize::new(4).unwrap();
    let snapshots = Snapshots { every, make: Run::snapshot, resume: resume_and_count };
    Disk { snapshots: Some(snapshots), ..Disk::default() }
}

fn play(session: &mut Session, turns: std::ops::Range<u64>) {
    for turn in turns {
        session.step(0, &command(turn)).unwrap();
    }
}

/// Takes up the run: it must be the one that the journal alone leads to. Tells how many entries
/// were played for it.
#[track_caller]
fn played(disk: &Disk, pack: &Arc<Pack>) -> usize {
    let disk = disk.reopened();
    let session = resume(&disk, pack);
    let whole = resume(&Disk { snapshots: None, ..disk.clone() }, pack);
    assert_eq!(session.game().to_bytes(), whole.game().to_bytes());
    assert_eq!(session.run().journal(), whole.run().journal());
    assert_eq!(session.unlocked, whole.unlocked);
    PLAYED.get()
}

#[test]
fn a_long_run_is_taken_up_from_its_last_snapshot() {
    let (disk, pack) = (disk(), stage_pack());
    let mut session = begin(&disk, &pack);
    for turn in 0..14 {
        play(&mut session, turn..turn + 1);
        let entries = usize::try_from(turn + 1).unwrap();
        assert_eq!(played(&disk, &pack), entries % 4, "after {entries}");
    }
}

#[test]
fn a_run_that_was_taken_up_is_put_away_again() {
    let (disk, pack) = (disk(), stage_pack());
    play(&mut begin(&disk, &pack), 0..6);
    let mut session = resume(&disk, &pack);
    play(&mut session, 6..8);
    assert_eq!(played(&disk, &pack), 0, "four after the last");
    // A run without a snapshot gets one at once.
    let (disk, plain) = (disk.reopened(), Disk { snapshots: None, ..Disk::default() });
    play(&mut begin(&plain, &pack), 0..9);
    let disk = Disk { memory: plain.memory, ..disk };
    assert_eq!(played(&disk, &pack), 9);
    play(&mut resume(&disk, &pack), 9..10);
    assert_eq!(played(&disk, &pack), 0);
}

#[test]
fn a_damaged_snapshot_costs_nothing_but_time() {
    let (disk, pack) = (disk(), stage_pack());
    play(&mut begin(&disk, &pack), 0..10);
    assert_eq!(played(&disk, &pack), 2);
    disk.spoil(SNAPSHOT, |bytes| bytes[100] ^= 1);
    disk.memory.borrow_mut().rename(&previous(SNAPSHOT), "lost").unwrap();
    assert_eq!(played(&disk, &pack), 10, "there is nothing but the journal");
    disk.memory.borrow_mut().replace(&previous(SNAPSHOT), b"barrow snapshot 0").unwrap();
    assert_eq!(played(&disk, &pack), 10);
    disk.memory.borrow_mut().rename(SNAPSHOT, "gone").unwrap();
    assert_eq!(played(&disk, &pack), 10);
}

#[test]
fn if_the_last_snapshot_is_of_no_use_the_one_before_it_may_be() {
    let (disk, pack) = (disk(), stage_pack());
    play(&mut begin(&disk, &pack), 0..10);
    disk.spoil(&save_name("Stage"), |bytes| {
        let lines = bytes.split_inclusive(|it| *it == b'\n');
        let kept: usize = lines.clone().take(lines.count() - 4).map(<[u8]>::len).sum();
        bytes.truncate(kept);
    });
    assert_eq!(played(&disk, &pack), 2, "six turns are left, and a snapshot after four");
}

#[test]
fn a_snapshot_of_a_run_before_is_not_used() {
    let (disk, pack) = (disk(), stage_pack());
    play(&mut begin(&disk, &pack), 0..9);
    let mut session = begin(&disk, &pack);
    for _ in 0..3 {
        session.step(0, &Command::Wait).unwrap();
    }
    assert_eq!(played(&disk, &pack), 3);
    assert!(disk.read(SNAPSHOT).unwrap().is_some(), "it is still there");
}

#[test]
fn a_run_that_has_ended_is_not_begun_again_by_its_snapshot() {
    let (disk, pack) = (disk(), stage_pack());
    let mut session = begin(&disk, &pack);
    play(&mut session, 0..6);
    die(&mut session);
    assert!(session.finish("").is_ok());
    assert!(disk.read(SNAPSHOT).unwrap().is_some());
    assert!(matches!(open(disk.store(), &pack).unwrap(), Opened::Nothing(_)));
}

#[test]
fn a_disk_without_room_for_snapshots_bothers_nobody() {
    let (disk, pack) = (disk(), stage_pack());
    let mut session = begin(&disk, &pack);
    let mut kept = false;
    for turn in 0..12 {
        // Room for the turn, not for more.
        disk.memory.borrow_mut().room = Some(60);
        play(&mut session, turn..turn + 1);
        assert_eq!(session.trouble(), None, "turn {turn}");
        kept |= disk.read(SNAPSHOT).unwrap().is_some();
    }
    assert!(!kept);
    assert_eq!(played(&disk, &pack), 12);
}

#[test]
fn a_snapshot_is_no_part_of_an_exported_profile() {
    let (mut disk, pack) = (disk(), stage_pack());
    play(&mut begin(&disk, &pack), 0..9);
    assert!(disk.read(&previous(SNAPSHOT)).unwrap().is_some());
    // Whatever is in it, even if it could be read as a text.
    disk.replace("saves/other.snapshot", b"snapshot").unwrap();
    let text = profile::export(&disk).unwrap();
    assert!(text.contains("saves/stage.journal") && !text.contains("snapshot"), "{text}");
    let mut other = self::disk();
    profile::import(&mut other, &text).unwrap();
    assert_eq!(played(&other, &pack), 9);
}
