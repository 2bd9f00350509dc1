//! Helpers for tests: random maps, and searches too simple to be wrong.

use crate::{Adjacency, BitGrid, Grid, Pos};

/// A small random generator, good enough to scatter walls.
pub struct Chance(u64);

impl Chance {
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a number in `0..bound`.
    pub fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (((self.0 >> 32) * u64::from(bound)) >> 32) as u32
    }

    pub fn pos(&mut self, width: i32, height: i32) -> Pos {
        let x = self.below(width as u32) as i32;
        Pos::new(x, self.below(height as u32) as i32)
    }

    /// Returns a map in which this percentage of cells is closed.
    pub fn map(&mut self, width: i32, height: i32, percent_closed: u32) -> BitGrid {
        BitGrid::from_fn(width, height, |_| self.below(100) >= percent_closed)
    }

    /// Returns terrain in which this percentage of cells is closed and the others cost at most
    /// `max_cost`.
    pub fn terrain(&mut self, size: (i32, i32), percent_closed: u32, max_cost: u32) -> Grid<u8> {
        Grid::from_fn(size.0, size.1, |_| {
            let open = self.below(100) >= percent_closed;
            if open { 1 + self.below(max_cost) as u8 } else { 0 }
        })
    }
}

/// Sizes around the edges of words, and narrow ones.
pub const SIZES: [(i32, i32); 10] =
    [(1, 1), (1, 40), (40, 1), (2, 65), (9, 9), (63, 12), (64, 12), (65, 12), (12, 65), (130, 9)];

/// Returns the cost of the cheapest path from any goal to each cell. Goals have starting values and
/// may be closed; entering a cell costs its value. The search updates every cell from its
/// neighbours until nothing changes.
pub fn simple_distances(
    costs: &Grid<u8>,
    adjacency: Adjacency,
    goals: &[(Pos, u32)],
) -> Grid<Option<u32>> {
    let mut distances = Grid::new(costs.width(), costs.height(), None);
    for &(goal, value) in goals {
        let known: Option<u32> = distances[goal];
        distances[goal] = Some(known.map_or(value, |known| known.min(value)));
    }
    loop {
        let before = distances.clone();
        for pos in costs.positions().filter(|&pos| costs[pos] > 0) {
            let near = adjacency.dirs().iter().filter_map(|&dir| *distances.get(pos + dir)?).min();
            let through = near.map(|near| near + u32::from(costs[pos]));
            distances[pos] = [distances[pos], through].into_iter().flatten().min();
        }
        if distances == before {
            return distances;
        }
    }
}

/// Returns terrain in which every open cell costs one.
pub fn unit_costs(open: &BitGrid) -> Grid<u8> {
    Grid::from_fn(open.width(), open.height(), |pos| u8::from(open.contains(pos)))
}

/// Returns the cells of a picture that are not walls.
pub fn open_cells(picture: &Grid<char>) -> BitGrid {
    BitGrid::from_grid(picture, |&glyph| glyph != '#')
}
