//! Unpacking a map of bits into a distance map's cells.
//!
//! An open cell holds, until it is reached, how many walkers it leaves to each heading that one
//! may enter it with (`spread.rs` tells why): two bits for each, from north clockwise. Of the
//! walkers, the first goes straight on, the second turns to one side, the third to the other.
//! So the number is 3 if the other side needs one, else 2 if the one side does, else 1 if the
//! cell ahead is open, else none.

use super::{CLOSED, DistanceMap, FRESH};
use crate::BitGrid;

/// An open cell, and one of the values that select bits by it.
const OPEN: u16 = u16::MAX;

impl DistanceMap {
    /// Marks every cell as closed or fresh. A map that is the same as the last one is not
    /// unpacked again.
    pub(super) fn open_cells(&mut self, open: &BitGrid) {
        if self.unpacked != *open {
            self.unpack(open);
            self.unpacked.copy_from(open);
        }
        self.cells.clone_from(&self.blank);
    }

    fn unpack(&mut self, open: &BitGrid) {
        let (len, stride) = (self.len(), self.stride());
        self.cells.clear();
        self.cells.resize(len, CLOSED);
        let rows = self.cells[stride + 1..].chunks_mut(stride);
        for (row, words) in rows.zip(open.words().chunks_exact(open.stride().max(1))) {
            for (cells, &word) in row[..stride - 1].chunks_mut(64).zip(words) {
                unpack_word(cells, word);
            }
        }
        self.blank.clear();
        self.blank.resize(len, CLOSED);
        mark_walkers(&mut self.blank, &self.cells, stride);
    }
}

fn unpack_word(cells: &mut [u16], word: u64) {
    for (part, cells) in cells.chunks_mut(16).enumerate() {
        let bits = (word >> (part * 16)) as u16;
        for (bit, cell) in cells.iter_mut().enumerate() {
            *cell = if bits & (1 << bit) != 0 { OPEN } else { CLOSED };
        }
    }
}

/// Works on eight views of the map, each moved by one step, so that one index means a cell and
/// its neighbours: the loop has no branch and no bounds to check, and runs on several cells at
/// once.
fn mark_walkers(blank: &mut [u16], open: &[u16], stride: usize) {
    let Some(inner) = open.len().checked_sub(2 * stride + 2) else { return };
    let view = |by: usize| &open[by..][..inner];
    let [nw, n, ne] = [0, 1, 2].map(view);
    let [w, here, e] = [stride, stride + 1, stride + 2].map(view);
    let [sw, s, se] = [2 * stride, 2 * stride + 1, 2 * stride + 2].map(view);
    for (i, cell) in blank[stride + 1..][..inner].iter_mut().enumerate() {
        let from_south = walkers(n[i], e[i], w[i]);
        let from_west = walkers(e[i], n[i] & !nw[i], s[i] & !sw[i]);
        let from_north = walkers(s[i], w[i], e[i]);
        let from_east = walkers(w[i], s[i] & !se[i], n[i] & !ne[i]);
        let marks = from_south | from_west << 2 | from_north << 4 | from_east << 6;
        *cell = here[i] & (FRESH | marks);
    }
}

/// How many walkers a cell leaves, from what is needed: all bits set for yes, none for no.
const fn walkers(ahead: u16, one_side: u16, other_side: u16) -> u16 {
    (other_side | one_side) & 2 | (other_side | ahead & !one_side) & 1
}
