//! The field of view within three steps, from a table.
//!
//! Most lights are small and there are many of them, and a puff of smoke forces all lights around
//! it to be computed again. In a square of seven by seven cells, a quadrant has three lines of
//! three, five and seven cells. The first is always visible. The opaque cells of the first and the
//! second line decide what the spans touch and face in the second and the third. These are eight
//! cells, so a table holds the answer for each of the 256 combinations.

use crate::Pos;
use crate::sight::Opaque;

/// How far the square reaches from its centre.
const REACH: usize = 3;

/// Seven rows of seven cells: bit `7 * row + column`.
type Square = u64;

/// The origin and its eight neighbours.
const NEIGHBOURS: Square = 0b111 << 16 | 0b111 << 23 | 0b111 << 30;

/// Returns the visible cells of the square around `origin`. Cells outside the map are not visible.
pub(crate) fn see(opaque: &Opaque, origin: Pos) -> Square {
    let (x, y) = (origin.x as usize, origin.y as usize);
    let rows = opaque.rows.square(y, x);
    let columns = opaque.columns.square(x, y);
    let [north, north_2] = quadrant([rows[2], rows[1], rows[0]]);
    let [south, south_2] = quadrant([rows[4], rows[5], rows[6]]);
    let [west, west_2] = quadrant([columns[2], columns[1], columns[0]]);
    let [east, east_2] = quadrant([columns[4], columns[5], columns[6]]);
    let across = north << 8 | north_2 | south << 36 | south_2 << 42;
    let spread = |line: u64| SPREAD[line as usize % 128];
    let along = spread(west) << 8 | spread(west_2) | spread(east) << 12 | spread(east_2) << 6;
    (NEIGHBOURS | across | along) & map_mask(opaque, origin)
}

/// Returns the visible cells of the second and the third line of a quadrant. `lines` holds the
/// opaque cells of all three lines, seven cells each; the result for the second line covers only
/// the five cells in its middle.
fn quadrant(lines: [u64; 3]) -> [u64; 2] {
    let second = lines[1] >> 1 & 0b1_1111;
    let [touched, faced] = SPANS[(lines[0] >> 2 & 0b111 | second << 3) as usize];
    // An opaque cell is visible if it is touched, a clear one if it is faced.
    let seen = |line: usize, opaque: u64| {
        u64::from(touched[line]) & opaque | u64::from(faced[line]) & !opaque
    };
    [seen(0, second), seen(1, lines[2])]
}

/// Returns the cells of the square that are inside the map.
fn map_mask(opaque: &Opaque, origin: Pos) -> Square {
    let bounds = opaque.bounds();
    let far = REACH as i32;
    let middle = bounds.grown(-far);
    if middle.contains(origin) {
        return Square::MAX >> 15;
    }
    let inside = |at: i32, length: i32| {
        let (first, last) = ((far - at).max(0), (length - 1 - at + far).min(6));
        (0b10_u64 << last) - (1 << first)
    };
    let (columns, rows) = (inside(origin.x, bounds.width), inside(origin.y, bounds.height));
    SPREAD[rows as usize % 128] * columns
}

/// Moves each of seven cells to the first column of a row.
const SPREAD: [Square; 128] = {
    let mut squares = [0; 128];
    let mut cells = 0;
    while cells < 128 {
        let mut row = 0;
        while row < 7 {
            squares[cells] |= (cells as u64 >> row & 1) << (7 * row);
            row += 1;
        }
        cells += 1;
    }
    squares
};

/// Which cells of the second and the third line are touched and which are faced, indexed by the
/// opaque cells of the first and the second line.
///
/// The angle between the two diagonals is divided into 24 parts. Every ray past a cell of the first
/// three lines, and every ray through the centre of one, lies between two parts.
static SPANS: [[[u8; 2]; 2]; 256] = {
    let mut spans = [[[0; 2]; 2]; 256];
    let mut index = 0;
    while index < 256 {
        let first = block(ALL, index as u8 & 0b111, 1);
        let second = block(first, index as u8 >> 3, 2);
        spans[index] =
            [[touched(first, 2), touched(second, 3)], [faced(first, 2), faced(second, 3)]];
        index += 1;
    }
    spans
};

/// All parts of the angle.
const ALL: u32 = (1 << 24) - 1;

/// Returns the parts that a cell of a line would block. Cells are numbered from the diagonal.
const fn shadow(cell: u32, line: u32) -> u32 {
    let width = 24 / (2 * line);
    let parts = (1_u64 << (width * (cell + 1))) - (1 << (width * cell));
    // Half of the first cell lies beyond the diagonal, and so does half of the last.
    (parts >> (width / 2)) as u32 & ALL
}

/// Returns the parts that are still open behind a line.
const fn block(open: u32, opaque: u8, line: u32) -> u32 {
    let (mut left, mut cell) = (open, 0);
    while cell <= 2 * line {
        if opaque >> cell & 1 == 1 {
            left &= !shadow(cell, line);
        }
        cell += 1;
    }
    left
}

/// Returns the cells of a line that an open part touches.
const fn touched(open: u32, line: u32) -> u8 {
    let (mut cells, mut cell) = (0, 0);
    while cell <= 2 * line {
        if open & shadow(cell, line) != 0 {
            cells |= 1 << cell;
        }
        cell += 1;
    }
    cells
}

/// Returns the cells of a line whose centre is inside a span or at the end of one.
const fn faced(open: u32, line: u32) -> u8 {
    let (mut cells, mut cell) = (0, 0);
    while cell <= 2 * line {
        // The parts before and after the ray through the centre.
        let beside = (0b11_u64 << (24 / (2 * line) * cell)) >> 1;
        if (open & ALL) as u64 & beside != 0 {
            cells |= 1 << cell;
        }
        cell += 1;
    }
    cells
}
