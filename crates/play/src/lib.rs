//! What front ends share. It draws nothing, reads no clock and no file, and holds no rule: it
//! reads what a player may know ([`View`](barrow_engine::View), events, legal commands) and
//! proposes commands.

pub mod keymap;
pub mod mode;
pub mod palette;
pub mod settings;
#[cfg(test)]
mod stage;
pub mod walk;
