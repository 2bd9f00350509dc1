use crate::{Grid, Pos, Rect};

/// The cells that block sight and light: walls, closed doors, smoke.
///
/// They are stored twice, by rows and by columns, so that the field of view can scan whole words to
/// the east and west as well as to the north and south.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opaque {
    width: i32,
    height: i32,
    pub(super) rows: Lines,
    pub(super) columns: Lines,
}

impl Default for Opaque {
    /// Creates an empty map.
    fn default() -> Self {
        Self::new(0, 0)
    }
}

impl Opaque {
    /// Creates a map of this size without opaque cells.
    pub fn new(width: i32, height: i32) -> Self {
        let (rows, columns) = (Lines::default(), Lines::default());
        let mut opaque = Self { width: 0, height: 0, rows, columns };
        opaque.reset(width, height);
        opaque
    }

    /// Creates a map in which the cells for which `stops` returns `true` are opaque.
    pub fn from_fn(width: i32, height: i32, mut stops: impl FnMut(Pos) -> bool) -> Self {
        let mut opaque = Self::new(width, height);
        for pos in opaque.bounds().cells() {
            if stops(pos) {
                opaque.set(pos, true);
            }
        }
        opaque
    }

    /// Creates a map in which the cells whose value in `grid` passes `stops` are opaque.
    pub fn from_grid<T>(grid: &Grid<T>, mut stops: impl FnMut(&T) -> bool) -> Self {
        Self::from_fn(grid.width(), grid.height(), |pos| stops(&grid[pos]))
    }

    /// Makes all cells clear and changes the size; keeps the allocated memory.
    pub fn reset(&mut self, width: i32, height: i32) {
        (self.width, self.height) = (width.max(0), height.max(0));
        self.rows.reset(self.height, self.width);
        self.columns.reset(self.width, self.height);
    }

    /// Returns the rectangle of all cells of the map.
    pub const fn bounds(&self) -> Rect {
        Rect::new(0, 0, self.width, self.height)
    }

    /// Makes a cell opaque or clear, and returns `true` if that changes it. Panics if the cell is
    /// outside.
    pub fn set(&mut self, pos: Pos, stops: bool) -> bool {
        assert!(self.bounds().contains(pos), "{pos:?} is outside {:?}", self.bounds());
        let changes = self.rows.contains(pos.y, pos.x) != stops;
        if changes {
            self.rows.flip(pos.y, pos.x);
            self.columns.flip(pos.x, pos.y);
        }
        changes
    }

    /// Returns `true` if the cell is opaque. Cells outside the map are not.
    pub fn contains(&self, pos: Pos) -> bool {
        // As an unsigned number, a negative coordinate is too large.
        pos.x.cast_unsigned() < self.width.cast_unsigned()
            && pos.y.cast_unsigned() < self.height.cast_unsigned()
            && self.rows.contains(pos.y, pos.x)
    }
}

/// The rows or the columns of the map as words, in strips.
///
/// A strip is 64 columns wide and has one word per line, so the cells around a cell lie in two
/// series of words. Around the map there is a margin of clear cells, one strip wide and `MARGIN`
/// lines high, so that reading the cells around any cell needs no check of the edges.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Lines {
    count: usize,
    length: usize,
    words: Vec<u64>,
}

impl Lines {
    /// The number of clear lines before the first line and after the last.
    pub const MARGIN: usize = 32;

    fn reset(&mut self, count: i32, length: i32) {
        self.count = count as usize;
        self.length = length as usize;
        self.words.clear();
        self.words.resize(self.height() * (self.length.div_ceil(64) + 2), 0);
    }

    /// Returns the number of lines.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Returns the number of cells per line.
    pub const fn length(&self) -> usize {
        self.length
    }

    /// Returns the 64 lines around a line, in two strips, and a bit. The window starts at this bit
    /// of the first strip and ends in the second; `column` is in its middle.
    pub fn window(&self, line: usize, column: usize) -> ([&[u64; 64]; 2], u32) {
        let start = column + 64 - 32;
        let strip = |index: usize| {
            self.words[index * self.height() + line + Self::MARGIN - 32..]
                .first_chunk()
                .expect("the margin is wide enough")
        };
        ([strip(start / 64), strip(start / 64 + 1)], start as u32 % 64)
    }

    /// Returns seven cells around a column from each of the seven lines around a line.
    pub fn square(&self, line: usize, column: usize) -> [u64; 7] {
        let start = column + 64 - 3;
        let shift = start as u32 % 64;
        let strip = |index: usize| {
            self.words[index * self.height() + line + Self::MARGIN - 3..]
                .first_chunk::<7>()
                .expect("the margin is wide enough")
        };
        let (low, high) = (strip(start / 64), strip(start / 64 + 1));
        // Two shifts, because shifting a word by 64 is not allowed.
        std::array::from_fn(|at| (low[at] >> shift | high[at] << 1 << (63 - shift)) & 0b111_1111)
    }

    /// Returns the word of a line that starts at column `64 * index`.
    pub fn word(&self, line: usize, index: usize) -> u64 {
        self.words[self.word_index(line, index)]
    }

    fn flip(&mut self, line: i32, column: i32) {
        let word = self.word_index(line as usize, column as usize / 64);
        self.words[word] ^= 1 << (column % 64);
    }

    fn contains(&self, line: i32, column: i32) -> bool {
        self.word(line as usize, column as usize / 64) >> (column % 64) & 1 == 1
    }

    const fn height(&self) -> usize {
        self.count + 2 * Self::MARGIN
    }

    const fn word_index(&self, line: usize, index: usize) -> usize {
        (index + 1) * self.height() + Self::MARGIN + line
    }
}
