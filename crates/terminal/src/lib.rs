//! The terminal front end.
//!
//! The core is pure: an [`App`] takes keys and ticks and draws itself into a buffer of cells. The
//! shell around it reads the terminal, keeps time and restores the terminal.

// A front end may ask the clock: when to show the next frame, what day it is.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]
// A screen handles a few of many keys and shows a few of many events. It ignores the rest, and any
// that may be added.
#![allow(clippy::wildcard_enum_match_arm)]

mod app;
mod cast;
mod context;
mod dialog;
mod disk;
mod library;
mod paint;
mod panel;
mod plain;
mod screen;
mod shell;
mod speaker;

pub use app::App;
pub use cast::cast;
pub use context::{Context, Machine};
pub use dialog::Dialog;
pub use library::{Game, Library, SHIPPED, Shipped};
pub use paint::{Depth, Ink};
pub use plain::Plain;
pub use screen::{NewRun, Play, Screen, Title, Transition};
pub use shell::{Options, columns, run, run_plain, today};
pub use speaker::{Message, Speaker};
