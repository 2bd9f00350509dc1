use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;

use barrow_engine::{Bookmark, Journal, Mismatch, Resumed, Run};
use barrow_pack::Pack;

/// How a store wants runs to be put away now and then: as a snapshot beside the save, so that a
/// long run need not be played again from its beginning.
///
/// It holds functions rather than calls them, so that a front end whose store wants no
/// snapshots does not carry the code that makes them: the page must be small.
#[derive(Clone, Copy)]
pub struct Snapshots {
    /// One is made after so many commands.
    pub every: NonZeroUsize,
    /// Makes one; the bookmark goes on to where it stands in the journal.
    pub make: fn(&Run, &mut Bookmark) -> Vec<u8>,
    /// Takes a run up from one.
    pub resume: Resume,
}

/// Takes a run up from the first of some snapshots that is of use, or from the beginning.
pub type Resume = fn(&[Vec<u8>], Journal, Arc<Pack>) -> Result<Resumed, Mismatch>;

impl Snapshots {
    /// Snapshots as the engine makes them, after so many commands each.
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
