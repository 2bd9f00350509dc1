use barrow_dice::Rng;

use super::Block;

/// Returns a sample of white noise.
pub fn white(rng: &mut Rng) -> f32 {
    rng.bits().cast_signed() as f32 * (1.0 / 2_147_483_648.0)
}

/// Fills a block with white noise, with two samples of 16 bits for each draw; nobody hears the
/// difference to more bits.
pub fn fill_white(rng: &mut Rng, out: &mut Block) {
    for pair in out.chunks_exact_mut(2) {
        let bits = rng.bits().cast_signed();
        pair[0] = (bits >> 16) as f32 * (1.0 / 32_768.0);
        pair[1] = (bits << 16 >> 16) as f32 * (1.0 / 32_768.0);
    }
}

/// Noise that falls by 3 dB per octave: the sum of three noises with low-pass filters, the lower the
/// louder.
pub struct Pink {
    rng: Rng,
    shares: [f32; 3],
    low: [f32; 3],
}

impl Pink {
    const CORNERS: [f32; 3] = [30.0, 480.0, 7_680.0];
    /// Corners lie four octaves apart, so amplitudes must differ by a factor of four.
    const LEVELS: [f32; 3] = [16.0, 4.0, 1.0];

    pub fn new(rate: f32, rng: Rng) -> Self {
        Self { rng, shares: Self::CORNERS.map(|corner| share(corner, rate)), low: [0.0; 3] }
    }

    pub fn fill(&mut self, out: &mut Block) {
        fill_white(&mut self.rng, out);
        for sample in out {
            let mut sum = 0.0;
            for ((low, share), level) in self.low.iter_mut().zip(self.shares).zip(Self::LEVELS) {
                *low += (*sample - *low) * share;
                sum += *low * level;
            }
            *sample = sum * 0.7;
        }
    }
}

/// Noise that falls by 6 dB per octave.
pub struct Brown {
    rng: Rng,
    share: f32,
    low: f32,
}

impl Brown {
    pub fn new(rate: f32, rng: Rng) -> Self {
        Self { rng, share: share(40.0, rate), low: 0.0 }
    }

    pub fn fill(&mut self, out: &mut Block) {
        fill_white(&mut self.rng, out);
        for sample in out {
            self.low += (*sample - self.low) * self.share;
            *sample = self.low * 10.0;
        }
    }
}

/// Returns the coefficient of a one-pole low-pass filter: how far it moves towards its input in each
/// sample.
pub fn share(corner: f32, rate: f32) -> f32 {
    let turn = corner * std::f32::consts::TAU / rate;
    turn / (1.0 + turn)
}
