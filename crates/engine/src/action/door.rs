use super::Verdict;
use crate::ctx::{Ctx, Reads};
use crate::entity::EntityId;
use crate::refusal::Refusal;

impl<W: Reads> Ctx<'_, W> {
    pub(super) fn consider_open(&self, who: EntityId, door: EntityId) -> Verdict {
        if self.entity(door).locked && self.key_for(who, door).is_none() {
            return Verdict::Refuse(Refusal::Locked(self.definite_capital(door)));
        }
        Verdict::Go
    }

    /// The thing in someone's bag that fits a lock.
    fn key_for(&self, who: EntityId, door: EntityId) -> Option<EntityId> {
        let lock = self.kind(door).door.as_ref()?;
        let bag = &self.actor(who)?.bag;
        bag.iter().copied().find(|&item| {
            let color = !lock.colored || self.entity(item).lock == self.entity(door).lock;
            lock.keys.contains(&self.entity(item).kind) && color
        })
    }

    pub(super) fn consider_close(&self, door: EntityId) -> Verdict {
        let in_the_way = self.pos(door).is_some_and(|at| {
            self.world.level.actor_at(at).is_some()
                || self.pile(at).any(|it| self.kind(it).item.is_some())
        });
        if in_the_way {
            return Verdict::Refuse(Refusal::Blocked("Something".into()));
        }
        Verdict::Go
    }
}

impl Ctx<'_> {
    pub(super) fn open(&mut self, who: EntityId, door: EntityId) {
        if self.entity(door).locked
            && let Some(key) = self.key_for(who, door)
            && self.kind(door).door.as_ref().is_some_and(|it| it.consumes)
        {
            self.spend(key);
        }
        self.swing(door, true);
    }
}
