use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

use crate::{Pos, Rect};

/// A rectangle of values, one for each cell, with its north-west corner at (0, 0).
///
/// Indexing with a [`Pos`] outside the grid panics; [`Grid::get`] returns `None` instead.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Stored<T>")]
pub struct Grid<T> {
    width: i32,
    height: i32,
    /// Row by row; the length is always `width * height`.
    cells: Vec<T>,
}

/// A grid as it was stored, not yet checked.
#[derive(Deserialize)]
struct Stored<T> {
    width: i32,
    height: i32,
    cells: Vec<T>,
}

impl<T> From<Stored<T>> for Grid<T> {
    /// Returns an empty grid if the number of cells does not match the size. Code that stores grids
    /// detects damage by other means.
    fn from(Stored { width, height, cells }: Stored<T>) -> Self {
        let count = width.checked_mul(height).filter(|_| width >= 0 && height >= 0);
        let whole = count.and_then(|it| usize::try_from(it).ok()) == Some(cells.len());
        if whole {
            Self { width, height, cells }
        } else {
            Self { width: 0, height: 0, cells: Vec::new() }
        }
    }
}

impl<T> Grid<T> {
    /// Creates a grid in which each cell has the value that `cell` returns for its position.
    pub fn from_fn(width: i32, height: i32, cell: impl FnMut(Pos) -> T) -> Self {
        let bounds = Rect::new(0, 0, width.max(0), height.max(0));
        Self {
            width: bounds.width,
            height: bounds.height,
            cells: bounds.cells().map(cell).collect(),
        }
    }

    /// Returns the number of columns.
    pub const fn width(&self) -> i32 {
        self.width
    }

    /// Returns the number of rows.
    pub const fn height(&self) -> i32 {
        self.height
    }

    /// Returns the rectangle of all cells.
    pub const fn bounds(&self) -> Rect {
        Rect::new(0, 0, self.width, self.height)
    }

    /// Returns the value at `pos`, or `None` if `pos` is outside.
    pub fn get(&self, pos: Pos) -> Option<&T> {
        self.has(pos).then(|| &self.cells[self.index(pos)])
    }

    /// Returns the value at `pos` mutably, or `None` if `pos` is outside.
    pub fn get_mut(&mut self, pos: Pos) -> Option<&mut T> {
        let index = self.has(pos).then(|| self.index(pos))?;
        self.cells.get_mut(index)
    }

    /// Returns all positions, row by row.
    pub fn positions(&self) -> impl Iterator<Item = Pos> + use<T> {
        self.bounds().cells()
    }

    /// Returns all positions with their values, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Pos, &T)> {
        self.positions().zip(&self.cells)
    }

    /// Returns all values, row by row.
    pub fn cells(&self) -> &[T] {
        &self.cells
    }

    /// Returns all values mutably, row by row.
    pub fn cells_mut(&mut self) -> &mut [T] {
        &mut self.cells
    }

    /// Returns the values of row `y`.
    pub fn row(&self, y: i32) -> &[T] {
        let start = self.index(Pos::new(0, y));
        &self.cells[start..start + self.width.unsigned_abs() as usize]
    }

    /// Returns the values of row `y` mutably.
    pub fn row_mut(&mut self, y: i32) -> &mut [T] {
        let start = self.index(Pos::new(0, y));
        &mut self.cells[start..start + self.width.unsigned_abs() as usize]
    }

    /// Returns `true` if `pos` is inside. As an unsigned number, a negative coordinate is too
    /// large.
    const fn has(&self, pos: Pos) -> bool {
        pos.x.cast_unsigned() < self.width.cast_unsigned()
            && pos.y.cast_unsigned() < self.height.cast_unsigned()
    }

    const fn index(&self, pos: Pos) -> usize {
        // Callers have checked the bounds. A negative coordinate becomes far too large and fails in
        // the slice.
        (pos.y * self.width + pos.x) as usize
    }
}

impl<T: Clone> Grid<T> {
    /// Creates a grid with the same value in every cell.
    pub fn new(width: i32, height: i32, value: T) -> Self {
        let mut grid = Self { width: 0, height: 0, cells: Vec::new() };
        grid.reset(width, height, value);
        grid
    }

