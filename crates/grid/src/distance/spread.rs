//! Fills a distance map if every step costs one.
//!
//! With eight directions this is a normal breadth-first search: cells enter a queue in the order of
//! their distance, and one pass over the queue fills the map.
//!
//! With four directions a cell has few neighbours, and testing all of them would cost more than the
//! rest. So the queue holds *walkers* instead of cells: a cell and a heading. A walker tests only
//! the cell ahead. A goal sends out one walker in each direction. If the cell ahead is not reached
//! yet, one walker continues from it, and others turn off to the sides if needed:
//!
//! - A walker heading north or south turns off to every open side.
//! - A walker heading east or west turns off to an open side only if the cell that it came from is
//!   closed on that side.
//!
//! Why this reaches every cell in time: assume that `n` is the nearest cell that is reached too
//! late or never, and that `x` is the cell before it on a shortest path. If the step from `x` to
//! `n` goes along the row, some walker takes it, because every walker that enters `x` does, except
//! one that comes from `n`. If the step goes along the column and no walker takes it, then the
//! walker into `x` came along the row from a cell `p`, and the cell `y` next to both `p` and `n` is
//! open. From `p`, `y` is no farther than `x`, so it is reached in time, and the step from `y` to
//! `n` goes along the row.
//!
//! Which turns a walker makes depends only on the walls. The turns are computed when the map is
//! unpacked, and are stored in the cells that are not reached yet. So a step of a walker takes a
//! few instructions and no branch: the new walkers are always written to the end of the queue, and
//! the end moves forward only by the number of walkers that count. The processor would mispredict a
//! branch there for every other cell, which would cost more than everything else.

use std::cell::Cell;
use std::hint::select_unpredictable;

use super::DistanceMap;
use crate::{Adjacency, Pos};

/// The bits of the heading in a walker; the cell is stored above them. North is 0, east 2, south 4,
/// west 6. This is also the position of the two bits in an unreached cell that hold the number of
/// its walkers.
const HEADING: u32 = 0b110;
const CELL: u32 = 3;

/// Turns a heading to one side and to the other, by exclusive or.
const SIDES: [u32; 2] = [0b010, 0b110];

impl DistanceMap {
    /// Fills the cells from the goals outwards.
    pub(super) fn spread(&mut self, goals: &[Pos], limit: u16) {
        // A cell leaves at most three walkers, and walkers that do not count are written as well.
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

// The two loops below are separate functions, never inlined, so that the compiler has all registers
// for them.

/// Moves the walkers that are in the queue before `end`.
#[inline(never)]
fn spread_four(cells: &mut [u16], queue: &mut [u32], stride: usize, mut end: usize, limit: u16) {
    let (row, column) = ((stride as u32) << CELL, 1 << CELL);
    let steps = [row.wrapping_neg(), 0, column, 0, row, 0, column.wrapping_neg(), 0];
    // Three views of the queue, each shifted by one, so that one bounds check covers three
    // accesses.
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
            let unreached = distance < old;
            *cell = select_unpredictable(unreached, distance, old);
            first[end].set(ahead);
            second[end].set(ahead ^ SIDES[0]);
            third[end].set(ahead ^ SIDES[1]);
            let walkers = (u32::from(old) >> heading) as usize & 3;
            end += select_unpredictable(unreached, walkers, 0);
        }
        if next == end {
            break;
        }
    }
}

/// Continues from the cells that are in the queue before `end`.
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
