use std::ops::Range;

use super::{MARGIN, Sweep};
use crate::fill::{fill_east, fill_west, widen};
use crate::path::Route;
use crate::{Adjacency, Pos};

impl Sweep {
    /// Starts the frame of a level with all steps that lead up to it; the first level contains only
    /// the start. Returns `true` if the frame has more cells than the one before.
    pub(super) fn climb(&mut self, route: Route, level: usize) -> bool {
        let len = self.frame_len();
        if self.frames.len() < (level + 1) * len {
            self.frames.resize((level + 1) * len, 0);
        }
        let band = self.band(route, level);
        let span = band.start * self.stride..band.end * self.stride;
        let margin = MARGIN * self.stride;
        let (before, frame) = self.frames.split_at_mut(level * len);
        if level == 0 {
            frame[span.start - margin..span.end + margin].fill(0);
            let (start, bit) = self.word_and_bit(route.start);
            self.frames[start] |= bit;
            return true;
        }
        frame[span.start - margin..span.start].fill(0);
        frame[span.end..span.end + margin].fill(0);
        let frame = &mut frame[span.clone()];
        let open = &self.open[span.clone()];
        let last = &before[(level - 1) * len..];
        match route.adjacency {
            Adjacency::Four => climb_four(frame, open, last, span.start, self.stride),
            Adjacency::Eight if level == 1 => climb_along(frame, open, last, span.start),
            Adjacency::Eight => {
                let second_last = &before[(level - 2) * len..];
                climb_eight(frame, open, last, second_last, span.start, self.stride)
            }
        }
    }

    /// Completes the frame of a level with all steps that stay on it.
    pub(super) fn run(&mut self, route: Route, level: usize) {
        let band = self.band(route, level);
        let len = self.frame_len();
        let frame = &mut self.frames[level * len..(level + 1) * len];
        match route.adjacency {
            Adjacency::Four => run_four(frame, &self.open, self.stride, band, route.goal),
            Adjacency::Eight => run_eight(frame, &self.open, self.stride, band, route.goal),
        }
    }
}

// The climbs process a series of words that begins at `at` in a frame, regardless of rows. For each
// word they read the words beside it, and those `stride` before and after it, which belong to the
// rows above and below. They do not check which steps climb: the others were taken before and lead
// to cells that the last frame already has.

/// Takes one step from the last level, in four directions.
fn climb_four(frame: &mut [u64], open: &[u64], last: &[u64], at: usize, stride: usize) -> bool {
    let len = frame.len();
    let open = &open[..len];
    let above = &last[at - stride..][..len];
    let middle = &last[at - 1..][..len + 2];
    let below = &last[at + stride..][..len];
    let mut grown = 0;
    for i in 0..len {
        let here = middle[i + 1];
        let spread = widen(middle[i], here, middle[i + 2]) | above[i] | below[i];
        frame[i] = here | (spread & open[i]);
        grown |= frame[i] ^ here;
    }
    grown != 0
}

/// Takes one step along the row from the last level, in eight directions.
fn climb_along(frame: &mut [u64], open: &[u64], last: &[u64], at: usize) -> bool {
    let len = frame.len();
    let open = &open[..len];
    let middle = &last[at - 1..][..len + 2];
    let mut grown = 0;
    for i in 0..len {
        let here = middle[i + 1];
        frame[i] = here | (widen(middle[i], here, middle[i + 2]) & open[i]);
        grown |= frame[i] ^ here;
    }
    grown != 0
}

/// Takes one step in eight directions: along the row from the last level, or to the row above or
/// below from the level before that.
fn climb_eight(
    frame: &mut [u64],
    open: &[u64],
    last: &[u64],
    second_last: &[u64],
    at: usize,
    stride: usize,
) -> bool {
    let len = frame.len();
    let open = &open[..len];
    let middle = &last[at - 1..][..len + 2];
    let above = &second_last[at - stride - 1..][..len + 2];
    let below = &second_last[at + stride - 1..][..len + 2];
    let mut grown = 0;
    for i in 0..len {
        let here = middle[i + 1];
        let spread = widen(
            middle[i] | above[i] | below[i],
            here | above[i + 1] | below[i + 1],
            middle[i + 2] | above[i + 2] | below[i + 2],
        );
        frame[i] = here | (spread & open[i]);
        grown |= frame[i] ^ here;
    }
    grown != 0
}

/// Runs towards the goal's column in each row, then on to the next row, in four directions.
fn run_four(frame: &mut [u64], open: &[u64], stride: usize, band: Range<usize>, goal: Pos) {
    let goal_row = goal.y as usize + MARGIN;
    let column = goal.x as usize;
    for row in band.start..goal_row {
        let (from, to) = frame[row * stride..].split_at_mut(stride);
        run_along(from, &open[row * stride..], column);
        drop_to(&mut to[..stride], from, &open[(row + 1) * stride..]);
    }
    for row in (goal_row + 1..band.end).rev() {
        let (to, from) = frame[(row - 1) * stride..].split_at_mut(stride);
        let from = &mut from[..stride];
        run_along(from, &open[row * stride..], column);
        drop_to(to, from, &open[(row - 1) * stride..]);
    }
    run_along(&mut frame[goal_row * stride..][..stride], &open[goal_row * stride..], column);
}

fn drop_to(to: &mut [u64], from: &[u64], open: &[u64]) {
    for ((to, &from), &open) in to.iter_mut().zip(from).zip(open) {
        *to |= from & open;
    }
}

/// Runs east up to the goal's column, and west down to it.
fn run_along(cells: &mut [u64], open: &[u64], column: usize) {
    let (middle, bit) = (column / 64, column % 64);
    let mut carry = 0;
    for i in 0..=middle {
        let way = if i < middle { open[i] } else { open[i] & (u64::MAX >> (63 - bit)) };
        let (filled, leaves) = fill_east((cells[i] | carry) & way, way);
        cells[i] |= filled;
        carry = u64::from(leaves);
    }
    let mut carry = 0;
    for i in (middle..cells.len()).rev() {
        let way = if i > middle { open[i] } else { open[i] & (u64::MAX << bit) };
        let seeds = (cells[i] | carry) & way;
        if seeds != 0 {
            cells[i] |= fill_west(seeds, way);
        }
        carry = cells[i] << 63;
    }
}

/// Runs from each row to the three cells ahead in the next, in eight directions.
fn run_eight(frame: &mut [u64], open: &[u64], stride: usize, band: Range<usize>, goal: Pos) {
    let goal_row = goal.y as usize + MARGIN;
    for row in band.start..goal_row {
        let (from, to) = frame[row * stride..].split_at_mut(stride);
        drop_wide(&mut to[..stride], from, &open[(row + 1) * stride..]);
    }
    for row in (goal_row + 1..band.end).rev() {
        let (to, from) = frame[(row - 1) * stride..].split_at_mut(stride);
        drop_wide(to, &from[..stride], &open[(row - 1) * stride..]);
    }
}

fn drop_wide(to: &mut [u64], from: &[u64], open: &[u64]) {
    let mut west = 0;
    for i in 0..to.len() {
        let east = from.get(i + 1).copied().unwrap_or(0);
        to[i] |= widen(west, from[i], east) & open[i];
        west = from[i];
    }
}
