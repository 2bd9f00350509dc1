//! What only the page can do.

use std::cell::RefCell;
use std::rc::Rc;

use barrow_dice::Seed;
use barrow_small::Map;

/// What only the page can do. No call blocks or throws: the return value says whether the storage
/// works.
pub trait Host {
    /// Returns a text of the storage, or `None` if there is none or it cannot be read.
    fn read(&self, name: &str) -> Option<String>;

    /// Stores a text. Returns `false` if it cannot be stored.
    fn write(&self, name: &str, text: &str) -> bool;

    /// Removes a text. Returns `false` if it cannot be removed.
    fn remove(&self, name: &str) -> bool;

    /// Returns the names of all texts, or `None` if the storage cannot be used at all.
    fn list(&self) -> Option<Vec<String>>;

    /// Locks a name among all pages. Returns `false` if another page has the lock.
    fn lock(&self, name: &str) -> bool;

    /// Unlocks a name.
    fn unlock(&self, name: &str);

    /// Returns the date and time as text.
    fn now(&self) -> String;

    /// Returns the time since some moment, in milliseconds.
    fn clock(&self) -> u64;

    /// Returns the UTC date: year, month, day.
    fn day(&self) -> (u16, u8, u8);

    /// Returns a random seed.
    fn seed(&self) -> Seed;
}

/// A page whose storage does not work: everything is kept until the page is closed.
pub struct MemoryHost {
    page: Rc<dyn Host>,
    texts: RefCell<Map<String, String>>,
}

impl MemoryHost {
    /// Makes a host that uses the real page for everything but storage.
    pub fn new(page: Rc<dyn Host>) -> Self {
        Self { page, texts: RefCell::default() }
    }
}

impl Host for MemoryHost {
    fn read(&self, name: &str) -> Option<String> {
        self.texts.borrow().get(name).cloned()
    }

    fn write(&self, name: &str, text: &str) -> bool {
        self.texts.borrow_mut().insert(name.into(), text.into());
        true
    }

    fn remove(&self, name: &str) -> bool {
        self.texts.borrow_mut().remove(name).is_some()
    }

    fn list(&self) -> Option<Vec<String>> {
        Some(self.texts.borrow().keys().cloned().collect())
    }

    fn lock(&self, name: &str) -> bool {
        self.page.lock(name)
    }

    fn unlock(&self, name: &str) {
        self.page.unlock(name);
    }

    fn now(&self) -> String {
        self.page.now()
    }

    fn clock(&self) -> u64 {
        self.page.clock()
    }

    fn day(&self) -> (u16, u8, u8) {
        self.page.day()
    }

    fn seed(&self) -> Seed {
        self.page.seed()
    }
}
