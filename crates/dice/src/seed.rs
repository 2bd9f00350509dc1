use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{Rng, fnv64};

/// The seed of a run: everything random in it follows from this number.
///
/// Seeds that a player can type are in the lower half of the range, daily seeds in the upper half,
/// so that nobody can practise tomorrow's run by typing its seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Seed(pub u64);

/// The purpose of a random stream, identified by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stream(u64);

impl Stream {
    /// Returns the stream with this name. Different names are different streams.
    pub const fn named(name: &str) -> Self {
        Self(fnv64(name.as_bytes()))
    }
}

impl Seed {
    /// The largest seed that a player can type.
    pub const MAX_TYPED: Self = Self(u64::MAX >> 1);

    /// Returns the seed of a calendar day, for runs that all players share. The date is in UTC; the
    /// caller reads the clock.
    pub const fn daily(year: u16, month: u8, day: u8) -> Self {
        let date = year as u64 * 10_000 + month as u64 * 100 + day as u64;
        Self(absorb(fnv64(b"day"), date) | 1 << 63)
    }

    /// Returns `true` if this is a daily seed.
    pub const fn is_daily(self) -> bool {
        self.0 > Self::MAX_TYPED.0
    }

    /// Returns the generator for one purpose. It is the same for the same seed, purpose and indices
    /// (such as floor and room), and independent of all others.
    pub fn stream(self, stream: Stream, indices: &[u32]) -> Rng {
        Rng::new((self.hash(stream, indices) >> 32) as u32)
    }

    /// Returns the seed of another run that follows from this one, such as a restart.
    pub fn derived(self, stream: Stream, indices: &[u32]) -> Self {
        Self(self.hash(stream, indices) & Self::MAX_TYPED.0)
    }

    fn hash(self, stream: Stream, indices: &[u32]) -> u64 {
        let start = absorb(mix(self.0), stream.0);
        // The count goes in first, so that no list of indices is a prefix of another.
        let start = absorb(start, indices.len() as u64);
        indices.iter().fold(start, |hash, &index| absorb(hash, u64::from(index)))
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Why a text is not a seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeedError {
    /// The text is empty or blank.
    Empty,
    /// The number is larger than a player may type.
    TooLarge,
}

impl fmt::Display for SeedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "the seed is empty; give a number or a word"),
            Self::TooLarge => {
                write!(f, "the seed is too large; the largest is {}", Seed::MAX_TYPED)
            }
        }
    }
}

impl std::error::Error for SeedError {}

impl FromStr for Seed {
    type Err = SeedError;

    /// Parses a seed. A number stands for itself; any other text is hashed, so that a name or a
    /// sentence can be shared as a seed as well.
    fn from_str(text: &str) -> Result<Self, SeedError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(SeedError::Empty);
        }
        if !text.bytes().all(|it| it.is_ascii_digit()) {
            return Ok(Self(mix(fnv64(text.as_bytes())) & Self::MAX_TYPED.0));
        }
        let seed = text.parse().map(Self).map_err(|_| SeedError::TooLarge)?;
        if seed > Self::MAX_TYPED { Err(SeedError::TooLarge) } else { Ok(seed) }
    }
}

const fn absorb(hash: u64, word: u64) -> u64 {
    mix((hash ^ word).wrapping_add(0x9E37_79B9_7F4A_7C15))
}

/// Scrambles 64 bits one-to-one (the last step of `SplitMix64`).
const fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ bits >> 31
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const LAYOUT: Stream = Stream::named("layout");
    const LOOT: Stream = Stream::named("loot");

    /// Changing any of these numbers changes every shared seed and every replay.
    #[test]
    fn streams_are_pinned() {
        let seed = Seed(12345);
        let first = |mut rng: Rng| rng.bits();
        assert_eq!(first(seed.stream(LAYOUT, &[])), 4_182_397_491);
        assert_eq!(first(seed.stream(LAYOUT, &[1])), 1_509_612_135);
        assert_eq!(first(seed.stream(LAYOUT, &[1, 2])), 2_670_194_367);
        assert_eq!(first(seed.stream(LOOT, &[1])), 3_927_051_937);
        assert_eq!(first(Seed(0).stream(LAYOUT, &[])), 3_957_100_662);
        assert_eq!(seed.derived(Stream::named("restart"), &[1]), Seed(3_800_770_612_590_350_108));
        assert_eq!(Seed::daily(2026, 11, 15), Seed(10_968_796_526_652_106_909));
        assert_eq!("barrow".parse(), Ok(Seed(5_846_093_572_492_346_740)));
    }

    #[test]
    fn no_two_purposes_share_a_stream() {
        let mut states = BTreeSet::new();
        for seed in 0..50 {
            for stream in [LAYOUT, LOOT] {
                for floor in 0..20 {
                    states.insert(Seed(seed).stream(stream, &[floor]).state);
                    states.insert(Seed(seed).stream(stream, &[floor, 0]).state);
                    states.insert(Seed(seed).stream(stream, &[0, floor, 0]).state);
                }
            }
        }
        assert_eq!(states.len(), 50 * 2 * 20 * 3);
    }

    #[test]
    fn daily_seeds_cannot_be_typed() {
        for day in 1..=28 {
            let seed = Seed::daily(2026, 2, day);
            assert!(seed.is_daily());
            assert_eq!(seed.to_string().parse::<Seed>(), Err(SeedError::TooLarge));
        }
    }

    #[test]
    fn a_seed_is_a_number_or_a_word() {
        assert_eq!(" 12345 ".parse(), Ok(Seed(12345)));
        assert_eq!("9223372036854775807".parse(), Ok(Seed::MAX_TYPED));
        assert_eq!("9223372036854775808".parse::<Seed>(), Err(SeedError::TooLarge));
        assert_eq!("99999999999999999999999".parse::<Seed>(), Err(SeedError::TooLarge));
        assert_eq!("  ".parse::<Seed>(), Err(SeedError::Empty));
        assert_ne!("-1".parse::<Seed>(), "+1".parse::<Seed>());
        assert!("a lucky day".parse::<Seed>().unwrap() <= Seed::MAX_TYPED);
    }

    #[test]
    fn restarts_can_be_typed() {
        let mut seed = Seed::daily(2026, 11, 15);
        for _ in 0..100 {
            seed = seed.derived(Stream::named("restart"), &[]);
            assert_eq!(seed.to_string().parse(), Ok(seed));
        }
    }
}
