use std::sync::Arc;

use barrow_dice::Formula;
use barrow_source::Node;
use serde::{Deserialize, Serialize};

use super::Effect;
use crate::data::Keyword;
use crate::form::{Data, Form, Record, Shape};
use crate::model::Attribute;
use crate::names::{Id, Section};
use crate::reader::Reader;

/// What kind of harm it is. Its name is open.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HarmType {
    /// Its name.
    pub name: Arc<str>,
    /// The flag that spares from it, where the pack declares it: `<name>_immune`.
    pub immune: Option<Id<Attribute>>,
}

/// One of several things that may happen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Portion {
    /// How heavy it is among the others.
    pub weight: Option<Formula>,
    /// What it does.
    pub deed: Vec<Effect>,
}

/// What can be revealed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reveal {
    /// The ground of the level.
    #[default]
    Level,
    /// Where things lie.
    Items,
    /// Where actors are, for now.
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
    const ABOUT: &'static str = "One of several things that may happen.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("weight", "How heavy it is among the others; without it, 1.", &mut self.weight);
        form.needed("do", "What it does.", &mut self.deed);
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
