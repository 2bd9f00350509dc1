//! Computes which cells a source lights, and adds or subtracts its light.

use super::ramp::{Ramps, Sum};
use super::{Beam, Glow, Light, LightMap};
use crate::bits::ones;
use crate::sight::shadow;
use crate::{BitGrid, Grid, Opaque, Pos, Sight};

impl Light {
    /// Returns `true` if all its cells lie in a square of seven by seven cells. Most lights are
    /// that small, and their cells fit into one word: bit `7 * row + column`.
    pub(super) const fn is_small(&self) -> bool {
        self.radius <= 4
    }

    /// Returns how far the square that contains all its cells reaches from the source.
    pub(super) const fn reach(&self) -> u32 {
        match self.radius {
            ..=4 => 3,
            5..=Sight::MAX_RADIUS => self.radius - 1,
            _ => Sight::MAX_RADIUS,
        }
    }

    /// Returns the number of rows and columns of its square.
    const fn side(&self) -> usize {
        2 * self.reach() as usize + 1
    }

    /// Returns the number of words per row of its cells, unless it is small.
    const fn stride(&self) -> usize {
        self.side().div_ceil(64)
    }

    /// Returns the number of words of its cells.
    pub(super) const fn words(&self) -> usize {
        if self.is_small() { 1 } else { self.side() * self.stride() }
    }

    /// Returns the first column of its square.
    const fn left(&self) -> i32 {
        self.pos.x.wrapping_sub(self.reach() as i32)
    }

    /// Returns the first row of its square.
    const fn top(&self) -> i32 {
        self.pos.y.wrapping_sub(self.reach() as i32)
    }
}

impl LightMap {
    /// Computes which cells a source lights: row by row of its square, in words that start at the
    /// first column of the square. Cells outside the map are never set. `seen` is the field of view
    /// from the source up to its radius, if it is already known.
    pub(super) fn cast(
        &mut self,
        opaque: &Opaque,
        seen: Option<&BitGrid>,
        light: &Light,
        cells: &mut Vec<u64>,
    ) {
        assert_eq!(
            self.bounds(),
            opaque.bounds(),
            "the light map and its obstacles must have the same size"
        );
        cells.clear();
        if !self.bounds().contains(light.pos) {
            cells.resize(light.words(), 0);
            return;
        }
        if light.is_small() {
            cells.push(shadow::see_close(opaque, light.pos));
        } else if let Some(seen) = seen {
            copy_square(seen, light, cells);
        } else if light.reach() as usize <= shadow::MAX_SQUARE_REACH {
            cells.extend(shadow::square(opaque, light.pos, light.reach() as usize));
        } else {
            let radius = light.metric.covering_radius(light.radius);
            Sight::Shadow.see(opaque, light.pos, radius, &mut self.reached);
            copy_square(&self.reached, light, cells);
        }
        self.ramps.trim(light, cells);
        if light.beam != Beam::All {
            narrow(light, cells);
        }
    }

    /// Adds the light of a source to some cells of its square.
    pub(super) fn add(&mut self, light: &Light, cells: &[u64]) {
        if !light.is_small() {
            self.apply::<true>(light, cells);
        } else if cells[0] != 0 {
            self.apply::<true>(light, &unpacked(cells[0]));
        }
    }

    /// Subtracts the light of a source from some cells of its square, which must have it.
    pub(super) fn subtract(&mut self, light: &Light, cells: &[u64]) {
        if !light.is_small() {
            self.apply::<false>(light, cells);
        } else if cells[0] != 0 {
            self.apply::<false>(light, &unpacked(cells[0]));
        }
    }

    /// Changes the sums of some cells, and the light that is read from them.
    fn apply<const ADDS: bool>(&mut self, light: &Light, cells: &[u64]) {
        if light.intensity == 0 {
            return;
        }
        if light.radius > Ramps::MAX_RADIUS {
            return self.apply_long::<ADDS>(light, cells);
        }
        let ramp = self.ramps.find(light);
        let ramp = self.ramps.rows(ramp);
        let (side, reach) = (light.side(), light.reach() as usize);
        let (left, top) = (light.left(), light.top());
        let mut canvas =
            Canvas { sums: &mut self.sums, glows: &mut self.glows, lit: &mut self.lit };
        for (&word, row) in cells.iter().zip(0_usize..).filter(|(word, _)| **word != 0) {
            let shares = &ramp[row.abs_diff(reach) * side..];
            canvas.paint::<ADDS>(Pos::new(left, top + row as i32), word, shares);
        }
    }

