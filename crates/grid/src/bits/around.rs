use super::BitGrid;
use crate::{Dir, Pos};

impl BitGrid {
    /// Which of the eight neighbours of a cell it holds: bit `n` for the `n`th of
    /// [`Dir::ALL`]. It holds none outside.
    #[inline]
    pub fn around(&self, pos: Pos) -> u8 {
        let [around] = Self::around_each([self], pos);
        around
    }

    /// The same of several sets, which must have one size.
    #[inline]
    pub fn around_each<const SETS: usize>(sets: [&Self; SETS], pos: Pos) -> [u8; SETS] {
        let Some(first) = sets.first() else { return [0; SETS] };
        let bit = pos.x & 63;
        let inside = bit > 0 && bit < 63 && pos.x < first.width - 1;
        if !inside || pos.y < 1 || pos.y >= first.height - 1 {
            return sets.map(|it| it.around_on_the_rim(pos));
        }
        let (stride, word) = (first.stride, first.row_start(pos.y) + pos.x as usize / 64);
        sets.map(|it| {
            let three = |word: usize| it.words[word] >> (bit - 1) & 0b111;
            clockwise([three(word - stride), three(word), three(word + stride)])
        })
    }

    /// The same where not all neighbours are inside, or where a word ends.
    #[cold]
    fn around_on_the_rim(&self, pos: Pos) -> u8 {
        let dirs = Dir::ALL.iter().rev();
        dirs.fold(0, |set, &dir| set << 1 | u8::from(self.contains(pos + dir)))
    }
}

/// The neighbours of a cell from three bits of each row, which are west, middle and east, as
/// they come clockwise from north.
pub(crate) const fn clockwise([above, beside, below]: [u64; 3]) -> u8 {
    CLOCKWISE[(above | beside << 3 | below << 6) as usize % 512]
}

/// It is asked for so often that looking it up pays.
static CLOCKWISE: [u8; 512] = {
    let mut table = [0; 512];
    let mut square = 0;
    while square < 512 {
        // North is the middle bit of the row above; clockwise, the row below runs backwards.
        let places = [1, 2, 5, 8, 7, 6, 3, 0];
        let mut dir = 0;
        while dir < 8 {
            table[square] |= ((square >> places[dir] & 1) as u8) << dir;
            dir += 1;
        }
        square += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cells_around_a_cell_are_told_by_their_directions() {
        let mut rng = 3_u32;
        let bits = BitGrid::from_fn(130, 5, |_| {
            rng = rng.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            rng >> 31 == 1
        });
        for pos in bits.bounds().grown(1).cells() {
            for (place, &dir) in Dir::ALL.iter().enumerate() {
                let held = bits.around(pos) >> place & 1 == 1;
                assert_eq!(held, bits.contains(pos + dir), "{dir:?} of {pos:?}");
            }
        }
    }
}
