//! Where saves and profiles are kept: files, a browser's storage, memory. Whoever stores them
//! decides how; what is asked of it is little.

#[cfg(feature = "files")]
mod files;
mod memory;
mod snapshots;

use std::fmt;

#[cfg(feature = "files")]
pub use files::Files;
pub use memory::Memory;
pub use snapshots::Snapshots;

/// A place for named texts. Names are short and plain, with `/` between folders.
pub trait Store {
    /// The whole of a text; nothing if there is none.
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError>;

    /// The names of all texts, in order.
    fn list(&self) -> Result<Vec<String>, StoreError>;

    /// Adds to the end of a text, or begins it. If it fails, part of it may have been added.
    fn append(&mut self, name: &str, bytes: &[u8]) -> Result<(), StoreError>;

    /// Puts a text in place of another, wholly or not at all. What was there before is kept
    /// under [`previous`].
    fn replace(&mut self, name: &str, bytes: &[u8]) -> Result<(), StoreError>;

    /// Begins a text that will grow by [`append`](Self::append), in place of another as
    /// [`replace`](Self::replace) does. It need not wait for the disk, since what is appended
    /// does not either.
    fn begin(&mut self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        self.replace(name, bytes)
    }

    /// Gives a text another name. What had that name before is gone.
    fn rename(&mut self, from: &str, to: &str) -> Result<(), StoreError>;

    /// Makes a name one's own until it is unlocked or the program ends; false if another has
    /// it. With `wait`, waits until that one is done.
    fn lock(&mut self, name: &str, wait: bool) -> Result<bool, StoreError>;

    /// Lets others have a name again.
    fn unlock(&mut self, name: &str);

    /// How it wants runs to be put away beside their saves; most want none.
    fn snapshots(&self) -> Option<Snapshots> {
        None
    }
}

/// Why something could not be stored or read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreError {
    /// What it was about.
    pub name: String,
    /// What went wrong.
    pub what: String,
}

impl StoreError {
    /// Something that went wrong with a text.
    pub fn new(name: &str, what: impl fmt::Display) -> Self {
        Self { name: name.into(), what: what.to_string() }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` cannot be stored or read: {}", self.name, self.what)
    }
}

impl std::error::Error for StoreError {}

/// The name under which the state before the last replacement is kept.
pub fn previous(name: &str) -> String {
    format!("{name}.previous")
}

/// Puts a damaged text out of the way, never away: under the first free name. Gives that name.
pub fn set_aside(store: &mut dyn Store, name: &str) -> Result<String, StoreError> {
    let taken = store.list()?;
    let names = (1..).map(|number| format!("{name}.damaged-{number}"));
    let free = names.take(taken.len() + 1).find(|it| !taken.contains(it));
    let free = free.expect("of one name more than there are texts, one is free");
    store.rename(name, &free)?;
    Ok(free)
}
