//! What only the page has.

use barrow_dice::Seed;

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

/// A host without storage, where it is always the same day.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nowhere;

impl Host for Nowhere {
    fn read(&self, _name: &str) -> Option<String> {
        None
    }

    fn write(&self, _name: &str, _text: &str) -> bool {
        false
    }

    fn remove(&self, _name: &str) -> bool {
        false
    }

    fn list(&self) -> Option<Vec<String>> {
        None
    }

    fn lock(&self, _name: &str) -> bool {
        true
    }

    fn unlock(&self, _name: &str) {}

    fn now(&self) -> String {
        String::new()
    }

    fn day(&self) -> (u16, u8, u8) {
        (2000, 1, 1)
    }

    fn seed(&self) -> Seed {
        Seed(1)
    }
}
