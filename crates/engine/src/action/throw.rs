use barrow_grid::{Dir, Pos, line};
use barrow_pack::Occasion;

use super::Verdict;
use crate::ctx::scene::Scene;
use crate::ctx::{Ctx, Reads};
use crate::event::Event;
use crate::refusal::Refusal;
use crate::state::entity::EntityId;

/// How far things fly when neither they nor the pack say.
const USUAL_RANGE: u32 = 8;

impl<W: Reads> Ctx<'_, W> {
    pub(super) fn consider_throw(&self, who: EntityId, item: EntityId, at: Pos) -> Verdict {
        let Some(from) = self.pos(who) else { return Verdict::Refuse(Refusal::Helpless) };
        if from == at || !self.world.level.bounds().contains(at) {
            return Verdict::Refuse(Refusal::NoAim);
        }
        if from.chebyshev(at) > self.throw_range(who, item) {
            return Verdict::Refuse(Refusal::OutOfReach);
        }
        Verdict::Go
    }

    pub(crate) fn throw_range(&self, who: EntityId, item: EntityId) -> u32 {
        let scene = self.handling(who, item);
        let own = self.kind(item).item.as_ref().and_then(|it| it.range.as_ref());
        let own = own.map(|it| self.expected(it, &scene.with_own(item)));
        let usual = || self.pack.rules.throw_range.as_ref().map(|it| self.expected(it, &scene));
        let range = own.or_else(usual).map(|it| it.to_whole().max(0));
        range.map_or(USUAL_RANGE, |it| u32::try_from(it).unwrap_or(u32::MAX))
    }

    /// Where a missile comes down, and whom it meets: it stops at the first actor, and before
    /// the first solid cell.
    pub(crate) fn flight(&self, from: Pos, to: Pos) -> (Pos, Option<EntityId>) {
        let mut end = from;
        for cell in line(from, to).skip(1) {
            if !self.world.level.is_open(cell) {
                break;
            }
            end = cell;
            if let Some(whom) = self.world.level.actor_at(cell) {
                return (end, Some(whom));
            }
        }
        (end, None)
    }
}

impl Ctx<'_> {
    pub(super) fn throw(&mut self, who: EntityId, item: EntityId, at: Pos) {
        let missile = self.one_of(item);
        self.take_off(who, missile);
        let Some(from) = self.pos(who) else { return };
        let kind = self.entity(missile).kind;
        let (end, hit) = self.flight(from, at);
        self.put(missile, end);
        let audience = self.who_sees(from) | self.who_sees(end) | self.player_bit(who);
        self.tell_to(audience, Event::Threw { who, kind, from, to: end });
        let scene = self.handling(who, missile).with_own(missile);
        let struck =
            hit.and_then(|whom| self.missile_hits(&scene.with_target(whom), missile, whom));
        let facet = self.kind(missile).item.as_ref();
        if facet.is_some_and(|it| it.shatters) && self.entity(missile).exists() {
            match struck {
                Some(true) => self.vanish(missile),
                Some(false) => self.glance_off(missile, end),
                None => {}
            }
        }
        if self.entity(missile).exists() {
            let end = self.pos(missile).unwrap_or(end);
            let landing = Scene { target: hit, cell: Some(end), ..scene };
            self.occasion(missile, Occasion::Land, landing);
        }
        let fragile = self.kind(missile).item.as_ref().is_some_and(|it| it.fragile);
        if self.entity(missile).exists() && fragile {
            self.vanish(missile);
        }
        self.come_down(missile);
        self.pelt(missile, scene);
    }

    /// A missile strikes as a weapon would.
    fn missile_hits(&mut self, scene: &Scene, missile: EntityId, whom: EntityId) -> Option<bool> {
        let strike = self.kind(missile).strike.as_ref()?;
        let who = scene.actor.unwrap_or(missile);
        Some(self.deal(strike, who, whom, scene))
    }

    /// What missed comes down beside whom it was meant for.
    fn glance_off(&mut self, missile: EntityId, from: Pos) {
        let beside: Vec<Pos> =
            Dir::ALL.iter().map(|&dir| from + dir).filter(|&at| self.fits(at, false)).collect();
        if let Some(&at) = self.world.rng.pick(&beside) {
            self.put(missile, at);
        }
    }

    /// What a missile sets off where it comes to lie.
    fn pelt(&mut self, missile: EntityId, scene: Scene) {
        let Some(at) = self.pos(missile) else { return };
        for thing in self.pile(at).collect::<Vec<_>>() {
            if thing != missile && self.entity(thing).exists() {
                self.reveal_thing(thing, Occasion::Pelted);
                self.occasion(thing, Occasion::Pelted, scene.in_cell(at));
            }
        }
    }
}

#[cfg(test)]
mod tests;
