//! Light that changes within a cell.
//!
//! The channels of a pixel lie side by side in a word, 16 bits for each, and are mixed together: the
//! page's code is compiled for size, so that the compiler would not do that by itself.

use barrow_grid::Color;

use crate::scene::Corners;
use crate::tile::{BYTES, ROW, SIDE};

/// The shares of a pixel's light that come from its two sides add up to this.
const SHARES: u64 = 2 * SIDE as u64;

/// Returns the light on each pixel of a cell, mixed from that on its corners.
pub(crate) fn gradient(corners: Corners) -> [u8; BYTES] {
    let [left, right, lower_left, lower_right] = corners.map(lanes);
    let (top, bottom) = (eighths(left, right), eighths(lower_left, lower_right));
    let mut light = [0; BYTES];
    for (far, row) in (1..).step_by(2).zip(light.as_chunks_mut::<ROW>().0) {
        for (index, pixel) in row.as_chunks_mut::<4>().0.iter_mut().enumerate() {
            // At most 8 * 255 * 32, which fits into 16 bits.
            let mixed = top[index] * (SHARES - far) + bottom[index] * far;
            let bytes = mixed >> 8 & 0x00FF_00FF_00FF_00FF;
            let pairs = (bytes | bytes >> 8) & 0x0000_FFFF_0000_FFFF;
            *pixel = ((pairs | pairs >> 16) as u32).to_le_bytes();
        }
    }
    light
}

/// Returns an opaque color with 16 bits for each channel.
fn lanes(color: Color) -> u64 {
    let channels = [color.red, color.green, color.blue, 255];
    channels.iter().rfold(0, |word, it| word << 16 | u64::from(*it))
}

/// Returns a row of light between two colors, in eighths.
fn eighths(left: u64, right: u64) -> [u64; SIDE] {
    let mut row = [0; SIDE];
    for (far, pixel) in (1..).step_by(2).zip(&mut row) {
        *pixel = (left * (SHARES - far) + right * far) >> 2 & 0x3FFF_3FFF_3FFF_3FFF;
    }
    row
}
