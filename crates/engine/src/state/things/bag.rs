use barrow_dice::Fixed;
use barrow_pack::{Bag, BagName, Id};

use crate::ctx::{Ctx, Reads};
use crate::state::entity::{At, Entity, EntityId};

impl<W: Reads> Ctx<'_, W> {
    /// Returns whether a bag has room for an item.
    pub(crate) fn has_room(&self, owner: EntityId, item: EntityId) -> bool {
        let held = Fixed::from_whole(i64::try_from(self.bag(owner).len()).unwrap_or(i64::MAX));
        self.stack_for(self.bag(owner), item).is_some()
            || held < self.value(owner, self.pack.core.room)
    }

    /// Returns whether one of someone's bags has room for an item.
    pub(crate) fn has_room_in(&self, owner: EntityId, bag: BagName, item: EntityId) -> bool {
        let BagName::Named(bag) = bag else { return self.has_room(owner, item) };
        let limit = self.limit_of(owner, bag);
        let items = self.actor(owner).map_or(&[][..], |it| it.items_in(BagName::Named(bag)));
        limit.is_none_or(|limit| items.len() < limit) || self.stack_for(items, item).is_some()
    }

    /// Returns how many things one of someone's bags can hold, if it has a limit.
    pub(crate) fn limit_of(&self, owner: EntityId, bag: Id<Bag>) -> Option<usize> {
        let own = self.kind(owner).bags.get(&bag).and_then(|it| it.limit.as_ref());
        let limit = own.or(self.pack.bags.get(bag).limit.as_ref())?;
        let whole = self.expected(limit, &self.scene_of(owner)).to_whole();
        Some(usize::try_from(whole.max(0)).unwrap_or(usize::MAX))
    }

    /// Returns the stack among some items that another can join.
    fn stack_for(&self, items: &[EntityId], item: EntityId) -> Option<EntityId> {
        if !self.kind(item).item.as_ref().is_some_and(|it| it.stacks) {
            return None;
        }
        let one = self.entity(item);
        let alike = |other: &Entity| {
            (other.kind, other.lock, other.active) == (one.kind, one.lock, one.active)
                && other.values == one.values
        };
        let plain = |id: EntityId| self.actor(id).is_none_or(|it| it.held().next().is_none());
        let mut items = items.iter().copied().filter(|&other| other != item);
        items.find(|&other| alike(self.entity(other)) && plain(other) && plain(item))
    }
}

impl Ctx<'_> {
    /// Puts an item into a bag, on an equal stack if there is one. Returns the entity that now
    /// holds it: the item itself or the stack.
    pub(crate) fn stow(&mut self, owner: EntityId, item: EntityId) -> EntityId {
        self.lift(item);
        self.enlist(item);
        if let Some(stack) = self.stack_for(self.bag(owner), item) {
            self.join_stack(stack, item);
            return stack;
        }
        self.entity_mut(item).at = At::Bag(owner);
        self.actor_mut(owner).bag.push(item);
        self.light_changed(item);
        item
    }

    fn join_stack(&mut self, stack: EntityId, item: EntityId) {
        let more = self.entity(item).count;
        let count = &mut self.entity_mut(stack).count;
        *count = count.saturating_add(more);
    }

    /// Puts an item into a bag of the pack, where it does nothing: at the end or at the start, or
    /// on an equal stack.
    pub(crate) fn put_in(&mut self, owner: EntityId, bag: Id<Bag>, item: EntityId, top: bool) {
        self.set_aside(owner, item);
        let bags = &mut self.actor_mut(owner).bags;
        let index = bags.binary_search_by_key(&bag, |it| it.0).unwrap_or_else(|index| {
            bags.insert(index, (bag, Vec::new()));
            index
        });
        let items = bags[index].1.clone();
        if let Some(stack) = self.stack_for(&items, item) {
            self.join_stack(stack, item);
            self.lift(item);
            return;
        }
        let items = &mut self.actor_mut(owner).bags[index].1;
        items.insert(if top { 0 } else { items.len() }, item);
    }

    /// Takes an item out of wherever it is. Someone holds it, but in no bag.
    pub(crate) fn set_aside(&mut self, holder: EntityId, item: EntityId) {
        self.lift(item);
        self.world.roster.remove(item);
        self.entity_mut(item).at = At::Named(holder);
    }

    /// Removes one item of a stack from the world, or the whole item if it is single.
    pub(crate) fn spend(&mut self, item: EntityId) {
        if self.entity(item).count > 1 {
            self.entity_mut(item).count -= 1;
        } else {
            self.discard(item);
        }
    }

    /// Splits one item off a stack, without a position yet. Returns a single item as it is.
    pub(crate) fn split_one(&mut self, item: EntityId) -> EntityId {
        if self.entity(item).count <= 1 || self.is_crowded() {
            return item;
        }
        self.entity_mut(item).count -= 1;
        let one = Entity { count: 1, at: At::Gone, below: None, ..self.entity(item).clone() };
        self.add(one)
    }
}
