use barrow_grid::{Adjacency, BitGrid, NearMap, Pos};
use barrow_pack::Pack;

use crate::level::Level;

/// The ways that minds have found, to be shared by all who go the same way.
///
/// A clone starts with none: they are quicker to find than to copy.
#[derive(Debug, Default)]
pub(crate) struct Trails {
    /// Over the ground, whoever stands there.
    free: Vec<Trail>,
    /// Around everyone who stood there when it was first needed in this round.
    crowded: Vec<Trail>,
    /// How many of those are of this round; the others only keep their memory.
    met: usize,
    /// Which of the ways over the ground is given up next.
    eldest: usize,
    open: BitGrid,
}

impl Clone for Trails {
    fn clone(&self) -> Self {
        Self::default()
    }
}

#[derive(Debug, Default)]
struct Trail {
    goal: Pos,
    floating: bool,
    /// What it was made from; see `Level::way_changes`.
    ways: u64,
    map: NearMap,
}

/// More goals than this at a time are rare, and a way is quickly found again.
const MOST: usize = 8;

impl Trails {
    /// Forgets who stood where.
    pub(crate) const fn begin_round(&mut self) {
        self.met = 0;
    }

    /// Forgets a level.
    pub(crate) fn clear(&mut self) {
        self.free.clear();
        self.met = 0;
    }

    /// How far cells are from a goal for those who go around nobody.
    pub(crate) fn free(
        &mut self,
        pack: &Pack,
        level: &Level,
        goal: Pos,
        floating: bool,
    ) -> &mut NearMap {
        let ways = level.way_changes;
        let known = |it: &Trail| (it.goal, it.floating, it.ways) == (goal, floating, ways);
        if let Some(place) = self.free.iter().position(known) {
            return &mut self.free[place].map;
        }
        open_cells(pack, level, floating, &mut self.open);
        if self.free.len() < MOST {
            self.free.push(Trail::default());
            self.eldest = self.free.len() - 1;
        } else {
            self.eldest = (self.eldest + 1) % MOST;
        }
        let trail = &mut self.free[self.eldest];
        (trail.goal, trail.floating, trail.ways) = (goal, floating, ways);
        trail.map.measure(&self.open, adjacency(pack), goal);
        &mut trail.map
    }

    /// How far cells are from a goal for those who go around everyone.
    pub(crate) fn crowded(
        &mut self,
        pack: &Pack,
        level: &Level,
        goal: Pos,
        floating: bool,
    ) -> &mut NearMap {
        // Nothing but the round may decide when this is found anew: it depends on where
        // everyone stood at that moment.
        let known = |it: &Trail| (it.goal, it.floating) == (goal, floating);
        let place = self.crowded[..self.met].iter().position(known);
        let place = place.unwrap_or_else(|| {
            open_cells(pack, level, floating, &mut self.open);
            self.open.subtract(&level.crowd);
            if self.crowded.len() == self.met {
                self.crowded.push(Trail::default());
            }
            let trail = &mut self.crowded[self.met];
            (trail.goal, trail.floating) = (goal, floating);
            trail.map.measure(&self.open, adjacency(pack), goal);
            self.met += 1;
            self.met - 1
        });
        &mut self.crowded[place].map
    }
}

/// The cells that a mind would step on: closed doors too, but no pits and nothing harmful.
fn open_cells(pack: &Pack, level: &Level, floating: bool, open: &mut BitGrid) {
    open.copy_from(&level.barred);
    if !floating {
        open.union(&level.pits);
    }
    for ((_, field), layer) in pack.fields.iter().zip(&level.fields) {
        if field.harmful && layer.count > 0 {
            open.union(&layer.cells);
        }
    }
    open.invert();
}

pub(crate) const fn adjacency(pack: &Pack) -> Adjacency {
    if pack.rules.four_ways { Adjacency::Four } else { Adjacency::Eight }
}
