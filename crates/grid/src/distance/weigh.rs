//! Filling a distance map over terrain, or from goals of different value.
//!
//! This is Dijkstra's way: the cell with the least value is final, and offers its neighbours
//! that value and the cost to enter them. The goals wait in a list sorted by value, so that the
//! ring of buckets need not span their values: each joins when it is the least of all.

use super::{CLOSED, DistanceMap, UNREACHED};
use crate::{Adjacency, BitGrid, Dir, Grid, Pos};

impl DistanceMap {
    /// Takes the costs from a map of terrain.
    pub(super) fn open_costs(&mut self, costs: &Grid<u8>) {
        self.close_all();
        for (pos, &cost) in costs.iter().filter(|&(_, &cost)| cost > 0) {
            let index = self.index(pos);
            self.costs[index] = cost;
            self.cells[index] = UNREACHED;
        }
    }

    /// Makes every open cell cost one.
    pub(super) fn open_unit_costs(&mut self, open: &BitGrid) {
        self.close_all();
        for pos in open.iter() {
            let index = self.index(pos);
            self.costs[index] = 1;
            self.cells[index] = UNREACHED;
        }
    }

    fn close_all(&mut self) {
        let len = self.len();
        self.cells.clear();
        self.cells.resize(len, CLOSED);
        self.costs.clear();
        self.costs.resize(len, 0);
    }

    /// Sets the goals and their values.
    pub(super) fn seed(&mut self, goals: impl Iterator<Item = (Pos, u16)>) {
        let mut seeds = std::mem::take(&mut self.seeds);
        seeds.clear();
        let inside = goals.filter(|&(pos, _)| self.bounds().contains(pos));
        seeds
            .extend(inside.map(|(pos, value)| (value.min(Self::FARTHEST), self.index(pos) as u32)));
        // The least value comes last, where it is taken from.
        seeds.sort_unstable_by(|a, b| b.cmp(a));
        self.seeds = seeds;
    }

    /// Fills the cells from the goals outwards.
    pub(super) fn weigh(&mut self) {
        match self.adjacency {
            Adjacency::Four => self.weigh_to(self.steps(Dir::CARDINAL)),
            Adjacency::Eight => self.weigh_to(self.steps(Dir::ALL)),
        }
    }

    fn weigh_to<const N: usize>(&mut self, steps: [usize; N]) {
        self.buckets.clear();
        while let Some((value, here)) = self.next_cell() {
            for step in steps {
                let there = (here as usize).wrapping_add(step);
                let total = value + u32::from(self.costs[there]);
                let closed = self.costs[there] == 0;
                if !closed && total < u32::from(self.cells[there].min(UNREACHED)) {
                    self.cells[there] = total as u16;
                    self.buckets.push(total, there as u32);
                }
            }
        }
    }

    /// The next cell whose value is final, with its value.
    fn next_cell(&mut self) -> Option<(u32, u32)> {
        loop {
            let least = self.buckets.least();
            let goal = self.seeds.last().map(|&(value, _)| u32::from(value));
            let seed_first = goal.is_some_and(|goal| least.is_none_or(|least| goal <= least));
            if seed_first {
                let (value, index) = self.seeds.pop()?;
                let cell = &mut self.cells[index as usize];
                if value < *cell {
                    *cell = value;
                    return Some((u32::from(value), index));
                }
            } else {
                let (value, index) = self.buckets.pop()?;
                if u32::from(self.cells[index as usize]) == value {
                    return Some((value, index));
                }
            }
        }
    }
}
