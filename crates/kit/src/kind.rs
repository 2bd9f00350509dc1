//! Actors, items and decorations, written as kinds.

pub(crate) mod actor;
pub(crate) mod hooks;
pub(crate) mod item;
pub(crate) mod look;
pub(crate) mod nature;
pub(crate) mod occasions;
pub(crate) mod powers;
pub(crate) mod strike;
pub(crate) mod trail;
pub(crate) mod wear;
