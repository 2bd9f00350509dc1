//! Minds that only strike and approach.
//!
//! The most common mind in a crowd is "strike, else go to the nearest foe, wherever it is". If
//! neither behaviour has a condition or a chance, weighing them draws nothing. If the nearest foe
//! is not beside the actor, the first proposes nothing, and the second steps towards that foe; if
//! there is no such step, the actor waits. So the decision is that step.

use barrow_pack::{Behaviour, Deed, Mind, Sense};

use crate::action::Action;
use crate::ctx::Ctx;
use crate::mind::Case;

impl Ctx<'_> {
    /// Decides for a mind that only strikes and approaches, if its foe is out of reach. Returns
    /// `None` if the behaviours have to be weighed one by one.
    pub(crate) fn plain_hunt(&mut self, case: &Case, mind: &Mind) -> Option<Action> {
        let foe = case.foe.as_ref().filter(|foe| foe.steps != 1)?;
        let [strike, approach] = mind.behaviours.as_slice() else { return None };
        let is_plain = is_plain_strike(strike) && is_plain_approach(approach);
        if !is_plain || self.world.shortcuts_off() {
            return None;
        }
        Some(self.step_to(case.who, case.here, foe.at).unwrap_or(Action::Wait))
    }
}

const fn is_plain_strike(behaviour: &Behaviour) -> bool {
    matches!(behaviour.deed, Deed::Strike) && is_unconditional(behaviour)
}

/// Returns whether a behaviour always leads to the nearest foe.
const fn is_plain_approach(behaviour: &Behaviour) -> bool {
    let always = matches!(
        behaviour.deed,
        Deed::Approach { within: None, sense: Sense::Always, greedy: false, memory: None, .. }
    );
    always && is_unconditional(behaviour)
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
