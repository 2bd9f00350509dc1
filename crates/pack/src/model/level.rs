use std::sync::Arc;

use barrow_dice::Formula;
use barrow_grid::Pos;
use barrow_small::Map;
use barrow_source::Node;
use serde::{Deserialize, Serialize};

use super::flaw::one_of_two;
use super::{Field, Hooks, Kind, Lots, Needs, Zone};
use crate::data::{Keyword, Named, expected};
use crate::dig::Dig;
use crate::form::{Data, Form, Record, Shape};
use crate::names::{Id, Section};
use crate::reader::Reader;
use crate::scope::Subjects;

/// A place where the game is played: dug by an algorithm or drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key that authors write by itself")]
pub struct Level {
    /// The name. If omitted, the key.
    pub title: Arc<str>,
    /// The message on arrival.
    pub about: Arc<str>,
    /// How the level is dug.
    pub dig: Option<Dig>,
    /// How the level is drawn, instead of `dig`: a line for each row.
    pub drawing: Vec<Arc<str>>,
    /// The Tiled map it is drawn in; its rows are then in `drawing`.
    pub map: Arc<str>,
    /// What the glyphs of drawings stand for: the terrain first, unless it is the floor.
    pub legend: Legend,
    /// The terrain that the level is made of.
    pub ground: Ground,
    /// Parts of the drawing that are generated each time.
    pub zones: Vec<Zone>,
    /// Adds the ways up and down of `ground` if the drawing has none: the way up where players
    /// arrive, the way down within reach of it.
    pub ways: bool,
    /// Changes to kinds of the pack, on this level only.
    pub kinds: Overrides,
    /// What is placed on the level, in this order.
    pub places: Vec<Placement>,
    /// Where its stairs lead.
    pub links: Links,
    /// The light everywhere on the level, 0 to 1.
    pub ambient: Option<Formula>,
    /// Players see only lit cells.
    pub dark: bool,
    /// Players do not remember what they have seen.
    pub forgets: bool,
    /// The whole level is always visible.
    pub open: bool,
    /// The level is kept when players leave it. Otherwise it is made again each time.
    pub lasting: bool,
    /// The hero on this level, unless the player chose another.
    pub hero: Option<Id<Kind>>,
    /// A run can start here only if this holds.
    pub needs: Option<Needs>,
    /// How to get this level, shown while it cannot be chosen.
    pub hint: Arc<str>,
    /// Players who arrive start over, as the hero of the level.
    pub anew: bool,
    /// Nobody plays here: the player watches and can only let time pass.
    pub watched: bool,
    /// The duration of a round in milliseconds where the player only watches.
    pub pace: Option<u32>,
    /// What happens on which occasion.
    pub on: Hooks,
}

/// The terrain that the level is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ground {
    /// The floor.
    pub floor: Option<Id<Kind>>,
    /// The wall.
    pub wall: Option<Id<Kind>>,
    /// The kind in doorways.
    pub door: Option<Id<Kind>>,
    /// The terrain in pools.
    pub lava: Option<Id<Kind>>,
    /// The kind that leads down.
    pub down: Option<Id<Kind>>,
    /// The kind that leads up, if `links` has a level above.
    pub up: Option<Id<Kind>>,
}

/// Something that is placed on a level when it is made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placement {
    /// The kind.
    pub kind: Option<Id<Kind>>,
    /// A table to draw the kind from, instead of `kind`.
    pub table: Option<Id<Lots>>,
    /// A field to place, instead of a kind. `count` is then the number of cells.
    pub field: Option<Id<Field>>,
    /// The amount of the field in each cell. If omitted, 1.
    pub amount: Option<Formula>,
    /// How many. If omitted, one.
    pub count: Option<Formula>,
    /// The chance for each. If omitted, always.
    pub chance: Option<Formula>,
    /// Only if this holds.
    pub when: Option<Formula>,
    /// Where: on any free cell; `count` of them in each room except the first; each in a random
    /// one of these rooms; beside the arrival; or beside the exit.
    pub site: Site,
    /// Only on cells that could not be seen from the arrival even if they were lit.
    pub unseen: bool,
    /// Only in rooms of this type.
    pub role: Arc<str>,
    /// On this cell, [column, row] counted from 0, instead of a `site`.
    pub at: Option<Pos>,
}

