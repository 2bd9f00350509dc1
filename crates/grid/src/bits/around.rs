use super::BitGrid;
use crate::{Dir, Pos};

impl BitGrid {
    /// Returns which of the eight neighbours of `pos` the set contains: bit `n` stands for the
    /// `n`th of [`Dir::ALL`].
    #[inline]
    pub fn around(&self, pos: Pos) -> u8 {
        match self.middle_of_nine(pos) {
            Some(middle) => clockwise(self.rows_of_nine(middle)),
            None => self.around_at_edge(pos),
        }
    }

    /// Returns the result of [`BitGrid::around`] for each of several sets, which must have the same
    /// size.
    #[inline]
    pub fn around_each<const SETS: usize>(sets: [&Self; SETS], pos: Pos) -> [u8; SETS] {
        let middle = sets.first().and_then(|it| it.middle_of_nine(pos));
        let Some(middle) = middle else { return sets.map(|it| it.around_at_edge(pos)) };
        sets.map(|it| clockwise(it.rows_of_nine(middle)))
    }

    /// Returns which neighbours of `pos` at least one of the sets contains. All sets must have the
    /// same size.
    #[inline]
    pub fn around_any<const SETS: usize>(sets: [&Self; SETS], pos: Pos) -> u8 {
        let Some(middle) = sets.first().and_then(|it| it.middle_of_nine(pos)) else {
            return sets.iter().fold(0, |set, it| set | it.around_at_edge(pos));
        };
        let join = |one: [u64; 3], other: [u64; 3]| [0, 1, 2].map(|row| one[row] | other[row]);
        clockwise(sets.iter().map(|it| it.rows_of_nine(middle)).fold([0; 3], join))
    }

    /// Returns the neighbours of all cells of the word with this index in [`BitGrid::words`], for
    /// callers that visit one cell of the word after the other.
    #[inline]
    pub fn around_word(&self, index: usize) -> AroundWord {
        let has_west = self.corner(index).x > 0;
        let row = |middle: Option<usize>| {
            let Some(&word) = middle.and_then(|it| self.words.get(it)) else { return 0 };
            let west = middle.filter(|_| has_west).map_or(0, |it| self.words[it - 1] >> 63);
            word << 1 | west
        };
        let (above, below) = (index.checked_sub(self.stride), index + self.stride);
        AroundWord { rows: [row(above), row(Some(index)), row(Some(below))] }
    }

    /// Returns the index of the word that holds a cell, and the bit of the cell's western neighbour
    /// in it. `None` if a neighbour is outside the map or in the next or previous word.
    #[inline]
    const fn middle_of_nine(&self, pos: Pos) -> Option<(usize, i32)> {
        let bit = pos.x & 63;
        let inside = bit > 0 && bit < 63 && pos.x < self.width - 1;
        if !inside || pos.y < 1 || pos.y >= self.height - 1 {
            return None;
        }
        Some((self.row_start(pos.y) + pos.x as usize / 64, bit - 1))
    }

    /// Returns three cells each of the rows above, at and below such a cell.
    #[inline]
    fn rows_of_nine(&self, (word, west): (usize, i32)) -> [u64; 3] {
        let three = |word: usize| self.words[word] >> west & 0b111;
        [three(word - self.stride), three(word), three(word + self.stride)]
    }

    /// Does the work of [`BitGrid::around`] at the edge of the map and at the ends of words.
    #[cold]
    fn around_at_edge(&self, pos: Pos) -> u8 {
        let dirs = Dir::ALL.iter().rev();
        dirs.fold(0, |set, &dir| set << 1 | u8::from(self.contains(pos + dir)))
    }
}

/// The neighbours of all cells of a word; see [`BitGrid::around_word`].
#[derive(Clone, Copy, Debug)]
pub struct AroundWord {
    /// The rows above, at and below the cells. Each starts one cell west of the word.
    rows: [u64; 3],
}

impl AroundWord {
    /// Returns the result of [`BitGrid::around`] for the cell in this column of the word. `None`
    /// for the last two columns, whose neighbours lie in the next word.
    #[inline]
    pub fn of(self, column: u32) -> Option<u8> {
        (column < 62).then(|| clockwise(self.rows.map(|row| row >> column & 0b111)))
    }

    /// Removes one neighbour of the cell in this column of the word.
    #[inline]
    pub const fn remove(&mut self, column: u32, dir: Dir) {
        let Pos { x, y } = dir.offset();
        // A neighbour of the last columns may lie beyond the word; then there is nothing to remove.
        let bit = match 1_u64.checked_shl((column + 1).wrapping_add_signed(x)) {
            Some(bit) => bit,
            None => 0,
        };
        self.rows[(y + 1) as usize] &= !bit;
    }
}

/// Converts three bits of each row (west, middle, east) to a set of neighbours, clockwise from
/// north.
pub(crate) const fn clockwise([above, beside, below]: [u64; 3]) -> u8 {
    CLOCKWISE[(above | beside << 3 | below << 6) as usize % 512]
}

/// The results of [`clockwise`], in a table because it is called so often.
static CLOCKWISE: [u8; 512] = {
    let mut table = [0; 512];
    let mut square = 0;
    while square < 512 {
        // North is the middle bit of the row above. Clockwise, the row below is read backwards.
        let bits = [1, 2, 5, 8, 7, 6, 3, 0];
        let mut dir = 0;
        while dir < 8 {
            table[square] |= ((square >> bits[dir] & 1) as u8) << dir;
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
    fn neighbours_match_their_directions() {
        let mut rng = 3_u32;
        let bits = BitGrid::from_fn(130, 5, |_| {
            rng = rng.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            rng >> 31 == 1
        });
        let others = BitGrid::from_fn(130, 5, |pos| (pos.x + 3 * pos.y) % 5 == 0);
        for pos in bits.bounds().cells() {
            let word = bits.around_word(pos.y as usize * bits.stride() + pos.x as usize / 64);
            let of_word = word.of(pos.x as u32 % 64);
            assert_eq!(of_word, (pos.x % 64 < 62).then(|| bits.around(pos)), "{pos:?}");
            for dir in Dir::ALL.into_iter().filter(|_| pos.x % 64 < 62) {
                let (mut one_less, mut word) = (bits.clone(), word);
                one_less.remove(pos + dir);
                word.remove(pos.x as u32 % 64, dir);
                assert_eq!(word.of(pos.x as u32 % 64), Some(one_less.around(pos)), "{dir:?}");
            }
        }
        for pos in bits.bounds().grown(1).cells() {
            for (bit, &dir) in Dir::ALL.iter().enumerate() {
                let held = bits.around(pos) >> bit & 1 == 1;
                assert_eq!(held, bits.contains(pos + dir), "{dir:?} of {pos:?}");
                let either = BitGrid::around_any([&bits, &others], pos) >> bit & 1 == 1;
                assert_eq!(either, held || others.contains(pos + dir), "{dir:?} of {pos:?}");
            }
        }
    }
}
