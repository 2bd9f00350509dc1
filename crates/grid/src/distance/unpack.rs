//! Unpacks a set of open cells into the cells of a distance map.
//!
//! Until an open cell is reached, it stores how many walkers it leaves for each heading with which
//! it can be entered (see `spread.rs`): two bits each, clockwise from north. The first walker goes
//! straight on, the second turns to one side, the third to the other. So the number is 3 if the
//! other side needs a walker, else 2 if the one side does, else 1 if the cell ahead is open, else
//! 0.
//!
//! Maps change little from one use to the next: a door opens, an actor moves. So the last map is
//! kept, and only the rows around a change are unpacked again.

use super::{CLOSED, DistanceMap, UNREACHED};
use crate::BitGrid;

/// An open cell in the plain copy of a map. All bits are set, so that it works as a mask.
const OPEN: u16 = u16::MAX;

impl DistanceMap {
    /// Marks every cell as closed or unreached.
    pub(super) fn open_cells(&mut self, open: &BitGrid) {
        if self.unpacked.bounds() != open.bounds() {
            let len = self.len();
            self.unpacked.reset(open.width(), open.height());
            for cells in [&mut self.plain, &mut self.blank] {
                cells.clear();
                cells.resize(len, CLOSED);
            }
        }
        if self.unpacked != *open {
            self.unpack(open);
            self.unpacked.copy_from(open);
        }
        self.cells.clone_from(&self.blank);
    }

    fn unpack(&mut self, open: &BitGrid) {
        let stride = self.stride();
        let first = |y: i32| (y as usize + 1) * stride + 1;
        let rows = 0..open.height();
        let changed = |y: i32| rows.contains(&y) && self.unpacked.row(y) != open.row(y);
        for y in rows.clone().filter(|&y| changed(y)) {
            unpack_row(&mut self.plain[first(y)..][..stride - 1], open.row(y));
        }
        for y in rows.clone().filter(|&y| (y - 1..=y + 1).any(changed)) {
            mark_row(&mut self.blank[first(y)..][..stride - 1], &self.plain, first(y), stride);
        }
    }
}

fn unpack_row(cells: &mut [u16], words: &[u64]) {
    for (cells, &word) in cells.chunks_mut(64).zip(words) {
        for (bit, cell) in cells.iter_mut().enumerate() {
            *cell = if word >> bit & 1 == 1 { OPEN } else { CLOSED };
        }
    }
}

/// Computes the walkers of one row. It uses nine views of the map, each shifted by one step, so
/// that one index means a cell and its neighbours. The loop has no branch and no bounds check, and
/// the compiler runs it on several cells at once.
fn mark_row(row: &mut [u16], plain: &[u16], first: usize, stride: usize) {
    let len = row.len();
    let three = |middle: usize| [middle - 1, middle, middle + 1].map(|at| &plain[at..][..len]);
    let [nw, n, ne] = three(first - stride);
    let [w, here, e] = three(first);
    let [sw, s, se] = three(first + stride);
    for (i, cell) in row.iter_mut().enumerate() {
        let from_south = walkers(n[i], e[i], w[i]);
        let from_west = walkers(e[i], n[i] & !nw[i], s[i] & !sw[i]);
        let from_north = walkers(s[i], w[i], e[i]);
        let from_east = walkers(w[i], s[i] & !se[i], n[i] & !ne[i]);
        let marks = from_south | from_west << 2 | from_north << 4 | from_east << 6;
        *cell = here[i] & (UNREACHED | marks);
    }
}

/// Returns how many walkers a cell leaves. Each argument has all bits set for yes and none for no.
const fn walkers(ahead: u16, one_side: u16, other_side: u16) -> u16 {
    (other_side | one_side) & 2 | (other_side | ahead & !one_side) & 1
}
