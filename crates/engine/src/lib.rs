//! The rules: a pure state machine from commands to events.
//!
//! [`Game::step`] is the only thing that changes a run. What leaves the engine is data: events
//! of what happened, and a view of what one player may know.

mod action;
mod build;
mod command;
mod ctx;
mod digest;
mod dozing;
mod effect;
mod entity;
mod event;
mod field;
mod game;
mod hearing;
mod illusion;
mod journal;
mod legal;
mod level;
mod light;
mod mind;
mod recollection;
mod refusal;
mod roster;
mod round;
#[cfg(test)]
mod scenario;
mod scene;
mod score;
mod senses;
mod sheet;
mod snapshot;
mod text;
mod things;
mod tracked;
mod truth;
mod view;
mod world;

pub use command::{Command, CommandError};
pub use entity::{Actor, At, Entity, EntityId, Value};
pub use event::{Event, Told, Turn, Volume};
pub use game::{Game, Setup, SetupError};
pub use hearing::Heard;
pub use illusion::Phantom;
pub use journal::{
    Decoded, Entry, Journal, JournalError, Mismatch, PackName, Parting, RULES, Replay, Run,
};
pub use legal::MOST_CELLS;
pub use refusal::Refusal;
pub use score::Score;
pub use sheet::{Attributes, Explained, Reason, Source};
pub use snapshot::{Bookmark, Resumed, SnapshotError};
pub use truth::Truth;
pub use view::{
    Announced, Appearance, Carried, Castable, CellView, Compared, Glimpse, KeyView, MenuOption,
    Odds, OpenMenuView, PanelRow, Prospect, Seen, Span, Suffered, View,
};
pub use world::End;
