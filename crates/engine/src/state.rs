//! The state of a run: everything that a snapshot stores.

pub(crate) mod entity;
pub(crate) mod level;
pub(crate) mod recollection;
pub(crate) mod rooms;
pub(crate) mod roster;
pub(crate) mod things;
pub(crate) mod tracked;
pub(crate) mod world;
