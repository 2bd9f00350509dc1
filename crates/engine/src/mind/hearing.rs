//! What minds hear, and how sleepers wake.

use barrow_dice::{Fixed, Formula};
use barrow_grid::Pos;

use super::Case;
use crate::ctx::scene::Scene;
use crate::ctx::{Ctx, Reads};
use crate::state::entity::EntityId;

impl<W: Reads> Ctx<'_, W> {
    /// Returns whether noises matter to an actor.
    fn listens(&self, who: EntityId) -> bool {
        let kind = self.kind(who);
        let searches = kind.mind.is_some_and(|mind| self.facts.mind(mind).hears);
        let wakes = || kind.wakes.as_ref().is_some_and(|it| it.noise.is_some());
        searches || wakes() && self.is_asleep(who)
    }

    /// Returns whether an actor sleeps.
    #[inline]
    pub(crate) fn is_asleep(&self, who: EntityId) -> bool {
        self.facts.sleeps && self.pack.core.asleep.is_some_and(|flag| self.is(who, flag))
    }
}

impl Ctx<'_> {
    /// Lets minds hear the step of an actor.
    #[inline]
    pub(crate) fn sound_step(&mut self, who: EntityId) {
        if self.facts.steps_sound {
            self.let_step_sound(who);
        }
    }

    fn let_step_sound(&mut self, who: EntityId) {
        let Some(noise) = self.pack.core.noise else { return };
        let range = u32::try_from(self.value(who, noise).to_whole().max(0)).unwrap_or(u32::MAX);
        if let Some(at) = self.pos(who).filter(|_| range > 0) {
            self.let_minds_hear(at, range, Some(who));
        }
    }

    /// Lets the minds within range remember a noise. Actors ignore their friends.
    pub(crate) fn let_minds_hear(&mut self, source: Pos, range: u32, maker: Option<EntityId>) {
        if !self.facts.minds_hear {
            return;
        }
        let far = range.saturating_mul(range);
        for index in 0..self.world.actors.len() {
            let who = self.world.actors[index];
            let near = self.pos(who).is_some_and(|at| at.distance_squared(source) <= far);
            let friendly = maker.is_some_and(|it| it == who || self.are_friends(who, it));
            if near && !friendly && !self.is_player(who) && self.listens(who) {
                let turn = self.world.turn;
                self.wits_mut(who).clue = Some((source, turn));
            }
        }
    }

    /// Remembers where the actor sees a foe.
    #[cold]
    pub(super) fn track(&mut self, case: &Case) {
        if let Some(at) = self.nearest_foe_at(case, |at| self.sees(case.who, at)) {
            let turn = self.world.turn;
            self.wits_mut(case.who).clue = Some((at, turn));
        }
    }

    /// Wakes a sleeper by chance, if it heard a noise or if a foe is in sight. A noise that did
    /// not wake it is forgotten.
    #[cold]
    pub(crate) fn stir(&mut self, who: EntityId) {
        let Some(here) = self.pos(who) else { return };
        let Some(wakes) = self.kind(who).wakes.as_ref() else { return };
        let case = Case { who, here, foe: self.nearest_of_foes(self.party(who), here) };
        let heard = self.wits(who).is_some_and(|it| it.clue.is_some());
        let woken = heard && self.stirs(&case, wakes.noise.as_ref())
            || self.nearest_foe_at(&case, |at| self.sees(who, at)).is_some()
                && self.stirs(&case, wakes.sight.as_ref());
        if woken {
            self.wake_up(who);
        } else if heard {
            self.wits_mut(who).clue = None;
        }
    }

    fn stirs(&mut self, case: &Case, chance: Option<&Formula>) -> bool {
        let Some(chance) = chance else { return false };
        let target = case.foe.map(|foe| foe.id);
        let scene = self.with_player(Scene { target, ..Scene::of(case.who) });
        let mut rng = self.world.mind_rng.clone();
        let chance = self.sheet().number(chance, &scene, &mut rng).to_chance();
        let stirs = rng.happens(chance);
        self.world.mind_rng = rng;
        stirs
    }

    /// Ends the sleep of an actor.
    pub(crate) fn wake_up(&mut self, who: EntityId) {
        if let Some(asleep) = self.pack.core.asleep.filter(|&flag| self.is(who, flag)) {
            self.set(who, asleep, Fixed::ZERO, &self.scene_of(who));
        }
    }
}
