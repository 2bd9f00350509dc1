//! Where saves and profiles are kept: files, a browser's storage, or memory.

#[cfg(feature = "files")]
mod files;
mod memory;
mod snapshots;

use std::fmt;

#[cfg(feature = "files")]
pub use files::Files;
pub use memory::Memory;
pub use snapshots::{Resume, Snapshots};

/// Storage for named files. Names are short and plain, with `/` between folders.
pub trait Store {
    /// Returns a whole file, or `None` if there is none.
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError>;

    /// Returns the names of all files, sorted.
    fn list(&self) -> Result<Vec<String>, StoreError>;

    /// Appends to a file, or creates it. If this fails, a part may have been appended.
    fn append(&mut self, name: &str, bytes: &[u8]) -> Result<(), StoreError>;

    /// Replaces a file, completely or not at all. The old content is kept under [`previous`].
    fn replace(&mut self, name: &str, bytes: &[u8]) -> Result<(), StoreError>;

    /// Creates a file that will grow by [`append`](Self::append), and replaces an old one as
    /// [`replace`](Self::replace) does. It need not wait for the disk, since appending does not
    /// wait either.
    fn begin(&mut self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        self.replace(name, bytes)
    }

    /// Renames a file, and overwrites any file of the new name.
    fn rename(&mut self, from: &str, to: &str) -> Result<(), StoreError>;

    /// Locks a name until it is unlocked or the program ends. Returns `false` if another program
    /// has the lock; with `wait`, waits for it.
    fn lock(&mut self, name: &str, wait: bool) -> Result<bool, StoreError>;

    /// Unlocks a name.
    fn unlock(&mut self, name: &str);

    /// Returns how this store makes snapshots; most make none.
    fn snapshots(&self) -> Option<Snapshots> {
        None
    }
}

/// Why a file could not be stored or read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreError {
    /// The name of the file.
    pub name: String,
    /// What went wrong.
    pub what: String,
}

impl StoreError {
    /// Makes an error about a file.
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

/// Returns the name of the backup of a file.
pub fn previous(name: &str) -> String {
    format!("{name}.previous")
}

/// Sets a damaged file aside under the first free name, and returns that name.
pub fn set_aside(store: &mut dyn Store, name: &str) -> Result<String, StoreError> {
    let taken = store.list()?;
    let names = (1..).map(|number| format!("{name}.damaged-{number}"));
    let free = names.take(taken.len() + 1).find(|it| !taken.contains(it));
    let free = free.expect("there is one more name than there are files");
    store.rename(name, &free)?;
    Ok(free)
}
