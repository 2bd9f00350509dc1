mod between;
mod snapshots;

use std::cell::RefCell;
use std::rc::Rc;

use barrow_dice::Seed;
use barrow_grid::Dir;

use super::*;
use crate::profile::{PROFILE, load};
use crate::stage;
use crate::store::{Memory, Snapshots, previous};

/// A disk that several stores, one after the other, write to.
#[derive(Clone, Default)]
pub struct Disk {
    memory: Rc<RefCell<Memory>>,
    snapshots: Option<Snapshots>,
}

impl Store for Disk {
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.memory.borrow().read(name)
    }
    fn list(&self) -> Result<Vec<String>, StoreError> {
        self.memory.borrow().list()
    }
    fn append(&mut self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        self.memory.borrow_mut().append(name, bytes)
    }
    fn replace(&mut self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        self.memory.borrow_mut().replace(name, bytes)
    }
    fn rename(&mut self, from: &str, to: &str) -> Result<(), StoreError> {
        self.memory.borrow_mut().rename(from, to)
    }
    fn lock(&mut self, name: &str, wait: bool) -> Result<bool, StoreError> {
        self.memory.borrow_mut().lock(name, wait)
    }
    fn unlock(&mut self, name: &str) {
        self.memory.borrow_mut().unlock(name);
    }
    fn snapshots(&self) -> Option<Snapshots> {
        self.snapshots
    }
}

impl Disk {
    pub fn store(&self) -> Box<dyn Store> {
        Box::new(self.clone())
    }

    /// Returns the disk as the next start of the program finds it.
    fn reopened(&self) -> Self {
        let memory = Rc::new(RefCell::new(self.memory.borrow().reopened()));
        Self { memory, ..self.clone() }
    }

    fn spoil(&self, name: &str, change: impl FnOnce(&mut Vec<u8>)) {
        let mut bytes = self.read(name).unwrap().unwrap();
        change(&mut bytes);
        self.memory.borrow_mut().replace(name, &bytes).unwrap();
    }
}

fn stage_pack() -> Arc<Pack> {
    stage::pack("########\n#@.....#\n#~.....#\n########", "", "", "{}")
}

fn setup() -> Setup {
    Setup { seed: Seed(5), level: None, heroes: vec![String::new()], ..Setup::default() }
}

fn begin(disk: &Disk, pack: &Arc<Pack>) -> Session {
    Session::begin(disk.store(), pack, &setup()).map(|(session, _)| session).unwrap()
}

/// Steps there and back, `count` commands in all.
fn command(number: u64) -> Command {
    Command::Move(if number.is_multiple_of(2) { Dir::East } else { Dir::West })
}

fn resume(disk: &Disk, pack: &Arc<Pack>) -> Session {
    let Opened::Resumed { session, .. } = open(disk.store(), pack).unwrap() else {
        panic!("the run goes on")
    };
    *session
}

#[test]
fn a_run_goes_on_where_it_was_left() {
    let (disk, pack) = (Disk::default(), stage_pack());
    let mut session = begin(&disk, &pack);
    for turn in 0..7 {
        session.step(0, &command(turn)).unwrap();
    }
    let digest = session.game().digest();
    session.leave();
    let session = resume(&disk, &pack);
    assert_eq!((session.game().turn(), session.game().digest()), (7, digest));
}

#[test]
fn whenever_the_program_is_killed_at_most_one_turn_is_lost() {
    let pack = stage_pack();
    let whole = {
        let disk = Disk::default();
        let mut session = begin(&disk, &pack);
        for turn in 0..6 {
            session.step(0, &command(turn)).unwrap();
        }
        disk.read(&save_name("Stage")).unwrap().unwrap().len()
    };
    for room in 0..whole {
        let disk = Disk::default();
        disk.memory.borrow_mut().room = Some(room);
        let Ok((mut session, _)) = Session::begin(disk.store(), &pack, &setup()) else { continue };
        let mut shown = 0;
        for turn in 0..6 {
            session.step(0, &command(turn)).unwrap();
            shown += 1;
            if session.trouble().is_some() {
                break;
            }
        }
        let session = resume(&disk.reopened(), &pack);
        let turn = session.game().turn();
        assert!(turn + 1 >= shown && turn <= shown, "{room} bytes: {turn} of {shown}");
    }
}

#[test]
fn when_the_disk_has_room_again_everything_is_saved() {
    let (disk, pack) = (Disk::default(), stage_pack());
    let mut session = begin(&disk, &pack);
    disk.memory.borrow_mut().room = Some(10);
    session.step(0, &command(0)).unwrap();
    session.step(0, &command(1)).unwrap();
    assert!(session.trouble().is_some());
    disk.memory.borrow_mut().room = None;
    session.step(0, &command(2)).unwrap();
    assert!(session.trouble().is_none());
    assert_eq!(resume(&disk.reopened(), &pack).game().turn(), 3);
}

