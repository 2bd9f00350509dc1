use crate::{Grid, Pos, Rect};

/// The cells that stop sight and light: walls, closed doors, smoke.
///
/// They are kept twice, by rows and by columns, always alike, so that a view scans eastwards
/// and westwards by words as it does northwards and southwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opaque {
    width: i32,
    height: i32,
    pub(super) rows: Lines,
    pub(super) columns: Lines,
}

impl Default for Opaque {
    /// A plane without cells.
    fn default() -> Self {
        Self::new(0, 0)
    }
}

impl Opaque {
    /// A plane of that size where nothing stops sight.
    pub fn new(width: i32, height: i32) -> Self {
        let (rows, columns) = (Lines::default(), Lines::default());
        let mut opaque = Self { width: 0, height: 0, rows, columns };
        opaque.reset(width, height);
        opaque
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
        self.rows.reset(self.height, self.width);
        self.columns.reset(self.width, self.height);
    }

    /// The rectangle of all cells of the plane.
    pub const fn bounds(&self) -> Rect {
        Rect::new(0, 0, self.width, self.height)
    }

    /// Makes a cell stop sight, or not; true if it did not do so before. A cell outside is a bug
    /// and panics.
    pub fn set(&mut self, pos: Pos, stops: bool) -> bool {
        assert!(self.bounds().contains(pos), "{pos:?} is outside {:?}", self.bounds());
        let changes = self.rows.contains(pos.y, pos.x) != stops;
        if changes {
            self.rows.flip(pos.y, pos.x);
            self.columns.flip(pos.x, pos.y);
        }
        changes
    }

    /// Whether the cell stops sight. None does outside, where there is nothing to see.
    pub fn contains(&self, pos: Pos) -> bool {
        self.bounds().contains(pos) && self.rows.contains(pos.y, pos.x)
    }
}

/// Rows or columns of the plane as words, in strips.
///
/// A strip is 64 columns wide and has a word for each line, so that the cells around one cell
/// are two runs of words. Around the plane there is a margin of one strip, and of `MARGIN`
/// lines, all clear: whoever reads the cells around a cell of the plane meets no edge.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Lines {
    count: usize,
    length: usize,
    words: Vec<u64>,
}

impl Lines {
    /// Clear lines before the first and after the last one.
    pub const MARGIN: usize = 32;

    fn reset(&mut self, count: i32, length: i32) {
        self.count = count as usize;
        self.length = length as usize;
        self.words.clear();
        self.words.resize(self.height() * (self.length.div_ceil(64) + 2), 0);
    }

    /// How many lines there are.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// How many cells a line has.
    pub const fn length(&self) -> usize {
        self.length
    }

    /// The 64 lines around a line, the cell in `column` being in the middle of the 64 columns
    /// that begin in the first strip at the bit that is returned, and end in the second.
    pub fn window(&self, line: usize, column: usize) -> ([&[u64; 64]; 2], u32) {
        let start = column + 64 - 32;
        let strip = |index: usize| {
            self.words[index * self.height() + line + Self::MARGIN - 32..]
                .first_chunk()
                .expect("the margin is wide enough")
        };
        ([strip(start / 64), strip(start / 64 + 1)], start as u32 % 64)
    }

    /// The seven cells around a column of each of the seven lines around a line.
    pub fn square(&self, line: usize, column: usize) -> [u64; 7] {
        let start = column + 64 - 3;
        let shift = start as u32 % 64;
        let strip = |index: usize| {
            self.words[index * self.height() + line + Self::MARGIN - 3..]
                .first_chunk::<7>()
                .expect("the margin is wide enough")
        };
        let (low, high) = (strip(start / 64), strip(start / 64 + 1));
        // Two shifts, for the word has no 64th bit.
        std::array::from_fn(|at| (low[at] >> shift | high[at] << 1 << (63 - shift)) & 0b111_1111)
    }

    /// The word of a line that begins with column `64 * index`.
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
