//! Fills the runs of a row, 64 cells at a time.
//!
//! A *run* is a series of open cells side by side. East is towards the higher bits. Adding a seed
//! to the run that contains it carries through every open cell east of the seed and stops at the
//! first closed one, so the cells whose bits the sum has cleared are the cells reached. Further
//! seeds in the same run stay set in the sum, so they are added back. A carry out of the word
//! continues in the next word. No addition carries west; there the filled part is doubled six times
//! instead.

/// Returns the open cells of a word that are reached from its seeds by walking east, including the
/// seeds, and whether the walk leaves the word.
pub(crate) const fn fill_east(seeds: u64, open: u64) -> (u64, bool) {
    let (sum, leaves) = open.overflowing_add(seeds);
    (open & !sum | seeds, leaves)
}

/// Returns the open cells of a word that are reached from its seeds by walking west, including the
/// seeds. The walk leaves the word if it reaches the lowest bit.
pub(crate) const fn fill_west(seeds: u64, open: u64) -> u64 {
    // After each line, `filled` reaches twice as far, and `way` holds the cells from which that
    // many steps east are open as well.
    let (mut filled, mut way) = (seeds, open);
    filled |= way & (filled >> 1);
    way &= way >> 1;
    filled |= way & (filled >> 2);
    way &= way >> 2;
    filled |= way & (filled >> 4);
    way &= way >> 4;
    filled |= way & (filled >> 8);
    way &= way >> 8;
    filled |= way & (filled >> 16);
    way &= way >> 16;
    filled | (way & (filled >> 32))
}

/// Fills every run of a row that contains a seed. Seeds must be open.
pub(crate) fn fill_runs(cells: &mut [u64], open: &[u64]) {
    let mut carry = 0;
    for (cells, &open) in cells.iter_mut().zip(open) {
        let (filled, leaves) = fill_east(*cells | (carry & open), open);
        *cells = filled;
        carry = u64::from(leaves);
    }
    let mut carry = 0;
    for (cells, &open) in cells.iter_mut().zip(open).rev() {
        *cells = fill_west(*cells | (carry & open), open);
        carry = *cells << 63;
    }
}

/// Returns a word of cells together with their neighbours to the east and the west. The words on
/// both sides contribute one cell each.
pub(crate) const fn widen(west: u64, here: u64, east: u64) -> u64 {
    here | (here << 1) | (west >> 63) | (here >> 1) | (east << 63)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cells are drawn from west to east: `#` is closed, `.` open, `*` a seed or filled.
    fn check(before: &str, after: &str) {
        let word = |picture: &str, glyphs: &str| {
            let bit = |(at, glyph)| u64::from(glyphs.contains(glyph)) << at;
            picture.chars().enumerate().map(bit).sum::<u64>()
        };
        let mut cells = [word(before, "*")];
        fill_runs(&mut cells, &[word(before, ".*")]);
        assert_eq!(cells, [word(after, "*")], "{before}");
    }

    #[test]
    fn a_run_with_a_seed_is_filled() {
        check("#.*..#...#", "#****#...#");
        check("*...", "****");
        check("...*#..", "****#..");
        check(".*.*.#.#*", "*****#.#*");
        check("....", "....");
    }

    #[test]
    fn runs_continue_in_the_next_word() {
        for seed in [0, 63, 64, 130, 191] {
            let mut cells = [0; 3];
            cells[seed / 64] = 1 << (seed % 64);
            fill_runs(&mut cells, &[u64::MAX; 3]);
            assert_eq!(cells, [u64::MAX; 3], "{seed}");
        }
        let mut cells = [1 << 60, 0];
        fill_runs(&mut cells, &[u64::MAX << 59, 0b1011]);
        assert_eq!(cells, [u64::MAX << 59, 0b11]);
    }
}
