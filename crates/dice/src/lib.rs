//! Chance that can be repeated: seeds, streams, draws.
//!
//! A run has one [`Seed`]. Every purpose draws from its own [`Rng`], derived from the seed by
//! a pinned hash of the purpose's name and its indices, so that no draw for one purpose can
//! shift another. All draws are of fixed width: native and wasm agree bit for bit.
//!
//! Numbers with decimals are [`Fixed`]; a number that depends on values and chance is a
//! [`Formula`], written as text.

mod chance;
mod fixed;
mod formula;
mod nearest;
mod notation;
mod pick;
mod rng;
mod seed;

pub use chance::Chance;
pub use fixed::{Fixed, FixedError};
pub use formula::{Formula, FormulaError, Scope, Values, Variable};
pub use nearest::Nearest;
pub use notation::{Dice, NotationError};
pub use rng::Rng;
pub use seed::{Seed, SeedError, Stream};

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
