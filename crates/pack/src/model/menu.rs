use std::sync::Arc;

use barrow_dice::Formula;
use serde::{Deserialize, Serialize};

use super::Effect;
use crate::data::Named;
use crate::form::{Form, Record};
use crate::names::Section;
use crate::scope::Subjects;
use crate::template::Template;

/// A choice for the player. Nothing else happens while it is open.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Menu {
    /// The heading.
    pub title: Arc<str>,
    /// The text above the options.
    pub text: Template,
    /// The options.
    pub options: Vec<Answer>,
    /// The player can leave it without choosing.
    pub optional: bool,
}

/// An option of a menu.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The text.
    pub text: Template,
    /// It can be chosen only if this holds.
    pub when: Option<Formula>,
    /// The effects.
    pub deed: Vec<Effect>,
}

impl Named for Menu {
    const SECTION: Section = Section::Menus;
}

impl Record for Menu {
    const NAME: &'static str = "menu";
    const ABOUT: &'static str = "A choice for the player. Nothing else happens while it is open.";
    const SUBJECTS: Option<Subjects> = Some(Subjects::DEED);

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.needed("title", "The heading.", &mut self.title);
        form.field("text", "The text above the options.", &mut self.text);
        form.needed("options", "The options.", &mut self.options);
        form.field("optional", "The player can leave it without choosing.", &mut self.optional);
    }

    fn flaw(&self) -> Option<&'static str> {
        self.options.is_empty().then_some("there is nothing to choose: give `options`")
    }
}

impl Record for Answer {
    const NAME: &'static str = "option";
    const ABOUT: &'static str = "An option of a menu.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.needed("text", "The text.", &mut self.text);
        form.field("when", "It can be chosen only if this holds.", &mut self.when);
        form.needed("do", "The effects.", &mut self.deed);
    }
}
