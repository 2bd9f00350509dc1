//! What a player does before there is a command: looking around, aiming, choosing.

mod aim;
mod compass;
mod cursor;
mod list;
mod log;

pub use aim::{Aiming, Shot};
pub use compass::{compass, direction};
pub use cursor::Cursor;
pub use list::List;
pub use log::{Log, Message, MessageKind, how_it_ended};
