use barrow_grid::{BitGrid, Grid, Pos, Rect};
use serde::{Deserialize, Serialize};

use crate::state::tracked::cell_digest;

/// One field of a level.
///
/// What else it keeps follows from the amounts and the ground: only what is written here changes
/// the first, and [`Layer::set_ground`] is told of the other.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Grid<u8>", into = "Grid<u8>")]
pub(crate) struct Layer {
    /// How much in each cell; empty until there is some.
    pub(crate) amounts: Grid<u8>,
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
    /// Buffer for the cells that have some at the beginning of a round.
    pub(super) listed: Vec<Patch>,
}

/// Some cells of one word of a set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patch {
    /// Which word of the set.
    pub(super) index: usize,
    /// The cell of its lowest bit.
    pub(super) corner: Pos,
    pub(super) bits: u64,
}

impl Patch {
    /// The cells, from west to east.
    pub(super) fn cells(self) -> impl Iterator<Item = Pos> {
        let mut bits = self.bits;
        std::iter::from_fn(move || {
            let column = bits.trailing_zeros().cast_signed();
            bits &= bits.wrapping_sub(1);
            (column < 64).then(|| Pos::new(self.corner.x + column, self.corner.y))
        })
    }
}

impl Layer {
    /// A layer of these amounts, as yet without ground.
    pub(crate) fn new(amounts: Grid<u8>) -> Self {
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
        self.amounts.reset(width, height, 0);
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
        let before = std::mem::replace(&mut self.amounts[at], amount);
        let turns = (before == 0) != (amount == 0);
        if turns {
            self.turn(at, amount > 0);
        }
        turns
    }

    /// Lowers what some cells have. Takes it away where no more is left, and tells where.
    pub(super) fn lower(&mut self, patch: Patch, by: u8) -> Patch {
        let start = self.place_of(patch);
        let row = &mut self.amounts.cells_mut()[start..];
        let (mut left, mut gone) = (patch.bits, 0);
        while left != 0 {
            let amount = &mut row[left.trailing_zeros() as usize];
            let lowest = left & left.wrapping_neg();
            left ^= lowest;
            if *amount > 0 {
                *amount = amount.saturating_sub(by);
                gone |= if *amount == 0 { lowest } else { 0 };
            }
        }
        if gone == 0 {
            return Patch { bits: 0, ..patch };
        }
        self.cells.words_mut()[patch.index] ^= gone;
        if let Some(ground) = self.ground.words().get(patch.index) {
            self.room.words_mut()[patch.index] |= gone & ground;
        }
        self.count -= gone.count_ones();
        Patch { bits: gone, ..patch }
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

    /// The place of a word's first cell among the amounts.
    pub(super) const fn place_of(&self, patch: Patch) -> usize {
        (patch.corner.y * self.amounts.width() + patch.corner.x).cast_unsigned() as usize
    }

    /// The word of a cell in each of the sets.
    const fn word_of(&self, at: Pos) -> usize {
        at.y.cast_unsigned() as usize * self.cells.stride() + at.x.cast_unsigned() as usize / 64
    }

    /// Whether a cell may have some of both: mostly they lie apart.
    pub(crate) fn may_meet(&self, other: &Self) -> bool {
        self.count > 0 && other.count > 0 && self.extent.overlaps(other.extent)
    }

    /// Lists the cells that have some, row by row.
    pub(super) fn list(&mut self, listed: &mut Vec<Patch>) {
        listed.clear();
        let words = self.cells.word_range(self.extent.y..self.extent.bottom());
        let (mut left, mut right) = (self.extent.right(), self.extent.x);
        for (index, &bits) in words.clone().zip(&self.cells.words()[words]) {
            if bits != 0 {
                let corner = self.cells.corner(index);
                left = left.min(corner.x + bits.trailing_zeros().cast_signed());
                right = right.max(corner.x + bits.ilog2().cast_signed());
                listed.push(Patch { index, corner, bits });
            }
        }
        // It may have gone from where it was.
        if let (Some(first), Some(last)) = (listed.first(), listed.last()) {
            let (top, bottom) = (first.corner.y, last.corner.y);
            self.extent = Rect::new(left, top, right + 1 - left, bottom + 1 - top);
        }
    }

    /// The digest of its amounts, as that of a tracked grid. It is worked out when it is asked
    /// for: amounts change much more often.
    pub(crate) fn digest(&self) -> u64 {
        self.cells.iter().fold(0, |sum: u64, at| {
            let index = (at.y * self.amounts.width() + at.x).cast_unsigned();
            sum.wrapping_add(cell_digest(index.into(), self.amounts[at]))
        })
    }
}

/// The smallest rectangle that has all cells of both.
fn around_both(one: Rect, other: Rect) -> Rect {
    let (x, y) = (one.x.min(other.x), one.y.min(other.y));
    let (right, bottom) = (one.right().max(other.right()), one.bottom().max(other.bottom()));
    Rect::new(x, y, right - x, bottom - y)
}
