//! The games in a page. The page's script provides what only a browser has (storage, the date, a
//! seed) and passes keys, clicks and frames; it gets JSON texts and pixels.
//!
//! Everything but [`bindings`] is plain Rust that the tests run natively; `bindings` only converts
//! between it and JavaScript.

pub mod bindings;
mod canvas;
mod crash;
mod desk;
mod game;
mod host;
mod key;
mod link;
mod new_run;
mod packed;
mod packs;
mod replay;
mod screen;
mod store;
#[cfg(test)]
mod testing;

pub use canvas::Canvas;
pub use desk::Desk;
pub use game::Game;
pub use host::Host;
pub use key::pressed;
pub use link::{Link, LinkError};
pub use new_run::{Day, NewRun};
pub use packs::{info, load};
pub use replay::Replay;
pub use store::BrowserStore;