#[test]
fn a_run_with_a_torn_save_can_be_continued_and_saved() {
    let (disk, pack) = (Disk::default(), stage_pack());
    let mut session = begin(&disk, &pack);
    for turn in 0..4 {
        session.step(0, &command(turn)).unwrap();
    }
    disk.spoil(&save_name("Stage"), |bytes| bytes.truncate(bytes.len() - 3));
    let disk = disk.reopened();
    let Opened::Resumed { mut session, told, .. } = open(disk.store(), &pack).unwrap() else {
        panic!()
    };
    let told = told.unwrap();
    assert_eq!(told, "The last turn was not fully saved; the run continues from turn 3.");
    session.step(0, &command(3)).unwrap();
    session.step(0, &command(4)).unwrap();
    assert_eq!(resume(&disk.reopened(), &pack).game().turn(), 5);
}

#[test]
fn a_damaged_save_continues_after_its_last_good_record_and_is_never_deleted() {
    let (disk, pack) = (Disk::default(), stage_pack());
    let mut session = begin(&disk, &pack);
    for turn in 0..4 {
        session.step(0, &command(turn)).unwrap();
    }
    drop(session);
    let save = save_name("Stage");
    disk.spoil(&save, |bytes| {
        let index = bytes.len() - 60;
        bytes[index] ^= 1;
    });
    let damaged = disk.read(&save).unwrap();
    let Opened::Resumed { session, told, .. } = open(disk.store(), &pack).unwrap() else {
        panic!()
    };
    let (told, turn) = (told.unwrap(), session.game().turn());
    assert!(
        told.contains("is kept as `saves/stage.journal.damaged-1`, and the run cont"),
        "{told}"
    );
    assert!((1..4).contains(&turn), "{turn}");
    drop(session);
    assert_eq!(disk.read("saves/stage.journal.damaged-1").unwrap(), damaged);
    assert_eq!(resume(&disk.reopened(), &pack).game().turn(), turn, "what is left is whole");
}

#[test]
fn a_save_whose_head_is_damaged_is_put_aside() {
    let (disk, pack) = (Disk::default(), stage_pack());
    begin(&disk, &pack).step(0, &command(0)).unwrap();
    let save = save_name("Stage");
    disk.spoil(&save, |bytes| bytes[30] ^= 1);
    let Opened::SetAside(_, told) = open(disk.store(), &pack).unwrap() else { panic!() };
    assert!(told.contains("is kept as `saves/stage.journal.damaged-1`"), "{told}");
    assert!(matches!(open(disk.store(), &pack).unwrap(), Opened::Nothing(_)));
}

#[test]
fn a_save_of_another_version_is_refused_politely_and_left_alone() {
    let (disk, pack) = (Disk::default(), stage_pack());
    begin(&disk, &pack).step(0, &command(0)).unwrap();
    let before = disk.read(&save_name("Stage")).unwrap();
    let other = stage::pack("########\n#@....##\n########", "", "", "{}");
    let Opened::Refused(_, told) = open(disk.store(), &other).unwrap() else { panic!() };
    assert!(told.starts_with("The saved run cannot continue: the journal was played with `Stage`"));
    assert_eq!(disk.read(&save_name("Stage")).unwrap(), before);
}

#[test]
fn a_new_run_keeps_the_one_before_it() {
    let (disk, pack) = (Disk::default(), stage_pack());
    begin(&disk, &pack).step(0, &command(0)).unwrap();
    let before = disk.read(&save_name("Stage")).unwrap();
    begin(&disk, &pack);
    assert_eq!(disk.read(&previous(&save_name("Stage"))).unwrap(), before);
}

fn die(session: &mut Session) {
    session.step(0, &Command::Move(Dir::South)).unwrap();
    while session.game().end().is_none() {
        for dir in [Dir::North, Dir::South] {
            let _ = session.step(0, &Command::Move(dir));
        }
    }
}

#[test]
fn a_death_ends_the_save_and_goes_into_history_scores_morgue_and_replays() {
    let (disk, pack) = (Disk::default(), stage_pack());
    let mut session = begin(&disk, &pack);
    die(&mut session);
    let finished = session.finish("today").map_err(|(_, error)| error).unwrap();
    assert_eq!((finished.record.end.as_str(), finished.rank), ("lava", Some(1)));
    assert!(
        finished
            .morgue
            .text
            .starts_with("Stage\n\nLost: Killed by lava.\nhero on floor 1, The stage\n")
    );
    assert!(finished.morgue.text.contains("\ntoday\n"), "it says when");
    let names = disk.list().unwrap();
    assert_eq!(names, ["morgue/00001-stage.txt", PROFILE, "replays/00001-stage.journal"]);
    assert!(matches!(open(disk.store(), &pack).unwrap(), Opened::Nothing(_)));
}

#[test]
fn a_death_cannot_be_undone_by_killing_the_program() {
    let pack = stage_pack();
    // Wherever it was cut off, the end is recorded exactly once.
    for room in (0..6_000).step_by(97) {
        let disk = Disk::default();
        let mut session = begin(&disk, &pack);
        die(&mut session);
        disk.memory.borrow_mut().room = Some(room);
        let whole = session.finish("").is_ok();
        let disk = disk.reopened();
        if !whole {
            let session = resume(&disk, &pack);
            assert!(session.game().end().is_some(), "dead is dead");
            assert!(session.finish("").is_ok());
        }
        let (profile, told) = load(&mut *disk.store()).unwrap();
        assert_eq!((profile.runs.len(), profile.count, told), (1, 1, None), "{room} bytes");
    }
}