/// Where something is placed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Site {
    /// On any free cell, away from the arrival.
    #[default]
    Anywhere,
    /// In each room except the first, `count` in each.
    Rooms,
    /// Each in a random room except the first.
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
    /// The level below. If omitted, the same level again.
    pub down: Option<Id<Level>>,
    /// The level above.
    pub up: Option<Id<Level>>,
    /// How the floor number changes on the way down. If omitted, by 1.
    pub step: Option<Formula>,
    /// The way down exists only while this holds.
    pub while_: Option<Formula>,
}

impl Level {
    fn ground_flaw(&self) -> Option<&'static str> {
        let wall = self.dig.is_none() || self.ground.wall.is_some();
        match self.ground.floor {
            None => Some("say what the floor is: name a `floor` under `ground`"),
            Some(_) if wall => None,
            Some(_) => Some("what is dug has walls: name a `wall` under `ground`"),
        }
    }

    /// The maximum width and height of a drawing.
    pub const MAX_SIDE: usize = 1000;

    /// The glyph of the cell where players arrive.
    pub const ARRIVAL: char = '@';

    /// Returns what a glyph of the drawing stands for: first by the legend, then by `ground`.
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
    /// Each glyph with what it stands for, the terrain first.
    pub signs: Vec<(char, Vec<Id<Kind>>)>,
}

/// Kinds that are different on a level: which kind replaces which.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overrides {
    instead: Map<Id<Kind>, Id<Kind>>,
}

impl Overrides {
    /// Returns the kind that replaces a kind here; usually the kind itself.
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
    const ABOUT: &'static str = "A place where the game is played: dug by an algorithm or drawn.";
    const SUBJECTS: Option<Subjects> = Some(Subjects::PLAYER);

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("title", "The name. If omitted, the key.", &mut self.title);
        form.field("about", "The message on arrival.", &mut self.about);
        form.field("dig", "How the level is dug.", &mut self.dig);
        form.field(
            "drawing",
            "How the level is drawn, instead of `dig`: a line for each row. Short rows are filled \
             with wall. The legend says what each glyph stands for. Without an entry there, `#` \
             and a blank are the wall of `ground`, `.` its floor, `+` its door, `~` its lava, `>` \
             its way down and `<` its way up; `@` is floor, and players arrive there.",
            &mut self.drawing,
        );
        form.field(
            "map",
            "The Tiled map that the level is drawn in, such as `levels/hall.tmj`. A tile stands \
             for the kind in its property `kind`, else the kind of its class, else the kind of its \
             layer; with a property `sign`, it stands for that glyph of the legend or of a zone. \
             Cells without tiles are wall. An object is a placement and may have `kind`, `table`, \
             `field`, `amount`, `count`, `chance` and `when`; if it leads elsewhere, also a \
             `level`. Players arrive at an object of the class `arrival` or of a hero. A layer \
             with the property `ignore` is left out. The map itself may have the properties \
             `title`, `about`, `up` and `down`.",
            &mut self.map,
        );
        form.field(
            "legend",
            "What the glyphs of drawings stand for: the terrain first, unless it is the floor.",
            &mut self.legend,
        );
        form.field("ground", "The terrain that the level is made of.", &mut self.ground);
        form.field("zones", "Parts of the drawing that are generated each time.", &mut self.zones);
        form.field(
            "ways",
            "Adds the ways up and down of `ground` if the drawing has none: the way up where \
             players arrive, the way down within reach of it.",
            &mut self.ways,
        );
        form.field("kinds", "Changes to kinds of the pack, on this level only.", &mut self.kinds);
        form.field("places", "What is placed on the level, in this order.", &mut self.places);
        form.field("links", "Where its stairs lead.", &mut self.links);
        form.field("ambient", "The light everywhere on the level, 0 to 1.", &mut self.ambient);
        form.field("dark", "Players see only lit cells.", &mut self.dark);
        form.field("forgets", "Players do not remember what they have seen.", &mut self.forgets);
        form.field("open", "The whole level is always visible.", &mut self.open);
        form.field(
            "lasting",
            "The level is kept when players leave it. Otherwise it is made again each time.",
            &mut self.lasting,
        );
        form.field(
            "hero",
            "The hero on this level, unless the player chose another.",
            &mut self.hero,
        );
        form.field("needs", "A run can start here only if this holds.", &mut self.needs);
        form.field(
            "hint",
            "How to get this level, shown while it cannot be chosen.",
            &mut self.hint,
        );
        form.field(
            "anew",
            "Players who arrive start over, as the hero of the level.",
            &mut self.anew,
        );
        form.field(
            "watched",
            "Nobody plays here: the player watches and can only let time pass.",
            &mut self.watched,
        );
        form.field(
            "pace",
            "The duration of a round in milliseconds where the player only watches.",
            &mut self.pace,
        );
        form.field("on", "What happens on which occasion.", &mut self.on);
    }

    fn flaw(&self) -> Option<&'static str> {
        let flaws = [
            "say how the level is made: give `dig`, `drawing` or `map`",
            "`dig` and `drawing` exclude each other; keep one",
        ];
        one_of_two(self.dig.is_some(), !self.drawing.is_empty(), flaws).or(self.ground_flaw())
    }
}

