//! The pack `deck` as it is in the repository: its rules of play, its cards, keepsakes and guests,
//! and the ways through the inn.

#![allow(clippy::unwrap_used, reason = "a helper of tests may panic like a test")]

mod cards;
mod catalogue;
mod guests;
mod keepsakes;
mod stage;
mod turns;
mod ways;
