//! The record of a run: its journal, the digests that verify it, and snapshots that resume it.

pub(crate) mod digest;
pub(crate) mod journal;
pub(crate) mod snapshot;
