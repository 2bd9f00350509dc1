//! Sounds as data: what a maker writes, in whole numbers and words.

mod check;
pub mod limits;

use serde::{Deserialize, Serialize};

pub use check::{Checker, Flaw};
pub use limits::Limit;

use crate::Span;

/// A sound: layers that are heard together, and what is done with their sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sound {
    /// What is heard, at most [`limits::LAYERS`] of them.
    pub layers: Vec<Layer>,
    /// The volume in percent.
    pub level: Span,
    /// The pitch of all layers in percent of what they say.
    pub pitch: Span,
    /// Overdrive in percent: how much it is squashed and roughened.
    pub drive: Span,
    /// Bit crushing in percent: fewer values, fewer samples.
    pub crush: Span,
    /// Repeats that die away.
    pub echo: Echo,
    /// How much of it the place answers with reverb, in percent.
    pub reverb: Span,
    /// Which sound may cut off another when there are too many: the higher one stays.
    pub priority: u8,
    /// How far the music steps back while it is heard, in percent.
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
    /// Of a square: the share of the upper half, in percent.
    pub duty: Span,
    /// Of `fm`: the pitch of the second oscillator, in percent of the first.
    pub ratio: Span,
    /// Of `fm`: how far it bends the first, in percent. Of `pluck`: how bright, in percent.
    pub strength: Span,
    /// The volume in percent.
    pub level: Span,
    /// When it begins, in milliseconds after the sound.
    pub delay: Span,
    /// How the volume goes.
    pub envelope: Envelope,
    /// How far the pitch moves until the end, in semitones.
    pub slide: Span,
    /// The pitch wavers, in cents.
    pub vibrato: Wobble,
    /// The volume wavers, in percent.
    pub tremolo: Wobble,
    /// The pitch jumps.
    pub arpeggio: Arpeggio,
    /// What is let through.
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

/// How the volume of a layer goes. Times are in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Envelope {
    /// The rise to full volume.
    pub attack: Span,
    /// The fall from there to `sustain`.
    pub decay: Span,
    /// The volume that stays, in percent; at 0 the layer ends with `decay`.
    pub sustain: Span,
    /// How long it stays. A note of music and a bed of ambience have their own length.
    pub hold: Span,
    /// The fall to silence.
    pub release: Span,
}

/// Something that goes up and down around its middle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Wobble {
    /// How far.
    pub depth: Span,
    /// How often in a minute.
    pub rate: Span,
    /// By chance instead of evenly, as wind and fire do.
    pub random: bool,
}

/// Jumps of the pitch, one after the other and again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Arpeggio {
    /// The jumps, in semitones from the pitch of the layer.
    pub steps: Vec<i8>,
    /// How long each is heard, in milliseconds.
    pub every: Span,
}

/// A filter that can move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Filter {
    /// What it lets through.
    pub pass: Pass,
    /// Its frequency in hertz.
    pub pitch: Span,
    /// How far its frequency moves until the end, in semitones.
    pub slide: Span,
    /// How much it rings, in percent.
    pub resonance: Span,
    /// Its frequency wavers, in semitones.
    pub sway: Wobble,
}

/// What a filter lets through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pass {
    /// Everything: there is no filter.
    #[default]
    All,
    /// What is below.
    Low,
    /// What is near.
    Band,
    /// What is above.
    High,
}

/// Repeats of a sound that die away.
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
