//! A page for tests, whose storage fails on demand, and packs for it.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use barrow_dice::Seed;
use barrow_pack::{Files, Pack};

use crate::host::Host;

/// When the storage fails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fault {
    /// Never.
    #[default]
    Never,
    /// At this call only.
    Once(usize),
    /// From this call on.
    From(usize),
}

/// A page whose storage is a map.
#[derive(Default)]
pub struct Page {
    pub texts: RefCell<BTreeMap<String, String>>,
    pub locks: RefCell<BTreeSet<String>>,
    pub fault: Cell<Fault>,
    /// The number of calls so far.
    pub calls: Cell<usize>,
    /// How many letters fit into the storage, if it is limited.
    pub room: Cell<Option<usize>>,
}

impl Page {
    pub fn new() -> Rc<Self> {
        Rc::default()
    }

    /// Makes a page whose storage fails.
    pub fn failing(fault: Fault) -> Rc<Self> {
        Rc::new(Self { fault: Cell::new(fault), ..Self::default() })
    }

    /// Returns the next page, which has the same storage and does not fail.
    pub fn reopened(&self) -> Rc<Self> {
        Rc::new(Self { texts: self.texts.clone(), ..Self::default() })
    }

    fn fails(&self) -> bool {
        let call = self.calls.get();
        self.calls.set(call + 1);
        match self.fault.get() {
            Fault::Never => false,
            Fault::Once(number) => call == number,
            Fault::From(number) => call >= number,
        }
    }

    fn used(&self, but: &str) -> usize {
        let texts = self.texts.borrow();
        texts.iter().filter(|it| it.0 != but).map(|(name, it)| name.len() + it.len()).sum()
    }
}

impl Host for Page {
    fn read(&self, name: &str) -> Option<String> {
        if self.fails() { None } else { self.texts.borrow().get(name).cloned() }
    }

    fn write(&self, name: &str, text: &str) -> bool {
        let needed = self.used(name) + name.len() + text.len();
        if self.fails() || self.room.get().is_some_and(|room| needed > room) {
            return false;
        }
        self.texts.borrow_mut().insert(name.into(), text.into());
        true
    }

    fn remove(&self, name: &str) -> bool {
        !self.fails() && self.texts.borrow_mut().remove(name).is_some()
    }

    fn list(&self) -> Option<Vec<String>> {
        (!self.fails()).then(|| self.texts.borrow().keys().cloned().collect())
    }

    fn lock(&self, name: &str) -> bool {
        self.locks.borrow_mut().insert(name.into()) || name == "profile.json"
    }

    fn unlock(&self, name: &str) {
        self.locks.borrow_mut().remove(name);
    }

    fn now(&self) -> String {
        "2026-11-15 16:40".into()
    }

    fn clock(&self) -> u64 {
        60_000
    }

    fn day(&self) -> (u16, u8, u8) {
        (2026, 11, 15)
    }

    fn seed(&self) -> Seed {
        Seed(7)
    }
}

/// Loads a shipped pack, as the page would.
pub fn pack(name: &str) -> Arc<Pack> {
    let loaded = barrow_pack::load(files(name));
    let read = loaded.pack.unwrap_or_else(|| panic!("{}", loaded.report.render(&loaded.files)));
    crate::load(&read.to_bytes()).unwrap()
}

/// Returns the names of the shipped packs.
pub fn shipped() -> Vec<String> {
    let packs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs");
    let names =
        fs::read_dir(packs).unwrap().map(|it| it.unwrap().file_name().display().to_string());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// Returns a shipped turn-based game.
pub fn turn_based() -> String {
    shipped().into_iter().find(|name| pack(name).rules.ticks.is_none()).expect("there is one")
}

/// Returns a shipped real-time game.
pub fn real_time() -> String {
    shipped().into_iter().find(|name| pack(name).rules.ticks.is_some()).expect("there is one")
}

/// Returns the files of a shipped pack.
pub fn files(name: &str) -> Files {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs").join(name);
    let mut files = BTreeMap::new();
    gather(&folder, "", &mut files);
    Files::new(files)
}

fn gather(folder: &Path, prefix: &str, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = format!("{prefix}{}", entry.file_name().display());
        if entry.path().is_dir() {
            gather(&entry.path(), &format!("{name}/"), files);
        } else {
            files.insert(name, fs::read(entry.path()).unwrap());
        }
    }
}
