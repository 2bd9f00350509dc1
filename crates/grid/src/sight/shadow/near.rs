//! The scan by words, for a radius of up to 31.
//!
//! The square around the origin is a window of 64 words. What is opaque in a line, what a span
//! touches there and what it faces are words, and a line costs a few instructions, however
//! wide it is. The quadrants to the west and east scan columns; the window of what they have
//! seen is turned over its diagonal at the end.

use super::{Ray, Span};
use crate::sight::{Opaque, disc_half_width};
use crate::{BitGrid, Pos};

/// The longest radius that fits the window.
pub(super) const MAX_RADIUS: u32 = 31;

/// The cells around the origin: a line is a word, and the origin is bit 32 of line 32.
type Window = [u64; 64];

/// The origin's line in the window, and its bit there.
const MIDDLE: usize = 32;

pub(super) fn see(opaque: &Opaque, origin: Pos, radius: u32, seen: &mut BitGrid) {
    let mut rows = [0; 64];
    fill(opaque, origin, radius as usize, &mut rows);
    write(&rows, origin, radius as usize, seen);
}

/// The rows of the square around a cell of the plane, as far as the plane goes: bit `reach` of
/// each is in the cell's column. They hold what is seen in the disc of all cells that are less
/// than `reach + 1` away; what they hold beyond means nothing.
pub(crate) fn square(opaque: &Opaque, origin: Pos, reach: usize) -> impl Iterator<Item = u64> {
    let mut rows = [0; 64];
    fill(opaque, origin, reach, &mut rows);
    let bounds = opaque.bounds();
    let columns = plane(origin, bounds.width);
    let first = MIDDLE - reach;
    (0..=2 * reach).map(move |row| {
        let y = origin.y + row as i32 - reach as i32;
        let inside = y.cast_unsigned() < bounds.height.cast_unsigned();
        if inside { (rows[first + row] & columns) >> first } else { 0 }
    })
}

/// Fills an empty window with what is seen; beyond the disc it may have more than that.
#[inline]
fn fill(opaque: &Opaque, origin: Pos, radius: usize, rows: &mut Window) {
    let (x, y) = (origin.x as usize, origin.y as usize);
    let (across, along) = (opaque.rows.window(y, x), opaque.columns.window(x, y));
    // Where something stands in the way, it mostly does so in the origin's row or column, too.
    if is_clear(across, radius, 0) && is_clear(along, radius, 0) && is_clear(across, radius, radius)
    {
        rows.fill(centred(radius));
        return;
    }
    let mut columns = [0; 64];
    rows[MIDDLE] = 1 << MIDDLE;
    scan(across, y, opaque.rows.count(), radius, rows);
    scan(along, x, opaque.columns.count(), radius, &mut columns);
    add_turned(&columns, radius, rows);
}

/// The columns of the window that are columns of the plane.
fn plane(origin: Pos, width: i32) -> u64 {
    let left = origin.x - MIDDLE as i32;
    FROM[(-left).max(0) as usize] & UP_TO[(width - 1 - left).min(63) as usize]
}

/// The lines around the origin's, in two strips, and the bit where the window begins in the first.
type Around<'a> = ([&'a Window; 2], u32);

/// Whether nothing opaque is in the lines that are so far from the origin's, as far as the radius.
#[inline]
fn is_clear(([low, high], shift): Around<'_>, radius: usize, far: usize) -> bool {
    let cells = centred(radius);
    let lines = MIDDLE - far..=MIDDLE + far;
    let lines = low[lines.clone()].iter().zip(&high[lines]);
    let opaque = |(low, high): (&u64, &u64)| low >> shift | high << 1 << (63 - shift);
    lines.fold(0, |any, line| any | opaque(line)) & cells == 0
}

/// Scans the two quadrants that lie across the lines, one on each side of the origin's, which is
/// one of `count`.
fn scan((strips, shift): Around<'_>, line: usize, count: usize, radius: usize, seen: &mut Window) {
    let (before, after) = (radius.min(line), radius.min(count - 1 - line));
    Quadrant { strips, shift, seen, step: usize::MAX, last: MIDDLE - before }.scan();
    Quadrant { strips, shift, seen, step: 1, last: MIDDLE + after }.scan();
}

struct Quadrant<'a> {
    /// The window's first column is bit `shift` of the first strip.
    strips: [&'a Window; 2],
    shift: u32,
    seen: &'a mut Window,
    /// Leads outwards, to the next line: one, or minus one as a number that wraps around.
    step: usize,
    last: usize,
}

