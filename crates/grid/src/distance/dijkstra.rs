//! Fills a distance map over terrain, or from goals with starting values.
//!
//! This is Dijkstra's algorithm: the cell with the smallest value is final and offers its
//! neighbours that value plus the cost of entering them. The goals wait in a list sorted by value,
//! so that the ring of buckets does not have to span their values: a goal joins when its value is
//! the smallest of all.

use super::{CLOSED, DistanceMap, UNREACHED};
use crate::path::straight_first;
use crate::{BitGrid, Grid, Pos};

impl DistanceMap {
    /// Reads the costs from terrain.
    pub(super) fn open_costs(&mut self, costs: &Grid<u8>) {
        self.close_all();
        for (pos, &cost) in costs.iter().filter(|&(_, &cost)| cost > 0) {
            self.open_cell(pos, cost);
        }
    }

    /// Makes every open cell cost one.
    pub(super) fn open_unit_costs(&mut self, open: &BitGrid) {
        self.close_all();
        for pos in open {
            self.open_cell(pos, 1);
        }
    }

    fn close_all(&mut self) {
        let len = self.len();
        self.cells.clear();
        self.cells.resize(len, CLOSED);
        self.costs.clear();
        self.costs.resize(len, 0);
    }

    fn open_cell(&mut self, pos: Pos, cost: u8) {
        let index = self.index(pos);
        self.costs[index] = cost;
        self.cells[index] = UNREACHED;
    }

    /// Sets the goals and their starting values.
    pub(super) fn seed(&mut self, goals: impl Iterator<Item = (Pos, u16)>) {
        let mut seeds = std::mem::take(&mut self.seeds);
        seeds.clear();
        let inside = goals.filter(|&(pos, _)| self.bounds().contains(pos));
        let held = |value: u16| value.min(Self::MAX_DISTANCE) + 1;
        seeds.extend(inside.map(|(pos, value)| (held(value), self.index(pos) as u32)));
        self.seeds = seeds;
        self.sort_seeds();
    }

    /// Sorts the goals in descending order of value, because they are taken from the end.
    ///
    /// On a flee map every cell is a goal, and values are small. So this is a radix sort by bytes,
    /// which is faster than comparing and takes a tenth of the code. The order of goals with the
    /// same value makes no difference.
    fn sort_seeds(&mut self) {
        if self.seeds.is_sorted_by_key(|&(value, _)| !value) {
            return;
        }
        for shift in [0, 8] {
            let byte = |value: u16| usize::from(!value >> shift & 0xFF);
            let mut starts = [0; 256];
            for &(value, _) in &self.seeds {
                starts[byte(value)] += 1;
            }
            let mut begin = 0;
            for start in &mut starts {
                begin += std::mem::replace(start, begin);
            }
            self.sorted_seeds.resize(self.seeds.len(), (0, 0));
            for &(value, index) in &self.seeds {
                let start = &mut starts[byte(value)];
                self.sorted_seeds[*start] = (value, index);
                *start += 1;
            }
            std::mem::swap(&mut self.seeds, &mut self.sorted_seeds);
        }
    }

    /// Fills the cells from the goals outwards.
    pub(super) fn dijkstra(&mut self) {
        self.buckets.clear();
        let stride = self.stride() as i32;
        while let Some((value, here)) = self.next_cell() {
            for dir in straight_first(self.adjacency) {
                let Pos { x, y } = dir.offset();
                let there = here.wrapping_add_signed(y * stride + x);
                let cost = self.costs[there as usize];
                let total = value + u32::from(cost);
                if cost > 0 && total < u32::from(self.cells[there as usize].min(UNREACHED)) {
                    self.cells[there as usize] = total as u16;
                    self.buckets.push(total, there);
                }
            }
        }
    }

    /// Returns the next cell whose value is final, preceded by its value.
    fn next_cell(&mut self) -> Option<(u32, u32)> {
        loop {
            let cheapest = self.buckets.min_cost().unwrap_or(u32::MAX);
            if self.seeds.last().is_some_and(|&(value, _)| u32::from(value) <= cheapest) {
                let (value, index) = self.seeds.pop()?;
                let cell = &mut self.cells[index as usize];
                if *cell == CLOSED || value < *cell {
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
