use std::sync::Arc;

use barrow_sound::limits;

use crate::wave::Block;

/// A sound that was recorded, where a game brings one instead of a recipe.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    samples: Arc<[f32]>,
    /// Samples per second.
    rate: f32,
}

impl Recording {
    /// Makes a recording with this many samples per second. What is longer than a sound may be is cut
    /// off, and what is no number is silent.
    pub fn new(samples: &[f32], rate: u32) -> Self {
        let rate = rate.clamp(8_000, 192_000) as f32;
        let longest = (limits::LENGTH.max as f32 * rate / 1000.0) as usize;
        let kept = samples.iter().take(longest);
        let heard = |it: &f32| if it.is_finite() { it.clamp(-1.0, 1.0) } else { 0.0 };
        Self { samples: kept.map(heard).collect(), rate }
    }
}

/// A recording that is playing.
pub struct Playback {
    samples: Arc<[f32]>,
    /// The place in the recording and the step to the next, in parts of 2^32 of a sample.
    at: u64,
    step: u64,
}

impl Playback {
    /// Starts a recording at `rate` samples per second, `tune` times as high.
    pub fn new(recording: &Recording, rate: f32, tune: f32) -> Self {
        let step = (tune * recording.rate / rate).clamp(0.01, 100.0);
        Self {
            samples: Arc::clone(&recording.samples),
            at: 0,
            step: (f64::from(step) * 4_294_967_296.0) as u64,
        }
    }

    /// Returns how long it lasts, in samples of the output.
    pub fn length(&self) -> f32 {
        self.samples.len() as f32 / (self.step as f32 / 4_294_967_296.0)
    }

    /// Adds the next samples.
    pub fn add(&mut self, out: &mut Block) {
        for sample in out {
            let index = (self.at >> 32) as usize;
            let part = (self.at & 0xFFFF_FFFF) as f32 * (1.0 / 4_294_967_296.0);
            let of = |index: usize| self.samples.get(index).copied().unwrap_or(0.0);
            *sample += of(index) + (of(index + 1) - of(index)) * part;
            self.at += self.step;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BLOCK;

    fn played(samples: &[f32], rate: u32, tune: f32) -> Block {
        let mut out = [0.0; BLOCK];
        Playback::new(&Recording::new(samples, rate), 48_000.0, tune).add(&mut out);
        out
    }

    #[test]
    fn a_recording_keeps_its_samples_at_its_own_rate_and_pitch() {
        assert_eq!(played(&[0.5, -0.5, 0.25], 48_000, 1.0)[..4], [0.5, -0.5, 0.25, 0.0]);
        assert_eq!(played(&[0.0, 1.0], 24_000, 1.0)[..4], [0.0, 0.5, 1.0, 0.5]);
        assert_eq!(played(&[0.1, 0.2, 0.3, 0.4], 48_000, 2.0)[..3], [0.1, 0.3, 0.0]);
    }

    #[test]
    fn what_is_too_long_or_no_number_is_cut() {
        let long = Recording::new(&vec![2.0; 48_000 * 60], 48_000);
        assert_eq!((long.samples.len(), long.samples[0]), (48_000 * 20, 1.0));
        assert_eq!(played(&[f32::NAN], 48_000, 1.0)[0], 0.0);
        assert!(Playback::new(&long, 48_000.0, 2.0).length() < 480_001.0);
    }
}
