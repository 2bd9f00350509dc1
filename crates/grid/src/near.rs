use std::ops::Range;

use crate::bits::clockwise;
use crate::{Adjacency, BitGrid, Dir, Pos};

/// How far cells are from one goal, up to [`NearMap::MAX_DISTANCE`] steps: what all who hunt the
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
    /// The open cells. Only rows at most `fresh` from the goal's are as they should be: the
    /// others are `source` without `taken`, and are made when rings come there.
    open: Window,
    fresh: usize,
    source: Window,
    taken: BitGrid,
    /// Ring `n` has the cells within `n` steps. The last one may have stopped growing.
    rings: Vec<Window>,
    /// Which ring was made when: no two have the same number.
    births: [u64; NearMap::MAX_DISTANCE as usize],
    /// How many rings were ever made.
    born: u64,
    /// The rows in which the last ring has more cells than the one before.
    front: Range<usize>,
    ended: bool,
    /// What was asked last. Those who wait in a queue ask from the same cells again and again.
    known: [Known; 64],
}

/// What steps lead from a cell, found in a ring and right as long as that ring is there. Where
/// none does it was the last ring: one that has stopped growing is like the one before it, so
/// that it is forgotten as soon as there may be more.
#[derive(Clone, Copy, Debug)]
struct Known {
    from: Pos,
    ring: usize,
    birth: u64,
    ways: u8,
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
            fresh: MIDDLE,
            source: [0; 64],
            taken: BitGrid::default(),
            rings: Vec::new(),
            births: [0; Self::MAX_DISTANCE as usize],
            born: 0,
            front: 0..0,
            ended: true,
            known: [Known { from: Pos::default(), ring: usize::MAX, birth: 0, ways: 0 }; 64],
        }
    }
}

impl NearMap {
    /// No way longer than this is found.
    pub const MAX_DISTANCE: u32 = 30;

    /// Starts anew from a goal over open cells. The goal may be closed and counts
    /// nevertheless; from one outside nothing is reached.
    pub fn measure(&mut self, open: &BitGrid, adjacency: Adjacency, goal: Pos) {
        (self.adjacency, self.goal) = (adjacency, goal);
        self.rings.clear();
        self.ended = !open.bounds().contains(goal);
        if !self.ended {
            (self.open, self.fresh) = (rows_around(open, goal), MIDDLE);
            self.start();
        }
    }

    /// Goes from the goal of another map over its open cells, but for those that are taken.
    /// What was found from that goal before stays, as far as it is still right. The other map
    /// must be one that was measured by itself.
    pub fn measure_without(&mut self, other: &Self, taken: &BitGrid) {
        let same = (self.goal, self.adjacency) == (other.goal, other.adjacency);
        if !same || self.rings.is_empty() || other.rings.is_empty() {
            (self.adjacency, self.goal) = (other.adjacency, other.goal);
            self.rings.clear();
            self.ended = other.rings.is_empty();
            if !self.ended {
                self.start();
            }
        }
        self.fresh = self.rings.len().saturating_sub(1);
        // What lies farther off than the rings could not have changed them.
        let rows = MIDDLE - self.fresh..MIDDLE + self.fresh + 1;
        let mut changed = [0; 64];
        for row in rows.clone() {
            let now = other.open[row] & !row_around(taken, self.goal, row);
            changed[row] = self.open[row] ^ now;
            self.open[row] = now;
        }
        self.forget_beyond(&changed[rows.clone()], rows.start);
        // Mostly the goal is shut in, and nothing grows until the next time.
        if !self.ended {
            self.source = other.open;
            self.taken.copy_from(taken);
        }
    }

    /// Makes the rows that are so far from the goal's what they should be.
    fn freshen(&mut self, distance: usize) {
        while self.fresh < distance {
            self.fresh += 1;
            for row in [MIDDLE - self.fresh, MIDDLE + self.fresh] {
                self.open[row] = self.source[row] & !row_around(&self.taken, self.goal, row);
            }
        }
    }

