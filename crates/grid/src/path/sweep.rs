//! A* on whole rows of cells at once, if every step costs one.
//!
//! A* visits cells in the order of their cost so far plus an estimate of what is left. If the
//! estimate counts steps, most steps towards the goal do not change that sum, so there are few
//! different values, called *levels*. Level 0 is what a walker reaches without a detour, and each
//! detour raises the level. On dungeon maps the goal has a level of five or ten, however far away
//! it is. Within a level the order does not matter, so a level is a set of cells: a bit map that is
//! processed 64 cells at a time.
//!
//! - Four directions: the estimate is the Manhattan distance. A step towards the goal on either axis
//!   stays on its level. A step away costs one and moves the goal one step farther away, so it adds
//!   two to the sum: one level stands for two steps.
//! - Eight directions: the estimate is the number of rows between cell and goal. A step towards the
//!   goal's row, straight or diagonal, stays on its level; one along the row leads one level up; one
//!   away from it leads two up. This estimate is as good as Chebyshev's at the start only if the goal
//!   is at least as far away in rows as in columns. Otherwise the map is transposed.
//!
//! A *frame* holds the cells of a level and of all levels below. It is computed from the earlier
//! frames by *climbing*, that is, taking all steps that lead up to the level (`climb`), and then by
//! *running*, that is, taking all steps that stay on it (`run`; both are in `levels.rs`). Those
//! lead towards the goal's row, so one pass over the rows from both sides finds every cell.
//!
//! The frames are kept, and the path is read from them backwards. A step that climbs `c` levels
//! into a cell of level `n` came from a cell in the frame of level `n - c`. Any such cell has
//! exactly that level, since otherwise the step from it would give the current cell a lower level.
//! So each step back is a step of a shortest path, and the last one ends at the start.
//!
//! Mazes have long detours and therefore many levels. There a search cell by cell is better, so
//! this one gives up after [`MAX_LEVELS`].

mod levels;

use std::ops::Range;

use super::transpose::{transpose, transpose_map};
use super::{Route, straight_first};
use crate::{Adjacency, BitGrid, Dir, Pos};

/// The maximum number of levels of a search.
const MAX_LEVELS: usize = 96;

/// Empty rows above and below a map: a level spreads one row farther than the one before, and reads
/// one row beyond that.
const MARGIN: usize = 2;

/// The buffers of a search by levels.
///
/// All maps in it have the same shape: `stride` words per row with at least one unused bit, so that
/// a bit that is shifted out of a row on one side does not appear on the other, and [`MARGIN`]
/// extra rows at either end.
#[derive(Clone, Debug, Default)]
pub(super) struct Sweep {
    stride: usize,
    height: usize,
    open: Vec<u64>,
    /// One frame for each level, one after the other. Only the rows of the level's band and a
    /// margin around them are ever written or read.
    frames: Vec<u64>,
}

/// The result of a search by levels.
pub(super) enum Outcome {
    /// The path has this many steps.
    Steps(u32),
    /// There is no path within the limit.
    NoPath,
    /// The level of the goal is [`MAX_LEVELS`] or more.
    TooManyLevels,
}

impl Sweep {
    /// Finds a shortest path. Start and goal must be inside and their distance within the limit.
    pub fn find(&mut self, open: &BitGrid, route: Route, path: &mut Vec<Pos>) -> Outcome {
        let across = route.start.x.abs_diff(route.goal.x) > route.start.y.abs_diff(route.goal.y);
        if route.adjacency == Adjacency::Eight && across {
            self.shape(open.height(), open.width());
            transpose_map(open, &mut self.open[MARGIN * self.stride..], self.stride);
            let transposed =
                Route { start: transpose(route.start), goal: transpose(route.goal), ..route };
            let answer = self.search(transposed, path);
            for pos in path {
                *pos = transpose(*pos);
            }
            answer
        } else {
            self.shape(open.width(), open.height());
            self.copy_map(open);
            self.search(route, path)
        }
    }

    fn shape(&mut self, width: i32, height: i32) {
        self.stride = width as usize / 64 + 1;
        self.height = height as usize;
        self.open.clear();
        self.open.resize(self.frame_len(), 0);
    }

