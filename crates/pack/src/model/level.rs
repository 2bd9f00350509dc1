use std::sync::Arc;

use barrow_dice::Formula;
use barrow_small::Map;
use barrow_sound::Place;
use barrow_source::Node;
use serde::{Deserialize, Serialize};

use super::flaw::one_of_two;
use super::placement::PLACEMENT;
use super::{Advice, AmbienceName, Hooks, Kind, Links, MoodName, Needs, Owner, Placement, Zone};
use crate::data::{Named, expected};
use crate::dig::Dig;
use crate::form::{Data, Form, Record, Shape};
use crate::names::{Id, Section};
use crate::reader::Reader;
use crate::scope::Subjects;
use crate::template::Template;

/// A place where the game is played: dug by an algorithm or drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key that authors write by itself")]
pub struct Level {
    /// The name. If omitted, the key.
    pub title: Arc<str>,
    /// The message on arrival.
    pub about: Arc<str>,
    /// What the player wants here. If omitted, as the pack says.
    pub goal: Template,
    /// What a run that starts here begins with. If omitted, as the pack says.
    pub opening: Vec<Advice>,
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
    /// The number of the floor on arrival. If omitted, `links` count it.
    pub floor: Option<Formula>,
    /// A number that is mixed into the level's seed.
    pub salt: Option<Formula>,
    /// The map shows the types of rooms before they are entered.
    pub previews: bool,
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
    /// The sound of the place. If omitted, `dungeon`.
    pub ambience: AmbienceName,
    /// How the place echoes. If omitted, as its ambience says.
    pub place: Option<Place>,
    /// The mood of its music. If omitted, `explore`.
    pub music: MoodName,
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
        self.legend.find(glyph).or(zone).or(ground.as_ref().map(std::slice::from_ref))
    }
}

/// What glyphs stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Legend {
    /// Each glyph with what it stands for, the terrain first.
    pub signs: Vec<(char, Vec<Id<Kind>>)>,
}

impl Legend {
    /// Returns what a glyph stands for.
    pub fn find(&self, glyph: char) -> Option<&[Id<Kind>]> {
        self.signs.iter().find(|(sign, _)| *sign == glyph).map(|(_, kinds)| kinds.as_slice())
    }
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

impl Level {
    /// Lists the fields that say what players see, hear and may do here.
    fn fields_for_players(&mut self, form: &mut Form<'_, '_>) {
        form.field("ambient", "The light everywhere on the level, 0 to 1.", &mut self.ambient);
        form.field("dark", "Players see only lit cells.", &mut self.dark);
        form.field("forgets", "Players do not remember what they have seen.", &mut self.forgets);
        form.field("open", "The whole level is always visible.", &mut self.open);
        form.field(
            "lasting",
            "The level is kept when players leave it. Otherwise it is made again each time.",
            &mut self.lasting,
        );
        let about = "The hero on this level, unless the player chose another.";
        form.field("hero", about, &mut self.hero);
        form.field("needs", "A run can start here only if this holds.", &mut self.needs);
        let about = "How to get this level, shown while it cannot be chosen.";
        form.field("hint", about, &mut self.hint);
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
        let about = "The sound of the place. If omitted, `dungeon`.";
        form.field("ambience", about, &mut self.ambience);
        let about = "How the place echoes. If omitted, as its ambience says.";
        form.optional_word("place", about, &mut self.place);
        let about = "The mood of its music. If omitted, `explore`.";
        form.field("music", about, &mut self.music);
    }

    /// Lists the fields of what players read when they come.
    fn fields_of_text(&mut self, form: &mut Form<'_, '_>) {
        form.field("title", "The name. If omitted, the key.", &mut self.title);
        form.field("about", "The message on arrival.", &mut self.about);
        let about = "What the player wants here. If omitted, as the pack says.";
        form.among(Subjects::PLAYER).field("goal", about, &mut self.goal);
        let about =
            "The lines that a run that starts here begins with. If omitted, as the pack says.";
        form.among(Subjects::PLAYER).field("opening", about, &mut self.opening);
    }

    /// Lists the fields that say how the map is made.
    fn fields_of_map(&mut self, form: &mut Form<'_, '_>) {
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
    }
}

impl Record for Level {
    const NAME: &'static str = "level";
    const ABOUT: &'static str = "A place where the game is played: dug by an algorithm or drawn.";
    const SUBJECTS: Option<Subjects> = Some(Subjects::PLAYER);

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        self.fields_of_text(form);
        self.fields_of_map(form);
        form.field("kinds", "Changes to kinds of the pack, on this level only.", &mut self.kinds);
        let about = "What is placed on the level, in this order.";
        form.without_amount(PLACEMENT).field("places", about, &mut self.places);
        form.field("links", "Where its stairs lead.", &mut self.links);
        form.field(
            "floor",
            "The number of the floor on arrival. If omitted, the last floor and `step` of the \
             link give it.",
            &mut self.floor,
        );
        form.field(
            "salt",
            "A number that is mixed into the seed of the level when it is made, so that a second \
             visit may differ.",
            &mut self.salt,
        );
        form.field(
            "previews",
            "The map shows the type of a room as soon as a room beside it was entered.",
            &mut self.previews,
        );
        self.fields_for_players(form);
        let about = "What happens on which occasion.";
        form.occasions_of(Owner::Level).field("on", about, &mut self.on);
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