impl Record for Ground {
    const NAME: &'static str = "ground";
    const ABOUT: &'static str = "The terrain that the level is made of.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("floor", "The floor.", &mut self.floor);
        form.field("wall", "The wall.", &mut self.wall);
        form.field("door", "The kind in doorways.", &mut self.door);
        form.field("lava", "The terrain in pools.", &mut self.lava);
        form.field("down", "The kind that leads down.", &mut self.down);
        form.field("up", "The kind that leads up, if `links` has a level above.", &mut self.up);
    }
}

impl Record for Placement {
    const NAME: &'static str = "placement";
    const ABOUT: &'static str = "Something that is placed on a level when it is made.";

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.field("kind", "The kind.", &mut self.kind);
        form.field("table", "A table to draw the kind from, instead of `kind`.", &mut self.table);
        form.field(
            "field",
            "A field to place, instead of a kind. `count` is then the number of cells.",
            &mut self.field,
        );
        form.field(
            "amount",
            "The amount of the field in each cell. If omitted, 1.",
            &mut self.amount,
        );
        form.field("count", "How many. If omitted, one.", &mut self.count);
        form.field("chance", "The chance for each. If omitted, always.", &mut self.chance);
        form.field("when", "Only if this holds.", &mut self.when);
        let about = "Where: on any free cell; `count` of them in each room except the first; each \
                     in a random one of these rooms; beside the arrival; or beside the exit.";
        form.word("site", about, &mut self.site);
        let about = "Only on cells that could not be seen from the arrival even if they were lit.";
        form.field("unseen", about, &mut self.unseen);
        form.field("role", "Only in rooms of this type.", &mut self.role);
        form.field(
            "at",
            "On this cell, [column, row] counted from 0, instead of a `site`.",
            &mut self.at,
        );
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
        form.field("down", "The level below. If omitted, the same level again.", &mut self.down);
        form.field("up", "The level above.", &mut self.up);
        form.field(
            "step",
            "How the floor number changes on the way down. If omitted, by 1.",
            &mut self.step,
        );
        form.field("while", "The way down exists only while this holds.", &mut self.while_);
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
