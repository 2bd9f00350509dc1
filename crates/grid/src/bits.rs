mod around;
mod stored;

use std::ops::Range;

use serde::{Deserialize, Serialize};

pub use self::around::AroundWord;
pub(crate) use self::around::clockwise;

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
            let (word, bit) = self.place(pos);
            self.words[word] >> bit & 1 == 1
        }
    }

    /// Adds a cell; true if it was not there. A cell outside is a bug and panics.
    pub fn insert(&mut self, pos: Pos) -> bool {
        assert!(self.has(pos), "{pos:?} is outside {:?}", self.bounds());
        let (word, bit) = self.place(pos);
        let was = self.words[word];
        self.words[word] |= 1 << bit;
        was != self.words[word]
    }

    /// Takes a cell out; true if it was there.
    pub fn remove(&mut self, pos: Pos) -> bool {
        if !self.has(pos) {
            return false;
        }
        let (word, bit) = self.place(pos);
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
    pub fn meets_rect(&self, rect: Rect) -> bool {
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

    /// The cells it holds, row by row.
    pub const fn iter(&self) -> Cells<'_> {
        Cells {
            words: self.words.as_slice(),
            stride: self.stride,
            next: 0,
            at: Pos::new(0, 0),
            word: 0,
        }
    }

    /// Adds the cells it holds to a list, row by row. Most words of most sets are empty, so
    /// four are looked at together.
    pub fn list(&self, cells: &mut Vec<Pos>) {
        let (fours, rest) = self.words.as_chunks::<4>();
        for (four, words) in fours.iter().enumerate() {
            if words[0] | words[1] | words[2] | words[3] != 0 {
                self.list_words(4 * four, words, cells);
            }
        }
        self.list_words(4 * fours.len(), rest, cells);
    }

    fn list_words(&self, first: usize, words: &[u64], cells: &mut Vec<Pos>) {
        for (index, &word) in (first..).zip(words) {
            let (mut word, corner) = (word, self.corner(index));
            while word != 0 {
                cells.push(Pos::new(corner.x + word.trailing_zeros() as i32, corner.y));
                word &= word - 1;
            }
        }
    }

    /// The cells it holds in some rows, row by row, as runs: the first cell and how many follow
    /// on each other. A run ends where a word does, at columns that 64 divides.
    pub fn runs(&self, rows: Range<i32>) -> impl Iterator<Item = (Pos, usize)> {
        let Range { start, end } = self.words_of(rows);
        let mut cells = Cells { words: &self.words[..end], next: start, ..self.iter() };
        std::iter::from_fn(move || cells.next_run())
    }

    /// The cells that both hold in some rows, row by row. Both must have one size.
    pub fn common<'a>(
        &'a self,
        other: &'a Self,
        rows: Range<i32>,
    ) -> impl Iterator<Item = Pos> + 'a {
        assert_eq!(self.bounds(), other.bounds(), "sets of cells of different planes");
        let Range { start: mut next, end } = self.words_of(rows);
        let (mine, theirs) = (&self.words[..end], &other.words[..end]);
        let (mut word, mut corner) = (0, Pos::default());
        std::iter::from_fn(move || {
            if word == 0 {
                let index = next + first_common(mine.get(next..)?, theirs.get(next..)?)?;
                (next, word) = (index + 1, mine[index] & theirs[index]);
                corner = self.corner(index);
            }
            let bit = word.trailing_zeros() as i32;
            word &= word - 1;
            Some(Pos::new(corner.x + bit, corner.y))
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
    pub fn words_of(&self, rows: Range<i32>) -> Range<usize> {
        let start = self.row_start(rows.start.clamp(0, self.height));
        start..self.row_start(rows.end.clamp(0, self.height)).max(start)
    }

    /// Of some rows, those from the first that has a cell to the last.
    pub fn filled_rows(&self, rows: Range<i32>) -> Range<i32> {
        let Range { start, end } = self.words_of(rows);
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

    const fn place(&self, pos: Pos) -> (usize, u32) {
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

/// The first word in which two sets of one size have a cell in common. Most words of most sets
/// are empty, so eight are looked at together.
// Kept apart: copies of it in all that go through two sets would make the page larger.
#[inline(never)]
fn first_common(mine: &[u64], theirs: &[u64]) -> Option<usize> {
    let (eights, _) = mine.as_chunks::<8>();
    let (others, _) = theirs.as_chunks::<8>();
    let meet = |(mine, theirs): (&[u64; 8], &[u64; 8])| {
        mine.iter().zip(theirs).fold(0, |any, (mine, theirs)| any | mine & theirs) != 0
    };
    let empty = 8 * eights.iter().zip(others).position(meet).unwrap_or(eights.len());
    let rest = mine[empty..].iter().zip(&theirs[empty..]);
    Some(empty + rest.into_iter().position(|(mine, theirs)| mine & theirs != 0)?)
}

/// The first word that has a cell. Cells that stand together have words close to each other, and
/// elsewhere most words are empty: a few are looked at one by one, then eight together.
#[inline]
fn first_filled(words: &[u64]) -> Option<usize> {
    const FEW: usize = 4;
    if let Some(near) = words.iter().take(FEW).position(|&word| word != 0) {
        return Some(near);
    }
    let rest = words.get(FEW..)?;
    let (eights, _) = rest.as_chunks::<8>();
    let filled = |eight: &[u64; 8]| eight.iter().fold(0, |any, word| any | word) != 0;
    let empty = 8 * eights.iter().position(filled).unwrap_or(eights.len());
    Some(FEW + empty + rest[empty..].iter().position(|&word| word != 0)?)
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

/// The cells of a [`BitGrid`], row by row.
#[derive(Clone, Debug)]
pub struct Cells<'a> {
    words: &'a [u64],
    stride: usize,
    next: usize,
    /// The first cell of the word that is being read.
    at: Pos,
    word: u64,
}

impl Iterator for Cells<'_> {
    type Item = Pos;

    #[inline]
    fn next(&mut self) -> Option<Pos> {
        self.find_word()?;
        let bit = self.word.trailing_zeros() as i32;
        self.word &= self.word - 1;
        Some(Pos::new(self.at.x + bit, self.at.y))
    }
}

impl Cells<'_> {
    /// Goes on to the next word that has a cell, if this one has none left.
    #[inline]
    fn find_word(&mut self) -> Option<()> {
        if self.word == 0 {
            let index = self.next + first_filled(self.words.get(self.next..)?)?;
            self.word = self.words[index];
            self.next = index + 1;
            self.at = corner(index, self.stride);
        }
        Some(())
    }

    #[inline]
    fn next_run(&mut self) -> Option<(Pos, usize)> {
        // One by one: sets that are read in runs have many cells.
        while self.word == 0 {
            self.word = *self.words.get(self.next)?;
            self.next += 1;
            if self.word != 0 {
                self.at = corner(self.next - 1, self.stride);
            }
        }
        let (bit, length) = first_span(self.word);
        // Adding the lowest one carries it through its run.
        self.word &= self.word.wrapping_add(1 << bit);
        Some((Pos::new(self.at.x + bit as i32, self.at.y), length))
    }
}

impl<'a> IntoIterator for &'a BitGrid {
    type Item = Pos;
    type IntoIter = Cells<'a>;

    fn into_iter(self) -> Cells<'a> {
        self.iter()
    }
}

/// The positions of the ones in a word, from the lowest.
pub(crate) fn ones(mut word: u64) -> impl Iterator<Item = i32> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (bit < 64).then_some(bit.cast_signed())
    })
}

