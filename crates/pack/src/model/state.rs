use std::sync::Arc;

use barrow_dice::Formula;
use serde::{Deserialize, Serialize};

use super::kind::MODIFIER;
use super::{Attribute, AttributeKind, Hooks, Modifier, Owner};
use crate::data::{Keyword, Named};
use crate::form::{Form, Record};
use crate::names::{Id, Section};
use crate::scope::Subjects;
use crate::template::Template;

/// A condition that an actor is in for some time. That actor is the target.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The name on the panel. If omitted, the key.
    pub label: Arc<str>,
    /// A description for the player.
    pub about: Arc<str>,
    /// The number of turns, unless the effect says otherwise.
    pub lasts: Formula,
    /// What applying it again does.
    pub stacking: Stacking,
    /// It affects only actors with this flag.
    pub needs: Option<Id<Attribute>>,
    /// It does not affect actors with this flag.
    pub spares: Option<Id<Attribute>>,
    /// Modifiers while it lasts.
    pub changes: Vec<Modifier>,
    /// The actor cannot act and is always hit.
    pub helpless: bool,
    /// The actor can be missed although it is helpless.
    pub evades: bool,
    /// The chance that a step or a blow goes in a random direction.
    pub astray: Option<Formula>,
    /// Harm ends it.
    pub broken_by_harm: bool,
    /// The message when it begins.
    pub begins: Template,
    /// The message when it ends.
    pub ends: Template,
    /// What it does, on the occasions `spawn` (it begins), `turn` and `die`.
    pub on: Hooks,
}

/// What applying a state again does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stacking {
    /// The longer of the two durations counts.
    #[default]
    Longer,
    /// The durations add up.
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
        "A condition that an actor is in for some time. That actor is the target.";
    const SUBJECTS: Option<Subjects> = Some(Subjects::DEED);

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("label", "The name on the panel. If omitted, the key.", &mut self.label);
        form.field("about", "A description for the player.", &mut self.about);
        form.needed(
            "lasts",
            "The number of turns, unless the effect says otherwise.",
            &mut self.lasts,
        );
        form.word("stacking", "What applying it again does.", &mut self.stacking);
        form.only(&[AttributeKind::Flag]).field(
            "needs",
            "It affects only actors with this flag.",
            &mut self.needs,
        );
        form.only(&[AttributeKind::Flag]).field(
            "spares",
            "It does not affect actors with this flag.",
            &mut self.spares,
        );
        let about = "Modifiers while it lasts.";
        form.without_amount(MODIFIER).field("changes", about, &mut self.changes);
        form.field("helpless", "The actor cannot act and is always hit.", &mut self.helpless);
        form.field("evades", "The actor can be missed although it is helpless.", &mut self.evades);
        form.field(
            "astray",
            "The chance that a step or a blow goes in a random direction.",
            &mut self.astray,
        );
        form.field("broken_by_harm", "Harm ends it.", &mut self.broken_by_harm);
        form.field("begins", "The message when it begins.", &mut self.begins);
        form.field("ends", "The message when it ends.", &mut self.ends);
        form.occasions_of(Owner::State).field(
            "on",
            "What it does, on the occasions `spawn` (it begins), `turn`, `die` (it ends), and on \
             the actor's `step`, `hit`, `struck`, `kill` and `cast`.",
            &mut self.on,
        );
    }
}
