use std::ops::Range;

use super::{BitGrid, corner};
use crate::Pos;

impl BitGrid {
    /// Returns the cells of the set, row by row.
    pub const fn iter(&self) -> Cells<'_> {
        Cells {
            words: self.words.as_slice(),
            stride: self.stride,
            next: 0,
            at: Pos::new(0, 0),
            word: 0,
        }
    }

    /// Returns the cells of some rows as horizontal runs: the first cell and the length of each. A
    /// run also ends where a word does, at columns that are multiples of 64.
    pub fn runs(&self, rows: Range<i32>) -> impl Iterator<Item = (Pos, usize)> {
        let Range { start, end } = self.word_range(rows);
        let mut cells = Cells { words: &self.words[..end], next: start, ..self.iter() };
        std::iter::from_fn(move || cells.next_run())
    }

    /// Returns the cells of some rows that both sets contain, row by row. Both must have the same
    /// size.
    pub fn intersection<'a>(
        &'a self,
        other: &'a Self,
        rows: Range<i32>,
    ) -> impl Iterator<Item = Pos> + 'a {
        assert_eq!(self.bounds(), other.bounds(), "the sets must have the same size");
        let Range { start: mut next, end } = self.word_range(rows);
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
}

/// Iterates over the cells of a [`BitGrid`], row by row.
#[derive(Clone, Debug)]
pub struct Cells<'a> {
    words: &'a [u64],
    stride: usize,
    next: usize,
    /// The cell of the lowest bit of the current word.
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
    /// Moves on to the next word that contains a cell if the current one has none left.
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
        // One word at a time: sets that are read in runs have few empty words.
        while self.word == 0 {
            self.word = *self.words.get(self.next)?;
            self.next += 1;
            if self.word != 0 {
                self.at = corner(self.next - 1, self.stride);
            }
        }
        let (bit, length) = first_span(self.word);
        // Adding the lowest bit of the run carries through the run and clears it.
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

/// Returns the positions of the ones in a word, lowest first.
pub(crate) fn ones(mut word: u64) -> impl Iterator<Item = i32> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (bit < 64).then_some(bit.cast_signed())
    })
}

/// Returns the start and the length of the lowest run of ones in a word that is not zero.
const fn first_span(word: u64) -> (u32, usize) {
    let start = word.trailing_zeros();
    (start, (word >> start).trailing_ones() as usize)
}

/// Returns the index of the first word in which two sets of the same size share a cell. Most words
/// of most sets are empty, so eight are tested at a time.
// Not inlined: a copy in every loop over two sets would make the page larger.
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

/// Returns the index of the first word that contains a cell. Cells tend to lie close together, so
/// the first few words are tested one by one; after that most words are empty, and eight are tested
/// at a time.
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
