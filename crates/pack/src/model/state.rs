use std::sync::Arc;

use barrow_dice::Formula;
use serde::{Deserialize, Serialize};

use super::{Attribute, AttributeKind, Hooks, Modifier};
use crate::data::{Keyword, Named};
use crate::form::{Form, Record};
use crate::names::{Id, Section};
use crate::scope::Subjects;
use crate::template::Template;

/// Something that befalls an actor for a time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// What the panel calls it.
    pub label: Arc<str>,
    /// What a look at it tells.
    pub about: Arc<str>,
    /// How many turns it lasts unless the effect says otherwise.
    pub lasts: Formula,
    /// What a second dose does.
    pub stacking: Stacking,
    /// Only those who are so can have it.
    pub needs: Option<Id<Attribute>>,
    /// Those who are so never have it.
    pub spares: Option<Id<Attribute>>,
    /// What it changes.
    pub changes: Vec<Modifier>,
    /// Who has it cannot act and cannot evade.
    pub helpless: bool,
    /// Though helpless, who has it may be missed.
    pub evades: bool,
    /// The chance that a step or a blow goes astray.
    pub astray: Option<Formula>,
    /// Harm ends it.
    pub broken_by_harm: bool,
    /// What is told when it begins.
    pub begins: Template,
    /// What is told when it ends.
    pub ends: Template,
    /// What it does: `turn` each turn, `spawn` when it begins, `die` when it ends.
    pub on: Hooks,
}

/// What a second dose of a state does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stacking {
    /// The longer of the two holds.
    #[default]
    Longer,
    /// The times add up.
    Adds,
}

impl Keyword for Stacking {
    const ALL: &'static [Self] = &[Self::Longer, Self::Adds];
    const WORDS: &'static [&'static str] = &["longer", "adds"];
}

impl Named for State {
    const SECTION: Section = Section::States;
}

impl Record for State {
    const NAME: &'static str = "state";
    const ABOUT: &'static str =
        "Something that befalls an actor for a time. Who has it is the target.";
    const SUBJECTS: Option<Subjects> = Some(Subjects::DEED);

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("label", "What the panel calls it; without it, its name.", &mut self.label);
        form.field("about", "What a look at it tells.", &mut self.about);
        form.needed("lasts", "How many turns, unless the effect says otherwise.", &mut self.lasts);
        form.word("stacking", "What a second dose does.", &mut self.stacking);
        form.only(&[AttributeKind::Flag]).field(
            "needs",
            "Only those with this flag can have it.",
            &mut self.needs,
        );
        form.only(&[AttributeKind::Flag]).field(
            "spares",
            "Those with this flag never have it.",
            &mut self.spares,
        );
        form.field("changes", "What it changes while it lasts.", &mut self.changes);
        form.field("helpless", "Who has it cannot act and is always hit.", &mut self.helpless);
        form.field("evades", "Though helpless, it may be missed.", &mut self.evades);
        form.field("astray", "The chance that a step or a blow goes astray.", &mut self.astray);
        form.field("broken_by_harm", "Harm ends it.", &mut self.broken_by_harm);
        form.field("begins", "What is told when it begins.", &mut self.begins);
        form.field("ends", "What is told when it ends.", &mut self.ends);
        form.field("on", "What it does: `spawn`, `turn`, `die`.", &mut self.on);
    }
}
