//! Effects on bags: moving things between them, and shuffling.

use barrow_dice::{Formula, Stream};
use barrow_grid::Pos;
use barrow_pack::{BagName, Id, Kind, Layer, Selection, TransferTo};

use crate::ctx::Ctx;
use crate::ctx::scene::Scene;
use crate::event::Event;
use crate::state::entity::{At, EntityId};

const PILES: Stream = Stream::named("piles");

impl Ctx<'_> {
    /// Moves the things of a selection to a bag or to cells. What does not fit stays.
    pub(crate) fn transfer(&mut self, from: &Selection, to: &TransferTo, scene: &Scene) {
        let things = self.select(from, scene);
        for &thing in
            things.iter().filter(|&&it| self.kind(it).layer != Layer::Actor).collect::<Vec<_>>()
        {
            match (to.bag, to.at) {
                (Some(bag), _) => {
                    let holder = scene.subject(to.of).filter(|&it| self.entity(it).exists());
                    if let Some(holder) = holder.filter(|_| self.is_item(thing)) {
                        self.move_to_bag(thing, holder, bag, to.top);
                    }
                }
                (None, Some(at)) => {
                    let cell = self.spot(scene, at);
                    if let Some(cell) = cell.and_then(|at| self.free_cell(at, u32::MAX, None)) {
                        self.put_down(thing, cell);
                    }
                }
                (None, None) => {}
            }
        }
        self.discard_loose(&things);
    }

    fn is_item(&self, thing: EntityId) -> bool {
        self.kind(thing).layer == Layer::Item
    }

    /// Moves an item to a bag, if that has room. Returns whether it did.
    pub(crate) fn move_to_bag(
        &mut self,
        item: EntityId,
        holder: EntityId,
        bag: BagName,
        top: bool,
    ) -> bool {
        // Things in things could end up in each other.
        if self.is_item(holder) || holder == item {
            return false;
        }
        let there = self.actor(holder).is_some_and(|it| it.items_in(bag).contains(&item));
        if !there && !self.has_room_in(holder, bag, item) {
            return false;
        }
        self.take_off(item);
        match bag {
            BagName::Inventory => {
                let held = self.stow(holder, item);
                self.equip_if_eager(holder, held);
            }
            BagName::Named(bag) => self.put_in(holder, bag, item, top),
        }
        true
    }

    /// Puts a thing on a cell, wherever it was.
    fn put_down(&mut self, thing: EntityId, cell: Pos) {
        let holder = match self.entity(thing).at {
            At::Bag(holder) | At::Named(holder) => Some(holder),
            At::Cell(_) | At::Gone => None,
        };
        if self.is_loose(thing) {
            self.introduce(thing, cell);
            return;
        }
        self.take_off(thing);
        self.put(thing, cell);
        if let Some(holder) = holder {
            self.tell_of(holder, Event::Dropped { who: holder, item: thing });
        }
    }

    /// Unequips an item that is about to leave the inventory of its wearer.
    fn take_off(&mut self, item: EntityId) {
        if let At::Bag(owner) = self.entity(item).at {
            self.unequip_if_worn(owner, item);
        }
    }

    /// Puts what is in a bag into random order. It draws from a stream of its own, so that a
    /// shuffled pile does not depend on what was rolled in between.
    pub(crate) fn shuffle(&mut self, holder: EntityId, bag: BagName) {
        let Some(actor) = self.actor(holder) else { return };
        let shuffles = actor.shuffles;
        let number = actor.player.map_or(holder.number(), u32::from);
        let mut rng = self.world.seed.stream(PILES, &[number, shuffles]);
        self.note_change();
        let actor = self.actor_mut(holder);
        actor.shuffles = shuffles.wrapping_add(1);
        let items = match bag {
            BagName::Inventory => Some(&mut actor.bag),
            BagName::Named(id) => {
                actor.bags.iter_mut().find(|(it, _)| *it == id).map(|(_, items)| items)
            }
        };
        if let Some(items) = items {
            rng.shuffle(items);
        }
    }

    /// Returns the items in someone's bag for which a condition holds.
    fn items_where(
        &self,
        who: EntityId,
        bag: BagName,
        filter: Option<&Formula>,
        scene: &Scene,
    ) -> Vec<EntityId> {
        let items = self.actor(who).map_or(&[][..], |it| it.items_in(bag)).iter().copied();
        let holds = |it: &EntityId| {
            filter.is_none_or(|filter| self.expected(filter, &scene.with_it(*it)).is_true())
        };
        items.filter(holds).collect()
    }

    /// Removes some things from a bag for good.
    pub(crate) fn take_away(
        &mut self,
        (who, bag): (EntityId, BagName),
        kind: Option<Id<Kind>>,
        filter: Option<&Formula>,
        count: u32,
        scene: &Scene,
    ) {
        let mut left = count;
        for item in self.items_where(who, bag, filter, scene) {
            if left == 0 {
                return;
            }
            if kind.is_some_and(|kind| self.entity(item).kind != kind) {
                continue;
            }
            let held = self.entity(item).count;
            if held > left {
                self.entity_mut(item).count = held - left;
                return;
            }
            left -= held.max(1).min(left);
            self.discard(item);
        }
    }

    /// Drops random things from a bag onto cells around its holder.
    pub(crate) fn spill(
        &mut self,
        (who, bag): (EntityId, BagName),
        filter: Option<&Formula>,
        (count, radius): (u32, u32),
        scene: &Scene,
    ) {
        for _ in 0..count {
            let items = self.items_where(who, bag, filter, scene);
            let (Some(&item), Some(at)) = (self.world.rng.pick(&items), self.location(who)) else {
                return;
            };
            let near = crate::effect::square(at, radius, self.world.level.bounds());
            let free: Vec<Pos> = near
                .into_iter()
                .filter(|&cell| (radius == 0 || cell != at) && self.fits(cell, None))
                .collect();
            let cell = self.world.rng.pick(&free).copied().unwrap_or(at);
            self.put(item, cell);
            self.tell_of(who, Event::Dropped { who, item });
            if self.is_player(who) {
                let lost = self.handling_scene(who, item);
                self.say_usual(self.moment(), |it| &it.lost, &lost);
            }
        }
    }
}
