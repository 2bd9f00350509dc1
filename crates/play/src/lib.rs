//! What front ends share. It draws nothing, reads no clock and no file, and holds no rule: it
//! reads what a player may know ([`View`](barrow_engine::View), events, legal commands) and
//! proposes commands.

pub mod bot;
pub mod help;
pub mod json;
pub mod keymap;
pub mod mode;
pub mod morgue;
pub mod palette;
pub mod panel;
pub mod profile;
pub mod replay;
pub mod session;
pub mod settings;
#[cfg(test)]
mod stage;
pub mod store;
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "a mode answers a few of many keys, and the rest is none of its business"
)]
pub mod table;
pub mod walk;
pub mod words;

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
