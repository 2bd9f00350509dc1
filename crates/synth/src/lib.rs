//! Sound and music from recipes: the same samples on every machine.
#![allow(clippy::float_arithmetic)]
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
pub use wav::wav;

/// Samples that are made at a time. Volumes, pitches and filters move from block to block.
const BLOCK: usize = 64;
