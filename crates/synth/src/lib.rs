//! Sound and music from recipes: the same samples on every machine.
//!
//! - A [`Sound`] is a recipe: layers of oscillators with envelopes, filters and slides, in whole
//!   numbers, each a value or a [`Span`] that is drawn from whenever it is heard. A [`Mood`] is
//!   music as data, an [`Ambience`] a place. A [`Library`] holds all of a game by name;
//!   [`Library::check`] tells what is wrong with it.
//! - A [`Mixer`] plays a library: it is told what happens, and gives stereo samples, as many at
//!   a time as a front end asks for. [`render`] gives one sound alone, [`wav()`] a file,
//!   [`digest_of`] a number that is the same on every machine.
//! - [`compose`] gives the notes of four bars of a mood.
//! - [`defaults`] is a whole set, as JSON.
//!
//! How it works, from the inside out: `wave` has the oscillators, `tone` a layer with its
//! `envelope`, `wobble`s and `filter`, `voice` a sound with its `grit` (drive, crush, echo),
//! `mixer` all voices with `bearing`, `reverb` and `limiter`. Everything is made in blocks of 64
//! samples; volumes, pitches and filters move from block to block.
//!
//! Nothing here decides anything: a game draws from streams of its own for what is heard.

// Sound is made of fractions. IEEE arithmetic is the same on every machine as long as it is only
// `+ - * /`: whatever else would come from a maths library is made from these in `maths`. Tests
// compare samples to the bit, natively and in wasm.
#![allow(clippy::float_arithmetic, clippy::float_cmp)]
// Samples, times and volumes are small, and kept within limits where they come from recipes.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss
)]

mod ambience;
mod bearing;
pub mod defaults;
mod envelope;
mod filter;
mod grit;
mod library;
mod limiter;
mod maths;
mod mixer;
mod music;
mod recipe;
mod render;
mod reverb;
mod span;
mod tone;
mod voice;
mod wav;
mod wave;
mod wobble;

pub use ambience::{Ambience, Bed, Happening};
pub use bearing::{Bearing, Placing};
pub use library::Library;
pub use mixer::{Bus, Cue, Mixer, Sounding};
pub use music::{BARS, Chord, Mood, Note, Part, Phrase, Role, Scale, compose};
pub use recipe::{
    Arpeggio, Echo, Envelope, Filter, Flaw, Layer, Limit, Pass, Sound, Wave, Wobble, limits,
};
pub use render::{RATE, digest, digest_of, render};
pub use reverb::Place;
pub use span::Span;
pub use wav::{wav, whole};

/// Samples that are made at a time.
const BLOCK: usize = 64;

/// The README's example is run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
