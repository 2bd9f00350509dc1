use std::sync::Arc;

use barrow_dice::Formula;
use barrow_grid::Pos;
use barrow_sorted::Map;
use serde::{Deserialize, Serialize};

use super::flaw::one_of_two;
use super::{Field, Hooks, Kind, Lots, Zone};
use crate::data::{Keyword, Named, expected};
use crate::dig::Dig;
use crate::form::{Data, Form, Record, Shape};
use crate::json::Node;
use crate::names::{Id, Section};
use crate::reader::Reader;
use crate::scope::Subjects;

/// Where it is played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key that authors write by itself")]
pub struct Level {
    /// What it is called.
    pub title: Arc<str>,
    /// What is told on arrival.
    pub about: Arc<str>,
    /// How it is dug.
    pub dig: Option<Dig>,
    /// Or how it is drawn, a line a row.
    pub drawing: Vec<Arc<str>>,
    /// Or the map it is drawn in; its rows are among `drawing` then.
    pub map: Arc<str>,
    /// What the glyphs of the drawing and of room templates stand for.
    pub legend: Legend,
    /// What the ground is made of.
    pub ground: Ground,
    /// Parts of the drawing that are made anew each time.
    pub zones: Vec<Zone>,
    /// Ways up and down that are not drawn are put there.
    pub ways: bool,
    /// Kinds that are different here: which stands in for which.
    pub kinds: Overrides,
    /// What is put there, in order.
    pub places: Vec<Placement>,
    /// Where its stairs lead.
    pub links: Links,
    /// The light that is everywhere, 0 to 1.
    pub ambient: Option<Formula>,
    /// One sees only where light falls.
    pub dark: bool,
    /// What one has seen is not remembered.
    pub forgets: bool,
    /// All of it is seen at all times.
    pub open: bool,
    /// It stays as one left it; otherwise it is made anew each time.
    pub lasting: bool,
    /// Whom one plays here, unless one asked for another.
    pub hero: Option<Id<Kind>>,
    /// Whoever arrives begins anew, as the hero of the level.
    pub anew: bool,
    /// Nobody plays here: one watches, and can only let time pass.
    pub watched: bool,
    /// How many milliseconds a round takes where one watches.
    pub pace: Option<u32>,
    /// What happens when.
    pub on: Hooks,
}

/// What the ground is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ground {
    /// What can be walked.
    pub floor: Option<Id<Kind>>,
    /// What cannot.
    pub wall: Option<Id<Kind>>,
    /// What stands in doorways.
    pub door: Option<Id<Kind>>,
    /// What fills pools.
    pub lava: Option<Id<Kind>>,
    /// What leads down.
    pub down: Option<Id<Kind>>,
    /// What leads up.
    pub up: Option<Id<Kind>>,
}

/// Something that is put on a level.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placement {
    /// What.
    pub kind: Option<Id<Kind>>,
    /// Or a table to draw from.
    pub table: Option<Id<Lots>>,
    /// Or a field that fills cells.
    pub field: Option<Id<Field>>,
    /// How much of the field in each cell.
    pub amount: Option<Formula>,
    /// How many.
    pub count: Option<Formula>,
    /// How likely each is.
    pub chance: Option<Formula>,
    /// Only when this holds.
    pub when: Option<Formula>,
    /// Where.
    pub site: Site,
    /// Only where it cannot be seen from the arrival.
    pub unseen: bool,
    /// The name of the rooms it is put into.
    pub role: Arc<str>,
    /// The cell it is put on, in place of all else.
    pub at: Option<Pos>,
}

/// Where something is put.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Site {
    /// On any free cell, away from the arrival.
    #[default]
    Anywhere,
    /// In each room but the first; the count is for each.
    Rooms,
    /// In any room but the first, drawn for each of the count.
    Room,
    /// Next to the arrival.
    Start,
    /// Next to the exit.
    Exit,
}

impl Keyword for Site {
    const ALL: &'static [Self] =
        &[Self::Anywhere, Self::Rooms, Self::Room, Self::Start, Self::Exit];
    const WORDS: &'static [&'static str] = &["anywhere", "rooms", "room", "start", "exit"];
}

/// Where the stairs of a level lead.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Links {
    /// Deeper.
    pub down: Option<Id<Level>>,
    /// Back.
    pub up: Option<Id<Level>>,
    /// How the floor number changes on the way down.
    pub step: Option<Formula>,
    /// The way down holds only while this does.
    pub while_: Option<Formula>,
}

