//! Chance that can be repeated: seeds, streams, draws.
//!
//! A run has one [`Seed`]. Every purpose draws from its own [`Rng`], derived from the seed by
//! a pinned hash of the purpose's name and its indices, so that no draw for one purpose can
//! shift another. All draws are of fixed width: native and wasm agree bit for bit.

mod chance;
mod notation;
mod pick;
mod rng;
mod seed;

pub use chance::Chance;
pub use notation::{Dice, NotationError};
pub use rng::Rng;
pub use seed::{Seed, SeedError, Stream};
