//! Composes phrases from a mood, and plays them.

mod composer;
mod deck;
mod melody;
mod pattern;

pub use composer::{BARS, Note, Phrase, compose};
pub use deck::{Deck, DueNote};
