use std::sync::Arc;

use barrow_dice::Formula;
use barrow_source::Node;
use serde::{Deserialize, Serialize};

use super::Effect;
use crate::data::Keyword;
use crate::form::{Data, Form, Record, Shape};
use crate::model::flaw::one_of_two;
use crate::model::{Attribute, AttributeKind, BagName};
use crate::names::{Id, Names, Section};
use crate::reader::Reader;
use crate::scope::Subject;

/// A damage type. Packs choose the names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HarmType {
    /// The name.
    pub name: Arc<str>,
    /// The attributes that the pack declares for it.
    pub guard: Guard,
}

/// The attributes of a damage type: `<type>_immune`, a flag that protects against it, and
/// `<type>_taken`, a factor.
///
/// The digests of delayed effects cover it, so the order of the variants must not change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Guard {
    /// The pack declares neither.
    #[default]
    Nothing,
    /// Only the flag.
    Immune(Id<Attribute>),
    /// Only the factor.
    Taken(Id<Attribute>),
    /// The flag and the factor.
    Both(Id<Attribute>, Id<Attribute>),
}

impl HarmType {
    /// Returns the flag that protects against it.
    pub const fn immune(&self) -> Option<Id<Attribute>> {
        match self.guard {
            Guard::Immune(immune) | Guard::Both(immune, _) => Some(immune),
            Guard::Nothing | Guard::Taken(_) => None,
        }
    }

    /// Returns the number that its damage is multiplied by.
    pub const fn taken(&self) -> Option<Id<Attribute>> {
        match self.guard {
            Guard::Taken(taken) | Guard::Both(_, taken) => Some(taken),
            Guard::Nothing | Guard::Immune(_) => None,
        }
    }

    /// Returns the attribute that stands for the type in formulas, as [`crate::Word::HarmType`].
    pub fn mark(&self) -> Option<Id<Attribute>> {
        self.taken().or(self.immune())
    }

    /// Returns the attributes that a type of this name has.
    pub(crate) fn guard_of(name: &str, names: &Names) -> Guard {
        let find = |ending: &str, kind: AttributeKind| {
            let attribute = format!("{name}_{ending}");
            let found = names.kind(&attribute) == Some(kind);
            found.then(|| names.find(Section::Attributes, &attribute).map(Id::new)).flatten()
        };
        match (find("immune", AttributeKind::Flag), find("taken", AttributeKind::Number)) {
            (None, None) => Guard::Nothing,
            (Some(immune), None) => Guard::Immune(immune),
            (None, Some(taken)) => Guard::Taken(taken),
            (Some(immune), Some(taken)) => Guard::Both(immune, taken),
        }
    }
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
pub struct TransferTo {
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
    /// The types of all rooms.
    Rooms,
    /// Where items lie.
    Items,
    /// Where fixtures stand: doors, stairs, chests.
    Fixtures,
    /// Where actors are at the moment.
    Actors,
    /// What is hidden.
    Hidden,
}

impl Keyword for Reveal {
    const ALL: &'static [Self] =
        &[Self::Level, Self::Rooms, Self::Items, Self::Fixtures, Self::Actors, Self::Hidden];
    const WORDS: &'static [&'static str] =
        &["level", "rooms", "items", "fixtures", "actors", "hidden"];
}

impl Record for Portion {
    const NAME: &'static str = "portion";
    const ABOUT: &'static str = "One of several lists of effects to draw from.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("weight", "The weight in the draw. If omitted, 1.", &mut self.weight);
        form.needed("do", "The effects.", &mut self.deed);
    }
}

impl Record for TransferTo {
    const NAME: &'static str = "transfer target";
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
        let guard = Self::guard_of(&name, reader.names);
        if guard == Guard::Nothing && !name.is_empty() {
            reader.bare_harm_types.push((node.span, Arc::clone(&name)));
        }
        Some(Self { name, guard })
    }

    fn shape() -> Shape {
        Shape::Text
    }
}
