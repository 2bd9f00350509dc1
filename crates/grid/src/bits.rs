mod around;
mod iter;
mod stored;

use std::ops::Range;

use serde::{Deserialize, Serialize};

pub use self::around::AroundWord;
pub(crate) use self::around::clockwise;
pub use self::iter::Cells;
pub(crate) use self::iter::ones;

use crate::{Grid, Pos, Rect};

/// A set of cells, one bit each: 64 cells of a row fit a word.
///
/// What fills the plane word by word (views, wavefronts, automata) works on [`BitGrid::row`]
/// directly. Bits beyond the width are always zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "stored::Stored", into = "stored::Stored")]
pub struct BitGrid {
    width: i32,
    height: i32,
    /// Words of one row.
    stride: usize,
    words: Vec<u64>,
}

impl BitGrid {
    /// An empty set of cells of a plane of that size.
    pub fn new(width: i32, height: i32) -> Self {
        let mut bits = Self::default();
        bits.reset(width, height);
        bits
    }

    /// The set of the cells for which `holds` is true.
    pub fn from_fn(width: i32, height: i32, mut holds: impl FnMut(Pos) -> bool) -> Self {
        let mut bits = Self::new(width, height);
        for pos in bits.bounds().cells() {
            if holds(pos) {
                bits.insert(pos);
            }
        }
        bits
    }

    /// The set of the cells whose value in `grid` passes `holds`.
    pub fn from_grid<T>(grid: &Grid<T>, mut holds: impl FnMut(&T) -> bool) -> Self {
        let mut bits = Self::new(grid.width(), grid.height());
        for y in 0..grid.height() {
            for (word, cells) in bits.row_mut(y).iter_mut().zip(grid.row(y).chunks(64)) {
                for (bit, cell) in cells.iter().enumerate() {
                    *word |= u64::from(holds(cell)) << bit;
                }
            }
        }
        bits
    }

    /// Empties it and gives it a new size, keeping its memory.
    pub fn reset(&mut self, width: i32, height: i32) {
        self.width = width.max(0);
        self.height = height.max(0);
        self.stride = (self.width.unsigned_abs() as usize).div_ceil(64);
        self.words.clear();
        self.words.resize(self.stride * self.height.unsigned_abs() as usize, 0);
    }

    /// Columns.
    pub const fn width(&self) -> i32 {
        self.width
    }

    /// Rows.
    pub const fn height(&self) -> i32 {
        self.height
    }

    /// The rectangle of all cells that it can hold.
    pub const fn bounds(&self) -> Rect {
        Rect::new(0, 0, self.width, self.height)
    }

    /// Whether it holds the cell. It holds none outside.
    pub fn contains(&self, pos: Pos) -> bool {
        self.has(pos) && {
            let (word, bit) = self.word_and_bit(pos);
            self.words[word] >> bit & 1 == 1
        }
    }

    /// Adds a cell; true if it was not there. A cell outside is a bug and panics.
    pub fn insert(&mut self, pos: Pos) -> bool {
        assert!(self.has(pos), "{pos:?} is outside {:?}", self.bounds());
        let (word, bit) = self.word_and_bit(pos);
        let was = self.words[word];
        self.words[word] |= 1 << bit;
        was != self.words[word]
    }

    /// Takes a cell out; true if it was there.
    pub fn remove(&mut self, pos: Pos) -> bool {
        if !self.has(pos) {
            return false;
        }
        let (word, bit) = self.word_and_bit(pos);
        let was = self.words[word];
        self.words[word] &= !(1 << bit);
        was != self.words[word]
    }

    /// Adds or takes out a cell.
    pub fn set(&mut self, pos: Pos, held: bool) {
        if held {
            self.insert(pos);
        } else {
            self.remove(pos);
        }
    }

    /// Takes everything out.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Adds every cell of a rectangle that lies inside.
    #[inline]
    pub fn insert_rect(&mut self, rect: Rect) {
        let inside = rect.intersection(self.bounds());
        if inside.is_empty() {
            return;
        }
        let (from, to) = (inside.x.unsigned_abs() as usize, inside.right().unsigned_abs() as usize);
        let (top, bottom) = (self.row_start(inside.y), self.row_start(inside.bottom() - 1));
        // Word column by word column: the mask is the same all the way down.
        for column in from / 64..to.div_ceil(64) {
            let start = from.saturating_sub(column * 64);
            let end = (to - column * 64).min(64);
            let mask = (u64::MAX << start) & (u64::MAX >> (64 - end));
            let mut at = top + column;
            while at <= bottom + column {
                self.words[at] |= mask;
                at += self.stride;
            }
        }
    }

