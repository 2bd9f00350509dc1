//! The scan by words, for a radius of up to 31.
//!
//! The square around the origin is a window of 64 words. The opaque cells of a line, the cells that
//! a span touches and those that it faces are words, so a line costs a few instructions however
//! wide it is. The quadrants to the west and east scan columns, and their window of visible cells
//! is transposed at the end.

use super::{Ray, Span};
use crate::sight::{Opaque, disc_half_width};
use crate::{BitGrid, Pos};

/// The largest radius that fits into the window.
pub(super) const MAX_RADIUS: u32 = 31;

/// The cells around the origin: a line is a word, and the origin is bit 32 of line 32.
type Window = [u64; 64];

/// The line of the origin in the window, and its bit there.
const MIDDLE: usize = 32;

pub(super) fn see(opaque: &Opaque, origin: Pos, radius: u32, seen: &mut BitGrid) {
    let mut rows = [0; 64];
    fill(opaque, origin, radius as usize, &mut rows);
    write(&rows, origin, radius as usize, seen);
}

/// Returns the rows of the square around `origin`; bit `reach` of each is the origin's column. The
/// rows are valid for cells less than `reach + 1` away; other cells may be wrong. Cells outside the
/// map are never set.
pub(crate) fn square(opaque: &Opaque, origin: Pos, reach: usize) -> impl Iterator<Item = u64> {
    let mut rows = [0; 64];
    fill(opaque, origin, reach, &mut rows);
    let bounds = opaque.bounds();
    let columns = map_mask(origin, bounds.width);
    let first = MIDDLE - reach;
    (0..=2 * reach).map(move |row| {
        let y = origin.y + row as i32 - reach as i32;
        let inside = y.cast_unsigned() < bounds.height.cast_unsigned();
        if inside { (rows[first + row] & columns) >> first } else { 0 }
    })
}

/// Fills an empty window with the visible cells. Cells outside the disc may be set as well.
#[inline]
fn fill(opaque: &Opaque, origin: Pos, radius: usize, rows: &mut Window) {
    let (x, y) = (origin.x as usize, origin.y as usize);
    let (across, along) = (opaque.rows.window(y, x), opaque.columns.window(x, y));
    // If there is an obstacle, there usually is one in the origin's row or column as well.
    if is_clear(across, radius, 0) && is_clear(along, radius, 0) && is_clear(across, radius, radius)
    {
        rows.fill(centred(radius));
        return;
    }
    let mut columns = [0; 64];
    rows[MIDDLE] = 1 << MIDDLE;
    scan(across, y, opaque.rows.count(), radius, rows);
    scan(along, x, opaque.columns.count(), radius, &mut columns);
    add_transposed(&columns, radius, rows);
}

/// Returns the columns of the window that are inside the map.
fn map_mask(origin: Pos, width: i32) -> u64 {
    let left = origin.x - MIDDLE as i32;
    FROM[(-left).max(0) as usize] & UP_TO[(width - 1 - left).min(63) as usize]
}

/// The lines around the origin in two strips, and the bit of the first strip where the window
/// starts.
type Around<'a> = ([&'a Window; 2], u32);

/// Returns `true` if the lines up to `far` lines from the origin contain nothing opaque within the
/// radius.
#[inline]
fn is_clear(([low, high], shift): Around<'_>, radius: usize, far: usize) -> bool {
    let cells = centred(radius);
    let lines = MIDDLE - far..=MIDDLE + far;
    let lines = low[lines.clone()].iter().zip(&high[lines]);
    let opaque = |(low, high): (&u64, &u64)| low >> shift | high << 1 << (63 - shift);
    lines.fold(0, |any, line| any | opaque(line)) & cells == 0
}

/// Scans the two quadrants before and after the origin's line, which is one of `count` lines.
fn scan((strips, shift): Around<'_>, line: usize, count: usize, radius: usize, seen: &mut Window) {
    let (before, after) = (radius.min(line), radius.min(count - 1 - line));
    Quadrant { strips, shift, seen, step: usize::MAX, last: MIDDLE - before }.scan();
    Quadrant { strips, shift, seen, step: 1, last: MIDDLE + after }.scan();
}

struct Quadrant<'a> {
    /// The first column of the window is bit `shift` of the first strip.
    strips: [&'a Window; 2],
    shift: u32,
    seen: &'a mut Window,
    /// The step to the next line outwards: one, or minus one as a wrapping number.
    step: usize,
    last: usize,
}

