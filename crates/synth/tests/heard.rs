//! Measures the output: loudness, peaks, clicks, voices, music.

// Sound is measured in floats, and in samples that are few enough for any of them.
#![allow(
    clippy::float_arithmetic,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss
)]

#[path = "heard/games.rs"]
mod games;
#[path = "heard/hostile.rs"]
mod hostile;
#[path = "heard/measure.rs"]
mod measure;
#[path = "heard/mixing.rs"]
mod mixing;
#[path = "heard/music.rs"]
mod music;
#[path = "heard/places.rs"]
mod places;
#[path = "heard/recipe.rs"]
mod recipe;
#[path = "heard/runs.rs"]
mod runs;
#[path = "heard/sounds.rs"]
mod sounds;

use barrow_synth::{Library, Mixer, RATE, defaults};

/// Returns the library of a game without its own sounds.
fn default_library() -> Library {
    let read = "the defaults are well formed";
    Library {
        sounds: serde_json::from_str(defaults::SOUNDS).expect(read),
        moods: serde_json::from_str(defaults::MOODS).expect(read),
        ambiences: serde_json::from_str(defaults::AMBIENCES).expect(read),
    }
}

/// Returns both channels of the next seconds.
fn record(mixer: &mut Mixer, seconds: f64) -> [Vec<f32>; 2] {
    let count = (f64::from(RATE) * seconds) as usize;
    let mut sides = [vec![0.0; count], vec![0.0; count]];
    let [left, right] = &mut sides;
    mixer.render(left, right);
    sides
}
