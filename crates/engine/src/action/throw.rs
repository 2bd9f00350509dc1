use barrow_grid::{Dir, Metric, Pos, line};
use barrow_pack::Occasion;

use super::Verdict;
use crate::ctx::scene::Scene;
use crate::ctx::{Ctx, Reads};
use crate::event::Event;
use crate::refusal::Refusal;
use crate::state::entity::EntityId;

/// The range of a throw if neither the item nor the pack gives one.
const DEFAULT_RANGE: u32 = 8;

impl<W: Reads> Ctx<'_, W> {
    pub(super) fn consider_throw(&self, who: EntityId, item: EntityId, at: Pos) -> Verdict {
        let Some(from) = self.pos(who) else { return Verdict::Refuse(Refusal::Helpless) };
        if from == at || !self.world.level.bounds().contains(at) {
            return Verdict::Refuse(Refusal::NoAim);
        }
        if !self.throw_metric().is_within(from, at, self.throw_range(who, item)) {
            return Verdict::Refuse(Refusal::OutOfReach);
        }
        // Of a stack, one is thrown and the rest stays worn.
        if self.entity(item).count == 1
            && let Some(refusal) = self.parting(who, item)
        {
            return Verdict::Refuse(refusal);
        }
        Verdict::Go
    }

    /// Returns whether a missile is gone once it has hit an actor.
    pub(crate) fn shatters(&self, missile: EntityId) -> bool {
        self.kind(missile).item.as_ref().is_some_and(|it| it.shatters)
    }

    /// Returns how the range of throws is measured.
    pub(crate) fn throw_metric(&self) -> Metric {
        self.pack.rules.metrics.throw.unwrap_or(Metric::Square)
    }

    pub(crate) fn throw_range(&self, who: EntityId, item: EntityId) -> u32 {
        let scene = self.handling_scene(who, item);
        let own = self.kind(item).item.as_ref().and_then(|it| it.range.as_ref());
        let own = own.map(|it| self.expected(it, &scene.with_own(item)));
        let usual = || self.pack.rules.throw_range.as_ref().map(|it| self.expected(it, &scene));
        let range = own.or_else(usual).map(|it| it.to_whole().max(0));
        range.map_or(DEFAULT_RANGE, |it| u32::try_from(it).unwrap_or(u32::MAX))
    }

    /// Returns where a missile lands and which actor it meets.
    pub(crate) fn flight(&self, from: Pos, to: Pos) -> Flight<EntityId> {
        let level = &self.world.level;
        Flight::new(from, to, |at| level.is_open(at), |at| level.actor_at(at))
    }
}

/// How a missile flies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Flight<T> {
    /// The cell where it lands.
    pub(crate) end: Pos,
    /// The actor that it meets there.
    pub(crate) meets: Option<T>,
    /// Whether something that is not open stopped it.
    pub(crate) stopped: bool,
}

impl<T> Flight<T> {
    /// Follows a missile along a line. It stops at the first actor, and before the first cell that
    /// is not open.
    pub(crate) fn new(
        from: Pos,
        to: Pos,
        is_open: impl Fn(Pos) -> bool,
        actor_at: impl Fn(Pos) -> Option<T>,
    ) -> Self {
        let mut end = from;
        for cell in line(from, to).skip(1) {
            if !is_open(cell) {
                return Self { end, meets: None, stopped: true };
            }
            end = cell;
            let meets = actor_at(cell);
            if meets.is_some() {
                return Self { end, meets, stopped: false };
            }
        }
        Self { end, meets: None, stopped: false }
    }
}

impl Ctx<'_> {
    pub(super) fn throw(&mut self, who: EntityId, item: EntityId, at: Pos) {
        let missile = self.split_one(item);
        self.unequip_if_worn(who, missile);
        let Some(from) = self.pos(who) else { return };
        let kind = self.entity(missile).kind;
        let Flight { end, meets, stopped } = self.flight(from, at);
        self.put(missile, end);
        let audience = self.who_sees_any([from, end]) | self.player_bit(who);
        self.tell_to(audience, Event::Threw { who, kind, from, to: end });
        let scene = self.handling_scene(who, missile).with_own(missile);
        let began = self.moment();
        let blow = meets.and_then(|whom| self.missile_blow(missile, scene.with_target(whom)));
        let struck = match blow {
            Some(blow) => Some(self.deal(&blow)),
            None if stopped && self.shatters(missile) => self.dashes(missile, end, &scene),
            None => None,
        };
        if self.shatters(missile) && self.entity(missile).exists() {
            match struck {
                Some(true) => {
                    self.say_usual(self.moment(), |it| &it.broke, &scene);
                    self.vanish(missile);
                }
                Some(false) if meets.is_some() => self.glance_off(missile, end),
                Some(false) | None => {}
            }
        }
        self.land(missile, &landing(scene, meets, end));
        if meets.is_none() || struck.is_none() {
            self.say_usual(began, |it| &it.threw, &scene);
        }
        self.drop_into_pit(missile);
        self.pelt(missile, scene);
    }

    /// Lets a missile that is still whole do what it does when it lands.
    fn land(&mut self, missile: EntityId, scene: &Scene) {
        if !self.entity(missile).exists() {
            return;
        }
        let cell = self.pos(missile).or(scene.cell);
        let fragile = self.kind(missile).item.as_ref().is_some_and(|it| it.fragile);
        if fragile {
            self.say_usual(self.moment(), |it| &it.burst, scene);
        }
        self.occasion(missile, Occasion::Land, &Scene { cell, ..*scene });
        if self.entity(missile).exists() && fragile {
            self.vanish(missile);
        }
    }

    /// Returns whether a missile that something solid stopped hits it hard, if it can strike.
    fn dashes(&mut self, missile: EntityId, end: Pos, scene: &Scene) -> Option<bool> {
        let strike = self.kind(missile).strike.as_ref()?;
        Some(self.happens(strike.chance.as_ref(), &scene.at(end)))
    }

    /// Lets a missile that missed land beside its target.
    fn glance_off(&mut self, missile: EntityId, from: Pos) {
        let beside: Vec<Pos> =
            Dir::ALL.iter().map(|&dir| from + dir).filter(|&at| self.fits(at, None)).collect();
        if let Some(&at) = self.world.rng.pick(&beside) {
            self.put(missile, at);
        }
    }

    /// Lets the things on the cell where a missile lands react to it.
    fn pelt(&mut self, missile: EntityId, scene: Scene) {
        let Some(at) = self.pos(missile) else { return };
        for thing in self.pile(at).collect::<Vec<_>>() {
            if thing != missile && self.entity(thing).exists() {
                self.reveal_thing(thing, Occasion::Pelted);
                self.occasion(thing, Occasion::Pelted, &scene.in_cell(at));
            }
        }
    }
}

/// Returns the scene in which a missile lands, from the one in which it was thrown.
pub(crate) fn landing(scene: Scene, meets: Option<EntityId>, end: Pos) -> Scene {
    Scene { target: meets, cell: Some(end), ..scene }
}

#[cfg(test)]
mod tests;
