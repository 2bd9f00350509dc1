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
//! Why it is symmetric: a clear cell is seen exactly when the ray from middle to middle
//! crosses every line between the two in a clear cell. Where the ray passes just between two
//! cells, it may take the one on its left in all lines, or the one on its right in all lines;
//! not now this and now that, because a span that ends on the ray has lost what is beyond it.
//! All this says the same of both ends, and so does the disc.
//!
//! Why there are no fractions: the column where a ray crosses a line is kept in fixed point,
//! and its slope is added from line to line. The true column is a multiple of `1 / 2k`, where
//! `k` is the number of the line in which the ray was made. So a column that is not a whole or
//! half one is at least `1 / 2k` off, far more than the fixed point can be wrong, and a little
//! slack in the rounding makes every decision exact.
//!
//! A view of up to 31 cells fits words of 64 columns, and a span decides a whole line at once
//! (`near`). A longer one is scanned by the same rule in runs of cells (`far`), and so is the
//! narrow span around a single cell, when one asks only whether that cell is seen. What is
//! three cells away at most is looked up in a table (`close`).

mod close;
mod far;
mod near;

use super::Opaque;
use crate::{BitGrid, Pos};

pub(super) use far::sees;

pub(super) fn see(opaque: &Opaque, origin: Pos, radius: u32, seen: &mut BitGrid) {
    if radius <= near::MAX_RADIUS {
        near::see(opaque, origin, radius, seen);
    } else {
        far::see(opaque, origin, radius, seen);
    }
}

pub(crate) use close::see as see_close;
pub(crate) use near::square;

/// The longest reach of a [`square`].
pub(crate) const MAX_SQUARE_REACH: usize = near::MAX_RADIUS as usize;

/// A ray from the origin, at the line now scanned.
#[derive(Clone, Copy)]
struct Ray {
    /// Where it crosses the line, in parts of a column.
    column: i64,
    /// What it gains from one line to the next.
    slope: i64,
}

impl Ray {
    const fn at_next_line(self) -> Self {
        Self { column: self.column + self.slope, slope: self.slope }
    }
}

/// What can be seen between two rays, both included.
///
/// Columns have `FRACTION` bits for parts of a column. The column of the start is kept half a
/// column too far, so that rounding is a mere shift, and both columns too far by the slack.
#[derive(Clone, Copy)]
struct Span<const FRACTION: u32> {
    start: Ray,
    end: Ray,
}

impl<const FRACTION: u32> Span<FRACTION> {
    const ONE: i64 = 1 << FRACTION;
    const HALF: i64 = Self::ONE / 2;
    /// More than a column can be wrong by: that is less than `64 * 31` in the last of 26 bits
    /// (`near`), or less than 1023 in the last of 31 bits (`far`). And less than what lies
    /// between two columns that differ, `ONE / 2k`.
    const SLACK: i64 = Self::ONE >> 14;

    /// A whole quadrant, `depth` lines from the origin.
    const fn quadrant(origin: i64, depth: i64) -> Self {
        let start = (origin - depth) * Self::ONE + Self::HALF + Self::SLACK;
        let end = (origin + depth) * Self::ONE + Self::SLACK;
        Self {
            start: Ray { column: start, slope: -Self::ONE },
            end: Ray { column: end, slope: Self::ONE },
        }
    }

    /// The ray past the cell before `column`.
    const fn start_at(column: i64, slope: i64) -> Ray {
        Ray { column: column * Self::ONE + Self::SLACK, slope }
    }

    /// The ray past the cell in `column`.
    const fn end_before(column: i64, slope: i64) -> Ray {
        Ray { column: column * Self::ONE - Self::HALF + Self::SLACK, slope }
    }

    const fn at_next_line(self) -> Self {
        Self { start: self.start.at_next_line(), end: self.end.at_next_line() }
    }

    /// The first and the last cell that it touches with more than a corner.
    const fn touched(self) -> (i64, i64) {
        let end = self.end.column + Self::HALF - 2 * Self::SLACK;
        (self.start.column >> FRACTION, end >> FRACTION)
    }

    /// The first and the last cell whose middle it has. When it has none, the last is the one
    /// before the first.
    const fn faced(self) -> (i64, i64) {
        let start = self.start.column + Self::HALF - 2 * Self::SLACK;
        (start >> FRACTION, self.end.column >> FRACTION)
    }
}

#[cfg(test)]
mod tests;
