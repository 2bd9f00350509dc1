use barrow_dice::Fixed;

use crate::ctx::{Ctx, Reads};
use crate::state::entity::{At, Entity, EntityId};

impl<W: Reads> Ctx<'_, W> {
    /// Returns whether a bag has room for an item.
    pub(crate) fn has_room(&self, owner: EntityId, item: EntityId) -> bool {
        let held = Fixed::from_whole(i64::try_from(self.bag(owner).len()).unwrap_or(i64::MAX));
        self.stack_for(owner, item).is_some() || held < self.value(owner, self.pack.core.room)
    }

    /// Returns the stack in a bag that an item can join.
    fn stack_for(&self, owner: EntityId, item: EntityId) -> Option<EntityId> {
        if !self.kind(item).item.as_ref().is_some_and(|it| it.stacks) {
            return None;
        }
        let one = self.entity(item);
        let alike = |other: &Entity| {
            (other.kind, other.lock, other.active) == (one.kind, one.lock, one.active)
                && other.values == one.values
        };
        let plain = |id: EntityId| self.bag(id).is_empty();
        let mut bag = self.bag(owner).iter().copied();
        bag.find(|&other| alike(self.entity(other)) && plain(other) && plain(item))
    }
}

impl Ctx<'_> {
    /// Puts an item into a bag, on an equal stack if there is one. Returns the entity that now
    /// holds it: the item itself or the stack.
    pub(crate) fn stow(&mut self, owner: EntityId, item: EntityId) -> EntityId {
        self.lift(item);
        self.enlist(item);
        if let Some(stack) = self.stack_for(owner, item) {
            let more = self.entity(item).count;
            let count = &mut self.entity_mut(stack).count;
            *count = count.saturating_add(more);
            return stack;
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
