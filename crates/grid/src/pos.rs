use std::ops::{Add, Sub};

use serde::{Deserialize, Serialize};

/// A cell of the plane: `x` grows to the east, `y` to the south.
///
/// The order is reading order, row by row, so that sorted positions read like a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pos {
    /// Columns from the west edge.
    pub x: i32,
    /// Rows from the north edge.
    pub y: i32,
}

impl Pos {
    /// The cell in column `x` of row `y`.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// Steps between two cells when only north, east, south and west are allowed.
    pub const fn manhattan(self, other: Self) -> u32 {
        self.x.abs_diff(other.x) + self.y.abs_diff(other.y)
    }

    /// Steps between two cells when diagonals are allowed.
    pub const fn chebyshev(self, other: Self) -> u32 {
        let (dx, dy) = (self.x.abs_diff(other.x), self.y.abs_diff(other.y));
        if dx > dy { dx } else { dy }
    }

    /// The square of the straight distance: compare it with a squared radius.
    pub const fn distance_squared(self, other: Self) -> u32 {
        let (dx, dy) = (self.x.abs_diff(other.x), self.y.abs_diff(other.y));
        dx * dx + dy * dy
    }
}

impl Ord for Pos {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

impl PartialOrd for Pos {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Add for Pos {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Pos {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl From<(i32, i32)> for Pos {
    fn from((x, y): (i32, i32)) -> Self {
        Self { x, y }
    }
}
