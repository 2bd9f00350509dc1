//! Filters eight layers at once.
//!
//! Each sample of a filter depends on the last one, so a single filter leaves most of a processor
//! idle. Four of them side by side take as long as one, and two such banks by turns hardly longer.
//! So the layers of all sounds are put into banks together: few sounds have four.

use crate::BLOCK;
use crate::maths::tangent;
use crate::wave::Block;
use barrow_sound::Pass;

/// How many layers are filtered side by side.
const LANES: usize = 4;

/// Four samples of the same moment, one of each layer.
type Lanes = [f32; LANES];

/// A layer on its way through its filter.
///
/// The filter is a pair of integrators with trapezoidal steps, which stays stable while its
/// frequency moves. The equations are solved for the next state, so that a step is one small
/// matrix.
#[derive(Clone, Debug)]
pub struct Filter {
    /// The coefficients of the first integrator, of the second, and of the output: each by the
    /// first integrator, the second, and the input.
    rows: [[f32; 3]; 3],
    state: [f32; 2],
    /// A block of the layer, which the filter replaces by the result.
    pub block: Block,
    /// The volume before the block.
    pub gain: f32,
    /// How much the volume rises in each sample.
    pub rise: f32,
}

impl Default for Filter {
    fn default() -> Self {
        Self { rows: [[0.0; 3]; 3], state: [0.0; 2], block: [0.0; BLOCK], gain: 0.0, rise: 0.0 }
    }
}

impl Filter {
    /// Sets its frequency as a share of the sample rate, and its resonance from 0 to 1.
    pub fn set(&mut self, pass: Pass, share: f32, resonance: f32) {
        let gain = tangent(share.clamp(0.0003, 0.45));
        let damping = 2.0 - 1.96 * resonance;
        let a = 1.0 / (1.0 + gain * (gain + damping));
        let b = gain * a;
        let c = gain * b;
        // How much of the input, of the band and of the low part is let through.
        let [input, band, low] = match pass {
            Pass::All => [1.0, 0.0, 0.0],
            Pass::Low => [0.0, 0.0, 1.0],
            Pass::Band => [0.0, damping, 0.0],
            Pass::High => [1.0, -damping, -1.0],
        };
        self.rows = [
            [2.0 * a - 1.0, -2.0 * b, 2.0 * b],
            [2.0 * b, 1.0 - 2.0 * c, 2.0 * c],
            [band * a + low * b, low * (1.0 - c) - band * b, input + band * b + low * c],
        ];
    }
}

/// The coefficients of four filters for a value: by the first integrator, the second, and the
/// input.
struct Row([Lanes; 3]);

impl Row {
    #[inline]
    fn of(&self, [first, second]: [Lanes; 2], input: Lanes) -> Lanes {
        let Self([by_first, by_second, by_input]) = self;
        std::array::from_fn(|lane| {
            by_first[lane] * first[lane]
                + by_input[lane] * input[lane]
                + by_second[lane] * second[lane]
        })
    }
}

/// Four filters side by side.
struct Bank {
    first: Row,
    second: Row,
    out: Row,
    state: [Lanes; 2],
    gain: Lanes,
    rise: Lanes,
}

impl Bank {
    fn of(filters: &[Option<&mut Filter>]) -> Self {
        let lanes = |value: &dyn Fn(&Filter) -> f32| {
            std::array::from_fn(|lane| filters[lane].as_deref().map_or(0.0, value))
        };
        let row = |row: usize| Row(std::array::from_fn(|column| lanes(&|it| it.rows[row][column])));
        Self {
            first: row(0),
            second: row(1),
            out: row(2),
            state: [0, 1].map(|state| lanes(&|it| it.state[state])),
            gain: lanes(&|it| it.gain),
            rise: lanes(&|it| it.rise),
        }
    }

    /// Filters a sample of each layer. The volumes cost no time here: the processor applies them
    /// while the filters wait for their inputs.
    #[inline]
    fn next(&mut self, input: Lanes) -> Lanes {
        let state = self.state;
        self.state = [self.first.of(state, input), self.second.of(state, input)];
        let filtered = self.out.of(state, input);
        self.gain = std::array::from_fn(|lane| self.gain[lane] + self.rise[lane]);
        std::array::from_fn(|lane| filtered[lane] * self.gain[lane])
    }
}

