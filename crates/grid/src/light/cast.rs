//! The cells that a source lights, and its light on them.

use super::ramp::Sum;
use super::{Beam, Glow, Light, LightMap};
use crate::bits::ones;
use crate::sight::shadow;
use crate::{BitGrid, Opaque, Pos, Sight};

impl Light {
    /// How many rows and columns away it may light a cell.
    pub(super) const fn reach(&self) -> u32 {
        // Not `Ord::min`, which is no constant function.
        let reach = self.radius.saturating_sub(1);
        if reach < Sight::FARTHEST { reach } else { Sight::FARTHEST }
    }

    /// The rows of the square that it may light, which are the columns, too.
    const fn side(&self) -> usize {
        if self.radius == 0 { 0 } else { 2 * self.reach() as usize + 1 }
    }

    /// How many words a row of its cells has.
    const fn stride(&self) -> usize {
        self.side().div_ceil(64)
    }

    /// How many words its cells have.
    pub(super) const fn words(&self) -> usize {
        self.side() * self.stride()
    }

    /// The first column of its square.
    const fn left(&self) -> i32 {
        self.pos.x.wrapping_sub(self.reach() as i32)
    }

    /// The first row of its square.
    const fn top(&self) -> i32 {
        self.pos.y.wrapping_sub(self.reach() as i32)
    }
}

impl LightMap {
    /// Works out which cells a source lights: row by row of its square, in words that begin
    /// with the square's first column. Cells beyond the plane are never among them.
    pub(super) fn cast(&mut self, opaque: &Opaque, light: &Light, cells: &mut Vec<u64>) {
        assert_eq!(self.bounds(), opaque.bounds(), "light on another plane than its obstacles");
        cells.clear();
        if light.radius == 0 || !self.bounds().contains(light.pos) {
            cells.resize(light.words(), 0);
            return;
        }
        if light.reach() as usize <= shadow::LONGEST_SQUARE {
            shadow::square(opaque, light.pos, light.reach() as usize, cells);
        } else {
            Sight::Shadow.see(opaque, light.pos, light.radius, &mut self.reached);
            cut_out(&self.reached, light, cells);
        }
        let ramp = self.ramps.find(light);
        for (row, away) in cells.chunks_mut(light.stride()).zip(-light.reach().cast_signed()..) {
            self.ramps.trim(ramp, light, away.unsigned_abs(), row);
        }
        if light.beam != Beam::All {
            narrow(light, cells);
        }
    }

    /// Adds the light of a source to some cells of its square.
    pub(super) fn add(&mut self, light: &Light, cells: impl Iterator<Item = u64>) {
        self.apply::<true>(light, cells);
    }

    /// Takes the light of a source from some cells of its square, which had it.
    pub(super) fn subtract(&mut self, light: &Light, cells: impl Iterator<Item = u64>) {
        self.apply::<false>(light, cells);
    }

    /// Changes the sums of some cells, and what is read from them.
    #[inline]
    fn apply<const ADDS: bool>(&mut self, light: &Light, cells: impl Iterator<Item = u64>) {
        if light.intensity == 0 {
            return;
        }
        let (stride, width) = (light.stride(), self.sums.width());
        let (left, top, reach) = (light.left(), light.top(), light.reach());
        let place = self.ramps.find(light);
        for (word, index) in cells.zip(0..).filter(|(word, _)| *word != 0) {
            // Nearly all rows fit a word, and a division takes as long as many cells.
            let (row, column) =
                if stride == 1 { (index, 0) } else { (index / stride, index % stride * 64) };
            let (x, y) = (left + column as i32, top + row as i32);
            // From the first to the last cell: mostly all in between are cells, too.
            let first = word.trailing_zeros();
            let length = (64 - word.leading_zeros() - first) as usize;
            let start = (y * width + x + first.cast_signed()) as usize;
            let ramp = self.ramps.row(place, light, (row as u32).abs_diff(reach));
            let row = Row {
                sums: &mut self.sums.cells_mut()[start..start + length],
                glows: &mut self.glows.cells_mut()[start..start + length],
                shares: &ramp[column + first as usize..][..length],
            };
            // A source that has any light has some on each of its cells.
            let marked = row.apply::<ADDS>(word >> first) << first;
            for (lit, marked) in at_column(self.lit.row_mut(y), x, marked) {
                *lit = if ADDS { *lit | marked } else { *lit & !marked };
            }
        }
    }
}

/// Cells that stand side by side, and what a source gives to each.
struct Row<'a> {
    sums: &'a mut [Sum],
    glows: &'a mut [Glow],
    shares: &'a [Sum],
}

impl Row<'_> {
    /// Adds its light to some of the cells, and tells which; or takes it away, and tells which
    /// of them are dark then.
    #[inline]
    fn apply<const ADDS: bool>(self, cells: u64) -> u64 {
        let whole = cells & cells.wrapping_add(1) == 0;
        let mut dark = 0;
        let row = self.sums.iter_mut().zip(self.glows).zip(self.shares).zip(0..);
        for (((sum, glow), &share), bit) in row {
            if !whole && cells >> bit & 1 == 0 {
                continue;
            }
            if ADDS {
                sum.add(share);
            } else {
                sum.subtract(share);
                dark |= u64::from(sum.is_dark()) << bit;
            }
            *glow = (*sum).into();
        }
        if ADDS { cells } else { dark }
    }
}

/// The words of a row that have the cells which begin in a column, each with its part of those
/// cells. Where the column lies before the row, the cells there are none.
fn at_column(row: &mut [u64], column: i32, cells: u64) -> impl Iterator<Item = (&mut u64, u64)> {
    let before = column.min(0).unsigned_abs();
    let (cells, column) = (cells >> before, column.max(0).unsigned_abs());
    let shift = column % 64;
    // Two shifts, for a word has no 64th bit.
    let parts = [cells << shift, cells >> 1 >> (63 - shift)];
    row[column as usize / 64..].iter_mut().zip(parts)
}

/// The cells of the square of a light, cut out of a plane.
fn cut_out(plane: &BitGrid, light: &Light, cells: &mut Vec<u64>) {
    let side = light.side() as i32;
    for y in light.top()..light.top() + side {
        let inside = y.cast_unsigned() < plane.height().cast_unsigned();
        let row = if inside { plane.row(y) } else { &[] };
        let word = |index: i32| {
            usize::try_from(index).ok().and_then(|index| row.get(index)).copied().unwrap_or(0)
        };
        for column in (light.left()..light.left() + side).step_by(64) {
            let (index, shift) = (column.div_euclid(64), column.rem_euclid(64));
            cells.push(word(index) >> shift | word(index + 1) << 1 << (63 - shift));
        }
    }
}

/// Takes out of the cells of a light those that its beam does not meet.
fn narrow(light: &Light, cells: &mut [u64]) {
    let reach = light.reach().cast_signed();
    for (row, y) in cells.chunks_mut(light.stride()).zip(-reach..) {
        for (word, left) in row.iter_mut().zip((-reach..).step_by(64)) {
            for bit in ones(*word) {
                if !light.beam.meets(Pos::new(left + bit, y)) {
                    *word &= !(1 << bit);
                }
            }
        }
    }
}
