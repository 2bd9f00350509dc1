use barrow_dice::Rng;

use super::{Block, noise};
use barrow_sound::limits;

/// A plucked string: a burst of noise in a loop as long as its period, with a slight low-pass filter
/// on each round.
pub struct PluckedString {
    samples: Vec<f32>,
    at: usize,
    /// How much of the sample before is mixed in on each round.
    dulled: f32,
    before: f32,
}

impl PluckedString {
    /// The factor of the volume after a round.
    const LOSS: f32 = 0.998;

    pub fn new(pitch: f32, bright: f32, rate: f32, rng: &mut Rng) -> Self {
        // The longest period, and one more to read between two samples.
        let mut samples = vec![0.0; (rate / limits::PITCH.min as f32) as usize + 2];
        let period = ((rate / pitch) as usize).clamp(2, samples.len() - 1);
        let softness = 0.2 + 0.8 * bright;
        let start = samples.len() - period;
        let mut low = 0.0;
        for sample in &mut samples[start..] {
            low += (noise::white(rng) - low) * softness;
            *sample = low;
        }
        let mean = samples[start..].iter().sum::<f32>() / period as f32;
        for sample in &mut samples[start..] {
            *sample -= mean;
        }
        Self { samples, at: 0, dulled: 0.5 - 0.48 * bright, before: 0.0 }
    }

    /// Fills the block at a pitch of `share` turns in a sample.
    pub fn fill(&mut self, share: f32, out: &mut Block) {
        let length = self.samples.len();
        // The low-pass filter delays by as much as it mixes in.
        let period = (1.0 / share - self.dulled).clamp(2.0, (length - 1) as f32);
        let whole = period as usize;
        let part = period - whole as f32;
        for sample in out {
            let newer = self.samples[behind(self.at, whole, length)];
            let older = self.samples[behind(self.at, whole + 1, length)];
            let now = newer + (older - newer) * part;
            *sample = now;
            self.samples[self.at] = (now + (self.before - now) * self.dulled) * Self::LOSS;
            self.before = now;
            self.at = if self.at + 1 == length { 0 } else { self.at + 1 };
        }
    }
}

/// Returns the index `distance` before `at` in a ring; a whole round is `at` itself.
fn behind(at: usize, distance: usize, length: usize) -> usize {
    if at >= distance { at - distance } else { at + length - distance }
}
