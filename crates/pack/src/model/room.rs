use std::sync::Arc;

use barrow_dice::{Chance, Fixed, Formula};
use barrow_mapgen::{RoomGraph, Slot as GraphSlot, Template, TemplateError};
use barrow_source::Node;
use serde::{Deserialize, Serialize};

use super::placement::PLACEMENT;
use super::{Hooks, Legend, Occasion, Owner, Placement};
use crate::data::{Color, Named, expected};
use crate::form::{Data, Form, Record, Shape, read_record};
use crate::names::{Id, Section, Table};
use crate::reader::Reader;
use crate::scope::Subjects;

/// A type of room.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Room {
    /// The name for players. If omitted, the key.
    pub label: Arc<str>,
    /// The glyph on the map before the room is entered. If omitted, `?`.
    pub sign: Option<char>,
    /// The colour of the sign.
    pub color: Color,
    /// What is placed in each such room, from its own random stream.
    pub places: Vec<Placement>,
    /// Drawings to furnish the room with. One that fits is drawn by chance.
    pub templates: Vec<Id<RoomTemplate>>,
    /// What happens on which occasion.
    pub on: Hooks,
}

impl Room {
    /// The occasions of a room.
    pub const OCCASIONS: [Occasion; 4] =
        [Occasion::Enter, Occasion::Seen, Occasion::Clear, Occasion::Turn];

    /// Returns the glyph on the map.
    pub fn sign(&self) -> char {
        self.sign.unwrap_or('?')
    }
}

/// A graph of rooms, drawn in a pack.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Graph {
    /// The drawing: rooms in brackets, and lines between them.
    pub drawing: Vec<Arc<str>>,
    /// The name of the room where players arrive.
    pub entrance: Arc<str>,
    /// The name of the room with the exit. If omitted, the exit is far from the entrance.
    pub exit: Arc<str>,
    /// The chance of each optional room and passage. If omitted, 0.5.
    pub chance: Option<Formula>,
    /// The rooms and passages, with the names of entrance and exit as [`Graph::ENTRANCE`] and
    /// [`Graph::EXIT`].
    pub rooms: Option<RoomGraph>,
}

impl Graph {
    /// The name of the slot where players arrive.
    pub const ENTRANCE: &'static str = "@";
    /// The name of the slot with the exit.
    pub const EXIT: &'static str = ">";
}

/// A room drawn by hand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomTemplate {
    /// The drawing, a line for each row.
    pub drawing: Vec<Arc<str>>,
    /// What its marks stand for. If a glyph is missing, the legend of the level says it.
    pub legend: Legend,
}

impl RoomTemplate {
    /// Returns the template to fit into plans, or what is wrong with it.
    pub(crate) fn fitted(
        &self,
        all: &Table<Self>,
        id: Id<Self>,
    ) -> Result<Template, TemplateError> {
        Template::new(all.name(id), &joined(&self.drawing))
    }
}

/// A drawing that a level imitates.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaveSample {
    /// The drawing, a line for each row.
    pub drawing: Vec<Arc<str>>,
}

/// Returns the rows of a drawing as one text.
pub(crate) fn joined(rows: &[Arc<str>]) -> String {
    rows.iter().map(|it| &**it).collect::<Vec<&str>>().join("\n")
}

impl Named for Room {
    const SECTION: Section = Section::Rooms;
}

impl Named for Graph {
    const SECTION: Section = Section::Graphs;
}

impl Named for RoomTemplate {
    const SECTION: Section = Section::Templates;
}

impl Named for WaveSample {
    const SECTION: Section = Section::Samples;
}

impl Record for Room {
    const NAME: &'static str = "room";
    const ABOUT: &'static str = "A type of room. The rooms of the entrance and the exit have the \
                                 types `start` and `exit`, if these are declared.";
    const SUBJECTS: Option<Subjects> = Some(Subjects::PLAYER);

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("label", "The name for players. If omitted, the key.", &mut self.label);
        form.field(
            "sign",
            "The glyph on the map before the room is entered. If omitted, `?`.",
            &mut self.sign,
        );
        form.field("color", "The colour of the sign.", &mut self.color);
        let about = "What is placed in each such room, from its own random stream.";
        form.without_amount(PLACEMENT).field("places", about, &mut self.places);
        form.field(
            "templates",
            "Drawings to furnish the room with. One that fits is drawn by chance, and turned. \
             Walls that would cut the room apart are left out.",
            &mut self.templates,
        );
        form.occasions_of(Owner::Room).field(
            "on",
            "What happens on which occasion: `enter` (a player comes in; `amount` counts the \
             visits), `seen` (a player sees it for the first time), `clear` (the last foe who was \
             at home in it has died), `turn` (a round passes while a player is in it).",
            &mut self.on,
        );
    }

    fn flaw(&self) -> Option<&'static str> {
        let aimed = self.places.iter().any(|it| it.at.is_some() || it.rooms.is_some());
        aimed.then_some("things of a room are placed in it; remove `at` and `rooms`")
    }
}

