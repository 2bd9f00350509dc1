//! Changing sides.

use barrow_pack::Side;

use crate::ctx::Ctx;
use crate::ctx::scene::Scene;
use crate::state::entity::EntityId;

impl Ctx<'_> {
    /// Makes an actor change sides. It forgets its foes. The actor that it joins becomes its leader.
    pub(crate) fn join(&mut self, who: EntityId, side: &Side, scene: &Scene) {
        let (party, leader) = match side {
            Side::Named(name) => (self.facts.party_named(name), None),
            Side::Of(subject) => {
                let leader = scene.subject(*subject).filter(|&it| self.is_actor(it) && it != who);
                let Some(leader) = leader else { return };
                (self.party(leader), Some(leader))
            }
        };
        if !self.is_actor(who) {
            return;
        }
        let was_foe = self.is_foe_of_players(who);
        self.note_change();
        self.forget(who);
        let wits = self.wits_mut(who);
        (wits.side, wits.leader) = (Some(party), leader);
        self.relist(who);
        if let Some(at) = self.pos(who) {
            self.world.rouse_foes(party, at);
        }
        if was_foe && !self.is_foe_of_players(who) {
            self.check_cleared();
        }
    }
}
