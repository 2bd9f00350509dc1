//! A small reader and writer of JSON.
//!
//! There is one parser, [`parse`]. Its caller decides what tree it builds:
//!
//! - [`Value`] is a plain tree without positions. Profiles and the page use it, mostly through
//!   [`json!`] and [`Value::parse`].
//! - The trees of `barrow-source` keep the position of each value, so that a mistake found much
//!   later can still be shown in its file.
//!
//! Numbers are kept as they are written, so that none is rounded.

mod error;
mod parse;
#[cfg(test)]
mod tests;
mod value;
mod write;

pub use error::{Mistake, SyntaxError};
pub use parse::{Build, Scalar, parse};
pub use value::{JsonError, ToJson, Value};

/// Compiles the README's example as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
