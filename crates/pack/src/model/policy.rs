use std::sync::Arc;

use barrow_dice::{Fixed, Formula};
use barrow_small::Map;
use serde::{Deserialize, Serialize};

use super::Attribute;
use crate::data::Named;
use crate::form::{Form, Record};
use crate::names::{Id, Section};
use crate::scope::Subjects;

/// A way to play that a bot can be told by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Policy {
    /// A description.
    pub about: Arc<str>,
    /// The bot leaves a level while this holds, whatever is left to see.
    pub leave_when: Option<Formula>,
    /// The bot rests below this share of life.
    pub rest_below: Option<Fixed>,
    /// The bot chooses options of menus whose texts have one of these words.
    pub prefer: Vec<Arc<str>>,
    /// The bot never chooses options whose texts have one of these words, unless it must, and
    /// uses no item whose name has one.
    pub avoid: Vec<Arc<str>>,
    /// What one more of each attribute is worth to the bot when it chooses between things.
    pub values: Map<Id<Attribute>, Fixed>,
}

impl Named for Policy {
    const SECTION: Section = Section::Policies;
}

impl Record for Policy {
    const NAME: &'static str = "policy";
    const ABOUT: &'static str = "A way to play that a bot can be told by name: `barrow play PACK \
                                 --bot sensible:NAME`. It changes no rule.";
    const SUBJECTS: Option<Subjects> = Some(Subjects::PLAYER);

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("about", "A description.", &mut self.about);
        let about = "The bot leaves a level while this holds, whatever is left to see.";
        form.field("leave_when", about, &mut self.leave_when);
        let about = "The bot rests below this share of life, 0 to 1. If omitted, 0.75.";
        form.field("rest_below", about, &mut self.rest_below);
        let about = "The bot chooses options of menus whose texts have one of these words.";
        form.field("prefer", about, &mut self.prefer);
        let about = "The bot does not choose options whose texts have one of these words, unless \
                     it must, and uses no item whose name has one.";
        form.field("avoid", about, &mut self.avoid);
        let about = "What one more of an attribute is worth when the bot chooses what to wear or \
                     to take; attributes that are not listed are worth nothing. If omitted, every \
                     rise counts by its share.";
        form.field("values", about, &mut self.values);
    }

    fn flaw(&self) -> Option<&'static str> {
        let below = self.rest_below.unwrap_or_default();
        let odd = below < Fixed::ZERO || below > Fixed::ONE;
        odd.then_some("`rest_below` is a share: give a number from 0 to 1, such as 0.5")
    }
}
