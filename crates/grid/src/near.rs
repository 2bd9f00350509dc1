use std::ops::Range;

use crate::path::straight_first;
use crate::{Adjacency, BitGrid, Dir, Pos};

/// How far cells are from one goal, up to [`NearMap::FARTHEST`] steps: what all who hunt the
/// same prey share. It keeps its memory from one use to the next.
///
/// The square around the goal is a window of 64 words, a word a row, in which the goal is bit
/// 32 of row 32. A ring is the set of all cells within so many steps, and the next ring grows
/// from it by whole rows. Rings are made when they are first asked for: whoever stands next to
/// the goal costs one ring, however large the map is.
#[derive(Clone, Debug)]
pub struct NearMap {
    adjacency: Adjacency,
    goal: Pos,
    open: Window,
    /// Ring `n` has the cells within `n` steps. The last one may have stopped growing.
    rings: Vec<Window>,
    /// The rows in which the last ring has more cells than the one before.
    front: Range<usize>,
    ended: bool,
}

/// The rows around the goal.
type Window = [u64; 64];

/// The goal's row in the window, and its bit there.
const MIDDLE: usize = 32;

impl Default for NearMap {
    fn default() -> Self {
        Self {
            adjacency: Adjacency::Eight,
            goal: Pos::default(),
            open: [0; 64],
            rings: Vec::new(),
            front: 0..0,
            ended: true,
        }
    }
}

impl NearMap {
    /// No way longer than this is found.
    pub const FARTHEST: u32 = 30;

    /// Starts anew from a goal over open cells. The goal may be closed and counts
    /// nevertheless; from one outside nothing is reached.
    pub fn measure(&mut self, open: &BitGrid, adjacency: Adjacency, goal: Pos) {
        self.adjacency = adjacency;
        self.goal = goal;
        self.rings.clear();
        self.ended = !open.bounds().contains(goal);
        if self.ended {
            return;
        }
        for (row, y) in self.open.iter_mut().zip(goal.y - MIDDLE as i32..) {
            *row = if (0..open.height()).contains(&y) { window(open.row(y), goal.x) } else { 0 };
        }
        let mut first = [0; 64];
        first[MIDDLE] = 1 << MIDDLE;
        self.rings.push(first);
        self.front = MIDDLE..MIDDLE + 1;
    }

    /// The directions from a cell to its neighbours that are nearest to the goal, straight
    /// ones first, with the distance that is left from there. The cell itself may be closed;
    /// from the goal no step leads nearer.
    pub fn steps(&mut self, from: Pos) -> Option<(u32, impl Iterator<Item = Dir>)> {
        let around = self.around(from)?;
        // No neighbour is nearer than this, whatever is in between.
        let mut distance = self.adjacency.distance(from, self.goal).saturating_sub(1) as usize;
        self.ring(0)?;
        while self.rings.len() <= distance {
            self.ring(self.rings.len())?;
        }
        while !around.meets(self.ring(distance)?) {
            distance += 1;
        }
        let ring = &self.rings[distance];
        let dirs = straight_first(self.adjacency).iter().copied();
        Some((distance as u32, dirs.filter(move |&dir| around.leads_into(ring, dir))))
    }

    /// A ring, made if it has not been. None after the last one.
    fn ring(&mut self, distance: usize) -> Option<&Window> {
        if self.rings.len() == distance && !self.ended {
            self.grow();
        }
        self.rings.get(distance)
    }

    fn grow(&mut self) {
        let reach = self.rings.len();
        self.rings.extend_from_within(reach - 1..);
        let Some(([.., last], [next, ..])) = self.rings.split_at_mut_checked(reach) else { return };
        // A new cell is next to one that was new in the last ring. Its rows are taken in slices
        // of one length, so that several fit an instruction.
        let (first, rows) = (self.front.start - 1, self.front.len() + 2);
        let [above, here, below] = [first - 1, first, first + 1].map(|it| &last[it..][..rows]);
        let (cells, open) = (&mut next[first..][..rows], &self.open[first..][..rows]);
        for row in 0..rows {
            let straight = here[row] << 1 | here[row] >> 1 | above[row] | below[row];
            let beyond = above[row] | below[row];
            let spread = match self.adjacency {
                Adjacency::Four => straight,
                Adjacency::Eight => straight | beyond << 1 | beyond >> 1,
            };
            cells[row] = here[row] | spread & open[row];
        }
        let mut grown = (0..rows).filter(|&row| cells[row] != here[row]);
        let (top, bottom) = (grown.next(), grown.next_back());
        self.front = match (top, bottom.or(top)) {
            (Some(top), Some(bottom)) => first + top..first + bottom + 1,
            _ => 0..0,
        };
        // What is one step away from the last ring is as far as a way may be.
        self.ended = self.front.is_empty() || reach as u32 + 1 == Self::FARTHEST;
    }