    /// Changes the size and sets every cell to `value`; keeps the allocated memory.
    pub fn reset(&mut self, width: i32, height: i32, value: T) {
        self.width = width.max(0);
        self.height = height.max(0);
        self.cells.clear();
        self.cells.resize(self.bounds().area() as usize, value);
    }

    /// Sets every cell of `rect` that lies inside the grid.
    pub fn fill(&mut self, rect: Rect, value: &T) {
        let inside = rect.intersection(self.bounds());
        for y in inside.y..inside.bottom() {
            let start = self.index(Pos::new(inside.x, y));
            self.cells[start..start + inside.width.unsigned_abs() as usize].fill(value.clone());
        }
    }
}

impl<T> Index<Pos> for Grid<T> {
    type Output = T;

    fn index(&self, pos: Pos) -> &T {
        assert!(self.has(pos), "{pos:?} is outside a grid of {:?}", self.bounds());
        &self.cells[self.index(pos)]
    }
}

impl<T> IndexMut<Pos> for Grid<T> {
    fn index_mut(&mut self, pos: Pos) -> &mut T {
        assert!(self.has(pos), "{pos:?} is outside a grid of {:?}", self.bounds());
        let index = self.index(pos);
        &mut self.cells[index]
    }
}

/// Maps drawn as text: a line of text is a row.
impl Grid<char> {
    /// Reads a drawing. Line breaks at the start and the end are ignored, short lines are padded
    /// with spaces, and the indentation that all lines share is removed, so that a drawing can be
    /// indented with the code around it.
    pub fn from_picture(picture: &str) -> Self {
        let lines: Vec<&str> = picture.lines().collect();
        let drawn = |line: &&str| !line.trim().is_empty();
        let (Some(first), Some(last)) =
            (lines.iter().position(drawn), lines.iter().rposition(drawn))
        else {
            return Self::new(0, 0, ' ');
        };
        let lines = &lines[first..=last];
        let blanks = |line: &str| line.chars().take_while(|&it| it == ' ').count();
        let margin = lines.iter().filter(|line| drawn(line)).map(|line| blanks(line)).min();
        let rows: Vec<Vec<char>> =
            lines.iter().map(|line| line.chars().skip(margin.unwrap_or(0)).collect()).collect();
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        let cells = rows.iter().flat_map(|row| {
            let filling = std::iter::repeat_n(' ', width - row.len());
            row.iter().copied().chain(filling)
        });
        Self {
            width: i32::try_from(width).expect("a drawing fits a screen"),
            height: i32::try_from(rows.len()).expect("a drawing fits a screen"),
            cells: cells.collect(),
        }
    }

    /// Returns the first cell, row by row, that holds `glyph`.
    pub fn find(&self, glyph: char) -> Option<Pos> {
        self.iter().find(|&(_, &it)| it == glyph).map(|(pos, _)| pos)
    }
}

impl fmt::Display for Grid<char> {
    /// Writes the drawing, one line for each row, without trailing spaces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in 0..self.height {
            let row: String = self.row(y).iter().collect();
            writeln!(f, "{}", row.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_may_be_indented() {
        let grid = Grid::from_picture(
            "
            ###
             #@
            ",
        );
        assert_eq!((grid.width(), grid.height()), (3, 2));
        assert_eq!(grid.find('@'), Some(Pos::new(2, 1)));
        assert_eq!(grid.to_string(), "###\n #@\n");
        assert_eq!(Grid::from_picture(" \n \n"), Grid::new(0, 0, ' '));
    }

    #[test]
    fn cells_outside_have_no_value() {
        let grid = Grid::new(2, 2, 7);
        assert_eq!(grid.get(Pos::new(1, 1)), Some(&7));
        assert_eq!(grid.get(Pos::new(2, 0)), None);
        assert_eq!(grid.get(Pos::new(-1, 1)), None);
    }

    #[test]
    fn filling_is_clipped() {
        let mut grid = Grid::new(3, 2, '.');
        grid.fill(Rect::new(1, -5, 9, 6), &'#');
        assert_eq!(grid.to_string(), ".##\n...\n");
    }
}
