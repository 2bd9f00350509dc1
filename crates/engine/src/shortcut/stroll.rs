//! Steps that cause nothing.

use barrow_grid::Dir;
use barrow_pack::{Layer, Occasion};

use crate::ctx::Ctx;
use crate::state::entity::EntityId;

impl Ctx<'_> {
    /// Takes a step that causes nothing, as most do: from bare ground to bare ground, by an actor
    /// that has no states and carries nothing that leaves traces. Returns whether it was one.
    pub(crate) fn stroll(&mut self, who: EntityId, dir: Dir) -> bool {
        if self.world.is_sleepless() {
            return false;
        }
        let (entity, kind) = (self.entity(who), self.kind(who));
        let (Some(from), Some(actor)) = (entity.pos(), &entity.actor) else { return false };
        let to = from + dir;
        let leaves_a_trace = |&item: &EntityId| !self.kind(item).on.on(Occasion::Leave).is_empty();
        let plain = kind.layer == Layer::Actor
            && kind.on.is_empty()
            && actor.states.is_empty()
            && !(dir.is_diagonal() && self.pack.rules.four_ways)
            && self.world.level.is_free(to)
            && self.is_bare(from)
            && self.is_plain(to)
            && !actor.bag.iter().any(leaves_a_trace);
        if plain {
            self.go(who, from, to);
            self.world.entities[who.index()].facing = dir;
            self.tell_move(who, from, to);
        }
        plain
    }
}
