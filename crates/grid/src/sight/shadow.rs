//! Symmetric shadowcasting.
//!
//! The diagonals through the origin divide the map into four quadrants of two octants each: north,
//! south, west and east. A quadrant is scanned outwards, line by line: rows to the north and south,
//! columns to the west and east. The visible part is a set of *spans*. A span is what lies between
//! two rays from the centre of the origin. A quadrant starts with one span, from diagonal to
//! diagonal.
//!
//! In each line a span *touches* some cells. A touched opaque cell is visible. A touched clear cell
//! lets light pass, but is visible only if the span *faces* it, that is, contains its centre. Each
//! run of clear cells among the touched ones becomes a span for the next line, bounded by the rays
//! past its opaque neighbours. An opaque cell stops the rays that cross its line within half a cell
//! of its centre, so these new rays pass at half columns.
//!
//! Why it is symmetric: a clear cell is visible exactly if the ray from centre to centre crosses
//! every line in between in a clear cell. Where the ray passes exactly between two cells, it may
//! use the left one in every line or the right one in every line. It may not change sides, because
//! a span that ends on the ray has lost everything beyond it. These conditions are the same from
//! both ends, and so is the disc.
//!
//! Why there are no fractions: the column where a ray crosses a line is a fixed-point number, and
//! the slope is added from line to line. The exact column is a multiple of `1 / 2k`, where `k` is
//! the number of the line in which the ray was created. So a column that is not a whole or a half
//! number differs from one by at least `1 / 2k`. That is far more than the error of the fixed-point
//! number, so a little slack in the rounding makes every decision exact.
//!
//! A radius of up to 31 cells fits into words of 64 columns, where a span handles a whole line at
//! once (`near`). A larger radius uses the same rules on runs of cells (`far`), and so does the
//! narrow span around a single cell for the question whether that cell is visible. Cells at most
//! three steps away are looked up in a table (`close`).

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

/// The largest reach of a [`square`].
pub(crate) const MAX_SQUARE_REACH: usize = near::MAX_RADIUS as usize;

/// A ray from the origin, where it crosses the current line.
#[derive(Clone, Copy)]
struct Ray {
    /// The column where it crosses the line, in fixed point.
    column: i64,
    /// The change of the column from one line to the next.
    slope: i64,
}

impl Ray {
    const fn at_next_line(self) -> Self {
        Self { column: self.column + self.slope, slope: self.slope }
    }
}

/// The area between two rays, including both.
///
/// Columns have `FRACTION` fractional bits. The start column is stored half a column too high, so
/// that rounding is only a shift, and both columns are too high by the slack.
#[derive(Clone, Copy)]
struct Span<const FRACTION: u32> {
    start: Ray,
    end: Ray,
}

impl<const FRACTION: u32> Span<FRACTION> {
    const ONE: i64 = 1 << FRACTION;
    const HALF: i64 = Self::ONE / 2;
    /// More than the error of a column, which is less than `64 * 31` units of the last of 26 bits
    /// (`near`) or less than 1023 units of the last of 31 bits (`far`). Less than the distance
    /// between two different columns, `ONE / 2k`.
    const SLACK: i64 = Self::ONE >> 14;

    /// Returns the span of a whole quadrant, `depth` lines from the origin.
    const fn quadrant(origin: i64, depth: i64) -> Self {
        let start = (origin - depth) * Self::ONE + Self::HALF + Self::SLACK;
        let end = (origin + depth) * Self::ONE + Self::SLACK;
        Self {
            start: Ray { column: start, slope: -Self::ONE },
            end: Ray { column: end, slope: Self::ONE },
        }
    }

    /// Returns the ray past the cell before `column`.
    const fn start_at(column: i64, slope: i64) -> Ray {
        Ray { column: column * Self::ONE + Self::SLACK, slope }
    }

    /// Returns the ray past the cell in `column`.
    const fn end_before(column: i64, slope: i64) -> Ray {
        Ray { column: column * Self::ONE - Self::HALF + Self::SLACK, slope }
    }

    const fn at_next_line(self) -> Self {
        Self { start: self.start.at_next_line(), end: self.end.at_next_line() }
    }

    /// Returns the first and the last cell that the span touches with more than a corner.
    const fn touched(self) -> (i64, i64) {
        let end = self.end.column + Self::HALF - 2 * Self::SLACK;
        (self.start.column >> FRACTION, end >> FRACTION)
    }

    /// Returns the first and the last cell whose centre the span contains. If there is none, the
    /// last is the cell before the first.
    const fn faced(self) -> (i64, i64) {
        let start = self.start.column + Self::HALF - 2 * Self::SLACK;
        (start >> FRACTION, self.end.column >> FRACTION)
    }
}

#[cfg(test)]
mod tests;
