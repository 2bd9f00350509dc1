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

/// A set of cells, stored as one bit each: a word holds 64 cells of a row.
///
/// Code that fills a map word by word (fields of view, path search, cellular automata) works on
/// [`BitGrid::row`] directly. Bits beyond the width are always zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "stored::Stored", into = "stored::Stored")]
pub struct BitGrid {
    width: i32,
    height: i32,
    /// Words per row.
    stride: usize,
    words: Vec<u64>,
}

impl BitGrid {
    /// Creates an empty set for a map of this size.
    pub fn new(width: i32, height: i32) -> Self {
        let mut bits = Self::default();
        bits.reset(width, height);
        bits
    }

    /// Creates the set of all cells for which `holds` returns `true`.
    pub fn from_fn(width: i32, height: i32, mut holds: impl FnMut(Pos) -> bool) -> Self {
        let mut bits = Self::new(width, height);
        for pos in bits.bounds().cells() {
            if holds(pos) {
                bits.insert(pos);
            }
        }
        bits
    }

    /// Creates the set of all cells whose value in `grid` passes `holds`.
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

    /// Removes all cells and changes the size; keeps the allocated memory.
    pub fn reset(&mut self, width: i32, height: i32) {
        self.width = width.max(0);
        self.height = height.max(0);
        self.stride = (self.width.unsigned_abs() as usize).div_ceil(64);
        self.words.clear();
        self.words.resize(self.stride * self.height.unsigned_abs() as usize, 0);
    }

    /// Returns the number of columns.
    pub const fn width(&self) -> i32 {
        self.width
    }

    /// Returns the number of rows.
    pub const fn height(&self) -> i32 {
        self.height
    }

    /// Returns the rectangle of all cells that the set can hold.
    pub const fn bounds(&self) -> Rect {
        Rect::new(0, 0, self.width, self.height)
    }

    /// Returns `true` if the set contains `pos`. It contains no cell outside its bounds.
    pub fn contains(&self, pos: Pos) -> bool {
        self.has(pos) && {
            let (word, bit) = self.word_and_bit(pos);
            self.words[word] >> bit & 1 == 1
        }
    }

    /// Adds a cell and returns `true` if it is new. Panics if the cell is outside.
    pub fn insert(&mut self, pos: Pos) -> bool {
        assert!(self.has(pos), "{pos:?} is outside {:?}", self.bounds());
        let (word, bit) = self.word_and_bit(pos);
        let was = self.words[word];
        self.words[word] |= 1 << bit;
        was != self.words[word]
    }

    /// Removes a cell and returns `true` if the set contained it.
    pub fn remove(&mut self, pos: Pos) -> bool {
        if !self.has(pos) {
            return false;
        }
        let (word, bit) = self.word_and_bit(pos);
        let was = self.words[word];
        self.words[word] &= !(1 << bit);
        was != self.words[word]
    }

    /// Adds the cell if `held` is `true`, otherwise removes it.
    pub fn set(&mut self, pos: Pos, held: bool) {
        if held {
            self.insert(pos);
        } else {
            self.remove(pos);
        }
    }

