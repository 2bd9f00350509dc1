use barrow_grid::{Adjacency, BitGrid, NearMap, Pos};
use barrow_pack::Pack;

use crate::state::level::Level;

/// The ways that minds have found, to be shared by all who go the same way.
///
/// A clone starts with none: they are quicker to find than to copy.
#[derive(Debug, Default)]
pub(crate) struct Trails {
    found: Vec<Trail>,
    /// The one that was asked for last.
    latest: usize,
    /// Counts the rounds.
    round: u64,
    /// Which of the ways is given up next.
    eldest: usize,
    open: BitGrid,
    /// Where walls bar all steps to a goal as the crow flies: by the cell, the cell, the goal,
    /// and how often walls had changed. Who cannot do anything else stands there for long.
    walled: [Option<(Pos, Pos, u64)>; 32],
}

impl Clone for Trails {
    fn clone(&self) -> Self {
        Self::default()
    }
}

#[derive(Debug, Default)]
pub(crate) struct Trail {
    goal: Pos,
    floating: bool,
    /// How often ways had changed when it was found; see `Level::ways`.
    ways: u64,
    /// How far cells are from the goal for those who go around nobody.
    pub(crate) free: NearMap,
    /// Around everyone who stood there when it was first needed in a round.
    crowded: NearMap,
    /// That round.
    met: u64,
    /// The round of now.
    round: u64,
}

impl Trail {
    fn leads_to(&self, goal: Pos, floating: bool) -> bool {
        self.goal == goal && self.floating == floating
    }

    /// How far cells are from the goal for those who go around everyone.
    pub(crate) fn crowded(&mut self, level: &Level) -> &mut NearMap {
        // Nothing but the round may decide when this is found anew: it depends on where
        // everyone stood at that moment.
        if self.met != self.round {
            self.met = self.round;
            self.crowded.measure_without(&self.free, &level.actor_cells);
        }
        &mut self.crowded
    }
}

/// More goals than this at a time are rare, and a way is quickly found again.
const MOST: usize = 8;

impl Trails {
    /// Forgets who stood where.
    pub(crate) const fn begin_round(&mut self) {
        self.round += 1;
    }

    /// Forgets a level.
    pub(crate) fn clear(&mut self) {
        self.found.clear();
        self.walled = [None; 32];
    }

    /// Whether it is known that walls bar all steps from a cell to a goal as the crow flies.
    #[inline]
    pub(crate) fn is_walled(&self, level: &Level, from: Pos, goal: Pos) -> bool {
        self.walled[place_of(from)] == Some((from, goal, level.path_changes.walls))
    }

    /// Notes that they do.
    pub(crate) const fn note_walled(&mut self, level: &Level, from: Pos, goal: Pos) {
        self.walled[place_of(from)] = Some((from, goal, level.path_changes.walls));
    }

    /// The way to a goal, as things are now.
    #[inline]
    pub(crate) fn to(
        &mut self,
        pack: &Pack,
        level: &Level,
        goal: Pos,
        floating: bool,
    ) -> &mut Trail {
        // Most go where the one before them went.
        let same =
            |it: &Trail| it.leads_to(goal, floating) && it.ways == level.path_changes.changes;
        if !self.found.get(self.latest).is_some_and(same) {
            self.turn_to(pack, level, goal, floating);
        }
        let trail = &mut self.found[self.latest];
        trail.round = self.round;
        trail
    }

    /// Makes the way to another goal the latest, or the same one as things are now.
    #[inline(never)]
    fn turn_to(&mut self, pack: &Pack, level: &Level, goal: Pos, floating: bool) {
        let place = self.found.iter().position(|it| it.leads_to(goal, floating));
        self.latest = place.unwrap_or_else(|| self.find(pack, level, goal, floating));
        self.keep_up(pack, level);
    }

    /// Takes in what has changed since the latest way was found.
    fn keep_up(&mut self, pack: &Pack, level: &Level) {
        let trail = &mut self.found[self.latest];
        if let Some(changed) = level.path_changes.since(trail.ways) {
            for &at in changed {
                trail.free.set_open(at, || is_open(pack, level, trail.floating, at));
            }
        } else {
            open_cells(pack, level, trail.floating, &mut self.open);
            trail.free.measure(&self.open, adjacency(pack), trail.goal);
        }
        trail.ways = level.path_changes.changes;
    }

    /// Finds the way to a new goal, and tells where it is kept.
    #[inline(never)]
    fn find(&mut self, pack: &Pack, level: &Level, goal: Pos, floating: bool) -> usize {
        // Those by which someone went around others in this round must stay.
        let rest = (1..=self.found.len()).map(|it| (self.eldest + it) % self.found.len());
        let spare = rest.filter(|_| self.found.len() >= MOST);
        let spare = spare.into_iter().find(|&it| self.found[it].met != self.round);
        let place = spare.unwrap_or_else(|| {
            self.found.push(Trail::default());
            self.found.len() - 1
        });
        self.eldest = place;
        open_cells(pack, level, floating, &mut self.open);
        let trail = &mut self.found[place];
        (trail.goal, trail.floating, trail.ways) = (goal, floating, level.path_changes.changes);
        trail.met = 0;
        trail.free.measure(&self.open, adjacency(pack), goal);
        place
    }
}

const fn place_of(from: Pos) -> usize {
    (from.x + 11 * from.y).cast_unsigned() as usize % 32
}

/// Whether a mind would step on a cell: see [`open_cells`].
fn is_open(pack: &Pack, level: &Level, floating: bool, at: Pos) -> bool {
    let mut fields = pack.fields.iter().zip(&level.fields);
    let harm = fields.any(|((_, field), layer)| field.harmful && layer.cells.contains(at));
    !(harm || level.barred.contains(at) || !floating && level.pits.contains(at))
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
