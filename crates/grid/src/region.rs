//! Connected regions of open cells.
//!
//! Each row is split into runs of open cells, and touching runs of neighbouring rows are joined
//! (union-find). A map has far fewer runs than cells, and their ends are found in words of 64 cells
//! at a time.

use crate::fill::{fill_runs, widen};
use crate::{Adjacency, BitGrid, Pos, Rect};

/// Returns the cells that can be reached from `start` over open cells, including `start`. The
/// result is empty if `start` is closed or outside.
pub fn flood(open: &BitGrid, adjacency: Adjacency, start: Pos) -> BitGrid {
    let mut filled = BitGrid::new(open.width(), open.height());
    flood_into(open, adjacency, start, &mut filled, &mut Vec::new());
    filled
}

/// Adds the result of [`flood`] to `filled`, which must have the same size as `open` and contain
/// only whole regions. `rows` is a buffer.
pub fn flood_into(
    open: &BitGrid,
    adjacency: Adjacency,
    start: Pos,
    filled: &mut BitGrid,
    rows: &mut Vec<i32>,
) {
    rows.clear();
    if open.contains(start) {
        filled.insert(start);
        rows.push(start.y);
    }
    while let Some(y) = rows.pop() {
        fill_runs(filled.row_mut(y), open.row(y));
        for next in [y - 1, y + 1] {
            if (0..open.height()).contains(&next) && fill_next_row(filled, open, adjacency, y, next)
            {
                rows.push(next);
            }
        }
    }
}

/// Fills the open cells of row `to` that touch filled cells of row `from`, and returns `true` if
/// there were any.
fn fill_next_row(
    filled: &mut BitGrid,
    open: &BitGrid,
    adjacency: Adjacency,
    from: i32,
    to: i32,
) -> bool {
    let mut new = 0;
    let mut west = 0;
    for word in 0..open.stride() {
        let here = filled.row(from)[word];
        let touched = match adjacency {
            Adjacency::Four => here,
            Adjacency::Eight => {
                let east = filled.row(from).get(word + 1).copied().unwrap_or(0);
                widen(west, here, east)
            }
        };
        let fresh = touched & open.row(to)[word] & !filled.row(to)[word];
        filled.row_mut(to)[word] |= fresh;
        new |= fresh;
        west = here;
    }
    new != 0
}

/// All connected regions of a map; keeps its memory from one use to the next.
///
/// Regions are numbered from zero, in the order of their first cells, row by row.
#[derive(Clone, Debug, Default)]
pub struct Regions {
    bounds: Rect,
    /// All runs, row by row.
    runs: Vec<Run>,
    /// The index of the first run of each row, and at the end the number of runs.
    rows: Vec<usize>,
    sizes: Vec<u32>,
}

/// A series of open cells side by side.
#[derive(Clone, Copy, Debug)]
struct Run {
    start: i32,
    end: i32,
    /// While regions are joined, this is the index of a run of the same region that is no later
    /// than this one; the first run of a region points to itself. In the end it is the region's
    /// number.
    region: u32,
}

impl Regions {
    /// Creates the regions of an empty map.
    pub fn new() -> Self {
        Self::default()
    }

    /// Finds the regions of a map.
    pub fn find(&mut self, open: &BitGrid, adjacency: Adjacency) {
        self.bounds = open.bounds();
        self.runs.clear();
        self.rows.clear();
        self.rows.push(0);
        let mut above = 0..0;
        for y in 0..open.height() {
            let first = self.runs.len();
            add_runs(&mut self.runs, open.row(y));
            self.join(above, first, adjacency);
            above = first..self.runs.len();
            self.rows.push(self.runs.len());
        }
        self.number();
    }

    /// Returns the number of regions.
    pub fn count(&self) -> usize {
        self.sizes.len()
    }

    /// Returns the number of cells of each region.
    pub fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    /// Returns the region with the most cells, or the first of several.
    pub fn largest(&self) -> Option<usize> {
        (0..self.count()).rev().max_by_key(|&region| self.sizes[region])
    }

    /// Returns the region of a cell, or `None` if the cell is closed or outside.
    pub fn region(&self, pos: Pos) -> Option<usize> {
        if !self.bounds.contains(pos) {
            return None;
        }
        let row = &self.runs[self.rows[pos.y as usize]..self.rows[pos.y as usize + 1]];
        let run = row.get(row.partition_point(|run| run.end <= pos.x))?;
        (run.start <= pos.x).then_some(run.region as usize)
    }

    /// Returns the cells of a region.
    pub fn cells(&self, region: usize) -> BitGrid {
        let mut cells = BitGrid::new(self.bounds.width, self.bounds.height);
        for (y, bounds) in (0..).zip(self.rows.windows(2)) {
            for run in &self.runs[bounds[0]..bounds[1]] {
                if run.region as usize == region {
                    cells.insert_rect(Rect::new(run.start, y, run.end - run.start, 1));
                }
            }
        }
        cells
    }

    /// Joins the runs of a row, which start at index `below`, with those of the row above.
    fn join(&mut self, above: std::ops::Range<usize>, mut below: usize, adjacency: Adjacency) {
        // With diagonals, two runs also touch if one ends where the other begins.
        let reach = i32::from(adjacency == Adjacency::Eight);
        let mut upper = above.start;
        while upper < above.end && below < self.runs.len() {
            let (up, down) = (self.runs[upper], self.runs[below]);
            if up.start < down.end + reach && down.start < up.end + reach {
                self.unite(upper as u32, below as u32);
            }
            if up.end < down.end {
                upper += 1;
            } else {
                below += 1;
            }
        }
    }