    /// Removes all cells.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Adds every cell of `rect` that lies inside the bounds.
    #[inline]
    pub fn insert_rect(&mut self, rect: Rect) {
        let inside = rect.intersection(self.bounds());
        if inside.is_empty() {
            return;
        }
        let (from, to) = (inside.x.unsigned_abs() as usize, inside.right().unsigned_abs() as usize);
        let (top, bottom) = (self.row_start(inside.y), self.row_start(inside.bottom() - 1));
        // One column of words after the other, because the mask is the same in all rows.
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

    /// Returns the number of cells.
    pub fn count(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    /// Returns `true` if the set contains no cell.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Returns `true` if the set contains a cell of `rect`.
    pub fn overlaps_rect(&self, rect: Rect) -> bool {
        let inside = rect.intersection(self.bounds());
        if inside.is_empty() {
            return false;
        }
        let (top, bottom) = (self.row_start(inside.y), self.row_start(inside.bottom() - 1));
        // One column of words after the other, as in `insert_rect`.
        span(inside.x, inside.right()).any(|(column, mask)| {
            let (mut at, mut any) = (top + column, 0);
            while at <= bottom + column {
                any |= self.words[at];
                at += self.stride;
            }
            any & mask != 0
        })
    }

    /// Adds all cells of `other`, which must have the same size.
    pub fn union(&mut self, other: &Self) {
        self.merge(other, |mine, theirs| mine | theirs);
    }

    /// Removes all cells that `other` does not contain. Both must have the same size.
    pub fn intersect(&mut self, other: &Self) {
        self.merge(other, |mine, theirs| mine & theirs);
    }

    /// Removes all cells of `other`, which must have the same size.
    pub fn subtract(&mut self, other: &Self) {
        self.merge(other, |mine, theirs| mine & !theirs);
    }

    /// Replaces the set by its complement.
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

    /// Returns the number of words per row.
    pub const fn stride(&self) -> usize {
        self.stride
    }

    /// Returns the words of row `y`: bit `x % 64` of word `x / 64` is the cell in column `x`.
    pub fn row(&self, y: i32) -> &[u64] {
        let start = self.row_start(y);
        &self.words[start..start + self.stride]
    }

    /// Returns the words of row `y` mutably. Bits beyond the width must stay zero.
    pub fn row_mut(&mut self, y: i32) -> &mut [u64] {
        let start = self.row_start(y);
        &mut self.words[start..start + self.stride]
    }

    /// Returns all words, row by row.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Returns the indices in [`BitGrid::words`] of the words of `rows`. Rows outside are left out.
    pub fn word_range(&self, rows: Range<i32>) -> Range<usize> {
        let start = self.row_start(rows.start.clamp(0, self.height));
        start..self.row_start(rows.end.clamp(0, self.height)).max(start)
    }

    /// Returns the part of `rows` from the first to the last row that contains a cell.
    pub fn filled_rows(&self, rows: Range<i32>) -> Range<i32> {
        let Range { start, end } = self.word_range(rows);
        let mut words = self.words[start..end].iter();
        let Some(first) = words.position(|&word| word != 0) else { return 0..0 };
        let after = words.rposition(|&word| word != 0).map_or(0, |it| it + 1);
        self.corner(start + first).y..self.corner(start + first + after).y + 1
    }

    /// Returns the cell of the lowest bit of the word with this index in [`BitGrid::words`].
    pub const fn corner(&self, index: usize) -> Pos {
        corner(index, self.stride)
    }

    /// Returns all words mutably, row by row. Bits beyond the width must stay zero.
    pub fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// Makes the set equal to `other`; keeps the allocated memory.
    pub fn copy_from(&mut self, other: &Self) {
        (self.width, self.height, self.stride) = (other.width, other.height, other.stride);
        self.words.clone_from(&other.words);
    }

    fn merge(&mut self, other: &Self, op: impl Fn(u64, u64) -> u64) {
        assert_eq!(self.bounds(), other.bounds(), "the sets must have the same size");
        for (mine, &theirs) in self.words.iter_mut().zip(&other.words) {
            *mine = op(*mine, theirs);
        }
    }

    /// Returns `true` if `pos` is inside. As an unsigned number, a negative coordinate is too
    /// large.
    const fn has(&self, pos: Pos) -> bool {
        pos.x.cast_unsigned() < self.width.cast_unsigned()
            && pos.y.cast_unsigned() < self.height.cast_unsigned()
    }

    // Callers have checked that the row is inside, so the sign needs no check here.
    const fn row_start(&self, y: i32) -> usize {
        y.cast_unsigned() as usize * self.stride
    }

    const fn word_and_bit(&self, pos: Pos) -> (usize, u32) {
        let x = pos.x.cast_unsigned();
        (self.row_start(pos.y) + x as usize / 64, x % 64)
    }
}

/// Returns the cell of the lowest bit of a word. Levels are rarely wider than two words, and the
/// first two cases avoid a slow division.
const fn corner(index: usize, stride: usize) -> Pos {
    let (column, row) = match stride {
        1 => (0, index),
        2 => (index % 2, index / 2),
        _ => (index % stride, index / stride),
    };
    Pos::new(column as i32 * 64, row as i32)
}

/// Returns the words of a row that contain columns `from..to`, each with a mask of these columns.
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
