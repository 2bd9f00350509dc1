use serde::{Deserialize, Serialize};

/// A scale of seven notes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// The major scale, bright.
    Major,
    /// The natural minor scale, sad.
    #[default]
    Minor,
    /// Minor with a major sixth, hopeful.
    Dorian,
    /// Minor with a minor second, dark.
    Phrygian,
    /// Major with an augmented fourth, floating.
    Lydian,
    /// Major with a minor seventh, rough.
    Mixolydian,
    /// The harmonic minor scale, with a leading note.
    Harmonic,
    /// Phrygian with a major third, fierce.
    Dominant,
    /// Minor with a diminished fifth, unstable.
    Locrian,
}

impl Scale {
    /// How many notes an octave has.
    pub const NOTES: i32 = 7;

    /// Returns the semitones of a step above the keynote, in any octave.
    pub fn semitones(self, step: i32) -> i32 {
        let notes = match self {
            Self::Major => [0, 2, 4, 5, 7, 9, 11],
            Self::Minor => [0, 2, 3, 5, 7, 8, 10],
            Self::Dorian => [0, 2, 3, 5, 7, 9, 10],
            Self::Phrygian => [0, 1, 3, 5, 7, 8, 10],
            Self::Lydian => [0, 2, 4, 6, 7, 9, 11],
            Self::Mixolydian => [0, 2, 4, 5, 7, 9, 10],
            Self::Harmonic => [0, 2, 3, 5, 7, 8, 11],
            Self::Dominant => [0, 1, 4, 5, 7, 8, 10],
            Self::Locrian => [0, 1, 3, 5, 6, 8, 10],
        };
        notes[step.rem_euclid(Self::NOTES) as usize] + 12 * step.div_euclid(Self::NOTES)
    }
}
