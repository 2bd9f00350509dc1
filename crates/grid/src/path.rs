//! Paths from one cell to another.
//!
//! If every step costs the same, [`PathFinder::find`] searches whole rows of bits at a time (see
//! `sweep.rs`). If terrain has costs, [`PathFinder::find_weighted`] is a textbook A* with a queue
//! of buckets (`astar.rs`). Both return a path of minimum cost. Among several such paths the choice
//! is fixed and the same on every machine, and straight steps come before diagonal ones, so that a
//! path does not zigzag without need.
//!
//! A diagonal step costs as much as a straight one and may pass between two closed cells.
//!
//! The start and the goal may be closed, because the walker occupies the first and often its prey
//! occupies the second. There is no path outside the map.

mod astar;
mod sweep;
mod transpose;

use crate::{Adjacency, BitGrid, Dir, Grid, Pos};
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
    /// The maximum cost of the path. It also limits the time of the search.
    pub limit: u32,
}

impl Route {
    /// Creates a route without a limit.
    pub const fn new(adjacency: Adjacency, start: Pos, goal: Pos) -> Self {
        Self { start, goal, adjacency, limit: u32::MAX }
    }

    /// Returns the same route with a limit: a path that costs more is not found.
    pub const fn within(self, limit: u32) -> Self {
        Self { limit, ..self }
    }

    /// Returns the cost of the path if nothing is in the way.
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
        if !inside || route.min_cost() > route.limit {
            return None;
        }
        match self.sweep.find(open, route, path) {
            Outcome::Steps(steps) => Some(steps),
            Outcome::NoPath => None,
            Outcome::TooManyLevels => {
                let cost = |pos| u8::from(open.contains(pos));
                self.astar.find(open.bounds(), cost, route, path)
            }
        }
    }

    /// Finds a cheapest path over terrain. Returns its cost and stores the cell after each step in
    /// `path`. Entering a cell costs its value in `costs`. Cells with zero are closed, but a closed
    /// goal costs one to enter.
    ///
    /// ```
    /// use barrow_grid::{Adjacency, Grid, PathFinder, Pos, Route};
    ///
    /// // Mud costs nine, the dry cells around it cost one.
    /// let costs = Grid::from_fn(5, 2, |pos| if pos.y == 1 && pos.x > 0 && pos.x < 4 { 9 } else { 1 });
    /// let route = Route::new(Adjacency::Four, Pos::new(0, 1), Pos::new(4, 1));
    /// let mut path = Vec::new();
    /// assert_eq!(PathFinder::new().find_weighted(&costs, route, &mut path), Some(6));
    /// assert!(path[..5].iter().all(|pos| pos.y == 0));
    /// ```
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