    /// Notes that a cell was opened or closed; which of the two is asked only if it matters. What
    /// was found without it stays. The map must be one that was measured by itself.
    pub fn set_open(&mut self, at: Pos, open: impl FnOnce() -> bool) {
        let offset = at - self.goal;
        let in_window = |offset: i32| usize::try_from(MIDDLE as i32 + offset).unwrap_or(64);
        let (row, column) = (in_window(offset.y), in_window(offset.x));
        // Cells on the rim are next to no ring.
        let inside = (1..63).contains(&row) && column < 64;
        if inside && (self.open[row] >> column & 1 == 1) != open() {
            self.open[row] ^= 1 << column;
            self.forget_beyond(&[1 << column], row);
        }
    }

    /// The directions from a cell to its neighbours that are nearest to the goal, bit `n` for
    /// the `n`th of [`Dir::ALL`], and before them the distance that is left from there. The
    /// cell itself may be closed; from the goal no step leads nearer.
    ///
    /// [`Dir::ALL`]: crate::Dir::ALL
    #[inline]
    pub fn steps(&mut self, from: Pos) -> Option<(u32, u8)> {
        let known = self.known[cache_index(from)];
        let holds = known.from == from
            && known.ring < self.rings.len()
            && self.births[known.ring] == known.birth;
        if holds {
            return (known.ways != 0).then_some((known.ring as u32, known.ways));
        }
        self.find_steps(from)
    }

    #[inline(never)]
    fn find_steps(&mut self, from: Pos) -> Option<(u32, u8)> {
        let around = self.around(from)?;
        let steps = self.steps_around(from, around);
        let last = self.rings.len().checked_sub(1)?;
        let (ring, ways) = steps.map_or((last, 0), |(left, ways)| (left as usize, ways));
        self.known[cache_index(from)] = Known { from, ring, birth: self.births[ring], ways };
        steps
    }

    fn steps_around(&mut self, from: Pos, around: Around) -> Option<(u32, u8)> {
        // Who cannot come to the goal need not look through all rings: the last has every cell.
        if self.ended && self.rings.last().is_none_or(|last| around.ways_into(last) == 0) {
            return None;
        }
        // No neighbour is nearer than this, whatever is in between.
        let mut left = self.adjacency.distance(from, self.goal) as usize - 1;
        loop {
            while let Some(ring) = self.rings.get(left) {
                let ways = around.ways_into(ring);
                if ways != 0 {
                    return Some((left as u32, ways));
                }
                left += 1;
            }
            if self.ended {
                return None;
            }
            self.grow_to(left);
        }
    }

    // Most ask for rings that are there; kept apart, this does not cost them registers.
    #[inline(never)]
    fn grow_to(&mut self, distance: usize) {
        while self.rings.len() <= distance && !self.ended {
            self.grow();
        }
    }

    /// Makes the ring that has the goal alone.
    fn start(&mut self) {
        let mut first = [0; 64];
        first[MIDDLE] = 1 << MIDDLE;
        self.rings.push(first);
        self.bear();
        self.front = MIDDLE..MIDDLE + 1;
    }

    /// Gives the last ring its number.
    fn bear(&mut self) {
        self.born += 1;
        self.births[self.rings.len() - 1] = self.born;
    }

    /// Forgets the rings that may change because cells of some rows were opened or closed. A
    /// ring stays as it is if none of those is next to a cell of the ring before it. Rings only
    /// grow, so that the first one with such a neighbour can be searched for by halves.
    fn forget_beyond(&mut self, changed: &[u64], top: usize) {
        let is_next_to = |ring: &Window| {
            changed
                .iter()
                .zip(ring[top - 1..].array_windows())
                .any(|(changed, &rows)| spread(self.adjacency, rows) & changed != 0)
        };
        // Mostly it is none: what burns or walks does so elsewhere.
        if !self.rings.last().is_some_and(is_next_to) {
            return;
        }
        let kept = self.rings.partition_point(|ring| !is_next_to(ring)) + 1;
        self.rings.truncate(kept);
        self.ended = kept as u32 == Self::MAX_DISTANCE;
        // In which of these rows the last ring is new is not known any more.
        self.front = MIDDLE + 1 - kept..MIDDLE + kept;
    }

