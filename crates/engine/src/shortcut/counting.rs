//! Things that count turns.
//!
//! Many relics count: "every turn, add 1 to my charge". Such a thing does only one thing in a turn,
//! which changes a value of its own by a plain number, and its fall to zero has no effects. So
//! nothing reads who does it to whom, and nothing need be found out about that: the value is
//! changed at once. The change itself is the same as that of the long way, with its event, and
//! costs as much of the round's budget.

use barrow_dice::Fixed;
use barrow_pack::{Attribute, Effect, Id, Kind, Occasion, Pack, Subject};

use crate::ctx::Ctx;
use crate::ctx::scene::Scene;
use crate::state::entity::EntityId;

/// What a thing counts in every turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counter {
    attribute: Id<Attribute>,
    by: Fixed,
}

impl Ctx<'_> {
    /// Lets a thing count this turn, if it does nothing else in a turn. Returns whether it has.
    pub(crate) fn counts(&mut self, id: EntityId) -> bool {
        let Some(counter) = self.facts.counter(self.entity(id).kind) else { return false };
        let counts =
            self.entity(id).exists() && !self.world.shortcuts_off() && self.charge_idle_effects(1);
        if counts {
            self.change(id, counter.attribute, counter.by, &Scene::of(id));
        }
        counts
    }
}

/// Returns what the things of a kind count in every turn, if they do nothing else then.
pub(crate) fn counter_of(pack: &Pack, kind: &Kind) -> Option<Counter> {
    let [Effect::Change { attribute, by, had: false, of: Subject::Own }] =
        kind.on.effects(Occasion::Turn)
    else {
        return None;
    };
    let silent = pack.attributes.get(*attribute).at_zero.is_empty();
    by.constant().filter(|_| silent).map(|by| Counter { attribute: *attribute, by })
}

#[cfg(test)]
mod tests {
    use crate::shortcut::compare::check_long_way;

    #[test]
    fn things_that_count_turns_count_as_in_the_long_way() {
        let more = r#"{ "attributes": {
            "tally": { "number": "It counts." },
            "fuse": { "gauge": "It burns down.", "at_zero": [{ "say": "Boom." }, { "remove": { "of": "self" } }] },
            "heat": { "gauge": "It cools." } },
            "kinds": {
            "champion": { "extends": "hero", "has": { "room": 9 } },
            "coin": { "as": "item", "item": { "passive": true }, "look": { "glyph": "c" },
                "on": { "turn": [{ "change": { "attribute": "tally", "by": 1 } }],
                    "step": [{ "if": { "when": "self.tally > 6", "do": [
                        { "say": "It rings." }, { "set": { "attribute": "tally", "to": 0 } }] } }] } },
            "bomb": { "as": "item", "item": {}, "has": { "fuse": 5 }, "look": { "glyph": "b" },
                "on": { "turn": [{ "change": { "attribute": "fuse", "by": -1 } }] } },
            "coal": { "as": "fixture", "has": { "heat": 4 }, "look": { "glyph": "o" },
                "on": { "turn": [{ "change": { "attribute": "heat", "by": -1 } }] } } } }"#;
        let signs = r#"{ "c": ["coin"], "b": ["bomb"], "o": ["coal"] }"#;
        check_long_way("#########\n#@cb.co.#\n#########", signs, more, "lglg.llgl....hh..l.");
    }
}
