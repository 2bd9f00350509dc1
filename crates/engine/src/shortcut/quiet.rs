//! Steps without a consequence, for actors with many relics.
//!
//! Many relics watch a value: "if it is below a half after a step, do this". If all that takes part
//! in a step are items whose effects hang on such conditions, and none of them held the last time,
//! then none holds now, as long as two counts stay the same. [`Sums::changes`] counts what may
//! change what is carried, worn and at work, and what modifies values; [`Sums::watched`] counts the
//! changes of the values that such conditions read. The conditions draw nothing and read nothing
//! else, so all that is left of the long way is what the effects cost of the round's budget.

use barrow_dice::Formula;
use barrow_pack::{Attribute, Effect, Id, Kind, Occasion, Subject, Word};

use crate::ctx::Ctx;
use crate::ctx::parts::Part;
use crate::facts::AttributeFacts;
use crate::shortcut::sums::Sums;
use crate::state::entity::EntityId;

/// A step without a consequence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuietStep {
    who: EntityId,
    /// The number of effects that did nothing.
    effects: u32,
    changes: u64,
    watched: u64,
}

impl Ctx<'_> {
    /// Returns whether nothing that takes part in an actor's step does anything, as in its last
    /// one.
    pub(crate) fn steps_quietly(&mut self, who: EntityId) -> bool {
        let Sums { quiet, changes, watched, .. } = self.world.sums;
        let same = |it: &QuietStep| (it.who, it.changes, it.watched) == (who, changes, watched);
        let quiet = quiet.filter(same).filter(|_| !self.world.shortcuts_off());
        quiet.is_some_and(|it| self.charge_idle_effects(it.effects))
    }

    /// Remembers that the parts of an actor did nothing in its step, if that is so. The effects of
    /// the step have cost this much.
    pub(crate) fn note_step(&mut self, who: EntityId, parts: &[Part], cost: u32) {
        // For an actor without items the long way is faster, and other actors may have items.
        if parts.is_empty() {
            return;
        }
        let effects = parts.iter().map(|&part| self.idle_effects(part)).sum::<Option<u32>>();
        let own = !self.kind(who).on.effects(Occasion::Step).is_empty();
        // A condition that holds runs at least one more effect.
        let effects = effects.filter(|&effects| !own && effects == cost);
        let Sums { changes, watched, .. } = self.world.sums;
        let quiet = effects.map(|effects| QuietStep { who, effects, changes, watched });
        self.world.sums.quiet = quiet;
    }

    /// Returns how many effects a part has for a step; `None` if they may always do something.
    fn idle_effects(&self, part: Part) -> Option<u32> {
        let Part::Item(item) = part else { return None };
        let watches = self.facts.item(self.entity(item).kind).watches;
        let effects = self.kind(item).on.effects(Occasion::Step);
        watches.then(|| u32::try_from(effects.len()).unwrap_or(u32::MAX))
    }
}

/// Returns the attributes that the conditions of an item's step read; `None` if its effects do not
/// all hang on conditions that read nothing but values.
pub(crate) fn watched_by(
    kind: &Kind,
    facts: impl Fn(Id<Attribute>) -> AttributeFacts,
) -> Option<Vec<Id<Attribute>>> {
    let effects = kind.on.effects(Occasion::Step);
    let conditions = effects.iter().map(condition).collect::<Option<Vec<&Formula>>>()?;
    let variables = conditions.into_iter().flat_map(Formula::variables);
    variables.map(|it| read_value(Word::of(it), &facts)).collect()
}

/// Returns the condition of an effect that does nothing without it.
fn condition(effect: &Effect) -> Option<&Formula> {
    let Effect::If { when, then, otherwise } = effect else { return None };
    let idle = !then.is_empty() && otherwise.is_empty() && !when.draws();
    idle.then_some(when)
}

/// Returns the attribute whose value or maximum a word reads, if that follows from what is counted.
fn read_value(
    word: Word,
    facts: impl Fn(Id<Attribute>) -> AttributeFacts,
) -> Option<Id<Attribute>> {
    let (Word::Value(subject, id) | Word::Max(subject, id)) = word else { return None };
    let found = facts(id);
    // The player and the thing at hand may be others in the next step.
    let same = matches!(subject, Subject::Own | Subject::Actor | Subject::Target | Subject::Item);
    (same && (found.steady || !found.modified)).then_some(id)
}

#[cfg(test)]
mod tests {
    use crate::shortcut::compare::check_long_way;

    #[test]
    fn relics_that_watch_a_value_act_as_soon_as_it_changes() {
        let more = r#"{ "kinds": {
            "champion": { "extends": "hero", "has": { "room": 9 } },
            "ruby": { "as": "item", "item": { "passive": true }, "look": { "glyph": "r" }, "on": { "step": [
                { "if": { "when": "actor.health < actor.health.max - 2", "do": [
                    { "say": "It glows." }, { "change": { "attribute": "health", "by": 2 } }] } }] } },
            "coin": { "as": "item", "item": { "passive": true }, "has": { "gold": 0 }, "look": { "glyph": "c" }, "on": {
                "turn": [{ "change": { "attribute": "gold", "by": 1 } }],
                "step": [{ "if": { "when": "self.gold > 6", "do": [
                    { "say": "It rings." }, { "set": { "attribute": "gold", "to": 0 } }] } }] } },
            "thorn": { "as": "fixture", "look": { "glyph": "*" }, "on": { "enter": [{ "harm": 1 }] } } } }"#;
        let signs = r#"{ "r": ["ruby"], "c": ["coin"], "*": ["thorn"] }"#;
        let map = "##########\n#@rc.*.*.#\n#........#\n##########";
        check_long_way(map, signs, more, "lglglhllllllhhhhljkljkllhhhhhllll");
    }
}