impl Quadrant<'_> {
    fn scan(&mut self) {
        let mut line = MIDDLE;
        // Up to the first obstacle there is no need to follow rays, nor beyond a line that
        // is one obstacle from diagonal to diagonal.
        while line != self.last {
            let next = self.after(line);
            let obstacles = self.opaque(next) & WHOLE[next];
            if obstacles != 0 && obstacles != WHOLE[next] {
                break;
            }
            self.seen[next] = WHOLE[next];
            if obstacles != 0 {
                return;
            }
            line = next;
        }
        self.follow(line, Span::quadrant(MIDDLE as i64, line.abs_diff(MIDDLE) as i64));
    }

    /// Scans a span from the line after `line` to the last.
    fn follow(&mut self, mut line: usize, mut span: Span<FRACTION>) {
        while line != self.last {
            line = self.after(line);
            span = span.at_next_line();
            let opaque = self.opaque(line);
            let (first, last) = span.touched();
            let touched = cells(first, last);
            let faced = span.faced();
            self.seen[line] |= touched & (opaque | cells(faced.0, faced.1));
            if touched & opaque == 0 {
                continue;
            }
            let mut clear = touched & !opaque;
            if clear == 0 {
                return;
            }
            if opaque >> (first % 64) & 1 == 1 {
                span.start = start_at(clear.trailing_zeros(), line);
            }
            if without_lowest_run(clear) != 0 {
                (clear, span.start) = self.branch(clear, span.start, line);
            }
            if opaque >> (last % 64) & 1 == 1 {
                span.end = end_before(64 - clear.leading_zeros(), line);
            }
        }
    }

    /// Follows a span for each run of clear cells but the last one, and returns that one with
    /// the start of its span.
    // Most lines leave one run; kept apart, the others do not cost `follow` its registers.
    #[cold]
    fn branch(&mut self, mut clear: u64, mut start: Ray, line: usize) -> (u64, Ray) {
        loop {
            let rest = without_lowest_run(clear);
            if rest == 0 {
                return (clear, start);
            }
            let end = end_before(64 - (clear ^ rest).leading_zeros(), line);
            self.follow(line, Span { start, end });
            (clear, start) = (rest, start_at(rest.trailing_zeros(), line));
        }
    }

    const fn after(&self, line: usize) -> usize {
        line.wrapping_add(self.step) % 64
    }

    /// The opaque cells of a line.
    const fn opaque(&self, line: usize) -> u64 {
        let [low, high] = self.strips;
        low[line] >> self.shift | high[line] << 1 << (63 - self.shift)
    }
}

/// The carry of the addition runs through the lowest run of ones and clears it.
const fn without_lowest_run(word: u64) -> u64 {
    word & word.wrapping_add(word & word.wrapping_neg())
}

/// Parts of a column: with the six bits of a column they fill 32 bits.
const FRACTION: u32 = 26;

const fn start_at(column: u32, line: usize) -> Ray {
    Span::<FRACTION>::start_at(column as i64, slope(column as i64, line))
}

const fn end_before(column: u32, line: usize) -> Ray {
    Span::<FRACTION>::end_before(column as i64, slope(column as i64, line))
}

/// The slope of the ray that passes between a column and the one before it in a line.
const fn slope(column: i64, line: usize) -> i64 {
    (2 * (column - MIDDLE as i64) - 1) * HALVES[line]
}

/// `1 / 2k` of a column for each line, where `k` is its distance from the origin.
static HALVES: [i64; 64] = {
    let mut halves = [0; 64];
    let mut line = 1;
    while line < 64 {
        if line != MIDDLE {
            halves[line] = (1 << FRACTION) / (2 * line.abs_diff(MIDDLE) as i64);
        }
        line += 1;
    }
    halves
};

/// The bits from the first to the last; none when the last is the one before the first.
const fn cells(first: i64, last: i64) -> u64 {
    (2_u64 << (last % 64)).wrapping_sub(1 << (first % 64))
}

/// All bits from one on.
static FROM: Window = {
    let mut masks = [0; 64];
    let mut bit = 0;
    while bit < 64 {
        masks[bit] = u64::MAX << bit;
        bit += 1;
    }
    masks
};

/// All bits up to one.
static UP_TO: Window = {
    let mut masks = [0; 64];
    let mut bit = 0;
    while bit < 64 {
        masks[bit] = u64::MAX >> (63 - bit);
        bit += 1;
    }
    masks
};

/// The quadrants before and after the origin's line, from diagonal to diagonal.
static WHOLE: Window = {
    let mut lines = [0; 64];
    let mut line = 1;
    while line < 64 {
        lines[line] = centred(line.abs_diff(MIDDLE));
        line += 1;
    }
    lines
};

/// The disc of each radius.
static DISCS: [Window; 32] = {
    let mut discs = [[0; 64]; 32];
    let mut radius = 0;
    while radius <= MAX_RADIUS as usize {
        let mut line = MIDDLE - radius;
        while line <= MIDDLE + radius {
            let half_width = disc_half_width(radius as u32, line.abs_diff(MIDDLE) as u32);
            discs[radius][line] = centred(half_width as usize);
            line += 1;
        }
        radius += 1;
    }
    discs
};

