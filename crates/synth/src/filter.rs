//! Filters eight layers at once.
//!
//! Each sample of a filter depends on the last one, so a single filter leaves most of a processor
//! idle. Four of them side by side take as long as one, and two such banks by turns hardly longer.

use crate::BLOCK;
use crate::maths::tangent;
use crate::wave::Block;
use barrow_sound::Pass;

/// How many layers are filtered side by side.
pub const LANES: usize = 4;

/// Four samples of the same moment, one of each layer.
pub type Lanes = [f32; LANES];

/// Four state variable filters.
///
/// Each is a pair of integrators with trapezoidal steps, which stays stable while its frequency
/// moves. The equations are solved for the next state, so that a step is one small matrix.
#[derive(Clone, Debug, Default)]
pub struct Filters {
    first: Row,
    second: Row,
    out: Row,
    state: [Lanes; 2],
}

/// The coefficients of the two integrators and the input for a value.
#[derive(Clone, Debug, Default)]
struct Row {
    first: Lanes,
    second: Lanes,
    input: Lanes,
}

impl Row {
    fn set(&mut self, lane: usize, [first, second, input]: [f32; 3]) {
        self.first[lane] = first;
        self.second[lane] = second;
        self.input[lane] = input;
    }

    fn of(&self, [first, second]: [Lanes; 2], input: Lanes) -> Lanes {
        std::array::from_fn(|lane| {
            self.first[lane] * first[lane]
                + self.input[lane] * input[lane]
                + self.second[lane] * second[lane]
        })
    }
}

impl Filters {
    /// Sets one of the four filters: its frequency as a share of the sample rate, and its resonance
    /// from 0 to 1.
    pub fn set(&mut self, lane: usize, pass: Pass, share: f32, resonance: f32) {
        let gain = tangent(share.clamp(0.0003, 0.45));
        let damping = 2.0 - 1.96 * resonance;
        let a = 1.0 / (1.0 + gain * (gain + damping));
        let b = gain * a;
        let c = gain * b;
        self.first.set(lane, [2.0 * a - 1.0, -2.0 * b, 2.0 * b]);
        self.second.set(lane, [2.0 * b, 1.0 - 2.0 * c, 2.0 * c]);
        // How much of the input, of the band and of the low part is let through.
        let [input, band, low] = match pass {
            Pass::All => [1.0, 0.0, 0.0],
            Pass::Low => [0.0, 0.0, 1.0],
            Pass::Band => [0.0, damping, 0.0],
            Pass::High => [1.0, -damping, -1.0],
        };
        self.out.set(
            lane,
            [band * a + low * b, low * (1.0 - c) - band * b, input + band * b + low * c],
        );
    }

    /// Resets one of the four filters. Without input, its state would decay to denormal numbers,
    /// which are slow.
    pub const fn clear(&mut self, lane: usize) {
        self.state[0][lane] = 0.0;
        self.state[1][lane] = 0.0;
    }

    /// Filters one sample of each layer.
    #[inline]
    fn next(&mut self, input: Lanes) -> Lanes {
        let state = self.state;
        self.state = [self.first.of(state, input), self.second.of(state, input)];
        self.out.of(state, input)
    }
}

/// Four layers on their way through their filters.
#[derive(Clone, Debug)]
pub struct FilterBank {
    /// The filters.
    pub filters: Filters,
    /// A block of each layer.
    pub blocks: [Block; LANES],
    /// The volumes before the block, and how much they rise in each sample.
    pub gain: Lanes,
    /// How much the volumes rise in each sample.
    pub rise: Lanes,
    /// The sum of all four, filtered.
    pub out: Block,
}

impl Default for FilterBank {
    fn default() -> Self {
        Self {
            filters: Filters::default(),
            blocks: [[0.0; BLOCK]; LANES],
            gain: [0.0; LANES],
            rise: [0.0; LANES],
            out: [0.0; BLOCK],
        }
    }
}

/// Filters a block of every bank, two banks by turns.
pub fn run_all<'f>(mut banks: impl Iterator<Item = &'f mut FilterBank>) {
    while let Some(one) = banks.next() {
        match banks.next() {
            Some(other) => run([one, other]),
            None => run([one]),
        }
    }
}

/// Filters a block of each bank. Volumes cost nothing here, since the processor does them while the
/// filters wait.
#[expect(clippy::needless_range_loop, reason = "banks take turns within each moment")]
fn run<const N: usize>(banks: [&mut FilterBank; N]) {
    let mut filters = banks.each_ref().map(|it| it.filters.clone());
    let mut gains = banks.each_ref().map(|it| it.gain);
    let rises = banks.each_ref().map(|it| it.rise);
    let mut moments = [[[0.0; LANES]; BLOCK]; N];
    for (bank, moments) in banks.iter().zip(&mut moments) {
        put_side_by_side(&bank.blocks, moments);
    }
    for index in 0..BLOCK {
        for bank in 0..N {
            let filtered = filters[bank].next(moments[bank][index]);
            gains[bank] = std::array::from_fn(|lane| gains[bank][lane] + rises[bank][lane]);
            moments[bank][index] = std::array::from_fn(|lane| filtered[lane] * gains[bank][lane]);
        }
    }
    for (at, bank) in banks.into_iter().enumerate() {
        bank.filters.state = filters[at].state;
        for (out, [one, two, three, four]) in bank.out.iter_mut().zip(&moments[at]) {
            *out = (one + two) + (three + four);
        }
    }
}

/// Puts the samples of each moment together.
fn put_side_by_side(blocks: &[Block; LANES], moments: &mut [Lanes; BLOCK]) {
    for (index, moment) in moments.iter_mut().enumerate() {
        *moment = std::array::from_fn(|lane| blocks[lane][index]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maths::sine;

    /// Returns how loud a sine of `pitch` is after a filter at 1 kHz.
    fn response(pass: Pass, resonance: f32, pitch: f32) -> f32 {
        let mut bank = FilterBank { gain: [1.0; LANES], ..FilterBank::default() };
        bank.filters.set(2, pass, 1000.0 / 48_000.0, resonance);
        let mut loudest = 0.0_f32;
        for block in 0..300 {
            let mut blocks = [[0.0; BLOCK]; LANES];
            for (index, sample) in blocks[2].iter_mut().enumerate() {
                let turns = pitch / 48_000.0 * (block * BLOCK + index) as f32;
                *sample = sine((turns.fract() * 4_294_967_296.0) as u32);
            }
            bank.blocks = blocks;
            run_all([&mut bank].into_iter());
            if block > 200 {
                loudest = bank.out.iter().fold(loudest, |max, sample| max.max(sample.abs()));
            }
        }
        loudest
    }

    #[test]
    fn each_filter_lets_its_part_through() {
        assert!(response(Pass::Low, 0.3, 100.0) > 0.95);
        assert!(response(Pass::Low, 0.3, 10_000.0) < 0.02);
        assert!(response(Pass::High, 0.3, 100.0) < 0.02);
        assert!(response(Pass::High, 0.3, 10_000.0) > 0.95);
        assert!((response(Pass::Band, 0.3, 1000.0) - 1.0).abs() < 0.02);
        assert!(response(Pass::Band, 0.3, 100.0) < 0.2);
        assert!(response(Pass::Band, 0.3, 10_000.0) < 0.2);
        assert!((response(Pass::All, 0.3, 100.0) - 1.0).abs() < 0.01);
    }

    #[test]
    fn resonance_rings() {
        assert!(response(Pass::Low, 0.9, 1000.0) > 4.0);
        assert!(response(Pass::Low, 1.0, 1000.0) < 26.0);
    }
}