/// The first run of ones in a word that has some.
const fn first_span(word: u64) -> (u32, usize) {
    let start = word.trailing_zeros();
    (start, (word >> start).trailing_ones() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_cells_remembers_what_was_put_in() {
        let mut bits = BitGrid::new(130, 3);
        let cells = [Pos::new(0, 0), Pos::new(63, 1), Pos::new(64, 1), Pos::new(129, 2)];
        for pos in cells {
            assert!(bits.insert(pos));
            assert!(!bits.insert(pos));
        }
        assert_eq!(bits.iter().collect::<Vec<_>>(), cells);
        let mut listed = Vec::new();
        bits.list(&mut listed);
        assert_eq!(listed, cells);
        assert_eq!(bits.count(), 4);
        assert!(!bits.contains(Pos::new(-1, 0)) && !bits.contains(Pos::new(130, 2)));
        assert!(bits.remove(Pos::new(64, 1)) && !bits.remove(Pos::new(64, 1)));
    }

    #[test]
    fn what_two_sets_have_in_common_is_in_both() {
        let one = BitGrid::from_fn(130, 5, |pos| (pos.x * 7 + pos.y) % 3 == 0);
        let two = BitGrid::from_fn(130, 5, |pos| (pos.x + pos.y * 5) % 4 == 0);
        let both: Vec<Pos> = one.iter().filter(|&pos| two.contains(pos)).collect();
        assert!(!both.is_empty());
        assert_eq!(one.common(&two, 0..5).collect::<Vec<_>>(), both);
        assert_eq!(BitGrid::default().common(&BitGrid::default(), 0..5).count(), 0);
        for (start, end) in [(-3, 2), (1, 4), (3, 9), (4, 2)] {
            let within = both.iter().copied().filter(|pos| (start..end).contains(&pos.y));
            assert!(one.common(&two, start..end).eq(within), "rows {start} to {end}");
        }
    }

    #[test]
    fn runs_have_every_cell_once_and_are_as_long_as_they_can_be() {
        for modulus in [1, 2, 3, 17, 64] {
            let bits = BitGrid::from_fn(130, 4, |pos| (pos.x + 40 * pos.y) % 80 % modulus != 1);
            let cells = bits.runs(0..4).flat_map(|(start, length)| {
                (start.x..).take(length).map(move |x| Pos::new(x, start.y))
            });
            assert!(cells.eq(bits.iter()));
            for (start, length) in bits.runs(0..4) {
                let end = start + Pos::new(length as i32, 0);
                assert!(end.x % 64 == 0 || !bits.contains(end), "{start:?} ends too soon");
            }
            assert!(bits.runs(1..3).eq(bits.runs(0..4).filter(|(at, _)| (1..3).contains(&at.y))));
        }
    }

    #[test]
    fn inverting_leaves_the_margin_empty() {
        for width in [1, 63, 64, 65, 128, 130] {
            let mut bits = BitGrid::new(width, 2);
            bits.invert();
            assert_eq!(bits.count(), 2 * width.unsigned_abs());
        }
    }

    #[test]
    fn rectangles_cross_words() {
        for rect in [Rect::new(60, 0, 10, 2), Rect::new(-3, -3, 200, 200), Rect::new(64, 1, 64, 1)]
        {
            let mut bits = BitGrid::new(129, 3);
            bits.insert_rect(rect);
            assert_eq!(bits, BitGrid::from_fn(129, 3, |pos| rect.contains(pos)));
            assert!(bits.meets_rect(rect));
            let inside = rect.intersection(bits.bounds());
            assert_eq!(bits.filled_rows(0..9), inside.y..inside.bottom());
        }
        assert!(!BitGrid::new(129, 3).meets_rect(Rect::new(-3, -3, 200, 200)));
        assert_eq!(BitGrid::new(129, 3).filled_rows(0..3), 0..0);
    }

    #[test]
    fn a_set_meets_the_rectangles_around_its_cells_and_no_others() {
        for cell in [Pos::new(0, 0), Pos::new(63, 1), Pos::new(64, 1), Pos::new(128, 2)] {
            let mut bits = BitGrid::new(129, 3);
            bits.insert(cell);
            for rect in bits.bounds().cells().map(|corner| Rect::new(corner.x, corner.y, 3, 2)) {
                assert_eq!(bits.meets_rect(rect), rect.contains(cell), "{cell:?} {rect:?}");
            }
            assert_eq!(bits.filled_rows(-1..9), cell.y..cell.y + 1);
            assert!(!bits.meets_rect(Rect::new(cell.x, cell.y, 0, 1)));
            assert!(!bits.meets_rect(Rect::new(500, 0, 3, 3)));
        }
    }
}