/// The bits that are at most `half_width` from the middle.
const fn centred(half_width: usize) -> u64 {
    FROM[MIDDLE - half_width] & UP_TO[MIDDLE + half_width]
}

/// Adds what the quadrants to the west and east have seen to the rows.
///
/// They are no higher than wide, and in a disc less than `3 / 4` as high as the radius: the
/// squares have room for all that counts.
fn add_turned(columns: &Window, radius: usize, rows: &mut Window) {
    let any = |lines: &[u64]| lines.iter().fold(0, |any, line| any | line) != 0;
    if radius <= 8 {
        add_turned_squares::<8>(columns, rows);
    } else if any(&columns[..=MIDDLE - 16]) || any(&columns[MIDDLE + 16..]) {
        add_turned_window(columns, rows);
    } else {
        add_turned_squares::<16>(columns, rows);
    }
}

fn add_turned_window(columns: &Window, rows: &mut Window) {
    let lines = swap_halves::<32, 64>(columns);
    let lines = swap_halves::<16, 64>(&lines);
    let lines = swap_halves::<8, 64>(&lines);
    let lines = swap_halves::<4, 64>(&lines);
    let lines = swap_halves::<2, 64>(&lines);
    let lines = swap_halves::<1, 64>(&lines);
    for (row, line) in rows.iter_mut().zip(lines) {
        *row |= line;
    }
}

/// Turns `SIDE` columns on either side of the origin's, in rows from `SIDE` before the
/// origin's to `SIDE - 1` after it. These are four squares; a word has a line of each, and so
/// they are turned together.
fn add_turned_squares<const SIDE: usize>(columns: &Window, rows: &mut Window) {
    let shift = MIDDLE - SIDE;
    let mut lines = [0; SIDE];
    for (index, line) in lines.iter_mut().enumerate() {
        let west = columns[MIDDLE - SIDE + index] >> shift & UP_TO[2 * SIDE - 1];
        let east = columns[MIDDLE + 1 + index] >> shift & UP_TO[2 * SIDE - 1];
        *line = west | east << (2 * SIDE);
    }
    if SIDE == 16 {
        lines = swap_halves::<8, SIDE>(&lines);
    }
    lines = swap_halves::<4, SIDE>(&lines);
    lines = swap_halves::<2, SIDE>(&lines);
    lines = swap_halves::<1, SIDE>(&lines);
    for (index, line) in lines.into_iter().enumerate() {
        let part = |number: usize| line >> (number * SIDE) & UP_TO[SIDE - 1];
        rows[MIDDLE - SIDE + index] |= part(0) << shift | part(2) << (MIDDLE + 1);
        rows[MIDDLE + index] |= part(1) << shift | part(3) << (MIDDLE + 1);
    }
}

/// One step of turning squares over their diagonals: the upper right part of each square of
/// `2 * SIDE` changes places with the lower left part. Lines that belong together are always
/// half of all lines apart, and come out side by side: after all steps each is in its place.
fn swap_halves<const SIDE: usize, const LINES: usize>(lines: &[u64; LINES]) -> [u64; LINES] {
    let mask = u64::MAX / ((1 << SIDE) + 1);
    let mut swapped = [0; LINES];
    for index in 0..LINES / 2 {
        let (above, below) = (lines[index], lines[index + LINES / 2]);
        let changed = (above >> SIDE ^ below) & mask;
        swapped[2 * index] = above ^ changed << SIDE;
        swapped[2 * index + 1] = below ^ changed;
    }
    swapped
}

/// Writes the part of the window that lies in the disc and on the plane.
fn write(rows: &Window, origin: Pos, radius: usize, seen: &mut BitGrid) {
    let left = origin.x - MIDDLE as i32;
    let plane = plane(origin, seen.width());
    let (index, shift) = (left.div_euclid(64) as usize, left.rem_euclid(64) as u32);
    let (y, height, stride) = (origin.y as usize, seen.height() as usize, seen.stride());
    let (above, below) = (radius.min(y), radius.min(height - 1 - y));
    let lines = MIDDLE - above..=MIDDLE + below;
    let targets = seen.words_mut()[(y - above) * stride..].chunks_exact_mut(stride);
    for ((target, row), disc) in targets.zip(&rows[lines.clone()]).zip(&DISCS[radius][lines]) {
        let cells = row & disc & plane;
        if let Some(low) = target.get_mut(index) {
            *low = cells << shift;
        }
        if let Some(high) = target.get_mut(index.wrapping_add(1)) {
            *high = cells >> 1 >> (63 - shift);
        }
    }
}
