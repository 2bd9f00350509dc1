use std::ops::Range;

use crate::bits::clockwise;
use crate::{Adjacency, BitGrid, Dir, Pos};

/// A distance map from one goal, up to [`NearMap::MAX_DISTANCE`] steps. All hunters of the same
/// prey share it. It keeps its memory from one use to the next.
///
/// The square around the goal is a window of 64 words, one for each row; the goal is bit 32 of row
/// 32. Ring `n` is the set of all cells within `n` steps, and the next ring grows from it by whole
/// rows. Rings are computed when they are first needed: a hunter next to the goal costs one ring,
/// however large the map is.
#[derive(Clone, Debug)]
pub struct NearMap {
    adjacency: Adjacency,
    goal: Pos,
    /// The open cells. Only the rows at most `fresh` rows from the goal are up to date. The others
    /// are `source` without `taken`, and are computed when the rings reach them.
    open: Window,
    fresh: usize,
    source: Window,
    taken: BitGrid,
    /// Ring `n` contains the cells within `n` steps. The last one may have stopped growing.
    rings: Vec<Window>,
    /// A unique number for each ring that was ever computed.
    ring_ids: [u64; NearMap::MAX_DISTANCE as usize],
    /// The last number that was given to a ring.
    last_ring_id: u64,
    /// The rows in which the last ring has more cells than the one before.
    front: Range<usize>,
    /// Whether no ring can be added: the last one has stopped growing, or has the maximum distance.
    complete: bool,
    /// The latest results. Actors that wait in a queue ask from the same cells again and again.
    cache: [CachedSteps; 64],
}

/// The best steps from a cell, valid as long as the ring exists in which they were found. If there
/// are none, that is the last ring: it has stopped growing and equals the one before it, so it is
/// removed as soon as a change could add cells.
#[derive(Clone, Copy, Debug)]
struct CachedSteps {
    from: Pos,
    ring: usize,
    ring_id: u64,
    /// The directions of the steps, one bit each.
    ways: u8,
}

/// The rows around the goal.
type Window = [u64; 64];

/// The row of the goal in the window, and its bit there.
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
            ring_ids: [0; Self::MAX_DISTANCE as usize],
            last_ring_id: 0,
            front: 0..0,
            complete: true,
            cache: [CachedSteps { from: Pos::default(), ring: usize::MAX, ring_id: 0, ways: 0 };
                64],
        }
    }
}

impl NearMap {
    /// The length of the longest path that is found.
    pub const MAX_DISTANCE: u32 = 30;

    /// Starts a new map from a goal over open cells. The goal itself may be closed. If it is
    /// outside, no cell reaches it.
    pub fn measure(&mut self, open: &BitGrid, adjacency: Adjacency, goal: Pos) {
        (self.adjacency, self.goal) = (adjacency, goal);
        self.rings.clear();
        self.complete = !open.bounds().contains(goal);
        if !self.complete {
            (self.open, self.fresh) = (rows_around(open, goal), MIDDLE);
            self.add_goal_ring();
        }
    }

    /// Starts a new map from the goal of `other` over its open cells, except for those in `taken`.
    /// If the goal is the same as before, results that are still valid are kept. `other` must have
    /// been computed by [`NearMap::measure`].
    pub fn measure_without(&mut self, other: &Self, taken: &BitGrid) {
        let same = (self.goal, self.adjacency) == (other.goal, other.adjacency);
        if !same || self.rings.is_empty() || other.rings.is_empty() {
            (self.adjacency, self.goal) = (other.adjacency, other.goal);
            self.rings.clear();
            self.complete = other.rings.is_empty();
            if !self.complete {
                self.add_goal_ring();
            }
        }
        self.fresh = self.rings.len().saturating_sub(1);
        // Changes beyond the rings cannot affect them.
        let rows = MIDDLE - self.fresh..MIDDLE + self.fresh + 1;
        let mut changed = [0; 64];
        for row in rows.clone() {
            let now = other.open[row] & !row_around(taken, self.goal, row);
            changed[row] = self.open[row] ^ now;
            self.open[row] = now;
        }
        self.remove_rings(&changed[rows.clone()], rows.start);
        // Usually the goal is surrounded, and nothing grows until the next call.
        if !self.complete {
            self.source = other.open;
            self.taken.copy_from(taken);
        }
    }

