//! The pack `darkdelve` as it is in the repository: properties of every floor over many runs, and
//! the rules of its fights, events, dread, death and camp.

#![allow(clippy::unwrap_used, reason = "a helper of tests may panic like a test")]

mod camp;
mod catalogue;
mod draws;
mod dread;
mod events;
mod floors;
mod ills;
mod rules;
mod stage;
