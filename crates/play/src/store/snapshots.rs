use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;

use barrow_engine::{Bookmark, Journal, Mismatch, Resumed, Run};
use barrow_pack::Pack;

/// How a store makes snapshots beside the saves, so that a long run need not be replayed from its
/// beginning.
///
/// It holds functions instead of calling them, so that a front end without snapshots does not
/// contain the code that makes them: the page must be small.
#[derive(Clone, Copy)]
pub struct Snapshots {
    /// The number of commands between snapshots.
    pub every: NonZeroUsize,
    /// Makes a snapshot, and moves the bookmark to its position in the journal.
    pub make: fn(&Run, &mut Bookmark) -> Vec<u8>,
    /// Resumes a run from a snapshot.
    pub resume: Resume,
}

/// Resumes a run from the first usable snapshot, or from the beginning.
pub type Resume = fn(&[Vec<u8>], Journal, Arc<Pack>) -> Result<Resumed, Mismatch>;

impl Snapshots {
    /// Makes the engine's snapshots, one after every `every` commands.
    #[cfg(feature = "files")]
    pub const fn every(every: NonZeroUsize) -> Self {
        Self { every, make: Run::snapshot, resume: Run::resume_from }
    }
}

impl fmt::Debug for Snapshots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Snapshots({})", self.every)
    }
}
