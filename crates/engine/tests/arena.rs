//! Nine Bells as it ships: dashes, wind-ups, shots, waves and the boss.

#![allow(clippy::unwrap_used, reason = "the helpers of these tests are not tests themselves")]

mod bells;
mod listeners;
mod ringers;
mod stage;
