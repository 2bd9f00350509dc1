//! Distance maps: how far every cell is from the nearest of many goals.
//!
//! One map serves all who want to get there: each goes to a neighbour with a smaller number.
//! Where every step costs one, the map is filled in the order of distance (`spread.rs`, on cells
//! that `unpack.rs` prepares); with terrain costs, or with goals that do not begin at zero, from a ring of
//! buckets (`weigh.rs`). The rules for steps are those of paths: a diagonal costs as much as a
//! straight step and may pass between two closed cells.

mod spread;
mod unpack;
mod weigh;

use crate::buckets::Buckets;
use crate::path::straight_first;
use crate::{Adjacency, BitGrid, Dir, Grid, Pos, Rect};

/// A closed cell. Distances are held one higher, so that it is less than all of them.
const CLOSED: u16 = 0;
/// An open cell that no goal has reached holds this or more.
const FRESH: u16 = 0xFF00;

/// The distance of every cell from the nearest goal; keeps its memory from one use to the next.
///
/// A goal may be closed and counts nevertheless; a goal outside does not count.
#[derive(Clone, Debug)]
pub struct DistanceMap {
    width: i32,
    height: i32,
    adjacency: Adjacency,
    /// Row by row, with a closed row above and below and one closed cell before each row and
    /// after the last, so that no neighbour needs a check: the end of one row borders the
    /// beginning of the next.
    cells: Vec<u16>,
    /// The map that `plain` and `blank` were made from.
    unpacked: BitGrid,
    /// Which cells are open, in the same layout.
    plain: Vec<u16>,
    /// The cells before any goal has reached them, in the same layout.
    blank: Vec<u16>,
    /// The cost to enter each cell, in the same layout.
    costs: Vec<u8>,
    queue: Vec<u32>,
    buckets: Buckets,
    seeds: Vec<(u16, u32)>,
    sorted_seeds: Vec<(u16, u32)>,
}

impl Default for DistanceMap {
    fn default() -> Self {
        Self::new()
    }
}

impl DistanceMap {
    /// The largest distance that a map can hold; what is farther counts as out of reach.
    pub const MAX_DISTANCE: u16 = FRESH - 2;

    /// A map of nothing.
    pub fn new() -> Self {
        Self {
            width: 0,
            height: 0,
            adjacency: Adjacency::Eight,
            cells: Vec::new(),
            unpacked: BitGrid::default(),
            plain: Vec::new(),
            blank: Vec::new(),
            costs: Vec::new(),
            queue: Vec::new(),
            buckets: Buckets::default(),
            seeds: Vec::new(),
            sorted_seeds: Vec::new(),
        }
    }

    /// Measures the steps from every open cell to the nearest goal.
    pub fn measure(&mut self, open: &BitGrid, adjacency: Adjacency, goals: &[Pos]) {
        self.measure_within(open, adjacency, goals, Self::MAX_DISTANCE);
    }

    /// Measures as [`DistanceMap::measure`] does, but no farther than `limit` steps.
    pub fn measure_within(
        &mut self,
        open: &BitGrid,
        adjacency: Adjacency,
        goals: &[Pos],
        limit: u16,
    ) {
        self.shape(open.bounds(), adjacency);
        self.open_cells(open);
        self.spread(goals, limit.min(Self::MAX_DISTANCE));
    }

    /// Measures over terrain from goals that begin with a value of their own: the least, over
    /// all goals, of the goal's value and the cost of the way from it. To enter a cell costs
    /// its value in `costs`; zero is closed.
    pub fn measure_weighted(
        &mut self,
        costs: &Grid<u8>,
        adjacency: Adjacency,
        goals: &[(Pos, u16)],
    ) {
        self.shape(costs.bounds(), adjacency);
        self.open_costs(costs);
        self.seed(goals.iter().copied());
        self.weigh();
    }

    /// Turns distances from threats into a map to flee by: downhill leads to safety.
    ///
    /// To run straight away from a threat ends in the next dead end. So each distance is
    /// multiplied by -12/10, which makes far cells attractive goals of different value, and
    /// from these the map is measured again. A cell at the far end of a long way then pulls
    /// more than a near corner, even past the threat if the way there is not much longer.
    /// (All values are raised alike so that the best is zero; only differences matter.)
    pub fn measure_flight(&mut self, open: &BitGrid, threats: &Self) {
        self.shape(open.bounds(), threats.adjacency);
        self.open_unit_costs(open);
        let farthest = threats.farthest().map_or(0, |(_, distance)| distance);
        let value = |distance: u16| {
            let value = u32::from(farthest - distance) * 12 / 10;
            u16::try_from(value).unwrap_or(Self::MAX_DISTANCE)
        };
        self.seed(open.iter().filter_map(|pos| Some((pos, value(threats.get(pos)?)))));
        self.weigh();
    }

    /// The distance of a cell; `None` outside, or where no goal can be reached.
    pub fn get(&self, pos: Pos) -> Option<u16> {
        let inside = self.bounds().contains(pos);
        inside.then(|| self.cells[self.index(pos)]).and_then(distance)
    }

    /// The rectangle of all its cells.
    pub const fn bounds(&self) -> Rect {
        Rect::new(0, 0, self.width, self.height)
    }

    /// The first cell, in reading order, that has the greatest distance, and that distance.
    pub fn farthest(&self) -> Option<(Pos, u16)> {
        let reached = |&cell: &u16| distance(cell).is_some();
        let greatest = self.cells.iter().copied().filter(reached).max()?;
        let index = self.cells.iter().position(|&cell| cell == greatest)?;
        Some((self.pos(index), greatest - 1))
    }

    /// The step to the best neighbour, if it is better than to stay: straight steps before
    /// diagonal ones, each clockwise from north, where several are equally good.
    pub fn downhill(&self, pos: Pos) -> Option<Dir> {
        self.downhill_dirs(pos).next()
    }

    /// All equally good steps downhill, for those who choose among them by dice. On a cell
    /// without a distance any neighbour that has one is better than to stay.
    pub fn downhill_dirs(&self, pos: Pos) -> impl Iterator<Item = Dir> {
        let dirs = straight_first(self.adjacency).iter().copied();
        let distance = move |dir| self.get(pos + dir);
        let best = dirs.clone().filter_map(distance).min();
        let best = best.filter(|&best| self.get(pos).is_none_or(|here| best < here));
        dirs.filter(move |&dir| best.is_some() && distance(dir) == best)
    }

    fn shape(&mut self, bounds: Rect, adjacency: Adjacency) {
        (self.width, self.height, self.adjacency) = (bounds.width, bounds.height, adjacency);
    }

    /// Cells from one row to the next.
    const fn stride(&self) -> usize {
        self.width as usize + 1
    }

    const fn len(&self) -> usize {
        self.stride() * (self.height as usize + 2) + 1
    }

    const fn index(&self, pos: Pos) -> usize {
        (pos.y as usize + 1) * self.stride() + pos.x as usize + 1
    }

    const fn pos(&self, index: usize) -> Pos {
        let (row, column) = (index / self.stride(), index % self.stride());
        Pos::new(column as i32 - 1, row as i32 - 1)
    }
}

/// The distance that a cell holds.
const fn distance(cell: u16) -> Option<u16> {
    if cell == CLOSED || cell >= FRESH { None } else { Some(cell - 1) }
}

#[cfg(test)]
mod tests;
