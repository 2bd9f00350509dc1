use barrow_pack::Way;

use super::Outcome;
use crate::ctx::Ctx;
use crate::entity::EntityId;
use crate::refusal::Refusal;

impl Ctx<'_> {
    pub(super) fn take_stairs(&mut self, who: EntityId, way: Way) -> Outcome {
        let Some(stairs) = self.stairs_here(who, |it| it == way) else {
            return Outcome::Refused(Refusal::NoStairs);
        };
        if self.entity(stairs).locked {
            return Outcome::Refused(Refusal::Locked(self.definite_capital(stairs)));
        }
        let Some(facet) = &self.kind(stairs).stairs else { return Outcome::Refused(Refusal::NoStairs) };
        if facet.level.is_none() && !self.leads_on(way) {
            return Outcome::Refused(Refusal::NoStairs);
        }
        self.travel(way, facet.level);
        Outcome::Done
    }

    /// Stairs that need no asking.
    pub(crate) fn follow_stairs(&mut self, who: EntityId) {
        for way in [Way::Down, Way::Up] {
            let at_once = |id| self.kind(id).stairs.as_ref().is_some_and(|it: &barrow_pack::Stairs| it.at_once);
            if self.stairs_here(who, |it| it == way).is_some_and(at_once) {
                self.take_stairs(who, way);
            }
        }
    }

    fn stairs_here(&self, who: EntityId, leads: impl Fn(Way) -> bool) -> Option<EntityId> {
        let at = self.pos(who)?;
        self.pile(at).find(|&it| self.kind(it).stairs.as_ref().is_some_and(|stairs| leads(stairs.way)))
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
