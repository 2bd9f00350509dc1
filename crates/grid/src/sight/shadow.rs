//! Symmetric shadowcasting.
//!
//! The plane around the origin is cut along its diagonals into four quadrants of two octants
//! each, north, south, west and east. A quadrant is scanned in lines, row by row (column by
//! column to the west and east), outwards. What can still be seen is a set of *spans*: a span
//! lies between two rays from the middle of the origin, and a quadrant begins with one, from
//! diagonal to diagonal.
//!
//! In each line a span *touches* some cells. An opaque cell that is touched is seen. A clear
//! cell is seen only when the span *faces* it, that is, has the cell's middle, though light
//! passes it in any case. Each run of clear cells among the touched ones becomes a span for
//! the next line, cut off by the rays past its opaque neighbours. An opaque cell stops the
//! rays that cross its line within half a cell of its middle, so these new rays pass at half
//! columns.
//!
//! Why it is symmetric: a clear cell is seen exactly when a ray from middle to middle crosses
//! every line between the two in a clear cell. Where the ray passes between two cells, it may
//! take the left one everywhere or the right one everywhere, because a span that ends on a ray
//! loses the cells beyond it. This says the same of both ends. The disc is the same from both
//! ends, too.
//!
//! Rays need no fractions of two numbers. The column where a ray crosses a line is kept in
//! fixed point and grows by its slope from line to line. The exact column is a whole multiple
//! of `1 / 2k`, where `k` is the line in which the ray was made; so all columns that are not
//! exactly on a whole or half one are at least `1 / 2k` away from it, far more than the fixed
//! point can be wrong, and a little slack in the rounding makes every decision exact.
//!
//! A view of up to 31 cells fits words of 64 columns, and whole lines are decided at once
//! (`near`). A longer one is scanned by the same rule in runs of cells (`far`), and so is the
//! narrow span between two cells when one asks only whether they see each other.

mod far;
mod near;

use super::Opaque;
use crate::{BitGrid, Pos};

pub(super) fn see(opaque: &Opaque, origin: Pos, radius: u32, seen: &mut BitGrid) {
    if radius <= near::FARTHEST {
        near::see(opaque, origin, radius, seen);
    } else {
        far::see(opaque, origin, radius, seen);
    }
}

pub(super) use far::sees;

/// The bits of a column's number that count parts of a column.
///
/// A slope is wrong by less than 64 in the last bit (`near`) or by less than one (`far`), and
/// is added 31 times or 4095 times. So `SLACK` is above what a column can be wrong by, and
/// below half of `ONE / 2k`.
const FRACTION: u32 = 31;
const ONE: i64 = 1 << FRACTION;
const HALF: i64 = ONE / 2;
const SLACK: i64 = ONE >> 16;

/// A ray from the origin, at the line now scanned.
#[derive(Clone, Copy)]
struct Ray {
    /// Where it crosses the line, in parts of a column.
    column: i64,
    /// Columns that it gains from one line to the next.
    slope: i64,
}

impl Ray {
    /// The ray that passes between `column` and the one before it.
    const fn before(column: i64, slope: i64) -> Self {
        Self { column: column * ONE - HALF, slope }
    }

    const fn at_next_line(self) -> Self {
        Self { column: self.column + self.slope, slope: self.slope }
    }
}

/// What can be seen between two rays, both included.
#[derive(Clone, Copy)]
struct Span {
    start: Ray,
    end: Ray,
}

impl Span {
    /// A whole quadrant, at the line of the origin.
    const fn quadrant(origin: i64) -> Self {
        let column = origin * ONE;
        Self { start: Ray { column, slope: -ONE }, end: Ray { column, slope: ONE } }
    }

    const fn at_next_line(self) -> Self {
        Self { start: self.start.at_next_line(), end: self.end.at_next_line() }
    }

    /// The first and the last cell that it touches with more than a corner.
    const fn touched(self) -> (i64, i64) {
        let first = (self.start.column + HALF + SLACK) >> FRACTION;
        let last = (self.end.column + HALF - SLACK) >> FRACTION;
        (first, last)
    }

    /// The first and the last cell whose middle it has. When it has none, the last is the one
    /// before the first.
    const fn faced(self) -> (i64, i64) {
        let first = (self.start.column + ONE - SLACK) >> FRACTION;
        let last = (self.end.column + SLACK) >> FRACTION;
        (first, last)
    }
}

#[cfg(test)]
mod tests;
