use serde::{Deserialize, Serialize};

use super::BitGrid;

/// A set of cells as it is stored, not yet checked.
#[derive(Serialize, Deserialize)]
pub(super) struct Stored {
    width: i32,
    height: i32,
    words: Vec<u64>,
}

impl From<BitGrid> for Stored {
    fn from(BitGrid { width, height, words, .. }: BitGrid) -> Self {
        Self { width, height, words }
    }
}

impl TryFrom<Stored> for BitGrid {
    type Error = &'static str;

    fn try_from(Stored { width, height, words }: Stored) -> Result<Self, Self::Error> {
        let stride = u64::from(width.max(0).cast_unsigned()).div_ceil(64);
        let count = stride * u64::from(height.max(0).cast_unsigned());
        if width < 0 || height < 0 || count != words.len() as u64 {
            return Err("the number of words does not match the size");
        }
        let mut bits = Self::new(width, height);
        bits.words = words;
        // The unused bits of the last word of each row.
        let beyond = u64::MAX.checked_shl(width.cast_unsigned() % 64).filter(|_| width % 64 != 0);
        let last =
            bits.words.iter().skip(bits.stride.saturating_sub(1)).step_by(bits.stride.max(1));
        if beyond.is_some_and(|beyond| last.into_iter().any(|word| word & beyond != 0)) {
            return Err("a cell beyond the width is set");
        }
        Ok(bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(width: i32, height: i32, words: &[u64], whole: bool) {
        let read = BitGrid::try_from(Stored { width, height, words: words.into() });
        assert_eq!(read.is_ok(), whole, "{width} by {height}: {words:?}");
    }

    #[test]
    fn stored_sets_have_one_bit_per_cell_and_none_beyond() {
        check(0, 0, &[], true);
        check(3, 2, &[0b101, 0b111], true);
        check(64, 1, &[u64::MAX], true);
        check(65, 1, &[u64::MAX, 1], true);
        check(3, 2, &[0b101, 0b1000], false);
        check(65, 1, &[u64::MAX, 2], false);
        check(3, 2, &[0b101], false);
        check(-3, 2, &[0b101, 0b111], false);
        check(i32::MAX, i32::MAX, &[0], false);
    }

    #[test]
    fn stored_sets_can_be_read() {
        let cells = BitGrid::from_fn(70, 5, |at| (at.x * at.y) % 3 == 1);
        assert_eq!(BitGrid::try_from(Stored::from(cells.clone())), Ok(cells));
    }
}
