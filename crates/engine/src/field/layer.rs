use barrow_grid::{BitGrid, Pos, Rect};
use serde::{Deserialize, Serialize};

use crate::tracked::Tracked;

/// One field of a level.
///
/// What else it keeps follows from the amounts and the ground: only [`Layer::set`] changes the
/// first, and [`Layer::set_ground`] is told of the other.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Tracked<u8>", into = "Tracked<u8>")]
pub(crate) struct Layer {
    /// How much in each cell; empty until there is some.
    pub(crate) amounts: Tracked<u8>,
    /// The cells that have some.
    pub(crate) cells: BitGrid,
    /// How many those are.
    pub(crate) count: u32,
    /// A rectangle that they all lie in; it may be larger than it need be.
    pub(crate) extent: Rect,
    /// The cells whose ground lets it spread there; empty until there is some, and if it does
    /// not spread.
    ground: BitGrid,
    /// Those of them that have none.
    pub(crate) room: BitGrid,
    /// It spreads onto what burns; else onto what is not solid.
    pub(crate) needs_fuel: bool,
    /// Which cells had some when they were listed last: the words of their rows.
    listed: Vec<u64>,
    /// Where those words begin among all.
    first: usize,
}

impl Layer {
    /// A layer of these amounts, as yet without ground.
    pub(crate) fn new(amounts: Tracked<u8>) -> Self {
        let cells = BitGrid::from_grid(&amounts, |&amount| amount > 0);
        let (count, extent) = (cells.count(), cells.bounds());
        Self { amounts, cells, count, extent, ..Self::default() }
    }

    /// Lets it spread onto some cells.
    pub(crate) fn lay_ground(&mut self, ground: BitGrid, needs_fuel: bool) {
        self.room.copy_from(&ground);
        self.room.subtract(&self.cells);
        (self.ground, self.needs_fuel) = (ground, needs_fuel);
    }

    /// Notes whether the ground of a cell lets it spread there.
    pub(crate) fn set_ground(&mut self, at: Pos, takes: bool) {
        if self.ground.bounds().contains(at) {
            self.ground.set(at, takes);
            self.room.set(at, takes && !self.cells.contains(at));
        }
    }

    /// Empties it and gives it a new size.
    pub(crate) fn reset(&mut self, width: i32, height: i32) {
        self.amounts.reset(width, height);
        self.cells.reset(width, height);
        (self.count, self.extent) = (0, Rect::default());
    }

    #[inline]
    pub(crate) fn get(&self, pos: Pos) -> u8 {
        self.amounts.get(pos).copied().unwrap_or(0)
    }

    /// Changes how much a cell has, and tells whether that brings it there or takes it away.
    #[inline]
    pub(crate) fn set(&mut self, at: Pos, amount: u8) -> bool {
        let before = self.amounts.set(at, amount);
        let turns = (before == 0) != (amount == 0);
        if turns {
            self.turn(at, amount > 0);
        }
        turns
    }

    /// Lowers what a cell has, unless that would take it away, and tells how much it had.
    #[inline]
    pub(crate) fn lower(&mut self, at: Pos, by: u8) -> u8 {
        self.amounts.update(at, |before| if by < before { before - by } else { before })
    }

    /// Notes that it has come to a cell or gone from it.
    fn turn(&mut self, at: Pos, has: bool) {
        // All sets are of one size, so the cell is in the same place in each.
        let (word, bit) = (self.word_of(at), 1 << (at.x % 64));
        self.cells.words_mut()[word] ^= bit;
        let ground = self.ground.words().get(word).map_or(0, |ground| ground & bit);
        if ground != 0 {
            self.room.words_mut()[word] ^= bit;
        }
        if !has {
            self.count -= 1;
            return;
        }
        let one = Rect::new(at.x, at.y, 1, 1);
        self.extent = if self.count == 0 { one } else { around_both(self.extent, one) };
        self.count += 1;
    }

    /// The word of a cell in each of the sets.
    const fn word_of(&self, at: Pos) -> usize {
        at.y.cast_unsigned() as usize * self.cells.stride() + at.x.cast_unsigned() as usize / 64
    }

    /// Whether a cell may have some of both: mostly they lie apart.
    pub(crate) fn may_meet(&self, other: &Self) -> bool {
        self.count > 0 && other.count > 0 && self.extent.overlaps(other.extent)
    }

    /// Lists the cells that have some, row by row, in place of what was listed.
    pub(crate) fn list(&mut self, cells: &mut Vec<Pos>) {
        cells.clear();
        let words = self.cells.words_of(self.extent.y..self.extent.bottom());
        let (mut left, mut right) = (self.extent.right(), self.extent.x);
        for (index, &word) in words.clone().zip(&self.cells.words()[words.clone()]) {
            if word == 0 {
                continue;
            }
            let Pos { x, y } = self.cells.corner(index);
            left = left.min(x + word.trailing_zeros().cast_signed());
            right = right.max(x + word.ilog2().cast_signed());
            let mut word = word;
            while word != 0 {
                cells.push(Pos::new(x + word.trailing_zeros().cast_signed(), y));
                word &= word - 1;
            }
        }
        self.first = words.start;
        self.listed.clear();
        self.listed.extend_from_slice(&self.cells.words()[words]);
        // It may have gone from where it was.
        if let (Some(first), Some(last)) = (cells.first(), cells.last()) {
            self.extent = Rect::new(left, first.y, right + 1 - left, last.y + 1 - first.y);
        }
    }

    /// The first cell after another, of those that were listed, that one of two sets holds.
    pub(crate) fn next_listed(&self, after: Option<Pos>, sets: [&BitGrid; 2]) -> Option<Pos> {
        let start = after.map_or(self.first, |at| self.word_of(at));
        let mut passed = after.map_or(0, |at| u64::MAX >> (63 - at.x % 64));
        let listed = self.listed[start - self.first..].iter().zip(start..);
        let [one, other] = sets.map(|it| it.words()[start..].iter());
        for ((listed, index), (one, other)) in listed.zip(one.zip(other)) {
            let held = listed & (one | other) & !std::mem::take(&mut passed);
            if held != 0 {
                let column = held.trailing_zeros().cast_signed();
                return Some(self.cells.corner(index) + Pos::new(column, 0));
            }
        }
        None
    }
}

/// The smallest rectangle that has all cells of both.
fn around_both(one: Rect, other: Rect) -> Rect {
    let (x, y) = (one.x.min(other.x), one.y.min(other.y));
    let (right, bottom) = (one.right().max(other.right()), one.bottom().max(other.bottom()));
    Rect::new(x, y, right - x, bottom - y)
}
