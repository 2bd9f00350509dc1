//! Moving actors against their will.

use barrow_dice::Formula;
use barrow_grid::{Dir, Pos};

use crate::ctx::Ctx;
use crate::ctx::scene::Scene;
use crate::state::entity::EntityId;

/// A push longer than this goes no farther: no level is that wide.
const LONGEST_PUSH: i64 = 1_000;

impl Ctx<'_> {
    /// Pushes someone away from the actor as far as there is room; below zero, pulls it.
    pub(crate) fn push_away(&mut self, who: EntityId, cells: i64, scene: &Scene) {
        let from = scene.actor.and_then(|actor| self.place(actor));
        let ends = from.zip(self.pos(who));
        let Some((dir, mut at)) = ends.and_then(|(from, at)| Some((Dir::towards(from, at)?, at)))
        else {
            return;
        };
        let dir = if cells < 0 { dir.turned(4) } else { dir };
        for _ in 0..cells.abs().min(LONGEST_PUSH) {
            at = at + dir;
            self.relocate(who, at);
            // It was stopped, or the step led elsewhere.
            if self.pos(who) != Some(at) {
                return;
            }
        }
    }

    /// Moves someone to a random free cell.
    pub(crate) fn displace(&mut self, who: EntityId, radius: Option<&Formula>, scene: &Scene) {
        let Some(here) = self.pos(who) else { return };
        let radius = radius.map(|radius| self.reach(Some(radius), scene, 0));
        let bounds = self.world.level.bounds();
        self.tire(bounds.area() as usize);
        let near = |at: Pos| radius.is_none_or(|radius| at.chebyshev(here) <= radius);
        let free: Vec<Pos> = bounds
            .cells()
            .filter(|&at| near(at) && self.world.level.is_free(at) && !self.is_pit(at))
            .collect();
        if let Some(&to) = self.world.rng.pick(&free) {
            self.relocate(who, to);
        }
    }
}
