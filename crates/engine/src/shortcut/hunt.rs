//! Minds that only strike and approach.
//!
//! The most common mind in a crowd is "strike, else go to the nearest foe, wherever it is". If
//! neither behaviour has a condition or a chance, weighing them draws nothing. If the nearest foe
//! is not beside the actor, the first proposes nothing, and the second steps towards that foe; if
//! there is no such step, the actor waits. So the decision is that step.

use barrow_grid::Pos;
use barrow_pack::{Behaviour, Id, Mind};

use crate::action::Action;
use crate::ctx::Ctx;
use crate::facts::{DeedFacts, HuntPart};
use crate::mind::Foe;
use crate::state::entity::EntityId;

impl Ctx<'_> {
    /// Decides for a mind that only strikes and approaches, if its foe is out of reach. Returns
    /// `None` if the behaviours have to be weighed one by one.
    pub(crate) fn plain_hunt(
        &mut self,
        who: EntityId,
        here: Pos,
        foe: Option<Foe>,
        mind: Id<Mind>,
    ) -> Option<Action> {
        if !self.facts.mind(mind).plain_hunter || self.world.shortcuts_off() {
            return None;
        }
        let foe = foe.filter(|foe| foe.steps != 1)?;
        Some(self.step_to(who, here, foe.at).unwrap_or(Action::Wait))
    }
}

/// Returns `true` if a mind only strikes and else approaches its nearest foe.
pub(crate) fn is_plain_hunter(mind: &Mind) -> bool {
    let [strike, approach] = mind.behaviours.as_slice() else { return false };
    let part = |behaviour: &Behaviour| DeedFacts::of(&behaviour.deed).hunt;
    let parts = (part(strike), part(approach));
    let is_plain = parts == (Some(HuntPart::Strike), Some(HuntPart::Approach));
    is_plain && is_unconditional(strike) && is_unconditional(approach)
}

const fn is_unconditional(behaviour: &Behaviour) -> bool {
    behaviour.when.is_none() && behaviour.chance.is_none()
}

#[cfg(test)]
mod tests {
    use crate::shortcut::compare::check_long_way;

    #[test]
    fn plain_hunters_decide_as_if_all_behaviours_were_weighed() {
        let more = r#"{ "kinds": {
            "wolf": { "extends": "rat", "look": { "glyph": "w" }, "mind": "hunts" },
            "cub": { "extends": "wolf", "look": { "glyph": "c" }, "mind": "plays" } },
            "minds": { "hunts": ["strike", { "approach": { "sense": "always" } }],
                "plays": [{ "strike": { "chance": 0.5 } }, { "approach": { "sense": "always" } }] } }"#;
        let map = "##########\n#@...#..w#\n#..#...cw#\n#..#c#.ww#\n##########";
        let signs = r#"{ "w": ["wolf"], "c": ["cub"] }"#;
        check_long_way(map, signs, more, "l.j.lkh..lj.l.");
    }
}
