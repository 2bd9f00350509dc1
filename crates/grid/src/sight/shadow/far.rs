//! The scan in runs of cells, for any radius and for single cells.

use super::Span;
use crate::sight::opaque::Lines;
use crate::sight::{Opaque, disc_half_width};
use crate::{BitGrid, Pos, Rect};

/// Fractional bits of a column, enough for the farthest line.
const FRACTION: u32 = 31;

pub(super) fn see(opaque: &Opaque, origin: Pos, radius: u32, seen: &mut BitGrid) {
    seen.insert(origin);
    for side in Side::ALL {
        let quadrant = Quadrant::new(opaque, origin, side);
        let reach = quadrant.lines_to_edge().min(radius as i32);
        let mark = |depth: i32, from: i64, to: i64| {
            let half_width = i64::from(disc_half_width(radius, depth.unsigned_abs()));
            let (from, to) = (from.max(-half_width), to.min(half_width));
            seen.insert_rect(side.rect(origin, depth, from as i32, to as i32));
        };
        Scan { quadrant, reach, mark }.run(0, Span::quadrant(quadrant.column, 0));
    }
}

/// Returns `true` if `to` is visible from `origin`. Scans only the span around `to`.
pub(in crate::sight) fn sees(opaque: &Opaque, origin: Pos, to: Pos) -> bool {
    let mut found = false;
    for side in Side::ALL {
        let (depth, column) = side.turned(to - origin);
        if depth < column.abs() {
            continue;
        }
        let quadrant = Quadrant::new(opaque, origin, side);
        let mut span = Span::quadrant(quadrant.column, 0);
        let column = i64::from(column);
        span.start.slope = slope(column, depth).max(span.start.slope);
        span.end.slope = slope(column + 1, depth).min(span.end.slope);
        let mark = |line: i32, from: i64, to: i64| {
            found |= line == depth && (from..=to).contains(&column);
        };
        Scan { quadrant, reach: depth, mark }.run(0, span);
    }
    found
}

/// The direction of a quadrant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    North,
    South,
    West,
    East,
}

impl Side {
    const ALL: [Self; 4] = [Self::North, Self::South, Self::West, Self::East];

    /// Converts an offset from the origin to lines outwards and columns along a line.
    const fn turned(self, offset: Pos) -> (i32, i32) {
        match self {
            Self::North => (-offset.y, offset.x),
            Self::South => (offset.y, offset.x),
            Self::West => (-offset.x, offset.y),
            Self::East => (offset.x, offset.y),
        }
    }

    /// Returns the cells of a line between two columns, including both. Columns count from the
    /// origin.
    const fn rect(self, origin: Pos, depth: i32, from: i32, to: i32) -> Rect {
        let length = to - from + 1;
        match self {
            Self::North => Rect::new(origin.x + from, origin.y - depth, length, 1),
            Self::South => Rect::new(origin.x + from, origin.y + depth, length, 1),
            Self::West => Rect::new(origin.x - depth, origin.y + from, 1, length),
            Self::East => Rect::new(origin.x + depth, origin.y + from, 1, length),
        }
    }
}

/// The lines of a quadrant.
#[derive(Clone, Copy)]
struct Quadrant<'a> {
    lines: &'a Lines,
    /// The origin's line, and the step to the next line outwards.
    line: i32,
    step: i32,
    /// The origin's column.
    column: i64,
}

impl<'a> Quadrant<'a> {
    fn new(opaque: &'a Opaque, origin: Pos, side: Side) -> Self {
        let (lines, line, column) = match side {
            Side::North | Side::South => (&opaque.rows, origin.y, origin.x),
            Side::West | Side::East => (&opaque.columns, origin.x, origin.y),
        };
        let step = if matches!(side, Side::North | Side::West) { -1 } else { 1 };
        Self { lines, line, step, column: i64::from(column) }
    }

    const fn lines_to_edge(self) -> i32 {
        if self.step < 0 { self.line } else { self.lines.count() as i32 - 1 - self.line }
    }

    /// Returns whether the cell in column `from` of a line is opaque, and the end of the run of
    /// such cells that starts there, at most `last`.
    fn run(self, depth: i32, from: i64, last: i64) -> (bool, i64) {
        let line = (self.line + self.step * depth) as usize;
        let mut index = from as usize / 64;
        let first = self.lines.word(line, index);
        let opaque = first >> (from % 64) & 1 == 1;
        let alike = if opaque { u64::MAX } else { 0 };
        let mut different = (first ^ alike) & u64::MAX << (from % 64);
        while different == 0 && (index as i64 + 1) * 64 <= last {
            index += 1;
            different = self.lines.word(line, index) ^ alike;
        }
        let end = index as i64 * 64 + i64::from(different.trailing_zeros());
        (opaque, last.min(end - 1))
    }
}

/// A scan that passes each run of visible cells to `mark`: the line, and the first and the last
/// column relative to the origin.
struct Scan<'a, Mark> {
    quadrant: Quadrant<'a>,
    reach: i32,
    mark: Mark,
}

impl<Mark: FnMut(i32, i64, i64)> Scan<'_, Mark> {
    /// Scans a span from the line after `depth` to the end.
    fn run(&mut self, mut depth: i32, mut span: Span<FRACTION>) {
        while depth < self.reach {
            depth += 1;
            span = span.at_next_line();
            let Some(last) = self.scan_line(depth, span) else { return };
            span = last;
        }
    }

    /// Marks the visible cells of one line, scans all spans that it leaves except the last, and
    /// returns the last.
    fn scan_line(&mut self, depth: i32, span: Span<FRACTION>) -> Option<Span<FRACTION>> {
        let origin = self.quadrant.column;
        let slope = |column: i64| slope(column - origin, depth);
        let (first, last) = self.inside(span.touched());
        let faced = span.faced();
        let mut left: Option<Span<FRACTION>> = None;
        let mut from = first;
        while from <= last {
            let (opaque, to) = self.quadrant.run(depth, from, last);
            if opaque {
                (self.mark)(depth, from - origin, to - origin);
            } else {
                (self.mark)(depth, from.max(faced.0) - origin, to.min(faced.1) - origin);
                let mut part = span;
                if from > first {
                    part.start = Span::<FRACTION>::start_at(from, slope(from));
                }
                if to < last {
                    part.end = Span::<FRACTION>::end_before(to + 1, slope(to + 1));
                }
                if let Some(earlier) = left.replace(part) {
                    self.run(depth, earlier);
                }
            }
            from = to + 1;
        }
        left
    }

    /// Clips columns to the map. A ray that has left the map does not come back.
    fn inside(&self, (first, last): (i64, i64)) -> (i64, i64) {
        (first.max(0), last.min(self.quadrant.lines.length() as i64 - 1))
    }
}

/// Returns the slope of the ray that passes between a column and the one before it at a line.
/// Columns count from the origin.
const fn slope(column: i64, depth: i32) -> i64 {
    (2 * column - 1) * (1 << FRACTION) / (2 * depth as i64)
}
