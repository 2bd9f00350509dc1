use crate::{BitGrid, Grid, Pos, Rect};

/// The cells that stop sight and light: walls, closed doors, smoke.
///
/// They are kept twice, by rows and by columns, always alike, so that a view scans eastwards
/// and westwards by words as it does northwards and southwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opaque {
    width: i32,
    height: i32,
    /// Line `y` holds row `y`, with [`Opaque::MARGIN`] clear cells before it and after it.
    pub(super) rows: BitGrid,
    /// Line `x` holds column `x`, with the same margins.
    pub(super) columns: BitGrid,
}

impl Opaque {
    /// Clear cells at both ends of a line: whoever reads a word around a cell of the plane
    /// needs no check for the edges of the plane.
    pub(super) const MARGIN: i32 = 64;

    /// A plane of that size where nothing stops sight.
    pub fn new(width: i32, height: i32) -> Self {
        let (width, height) = (width.max(0), height.max(0));
        Self {
            width,
            height,
            rows: BitGrid::new(width + 2 * Self::MARGIN, height),
            columns: BitGrid::new(height + 2 * Self::MARGIN, width),
        }
    }

    /// The plane where the cells for which `stops` is true stop sight.
    pub fn from_fn(width: i32, height: i32, mut stops: impl FnMut(Pos) -> bool) -> Self {
        let mut opaque = Self::new(width, height);
        for pos in opaque.bounds().cells() {
            if stops(pos) {
                opaque.set(pos, true);
            }
        }
        opaque
    }

    /// The plane where the cells whose value in `grid` passes `stops` stop sight.
    pub fn from_grid<T>(grid: &Grid<T>, mut stops: impl FnMut(&T) -> bool) -> Self {
        Self::from_fn(grid.width(), grid.height(), |pos| stops(&grid[pos]))
    }

    /// Empties it and gives it a new size, keeping its memory.
    pub fn reset(&mut self, width: i32, height: i32) {
        (self.width, self.height) = (width.max(0), height.max(0));
        self.rows.reset(self.width + 2 * Self::MARGIN, self.height);
        self.columns.reset(self.height + 2 * Self::MARGIN, self.width);
    }

    /// The rectangle of all cells of the plane.
    pub const fn bounds(&self) -> Rect {
        Rect::new(0, 0, self.width, self.height)
    }

    /// Makes a cell stop sight, or not. A cell outside is a bug and panics.
    pub fn set(&mut self, pos: Pos, stops: bool) {
        assert!(self.bounds().contains(pos), "{pos:?} is outside {:?}", self.bounds());
        self.rows.set(Pos::new(pos.x + Self::MARGIN, pos.y), stops);
        self.columns.set(Pos::new(pos.y + Self::MARGIN, pos.x), stops);
    }

    /// Whether the cell stops sight. None does outside, where there is nothing to see.
    pub fn contains(&self, pos: Pos) -> bool {
        self.bounds().contains(pos) && self.rows.contains(Pos::new(pos.x + Self::MARGIN, pos.y))
    }
}