    /// Where a cell's neighbours are in the window, if a way from the cell may lead to the goal.
    fn around(&self, from: Pos) -> Option<Around> {
        let offset = from - self.goal;
        let inside = from != self.goal && from.chebyshev(self.goal) <= Self::FARTHEST;
        let place = |offset: i32| (MIDDLE as i32 + offset) as usize;
        let corners = self.adjacency == Adjacency::Eight;
        inside.then(|| Around { row: place(offset.y), column: place(offset.x), corners })
    }
}

/// The neighbours of a cell of the window. The cell is never on the rim, so all are in it.
#[derive(Clone, Copy)]
struct Around {
    row: usize,
    column: usize,
    corners: bool,
}

impl Around {
    const fn meets(self, ring: &Window) -> bool {
        let beside = 0b101 << (self.column - 1);
        let above = if self.corners { 0b111 } else { 0b010 } << (self.column - 1);
        ring[self.row] & beside | (ring[self.row - 1] | ring[self.row + 1]) & above != 0
    }

    const fn leads_into(self, ring: &Window, dir: Dir) -> bool {
        let offset = dir.offset();
        let row = self.row.wrapping_add_signed(offset.y as isize);
        let column = self.column.wrapping_add_signed(offset.x as isize);
        ring[row] >> column & 1 == 1
    }
}

/// The 64 cells of a row that have column `middle` as their bit 32; those outside are closed.
fn window(row: &[u64], middle: i32) -> u64 {
    let start = middle - MIDDLE as i32;
    let (index, shift) = (start.div_euclid(64), start.rem_euclid(64));
    let word = |index: i32| usize::try_from(index).ok().and_then(|it| row.get(it)).copied();
    let low = word(index).unwrap_or(0) >> shift;
    // A shift by 64 would be none at all.
    let high = word(index + 1).unwrap_or(0) << 1 << (63 - shift);
    low | high
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DistanceMap, Grid};

    /// Draws the distance of each open cell from `>`: what is left after the best step, and
    /// one more.
    fn check(map: &str, adjacency: Adjacency, expected: &str) {
        let map = Grid::from_picture(map);
        let open = BitGrid::from_grid(&map, |&glyph| glyph != '#');
        let goal = map.find('>').unwrap();
        let mut near = NearMap::default();
        near.measure(&open, adjacency, goal);
        let drawn = Grid::from_fn(map.width(), map.height(), |pos| match near.steps(pos) {
            _ if pos == goal || map[pos] == '#' => map[pos],
            Some((left, _)) => char::from_digit(left + 1, 36).unwrap(),
            None => '.',
        });
        assert_eq!(drawn, Grid::from_picture(expected), "\n{drawn}");
    }

    #[test]
    fn distances_go_around_walls() {
        let map = "
            .....#..
            .###.#..
            .>#..#..
            .....#..
            ";
        let eight = "
            22344#..
            1###3#..
            1>#23#..
            11123#..
            ";
        check(map, Adjacency::Eight, eight);
        let four = "
            34567#..
            2###6#..
            1>#45#..
            21234#..
            ";
        check(map, Adjacency::Four, four);
    }

    #[test]
    fn the_steps_are_those_of_a_distance_map() {
        let mut rng = 1_u32;
        let mut random = |below: i32| {
            rng = rng.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((rng >> 16) as i32).rem_euclid(below)
        };
        let (mut near, mut map) = (NearMap::default(), DistanceMap::new());
        for round in 0..200 {
            let (width, height) = (1 + random(140), 1 + random(90));
            let open = BitGrid::from_fn(width, height, |_| random(10) < 7);
            let goal = Pos::new(random(width), random(height));
            let adjacency = if round % 2 == 0 { Adjacency::Four } else { Adjacency::Eight };
            near.measure(&open, adjacency, goal);
            map.measure(&open, adjacency, &[goal]);
            for _ in 0..50 {
                let from = Pos::new(random(width), random(height));
                let around = adjacency.dirs().iter().filter_map(|&dir| map.get(from + dir));
                let left = around.min().map(u32::from);
                let left = left.filter(|&left| left < NearMap::FARTHEST && from != goal);
                let steps = near.steps(from).map(|(left, dirs)| (left, dirs.collect::<Vec<_>>()));
                assert_eq!(steps.as_ref().map(|it| it.0), left, "from {from:?} to {goal:?}");
                for dir in steps.into_iter().flat_map(|it| it.1) {
                    assert_eq!(map.get(from + dir).map(u32::from), left);
                }
            }
        }
    }
}
