//! Distance maps that minds share.
//!
//! An actor on its way to a goal needs to know how far the cells around it are from there. Most
//! actors of a crowd have the same goal, so its map is measured once and kept.
//! `Level::path_changes` counts every change that opens or closes a cell; a map that is behind
//! takes in the cells that have changed, or is measured again. So it always equals a fresh map.
//!
//! [`Trail::crowded`] is part of the rules: it goes around the actors where they stood when it was
//! first needed in a round. Such a trail is never given up in its round, so forgetting all trails
//! between two rounds changes nothing.
//!
//! An actor that walls keep from its goal would look for a greedy step in every turn, and find
//! none. That search draws nothing, so its result is kept until a wall changes.

use barrow_grid::{BitGrid, NearMap, Pos};
use barrow_pack::Pack;

use crate::mind::{Route, adjacency, copy_walkable, is_walkable};
use crate::state::level::Level;

/// The distance maps of a level, each with its goal.
///
/// A clone starts empty: maps are quicker to measure than to copy.
#[derive(Debug, Default)]
pub(crate) struct Trails {
    all: Vec<Trail>,
    /// The index of the trail that was asked for last.
    latest: usize,
    /// The number of the current round.
    round: u64,
    /// The index of the trail that was replaced last.
    replaced: usize,
    /// The routes of those who move in a way of their own.
    pub(crate) routes: Vec<Route>,
    /// A buffer for the walkable cells.
    open: BitGrid,
    /// Cells from which walls bar every greedy step to a goal, each in its slot: the cell, the
    /// goal, and how often walls had changed.
    walled: [Option<(Pos, Pos, u64)>; WALLED_SLOTS],
}

const WALLED_SLOTS: usize = 32;

/// With more trails than this, old ones are replaced: more goals at a time are rare.
const MAX_TRAILS: usize = 8;

impl Clone for Trails {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// The distances from a goal.
#[derive(Debug, Default)]
pub(crate) struct Trail {
    goal: Pos,
    floating: bool,
    /// The changes of `Level::path_changes` that the map has taken in.
    changes: u64,
    /// The distances if no actor is in the way.
    pub(crate) free: NearMap,
    /// The distances around all actors.
    crowded: NearMap,
    /// The round in which `crowded` was measured.
    crowded_round: u64,
    /// The current round.
    round: u64,
}

impl Trail {
    fn leads_to(&self, goal: Pos, floating: bool) -> bool {
        self.goal == goal && self.floating == floating
    }

    /// Returns the distances around all actors, measured once in a round.
    pub(crate) fn crowded(&mut self, level: &Level) -> &mut NearMap {
        if self.crowded_round != self.round {
            self.crowded_round = self.round;
            self.crowded.measure_without(&self.free, &level.actor_cells);
        }
        &mut self.crowded
    }
}

impl Trails {
    /// Begins a round: actors may stand elsewhere now.
    pub(crate) const fn begin_round(&mut self) {
        self.round += 1;
    }

    /// Forgets everything about a level.
    pub(crate) fn clear(&mut self) {
        self.all.clear();
        self.routes.clear();
        self.walled = [None; WALLED_SLOTS];
    }

    /// Returns whether walls are known to bar every greedy step from a cell to a goal.
    #[inline]
    pub(crate) fn is_walled(&self, level: &Level, from: Pos, goal: Pos) -> bool {
        self.walled[walled_slot(from)] == Some((from, goal, level.path_changes.walls))
    }

    /// Remembers that walls bar every greedy step from a cell to a goal.
    pub(crate) const fn note_walled(&mut self, level: &Level, from: Pos, goal: Pos) {
        self.walled[walled_slot(from)] = Some((from, goal, level.path_changes.walls));
    }

    /// Returns the up-to-date trail to a goal.
    #[inline]
    pub(crate) fn to(
        &mut self,
        pack: &Pack,
        level: &Level,
        goal: Pos,
        floating: bool,
    ) -> &mut Trail {
        // Most actors go where the one before them went.
        let is_current =
            |it: &Trail| it.leads_to(goal, floating) && it.changes == level.path_changes.changes;
        if !self.all.get(self.latest).is_some_and(is_current) {
            self.select(pack, level, goal, floating);
        }
        let trail = &mut self.all[self.latest];
        trail.round = self.round;
        trail
    }

    /// Makes the trail to a goal the latest one and brings it up to date. In a crowd, few actors
    /// need this.
    #[cold]
    fn select(&mut self, pack: &Pack, level: &Level, goal: Pos, floating: bool) {
        let index = self.all.iter().position(|it| it.leads_to(goal, floating));
        self.latest = index.unwrap_or_else(|| self.add(pack, level, goal, floating));
        self.update_latest(pack, level);
    }

    /// Takes in the cells that have opened or closed since the latest trail was measured.
    fn update_latest(&mut self, pack: &Pack, level: &Level) {
        let trail = &mut self.all[self.latest];
        if let Some(changed) = level.path_changes.since(trail.changes) {
            for &at in changed {
                trail.free.set_open(at, || is_walkable(pack, level, trail.floating, at));
            }
        } else {
            copy_walkable(pack, level, trail.floating, &mut self.open);
            trail.free.measure(&self.open, adjacency(pack), trail.goal);
        }
        trail.changes = level.path_changes.changes;
    }

    /// Measures the trail to a new goal and returns its index.
    fn add(&mut self, pack: &Pack, level: &Level, goal: Pos, floating: bool) -> usize {
        let count = self.all.len();
        let oldest_first = (1..=count).map(|it| (self.replaced + it) % count);
        // A trail that led around actors in this round must stay.
        let spare = oldest_first
            .filter(|_| count >= MAX_TRAILS)
            .find(|&it| self.all[it].crowded_round != self.round);
        let index = spare.unwrap_or_else(|| {
            self.all.push(Trail::default());
            count
        });
        self.replaced = index;
        copy_walkable(pack, level, floating, &mut self.open);
        let trail = &mut self.all[index];
        (trail.goal, trail.floating, trail.changes) = (goal, floating, level.path_changes.changes);
        trail.crowded_round = 0;
        trail.free.measure(&self.open, adjacency(pack), goal);
        index
    }
}

const fn walled_slot(from: Pos) -> usize {
    (from.x + 11 * from.y).cast_unsigned() as usize % WALLED_SLOTS
}

#[cfg(test)]
mod tests {
    use crate::shortcut::compare::check_long_way;

    #[test]
    fn remembered_trails_equal_fresh_ones() {
        let more = r#"{ "kinds": {
            "wolf": { "extends": "rat", "look": { "glyph": "w" }, "mind": "hunts" } },
            "minds": { "hunts": ["strike", { "approach": { "sense": "always" } }] } }"#;
        let map = "#############\n#w#.+...#.w.#\n#w#.#.@.+...#\n#.w.#...#www#\n#############";
        check_long_way(map, r#"{ "w": ["wolf"] }"#, more, "ll.hhhh.lkjj..llh.hhkk..");
    }
}