    fn grow(&mut self) {
        let reach = self.rings.len();
        self.freshen(reach);
        self.rings.extend_from_within(reach - 1..);
        let Some(([.., last], [next, ..])) = self.rings.split_at_mut_checked(reach) else { return };
        // A new cell is next to one that was new in the last ring. Its rows are taken in slices
        // of one length, so that several fit an instruction.
        let (first, rows) = (self.front.start - 1, self.front.len() + 2);
        let [above, here, below] = [first - 1, first, first + 1].map(|it| &last[it..][..rows]);
        let (cells, open) = (&mut next[first..][..rows], &self.open[first..][..rows]);
        for row in 0..rows {
            let spread = spread(self.adjacency, [above[row], here[row], below[row]]);
            cells[row] = here[row] | spread & open[row];
        }
        let mut grown = (0..rows).filter(|&row| cells[row] != here[row]);
        let (top, bottom) = (grown.next(), grown.next_back());
        self.front = match (top, bottom.or(top)) {
            (Some(top), Some(bottom)) => first + top..first + bottom + 1,
            _ => 0..0,
        };
        self.bear();
        // What is one step away from the last ring is as far as a way may be.
        self.ended = self.front.is_empty() || reach as u32 + 1 == Self::MAX_DISTANCE;
    }

    /// Where a cell's neighbours are in the window, if a way from the cell may lead to the goal.
    fn around(&self, from: Pos) -> Option<Around> {
        let inside = from != self.goal && from.chebyshev(self.goal) <= Self::MAX_DISTANCE;
        if !inside {
            return None;
        }
        // The neighbour to the north-west.
        let corner = from - self.goal + Pos::new(MIDDLE as i32 - 1, MIDDLE as i32 - 1);
        let ways = match self.adjacency {
            Adjacency::Four => Dir::STRAIGHT,
            Adjacency::Eight => u8::MAX,
        };
        Some(Around { row: corner.y as usize, west: corner.x as usize, ways })
    }
}

/// The cells next to those of three rows that are in the middle one.
const fn spread(adjacency: Adjacency, [above, here, below]: [u64; 3]) -> u64 {
    let beyond = above | below;
    let straight = here << 1 | here >> 1 | beyond;
    match adjacency {
        Adjacency::Four => straight,
        Adjacency::Eight => straight | beyond << 1 | beyond >> 1,
    }
}

/// The neighbours of a cell of the window. The cell is never on the rim, so all are in it.
#[derive(Clone, Copy)]
struct Around {
    /// The row above the cell.
    row: usize,
    /// The column before the cell.
    west: usize,
    /// The directions that can be walked, a bit each.
    ways: u8,
}

impl Around {
    /// The directions that lead into a ring, a bit each.
    fn ways_into(self, ring: &Window) -> u8 {
        let rows: [u64; 3] = *ring[self.row..].first_chunk().expect("the cell is not on the rim");
        clockwise(rows.map(|row| row >> self.west & 0b111)) & self.ways
    }
}

/// Where it is kept what is known of a cell. Neighbours and those in one queue, along or across,
/// do not share a place.
const fn cache_index(from: Pos) -> usize {
    (from.x + 11 * from.y) as usize % 64
}

/// The window of a set of cells around a goal; there is nothing outside the plane.
fn rows_around(cells: &BitGrid, goal: Pos) -> Window {
    let mut rows = [0; 64];
    let top = goal.y - MIDDLE as i32;
    let skipped = (-top).clamp(0, 64) as usize;
    let words = &cells.words()[cells.word_range(top..top + 64)];
    for (row, words) in rows[skipped..].iter_mut().zip(words.chunks_exact(cells.stride().max(1))) {
        *row = part_around(words, goal);
    }
    rows
}

/// A row of the window of a set of cells around a goal.
fn row_around(cells: &BitGrid, goal: Pos, row: usize) -> u64 {
    let y = goal.y + row as i32 - MIDDLE as i32;
    part_around(&cells.words()[cells.word_range(y..y + 1)], goal)
}

/// The part of a row of cells that is in the window around a goal.
fn part_around(row: &[u64], goal: Pos) -> u64 {
    let left = goal.x - MIDDLE as i32;
    let (index, shift) = (left.div_euclid(64) as usize, left.rem_euclid(64));
    // The window may begin before a row does, and end after it.
    let word = |index: usize| row.get(index).copied().unwrap_or(0);
    // A shift by 64 would be none at all.
    word(index) >> shift | word(index.wrapping_add(1)) << 1 << (63 - shift)
}

#[cfg(test)]
mod tests;
