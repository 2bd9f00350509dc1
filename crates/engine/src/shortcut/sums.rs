//! Sums of modifiers that are remembered.
//!
//! Rules and views read effective values all the time, and each time all that an actor carries is
//! searched for modifiers. If all modifiers of an attribute are plain numbers without a condition,
//! their sum depends only on the actor's kind and states, on what it carries and wears, and on what
//! of that is switched on. All of this changes through [`Ctx::entity_mut`], which makes
//! [`Sums::forget`] count; while the count stays the same, so do the sums. What changes only
//! other things about an entity goes through [`Ctx::body_mut`]. A base value is no part of a sum.

use std::cell::Cell;

use barrow_pack::{Attribute, Id};

use crate::ctx::Ctx;
use crate::sheet::Sum;
use crate::shortcut::quiet::QuietStep;
use crate::state::entity::{Actor, Entity, EntityId};

/// The number of sums that are remembered. In most games only players have modifiers.
const SLOTS: usize = 16;

/// The sums that were computed last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sums {
    /// The number of changes that may have changed a sum.
    pub(crate) changes: u64,
    /// The number of changes of values that are watched; see `shortcut/quiet.rs`.
    pub(crate) watched: u64,
    pub(crate) quiet: Option<QuietStep>,
    slots: [Cell<Option<Known>>; SLOTS],
}

/// A sum, and the number of changes when it was computed.
#[derive(Clone, Copy, Debug)]
struct Known {
    who: EntityId,
    attribute: Id<Attribute>,
    changes: u64,
    sum: Sum,
}

impl Sums {
    /// Forgets all sums.
    #[inline]
    pub(crate) const fn forget(&mut self) {
        self.changes += 1;
    }

    /// Returns the sum of an actor's modifiers of an attribute, which is computed if it is not
    /// known.
    #[inline]
    pub(crate) fn get(
        &self,
        who: EntityId,
        attribute: Id<Attribute>,
        compute: impl FnOnce() -> Sum,
    ) -> Sum {
        let slot = &self.slots[slot_of(who, attribute)];
        let holds =
            |it: &Known| (it.who, it.attribute, it.changes) == (who, attribute, self.changes);
        if let Some(known) = slot.get().filter(holds) {
            return known.sum;
        }
        let sum = compute();
        slot.set(Some(Known { who, attribute, changes: self.changes, sum }));
        sum
    }
}

const fn slot_of(who: EntityId, attribute: Id<Attribute>) -> usize {
    (who.index() * 5 + attribute.index() as usize) % SLOTS
}

impl Ctx<'_> {
    /// Returns an entity to change anything about it but what modifiers depend on: its kind, its
    /// switch, what it holds, and which states it is in.
    #[inline]
    pub(crate) fn body_mut(&mut self, id: EntityId) -> &mut Entity {
        self.world.rouse(id);
        &mut self.world.entities[id.index()]
    }

    /// Does the same as [`Ctx::body_mut`] for the actor part of an entity.
    pub(crate) fn actor_body_mut(&mut self, id: EntityId) -> &mut Actor {
        self.body_mut(id).actor.get_or_insert_default()
    }
}

#[cfg(test)]
mod tests {
    use crate::shortcut::compare::check_long_way;

    #[test]
    fn remembered_sums_equal_fresh_ones() {
        let more = r#"{ "slots": { "neck": {} }, "states": {
                "weak": { "label": "Weak", "lasts": 2, "changes": [{ "attribute": "power", "by": -1 }] } },
            "attributes": { "power": { "number": "It shows.", "default": 1 } },
            "kinds": {
                "champion": { "extends": "hero", "has": { "room": 9 }, "on": { "step": [
                    { "change": { "attribute": "gold", "by": "self.power" } }] } },
                "chain": { "as": "item", "item": { "slot": "neck" }, "look": { "glyph": "c" },
                    "wear": [{ "attribute": "power", "by": 2 }] },
                "stone": { "as": "item", "item": { "passive": true }, "look": { "glyph": "s" },
                    "wear": [{ "attribute": "power", "times": 2 }] },
                "bog": { "as": "fixture", "look": { "glyph": "~" }, "on": {
                    "enter": [{ "apply": "weak" }] } } } }"#;
        let signs = r#"{ "c": ["chain"], "s": ["stone"], "~": ["bog"] }"#;
        let map = "##########\n#@c.s.~..#\n#........#\n##########";
        check_long_way(map, signs, more, "lgl.lgllllhhhjll..kh");
    }
}
