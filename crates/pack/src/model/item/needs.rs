//! What must hold before something is done with an item.

use barrow_dice::Formula;
use serde::{Deserialize, Serialize};

use crate::form::{Form, Record};
use crate::template::Template;

/// The conditions for the things that can be done with an item.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NeedsTo {
    /// For using it.
    pub using: Option<Need>,
    /// For equipping it.
    pub equip: Option<Need>,
    /// For unequipping it, also to drop or exchange it.
    pub unequip: Option<Need>,
    /// For picking it up.
    pub pickup: Option<Need>,
}

/// A condition, and what the player is told if it does not hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Need {
    /// The condition.
    pub when: Formula,
    /// The refusal. If omitted, a usual one.
    pub say: Template,
}

impl Record for NeedsTo {
    const NAME: &'static str = "needs to";
    const ABOUT: &'static str = "The conditions for the things that can be done with an item.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("use", "For using it.", &mut self.using);
        form.field("equip", "For equipping it.", &mut self.equip);
        form.field(
            "unequip",
            "For unequipping it, also to drop, throw or exchange it.",
            &mut self.unequip,
        );
        form.field("pickup", "For picking it up.", &mut self.pickup);
    }
}

impl Record for Need {
    const NAME: &'static str = "need";
    const ABOUT: &'static str = "A condition, and what the player is told if it does not hold.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.main("when", "The condition.", &mut self.when);
        form.field("say", "The refusal. If omitted, a usual one.", &mut self.say);
    }
}
