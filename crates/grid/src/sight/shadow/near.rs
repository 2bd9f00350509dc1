//! The scan by words, for a radius of up to 31.
//!
//! A line is a word with the origin's column in its middle bit. What is opaque, what a span
//! touches and what it faces are words too, and a line without an obstacle costs a few
//! instructions, however wide it is.

use super::{HALF, Ray, Span};
use crate::sight::{Opaque, disc_half_width};
use crate::{BitGrid, Pos};

/// The longest radius whose lines fit a word.
pub(super) const FARTHEST: u32 = 31;

/// The bit of the origin's column.
const MIDDLE: u32 = 32;

/// `HALF` divided by the number of a line.
const HALVES: [i64; 32] = {
    let mut halves = [0; 32];
    let mut depth = 1;
    while depth < 32 {
        halves[depth] = HALF / depth as i64;
        depth += 1;
    }
    halves
};

/// The rows of each disc, from its middle row outwards.
const DISCS: [[u64; 32]; 32] = {
    let mut discs = [[0; 32]; 32];
    let mut radius = 0;
    while radius <= FARTHEST {
        let mut depth = 0;
        while depth <= radius {
            let side = disc_half_width(radius, depth);
            discs[radius as usize][depth as usize] = between(MIDDLE - side, MIDDLE + side);
            depth += 1;
        }
        radius += 1;
    }
    discs
};

pub(super) fn see(opaque: &Opaque, origin: Pos, radius: u32, seen: &mut BitGrid) {
    if radius < 16 {
        see_lines(opaque, origin, radius, &mut [0; 32], &mut [0; 32], seen);
    } else {
        see_lines(opaque, origin, radius, &mut [0; 64], &mut [0; 64], seen);
    }
}

/// Sees with a window of `rows` and one of `columns`, all empty, that have the origin in their
/// middle.
fn see_lines(
    opaque: &Opaque,
    origin: Pos,
    radius: u32,
    rows: &mut [u64],
    columns: &mut [u64],
    seen: &mut BitGrid,
) {
    rows[rows.len() / 2] = 1 << MIDDLE;
    scan(&opaque.rows, origin.y, origin.x, radius, rows);
    scan(&opaque.columns, origin.x, origin.y, radius, columns);
    turn(columns, rows);
    write(rows, origin, radius, seen);
}

/// Scans the two quadrants that lie across `lines`.
fn scan(lines: &BitGrid, line: i32, column: i32, radius: u32, seen: &mut [u64]) {
    let start = (column + Opaque::MARGIN - MIDDLE as i32) as usize;
    let (before, after) = (line, lines.height() - 1 - line);
    let place =
        Place { depth: 0, word: line as usize * lines.stride() + start / 64, line: seen.len() / 2 };
    for (step, to_edge) in [(-1, before), (1, after)] {
        Quadrant {
            words: lines.words(),
            stride: lines.stride() as isize * step,
            shift: start as u32 % 64,
            reach: to_edge.min(radius as i32) as usize,
            step,
            seen,
        }
        .run(place, Span::quadrant(i64::from(MIDDLE)));
    }
}

/// A line of a quadrant.
#[derive(Clone, Copy)]
struct Place {
    /// Its distance from the origin.
    depth: usize,
    /// The word that has the first column of the window.
    word: usize,
    /// Its index among the seen lines.
    line: usize,
}

struct Quadrant<'a> {
    words: &'a [u64],
    /// The bit of its word that is the first column of the window.
    shift: u32,
    /// Words from one line to the next one outwards.
    stride: isize,
    /// How many lines there are to scan.
    reach: usize,
    /// Which way is outwards.
    step: isize,
    seen: &'a mut [u64],
}

impl Quadrant<'_> {
    /// Scans a span from the line after `place` to the end.
    fn run(&mut self, mut place: Place, mut span: Span) {
        while place.depth < self.reach {
            place = self.next(place);
            span = span.at_next_line();
            let opaque = self.opaque(place);
            let touched = cells(span.touched());
            self.seen[place.line] |= touched & (opaque | cells(span.faced()));
            let mut clear = touched & !opaque;
            if clear == touched {
                continue;
            }
            if clear == 0 {
                return;
            }
            if opaque >> touched.trailing_zeros() & 1 == 1 {
                span.start = ray(clear.trailing_zeros(), place);
            }
            loop {
                // The carry runs through the lowest run of ones and clears it.
                let rest = clear & clear.wrapping_add(clear & clear.wrapping_neg());
                if rest == 0 {
                    break;
                }
                let end = ray(64 - (clear ^ rest).leading_zeros(), place);
                self.run(place, Span { start: span.start, end });
                clear = rest;
                span.start = ray(clear.trailing_zeros(), place);
            }
            if clear.leading_zeros() != touched.leading_zeros() {
                span.end = ray(64 - clear.leading_zeros(), place);
            }
        }
    }

    const fn next(&self, place: Place) -> Place {
        Place {
            depth: place.depth + 1,
            word: place.word.wrapping_add_signed(self.stride),
            line: place.line.wrapping_add_signed(self.step),
        }
    }

    /// The opaque cells of a line.
    fn opaque(&self, place: Place) -> u64 {
        let low = self.words[place.word];
        let high = self.words[place.word + 1];
        low >> self.shift | high << 1 << (63 - self.shift)
    }
}

