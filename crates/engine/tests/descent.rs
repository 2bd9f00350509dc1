//! The pack `descent` as it is in the repository: its floors, places, fights, tactics,
//! surfaces, bosses, things, bargains and unlocks.

#![allow(clippy::unwrap_used, reason = "a helper of tests may panic like a test")]

mod bargains;
mod bosses;
mod catalogue;
mod fairness;
mod fights;
mod floors;
mod guide;
mod places;
mod promises;
mod score;
mod stage;
mod surfaces;
mod tactics;
mod things;
mod unlocks;
