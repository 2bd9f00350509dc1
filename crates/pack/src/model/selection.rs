use barrow_dice::Formula;
use barrow_source::Node;
use serde::{Deserialize, Serialize};

use super::{BagName, CellShape, Extent, Kind, Lots, Whole};
use crate::data::{Keyword, Named, expected};
use crate::form::{Choice, Data, Form, Record, Shape, Syntax, VariantForm, read_choice};
use crate::names::{Id, Section};
use crate::reader::Reader;
use crate::scope::{Subject, Subjects};

/// Which things are meant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Selection {
    /// Where the things come from.
    pub source: Source,
    /// Which sort of things.
    pub what: What,
    /// The condition on each of them, which is `it`.
    pub filter: Option<Formula>,
    /// Which of them come first.
    pub order: Sorting,
    /// How many at most. If omitted, all.
    pub count: Option<Formula>,
}

/// Where the things of a selection come from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields are those of the selection")]
pub enum Source {
    /// Nowhere, or from several places: such a selection is an error.
    #[default]
    Missing,
    /// One subject.
    Subject(Subject),
    /// Another selection.
    Named(Id<Selection>),
    /// What a bag holds.
    Bag { bag: BagName, of: Subject },
    /// What someone wears.
    Worn(Subject),
    /// What is on the cells around a subject.
    Around { at: Subject, extent: Extent },
    /// The cells around a subject. Then `it` is a cell.
    Cells { at: Subject, extent: Extent },
    /// Everything on the level.
    Level,
    /// New things, drawn from a table.
    Table { table: Id<Lots>, draw: Option<Formula>, unique: bool },
    /// New things, one of each kind.
    Kinds(Vec<Id<Kind>>),
}

impl Source {
    /// Returns the subject and the extent of the cells where it looks.
    pub const fn extent(&self) -> Option<(Subject, &Extent)> {
        match self {
            Self::Around { at, extent } | Self::Cells { at, extent } => Some((*at, extent)),
            Self::Missing
            | Self::Subject(_)
            | Self::Named(_)
            | Self::Bag { .. }
            | Self::Worn(_)
            | Self::Level
            | Self::Table { .. }
            | Self::Kinds(_) => None,
        }
    }

    /// Returns whether it makes new things.
    pub const fn is_new(&self) -> bool {
        matches!(self, Self::Table { .. } | Self::Kinds(_))
    }
}

impl Selection {
    /// Returns what is wrong with it where only things can stand.
    pub(crate) fn flaw_for_things(&self) -> Option<&'static str> {
        let cells = matches!(self.source, Source::Cells { .. });
        cells.then_some("only `each` and `count.NAME` take cells; select things here")
    }
}

/// Which sort of things a selection is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum What {
    /// All.
    #[default]
    Things,
    /// Actors.
    Actors,
    /// Actors of other sides.
    Foes,
    /// Actors of the same side.
    Friends,
    /// Items.
    Items,
    /// Fixtures.
    Fixtures,
}

/// Which things of a selection come first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the rows describe each variant")]
pub enum Sorting {
    #[default]
    First,
    Near,
    Far,
    Random,
    By(Formula),
}

/// What a text in place of a selection names.
#[derive(Clone, Copy)]
enum Meant {
    Subject(Subject),
    Selection(Id<Selection>),
}

impl Keyword for What {
    const ALL: &'static [Self] =
        &[Self::Things, Self::Actors, Self::Foes, Self::Friends, Self::Items, Self::Fixtures];
    const WORDS: &'static [&'static str] =
        &["things", "actors", "foes", "friends", "items", "fixtures"];
}

impl Named for Selection {
    const SECTION: Section = Section::Selections;
}

impl Record for Selection {
    const NAME: &'static str = "selection";
    const ABOUT: &'static str = "Which things are meant: one source, and how to narrow it down.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        self.source = read_source(form);
        form.word("what", "Which sort of things.", &mut self.what);
        form.of_each().field(
            "where",
            "The condition on each of them, which is `it`.",
            &mut self.filter,
        );
        form.of_each().field("order", "Which of them come first.", &mut self.order);
        form.field("count", "How many at most. If omitted, all.", &mut self.count);
    }

    fn flaw(&self) -> Option<&'static str> {
        let missing = (self.source == Source::Missing).then_some(
            "a selection has one source: `bag`, `worn`, `carried`, `around`, `room`, `cells`, \
             `level`, `table`, `kinds` or a name",
        );
        let sort = matches!(self.source, Source::Cells { .. }) && self.what != What::Things;
        let sort = sort.then_some("a cell is no thing: leave out `what`");
        missing.or(sort).or_else(|| self.source.extent()?.1.flaw())
    }
}

