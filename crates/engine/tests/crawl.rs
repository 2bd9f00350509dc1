//! The pack `crawl`, as it lies in the repository: what holds of every floor, and what its
//! fights, things and monsters do.

#![allow(clippy::unwrap_used, reason = "a helper of tests may panic like a test")]

mod catalogue;
mod fights;
mod floors;
mod hunt;
mod monsters;
mod stage;
mod things;
