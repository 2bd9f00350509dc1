use std::sync::Arc;

use barrow_dice::Formula;
use barrow_source::Node;
use serde::{Deserialize, Serialize};

use super::{Attribute, BagName};
use crate::data::Named;
use crate::form::{Data, Form, Record, Shape};
use crate::names::{Id, Section};
use crate::reader::Reader;
use crate::scope::{Subjects, Word};

/// What a hero brings from one run into the next.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Keeps {
    /// The attributes.
    pub attributes: Vec<Id<Attribute>>,
    /// The bags; `bag` is the inventory.
    pub bags: Vec<BagName>,
    /// What is worn.
    pub worn: bool,
    /// Which kinds are known.
    pub known: bool,
    /// Only runs that end while this holds count.
    pub when: Option<Formula>,
}

/// Something that a player may choose when a run starts, to make it harder or stranger.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunModifier {
    /// The name. If omitted, the key.
    pub name: Arc<str>,
    /// The description.
    pub about: Arc<str>,
    /// It can be chosen only if this holds.
    pub needs: Option<Needs>,
    /// How to get it, shown while it cannot be chosen.
    pub hint: Arc<str>,
    /// The points that it adds to the score.
    pub score: Option<Formula>,
}

/// A condition on what earlier runs left and on the modifiers of a run. It is decided before the
/// run starts and never changes during it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Needs(pub Formula);

impl Named for RunModifier {
    const SECTION: Section = Section::Modifiers;
}

impl Record for Keeps {
    const NAME: &'static str = "keeps";
    const ABOUT: &'static str = "What a hero brings from one run into the next. It is what the \
                                 hero has when the run ends, however it ends.";
    const SUBJECTS: Option<Subjects> = Some(Subjects::PLAYER);

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("attributes", "The attributes.", &mut self.attributes);
        let about = "The bags; `bag` is the inventory. They do not spill when their holder dies.";
        form.field("bags", about, &mut self.bags);
        form.field("worn", "What is worn.", &mut self.worn);
        form.field("known", "Which kinds are known.", &mut self.known);
        let about = "Only runs that end while this holds count. If omitted, all do.";
        form.field("when", about, &mut self.when);
    }

    fn flaw(&self) -> Option<&'static str> {
        let nothing = self.attributes.is_empty() && self.bags.is_empty();
        let flaw = "it keeps nothing: give `attributes`, `bags`, `worn` or `known`";
        (nothing && !self.worn && !self.known).then_some(flaw)
    }
}

impl Record for RunModifier {
    const NAME: &'static str = "modifier of a run";
    const ABOUT: &'static str = "Something that a player may choose when a run starts, to make it \
                                 harder or stranger. Formulas read it as `mods.NAME`.";
    const SUBJECTS: Option<Subjects> = Some(Subjects::PLAYER);

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("name", "The name. If omitted, the key.", &mut self.name);
        form.field("about", "The description.", &mut self.about);
        form.field("needs", "It can be chosen only if this holds.", &mut self.needs);
        form.field("hint", "How to get it, shown while it cannot be chosen.", &mut self.hint);
        form.field("score", "The points that it adds to the score.", &mut self.score);
    }
}

impl Data for Needs {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let formula =
            reader.with_subjects(Subjects::NOBODY, |reader| Formula::read(node, reader))?;
        let fixed = |word| matches!(word, Word::Feat(_) | Word::Mod(_) | Word::Runs);
        if formula.draws() || !formula.variables().all(|it| fixed(Word::of(it))) {
            let what = "`needs` is decided before a run starts: it reads only `feats.NAME`, \
                        `mods.NAME` and `runs`";
            reader.error(node.span, what);
        }
        Some(Self(formula))
    }

    fn shape() -> Shape {
        Shape::Formula
    }

    fn shown(&self) -> Option<String> {
        self.0.shown()
    }
}
