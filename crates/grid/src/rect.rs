use serde::{Deserialize, Serialize};

use crate::Pos;

/// A rectangle of cells, given by its north-west corner and its size.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Rect {
    /// The westernmost column.
    pub x: i32,
    /// The northernmost row.
    pub y: i32,
    /// The number of columns. The rectangle is empty if it is zero or less.
    pub width: i32,
    /// The number of rows. The rectangle is empty if it is zero or less.
    pub height: i32,
}

impl Rect {
    /// Creates a rectangle from its north-west corner and its size.
    pub const fn new(x: i32, y: i32, width: i32, height: i32) -> Self {
        Self { x, y, width, height }
    }

    /// Returns the column after the easternmost one.
    pub const fn right(self) -> i32 {
        self.x + self.width
    }

    /// Returns the row after the southernmost one.
    pub const fn bottom(self) -> i32 {
        self.y + self.height
    }

    /// Returns the middle cell. If a side is even, this is the cell after its middle.
    pub const fn center(self) -> Pos {
        Pos::new(self.x + self.width / 2, self.y + self.height / 2)
    }

    /// Returns the number of cells.
    pub const fn area(self) -> u32 {
        if self.is_empty() { 0 } else { self.width.unsigned_abs() * self.height.unsigned_abs() }
    }

    /// Returns `true` if the rectangle contains no cell.
    pub const fn is_empty(self) -> bool {
        self.width <= 0 || self.height <= 0
    }

    /// Returns `true` if the rectangle contains `pos`.
    pub const fn contains(self, pos: Pos) -> bool {
        pos.x >= self.x && pos.x < self.right() && pos.y >= self.y && pos.y < self.bottom()
    }

    /// Returns `true` if the rectangle contains every cell of `inner`.
    pub const fn contains_rect(self, inner: Self) -> bool {
        inner.x >= self.x
            && inner.y >= self.y
            && inner.right() <= self.right()
            && inner.bottom() <= self.bottom()
    }

    /// Returns `true` if the two rectangles share a cell.
    pub const fn overlaps(self, other: Self) -> bool {
        self.x < other.right()
            && other.x < self.right()
            && self.y < other.bottom()
            && other.y < self.bottom()
    }

    /// Returns the rectangle with every side moved outwards by `by` cells, or inwards if `by` is
    /// negative.
    pub const fn grown(self, by: i32) -> Self {
        Self::new(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)
    }

    /// Returns the cells that both rectangles contain. The result is empty if they do not overlap.
    pub fn intersection(self, other: Self) -> Self {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let width = self.right().min(other.right()) - x;
        let height = self.bottom().min(other.bottom()) - y;
        Self::new(x, y, width.max(0), height.max(0))
    }

    /// Returns all cells, row by row.
    pub fn cells(self) -> impl Iterator<Item = Pos> {
        (self.y..self.bottom()).flat_map(move |y| (self.x..self.right()).map(move |x| Pos { x, y }))
    }

    /// Returns the cells on the border, row by row.
    pub fn border(self) -> impl Iterator<Item = Pos> {
        let inner = self.grown(-1);
        self.cells().filter(move |&pos| !inner.contains(pos))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_do_not_overlap() {
        let room = Rect::new(2, 2, 3, 2);
        assert!(!room.overlaps(Rect::new(5, 2, 2, 2)));
        assert!(room.overlaps(Rect::new(4, 3, 9, 9)));
        assert!(room.grown(1).overlaps(Rect::new(5, 2, 2, 2)));
        assert_eq!(room.intersection(Rect::new(4, 3, 9, 9)), Rect::new(4, 3, 1, 1));
        assert!(room.intersection(Rect::new(9, 9, 1, 1)).is_empty());
    }

    #[test]
    fn border_and_cells_read_row_by_row() {
        let room = Rect::new(0, 0, 3, 3);
        assert_eq!(room.cells().count(), 9);
        assert_eq!(room.border().count(), 8);
        assert!(room.border().is_sorted());
        assert_eq!(room.center(), Pos::new(1, 1));
        assert_eq!(Rect::new(0, 0, 1, 4).border().count(), 4);
    }
}
