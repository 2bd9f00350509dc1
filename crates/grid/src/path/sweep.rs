//! A* on whole rows of cells at once, where every step costs one.
//!
//! A* visits cells in the order of cost so far plus a guess of what is left. With a guess that
//! counts steps, most steps towards the goal keep that sum, so the cells fall into few *levels*:
//! level 0 is what an unhindered walk reaches, each detour lifts it. On dungeon maps the goal
//! has a level of five or ten, however far it is. Within a level the order does not matter,
//! and a level is a set of cells: a bit map, worked on 64 cells at a time.
//!
//! - Four directions, guess: Manhattan. A step towards the goal, in either axis, stays on its
//!   level; a step away costs one and makes the goal one farther, so it leads two up: one level
//!   stands for two steps.
//! - Eight directions, guess: the rows between cell and goal. A step towards the goal's row,
//!   straight or diagonal, stays on its level; one along the row leads one level up; one away
//!   from it, two. For this guess to be as good as Chebyshev's at the start, the goal must be
//!   at least as far in rows as it is in columns, and where it is not, rows and columns change
//!   places.
//!
//! `reached(level)`, a *frame*, holds the cells of this level and all below. It is made from
//! the frames before it by *climbing*, all steps that lead up a level (in `climb`), and then
//! by *running*, all steps that stay on it: since those lead towards the goal's row, one pass
//! over the rows towards it, from both sides, finds every cell (in `run`; both in `levels.rs`).
//!
//! The frames are kept, and the path is read from them backwards: a step into a cell of level
//! `n` came from a cell in the frame of level `n` less what the step climbs. Whatever cell is
//! found there has exactly that level, or the step from it would have put this one lower; so
//! each step back is a step of a shortest path, and the last one ends on the start.
//!
//! Mazes have long detours and so many levels. There a search cell by cell is better, and this
//! one gives up after [`LEVELS`].

mod levels;

use std::ops::Range;

use super::flip::{flip, flip_map};
use super::{Route, straight_first};
use crate::{Adjacency, BitGrid, Dir, Pos};

/// The most levels that a search goes through.
const LEVELS: usize = 96;

/// Rows of zeros above and below a map: a level spreads one row farther than the one before,
/// and looks one row beyond.
const MARGIN: usize = 2;

/// The memory of a search by levels.
///
/// All maps in it have one shape: `stride` words a row with at least one bit to spare, so that
/// what is shifted out of a row on one side never shows on the other, and [`MARGIN`] rows more
/// at either end.
#[derive(Clone, Debug, Default)]
pub(super) struct Sweep {
    stride: usize,
    height: usize,
    open: Vec<u64>,
    /// One frame for each level, one after the other. Of each, only the rows of its level's
    /// band and a margin around them are ever written or read.
    frames: Vec<u64>,
}

/// What a search by levels found out.
pub(super) enum Answer {
    /// The path has that many steps.
    Steps(u32),
    /// There is no path within the limit.
    NoWay,
    /// The goal is more than [`LEVELS`] up.
    TooWinding,
}

impl Sweep {
    /// Start and goal lie inside, and their distance is within the limit.
    pub fn find(&mut self, open: &BitGrid, route: Route, path: &mut Vec<Pos>) -> Answer {
        let across = route.start.x.abs_diff(route.goal.x) > route.start.y.abs_diff(route.goal.y);
        if route.adjacency == Adjacency::Eight && across {
            self.shape(open.height(), open.width());
            flip_map(open, &mut self.open[MARGIN * self.stride..], self.stride);
            let flipped = Route { start: flip(route.start), goal: flip(route.goal), ..route };
            let answer = self.search(flipped, path);
            for pos in path {
                *pos = flip(*pos);
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

    fn search(&mut self, route: Route, path: &mut Vec<Pos>) -> Answer {
        // No shortest path comes back to its start, so nothing is gained by opening it.
        let (start, start_bit) = self.word_and_bit(route.start);
        self.open[start] |= start_bit;
        let (goal, bit) = self.word_and_bit(route.goal);
        self.open[goal] |= bit;
        let steps_a_level = match route.adjacency {
            Adjacency::Four => 2,
            Adjacency::Eight => 1,
        };
        let top = (route.limit - route.min_cost()) / steps_a_level;
        let mut idle = 0;
        for level in 0..LEVELS {
            if level as u32 > top {
                return Answer::NoWay;
            }
            let grew = self.climb(route, level);
            self.run(route, level);
            if self.frames[level * self.frame_len() + goal] & bit != 0 {
                let steps = route.min_cost() + level as u32 * steps_a_level;
                path.resize(steps as usize, route.goal);
                self.retrace(route, level, path);
                return Answer::Steps(steps);
            }
            // With eight directions a level also climbs from the one before the last, so only
            // two idle levels in a row are the end.
            idle = if grew { 0 } else { idle + 1 };
            if idle == 2 {
                return Answer::NoWay;
            }
        }
        Answer::TooWinding
    }

    /// Reads the path backwards into `path`, which has its length already.
    fn retrace(&self, route: Route, mut level: usize, path: &mut [Pos]) {
        let dirs = straight_first(route.adjacency);
        let mut here = route.goal;
        let mut heading = dirs[0];
        for slot in path.iter_mut().rev() {
            *slot = here;
            // To go on as before is tried first: the path looks better, and it is the answer
            // most of the time.
            let (back, below) = std::iter::once(heading)
                .chain(dirs.iter().copied())
                .find_map(|back| Some((back, self.came_from(route, level, here, back)?)))
                .expect("every reached cell but the start was reached from another");
            (heading, level) = (back, below);
            here = here + back;
        }
    }

    /// The level of the neighbour in that direction, if a shortest path to `here`, which is on
    /// `level`, comes from there.
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

    /// The word and the bit of a cell in a frame.
    fn word_and_bit(&self, pos: Pos) -> (usize, u64) {
        // A column of -1 wraps to a spare bit of the row before, which is never set.
        let at = pos.x + 64;
        let row = (pos.y as usize).wrapping_add(MARGIN);
        ((row * self.stride + at as usize / 64) - 1, 1 << (at % 64))
    }

    /// The rows of a frame that can hold cells of a level: those between start and goal, and as
    /// many around them as steps away from the goal fit into the level.
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