    #[cold]
    fn apply_long<const ADDS: bool>(&mut self, light: &Light, cells: &[u64]) {
        let (left, top) = (light.left(), light.top());
        let mut canvas =
            Canvas { sums: &mut self.sums, glows: &mut self.glows, lit: &mut self.lit };
        for (row, y) in cells.chunks(light.stride()).zip(0..) {
            let shares = self.ramps.long_row(light, light.reach().abs_diff(y));
            let words = row.iter().zip((0..).step_by(64)).filter(|(word, _)| **word != 0);
            for (&word, column) in words {
                let at = Pos::new(left + column, top + y.cast_signed());
                canvas.paint::<ADDS>(at, word, &shares[column as usize..]);
            }
        }
    }
}

/// The parts of a light map that a source changes.
struct Canvas<'a> {
    sums: &'a mut Grid<Sum>,
    glows: &'a mut Grid<Glow>,
    lit: &'a mut BitGrid,
}

impl Canvas<'_> {
    /// Changes up to 64 cells of a row. `cells` is a set of cells that starts at `at`, and `shares`
    /// is what the source gives to each. `at` may lie before the row if the set has no cells there.
    #[inline]
    fn paint<const ADDS: bool>(&mut self, at: Pos, cells: u64, shares: &[Sum]) {
        // From the first to the last cell: usually the set has all cells in between.
        let first = cells.trailing_zeros();
        let length = (64 - cells.leading_zeros() - first) as usize;
        let x = (at.x + first.cast_signed()) as usize;
        let start = at.y as usize * self.sums.width() as usize + x;
        let row = Row {
            sums: &mut self.sums.cells_mut()[start..start + length],
            glows: &mut self.glows.cells_mut()[start..start + length],
            shares: &shares[first as usize..][..length],
        };
        // A source with any light gives some to each of its cells.
        let marked = row.apply::<ADDS>(cells >> first);
        let index = at.y as usize * self.lit.stride() + x / 64;
        let mark = |lit: &mut u64, cells: u64| {
            *lit = if ADDS { *lit | cells } else { *lit & !cells };
        };
        let lit = &mut self.lit.words_mut()[index..];
        mark(&mut lit[0], marked << (x % 64));
        // Two shifts, because shifting a word by 64 is not allowed.
        let beyond = marked >> 1 >> (63 - x % 64);
        if beyond != 0 {
            mark(&mut lit[1], beyond);
        }
    }
}

/// Neighbouring cells of a row, and what a source gives to each.
struct Row<'a> {
    sums: &'a mut [Sum],
    glows: &'a mut [Glow],
    shares: &'a [Sum],
}

impl Row<'_> {
    /// Adds the light to some of the cells and returns these; or subtracts it and returns those
    /// that are dark afterwards.
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

/// Copies the cells of a light's square from a set of cells of the whole map.
fn copy_square(map: &BitGrid, light: &Light, cells: &mut Vec<u64>) {
    let side = light.side() as i32;
    for y in light.top()..light.top() + side {
        let inside = y.cast_unsigned() < map.height().cast_unsigned();
        let row = if inside { map.row(y) } else { &[] };
        let word = |index: i32| {
            usize::try_from(index).ok().and_then(|index| row.get(index)).copied().unwrap_or(0)
        };
        for column in (light.left()..light.left() + side).step_by(64) {
            let (index, shift) = (column.div_euclid(64), column.rem_euclid(64));
            cells.push(word(index) >> shift | word(index + 1) << 1 << (63 - shift));
        }
    }
}

/// Returns the rows of a small square.
fn unpacked(cells: u64) -> [u64; 7] {
    std::array::from_fn(|row| cells >> (7 * row) & 0b111_1111)
}

/// Removes the cells that the beam of a light does not cover.
fn narrow(light: &Light, cells: &mut [u64]) {
    let reach = light.reach().cast_signed();
    if light.is_small() {
        let met = |bit: &i32| light.beam.meets(Pos::new(bit % 7 - reach, bit / 7 - reach));
        cells[0] = ones(cells[0]).filter(met).fold(0, |cells, bit| cells | 1 << bit);
        return;
    }
    for (row, y) in cells.chunks_mut(light.stride()).zip(-reach..) {
        for (word, left) in row.iter_mut().zip((-reach..).step_by(64)) {
            let met = |bit: &i32| light.beam.meets(Pos::new(left + bit, y));
            *word = ones(*word).filter(met).fold(0, |cells, bit| cells | 1 << bit);
        }
    }
}
