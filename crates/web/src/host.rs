//! What only the page has.

use std::cell::RefCell;
use std::rc::Rc;

use barrow_dice::Seed;
use barrow_small::Map;

/// What only the page has. No call waits, and none fails loudly: a storage that does not work
/// says so by what it gives.
pub trait Host {
    /// A text of the storage; nothing if there is none or it cannot be read.
    fn read(&self, name: &str) -> Option<String>;

    /// Puts a text into the storage; false if it cannot be.
    fn write(&self, name: &str, text: &str) -> bool;

    /// Removes a text; false if it cannot be.
    fn remove(&self, name: &str) -> bool;

    /// The names of all texts; nothing if the storage cannot be used at all.
    fn list(&self) -> Option<Vec<String>>;

    /// Makes a name one's own among all pages; false if another has it.
    fn lock(&self, name: &str) -> bool;

    /// Lets other pages have a name again.
    fn unlock(&self, name: &str);

    /// The time as people read it.
    fn now(&self) -> String;

    /// The UTC day: year, month, day.
    fn day(&self) -> (u16, u8, u8);

    /// A seed that nobody chose.
    fn seed(&self) -> Seed;
}

/// A page whose storage does not work: what would be kept is kept until the page is closed.
pub struct Pocket {
    page: Rc<dyn Host>,
    texts: RefCell<Map<String, String>>,
}

impl Pocket {
    /// A page, but for its storage.
    pub fn new(page: Rc<dyn Host>) -> Self {
        Self { page, texts: RefCell::default() }
    }
}

impl Host for Pocket {
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

    fn day(&self) -> (u16, u8, u8) {
        self.page.day()
    }

    fn seed(&self) -> Seed {
        self.page.seed()
    }
}
