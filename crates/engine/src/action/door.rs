use super::Outcome;
use crate::ctx::Ctx;
use crate::entity::EntityId;
use crate::refusal::Refusal;

impl Ctx<'_> {
    pub(super) fn open(&mut self, who: EntityId, door: EntityId) -> Outcome {
        if self.entity(door).locked {
            let Some(key) = self.key_for(who, door) else {
                return Outcome::Refused(Refusal::Locked(self.definite_capital(door)));
            };
            self.entity_mut(door).locked = false;
            if self.kind(door).door.as_ref().is_some_and(|it| it.consumes) {
                self.spend(key);
            }
        }
        self.swing(door, true);
        Outcome::Done
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

    pub(super) fn close(&mut self, door: EntityId) -> Outcome {
        let in_the_way = self.pos(door).is_some_and(|at| {
            self.world.level.actor_at(at).is_some() || self.pile(at).any(|it| self.kind(it).item.is_some())
        });
        if in_the_way {
            return Outcome::Refused(Refusal::Blocked("Something".into()));
        }
        self.swing(door, false);
        Outcome::Done
    }
}
