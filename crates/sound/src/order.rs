use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{Bearing, Bus, Place};

/// How to play a sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cue {
    /// What it belongs to.
    pub bus: Bus,
    /// Where it comes from, if it has a position; the click of a menu has none.
    pub bearing: Option<Bearing>,
    /// How much higher than its recipe it plays.
    pub semitones: i8,
    /// The volume in percent.
    pub level: u16,
    /// How many milliseconds later it plays.
    pub after: u16,
    /// The seed of its ranges.
    pub seed: u32,
}

impl Default for Cue {
    fn default() -> Self {
        Self { bus: Bus::Effects, bearing: None, semitones: 0, level: 100, after: 0, seed: 0 }
    }
}

/// What a mixer shall do. Orders are plain data, to be sent to another thread or a page's worklet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Order {
    /// Play a sound.
    Play {
        /// The name of the sound.
        sound: Arc<str>,
        /// How.
        cue: Cue,
    },
    /// Change the music at the next bar. The current mood just continues.
    Mood {
        /// The name of the mood; `None` fades the music out.
        name: Option<Arc<str>>,
        /// Decides what is composed.
        seed: u64,
    },
    /// Set the tension of the music, from 0 to 1000.
    Tension(u16),
    /// Change the ambience.
    Ambience {
        /// The name of the ambience; `None` fades it out.
        name: Option<Arc<str>>,
        /// The reverb of the place, if it is not that of the ambience.
        place: Option<Place>,
        /// Decides what is heard when.
        seed: u64,
    },
    /// Set the volume of a bus, in percent.
    Volume {
        /// Which.
        bus: Bus,
        /// How loud.
        percent: u8,
    },
    /// Fade everything out at once.
    Silence,
}
