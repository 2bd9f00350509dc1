use std::sync::Arc;

use barrow_dice::Formula;
use serde::{Deserialize, Serialize};

use super::Attribute;
use crate::data::{Keyword, Named};
use crate::form::{Form, Record};
use crate::names::{Id, Section};
use crate::scope::Subjects;

/// Something that is shown wrongly on purpose. It is display only: no rule knows of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Veil {
    /// What is shown wrongly.
    pub shows: VeilShows,
    /// The things that are shown wrongly.
    pub of: VeilOf,
    /// The attribute whose number is wrong. If omitted, every number.
    pub attribute: Option<Id<Attribute>>,
    /// Only while this holds.
    pub when: Option<Formula>,
    /// The chance for each thing. If omitted, always.
    pub chance: Option<Formula>,
    /// The number of turns that things look the same. If omitted, 10.
    pub lasts: Option<Formula>,
    /// What is shown instead: names, glyphs of one character, types of rooms, or texts.
    pub instead: Vec<Arc<str>>,
    /// How much a number is off.
    pub off_by: Option<Formula>,
    /// The player knows the truth while this holds.
    pub lifts: Option<Formula>,
}

/// What a veil shows wrongly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum VeilShows {
    /// Names.
    #[default]
    Name,
    /// Glyphs on the map.
    Glyph,
    /// Numbers.
    Number,
    /// The types of rooms that nobody has entered.
    Room,
    /// Messages.
    Text,
}

/// The things that a veil lies over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum VeilOf {
    /// Actors on another side.
    #[default]
    Foes,
    /// Actors on the same side.
    Friends,
    /// Items.
    Items,
    /// Fixtures.
    Fixtures,
    /// The player's own actor.
    Own,
}

impl Keyword for VeilShows {
    const ALL: &'static [Self] = &[Self::Name, Self::Glyph, Self::Number, Self::Room, Self::Text];
    const WORDS: &'static [&'static str] = &["name", "glyph", "number", "room", "text"];
}

impl Keyword for VeilOf {
    const ALL: &'static [Self] =
        &[Self::Foes, Self::Friends, Self::Items, Self::Fixtures, Self::Own];
    const WORDS: &'static [&'static str] = &["foes", "friends", "items", "fixtures", "self"];
}

impl Named for Veil {
    const SECTION: Section = Section::Veil;
}

impl Record for Veil {
    const NAME: &'static str = "veil";
    const ABOUT: &'static str = "Something that is shown wrongly on purpose. It is display only: \
                                 no rule, no legal command and no replay knows of it.";
    const SUBJECTS: Option<Subjects> = Some(Subjects::PLAYER);

    fn fields(&mut self, form: &mut Form<'_, '_>) {
        form.word("shows", "What is shown wrongly.", &mut self.shows);
        let about = "The things that are shown wrongly. The numbers of `self` are those of the panel, the numbers of \
                     others their life bars and forecasts.";
        form.word("of", about, &mut self.of);
        let about = "The attribute whose number is wrong. If omitted, every number.";
        form.field("attribute", about, &mut self.attribute);
        form.field("when", "Only while this holds.", &mut self.when);
        form.field("chance", "The chance for each thing. If omitted, always.", &mut self.chance);
        let about = "The number of turns that things look the same. If omitted, 10.";
        form.field("lasts", about, &mut self.lasts);
        let about = "What is shown instead: names and texts, printed as they are, glyphs of one character, \
             or types of rooms.";
        form.field("as", about, &mut self.instead);
        form.field("off_by", "How much a number is off.", &mut self.off_by);
        let about = "The player knows the truth while this holds: a name or text is followed by \
                     the true one in brackets, anything else is the true one.";
        form.of_each_if(true).field("lifts", about, &mut self.lifts);
    }

    fn flaw(&self) -> Option<&'static str> {
        let single = |it: &Arc<str>| it.chars().count() == 1;
        match self.shows {
            VeilShows::Number if self.off_by.is_none() => Some("say how wrong: give `off_by`"),
            VeilShows::Name | VeilShows::Glyph | VeilShows::Room | VeilShows::Text
                if self.instead.is_empty() =>
            {
                Some("say what is shown instead: give `as`")
            }
            VeilShows::Glyph if matches!(self.of, VeilOf::Items | VeilOf::Fixtures) => {
                Some("only actors have a veiled glyph: `of` is `foes`, `friends` or `self`")
            }
            VeilShows::Glyph if !self.instead.iter().all(single) => {
                Some("a glyph is one character; `as` has others")
            }
            VeilShows::Name
            | VeilShows::Glyph
            | VeilShows::Number
            | VeilShows::Room
            | VeilShows::Text => None,
        }
    }
}
