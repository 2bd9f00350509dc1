use barrow_grid::{Adjacency, Dir, Pos};

use super::trail::adjacency;
use crate::action::Action;
use crate::ctx::{Ctx, Reads};
use crate::entity::EntityId;

/// A way around others is taken if it is at most so much longer than the straight one.
const LONGEST_DETOUR: u32 = 10;

impl<W: Reads> Ctx<'_, W> {
    pub(crate) const fn adjacency(&self) -> Adjacency {
        adjacency(self.pack)
    }

    /// How many steps it is from cell to cell, were nothing in the way.
    pub(super) const fn steps_between(&self, from: Pos, to: Pos) -> u32 {
        self.adjacency().distance(from, to)
    }

    pub(crate) fn is_pit(&self, at: Pos) -> bool {
        self.world.level.pits.contains(at)
    }

    /// Whether a cell holds something that those who are careful stay out of.
    fn harms(&self, at: Pos) -> bool {
        let fields = self.pack.fields.iter().zip(&self.world.level.fields);
        fields.into_iter().any(|((_, field), layer)| field.harmful && layer.cells.contains(at))
    }

    /// Whether someone would step on a cell: there is room, it can be opened, nothing harms.
    fn is_inviting(&self, who: EntityId, at: Pos) -> bool {
        let level = &self.world.level;
        level.bounds().contains(at)
            && !level.barred.contains(at)
            && level.actor_at(at).is_none()
            && !self.harms(at)
            && (!self.is_pit(at) || self.is(who, self.pack.core.floating))
    }
}

impl Ctx<'_> {
    /// A step on the way to a goal. Whoever is in the way is expected to walk on; if not, the
    /// way leads around, and if that takes too long or no way is known, straight on.
    pub(super) fn step_to(&mut self, who: EntityId, goal: Pos) -> Option<Action> {
        let here = self.pos(who)?;
        let floating = self.is(who, self.pack.core.floating);
        let mut trails = std::mem::take(&mut self.world.trails);
        let level = &self.world.level;
        let free = |dir: &Dir| here + *dir == goal || level.actor_at(here + *dir).is_none();
        let straight = trails.free(self.pack, level, goal, floating).steps(here);
        let straight = straight.map(|(left, mut dirs)| (left, dirs.find(free)));
        let dir = match straight {
            None => None,
            Some((_, Some(dir))) => Some(dir),
            Some((left, None)) => {
                let around = trails.crowded(self.pack, level, goal, floating).steps(here);
                let around = around.filter(|(it, _)| *it <= left + LONGEST_DETOUR);
                around.and_then(|(_, mut dirs)| dirs.find(free))
            }
        };
        self.world.trails = trails;
        match straight {
            None => self.greedy_step(who, goal),
            Some(_) => dir.map(Action::Walk),
        }
    }

    /// A step that comes nearer to the goal as the crow flies; of the best, one by the mind's
    /// own dice.
    pub(super) fn greedy_step(&mut self, who: EntityId, goal: Pos) -> Option<Action> {
        let here = self.pos(who)?;
        let nearer = |at: Pos| here.manhattan(goal).checked_sub(at.manhattan(goal));
        self.best_step(here, |ctx, at| {
            let possible = at == goal || ctx.is_inviting(who, at);
            nearer(at).filter(|&by| possible && by > 0)
        })
    }

    /// A step that leads away from a place, if one does.
    pub(super) fn step_from(&mut self, who: EntityId, from: Pos) -> Option<Action> {
        let here = self.pos(who)?;
        let farther = |at: Pos| at.distance_squared(from).checked_sub(here.distance_squared(from));
        self.best_step(here, |ctx, at| {
            let possible = ctx.world.level.is_free(at) && ctx.is_inviting(who, at);
            farther(at).filter(|&by| possible && by > 0)
        })
    }

    /// A random step. Those who are careful never step into harm.
    pub(super) fn wander(&mut self, who: EntityId, careful: bool) -> Option<Action> {
        let here = self.pos(who)?;
        self.best_step(here, |ctx, at| {
            let free = ctx.world.level.is_free(at);
            (free && (!careful || ctx.is_inviting(who, at))).then_some(0)
        })
    }

    /// The step that is worth most; of equals, one by the mind's own dice.
    fn best_step(
        &mut self,
        here: Pos,
        worth: impl Fn(&Self, Pos) -> Option<u32>,
    ) -> Option<Action> {
        let mut best = [Dir::North; 8];
        let (mut count, mut most) = (0, 0);
        for &dir in self.adjacency().dirs() {
            let Some(value) = worth(self, here + dir) else { continue };
            if value > most {
                (count, most) = (0, value);
            }
            if value == most {
                best[count] = dir;
                count += 1;
            }
        }
        self.world.wits.pick(&best[..count]).copied().map(Action::Walk)
    }
}
