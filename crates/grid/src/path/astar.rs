//! A*, for paths that wind too much for the search by rows.
//!
//! The estimate for a cell is its distance to the goal on an empty map (Manhattan for four
//! directions, Chebyshev for eight). A step never lowers it by more than one: it is consistent. So
//! the length of the way to a cell is final when the cell first leaves the queue, and when the goal
//! leaves it, the path is the shortest.
//!
//! Ties are broken like this: among cells with the same total estimate, the one found last comes
//! first; among paths of the same length to a cell, the one found first stays.

use super::{Route, straight_first};
use crate::buckets::Buckets;
use crate::{BitGrid, Dir, Pos, Rect};

/// The buffers of a search.
#[derive(Clone, Debug, Default)]
pub(super) struct Astar {
    cells: Vec<Cell>,
    queue: Buckets,
    /// The number of this search. Cells with another number hold results of an earlier search.
    search: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    search: u32,
    length: u32,
    /// The index in [`straight_first`] of the step that leads here.
    step: u8,
    done: bool,
}

impl Astar {
    /// Finds a shortest path over open cells. Start and goal must be on the map and their distance
    /// within the limit.
    pub fn find(&mut self, open: &BitGrid, route: Route, path: &mut Vec<Pos>) -> Option<u32> {
        let Route { start, goal, adjacency, limit } = route;
        let bounds = open.bounds();
        let index = |pos: Pos| (pos.y * bounds.width + pos.x) as usize;
        self.begin(bounds);
        self.cells[index(start)] = Cell { search: self.search, ..Cell::default() };
        self.queue.push(route.min_length(), index(start) as u32);
        while let Some((_, found)) = self.queue.pop() {
            let here = Pos::new(found as i32 % bounds.width, found as i32 / bounds.width);
            let cell = &mut self.cells[found as usize];
            if std::mem::replace(&mut cell.done, true) {
                continue;
            }
            let so_far = cell.length;
            if here == goal {
                self.retrace(bounds.width, route, path);
                return Some(so_far);
            }
            for (step, &dir) in (0..).zip(straight_first(adjacency)) {
                let there = here + dir;
                let enters = there == goal || open.contains(there);
                let total = so_far + 1;
                let promise = total.saturating_add(adjacency.distance(there, goal));
                if enters && promise <= limit && self.improve(index(there), total, step) {
                    self.queue.push(promise, index(there) as u32);
                }
            }
        }
        None
    }

    fn begin(&mut self, bounds: Rect) {
        if self.cells.len() < bounds.area() as usize || self.search == u32::MAX {
            self.cells.clear();
            self.cells.resize(bounds.area() as usize, Cell::default());
            self.search = 0;
        }
        self.search += 1;
        self.queue.clear();
    }

    /// Stores a path to a cell if it is the best so far, and returns `true` if it is.
    fn improve(&mut self, index: usize, length: u32, step: u8) -> bool {
        let cell = &mut self.cells[index];
        let better = cell.search != self.search || length < cell.length;
        if better {
            *cell = Cell { search: self.search, length, step, done: false };
        }
        better
    }

    fn retrace(&self, width: i32, route: Route, path: &mut Vec<Pos>) {
        let mut here = route.goal;
        while here != route.start {
            path.push(here);
            let cell = self.cells[(here.y * width + here.x) as usize];
            let step: Dir = straight_first(route.adjacency)[cell.step as usize];
            here = here + step.opposite();
        }
        path.reverse();
    }
}
