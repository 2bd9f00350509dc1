use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

/// A random number generator: mulberry32.
///
/// It is plain data. A clone repeats the draws of the original, equal states give equal draws, and
/// saving `state` saves everything.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rng {
    /// The whole state of the generator.
    pub state: u32,
}

impl Rng {
    /// Creates a generator with this state. The generators of a run come from [`Seed::stream`].
    ///
    /// [`Seed::stream`]: crate::Seed::stream
    pub const fn new(state: u32) -> Self {
        Self { state }
    }

    /// Draws 32 random bits.
    pub const fn bits(&mut self) -> u32 {
        self.state = self.state.wrapping_add(0x6D2B_79F5);
        let mut bits = self.state;
        bits = (bits ^ bits >> 15).wrapping_mul(1 | bits);
        bits ^= bits.wrapping_add((bits ^ bits >> 7).wrapping_mul(0x3D | bits));
        bits ^ bits >> 14
    }

    /// Draws 64 random bits in two draws; the first gives the high half.
    pub const fn wide_bits(&mut self) -> u64 {
        let high = self.bits() as u64;
        high << 32 | self.bits() as u64
    }

    /// Draws a number in `0..n`, each equally likely. If `n` is 0 or 1, returns 0 and draws
    /// nothing.
    ///
    /// It takes a `u32` and not a `usize`, so that wasm and native code draw the same numbers.
    #[expect(clippy::cast_possible_truncation, reason = "the product is cut into its halves")]
    pub const fn below(&mut self, n: u32) -> u32 {
        if n <= 1 {
            return 0;
        }
        // The high half of a draw times n is below n. Draws whose low half is under 2^32 mod n
        // would favour some numbers by one part in 2^32 / n, so they are drawn again.
        let mut wide = self.bits() as u64 * n as u64;
        if (wide as u32) < n {
            let unfair = n.wrapping_neg() % n;
            while (wide as u32) < unfair {
                wide = self.bits() as u64 * n as u64;
            }
        }
        (wide >> 32) as u32
    }

    /// Draws a number of the range, including both ends, each equally likely. If the range is
    /// empty, returns its start.
    pub const fn between(&mut self, range: RangeInclusive<i32>) -> i32 {
        let (low, high) = (*range.start(), *range.end());
        if high <= low {
            return low;
        }
        match high.abs_diff(low).checked_add(1) {
            Some(count) => low.wrapping_add_unsigned(self.below(count)),
            // The whole range of i32: every draw is fair.
            None => self.bits().cast_signed(),
        }
    }

    /// Rolls `count` dice with `sides` sides each, both at most 1,000, and returns the sum. Each
    /// die is one draw.
    pub(crate) fn dice(&mut self, count: u16, sides: u16) -> i32 {
        (0..count).map(|_| 1 + self.below(u32::from(sides)).cast_signed()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed with the JavaScript code of the genre guide, in node.
    #[test]
    fn it_is_mulberry32_to_the_bit() {
        let vectors: [(u32, [u32; 6]); 5] = [
            (0, [1_144_304_738, 1_416_247, 958_946_056, 627_933_444, 2_007_157_716, 2_340_967_985]),
            (
                1,
                [
                    2_693_262_067,
                    11_749_833,
                    2_265_367_787,
                    4_213_581_821,
                    4_159_151_403,
                    1_207_330_352,
                ],
            ),
            (
                12345,
                [
                    4_207_900_869,
                    1_317_490_944,
                    2_079_646_450,
                    3_513_001_552,
                    2_187_978_186,
                    1_492_380_277,
                ],
            ),
            (
                0xFFFF_FFFF,
                [
                    3_850_105_811,
                    813_802_916,
                    3_073_704_848,
                    4_054_706_436,
                    3_630_262_831,
                    2_315_588_663,
                ],
            ),
            (
                0x8000_0000,
                [
                    3_524_353_788,
                    1_924_613_307,
                    3_365_584_844,
                    2_199_219_949,
                    3_602_660_773,
                    1_806_097_541,
                ],
            ),
        ];
        for (seed, expected) in vectors {
            let mut rng = Rng::new(seed);
            assert_eq!(expected.map(|_| rng.bits()), expected);
        }
        let mut rng = Rng::new(12345);
        assert_eq!((0..1_000_000).map(|_| rng.bits()).last(), Some(1_596_565_394));
    }

    #[test]
    fn a_clone_repeats_the_original() {
        let mut rng = Rng::new(7);
        rng.bits();
        let mut twin = rng.clone();
        let draws: Vec<u32> = (0..9).map(|_| rng.below(100)).collect();
        assert_eq!(draws, (0..9).map(|_| twin.below(100)).collect::<Vec<_>>());
        assert_eq!(rng, twin);
    }

    #[test]
    fn nothing_to_choose_draws_nothing() {
        let mut rng = Rng::new(7);
        assert_eq!((rng.below(0), rng.below(1)), (0, 0));
        assert_eq!(rng.between(3..=3), 3);
        #[expect(clippy::reversed_empty_ranges, reason = "an empty range is the question")]
        let empty = 5..=-5;
        assert_eq!(rng.between(empty), 5);
        assert_eq!(rng, Rng::new(7));
    }

    #[test]
    fn every_number_is_equally_likely() {
        for n in [2, 3, 6, 7, 100] {
            let mut rng = Rng::new(99);
            let mut counts = vec![0_u32; n as usize];
            for _ in 0..n * 10_000 {
                counts[rng.below(n) as usize] += 1;
            }
            assert!(counts.iter().all(|&it| it.abs_diff(10_000) < 500), "{n}: {counts:?}");
        }
    }

    /// With n just above half of all draws, nearly half of them are unfair. Using these would give
    /// the low numbers twice as often.
    #[test]
    fn a_large_bound_is_fair_too() {
        let n = 0x8000_0001_u32;
        let mut rng = Rng::new(3);
        let low = (0..100_000).filter(|_| rng.below(n) < n / 2).count();
        assert!(low.abs_diff(50_000) < 1_000, "{low}");
    }

    #[test]
    fn ranges_reach_both_ends() {
        let mut rng = Rng::new(1);
        let mut seen: Vec<i32> = (0..200).map(|_| rng.between(-2..=2)).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen, [-2, -1, 0, 1, 2]);
        rng.between(i32::MIN..=i32::MAX);
    }
}