    /// Updates the rows that are up to `distance` rows from the goal.
    fn update_rows(&mut self, distance: usize) {
        while self.fresh < distance {
            self.fresh += 1;
            for row in [MIDDLE - self.fresh, MIDDLE + self.fresh] {
                self.open[row] = self.source[row] & !row_around(&self.taken, self.goal, row);
            }
        }
    }

    /// Updates the map after a cell was opened or closed. `open` returns the new state and is only
    /// called if it matters. The map must have been computed by [`NearMap::measure`].
    pub fn set_open(&mut self, at: Pos, open: impl FnOnce() -> bool) {
        let offset = at - self.goal;
        let in_window = |offset: i32| usize::try_from(MIDDLE as i32 + offset).unwrap_or(64);
        let (row, column) = (in_window(offset.y), in_window(offset.x));
        // No ring touches the cells on the edge of the window.
        let inside = (1..63).contains(&row) && column < 64;
        if inside && (self.open[row] >> column & 1 == 1) != open() {
            self.open[row] ^= 1 << column;
            self.remove_rings(&[1 << column], row);
        }
    }

    /// Returns the best steps from a cell: the distance that is left after the step, and the set of
    /// directions to the neighbours nearest to the goal, where bit `n` stands for the `n`th of
    /// [`Dir::ALL`]. The cell itself may be closed. At the goal, the result is `None`.
    ///
    /// [`Dir::ALL`]: crate::Dir::ALL
    #[inline]
    pub fn steps(&mut self, from: Pos) -> Option<(u32, u8)> {
        let cached = self.cache[cache_index(from)];
        let holds = cached.from == from
            && cached.ring < self.rings.len()
            && self.ring_ids[cached.ring] == cached.ring_id;
        if holds {
            return (cached.ways != 0).then_some((cached.ring as u32, cached.ways));
        }
        self.find_steps(from)
    }

    #[inline(never)]
    fn find_steps(&mut self, from: Pos) -> Option<(u32, u8)> {
        let around = self.around(from)?;
        let steps = self.steps_around(from, around);
        let last = self.rings.len().checked_sub(1)?;
        let (ring, ways) = steps.map_or((last, 0), |(left, ways)| (left as usize, ways));
        self.cache[cache_index(from)] =
            CachedSteps { from, ring, ring_id: self.ring_ids[ring], ways };
        steps
    }

    fn steps_around(&mut self, from: Pos, around: Around) -> Option<(u32, u8)> {
        // If the last ring is out of reach, so are all others, because it contains them.
        if self.complete && self.rings.last().is_none_or(|last| around.ways_into(last) == 0) {
            return None;
        }
        // No neighbour can be nearer than this.
        let mut left = self.adjacency.distance(from, self.goal) as usize - 1;
        loop {
            while let Some(ring) = self.rings.get(left) {
                let ways = around.ways_into(ring);
                if ways != 0 {
                    return Some((left as u32, ways));
                }
                left += 1;
            }
            if self.complete {
                return None;
            }
            self.grow_to(left);
        }
    }

    // Usually the ring exists. In a function of its own, the rare case costs the caller no
    // registers.
    #[inline(never)]
    fn grow_to(&mut self, distance: usize) {
        while self.rings.len() <= distance && !self.complete {
            self.grow();
        }
    }

    /// Adds the ring that contains only the goal.
    fn add_goal_ring(&mut self) {
        let mut first = [0; 64];
        first[MIDDLE] = 1 << MIDDLE;
        self.rings.push(first);
        self.number_ring();
        self.front = MIDDLE..MIDDLE + 1;
    }

