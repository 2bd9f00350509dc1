//! Sounds, music and ambience as data: recipes in whole numbers, and orders to play them.
//!
//! - A [`Sound`] is a recipe: layers of oscillators with envelopes, filters and slides. A [`Mood`]
//!   is music, an [`Ambience`] the sound of a place. A [`Library`] holds all of a game by name;
//!   [`Library::check`] reports what is wrong with it.
//! - An [`Order`] tells a mixer what to do.
//! - [`defaults`] is a complete set, as JSON.
//!
//! There are no samples here, and so no floats: rule crates may hold all of it.

mod ambience;
mod bearing;
mod bus;
mod bytes;
pub mod defaults;
mod library;
mod music;
mod order;
mod place;
mod recipe;
mod scale;
mod span;

pub use ambience::{Ambience, AmbientEvent, Bed};
pub use bearing::Bearing;
pub use bus::Bus;
pub use library::Library;
pub use music::{Chord, Mood, Part, Role};
pub use order::{Cue, Order};
pub use place::Place;
pub use recipe::{
    Arpeggio, Checker, Echo, Envelope, Filter, Layer, Limit, Pass, Problem, Sound, Wave, Wobble,
    limits,
};
pub use scale::Scale;
pub use span::Span;

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
