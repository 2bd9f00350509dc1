//! Music as data: a mood has a tempo, a scale, chords that lead to each other, and parts that play
//! them.

mod check;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{Scale, Span};

/// The kind of music for a situation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Mood {
    /// Beats per minute; drawn once for a run.
    pub tempo: Span,
    /// Beats per bar; each has four steps.
    pub beats: u8,
    /// The keynote as a MIDI number (60 is middle C); drawn once for a run.
    pub key: Span,
    /// Which notes belong to the key.
    pub scale: Scale,
    /// The chords; the first is the tonic.
    pub chords: Vec<Chord>,
    /// The parts.
    pub parts: Vec<Part>,
    /// The volume in percent.
    pub level: u16,
}

/// A chord, and where it leads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Chord {
    /// Its root, in steps of the scale above the keynote.
    pub degree: i8,
    /// Its notes, in steps of the scale above the root.
    pub tones: Vec<i8>,
    /// The weight of each chord to come next, in the order of the list; missing ones are 0.
    pub next: Vec<u8>,
    /// Whether a phrase may end with it.
    pub closes: bool,
}

/// An instrument of a mood and what it plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Part {
    /// The name of a sound. Its own pitch is that of the A above middle C, 440 Hz.
    pub sound: Arc<str>,
    /// What it plays.
    pub role: Role,
    /// Rhythms of a bar: `x` is a note, `X` a strong one, `-` holds it, `.` rests. Each
    /// character is a quarter of a beat.
    pub patterns: Vec<Arc<str>>,
    /// Octaves above the keynote.
    pub octave: i8,
    /// The volume in percent.
    pub level: u16,
    /// Its stereo position, from -100 (left) to 100 (right).
    pub pan: i8,
    /// The tension at which it plays, from 0 to 1000.
    pub tension: Span,
    /// How often it is silent for a phrase, in percent.
    pub rests: u8,
}

/// What a part plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// A melody made of motifs.
    #[default]
    Melody,
    /// All notes of the chord.
    Chords,
    /// The notes of the chord, one after the other.
    Arpeggio,
    /// The root of the chord.
    Bass,
    /// The keynote, whatever the chord.
    Drone,
    /// The sound at its own pitch.
    Drum,
}

impl Default for Mood {
    fn default() -> Self {
        Self {
            tempo: Span::exactly(90),
            beats: 4,
            key: Span::exactly(57),
            scale: Scale::Minor,
            chords: Vec::new(),
            parts: Vec::new(),
            level: 100,
        }
    }
}

impl Default for Chord {
    fn default() -> Self {
        Self { degree: 0, tones: vec![0, 2, 4], next: Vec::new(), closes: false }
    }
}

impl Default for Part {
    fn default() -> Self {
        Self {
            sound: "".into(),
            role: Role::Melody,
            patterns: Vec::new(),
            octave: 0,
            level: 100,
            pan: 0,
            tension: Span::new(0, 1000),
            rests: 0,
        }
    }
}

impl Mood {
    /// Returns how many steps a bar has.
    pub fn steps(&self) -> u32 {
        u32::from(self.beats.clamp(2, 7)) * 4
    }
}
