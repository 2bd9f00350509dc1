//! Paths from one cell to another.
//!
//! Where every step costs the same, [`PathFinder::find`] searches with whole rows of bits at a
//! time (`sweep.rs` tells how). Where terrain has costs, [`PathFinder::find_weighted`] is a
//! textbook A* with buckets for a queue (`astar.rs`). Both answer with a path of least cost;
//! which of several such paths is a fixed choice, the same on every machine, and straight
//! steps go before diagonal ones, so that a path does not zigzag for nothing.
//!
//! A diagonal step costs as much as a straight one, and may pass between two closed cells.
//!
//! The start and the goal may be closed: the one who walks stands on the first, and often the
//! one who is hunted stands on the second. Outside the map there is no path.

mod astar;
mod flip;
mod sweep;

use crate::{Adjacency, BitGrid, Dir, Grid, Pos};
use astar::Astar;
use sweep::{Answer, Sweep};

/// The straight directions and then the diagonal ones, each clockwise from north: the order in
/// which paths try equally good steps.
const STRAIGHT_FIRST: [Dir; 8] = [
    Dir::North,
    Dir::East,
    Dir::South,
    Dir::West,
    Dir::NorthEast,
    Dir::SouthEast,
    Dir::SouthWest,
    Dir::NorthWest,
];

/// The directions to the neighbours, straight ones first.
pub(crate) const fn straight_first(adjacency: Adjacency) -> &'static [Dir] {
    match adjacency {
        Adjacency::Four => &Dir::CARDINAL,
        Adjacency::Eight => &STRAIGHT_FIRST,
    }
}

/// What a path is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Route {
    /// Where the walker stands.
    pub start: Pos,
    /// Where the path shall end.
    pub goal: Pos,
    /// The steps that it may make.
    pub adjacency: Adjacency,
    /// The most that the path may cost; it bounds the work too.
    pub limit: u32,
}

impl Route {
    /// A route of any length.
    pub const fn new(adjacency: Adjacency, start: Pos, goal: Pos) -> Self {
        Self { start, goal, adjacency, limit: u32::MAX }
    }

    /// The same route, given up when it would cost more than `limit`.
    pub const fn within(self, limit: u32) -> Self {
        Self { limit, ..self }
    }

    /// What the path costs if nothing is in the way.
    const fn min_cost(self) -> u32 {
        self.adjacency.distance(self.start, self.goal)
    }
}

/// Searches for paths, and keeps its memory from one search to the next.
#[derive(Clone, Debug, Default)]
pub struct PathFinder {
    sweep: Sweep,
    astar: Astar,
}

impl PathFinder {
    /// A finder that has not searched yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A shortest path over open cells: the number of its steps, and in `path` the cell after
    /// each step, so the last is the goal and the start is not in it. `None` and an empty
    /// `path` if there is no way.
    pub fn find(&mut self, open: &BitGrid, route: Route, path: &mut Vec<Pos>) -> Option<u32> {
        path.clear();
        let inside = open.bounds().contains(route.start) && open.bounds().contains(route.goal);
        if !inside || route.min_cost() > route.limit {
            return None;
        }
        match self.sweep.find(open, route, path) {
            Answer::Steps(steps) => Some(steps),
            Answer::NoWay => None,
            Answer::TooWinding => {
                let cost = |pos| u8::from(open.contains(pos));
                self.astar.find(open.bounds(), cost, route, path)
            }
        }
    }

    /// A cheapest path over terrain: its cost, and in `path` the cell after each step. To enter
    /// a cell costs its value; zero is closed. A closed goal costs one to enter.
    pub fn find_weighted(
        &mut self,
        costs: &Grid<u8>,
        route: Route,
        path: &mut Vec<Pos>,
    ) -> Option<u32> {
        path.clear();
        let inside = costs.bounds().contains(route.start) && costs.bounds().contains(route.goal);
        if !inside || route.min_cost() > route.limit {
            return None;
        }
        let cost = |pos| costs.get(pos).copied().unwrap_or(0);
        self.astar.find(costs.bounds(), cost, route, path)
    }
}

#[cfg(test)]
mod tests;
