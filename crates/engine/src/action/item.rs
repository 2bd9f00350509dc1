use barrow_dice::Fixed;
use barrow_grid::Pos;
use barrow_pack::{BagName, Item, Layer, Need, Occasion};

use super::{Action, Verdict};
use crate::ctx::scene::Scene;
use crate::ctx::{Ctx, Reads};
use crate::event::Event;
use crate::refusal::Refusal;
use crate::state::entity::EntityId;
use crate::state::world::Question;

impl<'g, W: Reads> Ctx<'g, W> {
    fn facet(&self, item: EntityId) -> Option<&'g Item> {
        self.kind(item).item.as_ref()
    }

    pub(super) fn consider_pickup(&self, who: EntityId) -> Verdict {
        let here = self.pos(who);
        if self.item_for(who).is_some() {
            Verdict::Go
        } else if let Some(refusal) = here.and_then(|at| self.pickup_refusal(who, at)) {
            Verdict::Refuse(refusal)
        } else if here.is_some_and(|at| self.items(at).next().is_some()) {
            Verdict::Refuse(Refusal::BagFull)
        } else {
            Verdict::Refuse(Refusal::NothingHere)
        }
    }

    fn items(&self, at: Pos) -> impl Iterator<Item = EntityId> {
        self.pile(at).filter(|&it| self.kind(it).layer == Layer::Item)
    }

    /// Returns the uppermost item on an actor's cell that it can take. Items that go into no bag,
    /// such as coins, can be taken by actors that carry anything at all.
    fn item_for(&self, who: EntityId) -> Option<EntityId> {
        let carries = || self.is_player(who) || self.is(who, self.pack.core.room);
        let fits = |item: &EntityId| match self.facet(*item) {
            Some(facet) => {
                let need = facet.needs_to.pickup.as_ref();
                self.has_room(who, *item) && self.unmet(who, *item, need).is_none()
            }
            None => carries(),
        };
        self.items(self.pos(who)?).find(fits)
    }

    /// Returns why the uppermost item on a cell may not be taken, if it wants more than room.
    fn pickup_refusal(&self, who: EntityId, at: Pos) -> Option<Refusal> {
        let item = self.items(at).next()?;
        let need = self.facet(item)?.needs_to.pickup.as_ref();
        let unmet = self.unmet(who, item, need)?;
        Some(self.refusal_of(who, item, unmet, || Refusal::Useless(self.definite(item))))
    }

    pub(super) fn consider_use(&self, who: EntityId, item: EntityId) -> Verdict {
        let facet = self.facet(item);
        if let Some(switch) = facet.and_then(|it| it.switch.as_ref()) {
            let empty = switch.drains.is_some_and(|gauge| self.value(item, gauge) <= Fixed::ZERO);
            if empty && !self.entity(item).active {
                return Verdict::Refuse(Refusal::Spent(self.definite_capital(item)));
            }
        } else if facet.is_none() || self.kind(item).on.effects(Occasion::Use).is_empty() {
            return Verdict::Refuse(Refusal::Useless(self.definite(item)));
        }
        let useless = || Refusal::Useless(self.definite(item));
        let from = facet.map_or(BagName::Inventory, |it| it.from);
        let there = self.actor(who).is_some_and(|it| it.items_in(from).contains(&item));
        if !self.meets_needs(who, item) || !there {
            return Verdict::Refuse(useless());
        }
        let need = facet.and_then(|it| it.needs_to.using.as_ref());
        if let Some(unmet) = self.unmet(who, item, need) {
            return Verdict::Refuse(self.refusal_of(who, item, unmet, useless));
        }
        let scene = self.handling_scene(who, item).with_own(item);
        if let Some(short) = facet.and_then(|it| self.lacking(&it.cost, || scene, |_| who)) {
            return Verdict::Refuse(short);
        }
        if facet.is_some_and(|it| it.aim.is_some()) {
            let on = |thing| Action::UseOn(item, thing);
            return self.aim_at_thing(who, &Question::Use(item), on, Action::AskUse(item));
        }
        Verdict::Go
    }

    /// Returns the need if it is not met.
    fn unmet(&self, who: EntityId, item: EntityId, need: Option<&'g Need>) -> Option<&'g Need> {
        let scene = self.handling_scene(who, item).with_own(item);
        need.filter(|it| !self.expected(&it.when, &scene).is_true())
    }

    /// Returns the refusal of a need that is not met: in the pack's words, or the usual one.
    fn refusal_of(
        &self,
        who: EntityId,
        item: EntityId,
        unmet: &Need,
        usual: impl FnOnce() -> Refusal,
    ) -> Refusal {
        if unmet.say.is_empty() {
            return usual();
        }
        let scene = self.with_player(self.handling_scene(who, item).with_own(item));
        let mut words = self.world.text_rng.clone();
        Refusal::Told(self.rendered(&unmet.say, &scene, self.player_bit(who), &mut words))
    }

    /// Returns why an actor cannot take off an item that it wears, if so.
    pub(super) fn sticking(&self, who: EntityId, item: EntityId) -> Option<Refusal> {
        let facet = self.facet(item)?;
        let sticks = || Refusal::Sticks(self.definite_capital(item));
        if let Some(unmet) = self.unmet(who, item, facet.needs_to.unequip.as_ref()) {
            return Some(self.refusal_of(who, item, unmet, sticks));
        }
        let scene = self.handling_scene(who, item).with_own(item);
        let holds = facet.sticks.as_ref().is_some_and(|it| self.expected(it, &scene).is_true());
        holds.then(sticks)
    }

    /// Returns why an actor cannot part with an item, if it wears it.
    pub(super) fn parting(&self, who: EntityId, item: EntityId) -> Option<Refusal> {
        if !self.is_worn(who, item) {
            return None;
        }
        let slot = self.facet(item).and_then(|it| it.slot);
        let needed = slot.is_some_and(|it| self.pack.slots.get(it).needs_one);
        let needs_one = || needed.then(|| Refusal::NeedsOne(self.definite(item)));
        self.sticking(who, item).or_else(needs_one)
    }

    pub(super) fn consider_drop(&self, who: EntityId, item: EntityId) -> Verdict {
        self.parting(who, item).map_or(Verdict::Go, Verdict::Refuse)
    }

    /// Returns whether using an item takes no time.
    pub(crate) fn is_used_freely(&self, item: EntityId) -> bool {
        self.facet(item).is_some_and(|it| it.free)
    }

    /// Returns whether an actor may equip or use an item.
    fn meets_needs(&self, who: EntityId, item: EntityId) -> bool {
        let needs = self.facet(item).and_then(|it| it.needs.as_ref());
        let scene = self.handling_scene(who, item).with_own(item);
        needs.is_none_or(|it| self.expected(it, &scene).is_true())
    }

    pub(super) fn consider_equip(&self, who: EntityId, item: EntityId) -> Verdict {
        let Some(slot) = self.facet(item).and_then(|it| it.slot) else {
            return Verdict::Refuse(Refusal::NotWearable(self.definite_capital(item)));
        };
        if !self.meets_needs(who, item) {
            return Verdict::Refuse(Refusal::Lacks("the means to wear it".into()));
        }
        if self.actor(who).is_some_and(|it| it.worn.contains(&(slot, item))) {
            return Verdict::Refuse(Refusal::Useless(self.definite(item)));
        }
        let need = self.facet(item).and_then(|it| it.needs_to.equip.as_ref());
        if let Some(unmet) = self.unmet(who, item, need) {
            let usual = || Refusal::Lacks("the means to wear it".into());
            return Verdict::Refuse(self.refusal_of(who, item, unmet, usual));
        }
        let worn = self.actor(who).map_or(&[][..], |actor| &actor.worn);
        let before = worn.iter().find(|(it, _)| *it == slot);
        let sticking = before.and_then(|&(_, before)| self.sticking(who, before));
        sticking.map_or(Verdict::Go, Verdict::Refuse)
    }

    pub(super) fn consider_unequip(&self, who: EntityId, item: EntityId) -> Verdict {
        if self.is_worn(who, item) {
            self.parting(who, item).map_or(Verdict::Go, Verdict::Refuse)
        } else {
            Verdict::Refuse(Refusal::NotWorn(self.definite(item)))
        }
    }

    /// Returns the scene of an actor that does something to itself with an item.
    pub(crate) fn handling_scene(&self, who: EntityId, item: EntityId) -> Scene {
        self.scene_of(who).with_item(item)
    }
}

