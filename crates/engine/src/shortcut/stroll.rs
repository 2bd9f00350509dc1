//! Steps that cause nothing.
//!
//! Most steps lead from bare ground to bare ground. Then no rule of the long way has anything to
//! do: nothing blocks the step, nothing lies on either cell, neither ground nor fields have
//! effects, the actor has no states that could lead it astray and no hooks of its own, and
//! nothing that it carries does anything where it was. All that is left is to move the actor, to
//! tell of it, and to let what it carries take part in the step.

use barrow_grid::Dir;
use barrow_pack::Layer;

use crate::ctx::Ctx;
use crate::state::entity::EntityId;

impl Ctx<'_> {
    /// Takes the step if it causes nothing. Returns whether it was taken.
    pub(crate) fn stroll(&mut self, who: EntityId, dir: Dir) -> bool {
        if self.world.shortcuts_off() || self.facts.ways {
            return false;
        }
        let (entity, kind) = (self.entity(who), self.kind(who));
        let (Some(from), Some(actor)) = (entity.pos(), &entity.actor) else { return false };
        let to = from + dir;
        let leaves_trace = |&item: &EntityId| self.facts.item(self.entity(item).kind).leaves;
        let causes_nothing = kind.layer == Layer::Actor
            && kind.on.is_empty()
            && actor.states.is_empty()
            && !(dir.is_diagonal() && self.pack.rules.four_ways)
            && self.world.level.is_free(to)
            && self.is_bare(from)
            && self.is_plain(to)
            && !(self.facts.items_leave && actor.bag.iter().any(leaves_trace));
        if causes_nothing {
            self.move_actor(who, from, to);
            self.world.entities[who.index()].facing = dir;
            self.tell_move(who, from, to);
            self.end_step(who);
        }
        causes_nothing
    }
}

#[cfg(test)]
mod tests {
    use crate::shortcut::compare::check_long_way;

    #[test]
    fn short_steps_equal_long_ones() {
        let more = r#"{ "kinds": {
            "plate": { "as": "fixture", "look": { "glyph": "_" }, "on": {
                "enter": [{ "say": "Click." }], "leave": [{ "say": "Clack." }] } },
            "torch": { "as": "item", "item": {}, "look": { "glyph": "t" },
                "on": { "leave": [{ "say": "Ashes fall." }] } },
            "charm": { "as": "item", "item": { "passive": true }, "look": { "glyph": "c" },
                "on": { "step": [{ "say": "It hums." }] } },
            "champion": { "extends": "hero", "has": { "room": 9 } },
            "stray": { "extends": "rat", "look": { "glyph": "s" }, "mind": "strays" } },
            "minds": { "strays": ["wander"] } }"#;
        let signs = r#"{ "_": ["plate"], "t": ["torch"], "c": ["charm"], "s": ["stray"] }"#;
        let map = "#########\n#@._t.s.#\n#..._.sc#\n#########";
        check_long_way(map, signs, more, "lllghjlkhh..lljnbyulllljgkhhh");
    }
}
