//! Filling a distance map where every step costs one.
//!
//! Cells enter the queue in the order of their distance, so one pass over the queue fills the
//! map. The loop is written without branches: a neighbour is always written to the end of the
//! queue, and the end moves on only if the neighbour was fresh. On a map of rooms and caves a
//! branch there would be guessed wrongly for every other cell, and cost more than all the rest.

use super::{CLOSED, DistanceMap, UNREACHED};
use crate::{Adjacency, BitGrid, Dir, Pos};

impl DistanceMap {
    /// Marks every cell as closed or not yet reached.
    pub(super) fn open_cells(&mut self, open: &BitGrid) {
        let (len, stride) = (self.len(), self.stride());
        self.cells.clear();
        self.cells.resize(len, CLOSED);
        let rows = self.cells[stride + 1..].chunks_mut(stride);
        for (row, words) in rows.zip(open.words().chunks_exact(open.stride().max(1))) {
            for (cells, &word) in row[..stride - 1].chunks_mut(64).zip(words) {
                open_word(cells, word);
            }
        }
    }

    /// Fills the cells from the goals outwards.
    pub(super) fn spread(&mut self, goals: &[Pos], limit: u16) {
        // One more than the cells, since each neighbour is written before it is known to stay.
        self.queue.resize(self.len() + goals.len() + 8, 0);
        let bounds = self.bounds();
        let mut found = 0;
        for &goal in goals.iter().filter(|&&goal| bounds.contains(goal)) {
            let index = self.index(goal);
            self.queue[found] = index as u32;
            found += usize::from(self.cells[index] != 0);
            self.cells[index] = 0;
        }
        match self.adjacency {
            Adjacency::Four => self.spread_to(self.steps(Dir::CARDINAL), found, limit),
            Adjacency::Eight => self.spread_to(self.steps(Dir::ALL), found, limit),
        }
    }

    fn spread_to<const N: usize>(&mut self, steps: [usize; N], goals: usize, limit: u16) {
        let (cells, queue) = (&mut self.cells[..], &mut self.queue[..]);
        let (mut next, mut end) = (0, goals);
        for distance in 1..=limit {
            let ring = next..end;
            if ring.is_empty() {
                break;
            }
            next = end;
            for at in ring {
                let here = queue[at] as usize;
                for step in steps {
                    let there = here.wrapping_add(step);
                    let fresh = cells[there] == UNREACHED;
                    cells[there] = if fresh { distance } else { cells[there] };
                    queue[end] = there as u32;
                    end += usize::from(fresh);
                }
            }
        }
    }
}

/// Opens the cells of a word.
fn open_word(cells: &mut [u16], word: u64) {
    for (part, cells) in cells.chunks_mut(16).enumerate() {
        let bits = (word >> (part * 16)) as u16;
        for (bit, cell) in cells.iter_mut().enumerate() {
            *cell = CLOSED - u16::from(bits & (1 << bit) != 0);
        }
    }
}
