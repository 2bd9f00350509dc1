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

/// What can be revealed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reveal {
    /// The terrain of the level.
    #[default]
    Level,
    /// The types of all rooms.
    Rooms,
    /// Where things lie.
    Items,
    /// Where actors are at the moment.
    Actors,
    /// What is hidden.
    Hidden,
}

impl Keyword for Reveal {
    const ALL: &'static [Self] =
        &[Self::Level, Self::Rooms, Self::Items, Self::Actors, Self::Hidden];
    const WORDS: &'static [&'static str] = &["level", "rooms", "items", "actors", "hidden"];
}

impl Record for Portion {
    const NAME: &'static str = "portion";
    const ABOUT: &'static str = "One of several lists of effects to draw from.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("weight", "The weight in the draw. If omitted, 1.", &mut self.weight);
        form.needed("do", "The effects.", &mut self.deed);
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
