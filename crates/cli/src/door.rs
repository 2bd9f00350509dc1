//! What programs read and write: the forms of `docs/protocol.md`.

pub mod answer;
pub mod command;
mod event;
pub mod ids;
pub mod number;
pub mod truth;
mod view;
