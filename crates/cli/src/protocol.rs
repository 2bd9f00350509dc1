//! The protocol for programs, as described in `docs/protocol.md`.

pub mod answer;
pub mod command;
mod event;
pub mod ids;
pub mod number;
pub mod truth;
mod view;
