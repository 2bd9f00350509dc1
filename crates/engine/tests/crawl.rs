//! The pack `crawl` as it is in the repository: properties of every floor, and the rules of its
//! fights, items and monsters.

#![allow(clippy::unwrap_used, reason = "a helper of tests may panic like a test")]

mod catalogue;
mod fights;
mod floors;
mod hunt;
mod monsters;
mod stage;
mod things;