    /// How many cells it holds.
    pub fn count(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Whether it holds any cell of a rectangle.
    pub fn overlaps_rect(&self, rect: Rect) -> bool {
        let inside = rect.intersection(self.bounds());
        if inside.is_empty() {
            return false;
        }
        let (top, bottom) = (self.row_start(inside.y), self.row_start(inside.bottom() - 1));
        // Word column by word column, as cells are added.
        span(inside.x, inside.right()).any(|(column, mask)| {
            let (mut at, mut any) = (top + column, 0);
            while at <= bottom + column {
                any |= self.words[at];
                at += self.stride;
            }
            any & mask != 0
        })
    }

    /// Adds what `other` holds. Both must have one size.
    pub fn union(&mut self, other: &Self) {
        self.merge(other, |mine, theirs| mine | theirs);
    }

    /// Keeps only what `other` holds too. Both must have one size.
    pub fn intersect(&mut self, other: &Self) {
        self.merge(other, |mine, theirs| mine & theirs);
    }

    /// Takes out what `other` holds. Both must have one size.
    pub fn subtract(&mut self, other: &Self) {
        self.merge(other, |mine, theirs| mine & !theirs);
    }

    /// Turns into the cells it does not hold.
    pub fn invert(&mut self) {
        let Some(last) = self.stride.checked_sub(1) else { return };
        let beyond = self.stride * 64 - self.width.unsigned_abs() as usize;
        for row in self.words.chunks_mut(self.stride) {
            for word in &mut *row {
                *word = !*word;
            }
            row[last] &= u64::MAX >> beyond;
        }
    }

    /// Words of one row.
    pub const fn stride(&self) -> usize {
        self.stride
    }

    /// The words of one row: bit `x % 64` of word `x / 64` is the cell in column `x`.
    pub fn row(&self, y: i32) -> &[u64] {
        let start = self.row_start(y);
        &self.words[start..start + self.stride]
    }

    /// The words of one row, to change. Bits beyond the width must stay zero.
    pub fn row_mut(&mut self, y: i32) -> &mut [u64] {
        let start = self.row_start(y);
        &mut self.words[start..start + self.stride]
    }

    /// All words, row after row.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Which words some rows have, as far as the plane goes: they count as in
    /// [`BitGrid::words`].
    pub fn word_range(&self, rows: Range<i32>) -> Range<usize> {
        let start = self.row_start(rows.start.clamp(0, self.height));
        start..self.row_start(rows.end.clamp(0, self.height)).max(start)
    }

    /// Of some rows, those from the first that has a cell to the last.
    pub fn filled_rows(&self, rows: Range<i32>) -> Range<i32> {
        let Range { start, end } = self.word_range(rows);
        let mut words = self.words[start..end].iter();
        let Some(first) = words.position(|&word| word != 0) else { return 0..0 };
        let after = words.rposition(|&word| word != 0).map_or(0, |it| it + 1);
        self.corner(start + first).y..self.corner(start + first + after).y + 1
    }

    /// The cell of the lowest bit of a word: `index` counts as in [`BitGrid::words`].
    pub const fn corner(&self, index: usize) -> Pos {
        corner(index, self.stride)
    }

    /// All words, row after row, to change. Bits beyond the width must stay zero.
    pub fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// Makes it the same set as `other`, keeping its memory.
    pub fn copy_from(&mut self, other: &Self) {
        (self.width, self.height, self.stride) = (other.width, other.height, other.stride);
        self.words.clone_from(&other.words);
    }

    fn merge(&mut self, other: &Self, op: impl Fn(u64, u64) -> u64) {
        assert_eq!(self.bounds(), other.bounds(), "sets of cells of two different planes");
        for (mine, &theirs) in self.words.iter_mut().zip(&other.words) {
            *mine = op(*mine, theirs);
        }
    }

    /// Whether there is such a cell. A negative coordinate becomes far too large.
    const fn has(&self, pos: Pos) -> bool {
        pos.x.cast_unsigned() < self.width.cast_unsigned()
            && pos.y.cast_unsigned() < self.height.cast_unsigned()
    }

    // Whoever asks has made sure that the cell is inside, so that there is no sign to take off.
    const fn row_start(&self, y: i32) -> usize {
        y.cast_unsigned() as usize * self.stride
    }

    const fn word_and_bit(&self, pos: Pos) -> (usize, u32) {
        let x = pos.x.cast_unsigned();
        (self.row_start(pos.y) + x as usize / 64, x % 64)
    }
}

/// The cell of the lowest bit of a word. Levels are seldom wider than two words, and a division
/// takes as long as many cells.
const fn corner(index: usize, stride: usize) -> Pos {
    let (column, row) = match stride {
        1 => (0, index),
        2 => (index % 2, index / 2),
        _ => (index % stride, index / stride),
    };
    Pos::new(column as i32 * 64, row as i32)
}

/// The words of a row that columns `from..to` lie in, each with the bits that are theirs.
fn span(from: i32, to: i32) -> impl Iterator<Item = (usize, u64)> {
    let (from, to) = (from.unsigned_abs() as usize, to.unsigned_abs() as usize);
    let words = if from < to { from / 64..to.div_ceil(64) } else { 0..0 };
    words.map(move |index| {
        let start = from.saturating_sub(index * 64);
        let end = (to - index * 64).min(64);
        (index, (u64::MAX << start) & (u64::MAX >> (64 - end)))
    })
}

#[cfg(test)]
mod tests;
