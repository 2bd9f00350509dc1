use barrow_dice::Fixed;
use barrow_pack::Stacks;

use crate::ctx::{Ctx, Reads};
use crate::state::entity::{At, Entity, EntityId};

impl<W: Reads> Ctx<'_, W> {
    /// Returns whether a bag has room for an item.
    pub(crate) fn has_room(&self, owner: EntityId, item: EntityId) -> bool {
        let held = Fixed::from_whole(i64::try_from(self.bag(owner).len()).unwrap_or(i64::MAX));
        let max = self.largest_stack(item);
        let free = self.stacks_for(owner, item).map(|it| max - self.entity(it).count);
        let free = free.fold(0, u32::saturating_add);
        free >= self.entity(item).count || held < self.value(owner, self.pack.core.room)
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

    /// Returns the stacks in a bag that an item can join.
    fn stacks_for(&self, owner: EntityId, item: EntityId) -> impl Iterator<Item = EntityId> {
        let max = self.largest_stack(item);
        let one = self.entity(item);
        let alike = move |other: &Entity| {
            (other.kind, other.lock, other.active, other.known)
                == (one.kind, one.lock, one.active, one.known)
                && other.values == one.values
                && other.count < max
        };
        let plain = |id: EntityId| self.bag(id).is_empty();
        let bag = self.bag(owner).iter().copied().filter(move |_| max > 1);
        bag.filter(move |&other| alike(self.entity(other)) && plain(other) && plain(item))
    }
}

impl Ctx<'_> {
    /// Puts an item into a bag, on equal stacks as far as they have room. Returns the entity that
    /// now holds it, or the rest of it: the item itself or a stack.
    pub(crate) fn stow(&mut self, owner: EntityId, item: EntityId) -> EntityId {
        self.lift(item);
        self.enlist(item);
        let max = self.largest_stack(item);
        loop {
            let found = self.stacks_for(owner, item).next();
            let Some(stack) = found else { break };
            let (held, more) = (self.entity(stack).count, self.entity(item).count);
            let count = held.saturating_add(more).min(max);
            self.entity_mut(stack).count = count;
            // Only what fits moves; a stack without a limit takes all.
            let left = more - (count - held);
            if left == 0 || max == u32::MAX {
                return stack;
            }
            self.entity_mut(item).count = left;
        }
        self.entity_mut(item).at = At::Bag(owner);
        self.actor_mut(owner).bag.push(item);
        self.light_changed(item);
        item
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
