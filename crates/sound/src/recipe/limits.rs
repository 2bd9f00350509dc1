//! The limits of recipes. `check` reports values beyond them, and playing clamps values to them, so
//! that a hostile recipe is short and quiet at worst.

/// The values that a field may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The smallest value.
    pub min: i32,
    /// The largest value.
    pub max: i32,
    /// The unit, for messages.
    pub unit: &'static str,
}

impl Limit {
    const fn new(min: i32, max: i32, unit: &'static str) -> Self {
        Self { min, max, unit }
    }
}

/// How many layers a sound may have.
pub const LAYERS: usize = 8;
/// How many jumps an arpeggio may have.
pub const ARPEGGIO: usize = 16;
/// Frequencies of oscillators and filters.
pub const PITCH: Limit = Limit::new(20, 16_000, " Hz");
/// Each time of an envelope, and delays.
pub const TIME: Limit = Limit::new(0, 5_000, " ms");
/// The length of a sound with all its repetitions.
pub const LENGTH: Limit = Limit::new(0, 20_000, " ms");
/// Shares.
pub const SHARE: Limit = Limit::new(0, 100, " %");
/// Volumes. Something soft may be made louder.
pub const LEVEL: Limit = Limit::new(0, 400, " %");
/// The pitch of a sound as a whole.
pub const TUNE: Limit = Limit::new(10, 1_000, " %");
/// The duty of a square.
pub const DUTY: Limit = Limit::new(2, 98, " %");
/// The ratio of two oscillators.
pub const RATIO: Limit = Limit::new(1, 2_000, " %");
/// How far one oscillator bends another.
pub const STRENGTH: Limit = Limit::new(0, 1_000, " %");
/// Slides and jumps.
pub const SLIDE: Limit = Limit::new(-96, 96, " semitones");
/// The depth of a vibrato.
pub const CENTS: Limit = Limit::new(0, 2_400, " cents");
/// The depth of a filter's sway.
pub const SWAY: Limit = Limit::new(0, 48, " semitones");
/// The rate of a wobble.
pub const RATE: Limit = Limit::new(0, 6_000, " a minute");
/// The duration of a jump of an arpeggio.
pub const JUMP: Limit = Limit::new(10, 5_000, " ms");
/// The time between two repetitions of an echo.
pub const REPEAT: Limit = Limit::new(10, 1_000, " ms");
/// The volume of a repetition, relative to the one before.
pub const FEEDBACK: Limit = Limit::new(0, 85, " %");
/// The tempo of a mood.
pub const TEMPO: Limit = Limit::new(30, 240, " beats a minute");
/// The beats of a bar.
pub const BEATS: Limit = Limit::new(2, 7, " beats");
/// The keynote of a mood, as a MIDI number.
pub const KEY: Limit = Limit::new(24, 84, "");
/// How many octaves a part may be moved.
pub const OCTAVE: Limit = Limit::new(-4, 4, " octaves");
/// How many parts, chords, patterns, beds or events a list may have.
pub const LIST: usize = 16;
/// Where a part stands: left is below zero.
pub const PAN: Limit = Limit::new(-100, 100, " %");
/// Tension.
pub const TENSION: Limit = Limit::new(0, 1_000, "");
/// The time between two events of ambience.
pub const PAUSE: Limit = Limit::new(200, 120_000, " ms");
/// How far away an event of ambience is.
pub const DISTANCE: Limit = Limit::new(0, 60, " cells");
/// Roots and notes of chords, in steps of a scale.
pub const TONE: Limit = Limit::new(-14, 14, " steps");
