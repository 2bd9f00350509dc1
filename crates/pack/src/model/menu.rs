use barrow_dice::Formula;
use serde::{Deserialize, Serialize};

use super::{Effect, Selection};
use crate::data::{Keyword, Named};
use crate::form::{Form, Record};
use crate::names::Section;
use crate::scope::Subjects;
use crate::template::Template;

/// A choice for the player. Nothing else happens while it is open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Menu {
    /// The heading.
    pub title: Template,
    /// The text above the options.
    pub text: Template,
    /// The options.
    pub options: Vec<Answer>,
    /// The player can leave it without choosing.
    pub optional: bool,
    /// Choosing takes no time, unless an option says so.
    pub free: bool,
}

/// An option of a menu.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// There is one option for each thing of this selection, which is `it`.
    pub from: Option<Selection>,
    /// The text.
    pub text: Template,
    /// It can be chosen only if this holds.
    pub when: Option<Formula>,
    /// How it looks while `when` does not hold.
    pub shown: Showing,
    /// Why it cannot be chosen, or a hint in place of its text.
    pub hint: Template,
    /// The number of turns that it takes. If omitted, as the menu says.
    pub takes: Option<Formula>,
    /// The effects.
    pub deed: Vec<Effect>,
}

/// What the effect `choose` asks. It is shared, since the question keeps it until the answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choosing {
    /// The menu, whose only options are the things to choose from.
    pub menu: Menu,
    /// The effects if there is nothing to choose.
    pub otherwise: Vec<Effect>,
}

/// How an option looks while it cannot be chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Showing {
    /// Grey, with the hint behind it.
    #[default]
    Always,
    /// Not at all.
    Hidden,
    /// Grey, with the hint in place of its text.
    Hinted,
}

impl Default for Menu {
    fn default() -> Self {
        Self {
            title: Template::default(),
            text: Template::default(),
            options: Vec::new(),
            optional: false,
            free: true,
        }
    }
}

impl Keyword for Showing {
    const ALL: &'static [Self] = &[Self::Always, Self::Hidden, Self::Hinted];
    const WORDS: &'static [&'static str] = &["always", "hidden", "hinted"];
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
        form.field("free", "Choosing takes no time, unless an option says so.", &mut self.free);
    }

    fn flaw(&self) -> Option<&'static str> {
        self.options.is_empty().then_some("there is nothing to choose: give `options`")
    }
}

impl Record for Answer {
    const NAME: &'static str = "option";
    const ABOUT: &'static str = "An option of a menu.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field(
            "from",
            "There is one option for each thing of this selection, which is `it`.",
            &mut self.from,
        );
        let each = self.from.is_some();
        form.of_each_if(each).needed("text", "The text.", &mut self.text);
        let about = "It can be chosen only if this holds.";
        form.of_each_if(each).field("when", about, &mut self.when);
        form.word("shown", "How it looks while `when` does not hold.", &mut self.shown);
        let about = "Why it cannot be chosen, or a hint in place of its text.";
        form.of_each_if(each).field("hint", about, &mut self.hint);
        let about = "The number of turns that it takes. If omitted, as the menu says.";
        form.of_each_if(each).field("takes", about, &mut self.takes);
        form.of_each_if(each).needed("do", "The effects.", &mut self.deed);
    }

    fn flaw(&self) -> Option<&'static str> {
        if self.shown != Showing::Always && self.when.is_none() {
            return Some("`shown` is for options that cannot always be chosen: give `when`");
        }
        let hint = self.shown == Showing::Hinted && self.hint.is_empty();
        let hint = hint.then_some("give the `hint` to show");
        hint.or_else(|| self.from.as_ref()?.flaw_for_things())
    }
}