impl Level {
    fn ground_flaw(&self) -> Option<&'static str> {
        let wall = self.dig.is_none() || self.ground.wall.is_some();
        match self.ground.floor {
            None => Some("say what one walks on: name a `floor` under `ground`"),
            Some(_) if wall => None,
            Some(_) => Some("what is dug has walls: name a `wall` under `ground`"),
        }
    }

    /// The longest side of a drawing.
    pub const MOST_SIDE: usize = 1000;

    /// The glyph of a drawing where players arrive.
    pub const ARRIVAL: char = '@';

    /// What stands where a drawing has this glyph: as the legend says, else as `ground` does.
    pub fn stands_for(&self, glyph: char) -> Option<&[Id<Kind>]> {
        let sign = self.legend.signs.iter().find(|(sign, _)| *sign == glyph);
        let ground = match glyph {
            '#' | ' ' => &self.ground.wall,
            '.' | Self::ARRIVAL => &self.ground.floor,
            '+' => &self.ground.door,
            '~' => &self.ground.lava,
            '>' => &self.ground.down,
            '<' => &self.ground.up,
            _ => &None,
        };
        let zone = self.zones.iter().any(|it| it.sign == glyph).then_some(&[][..]);
        let drawn = sign.map(|(_, kinds)| kinds.as_slice());
        drawn.or(zone).or(ground.as_ref().map(std::slice::from_ref))
    }
}

/// What glyphs stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Legend {
    /// Each glyph with what stands there, the ground first.
    pub signs: Vec<(char, Vec<Id<Kind>>)>,
}

/// Kinds that are different on a level: which stands in for which.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overrides {
    instead: Map<Id<Kind>, Id<Kind>>,
}

impl Overrides {
    /// What stands in for a kind; mostly the kind itself.
    pub fn here(&self, kind: Id<Kind>) -> Id<Kind> {
        self.instead.get(&kind).copied().unwrap_or(kind)
    }
}

impl Data for Overrides {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        Map::read(node, reader).map(|instead| Self { instead })
    }

    fn shape() -> Shape {
        Shape::Map(Box::new(Shape::Name(Section::Kinds)), Box::new(Kind::shape()))
    }
}

impl Named for Level {
    const SECTION: Section = Section::Levels;
}

impl Record for Level {
    const NAME: &'static str = "level";
    const ABOUT: &'static str = "Where it is played: dug by a recipe or drawn.";
    const SUBJECTS: Option<Subjects> = Some(Subjects::PLAYER);

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("title", "What it is called; without it, its key.", &mut self.title);
        form.field("about", "What is told on arrival.", &mut self.about);
        form.field("dig", "How it is dug.", &mut self.dig);
        form.field(
            "drawing",
            "Or how it is drawn, a line a row; short rows end in wall. The legend says what \
             stands where; what it leaves out: `#` wall, `.` floor, `+` door, `~` lava, `>` way \
             down, `<` way up, all of `ground`; `@` is floor where one arrives, a blank is wall.",
            &mut self.drawing,
        );
        form.field(
            "map",
            "Or the map of Tiled's it is drawn in, such as `levels/hall.tmj`. A tile stands for \
             the kind in its property `kind`, else of its class, else for that of its layer; with \
             a property `sign`, for that sign of the legend or of a zone. Cells without tiles are \
             wall. An object is a place of its own and may have `kind`, `table`, `field`, \
             `amount`, `count`, `chance`, `when`, and, if it leads elsewhere, a `level`; of the \
             class `arrival` or of a hero, it is where one arrives. A layer with `ignore` is left \
             out. The map's own properties may be `title`, `about`, `up` and `down`.",
            &mut self.map,
        );
        form.field(
            "legend",
            "What glyphs of drawings stand for: the ground first, unless it is the floor.",
            &mut self.legend,
        );
        form.field("ground", "What the ground is made of.", &mut self.ground);
        form.field("zones", "Parts of the drawing that are made anew each time.", &mut self.zones);
        form.field(
            "ways",
            "The ways up and down of `ground` are put there where the drawing has none: the way \
             up where one arrives, the way down within reach of it.",
            &mut self.ways,
        );
        form.field(
            "kinds",
            "Keys laid over kinds of the pack, on this level only.",
            &mut self.kinds,
        );
        form.field("places", "What is put there, in order.", &mut self.places);
        form.field("links", "Where its stairs lead.", &mut self.links);
        form.field("ambient", "The light that is everywhere, 0 to 1.", &mut self.ambient);
        form.field("dark", "One sees only where light falls.", &mut self.dark);
        form.field("forgets", "What one has seen is not remembered.", &mut self.forgets);
        form.field("open", "All of it is seen at all times.", &mut self.open);
        form.field("lasting", "It stays as one left it.", &mut self.lasting);
        form.field("hero", "Whom one plays here, unless one asked for another.", &mut self.hero);
        form.field(
            "anew",
            "Whoever arrives begins anew, as the hero of the level.",
            &mut self.anew,
        );
        form.field(
            "watched",
            "Nobody plays here: one watches, and can only let time pass.",
            &mut self.watched,
        );
        form.field(
            "pace",
            "How many milliseconds front ends give a round where one watches.",
            &mut self.pace,
        );
        form.field("on", "What happens when.", &mut self.on);
    }

    fn flaw(&self) -> Option<&'static str> {
        let flaws = [
            "say how it looks: give `dig`, `drawing` or `map`",
            "`dig` and `drawing` exclude each other; keep one",
        ];
        one_of_two(self.dig.is_some(), !self.drawing.is_empty(), flaws).or(self.ground_flaw())
    }
}

