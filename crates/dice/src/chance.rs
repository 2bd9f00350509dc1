use serde::{Deserialize, Serialize};

use crate::Rng;

/// A probability in basis points: 10,000 is certain.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Chance(pub u32);

impl Chance {
    /// Never happens.
    pub const NEVER: Self = Self(0);
    /// Always happens.
    pub const ALWAYS: Self = Self(10_000);

    /// Creates a chance from a percentage.
    pub const fn percent(percent: u32) -> Self {
        Self(percent * 100)
    }
}

impl Rng {
    /// Returns `true` with this chance. If the outcome is certain, nothing is drawn.
    pub const fn happens(&mut self, chance: Chance) -> bool {
        if chance.0 >= Chance::ALWAYS.0 {
            return true;
        }
        chance.0 != 0 && self.below(Chance::ALWAYS.0) < chance.0
    }

    /// Tosses 64 coins at once: each bit is set with the given chance, with an error below
    /// 1/65,536. Filling a map with noise this way takes far fewer draws than one per cell.
    pub const fn coins(&mut self, chance: Chance) -> u64 {
        if chance.0 >= Chance::ALWAYS.0 {
            return u64::MAX;
        }
        // The chance as a binary fraction with sixteen digits, read from the last one. A fair coin
        // for the digit 1 can only turn a zero into a one, a coin for the digit 0 only a one into a
        // zero. Trailing zeros have no effect and need no coin.
        let fraction = (chance.0 * 65_536 + Chance::ALWAYS.0 / 2) / Chance::ALWAYS.0;
        let mut coins = 0;
        if fraction != 0 {
            let mut digit = fraction.trailing_zeros();
            while digit < 16 {
                let fair = self.wide_bits();
                coins = if fraction >> digit & 1 == 1 { coins | fair } else { coins & fair };
                digit += 1;
            }
        }
        coins
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn certainty_draws_nothing() {
        let mut rng = Rng::new(5);
        assert!(!rng.happens(Chance::NEVER) && rng.happens(Chance::ALWAYS));
        assert!(rng.happens(Chance(99_999)));
        assert_eq!((rng.coins(Chance::NEVER), rng.coins(Chance::ALWAYS)), (0, u64::MAX));
        assert_eq!(rng, Rng::new(5));
    }

    #[test]
    fn chances_come_true_as_often_as_they_say() {
        for percent in [1, 5, 15, 50, 95] {
            let mut rng = Rng::new(percent);
            let hits = (0..100_000).filter(|_| rng.happens(Chance::percent(percent))).count();
            assert!(hits.abs_diff(percent as usize * 1_000) < 500, "{percent} %: {hits}");
        }
    }

    #[test]
    fn coins_fall_like_single_chances() {
        for percent in [1, 35, 45, 50, 55, 99] {
            let mut rng = Rng::new(percent);
            let words: Vec<u64> = (0..2_000).map(|_| rng.coins(Chance::percent(percent))).collect();
            let ones: u32 = words.iter().map(|word| word.count_ones()).sum();
            assert!(ones.abs_diff(1_280 * percent) < 1_500, "{percent} %: {ones}");
            for bit in [0, 31, 32, 63] {
                let ones = words.iter().filter(|&&word| word >> bit & 1 == 1).count();
                assert!(
                    ones.abs_diff(20 * percent as usize) < 120,
                    "{percent} %, bit {bit}: {ones}"
                );
            }
        }
    }
}