/// Filters a block of every layer, eight at a time.
pub fn run_all<'f>(filters: impl Iterator<Item = &'f mut Filter>) {
    let mut filters = filters.fuse();
    loop {
        let mut eight: [_; 2 * LANES] = std::array::from_fn(|_| filters.next());
        match eight.split_at_mut(LANES) {
            ([None, ..], _) => return,
            (four, [None, ..]) => run([four]),
            (four, others) => run([four, others]),
        }
    }
}

/// Filters a block of up to four layers for each bank.
#[expect(clippy::needless_range_loop, reason = "banks take turns within each moment")]
fn run<const N: usize>(fours: [&mut [Option<&mut Filter>]; N]) {
    let mut banks = fours.each_ref().map(|it| Bank::of(it));
    let mut moments = [[[0.0; LANES]; BLOCK]; N];
    for (four, moments) in fours.iter().zip(&mut moments) {
        put_side_by_side(four, moments);
    }
    for index in 0..BLOCK {
        for bank in 0..N {
            moments[bank][index] = banks[bank].next(moments[bank][index]);
        }
    }
    for ((four, bank), moments) in fours.into_iter().zip(&banks).zip(&moments) {
        for (lane, filter) in four.iter_mut().enumerate() {
            if let Some(filter) = filter {
                filter.state = bank.state.map(|it| it[lane]);
            }
        }
        put_back(moments, four);
    }
}

/// Puts the samples of each moment together.
fn put_side_by_side(filters: &[Option<&mut Filter>], moments: &mut [Lanes; BLOCK]) {
    const SILENCE: &Block = &[0.0; BLOCK];
    let blocks: [&Block; LANES] =
        std::array::from_fn(|lane| filters[lane].as_ref().map_or(SILENCE, |it| &it.block));
    let fours = blocks.map(|it| it.as_chunks::<LANES>().0);
    for (index, moments) in moments.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
        *moments = turned(fours.map(|it| it[index]));
    }
}

/// Puts the samples of each moment back into the blocks of their layers.
fn put_back(moments: &[Lanes; BLOCK], filters: &mut [Option<&mut Filter>]) {
    for (index, moments) in moments.as_chunks::<LANES>().0.iter().enumerate() {
        for (filter, samples) in filters.iter_mut().zip(turned(*moments)) {
            if let Some(filter) = filter {
                filter.block.as_chunks_mut::<LANES>().0[index] = samples;
            }
        }
    }
}

/// Returns four rows as columns.
fn turned(rows: [Lanes; LANES]) -> [Lanes; LANES] {
    std::array::from_fn(|column| rows.map(|row| row[column]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::maths::sine;

    /// Returns how loud a sine of `pitch` is after a filter at 1 kHz.
    fn response(pass: Pass, resonance: f32, pitch: f32) -> f32 {
        let mut filter = Filter { gain: 1.0, ..Filter::default() };
        filter.set(pass, 1000.0 / 48_000.0, resonance);
        let mut loudest = 0.0_f32;
        for block in 0..300 {
            for (index, sample) in filter.block.iter_mut().enumerate() {
                let turns = pitch / 48_000.0 * (block * BLOCK + index) as f32;
                *sample = sine((turns.fract() * 4_294_967_296.0) as u32);
            }
            run_all([&mut filter].into_iter());
            if block > 200 {
                loudest = filter.block.iter().fold(loudest, |max, sample| max.max(sample.abs()));
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

    /// The result does not depend on which layers share a bank.
    #[test]
    fn each_layer_has_its_own_filter() {
        let layer = |number: usize| {
            let mut filter = Filter { gain: 1.0, rise: -0.01, ..Filter::default() };
            filter.set(
                [Pass::Low, Pass::High, Pass::Band][number % 3],
                0.02 * (number + 1) as f32,
                0.5,
            );
            for (index, sample) in filter.block.iter_mut().enumerate() {
                *sample = sine(((index * (number + 3)) as u32).wrapping_mul(30_000_000));
            }
            filter
        };
        for count in 1..=9 {
            let mut together: Vec<Filter> = (0..count).map(layer).collect();
            run_all(together.iter_mut());
            for (number, filter) in together.iter().enumerate() {
                let mut alone = layer(number);
                run_all([&mut alone].into_iter());
                assert_eq!(filter.block, alone.block, "{number} of {count}");
            }
        }
    }
}
