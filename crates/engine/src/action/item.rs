use barrow_dice::Fixed;
use barrow_pack::{Layer, Occasion};

use super::Verdict;
use crate::ctx::{Ctx, Reads};
use crate::entity::EntityId;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::scene::Scene;

impl<W: Reads> Ctx<'_, W> {
    pub(super) fn consider_pickup(&self, who: EntityId) -> Verdict {
        match self.item_here(who) {
            None => Verdict::Refuse(Refusal::NothingHere),
            Some(item) if self.kind(item).item.is_some() && !self.has_room(who, item) => {
                Verdict::Refuse(Refusal::BagFull)
            }
            Some(_) => Verdict::Go,
        }
    }

    /// The uppermost thing of someone's cell that can be taken.
    fn item_here(&self, who: EntityId) -> Option<EntityId> {
        let at = self.pos(who)?;
        self.pile(at).find(|&it| self.kind(it).layer == Layer::Item)
    }

    pub(super) fn consider_use(&self, item: EntityId) -> Verdict {
        let facet = self.kind(item).item.as_ref();
        let switch = facet.and_then(|it| it.switch.as_ref());
        if let Some(switch) = switch {
            let empty = switch.drains.is_some_and(|gauge| self.value(item, gauge) <= Fixed::ZERO);
            if empty && !self.entity(item).on {
                return Verdict::Refuse(Refusal::Spent(self.definite_capital(item)));
            }
            return Verdict::Go;
        }
        if facet.is_none() || self.kind(item).on.on(Occasion::Use).is_empty() {
            return Verdict::Refuse(Refusal::Useless(self.definite(item)));
        }
        Verdict::Go
    }

    pub(super) fn consider_equip(&self, who: EntityId, item: EntityId) -> Verdict {
        let facet = self.kind(item).item.as_ref();
        let Some((facet, slot)) = facet.and_then(|it| Some((it, it.slot?))) else {
            return Verdict::Refuse(Refusal::NotWorn(self.definite_capital(item)));
        };
        let scene = Scene { item: Some(item), ..Scene::of(who) };
        if facet.needs.as_ref().is_some_and(|it| !self.expected(it, &scene).is_true()) {
            return Verdict::Refuse(Refusal::Lacks("strength for it".into()));
        }
        if self.actor(who).is_some_and(|it| it.worn.contains(&(slot, item))) {
            return Verdict::Refuse(Refusal::Useless(self.definite(item)));
        }
        Verdict::Go
    }

    pub(super) fn consider_unequip(&self, who: EntityId, item: EntityId) -> Verdict {
        let worn = self.actor(who).is_some_and(|it| it.worn.iter().any(|&(_, it)| it == item));
        if worn {
            Verdict::Go
        } else {
            Verdict::Refuse(Refusal::NotWorn(self.definite_capital(item)))
        }
    }
}

impl Ctx<'_> {
    pub(super) fn take_one(&mut self, who: EntityId) {
        let Some(item) = self.item_here(who) else { return };
        let effects = self.kind(item).on.on(Occasion::Pickup);
        self.tell_of(who, Event::Took { who, item });
        if self.kind(item).item.is_some() {
            self.into_bag(who, item);
        } else {
            // Things that are only worth their taking, such as coins.
            self.lift(item);
        }
        let scene = Scene { item: Some(item), ..Scene::of(who) };
        self.run(effects, &scene.with_own(item));
        self.put_on_at_once(who, item);
    }

    /// Some things are put on as soon as they are taken, unless something else is worn there.
    fn put_on_at_once(&mut self, who: EntityId, item: EntityId) {
        let Some(facet) = self.kind(item).item.as_ref().filter(|it| it.eager) else { return };
        let taken = self.actor(who).is_some_and(|it| {
            let worn = it.worn.iter().any(|&(slot, _)| Some(slot) == facet.slot);
            it.bag.contains(&item) && !worn
        });
        if taken && matches!(self.consider_equip(who, item), Verdict::Go) {
            self.equip(who, item);
        }
    }

    pub(super) fn use_item(&mut self, who: EntityId, item: EntityId) {
        let Some(facet) = self.kind(item).item.as_ref() else { return };
        self.tell_of(who, Event::Used { who, item });
        if facet.switch.is_some() {
            let entity = self.entity_mut(item);
            entity.on = !entity.on;
            self.world.level.stale_light = true;
            return;
        }
        self.identify(item);
        let scene = Scene { item: Some(item), ..Scene::of(who) };
        self.occasion(item, Occasion::Use, scene);
        if facet.consumed && self.entity(item).exists() {
            self.spend(item);
        }
    }

    pub(super) fn drop_item(&mut self, who: EntityId, item: EntityId) {
        let Some(at) = self.pos(who) else { return };
        self.put(item, at);
        self.tell_of(who, Event::Dropped { who, item });
        let scene = Scene { item: Some(item), ..Scene::of(who) };
        self.occasion(item, Occasion::Drop, scene);
    }

    pub(super) fn equip(&mut self, who: EntityId, item: EntityId) {
        let Some(facet) = self.kind(item).item.as_ref() else { return };
        let Some(slot) = facet.slot else { return };
        let worn = &self.actor_mut(who).worn;
        if let Some(before) = worn.iter().find(|(it, _)| *it == slot).map(|&(_, other)| other) {
            self.unequip(who, before);
        }
        self.actor_mut(who).worn.push((slot, item));
        self.world.level.stale_light |= self.kind(item).light.is_some();
        let scene = Scene { item: Some(item), ..Scene::of(who) };
        let delay = self.count(facet.delay.as_ref(), &scene, 0);
        self.actor_mut(who).busy = self.world.turn + u64::from(delay);
        self.tell_of(who, Event::Equipped { who, item });
        self.occasion(item, Occasion::Equip, scene);
    }

    pub(super) fn unequip(&mut self, who: EntityId, item: EntityId) {
        self.actor_mut(who).worn.retain(|(_, it)| *it != item);
        self.world.level.stale_light |= self.kind(item).light.is_some();
        self.tell_of(who, Event::Unequipped { who, item });
        let scene = Scene { item: Some(item), ..Scene::of(who) };
        self.occasion(item, Occasion::Unequip, scene);
    }
}
