use std::ops::Deref;

use barrow_grid::{Grid, Pos};
use barrow_pack::{Id, Kind};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::record::digest::mix;

/// A grid that knows its own digest, so that the digest of a run need not read every cell.
///
/// `digest` is the sum of the mixed digests of all cells that differ from their initial value.
/// [`Tracked::set`] is the only way to change a cell, and keeps the sum up to date.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Grid<T>", into = "Grid<T>", bound = "T: Cell + Serialize + DeserializeOwned")]
pub struct Tracked<T> {
    cells: Grid<T>,
    digest: u64,
}

/// The content of a tracked cell, which must fit into a word.
pub trait Cell: Copy + Default + PartialEq {
    /// Returns the content as a word.
    fn word(self) -> u64;
}

impl<T: Cell> Tracked<T> {
    /// Returns a tracked grid with these cells.
    pub(crate) fn new(cells: Grid<T>) -> Self {
        let digest = cells
            .cells()
            .iter()
            .zip(0..)
            .fold(0, |sum: u64, (&cell, index)| sum.wrapping_add(cell_digest(index, cell)));
        Self { cells, digest }
    }

    /// Changes a cell and returns its previous content.
    #[inline]
    pub(crate) fn set(&mut self, at: Pos, value: T) -> T {
        let index = u64::from((at.y * self.cells.width() + at.x).cast_unsigned());
        let before = std::mem::replace(&mut self.cells[at], value);
        if before != value {
            let change = cell_digest(index, value).wrapping_sub(cell_digest(index, before));
            self.digest = self.digest.wrapping_add(change);
        }
        before
    }

    /// Returns the digest of all cells.
    pub(crate) const fn digest(&self) -> u64 {
        self.digest
    }

    /// Returns the first cell that differs from another grid of the same size.
    pub(crate) fn first_difference(&self, other: &Self) -> Option<Pos> {
        self.cells.positions().find(|&at| self.cells.get(at) != other.cells.get(at))
    }
}

impl<T: Cell> From<Grid<T>> for Tracked<T> {
    fn from(cells: Grid<T>) -> Self {
        Self::new(cells)
    }
}

impl<T> From<Tracked<T>> for Grid<T> {
    fn from(tracked: Tracked<T>) -> Self {
        tracked.cells
    }
}

impl<T> Deref for Tracked<T> {
    type Target = Grid<T>;

    fn deref(&self) -> &Grid<T> {
        &self.cells
    }
}

/// Returns the digest of one cell, which is zero for the initial value.
pub(crate) fn cell_digest<T: Cell>(index: u64, cell: T) -> u64 {
    if cell == T::default() { 0 } else { mix(index << 40 ^ cell.word()) }
}

impl Cell for u8 {
    fn word(self) -> u64 {
        self.into()
    }
}

impl Cell for Id<Kind> {
    fn word(self) -> u64 {
        self.index().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use barrow_dice::Rng;

    #[test]
    fn the_digest_depends_on_the_cells_alone() {
        let mut rng = Rng::new(5);
        let mut grid: Tracked<u8> = Tracked::new(Grid::new(9, 7, 0));
        for _ in 0..500 {
            let at = Pos::new(rng.between(0..=8), rng.between(0..=6));
            grid.set(at, u8::try_from(rng.below(4)).unwrap());
            assert_eq!(grid.digest(), Tracked::new((*grid).clone()).digest());
        }
        let full = grid.digest();
        let at = Pos::new(3, 3);
        let before = grid.set(at, 200);
        assert_ne!(grid.digest(), full);
        grid.set(at, before);
        assert_eq!(grid.digest(), full);
    }

    #[test]
    fn the_position_of_a_value_matters() {
        let mut one: Tracked<u8> = Tracked::new(Grid::new(3, 1, 0));
        let mut other = one.clone();
        one.set(Pos::new(0, 0), 7);
        other.set(Pos::new(1, 0), 7);
        assert_ne!(one.digest(), other.digest());
        assert_eq!(one.first_difference(&other), Some(Pos::new(0, 0)));
    }
}
