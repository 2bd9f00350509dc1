use barrow_dice::Fixed;
use barrow_pack::{Bag, BagName, Id, Kind, Stacks};

use crate::ctx::{Ctx, Reads};
use crate::state::entity::{At, Entity, EntityId};

impl<W: Reads> Ctx<'_, W> {
    /// Returns whether the inventory has room for an item.
    pub(crate) fn has_room(&self, owner: EntityId, item: EntityId) -> bool {
        let held = Fixed::from_whole(i64::try_from(self.bag(owner).len()).unwrap_or(i64::MAX));
        self.stacks_have_room(self.bag(owner), item)
            || held < self.value(owner, self.pack.core.room)
            || self.fits_empty_slot(owner, self.entity(item).kind)
    }

    /// Returns whether an item of a kind would be equipped as soon as it is taken, so that even a
    /// full inventory has room for it.
    pub(crate) fn fits_empty_slot(&self, owner: EntityId, kind: Id<Kind>) -> bool {
        let eager = self.pack.kinds.get(kind).item.as_ref().filter(|it| it.eager && !it.replaces);
        let worn = self.actor(owner).map_or(&[][..], |it| &it.worn);
        let empty = |slot| worn.iter().all(|&(it, _)| it != slot);
        eager.and_then(|it| it.slot).is_some_and(empty)
    }

    /// Returns whether one of someone's bags has room for an item.
    pub(crate) fn has_room_in(&self, owner: EntityId, bag: BagName, item: EntityId) -> bool {
        let BagName::Named(bag) = bag else { return self.has_room(owner, item) };
        let limit = self.limit_of(owner, bag);
        let items = self.actor(owner).map_or(&[][..], |it| it.items_in(BagName::Named(bag)));
        limit.is_none_or(|limit| items.len() < limit) || self.stacks_have_room(items, item)
    }

    /// Returns how many things one of someone's bags can hold, if it has a limit.
    pub(crate) fn limit_of(&self, owner: EntityId, bag: Id<Bag>) -> Option<usize> {
        let own = self.kind(owner).bags.get(&bag).and_then(|it| it.limit.as_ref());
        let limit = own.or(self.pack.bags.get(bag).limit.as_ref())?;
        let whole = self.expected(limit, &self.scene_of(owner)).to_whole();
        Some(usize::try_from(whole.max(0)).unwrap_or(usize::MAX))
    }

    /// Returns how many of an item form a stack at most.
    pub(crate) fn largest_stack(&self, item: EntityId) -> u32 {
        match self.kind(item).item.as_ref().map(|it| &it.stacks) {
            None | Some(Stacks::Never) => 1,
            Some(Stacks::Always) => u32::MAX,
            Some(Stacks::UpTo(max)) => {
                let max = self.expected(max, &self.scene_of(item)).to_whole();
                u32::try_from(max.max(1)).unwrap_or(u32::MAX)
            }
        }
    }

    /// Returns whether all of an item fits on equal stacks.
    fn stacks_have_room(&self, items: &[EntityId], item: EntityId) -> bool {
        let max = self.largest_stack(item);
        let free = self.stacks_for(items, item).map(|it| max - self.entity(it).count);
        free.fold(0, u32::saturating_add) >= self.entity(item).count
    }

    /// Returns the stacks among some items that another item can join.
    fn stacks_for(&self, items: &[EntityId], item: EntityId) -> impl Iterator<Item = EntityId> {
        let max = self.largest_stack(item);
        let one = self.entity(item);
        let alike = move |other: &Entity| {
            (other.kind, other.lock, other.active, other.known)
                == (one.kind, one.lock, one.active, one.known)
                && other.values == one.values
                && other.count < max
        };
        let plain = |id: EntityId| self.actor(id).is_none_or(|it| it.held().next().is_none());
        let items = items.iter().copied().filter(move |&other| max > 1 && other != item);
        items.filter(move |&other| alike(self.entity(other)) && plain(other) && plain(item))
    }
}

impl Ctx<'_> {
    /// Puts an item into the inventory, on equal stacks as far as they have room. Returns the
    /// entity that now holds it, or the rest of it: the item itself or a stack.
    pub(crate) fn stow(&mut self, owner: EntityId, item: EntityId) -> EntityId {
        self.lift(item);
        self.enlist(item);
        if let Some(stack) = self.join_stacks(owner, BagName::Inventory, item) {
            return stack;
        }
        self.entity_mut(item).at = At::Bag(owner);
        self.actor_mut(owner).bag.push(item);
        self.light_changed(item);
        item
    }

    /// Moves an item onto equal stacks of a bag as far as they have room. Returns the last stack
    /// if nothing of the item is left.
    fn join_stacks(&mut self, owner: EntityId, bag: BagName, item: EntityId) -> Option<EntityId> {
        let max = self.largest_stack(item);
        loop {
            let items = self.actor(owner).map_or(&[][..], |it| it.items_in(bag));
            let stack = self.stacks_for(items, item).next()?;
            let (held, more) = (self.entity(stack).count, self.entity(item).count);
            let count = held.saturating_add(more).min(max);
            self.entity_mut(stack).count = count;
            // A stack without a limit takes all, even what is too much to count.
            let left = more - (count - held);
            if left == 0 || max == u32::MAX {
                return Some(stack);
            }
            self.entity_mut(item).count = left;
        }
    }

    /// Puts an item into a bag of the pack, where it does nothing: at the end or at the start, or
    /// on equal stacks.
    pub(crate) fn put_in(&mut self, owner: EntityId, bag: Id<Bag>, item: EntityId, top: bool) {
        self.set_aside(owner, item);
        if self.join_stacks(owner, BagName::Named(bag), item).is_some() {
            self.lift(item);
            return;
        }
        let bags = &mut self.actor_mut(owner).bags;
        let index = bags.binary_search_by_key(&bag, |it| it.0).unwrap_or_else(|index| {
            bags.insert(index, (bag, Vec::new()));
            index
        });
        let items = &mut bags[index].1;
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