impl Record for Ground {
    const NAME: &'static str = "ground";
    const ABOUT: &'static str = "What the ground is made of.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("floor", "What can be walked.", &mut self.floor);
        form.field("wall", "What cannot.", &mut self.wall);
        form.field("door", "What stands in doorways.", &mut self.door);
        form.field("lava", "What fills pools.", &mut self.lava);
        form.field("down", "What leads down.", &mut self.down);
        form.field("up", "What leads up, where `links` does.", &mut self.up);
    }
}

impl Record for Placement {
    const NAME: &'static str = "placement";
    const ABOUT: &'static str = "Something that is put on a level when it is made.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("kind", "The kind.", &mut self.kind);
        form.field("table", "Or a table to draw from.", &mut self.table);
        form.field("field", "Or a field; the count is of cells.", &mut self.field);
        form.field("amount", "How much of the field in each; without it, 1.", &mut self.amount);
        form.field("count", "How many; without it, one.", &mut self.count);
        form.field("chance", "How likely each is.", &mut self.chance);
        form.field("when", "Only when this holds.", &mut self.when);
        let about = "Where: on any free cell, so many in each room but the first, each in one of \
                     these rooms, by the arrival or by the exit.";
        form.word("site", about, &mut self.site);
        let about = "Only where it cannot be seen from the arrival, were there light.";
        form.field("unseen", about, &mut self.unseen);
        form.field("role", "Only in rooms of this name.", &mut self.role);
        form.field("at", "Or on this cell, [column, row] from 0.", &mut self.at);
    }

    fn flaw(&self) -> Option<&'static str> {
        let given = [self.kind.is_some(), self.table.is_some(), self.field.is_some()];
        match given.into_iter().filter(|it| *it).count() {
            0 => Some("say what: give `kind`, `table` or `field`"),
            1 => None,
            _ => Some("`kind`, `table` and `field` exclude each other; keep one"),
        }
    }
}

impl Record for Links {
    const NAME: &'static str = "links";
    const ABOUT: &'static str = "Where the stairs of a level lead.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("down", "The level below; without it, the same one again.", &mut self.down);
        form.field("up", "The level above.", &mut self.up);
        form.field("step", "How the floor number changes on the way down; 1.", &mut self.step);
        form.field("while", "The way down is there only while this holds.", &mut self.while_);
    }
}

impl Data for Legend {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let Some(members) = node.members() else {
            return expected(reader, node, "an object of glyphs");
        };
        let mut signs = Vec::new();
        for member in members {
            let mut letters = member.key.chars();
            let kinds = Vec::read(&member.value, reader).unwrap_or_default();
            match (letters.next(), letters.next()) {
                (Some(glyph), None) => signs.push((glyph, kinds)),
                _ => reader.error(member.key_span, "a sign of the legend is one character"),
            }
        }
        Some(Self { signs })
    }

    fn shape() -> Shape {
        Shape::Map(Box::new(Shape::Glyph), Box::new(Vec::<Id<Kind>>::shape()))
    }
}
