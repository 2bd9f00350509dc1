//! A* over terrain with costs.
//!
//! The guess for a cell is its distance to the goal on an empty plane, in the metric of the
//! steps (Manhattan for four, Chebyshev for eight). As no step costs less than one, the guess
//! never falls by more than a step costs: it is consistent, so the first time a cell leaves the
//! queue its cost is final, and the first time the goal leaves, the path is the cheapest.
//!
//! A step costs at most 255, so the queue is a ring of buckets and not a heap. The owner of a
//! tie: of the cells that promise the same, the one found last goes first; of the ways to a
//! cell that cost the same, the one found first stays.

use super::{Route, straight_first};
use crate::buckets::Buckets;
use crate::{Dir, Pos, Rect};

/// The memory of a search over terrain.
#[derive(Clone, Debug, Default)]
pub(super) struct Astar {
    cells: Vec<Cell>,
    queue: Buckets,
    /// The number of this search: what a cell holds from another search does not count.
    search: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    search: u32,
    cost: u32,
    /// The index in [`straight_first`] of the step that leads here.
    step: u8,
    done: bool,
}

impl Astar {
    /// Start and goal lie in `bounds`, and their distance is within the limit.
    pub fn find(
        &mut self,
        bounds: Rect,
        cost: impl Fn(Pos) -> u8,
        route: Route,
        path: &mut Vec<Pos>,
    ) -> Option<u32> {
        let Route { start, goal, adjacency, limit } = route;
        let index = |pos: Pos| (pos.y * bounds.width + pos.x) as usize;
        self.begin(bounds);
        self.cells[index(start)] = Cell { search: self.search, ..Cell::default() };
        self.queue.push(route.min_cost(), index(start) as u32);
        while let Some((_, found)) = self.queue.pop() {
            let here = Pos::new(found as i32 % bounds.width, found as i32 / bounds.width);
            let cell = &mut self.cells[found as usize];
            if std::mem::replace(&mut cell.done, true) {
                continue;
            }
            let so_far = cell.cost;
            if here == goal {
                self.retrace(bounds.width, route, path);
                return Some(so_far);
            }
            for (step, &dir) in (0..).zip(straight_first(adjacency)) {
                let there = here + dir;
                let entry = if there == goal { cost(there).max(1) } else { cost(there) };
                let total = so_far + u32::from(entry);
                let promise = total.saturating_add(adjacency.distance(there, goal));
                if entry > 0 && promise <= limit && self.improve(index(there), total, step) {
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

    /// Takes note of a way to a cell, if it is the best so far.
    fn improve(&mut self, index: usize, cost: u32, step: u8) -> bool {
        let cell = &mut self.cells[index];
        let better = cell.search != self.search || cost < cell.cost;
        if better {
            *cell = Cell { search: self.search, cost, step, done: false };
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
