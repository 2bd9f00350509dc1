use barrow_grid::{BitGrid, Grid, Pos, Rect};
use serde::{Deserialize, Serialize};

use crate::state::tracked::cell_digest;

/// One field of a level.
///
/// Everything else is derived from `amounts` and the ground. Only the methods of this file change
/// `amounts`; [`Layer::set_ground`] must be called when the ground changes.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Grid<u8>", into = "Grid<u8>")]
pub(crate) struct Layer {
    /// The amount in each cell; an empty grid until there is some.
    pub(crate) amounts: Grid<u8>,
    /// The cells with an amount above zero.
    pub(crate) cells: BitGrid,
    /// The number of those cells.
    pub(crate) count: u32,
    /// A rectangle that contains all those cells; it may be larger than necessary.
    pub(crate) extent: Rect,
    /// The cells whose ground lets the field spread there. Empty until the level has some of the
    /// field, and for fields that do not spread.
    ground: BitGrid,
    /// The cells of `ground` that have none of the field.
    pub(crate) room: BitGrid,
    /// The field spreads to cells that burn; otherwise to cells that are not solid.
    pub(crate) needs_fuel: bool,
    /// A buffer for the cells that have some at the start of a round.
    pub(super) listed: Vec<Patch>,
}

/// Some of the cells of one 64-bit word of a cell set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patch {
    /// The index of the word in the set.
    pub(super) index: usize,
    /// The cell of the word's lowest bit.
    pub(super) corner: Pos,
    pub(super) bits: u64,
}

impl Patch {
    /// Iterates over the cells from west to east.
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
    /// Returns a layer with these amounts and without ground.
    pub(crate) fn new(amounts: Grid<u8>) -> Self {
        let cells = BitGrid::from_grid(&amounts, |&amount| amount > 0);
        let (count, extent) = (cells.count(), cells.bounds());
        Self { amounts, cells, count, extent, ..Self::default() }
    }

    /// Sets the cells that the field can spread to.
    pub(crate) fn lay_ground(&mut self, ground: BitGrid, needs_fuel: bool) {
        self.room.copy_from(&ground);
        self.room.subtract(&self.cells);
        (self.ground, self.needs_fuel) = (ground, needs_fuel);
    }

    /// Sets whether the ground of a cell lets the field spread there.
    pub(crate) fn set_ground(&mut self, at: Pos, takes: bool) {
        if self.ground.bounds().contains(at) {
            self.ground.set(at, takes);
            self.room.set(at, takes && !self.cells.contains(at));
        }
    }

    /// Empties the layer and changes its size.
    pub(crate) fn reset(&mut self, width: i32, height: i32) {
        self.amounts.reset(width, height, 0);
        self.cells.reset(width, height);
        (self.count, self.extent) = (0, Rect::default());
    }

    #[inline]
    pub(crate) fn get(&self, pos: Pos) -> u8 {
        self.amounts.get(pos).copied().unwrap_or(0)
    }

    /// Sets the amount of a cell. Returns whether the field has come to the cell or left it.
    #[inline]
    pub(crate) fn set(&mut self, at: Pos, amount: u8) -> bool {
        let before = std::mem::replace(&mut self.amounts[at], amount);
        let toggled = (before == 0) != (amount == 0);
        if toggled {
            self.toggle(at, amount > 0);
        }
        toggled
    }

    /// Lowers the amounts of some cells. Returns the cells that are empty now.
    pub(super) fn lower(&mut self, patch: Patch, by: u8) -> Patch {
        let start = self.index_of(patch);
        let row = &mut self.amounts.cells_mut()[start..];
        let (mut left, mut gone) = (patch.bits & self.cells.words()[patch.index], 0);
        while left != 0 {
            let column = left.trailing_zeros();
            left &= left - 1;
            let amount = &mut row[column as usize];
            *amount = amount.saturating_sub(by);
            gone |= u64::from(*amount == 0) << column;
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

    /// Updates the sets after the field has come to a cell or left it.
    fn toggle(&mut self, at: Pos, has: bool) {
        // All sets have the same size, so the cell is the same bit in each.
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

    /// Returns the index in `amounts` of the patch's first cell.
    pub(super) const fn index_of(&self, patch: Patch) -> usize {
        (patch.corner.y * self.amounts.width() + patch.corner.x).cast_unsigned() as usize
    }

    /// Returns the index of the word that contains a cell, which is the same in each set.
    const fn word_of(&self, at: Pos) -> usize {
        at.y.cast_unsigned() as usize * self.cells.stride() + at.x.cast_unsigned() as usize / 64
    }

    /// Returns whether some cell may have both fields. Usually their extents do not overlap.
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
        // The field may have left cells at the border of its extent.
        if let (Some(first), Some(last)) = (listed.first(), listed.last()) {
            let (top, bottom) = (first.corner.y, last.corner.y);
            self.extent = Rect::new(left, top, right + 1 - left, bottom + 1 - top);
        }
    }

    /// Returns the digest of the amounts, as a tracked grid has it. It is computed on demand,
    /// because amounts change far more often than digests are read.
    pub(crate) fn digest(&self) -> u64 {
        self.cells.iter().fold(0, |sum: u64, at| {
            let index = (at.y * self.amounts.width() + at.x).cast_unsigned();
            sum.wrapping_add(cell_digest(index.into(), self.amounts[at]))
        })
    }
}

/// Returns the smallest rectangle that contains both.
fn around_both(one: Rect, other: Rect) -> Rect {
    let (x, y) = (one.x.min(other.x), one.y.min(other.y));
    let (right, bottom) = (one.right().max(other.right()), one.bottom().max(other.bottom()));
    Rect::new(x, y, right - x, bottom - y)
}
