//! Sound and music from recipes: the same samples on every machine.
//!
//! - A [`Sound`] is a recipe: layers of oscillators with envelopes, filters and slides, in whole
//!   numbers, each a value or a [`Span`] from which a value is drawn each time it is played. A
//!   [`Mood`] is music as data, an [`Ambience`] the sound of a place. A [`Library`] holds all of a
//!   game by name; [`Library::check`] reports what is wrong with it.
//! - A [`Mixer`] plays a library: a front end tells it what happens, and asks for any number of
//!   stereo samples at a time. [`render`] returns one sound alone, [`wav()`] a file, [`digest_of`] a
//!   number that is the same on every machine.
//! - [`compose`] returns the notes of four bars of a mood.
//! - [`defaults`] is a complete set, as JSON.
//!
//! How it works, from the inside out: `wave` has the oscillators, `tone` a layer with its
//! `envelope`, `wobble`s and `filter`, `voice` a sound with its `effects` (drive, crush, echo),
//! `mixer` all voices with `bearing`, `reverb` and `limiter`. Everything is made in blocks of 64
//! samples; volumes, pitches and filters move from block to block.
//!
//! Nothing here affects the rules: sounds draw from their own random streams.

// Samples are floats. IEEE arithmetic is the same on every machine as long as it is only `+ - * /`;
// `maths` builds all other functions from these. Tests compare samples to the bit, natively and in
// wasm.
#![allow(clippy::float_arithmetic, clippy::float_cmp)]
// Samples, times and volumes are small, and those from recipes are clamped to limits.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss
)]

mod ambience;
mod bearing;
mod draw;
mod effects;
mod envelope;
mod filter;
mod limiter;
mod maths;
mod mixer;
mod music;
mod recording;
mod render;
mod reverb;
mod tone;
mod voice;
mod wav;
mod wave;
mod wobble;

pub use barrow_sound::{
    Ambience, AmbientEvent, Arpeggio, Bearing, Bed, Bus, Chord, Cue, Echo, Envelope, Filter, Layer,
    Library, Limit, Mood, Order, Part, Pass, Place, Problem, Role, Scale, Sound, Span, Wave,
    Wobble, defaults, limits,
};
pub use bearing::Placement;
pub use mixer::{ActiveSound, Mixer};
pub use music::{BARS, Note, Phrase, compose};
pub use recording::Recording;
pub use render::{RATE, digest, digest_of, render};
pub use wav::{to_i16, wav};

/// The number of samples that are made at a time.
const BLOCK: usize = 64;

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
