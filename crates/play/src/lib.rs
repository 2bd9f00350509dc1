//! The shared parts of all front ends. This crate draws nothing, reads neither a clock nor files,
//! and contains no rules: it reads what a player may know ([`View`](barrow_engine::View), events,
//! legal commands) and proposes commands.

pub mod bot;
pub mod help;
pub mod keymap;
pub mod mode;
pub mod morgue;
pub mod offer;
pub mod palette;
pub mod panel;
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "a mode answers a few of many keys, and the rest is none of its business"
)]
pub mod playthrough;
pub mod profile;
pub mod replay;
pub mod session;
pub mod settings;
pub mod sound;
#[cfg(test)]
mod stage;
pub mod store;
pub mod walk;
pub mod words;

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
