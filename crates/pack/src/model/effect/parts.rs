use std::sync::Arc;

use barrow_dice::Formula;
use barrow_source::Node;
use serde::{Deserialize, Serialize};

use super::Effect;
use crate::data::Keyword;
use crate::form::{Data, Form, Record, Shape};
use crate::model::flaw::one_of_two;
use crate::model::{Attribute, BagName};
use crate::names::{Id, Section};
use crate::reader::Reader;
use crate::scope::Subject;

/// A damage type. Packs choose the names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HarmType {
    /// The name.
    pub name: Arc<str>,
    /// The flag that protects against it, if the pack declares it: `<name>_immune`.
    pub immune: Option<Id<Attribute>>,
}

/// One of several lists of effects to draw from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Portion {
    /// The weight in the draw. If omitted, 1.
    pub weight: Option<Formula>,
    /// The effects.
    pub deed: Vec<Effect>,
}

/// Where things are moved to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Destination {
    /// A bag.
    pub bag: Option<BagName>,
    /// Whose bag.
    pub of: Subject,
    /// They go to the start of the bag, not to its end.
    pub top: bool,
    /// On this subject's cell, or near it.
    pub at: Option<Subject>,
}

/// What can be revealed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reveal {
    /// The terrain of the level.
    #[default]
    Level,
    /// Where things lie.
    Items,
    /// Where actors are at the moment.
    Actors,
    /// What is hidden.
    Hidden,
}

impl Keyword for Reveal {
    const ALL: &'static [Self] = &[Self::Level, Self::Items, Self::Actors, Self::Hidden];
    const WORDS: &'static [&'static str] = &["level", "items", "actors", "hidden"];
}

impl Record for Portion {
    const NAME: &'static str = "portion";
    const ABOUT: &'static str = "One of several lists of effects to draw from.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("weight", "The weight in the draw. If omitted, 1.", &mut self.weight);
        form.needed("do", "The effects.", &mut self.deed);
    }
}

impl Record for Destination {
    const NAME: &'static str = "destination";
    const ABOUT: &'static str = "Where things are moved to: `bag` or `at`.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        self.of = Subject::Actor;
        form.field("bag", "A bag; `bag` is the inventory.", &mut self.bag);
        form.field("of", "Whose bag.", &mut self.of);
        form.field("top", "They go to the start of the bag, not to its end.", &mut self.top);
        form.field("at", "On this subject's cell, or near it.", &mut self.at);
    }

    fn flaw(&self) -> Option<&'static str> {
        let flaws =
            ["say where: give `bag` or `at`", "`bag` and `at` exclude each other; keep one"];
        one_of_two(self.bag.is_some(), self.at.is_some(), flaws)
    }
}

impl Data for HarmType {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let name = Arc::<str>::read(node, reader)?;
        let immune = reader.names.find(Section::Attributes, &format!("{name}_immune"));
        Some(Self { name, immune: immune.map(Id::new) })
    }

    fn shape() -> Shape {
        Shape::Text
    }
}
