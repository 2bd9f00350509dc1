//! Dark Floor as it ships: its design document, rule by rule.

#![allow(clippy::unwrap_used, reason = "the helpers of these tests are not tests themselves")]

mod entities;
mod floors;
mod items;
mod player;
mod stage;
mod surroundings;
