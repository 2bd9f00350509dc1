//! Dark Floor as it ships: what its document says, rule by rule.

#![allow(clippy::unwrap_used, reason = "the helpers of these tests are not tests themselves")]

#[path = "dark_floor/entities.rs"]
mod entities;
#[path = "dark_floor/floors.rs"]
mod floors;
#[path = "dark_floor/items.rs"]
mod items;
#[path = "dark_floor/player.rs"]
mod player;
#[path = "dark_floor/stage.rs"]
mod stage;
#[path = "dark_floor/surroundings.rs"]
mod surroundings;
