//! Paths from one cell to another.
//!
//! [`PathFinder::find`] searches whole rows of bits at a time (see `sweep.rs`); a path that winds
//! too much for that is found by a textbook A* (`astar.rs`). Where terrain has costs, follow a
//! [`DistanceMap`](crate::DistanceMap) instead. Among several shortest paths the choice is fixed
//! and the same on every machine, and straight steps come before diagonal ones, so that a path does
//! not zigzag without need.
//!
//! A diagonal step is as long as a straight one and may pass between two closed cells.
//!
//! The start and the goal may be closed, because the walker occupies the first and often its prey
//! occupies the second. There is no path outside the map.

mod astar;
mod sweep;
mod transpose;

use crate::{Adjacency, BitGrid, Dir, Pos};
use astar::Astar;
use sweep::{Outcome, Sweep};

/// The straight directions, then the diagonal ones, each clockwise from north: the order in which
/// equally good steps are tried.
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

/// Returns the directions to the neighbours, straight ones first.
pub(crate) const fn straight_first(adjacency: Adjacency) -> &'static [Dir] {
    match adjacency {
        Adjacency::Four => &Dir::CARDINAL,
        Adjacency::Eight => &STRAIGHT_FIRST,
    }
}

/// The request for a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Route {
    /// The cell where the walker stands.
    pub start: Pos,
    /// The cell where the path ends.
    pub goal: Pos,
    /// The steps that are allowed.
    pub adjacency: Adjacency,
    /// The maximum length of the path. It also limits the time of the search.
    pub limit: u32,
}

impl Route {
    /// Creates a route without a limit.
    pub const fn new(adjacency: Adjacency, start: Pos, goal: Pos) -> Self {
        Self { start, goal, adjacency, limit: u32::MAX }
    }

    /// Returns the same route with a limit: a longer path is not found.
    pub const fn within(self, limit: u32) -> Self {
        Self { limit, ..self }
    }

    /// Returns the length of the path if nothing is in the way.
    const fn min_length(self) -> u32 {
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
    /// Creates a path finder.
    pub fn new() -> Self {
        Self::default()
    }

    /// Finds a shortest path over open cells. Returns the number of steps and stores the cell after
    /// each step in `path`: the start is not included, the goal is the last. If there is no path,
    /// the result is `None` and `path` is empty.
    pub fn find(&mut self, open: &BitGrid, route: Route, path: &mut Vec<Pos>) -> Option<u32> {
        path.clear();
        let inside = open.bounds().contains(route.start) && open.bounds().contains(route.goal);
        if !inside || route.min_length() > route.limit {
            return None;
        }
        match self.sweep.find(open, route, path) {
            Outcome::Steps(steps) => Some(steps),
            Outcome::NoPath => None,
            Outcome::TooManyLevels => self.astar.find(open, route, path),
        }
    }
}

#[cfg(test)]
mod tests;