/// The ray that passes between a column and the one before it.
const fn ray(column: u32, place: Place) -> Ray {
    let column = column as i64;
    Ray::before(column, (2 * (column - MIDDLE as i64) - 1) * HALVES[place.depth & 31])
}

/// The bits from one to another, both included; none when `to` is the one before `from`.
const fn between(from: u32, to: u32) -> u64 {
    (2_u64 << to).wrapping_sub(1 << from)
}

const fn cells((first, last): (i64, i64)) -> u64 {
    between(first as u32, last as u32)
}

/// Adds the columns to the rows.
fn turn(columns: &[u64], rows: &mut [u64]) {
    let middle = columns.len() / 2;
    let far = |lines: &[u64]| lines.iter().fold(0, |all, line| all | line) != 0;
    if middle > 16 && (far(&columns[..17]) || far(&columns[48..])) {
        turn_all(columns, rows);
    } else {
        turn_middle(&columns[middle - 16..middle + 16], &mut rows[middle - 16..middle + 16]);
    }
}

fn turn_all(columns: &[u64], rows: &mut [u64]) {
    let mut turned = [0; 64];
    turned.copy_from_slice(columns);
    swap::<32>(&mut turned);
    swap::<16>(&mut turned);
    swap::<8>(&mut turned);
    swap::<4>(&mut turned);
    swap::<2>(&mut turned);
    swap::<1>(&mut turned);
    for (row, line) in rows.iter_mut().zip(turned) {
        *row |= line;
    }
}

fn turn_middle(columns: &[u64], rows: &mut [u64]) {
    let (west, east) = columns.split_at(16);
    let (north, south) = rows.split_at_mut(16);
    let mut turned = [0; 16];
    for ((word, west), east) in turned.iter_mut().zip(west).zip(east) {
        *word = west >> 16 | east << 16;
    }
    swap::<8>(&mut turned);
    swap::<4>(&mut turned);
    swap::<2>(&mut turned);
    swap::<1>(&mut turned);
    const WEST: u64 = 0xFFFF << 16;
    const EAST: u64 = 0xFFFF << 32;
    for ((word, north), south) in turned.iter().zip(north).zip(south) {
        *north |= word << 16 & WEST | word & EAST;
        *south |= word & WEST | word >> 16 & EAST;
    }
}

fn swap<const SIDE: usize>(lines: &mut [u64]) {
    let mask = u64::MAX / ((1 << SIDE) + 1);
    for square in lines.chunks_exact_mut(2 * SIDE) {
        let (upper, lower) = square.split_at_mut(SIDE);
        for (above, below) in upper.iter_mut().zip(lower) {
            let other = ((*above >> SIDE) ^ *below) & mask;
            *above ^= other << SIDE;
            *below ^= other;
        }
    }
}

/// Writes the part of the window that lies in the disc and on the plane.
fn write(window: &[u64], origin: Pos, radius: u32, seen: &mut BitGrid) {
    let left = origin.x - MIDDLE as i32;
    let (first, last) = ((-left).max(0) as u32, (seen.width() - 1 - left).min(63) as u32);
    let plane = between(first, last);
    let (index, shift) = (left.div_euclid(64) as usize, left.rem_euclid(64) as u32);
    let reach = radius as i32;
    for y in (origin.y - reach).max(0)..=(origin.y + reach).min(seen.height() - 1) {
        let offset = y - origin.y;
        let disc = DISCS[radius as usize][offset.unsigned_abs() as usize];
        let word = window[(window.len() as i32 / 2 + offset) as usize] & disc & plane;
        let row = seen.row_mut(y);
        if let Some(low) = row.get_mut(index) {
            *low |= word << shift;
        }
        if let Some(high) = row.get_mut(index.wrapping_add(1)) {
            *high |= word >> 1 >> (63 - shift);
        }
    }
}
