//! The pack `descent` as it is in the repository: its floors, fights, surfaces, bosses, things,
//! bargains and unlocks.

#![allow(clippy::unwrap_used, reason = "a helper of tests may panic like a test")]

mod bargains;
mod bosses;
mod catalogue;
mod fights;
mod floors;
mod guide;
mod score;
mod stage;
mod surfaces;
mod things;
mod unlocks;
