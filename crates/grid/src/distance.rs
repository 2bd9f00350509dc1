//! Distance maps, also known as Dijkstra maps: how far every cell is from the nearest goal.
//!
//! One map serves all actors with the same goals: each steps to a neighbour with a smaller number.
//! If every step costs one, the map is filled in order of distance (`spread.rs`, on cells that
//! `unpack.rs` prepares). With terrain costs, or with goals that have starting values, it uses a
//! ring of buckets (`dijkstra.rs`). Steps follow the same rules as in paths: a diagonal step costs
//! as much as a straight one and may pass between two closed cells.

mod dijkstra;
mod spread;
mod unpack;

use crate::buckets::Buckets;
use crate::path::straight_first;
use crate::{Adjacency, BitGrid, Dir, Grid, Pos, Rect};

/// A closed cell. Stored distances are one higher than the true ones, so this is less than all.
const CLOSED: u16 = 0;
/// An open cell that is not yet reached holds this value or more.
const UNREACHED: u16 = 0xFF00;

/// The distance of every cell from the nearest goal; keeps its memory from one use to the next.
///
/// A goal may be a closed cell. Goals outside the map are ignored.
///
/// ```
/// use barrow_grid::{Adjacency, BitGrid, Dir, DistanceMap, Pos};
///
/// let open = BitGrid::from_fn(5, 1, |_| true);
/// let mut map = DistanceMap::new();
/// map.measure(&open, Adjacency::Four, &[Pos::new(4, 0)]);
/// assert_eq!(map.get(Pos::new(0, 0)), Some(4));
/// assert_eq!(map.downhill(Pos::new(0, 0)), Some(Dir::East));
/// ```
#[derive(Clone, Debug)]
pub struct DistanceMap {
    width: i32,
    height: i32,
    adjacency: Adjacency,
    /// Row by row, with closed cells around: one row above and below, one cell before each row and
    /// one after the last. The end of a row borders on the beginning of the next, so no neighbour
    /// needs a bounds check.
    cells: Vec<u16>,
    /// The map from which `plain` and `blank` were computed.
    unpacked: BitGrid,
    /// Which cells are open, in the same layout.
    plain: Vec<u16>,
    /// The initial cells, before any is reached, in the same layout.
    blank: Vec<u16>,
    /// The cost of entering each cell, in the same layout.
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
    /// The largest distance that a map can hold. Cells farther away count as out of reach.
    pub const MAX_DISTANCE: u16 = UNREACHED - 2;

    /// Creates an empty map.
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

    /// Computes the number of steps from every open cell to the nearest goal.
    pub fn measure(&mut self, open: &BitGrid, adjacency: Adjacency, goals: &[Pos]) {
        self.measure_within(open, adjacency, goals, Self::MAX_DISTANCE);
    }

    /// Does the same as [`DistanceMap::measure`], but only up to `limit` steps.
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

    /// Computes distances over terrain from goals with starting values. The distance of a cell is
    /// the minimum over all goals of the goal's value plus the cost of the path from it. Entering a
    /// cell costs its value in `costs`; cells with zero are closed.
    pub fn measure_weighted(
        &mut self,
        costs: &Grid<u8>,
        adjacency: Adjacency,
        goals: &[(Pos, u16)],
    ) {
        self.shape(costs.bounds(), adjacency);
        self.open_costs(costs);
        self.seed(goals.iter().copied());
        self.dijkstra();
    }

    /// Turns distances from threats into a map for fleeing actors: downhill leads to safety.
    ///
    /// Running straight away from a threat ends in the next dead end. So each distance is
    /// multiplied by minus 1.2, which makes far cells attractive goals of different value, and the
    /// map is computed again from these goals. Then a cell at the far end of a long path attracts
    /// more than a near corner, even past the threat if the path there is not much longer. (All
    /// values are raised by the same amount so that the best is zero; only differences matter.)
    pub fn measure_flight(&mut self, open: &BitGrid, threats: &Self) {
        self.shape(open.bounds(), threats.adjacency);
        self.open_unit_costs(open);
        let farthest = threats.farthest().map_or(0, |(_, distance)| distance);
        let value = |distance: u16| {
            let value = u32::from(farthest - distance) * 12 / 10;
            u16::try_from(value).unwrap_or(Self::MAX_DISTANCE)
        };
        self.seed(open.iter().filter_map(|pos| Some((pos, value(threats.get(pos)?)))));
        self.dijkstra();
    }

    /// Returns the distance of a cell, or `None` if it is outside or reaches no goal.
    pub fn get(&self, pos: Pos) -> Option<u16> {
        let inside = self.bounds().contains(pos);
        inside.then(|| self.cells[self.index(pos)]).and_then(distance)
    }

    /// Returns the rectangle of all cells.
    pub const fn bounds(&self) -> Rect {
        Rect::new(0, 0, self.width, self.height)
    }

    /// Returns the first cell, row by row, that has the largest distance, and that distance.
    pub fn farthest(&self) -> Option<(Pos, u16)> {
        let reached = |&cell: &u16| distance(cell).is_some();
        let greatest = self.cells.iter().copied().filter(reached).max()?;
        let index = self.cells.iter().position(|&cell| cell == greatest)?;
        Some((self.pos(index), greatest - 1))
    }

    /// Returns the step to the best neighbour if that is better than staying. Among equally good
    /// steps, straight ones come before diagonal ones, each clockwise from north.
    pub fn downhill(&self, pos: Pos) -> Option<Dir> {
        self.downhill_dirs(pos).next()
    }

    /// Returns all equally good steps downhill, for callers that choose one at random. From a cell
    /// without a distance, any neighbour that has one is better than staying.
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

    /// Returns the number of cells from one row to the next.
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

/// Returns the distance that a cell holds.
const fn distance(cell: u16) -> Option<u16> {
    if cell == CLOSED || cell >= UNREACHED { None } else { Some(cell - 1) }
}

#[cfg(test)]
mod tests;