    /// Gives the last ring a new number.
    fn number_ring(&mut self) {
        self.last_ring_id += 1;
        self.ring_ids[self.rings.len() - 1] = self.last_ring_id;
    }

    /// Removes the rings that may change because cells of some rows were opened or closed. A ring
    /// stays valid if none of these cells touches the ring before it. Rings only grow, so a binary
    /// search finds the first one that is touched.
    fn remove_rings(&mut self, changed: &[u64], top: usize) {
        let is_next_to = |ring: &Window| {
            changed
                .iter()
                .zip(ring[top - 1..].array_windows())
                .any(|(changed, &rows)| spread(self.adjacency, rows) & changed != 0)
        };
        // Usually there is none, because most changes happen elsewhere.
        if !self.rings.last().is_some_and(is_next_to) {
            return;
        }
        let kept = self.rings.partition_point(|ring| !is_next_to(ring)) + 1;
        self.rings.truncate(kept);
        self.complete = kept as u32 == Self::MAX_DISTANCE;
        // It is no longer known in which of these rows the last ring has new cells.
        self.front = MIDDLE + 1 - kept..MIDDLE + kept;
    }

    fn grow(&mut self) {
        let reach = self.rings.len();
        self.update_rows(reach);
        self.rings.extend_from_within(reach - 1..);
        let Some(([.., last], [next, ..])) = self.rings.split_at_mut_checked(reach) else { return };
        // A new cell is next to a cell that was new in the last ring. The rows are slices of the
        // same length, so that the compiler can process several at once.
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
        self.number_ring();
        // A cell one step from the last ring is at the maximum distance.
        self.complete = self.front.is_empty() || reach as u32 + 1 == Self::MAX_DISTANCE;
    }

    /// Returns the neighbours of a cell in the window if a path from the cell may reach the goal.
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

/// Returns the cells of the middle row that are next to a cell of the three rows.
const fn spread(adjacency: Adjacency, [above, here, below]: [u64; 3]) -> u64 {
    let beyond = above | below;
    let straight = here << 1 | here >> 1 | beyond;
    match adjacency {
        Adjacency::Four => straight,
        Adjacency::Eight => straight | beyond << 1 | beyond >> 1,
    }
}

/// The neighbours of a cell of the window. The cell is never on the edge, so all are inside.
#[derive(Clone, Copy)]
struct Around {
    /// The row above the cell.
    row: usize,
    /// The column west of the cell.
    west: usize,
    /// The set of directions in which steps are allowed.
    ways: u8,
}

impl Around {
    /// Returns the set of directions that lead into a ring.
    fn ways_into(self, ring: &Window) -> u8 {
        let rows: [u64; 3] = *ring[self.row..].first_chunk().expect("the cell is not on the edge");
        clockwise(rows.map(|row| row >> self.west & 0b111)) & self.ways
    }
}

/// Returns the index of a cell in the cache. Neighbours, and cells in the same short row or column,
/// have different indices.
const fn cache_index(from: Pos) -> usize {
    (from.x + 11 * from.y) as usize % 64
}

/// Returns the window around a goal from a set of cells. Cells outside the map are not set.
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

/// Returns one row of the window around a goal from a set of cells.
fn row_around(cells: &BitGrid, goal: Pos, row: usize) -> u64 {
    let y = goal.y + row as i32 - MIDDLE as i32;
    part_around(&cells.words()[cells.word_range(y..y + 1)], goal)
}

/// Returns the part of a row of cells that is in the window around a goal.
fn part_around(row: &[u64], goal: Pos) -> u64 {
    let left = goal.x - MIDDLE as i32;
    let (index, shift) = (left.div_euclid(64) as usize, left.rem_euclid(64));
    // The window may begin before the row and end after it.
    let word = |index: usize| row.get(index).copied().unwrap_or(0);
    // Two shifts, because shifting a word by 64 is not allowed.
    word(index) >> shift | word(index.wrapping_add(1)) << 1 << (63 - shift)
}

#[cfg(test)]
mod tests;
