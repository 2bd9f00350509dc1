use barrow_pack::Way;

use super::Verdict;
use crate::ctx::{Ctx, Reads};
use crate::entity::EntityId;
use crate::refusal::Refusal;

impl<W: Reads> Ctx<'_, W> {
    pub(super) fn consider_stairs(&self, who: EntityId, way: Way) -> Verdict {
        let Some(stairs) = self.stairs_here(who, way) else {
            return Verdict::Refuse(Refusal::NoStairs);
        };
        if self.entity(stairs).locked {
            return Verdict::Refuse(Refusal::Locked(self.definite_capital(stairs)));
        }
        let own = self.kind(stairs).stairs.as_ref().is_some_and(|it| it.level.is_some());
        if own || self.leads_on(way) { Verdict::Go } else { Verdict::Refuse(Refusal::NoStairs) }
    }

    fn stairs_here(&self, who: EntityId, way: Way) -> Option<EntityId> {
        let at = self.pos(who)?;
        self.pile(at)
            .find(|&it| self.kind(it).stairs.as_ref().is_some_and(|stairs| stairs.way == way))
    }

    /// Whether the level's link that way leads somewhere.
    fn leads_on(&self, way: Way) -> bool {
        let links = &self.pack.levels.get(self.world.level.place).links;
        match way {
            Way::Down => links.down.is_some(),
            Way::Up => links.up.is_some(),
        }
    }
}

impl Ctx<'_> {
    pub(super) fn take_stairs(&mut self, who: EntityId, way: Way) {
        let stairs = self.stairs_here(who, way);
        let level = stairs.and_then(|it| self.kind(it).stairs.as_ref()).and_then(|it| it.level);
        self.travel(way, level);
    }

    /// Stairs that need no asking.
    pub(super) fn follow_stairs(&mut self, who: EntityId) {
        for way in [Way::Down, Way::Up] {
            let stairs = self.stairs_here(who, way).and_then(|it| self.kind(it).stairs.as_ref());
            if stairs.is_some_and(|it| it.at_once)
                && matches!(self.consider_stairs(who, way), Verdict::Go)
            {
                self.take_stairs(who, way);
            }
        }
    }
}
