//! The rules: a pure state machine from commands to events.
//!
//! [`Game::step`] is the only thing that changes a run. What leaves the engine is data: events
//! of what happened, and a view of what one player may know.

mod action;
mod build;
mod command;
mod ctx;
mod effect;
mod event;
mod facts;
mod field;
mod game;
mod mind;
mod perception;
mod record;
mod refusal;
mod round;
#[cfg(test)]
mod scenario;
mod sheet;
mod shortcut;
mod state;
mod text;
mod view;

pub use command::{Command, CommandError};
pub use event::{Event, Told, Turn, Volume};
pub use game::{Game, Setup, SetupError};
pub use perception::hearing::Heard;
pub use perception::illusion::Phantom;
pub use record::journal::{
    Decoded, Entry, Journal, JournalError, Mismatch, PackName, Parting, RULES, Replay, Run,
};
pub use record::snapshot::{Bookmark, Resumed, SnapshotError};
pub use refusal::Refusal;
pub use sheet::{Attributes, Explained, Reason, Source};
pub use state::entity::{Actor, At, Entity, EntityId, Value};
pub use state::world::End;
pub use view::legal::MOST_CELLS;
pub use view::score::Score;
pub use view::truth::Truth;
pub use view::{
    Announced, Appearance, Carried, Castable, CellView, Compared, Glimpse, KeyView, MenuOption,
    Odds, OpenMenuView, PanelRow, Prospect, Seen, Span, Suffered, Trajectory, View,
};

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