    fn unite(&mut self, a: u32, b: u32) {
        let (a, b) = (self.first(a), self.first(b));
        self.runs[a.max(b) as usize].region = a.min(b);
    }

    /// Returns the first run of the region of a run, and shortens the path to it.
    fn first(&mut self, mut run: u32) -> u32 {
        loop {
            let earlier = self.runs[run as usize].region;
            if earlier == run {
                return run;
            }
            let earliest = self.runs[earlier as usize].region;
            self.runs[run as usize].region = earliest;
            run = earliest;
        }
    }

    /// Turns the links between runs into region numbers. A link leads to an earlier run, which
    /// already has its number.
    fn number(&mut self) {
        self.sizes.clear();
        for index in 0..self.runs.len() {
            let Run { start, end, region: link } = self.runs[index];
            let region = if link as usize == index {
                self.sizes.push(0);
                self.sizes.len() - 1
            } else {
                self.runs[link as usize].region as usize
            };
            self.runs[index].region = region as u32;
            self.sizes[region] += (end - start) as u32;
        }
    }
}

/// Adds the runs of one row.
fn add_runs(runs: &mut Vec<Run>, row: &[u64]) {
    let mut start = None;
    for (index, &word) in row.iter().enumerate() {
        let west = if index == 0 { 0 } else { row[index - 1] >> 63 };
        // A bit is set where a cell differs from its western neighbour.
        let mut edges = word ^ (word << 1 | west);
        while edges != 0 {
            let x = (index * 64) as i32 + edges.trailing_zeros() as i32;
            edges &= edges - 1;
            match start.take() {
                None => start = Some(x),
                Some(start) => runs.push(Run { start, end: x, region: runs.len() as u32 }),
            }
        }
    }
    if let Some(start) = start {
        runs.push(Run { start, end: row.len() as i32 * 64, region: runs.len() as u32 });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Grid;
    use crate::testing::{Chance, SIZES, open_cells};

    /// Draws the number of each region.
    fn check(adjacency: Adjacency, picture: &str, expected: &str, sizes: &[u32]) {
        let mut drawn = Grid::from_picture(picture);
        let mut regions = Regions::new();
        regions.find(&open_cells(&drawn), adjacency);
        for pos in drawn.positions() {
            if let Some(region) = regions.region(pos) {
                drawn[pos] = char::from_digit(region as u32, 36).unwrap();
            }
        }
        assert_eq!(drawn.to_string(), Grid::from_picture(expected).to_string());
        assert_eq!(regions.sizes(), sizes);
    }

    #[test]
    fn regions_are_numbered_row_by_row() {
        let picture = "
            #...#.#
            ##.##.#
            ..#.#.#
            ##.....
        ";
        check(
            Adjacency::Four,
            picture,
            "
            #000#1#
            ##0##1#
            22#1#1#
            ##11111
            ",
            &[4, 9, 2],
        );
        check(
            Adjacency::Eight,
            picture,
            "
            #000#0#
            ##0##0#
            00#0#0#
            ##00000
            ",
            &[15],
        );
    }

    /// Returns the cells that a simple flood fill from `start` reaches.
    fn simple_flood(open: &BitGrid, adjacency: Adjacency, start: Pos) -> BitGrid {
        let mut reached = BitGrid::new(open.width(), open.height());
        let mut waiting = vec![start];
        while let Some(pos) = waiting.pop() {
            if open.contains(pos) && reached.insert(pos) {
                waiting.extend(adjacency.dirs().iter().map(|&dir| pos + dir));
            }
        }
        reached
    }

    #[test]
    fn floods_and_regions_match_a_simple_flood_fill() {
        let mut chance = Chance::new(5);
        let mut regions = Regions::new();
        for (width, height) in SIZES {
            for percent_closed in [0, 20, 40, 50, 70, 100] {
                for adjacency in [Adjacency::Four, Adjacency::Eight] {
                    let open = chance.map(width, height, percent_closed);
                    regions.find(&open, adjacency);
                    let mut seen = 0;
                    for pos in open.bounds().cells() {
                        let flooded = simple_flood(&open, adjacency, pos);
                        assert_eq!(flood(&open, adjacency, pos), flooded);
                        let Some(region) = regions.region(pos) else {
                            assert!(!open.contains(pos));
                            continue;
                        };
                        assert!(region <= seen, "numbers follow the reading order");
                        if region == seen {
                            seen += 1;
                            assert_eq!(regions.cells(region), flooded);
                            assert_eq!(regions.sizes()[region], flooded.count());
                        }
                    }
                    assert_eq!(regions.count(), seen);
                }
            }
        }
    }

    #[test]
    fn the_largest_region_is_the_first_of_the_largest() {
        let mut regions = Regions::new();
        regions.find(&open_cells(&Grid::from_picture(".#..#..#.")), Adjacency::Four);
        assert_eq!(regions.largest(), Some(1));
        assert_eq!(regions.region(Pos::new(9, 0)), None);
        assert_eq!(regions.region(Pos::new(0, -1)), None);
        regions.find(&BitGrid::new(4, 4), Adjacency::Four);
        assert_eq!((regions.count(), regions.largest()), (0, None));
        assert!(flood(&BitGrid::new(4, 4), Adjacency::Four, Pos::new(9, 9)).is_empty());
    }
}
