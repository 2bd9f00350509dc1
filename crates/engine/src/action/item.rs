use barrow_dice::Fixed;
use barrow_pack::{Layer, Occasion};

use super::Outcome;
use crate::ctx::Ctx;
use crate::entity::EntityId;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::scene::Scene;

impl Ctx<'_> {
    pub(super) fn pick_up(&mut self, who: EntityId) -> Outcome {
        match self.take_one(who) {
            Ok(()) => Outcome::Done,
            Err(why) => Outcome::Refused(why),
        }
    }

    /// Takes the uppermost thing of the cell that can be taken.
    pub(crate) fn take_one(&mut self, who: EntityId) -> Result<(), Refusal> {
        let at = self.pos(who).ok_or(Refusal::Helpless)?;
        let item = self.pile(at).find(|&it| self.kind(it).layer == Layer::Item).ok_or(Refusal::NothingHere)?;
        let effects = self.kind(item).on.on(Occasion::Pickup);
        if self.kind(item).item.is_none() {
            // Things that are only worth their taking, such as coins.
            self.lift(item);
        } else if self.has_room(who, item) {
            self.into_bag(who, item);
        } else {
            return Err(Refusal::BagFull);
        }
        self.tell_of(who, Event::Took { who, item });
        let scene = Scene { item: Some(item), ..Scene::of(who) };
        self.run(effects, &scene.with_own(item));
        Ok(())
    }

    pub(super) fn use_item(&mut self, who: EntityId, item: EntityId) -> Outcome {
        let Some(facet) = self.kind(item).item.as_ref() else {
            return Outcome::Refused(Refusal::Useless(self.definite(item)));
        };
        if let Some(switch) = &facet.switch {
            let empty = switch.drains.is_some_and(|gauge| self.value(item, gauge) <= Fixed::ZERO);
            if empty && !self.entity(item).on {
                return Outcome::Refused(Refusal::Spent(self.definite_capital(item)));
            }
            let entity = self.entity_mut(item);
            entity.on = !entity.on;
            self.world.level.stale_light = true;
            self.tell_of(who, Event::Used { who, item });
            return Outcome::Done;
        }
        let effects = self.kind(item).on.on(Occasion::Use);
        if effects.is_empty() {
            return Outcome::Refused(Refusal::Useless(self.definite(item)));
        }
        self.tell_of(who, Event::Used { who, item });
        self.identify(item);
        let scene = Scene { item: Some(item), ..Scene::of(who) };
        self.run(effects, &scene.with_own(item));
        if facet.consumed && self.entity(item).exists() {
            self.spend(item);
        }
        Outcome::Done
    }

    pub(super) fn drop_item(&mut self, who: EntityId, item: EntityId) -> Outcome {
        let Some(at) = self.pos(who) else { return Outcome::Refused(Refusal::Helpless) };
        self.put(item, at);
        self.tell_of(who, Event::Dropped { who, item });
        let scene = Scene { item: Some(item), ..Scene::of(who) };
        self.occasion(item, Occasion::Drop, scene);
        Outcome::Done
    }

    pub(super) fn equip(&mut self, who: EntityId, item: EntityId) -> Outcome {
        let facet = self.kind(item).item.as_ref();
        let Some((facet, slot)) = facet.and_then(|it| Some((it, it.slot?))) else {
            return Outcome::Refused(Refusal::NotWorn(self.definite_capital(item)));
        };
        let scene = Scene { item: Some(item), ..Scene::of(who) };
        let mut rng = self.world.rng.clone();
        let able = facet.needs.as_ref().is_none_or(|it| self.sheet().number(it, &scene, &mut rng).is_true());
        if !able {
            return Outcome::Refused(Refusal::Lacks("strength for it".into()));
        }
        if self.actor(who).is_some_and(|it| it.worn.contains(&(slot, item))) {
            return Outcome::Refused(Refusal::Useless(self.definite(item)));
        }
        let worn = &mut self.actor_mut(who).worn;
        let before = worn.iter().find(|(it, _)| *it == slot).map(|&(_, other)| other);
        worn.retain(|(it, _)| *it != slot);
        worn.push((slot, item));
        if let Some(before) = before {
            self.tell_of(who, Event::Unequipped { who, item: before });
            self.occasion(before, Occasion::Unequip, scene);
        }
        let delay = self.count(facet.delay.as_ref(), &scene, 0);
        self.actor_mut(who).busy = self.world.turn + u64::from(delay);
        self.tell_of(who, Event::Equipped { who, item });
        self.occasion(item, Occasion::Equip, scene);
        Outcome::Done
    }

    pub(super) fn unequip(&mut self, who: EntityId, item: EntityId) -> Outcome {
        let worn = &mut self.actor_mut(who).worn;
        let before = worn.len();
        worn.retain(|(_, it)| *it != item);
        if worn.len() == before {
            return Outcome::Refused(Refusal::NotWorn(self.definite_capital(item)));
        }
        self.tell_of(who, Event::Unequipped { who, item });
        let scene = Scene { item: Some(item), ..Scene::of(who) };
        self.occasion(item, Occasion::Unequip, scene);
        Outcome::Done
    }
}
