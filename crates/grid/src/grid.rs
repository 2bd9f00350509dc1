use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

use crate::{Pos, Rect};

/// A rectangle of values, one for each cell, with its north-west corner at (0, 0).
///
/// Indexing with a [`Pos`] outside is a bug and panics; [`Grid::get`] asks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Stored<T>")]
pub struct Grid<T> {
    width: i32,
    height: i32,
    /// Row by row; always `width * height` long.
    cells: Vec<T>,
}

/// A grid as it was stored, before it is known to be one.
#[derive(Deserialize)]
struct Stored<T> {
    width: i32,
    height: i32,
    cells: Vec<T>,
}

impl<T> From<Stored<T>> for Grid<T> {
    /// Cells that do not fill it make an empty grid: whoever stores grids sees by other means
    /// whether they are whole.
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
    /// The grid whose cell at each position is what `cell` gives for it.
    pub fn from_fn(width: i32, height: i32, cell: impl FnMut(Pos) -> T) -> Self {
        let bounds = Rect::new(0, 0, width.max(0), height.max(0));
        Self {
            width: bounds.width,
            height: bounds.height,
            cells: bounds.cells().map(cell).collect(),
        }
    }

    /// Columns.
    pub const fn width(&self) -> i32 {
        self.width
    }

    /// Rows.
    pub const fn height(&self) -> i32 {
        self.height
    }

    /// The rectangle of all its cells.
    pub const fn bounds(&self) -> Rect {
        Rect::new(0, 0, self.width, self.height)
    }

    /// The value at `pos`, or `None` outside.
    pub fn get(&self, pos: Pos) -> Option<&T> {
        self.has(pos).then(|| &self.cells[self.index(pos)])
    }

    /// The value at `pos` to change, or `None` outside.
    pub fn get_mut(&mut self, pos: Pos) -> Option<&mut T> {
        let index = self.has(pos).then(|| self.index(pos))?;
        self.cells.get_mut(index)
    }

    /// All positions, row by row.
    pub fn positions(&self) -> impl Iterator<Item = Pos> + use<T> {
        self.bounds().cells()
    }

    /// All positions with their values, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Pos, &T)> {
        self.positions().zip(&self.cells)
    }

    /// The values, row by row.
    pub fn cells(&self) -> &[T] {
        &self.cells
    }

    /// The values to change, row by row.
    pub fn cells_mut(&mut self) -> &mut [T] {
        &mut self.cells
    }

    /// The values of one row.
    pub fn row(&self, y: i32) -> &[T] {
        let start = self.index(Pos::new(0, y));
        &self.cells[start..start + self.width.unsigned_abs() as usize]
    }

    /// The values of one row, to change.
    pub fn row_mut(&mut self, y: i32) -> &mut [T] {
        let start = self.index(Pos::new(0, y));
        &mut self.cells[start..start + self.width.unsigned_abs() as usize]
    }

    /// Whether there is such a cell. A negative coordinate becomes far too large.
    const fn has(&self, pos: Pos) -> bool {
        pos.x.cast_unsigned() < self.width.cast_unsigned()
            && pos.y.cast_unsigned() < self.height.cast_unsigned()
    }

    const fn index(&self, pos: Pos) -> usize {
        // Callers have checked the bounds; a negative coordinate becomes far too large and
        // fails in the slice.
        (pos.y * self.width + pos.x) as usize
    }
}

impl<T: Clone> Grid<T> {
    /// A grid with the same value everywhere.
    pub fn new(width: i32, height: i32, value: T) -> Self {
        let mut grid = Self { width: 0, height: 0, cells: Vec::new() };
        grid.reset(width, height, value);
        grid
    }

    /// Gives it a new size and one value everywhere, keeping its memory.
    pub fn reset(&mut self, width: i32, height: i32, value: T) {
        self.width = width.max(0);
        self.height = height.max(0);
        self.cells.clear();
        self.cells.resize(self.bounds().area() as usize, value);
    }

    /// Sets every cell of a rectangle; what lies outside the grid is left out.
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

/// Drawn maps: a line of text is a row.
impl Grid<char> {
    /// Reads a drawing. Line breaks at its start and end do not count, short lines are filled
    /// up with blanks, and the margin that all lines share is cut off, so that a drawing can
    /// be indented with the code around it.
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

    /// The first cell, in reading order, that shows `glyph`.
    pub fn find(&self, glyph: char) -> Option<Pos> {
        self.iter().find(|&(_, &it)| it == glyph).map(|(pos, _)| pos)
    }
}

impl fmt::Display for Grid<char> {
    /// The drawing, a line a row, without blanks at the ends of lines.
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
    fn outside_is_nothing() {
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
