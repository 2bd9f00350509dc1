//! Sounds as data, as an author writes them: in whole numbers and words.

mod check;
pub mod limits;

use serde::{Deserialize, Serialize};

pub use check::{Checker, Problem};
pub use limits::Limit;

use crate::Span;

/// A sound: layers that play together, and the effects on their sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sound {
    /// The layers, at most [`limits::LAYERS`].
    pub layers: Vec<Layer>,
    /// The volume in percent.
    pub level: Span,
    /// The pitch of all layers, in percent of their own.
    pub pitch: Span,
    /// Overdrive in percent.
    pub drive: Span,
    /// Bit crushing in percent, which means fewer values and fewer samples.
    pub crush: Span,
    /// Its echo.
    pub echo: Echo,
    /// How much reverb it gets from the place, in percent.
    pub reverb: Span,
    /// Which sound stays when there are too many: the one with the higher priority.
    pub priority: u8,
    /// How much softer the music gets while it plays, in percent.
    pub duck: u8,
}

/// One oscillator or noise of a sound, with everything that shapes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Layer {
    /// What kind of wave it is.
    pub wave: Wave,
    /// The pitch in hertz. Noise has none.
    pub pitch: Span,
    /// For `square`: the share of the upper half, in percent.
    pub duty: Span,
    /// For `fm`: the pitch of the second oscillator, in percent of the first.
    pub ratio: Span,
    /// For `fm`: how far the second oscillator bends the first, in percent. For `pluck`: the
    /// brightness, in percent.
    pub strength: Span,
    /// The volume in percent.
    pub level: Span,
    /// When it begins, in milliseconds after the sound.
    pub delay: Span,
    /// The volume over time.
    pub envelope: Envelope,
    /// How far the pitch moves until the end of the layer, in semitones.
    pub slide: Span,
    /// The vibrato of the pitch, in cents.
    pub vibrato: Wobble,
    /// The tremolo of the volume, in percent.
    pub tremolo: Wobble,
    /// The jumps of the pitch.
    pub arpeggio: Arpeggio,
    /// The filter.
    pub filter: Filter,
}

/// The kind of a wave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Wave {
    /// Pure and round.
    #[default]
    Sine,
    /// Soft, like a flute.
    Triangle,
    /// Bright, like strings or brass.
    Saw,
    /// Hollow, like a clarinet; thin with a small `duty`.
    Square,
    /// Noise with all frequencies: hiss, steam.
    White,
    /// Noise that falls by 3 dB an octave: rain, wind.
    Pink,
    /// Noise that falls by 6 dB an octave: rumble, surf.
    Brown,
    /// A plucked string.
    Pluck,
    /// A sine that is bent by another: bells, metal, growls.
    Fm,
}

/// The volume of a layer over time. Times are in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Envelope {
    /// The rise to full volume.
    pub attack: Span,
    /// The fall from there to `sustain`.
    pub decay: Span,
    /// The volume that stays, in percent; at 0 the layer ends with `decay`.
    pub sustain: Span,
    /// How long it stays there. Notes and beds have their own length.
    pub hold: Span,
    /// The fall to silence.
    pub release: Span,
}

/// A periodic or random change around a middle value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Wobble {
    /// How far.
    pub depth: Span,
    /// How often per minute.
    pub rate: Span,
    /// Whether it changes at random instead of evenly, like wind and fire.
    pub random: bool,
}

/// Jumps of the pitch, repeated in a loop.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Arpeggio {
    /// The jumps, in semitones from the pitch of the layer.
    pub steps: Vec<i8>,
    /// How long each lasts, in milliseconds.
    pub every: Span,
}

/// A filter whose frequency can move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Filter {
    /// What it lets through.
    pub pass: Pass,
    /// Its frequency in hertz.
    pub pitch: Span,
    /// How far its frequency moves until the end, in semitones.
    pub slide: Span,
    /// Its resonance, in percent.
    pub resonance: Span,
    /// The wobble of its frequency, in semitones.
    pub sway: Wobble,
}

/// What a filter lets through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pass {
    /// Everything: there is no filter.
    #[default]
    All,
    /// Low frequencies.
    Low,
    /// Frequencies near its own.
    Band,
    /// High frequencies.
    High,
}

/// Repetitions of a sound that fade away.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Echo {
    /// The time between repeats, in milliseconds.
    pub delay: Span,
    /// The volume of each repeat, in percent of the one before; at 0 there is none.
    pub level: Span,
}

impl Default for Sound {
    fn default() -> Self {
        Self {
            layers: Vec::new(),
            level: Span::exactly(100),
            pitch: Span::exactly(100),
            drive: Span::default(),
            crush: Span::default(),
            echo: Echo::default(),
            reverb: Span::exactly(100),
            priority: 50,
            duck: 0,
        }
    }
}

impl Default for Layer {
    fn default() -> Self {
        Self {
            wave: Wave::Sine,
            pitch: Span::exactly(440),
            duty: Span::exactly(50),
            ratio: Span::exactly(200),
            strength: Span::exactly(50),
            level: Span::exactly(100),
            delay: Span::default(),
            envelope: Envelope::default(),
            slide: Span::default(),
            vibrato: Wobble::default(),
            tremolo: Wobble::default(),
            arpeggio: Arpeggio::default(),
            filter: Filter::default(),
        }
    }
}

impl Default for Envelope {
    fn default() -> Self {
        Self {
            attack: Span::exactly(2),
            decay: Span::exactly(200),
            sustain: Span::default(),
            hold: Span::default(),
            release: Span::exactly(20),
        }
    }
}
