//! The rules: a pure state machine that turns commands into events.
//!
//! [`Game::step`] is the only way to change a run. What leaves the engine is data: events that say
//! what happened, and a view of what one player may know.

mod action;
mod build;
mod command;
mod ctx;
mod effect;
mod event;
mod facts;
mod field;
mod game;
mod messages;
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
pub use event::{CutShort, Event, Heard, Notice, Turn, Volume};
pub use game::past::{Kept, KeptItem, KeptPlace, Past};
pub use game::{Game, Setup, SetupError};
pub use perception::hearing::HeardNoise;
pub use perception::illusion::Phantom;
pub use record::journal::{
    Decoded, Divergence, Entry, Journal, JournalError, Mismatch, PackName, RULES, Replay, Resumed,
    Run,
};
pub use record::snapshot::{Bookmark, SnapshotError};
pub use refusal::Refusal;
pub use sheet::{Attributes, Explained, Reason, Source};
pub use state::entity::{Actor, At, Entity, EntityId, Value};
pub use state::world::End;
pub use view::legal::MAX_TARGET_CELLS;
pub use view::score::Score;
pub use view::truth::Truth;
pub use view::{
    ActiveState, Advised, Announcement, Appearance, BagView, Card, Carried, Castable, CellView,
    Comparison, Forecast, Glimpse, KeyView, Lead, MenuOption, Odds, OpenMenuView, PanelRow,
    RoomView, Seen, Span, Trajectory, View,
};

/// Compiles the README's example as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
