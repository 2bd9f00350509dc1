//! Light that changes within a cell.

use barrow_grid::Color;

use crate::scene::Corners;
use crate::tile::{BYTES, ROW, SIDE};

/// The shares of a pixel's light that come from its two sides add up to this.
const SHARES: u16 = 2 * SIDE as u16;

/// Returns the light on each pixel of a cell, mixed from that on its corners.
pub(crate) fn gradient([left, right, lower_left, lower_right]: Corners) -> [u8; BYTES] {
    let (top, bottom) = (eighths(left, right), eighths(lower_left, lower_right));
    let mut light = [0; BYTES];
    for (far, row) in (1..).step_by(2).zip(light.as_chunks_mut::<ROW>().0) {
        for index in 0..ROW {
            // At most 8 * 255 * 32, which fits into 16 bits.
            row[index] = ((top[index] * (SHARES - far) + bottom[index] * far) >> 8) as u8;
        }
    }
    light
}

/// Returns a row of light between two colors, in eighths.
fn eighths(left: Color, right: Color) -> [u16; ROW] {
    let mut row = [8 * 255; ROW];
    for (far, pixel) in (1..).step_by(2).zip(row.as_chunks_mut::<4>().0) {
        let mixed = |left: u8, right: u8| {
            (u16::from(left) * (SHARES - far) + u16::from(right) * far) / (SHARES / 8)
        };
        pixel[0] = mixed(left.red, right.red);
        pixel[1] = mixed(left.green, right.green);
        pixel[2] = mixed(left.blue, right.blue);
    }
    row
}
