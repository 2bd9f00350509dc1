use barrow_dice::Fixed;

use crate::ctx::{Ctx, Reads};
use crate::state::entity::{At, Entity, EntityId};

impl<W: Reads> Ctx<'_, W> {
    /// Whether someone's bag has room for a thing.
    pub(crate) fn has_room(&self, owner: EntityId, item: EntityId) -> bool {
        let held = Fixed::from_whole(i64::try_from(self.bag(owner).len()).unwrap_or(i64::MAX));
        self.pile_for(owner, item).is_some() || held < self.value(owner, self.pack.core.room)
    }

    /// What is in someone's bag already and cannot be told from a thing that stacks.
    fn pile_for(&self, owner: EntityId, item: EntityId) -> Option<EntityId> {
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
    /// Puts a thing into someone's bag, onto what it cannot be told from. Gives what now holds
    /// it: itself, or the pile.
    pub(crate) fn stow(&mut self, owner: EntityId, item: EntityId) -> EntityId {
        self.lift(item);
        self.enlist(item);
        if let Some(pile) = self.pile_for(owner, item) {
            let more = self.entity(item).count;
            let count = &mut self.entity_mut(pile).count;
            *count = count.saturating_add(more);
            return pile;
        }
        self.entity_mut(item).at = At::Bag(owner);
        self.actor_mut(owner).bag.push(item);
        self.light_changed(item);
        item
    }

    /// Takes one of a thing out of the world: of a pile, one; else all of it.
    pub(crate) fn spend(&mut self, item: EntityId) {
        if self.entity(item).count > 1 {
            self.entity_mut(item).count -= 1;
        } else {
            self.discard(item);
        }
    }

    /// One piece of a pile, off the pile and nowhere yet; or the thing itself.
    pub(crate) fn one_of(&mut self, item: EntityId) -> EntityId {
        if self.entity(item).count <= 1 || self.is_crowded() {
            return item;
        }
        self.entity_mut(item).count -= 1;
        let one = Entity { count: 1, at: At::Gone, below: None, ..self.entity(item).clone() };
        self.add(one)
    }
}
