//! Filling a distance map where every step costs one.
//!
//! Eight directions: the textbook's queue. Cells enter it in the order of their distance, and
//! one pass over it fills the map.
//!
//! Four directions: there a cell has few neighbours, and to look at all of them costs more than
//! the rest. So the queue holds not cells but *walkers*, a cell and a heading, and a walker
//! looks only at the cell ahead. A goal sends out one each way. If the cell ahead is fresh, one
//! walker goes on from it, and others turn off to the sides where they must:
//!
//! - A walker that comes from north or south turns off to every open side.
//! - A walker that comes from east or west turns off to an open side only if the cell it came
//!   from is closed on that side.
//!
//! Why this reaches every cell in time: say `n` is the nearest cell that is reached too late or
//! never, and `x` is the cell before it on a shortest way. If the step from `x` to `n` goes
//! along the row, some walker makes it: all that enter `x`, except one that comes from `n`. If
//! it goes along the column, and no walker makes it, then the walker into `x` came along the
//! row from some `p`, and the cell `y` beside both `p` and `n` is open. From `p`, `y` is no
//! farther than `x`, so it is reached in time; and the step from `y` to `n` goes along the row.
//!
//! Which turns a walker makes depends on the walls alone. They are looked up when the map is
//! unpacked, and stand in the cells that are not reached yet. So a walker's step is a few
//! instructions and no branch: what it leaves behind is always written to the end of the queue,
//! and the end moves on only as far as it counts. A branch there would be guessed wrongly for
//! every other cell, and cost more than all the rest.

use std::cell::Cell;
use std::hint::select_unpredictable;

use super::DistanceMap;
use crate::{Adjacency, Pos};

/// The bits of a heading in a walker; the cell stands above them. North is 0, east 2, south 4,
/// west 6: also the place in a fresh cell where its number of walkers stands.
const HEADING: u32 = 0b110;
const CELL: u32 = 3;

/// What turns a heading to one side and to the other, by exclusive or.
const SIDES: [u32; 2] = [0b010, 0b110];

impl DistanceMap {
    /// Fills the cells from the goals outwards.
    pub(super) fn spread(&mut self, goals: &[Pos], limit: u16) {
        // A cell leaves three walkers at most, and what does not count is written too.
        self.queue.resize(3 * self.len() + 4 * goals.len() + 3, 0);
        let bounds = self.bounds();
        let mut end = 0;
        for &goal in goals.iter().filter(|&&goal| bounds.contains(goal)) {
            let index = self.index(goal);
            self.cells[index] = 1;
            match self.adjacency {
                Adjacency::Four => {
                    for heading in [0, 2, 4, 6] {
                        self.queue[end] = (index as u32) << CELL | heading;
                        end += 1;
                    }
                }
                Adjacency::Eight => {
                    self.queue[end] = index as u32;
                    end += 1;
                }
            }
        }
        let stride = self.stride();
        let (cells, queue) = (&mut self.cells[..], &mut self.queue[..]);
        match self.adjacency {
            Adjacency::Four => spread_four(cells, queue, stride, end, limit),
            Adjacency::Eight => spread_eight(cells, queue, stride, end, limit),
        }
    }
}

// The two loops below are functions of their own, never inlined, so that the compiler has all
// registers for them.

/// Lets the walkers go that stand in the queue before `end`.
#[inline(never)]
fn spread_four(cells: &mut [u16], queue: &mut [u32], stride: usize, mut end: usize, limit: u16) {
    let (row, column) = ((stride as u32) << CELL, 1 << CELL);
    let steps = [row.wrapping_neg(), 0, column, 0, row, 0, column.wrapping_neg(), 0];
    // Three views of the queue, each one place on, so that one check of bounds does for three.
    let queue = Cell::from_mut(queue).as_slice_of_cells();
    let len = queue.len() - 2;
    let [first, second, third] = [0, 1, 2].map(|by| &queue[by..][..len]);
    let mut next = 0;
    for distance in 2..=limit + 1 {
        let ring = next..end;
        next = end;
        for walker in &first[ring] {
            let walker = walker.get();
            let heading = walker & HEADING;
            let ahead = walker.wrapping_add(steps[heading as usize]);
            let cell = &mut cells[(ahead >> CELL) as usize];
            let old = *cell;
            let fresh = distance < old;
            *cell = select_unpredictable(fresh, distance, old);
            first[end].set(ahead);
            second[end].set(ahead ^ SIDES[0]);
            third[end].set(ahead ^ SIDES[1]);
            let walkers = (u32::from(old) >> heading) as usize & 3;
            end += select_unpredictable(fresh, walkers, 0);
        }
        if next == end {
            break;
        }
    }
}

/// Goes on from the cells that stand in the queue before `end`.
#[inline(never)]
fn spread_eight(cells: &mut [u16], queue: &mut [u32], stride: usize, mut end: usize, limit: u16) {
    let mut next = 0;
    while next < end {
        let here = queue[next] as usize;
        next += 1;
        let distance = cells[here] + 1;
        if distance > limit + 1 {
            break;
        }
        let (n, s) = (here - stride, here + stride);
        for there in [n - 1, n, n + 1, here - 1, here + 1, s - 1, s, s + 1] {
            if distance < cells[there] {
                cells[there] = distance;
                queue[end] = there as u32;
                end += 1;
            }
        }
    }
}