    fn copy_map(&mut self, map: &BitGrid) {
        let rows = &mut self.open[MARGIN * self.stride..];
        if map.stride() == self.stride {
            rows[..map.words().len()].copy_from_slice(map.words());
        } else {
            let rows = rows.chunks_exact_mut(self.stride);
            for (mine, theirs) in rows.zip(map.words().chunks_exact(map.stride())) {
                mine[..theirs.len()].copy_from_slice(theirs);
            }
        }
    }

    fn search(&mut self, route: Route, path: &mut Vec<Pos>) -> Outcome {
        // No shortest path returns to its start, so opening it changes nothing.
        let (start, start_bit) = self.word_and_bit(route.start);
        self.open[start] |= start_bit;
        let (goal, bit) = self.word_and_bit(route.goal);
        self.open[goal] |= bit;
        let steps_a_level = match route.adjacency {
            Adjacency::Four => 2,
            Adjacency::Eight => 1,
        };
        let top = (route.limit - route.min_length()) / steps_a_level;
        let mut idle = 0;
        for level in 0..MAX_LEVELS {
            if level as u32 > top {
                return Outcome::NoPath;
            }
            let grew = self.climb(route, level);
            self.run(route, level);
            if self.frames[level * self.frame_len() + goal] & bit != 0 {
                let steps = route.min_length() + level as u32 * steps_a_level;
                path.resize(steps as usize, route.goal);
                self.retrace(route, level, path);
                return Outcome::Steps(steps);
            }
            // With eight directions a level also climbs from the one before the last, so the search
            // ends only after two levels in a row without a new cell.
            idle = if grew { 0 } else { idle + 1 };
            if idle == 2 {
                return Outcome::NoPath;
            }
        }
        Outcome::TooManyLevels
    }

    /// Reads the path backwards into `path`, which already has the right length.
    fn retrace(&self, route: Route, mut level: usize, path: &mut [Pos]) {
        let dirs = straight_first(route.adjacency);
        let mut here = route.goal;
        let mut heading = dirs[0];
        for slot in path.iter_mut().rev() {
            *slot = here;
            // Going on in the same direction is tried first: the path looks better, and usually it
            // works.
            let (back, below) = std::iter::once(heading)
                .chain(dirs.iter().copied())
                .find_map(|back| Some((back, self.came_from(route, level, here, back)?)))
                .expect("every reached cell but the start was reached from another");
            (heading, level) = (back, below);
            here = here + back;
        }
    }

    /// Returns the level of the neighbour in direction `back` if a shortest path to `here`, which
    /// is on `level`, comes from there.
    fn came_from(&self, route: Route, level: usize, here: Pos, back: Dir) -> Option<usize> {
        let there = here + back;
        let climbed = match route.adjacency {
            Adjacency::Four => u32::from(there.manhattan(route.goal) < here.manhattan(route.goal)),
            Adjacency::Eight => 1 + here.y.abs_diff(route.goal.y) - there.y.abs_diff(route.goal.y),
        };
        let below = level.checked_sub(climbed as usize)?;
        let (word, bit) = self.word_and_bit(there);
        (self.frames[below * self.frame_len() + word] & bit != 0).then_some(below)
    }

    fn frame_len(&self) -> usize {
        self.stride * (self.height + 2 * MARGIN)
    }

    /// Returns the word and the bit of a cell in a frame.
    fn word_and_bit(&self, pos: Pos) -> (usize, u64) {
        // A column of -1 wraps to an unused bit of the row before, which is never set.
        let at = pos.x + 64;
        let row = (pos.y as usize).wrapping_add(MARGIN);
        ((row * self.stride + at as usize / 64) - 1, 1 << (at % 64))
    }

    /// Returns the rows of a frame that can hold cells of a level: the rows between start and goal,
    /// and as many around them as the level allows steps away from the goal.
    fn band(&self, route: Route, level: usize) -> Range<usize> {
        let away = match route.adjacency {
            Adjacency::Four => level,
            Adjacency::Eight => level / 2,
        };
        let top = route.start.y.min(route.goal.y) as usize + MARGIN;
        let bottom = route.start.y.max(route.goal.y) as usize + MARGIN;
        top.saturating_sub(away).max(MARGIN)..(bottom + away + 1).min(self.height + MARGIN)
    }
}