impl Ctx<'_> {
    /// Takes one item from the actor's cell, if it can.
    pub(super) fn take_one(&mut self, who: EntityId) {
        if let Some(item) = self.item_for(who) {
            self.take_up(who, item);
        }
    }

    /// Takes all items from a cell that the actor can take.
    pub(super) fn take_all(&mut self, who: EntityId, at: Pos) {
        // At most once for each item that lies there now: taking one may create another.
        for _ in 0..self.items(at).count() {
            self.take_one(who);
        }
        let left = self.items(at).next().filter(|_| self.is_player(who));
        if let Some(left) = left.filter(|_| self.pickup_refusal(who, at).is_none()) {
            let scene = self.handling_scene(who, left);
            self.say_usual(self.moment(), |it| &it.no_room, &scene);
        }
    }

    /// Takes an item. It goes into the bag, unless it is used up by being taken, such as coins.
    pub(crate) fn take_up(&mut self, who: EntityId, item: EntityId) {
        let mut held = item;
        if self.facet(item).is_some() {
            held = self.stow(who, item);
        } else {
            self.discard(item);
        }
        self.tell_of(who, Event::Took { who, item: held });
        let (began, scene) = (self.moment(), self.handling_scene(who, held));
        self.occasion(item, Occasion::Pickup, &scene);
        if self.is_player(who) {
            self.say_usual(began, |it| &it.took, &scene);
        }
        self.equip_if_eager(who, held);
    }

    /// Equips an item that is `eager`, if its slot is empty or it `replaces` what is worn there.
    pub(crate) fn equip_if_eager(&mut self, who: EntityId, item: EntityId) {
        let Some(facet) = self.facet(item).filter(|it| it.eager) else { return };
        let free = self.actor(who).is_some_and(|it| {
            let taken = || it.worn.iter().any(|&(slot, _)| Some(slot) == facet.slot);
            it.bag.contains(&item) && (facet.replaces || !taken())
        });
        if !free {
            return;
        }
        if matches!(self.consider_equip(who, item), Verdict::Go) {
            // This takes no time, whatever the item's delay.
            let busy = self.actor_mut(who).busy;
            self.equip(who, item);
            self.actor_mut(who).busy = busy;
        } else if self.is_player(who) && !self.meets_needs(who, item) {
            let scene = self.handling_scene(who, item);
            self.say_usual(self.moment(), |it| &it.unfit, &scene);
        }
    }

    /// Uses an item, perhaps on something. If it goes to another bag afterwards, it is in none
    /// meanwhile: a card that discards the hand does not discard itself.
    pub(crate) fn use_item(&mut self, who: EntityId, item: EntityId, on: Option<EntityId>) {
        let Some(facet) = self.facet(item) else { return };
        self.tell_of(who, Event::Used { who, item });
        let scene = self.handling_scene(who, item);
        self.pay(&facet.cost, &scene.with_own(item), |_, _| who);
        let item = if facet.to.is_some() { self.split_one(item) } else { item };
        if facet.to.is_some() {
            self.set_aside(who, item);
        }
        self.use_up(who, item, on, facet);
        if let Some(to) = facet.to
            && self.is_loose(item)
            && !self.move_to_bag(item, who, to, false)
            && !self.move_to_bag(item, who, facet.from, false)
        {
            self.discard(item);
        }
    }

    /// Runs the use of an item, and uses it up if it is consumed.
    fn use_up(&mut self, who: EntityId, item: EntityId, on: Option<EntityId>, facet: &Item) {
        if facet.switch.is_some() {
            let entity = self.entity_mut(item);
            entity.active = !entity.active;
            self.world.level.stale_light = true;
        }
        let told_after = !facet.works.is_empty() || !facet.fails.is_empty();
        if !told_after {
            self.learn(who, item);
        }
        let (kind, scene) = (self.entity(item).kind, self.handling_scene(who, item));
        let scene = on.map_or(scene, |it| scene.with_target(it));
        let before = self.world.running.strain.changes;
        self.occasion(item, Occasion::Use, &scene);
        if !facet.fails.is_empty() && self.world.running.strain.changes == before {
            self.say(&facet.fails, &scene.with_own(item));
            return;
        }
        if told_after {
            self.say(&facet.works, &scene.with_own(item));
            self.learn(who, item);
        }
        // An item that has become another kind is not used up.
        if facet.consumed && self.entity(item).exists() && self.entity(item).kind == kind {
            self.spend(item);
        }
    }

    /// Identifies an item that an actor uses, and says what it is.
    pub(super) fn learn(&mut self, who: EntityId, item: EntityId) {
        if self.sheet().is_known(item) {
            return;
        }
        self.identify(item);
        if self.is_player(who) {
            let scene = self.handling_scene(who, item);
            self.say_usual(self.moment(), |it| &it.identified, &scene);
        }
    }

    pub(super) fn drop_item(&mut self, who: EntityId, item: EntityId) {
        self.unequip_if_worn(who, item);
        let Some(at) = self.pos(who) else { return };
        self.put(item, at);
        self.tell_of(who, Event::Dropped { who, item });
        self.occasion(item, Occasion::Drop, &self.handling_scene(who, item));
        self.drop_into_pit(item);
    }

    /// Lets an item fall if it lies over a pit.
    pub(super) fn drop_into_pit(&mut self, item: EntityId) {
        if self.pos(item).is_some_and(|at| self.is_pit(at)) {
            self.fall_in(item);
        }
    }

    pub(super) fn equip(&mut self, who: EntityId, item: EntityId) {
        let Some((facet, slot)) = self.facet(item).and_then(|it| Some((it, it.slot?))) else {
            return;
        };
        let worn = self.actor(who).map_or(&[][..], |actor| &actor.worn);
        if let Some(&(_, before)) = worn.iter().find(|(it, _)| *it == slot) {
            self.unequip(who, before);
        }
        self.actor_mut(who).worn.push((slot, item));
        self.world.level.stale_light |= self.kind(item).light.is_some();
        let scene = self.handling_scene(who, item);
        let delay = self.count(facet.delay.as_ref(), &scene.with_own(item), 0);
        self.actor_mut(who).busy = self.world.turn + u64::from(delay);
        self.tell_of(who, Event::Equipped { who, item });
        self.occasion(item, Occasion::Equip, &scene);
    }

    /// Unequips an item if it is worn.
    pub(crate) fn unequip_if_worn(&mut self, who: EntityId, item: EntityId) {
        if self.is_worn(who, item) {
            self.unequip(who, item);
        }
    }

    pub(super) fn unequip(&mut self, who: EntityId, item: EntityId) {
        self.actor_mut(who).worn.retain(|(_, it)| *it != item);
        self.world.level.stale_light |= self.kind(item).light.is_some();
        self.tell_of(who, Event::Unequipped { who, item });
        self.occasion(item, Occasion::Unequip, &self.handling_scene(who, item));
    }
}

#[cfg(test)]
mod tests;