impl Quadrant<'_> {
    fn scan(&mut self) {
        let mut line = MIDDLE;
        // Rays are not needed before the first obstacle, nor behind a line that is opaque from
        // diagonal to diagonal.
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

    /// Scans a span for each run of clear cells except the last, and returns the last run with the
    /// start of its span.
    // Most lines leave one run. In a function of its own, the rare case costs `follow` no
    // registers.
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

    /// Returns the opaque cells of a line.
    const fn opaque(&self, line: usize) -> u64 {
        let [low, high] = self.strips;
        low[line] >> self.shift | high[line] << 1 << (63 - self.shift)
    }
}

/// Clears the lowest run of ones: the carry of the addition runs through it.
const fn without_lowest_run(word: u64) -> u64 {
    word & word.wrapping_add(word & word.wrapping_neg())
}

/// Fractional bits of a column. With the six bits of the column itself they fill 32 bits.
const FRACTION: u32 = 26;

const fn start_at(column: u32, line: usize) -> Ray {
    Span::<FRACTION>::start_at(column as i64, slope(column as i64, line))
}

const fn end_before(column: u32, line: usize) -> Ray {
    Span::<FRACTION>::end_before(column as i64, slope(column as i64, line))
}

/// Returns the slope of the ray that passes between a column and the one before it at a line.
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

/// Returns the bits from `first` to `last`, or none if `last` is the one before `first`.
const fn cells(first: i64, last: i64) -> u64 {
    (2_u64 << (last % 64)).wrapping_sub(1 << (first % 64))
}

/// For each bit, this bit and all higher ones.
static FROM: Window = {
    let mut masks = [0; 64];
    let mut bit = 0;
    while bit < 64 {
        masks[bit] = u64::MAX << bit;
        bit += 1;
    }
    masks
};

/// For each bit, this bit and all lower ones.
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

/// Returns the bits at most `half_width` from the middle.
const fn centred(half_width: usize) -> u64 {
    FROM[MIDDLE - half_width] & UP_TO[MIDDLE + half_width]
}

/// Adds what the quadrants to the west and east have seen to the rows.
///
/// These quadrants are no higher than wide, and inside a disc less than `3 / 4` of the radius high,
/// so the squares contain all cells that matter.
fn add_transposed(columns: &Window, radius: usize, rows: &mut Window) {
    let any = |lines: &[u64]| lines.iter().fold(0, |any, line| any | line) != 0;
    if radius <= 8 {
        add_transposed_squares::<8>(columns, rows);
    } else if any(&columns[..=MIDDLE - 16]) || any(&columns[MIDDLE + 16..]) {
        add_transposed_window(columns, rows);
    } else {
        add_transposed_squares::<16>(columns, rows);
    }
}

fn add_transposed_window(columns: &Window, rows: &mut Window) {
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

/// Transposes `SIDE` columns on either side of the origin, in rows from `SIDE` before the origin to
/// `SIDE - 1` after it. These are four squares. A word holds a line of each, so they are transposed
/// together.
fn add_transposed_squares<const SIDE: usize>(columns: &Window, rows: &mut Window) {
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

/// Does one step of transposing squares: swaps the upper right part of each square of side `2 *
/// SIDE` with the lower left part. The two lines of a pair are always half of all lines apart and
/// come out next to each other, so that after all steps the lines are in order.
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

/// Writes the part of the window that is inside both the disc and the map.
fn write(rows: &Window, origin: Pos, radius: usize, seen: &mut BitGrid) {
    let left = origin.x - MIDDLE as i32;
    let mask = map_mask(origin, seen.width());
    let (index, shift) = (left.div_euclid(64) as usize, left.rem_euclid(64) as u32);
    let (y, height, stride) = (origin.y as usize, seen.height() as usize, seen.stride());
    let (above, below) = (radius.min(y), radius.min(height - 1 - y));
    let lines = MIDDLE - above..=MIDDLE + below;
    let targets = seen.words_mut()[(y - above) * stride..].chunks_exact_mut(stride);
    for ((target, row), disc) in targets.zip(&rows[lines.clone()]).zip(&DISCS[radius][lines]) {
        let cells = row & disc & mask;
        if let Some(low) = target.get_mut(index) {
            *low = cells << shift;
        }
        if let Some(high) = target.get_mut(index.wrapping_add(1)) {
            *high = cells >> 1 >> (63 - shift);
        }
    }
}
