use barrow_grid::{Pos, line};
use barrow_pack::Occasion;

use super::Verdict;
use crate::ctx::{Ctx, Reads};
use crate::entity::EntityId;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::scene::Scene;

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
        let scene = Scene { item: Some(item), ..Scene::of(who) };
        let own = self.kind(item).item.as_ref().and_then(|it| it.range.as_ref());
        let range = own.or(self.pack.rules.throw_range.as_ref());
        let range = range.map(|it| self.expected(it, &scene).to_whole().max(0));
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
        let Some(from) = self.pos(who) else { return };
        let scene = Scene { item: Some(item), ..Scene::of(who) };
        let missile = self.one_of(item);
        let kind = self.entity(missile).kind;
        let (end, hit) = self.flight(from, at);
        self.put(missile, end);
        self.tell_of(who, Event::Threw { who, kind, from, to: end });
        if let Some(whom) = hit {
            self.missile_hits(&scene.with_target(whom), missile, whom);
        }
        if self.entity(missile).exists() {
            self.occasion(missile, Occasion::Land, scene.at(end));
        }
        if self.entity(missile).exists()
            && self.kind(missile).item.as_ref().is_some_and(|it| it.fragile)
        {
            self.vanish(missile);
        }
    }

    /// One piece of a pile, off the pile.
    fn one_of(&mut self, item: EntityId) -> EntityId {
        if self.entity(item).count == 1 {
            return item;
        }
        self.entity_mut(item).count -= 1;
        let mut one = self.entity(item).clone();
        one.count = 1;
        one.at = crate::entity::At::Gone;
        one.below = None;
        self.world.entities.push(one);
        EntityId(
            u32::try_from(self.world.entities.len() - 1).expect("fewer than four billion things"),
        )
    }

    /// A missile strikes as a weapon would.
    fn missile_hits(&mut self, scene: &Scene, missile: EntityId, whom: EntityId) {
        let Some(strike) = self.kind(missile).strike.as_ref() else { return };
        let who = scene.actor.unwrap_or(missile);
        let scene = self.with_player(*scene);
        if !self.is_helpless(whom) && !self.happens(strike.chance.as_ref(), &scene) {
            self.tell_of(whom, Event::Missed { who, whom });
            self.run(&strike.miss, &scene);
            return;
        }
        self.tell_of(whom, Event::Hit { who, whom });
        self.say(&strike.say, &scene);
        self.run(&strike.deed, &scene);
    }
}