impl Record for GraphForm {
    const NAME: &'static str = "graph";
    const ABOUT: &'static str = "Which rooms a level has and how they are joined.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        let graph = &mut self.0;
        form.needed(
            "drawing",
            "The drawing, a line for each row. A room is a name in brackets, a passage a line of \
             `-` or `|` from room to room. Rooms in parentheses and passages of `.` or `:` are \
             optional. A name that is a number is a free slot; any other is also the type of the \
             room, unless a type follows after a colon: `[a: shop]`.",
            &mut graph.drawing,
        );
        form.needed("entrance", "The room where players arrive.", &mut graph.entrance);
        form.field(
            "exit",
            "The room with the exit. If omitted, the exit is far from the entrance.",
            &mut graph.exit,
        );
        form.field(
            "chance",
            "The chance of each optional room and passage. If omitted, 0.5.",
            &mut graph.chance,
        );
    }
}

/// The keys of a graph.
#[derive(Default)]
struct GraphForm(Graph);

impl Data for Graph {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let mut form = GraphForm::default();
        let before = reader.report.errors();
        reader.with_subjects(Subjects::NOBODY, |reader| read_record(&mut form, node, reader));
        let mut graph = form.0;
        if reader.report.errors() == before {
            graph.rooms = graph.parse(node, reader);
        }
        Some(graph)
    }

    fn shape() -> Shape {
        Shape::Record(GraphForm::NAME)
    }
}

impl Graph {
    /// Returns the fields of the record, for the manual.
    pub(crate) fn chapter() -> crate::chapters::Chapter {
        crate::chapters::record::<GraphForm>()
    }

    fn parse(&self, node: &Node, reader: &mut Reader<'_>) -> Option<RoomGraph> {
        let drawing = node.get("drawing")?;
        let chance = self.chance.as_ref().and_then(Formula::constant);
        let chance = chance.map_or(Chance::percent(50), Fixed::to_chance);
        let graph = RoomGraph::parse(&joined(&self.drawing), chance)
            .map_err(|error| {
                let rows = drawing.one_or_more();
                let span = rows.get(error.line - 1).unwrap_or(drawing).span;
                reader.error(span, format!("column {}: {}", error.column, error.mistake));
            })
            .ok()?;
        for (key, name) in [("entrance", &self.entrance), ("exit", &self.exit)] {
            if !name.is_empty() && graph.find(name).is_none() {
                let span = node.get(key).map_or(node.span, |it| it.span);
                reader.error(span, format!("the drawing has no room `{name}`"));
                return None;
            }
        }
        let slots = graph.slots().iter().map(|slot| self.renamed(slot, drawing, reader)).collect();
        RoomGraph::new(slots, graph.passages().to_vec()).ok()
    }

    /// Returns a slot with the name that the layout knows, and checks its type.
    fn renamed(&self, slot: &GraphSlot, drawing: &Node, reader: &mut Reader<'_>) -> GraphSlot {
        let name = if slot.name == self.entrance {
            Self::ENTRANCE.into()
        } else if slot.name == self.exit {
            Self::EXIT.into()
        } else {
            if let Some(room_type) = &slot.room_type {
                reader.name(Section::Rooms, room_type, drawing.span);
            }
            slot.name.clone()
        };
        GraphSlot { name, ..slot.clone() }
    }
}

impl Record for RoomTemplate {
    const NAME: &'static str = "template";
    const ABOUT: &'static str = "A room drawn by hand.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.main(
            "drawing",
            "The drawing, a line for each row: `#` wall, `.` floor, `+` door; a blank stays as \
             the level has it; any other glyph is floor with a mark. A template that `dig` fits \
             in has a door in an outer wall.",
            &mut self.drawing,
        );
        form.field(
            "legend",
            "What its marks stand for. If a glyph is missing, the legend of the level says it.",
            &mut self.legend,
        );
    }
}

impl Data for WaveSample {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let Some(rows) = node.items() else {
            return expected(reader, node, "a list of rows");
        };
        let drawing = rows.iter().filter_map(|row| Arc::<str>::read(row, reader)).collect();
        let sample = Self { drawing };
        let mut recipe = barrow_mapgen::Recipe::named("wfc").expect("it is an algorithm");
        if let Err(error) = recipe.set("sample", &joined(&sample.drawing)) {
            reader.error(node.span, error.to_string());
        }
        Some(sample)
    }

    fn shape() -> Shape {
        Vec::<Arc<str>>::shape()
    }
}
