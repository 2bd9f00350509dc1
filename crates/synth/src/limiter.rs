use crate::BLOCK;
use crate::wave::{Block, settled, share};

/// The last step of the mixer: removes inaudible offsets, and keeps peaks below the ceiling by
/// turning the volume down in time.
///
/// It delays by one block, so that it knows the next peak early enough to change the volume
/// slowly.
pub struct Limiter {
    waiting: [Block; 2],
    peak: f32,
    gain: f32,
    /// How much of the lost volume returns in a block.
    recovery: f32,
    blocker: [DcBlocker; 2],
}

impl Limiter {
    /// The largest sample (-1.4 dBFS).
    pub const CEILING: f32 = 0.85;

    pub fn new(rate: f32) -> Self {
        Self {
            waiting: [[0.0; BLOCK]; 2],
            peak: 0.0,
            gain: 1.0,
            // A fifth of a second.
            recovery: BLOCK as f32 / (0.2 * rate),
            blocker: [DcBlocker::new(rate), DcBlocker::new(rate)],
        }
    }

    /// Takes the next block and returns the one before.
    pub fn run(&mut self, mut next: [Block; 2]) -> [Block; 2] {
        let mut peak = 0.0_f32;
        for (block, blocker) in next.iter_mut().zip(&mut self.blocker) {
            blocker.remove(block);
            peak = block.iter().fold(peak, |peak, sample| peak.max(sample.abs()));
        }
        let louder = peak.max(self.peak);
        let recovered = self.gain + (1.0 - self.gain) * self.recovery;
        // Both ends of the ramp are low enough for the block that is returned, since its peak was
        // known when the last gain was chosen.
        let gain =
            if louder * recovered > Self::CEILING { Self::CEILING / louder } else { recovered };
        let rise = (gain - self.gain) / BLOCK as f32;
        let mut out = self.waiting;
        for block in &mut out {
            for (index, sample) in block.iter_mut().enumerate() {
                let limited = *sample * (self.gain + rise * (index + 1) as f32);
                *sample = limited.clamp(-Self::CEILING, Self::CEILING);
            }
        }
        (self.waiting, self.peak, self.gain) = (next, peak, gain);
        out
    }
}

/// Removes frequencies too low to hear.
pub struct DcBlocker {
    share: f32,
    mean: f32,
}

impl DcBlocker {
    pub fn new(rate: f32) -> Self {
        Self { share: share(12.0, rate), mean: 0.0 }
    }

    pub fn remove(&mut self, block: &mut Block) {
        for sample in block {
            self.mean += (*sample - self.mean) * self.share;
            *sample -= self.mean;
        }
        self.mean = settled(self.mean);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maths::sine;

    /// Returns a tone that is soft, far too loud, and soft again, after the limiter.
    fn limited() -> Vec<f32> {
        let mut limiter = Limiter::new(48_000.0);
        let mut heard = Vec::new();
        for block in 0..3_000 {
            let volume = if (1_000..1_100).contains(&block) { 8.0 } else { 0.3 };
            let samples = std::array::from_fn(|index| {
                volume * sine(((block * BLOCK + index) as u32).wrapping_mul(80_000_000))
            });
            heard.extend(limiter.run([samples; 2])[1]);
        }
        heard
    }

    #[test]
    fn soft_sounds_stay_and_loud_ones_are_limited() {
        let heard = limited();
        let loudest = |from: usize, to: usize| {
            heard[from * BLOCK..to * BLOCK].iter().fold(0.0_f32, |max, it| max.max(it.abs()))
        };
        assert!((loudest(500, 900) - 0.3).abs() < 0.01);
        assert!(loudest(0, 3_000) <= Limiter::CEILING);
        assert!(loudest(1_010, 1_090) > 0.8);
        assert!((loudest(2_500, 3_000) - 0.3).abs() < 0.02, "it recovers");
    }
}