/// Reads the fields that say where things come from.
fn read_source(form: &mut Form<'_, '_>) -> Source {
    let (mut named, mut bag, mut of) = (None::<Meant>, None::<BagName>, Subject::Actor);
    let (mut worn, mut carried) = (None, None);
    form.bare("named", "A selection that the pack declares, or a subject.", &mut named);
    form.field("bag", "A bag; `bag` is the inventory. Its things come in its order.", &mut bag);
    form.field("of", "Whose bag.", &mut of);
    form.field("worn", "Whose equipment.", &mut worn);
    form.field("carried", "Whose inventory, worn or not.", &mut carried);
    let place = read_place(form);
    let new = read_new(form);
    let sources = [
        named.map(|it| match it {
            Meant::Subject(subject) => Source::Subject(subject),
            Meant::Selection(id) => Source::Named(id),
        }),
        bag.map(|bag| Source::Bag { bag, of }),
        worn.map(Source::Worn),
        carried.map(|of| Source::Bag { bag: BagName::Inventory, of }),
    ];
    let mut given = sources.into_iter().chain(place).chain(new).flatten();
    match (given.next(), given.next()) {
        (Some(source), None) => source,
        _ => Source::Missing,
    }
}

/// Reads the fields of what is found on cells.
fn read_place(form: &mut Form<'_, '_>) -> [Option<Source>; 3] {
    let (mut around, mut room, mut level) = (None, None, false);
    let (mut radius, mut shape, mut cells) = (None, None::<CellShape>, None::<CellShape>);
    form.field("around", "What is on the cells around this subject.", &mut around);
    form.field(
        "radius",
        "How far around, in cells, as a square. If omitted, only its own cell.",
        &mut radius,
    );
    form.field("shape", "The cells around it, instead of a radius.", &mut shape);
    form.field("room", "What is in the room where this subject stands.", &mut room);
    let about = "The cells of a shape themselves, around the subject in `around`, or else around \
                 the actor. Then `it` is a cell. Only `each` and `count.NAME` take cells.";
    form.field("cells", about, &mut cells);
    form.field("level", "Everything on the level.", &mut level);
    let at = around.or(cells.is_some().then_some(Subject::Actor));
    let around = at.map(|at| match cells {
        None => Source::Around { at, extent: Extent { radius, shape: shape.map(Box::new) } },
        Some(shape) => {
            Source::Cells { at, extent: Extent { radius, shape: Some(Box::new(shape)) } }
        }
    });
    let room = room.map(|at| {
        let shape = CellShape { whole: Some(Whole::Room), ..CellShape::default() };
        Source::Around { at, extent: Extent { radius: None, shape: Some(Box::new(shape)) } }
    });
    [around, room, level.then_some(Source::Level)]
}

/// Reads the fields of what is made anew.
fn read_new(form: &mut Form<'_, '_>) -> [Option<Source>; 2] {
    let (mut table, mut draw, mut unique) = (None, None, false);
    let mut kinds: Vec<Id<Kind>> = Vec::new();
    form.carried().field("table", "New things, drawn from this table.", &mut table);
    form.field("draw", "How many draws from the table. If omitted, one.", &mut draw);
    form.field("unique", "No kind is drawn twice.", &mut unique);
    form.carried().field("kinds", "New things, one of each of these kinds.", &mut kinds);
    let table = table.map(|table| Source::Table { table, draw, unique });
    [table, (!kinds.is_empty()).then_some(Source::Kinds(kinds))]
}

impl Data for Meant {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let Some(name) = node.text() else {
            return expected(reader, node, "a selection: its name, or an object");
        };
        if Subject::from_word(name).is_some() {
            return Subject::read(node, reader).map(Self::Subject);
        }
        let found = reader.name(Section::Selections, name, node.span);
        found.map(|it| Self::Selection(Id::new(it)))
    }

    fn shape() -> Shape {
        Shape::Name(Section::Selections)
    }
}

impl Data for Sorting {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        read_choice(node, reader)
    }

    fn shape() -> Shape {
        Shape::Record(Self::NAME)
    }
}

impl Choice for Sorting {
    const NAME: &'static str = "order";
    const ABOUT: &'static str = "Which things of a selection come first.";
    const SUBJECTS: Subjects = Subjects::EVERYONE;
    const GROUPS: &'static [&'static [Syntax<Self>]] = &[ROWS];

    type Variant = Self;

    fn complete(sorting: Self, _: &mut VariantForm<'_, '_>) -> Self {
        sorting
    }
}

const ROWS: &[Syntax<Sorting>] = &[
    Syntax {
        key: "first",
        about: "As they lie in a bag, or row by row.",
        example: r#""first""#,
        read: |_| Sorting::First,
    },
    Syntax {
        key: "near",
        about: "The nearest to the actor first.",
        example: r#""near""#,
        read: |_| Sorting::Near,
    },
    Syntax {
        key: "far",
        about: "The farthest from the actor first.",
        example: r#""far""#,
        read: |_| Sorting::Far,
    },
    Syntax {
        key: "random",
        about: "In random order.",
        example: r#""random""#,
        read: |_| Sorting::Random,
    },
    Syntax {
        key: "by",
        about: "The largest value of a formula first.",
        example: r#"{ "by": "it.health" }"#,
        read: |form| Sorting::By(form.main("value", "The formula.")),
    },
];
