use std::sync::Arc;

use barrow_dice::Formula;
use serde::{Deserialize, Serialize};

use super::Effect;
use crate::data::Named;
use crate::form::{Form, Record};
use crate::names::Section;
use crate::scope::Subjects;
use crate::template::Template;

/// A choice for the player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Menu {
    /// Its heading.
    pub title: Arc<str>,
    /// What is told above the options.
    pub text: Template,
    /// What can be chosen.
    pub options: Vec<Answer>,
    /// It can be left without choosing.
    pub optional: bool,
}

/// Something to choose.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// What it says.
    pub text: Template,
    /// It can be chosen only when this holds.
    pub when: Option<Formula>,
    /// What it does.
    pub deed: Vec<Effect>,
}

impl Named for Menu {
    const SECTION: Section = Section::Menus;
}

impl Record for Menu {
    const NAME: &'static str = "menu";
    const ABOUT: &'static str = "A choice for the player. While it is open, nothing else happens.";
    const SUBJECTS: Option<Subjects> = Some(Subjects::DEED);

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.needed("title", "Its heading.", &mut self.title);
        form.field("text", "What is told above the options.", &mut self.text);
        form.needed("options", "What can be chosen.", &mut self.options);
        form.field("optional", "It can be left without choosing.", &mut self.optional);
    }

    fn flaw(&self) -> Option<&'static str> {
        self.options.is_empty().then_some("there is nothing to choose: give `options`")
    }
}

impl Record for Answer {
    const NAME: &'static str = "option";
    const ABOUT: &'static str = "Something to choose in a menu.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.needed("text", "What it says.", &mut self.text);
        form.field("when", "It can be chosen only when this holds.", &mut self.when);
        form.needed("do", "What it does.", &mut self.deed);
    }
}
