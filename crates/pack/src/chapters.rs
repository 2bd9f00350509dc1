//! Everything that an author may write, as data: the only source of the manual and of the JSON
//! Schema.

#[cfg(test)]
pub(crate) mod coverage;

use barrow_mapgen::{Algorithm, Recipe};
use barrow_sound::{
    Ambience, AmbientEvent, Arpeggio, Bed, Chord, Echo, Envelope, Filter, Layer as SoundLayer,
    Mood, Part, Sound, Wobble,
};

use crate::dig::Dig;
use crate::form::{Choice, Data, FieldNote, Record, Shape, notes_of, notes_of_variant};
use crate::model::{
    Ability, Answer, Attribute, Bag, Behaviour, CellShape, Door, Effect, Ending, Entry, Field,
    Flight, Fuel, Graph, GraphShare, Ground, Hint, Holding, Illusion, Item, Keeps, Key, Kind, Lamp,
    Level, Life, LinkTarget, Links, Look, LookCase, LookFrame, Lots, Menu, Messages, Metrics, Mind,
    Modifier, Need, NeedsTo, Palette, Placement, Policy, Portion, Reaction, Residue, Room,
    RoomLayout, RoomTemplate, Routine, Row, Rules, RunModifier, ScorePart, Selection, Slot,
    Sorting, Spread, Stairs, Start, State, Stock, Strike, Switch, TemplateShare, Thinning, Tip,
    Touch, TransferTo, Unknown, Veil, Voice, Wakes, Warning, WaveSample, WayOfMoving, WordList,
    Zone,
};
use crate::names::Section;
use crate::scope::Subjects;

/// A record or choice of the grammar. A [`Shape::Record`] refers to it by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// Its name.
    pub name: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// The subjects that its formulas and texts may use, if they differ from those around it.
    pub subjects: Option<Subjects>,
    /// What it consists of.
    pub body: Body,
}

/// What a record or choice consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// An object with these keys.
    Record(Vec<FieldNote>),
    /// An object with exactly one of these keys, or the key alone as a text.
    Choice(Vec<Variant>),
}

/// One variant of a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its key.
    pub key: &'static str,
    /// What it does.
    pub about: &'static str,
    /// A piece of a pack that uses it.
    pub example: String,
    /// Its fields.
    pub fields: Vec<FieldNote>,
}

/// Returns all chapters, in reading order.
pub fn chapters() -> Vec<Chapter> {
    [game(), things(), changes(), places(), deeds(), sounds()].concat()
}

/// Returns the chapters about the game itself and how it is shown.
fn game() -> Vec<Chapter> {
    vec![
        record::<Rules>(),
        record::<ScorePart>(),
        record::<Row>(),
        record::<Metrics>(),
        record::<Messages>(),
        record::<Key>(),
        record::<Illusion>(),
        record::<Keeps>(),
        record::<RunModifier>(),
        record::<Veil>(),
        record::<Palette>(),
        record::<Ending>(),
        record::<Hint>(),
    ]
}

/// Returns the chapters about what there is: attributes, kinds and their parts.
fn things() -> Vec<Chapter> {
    vec![
        record::<Attribute>(),
        record::<Warning>(),
        record::<Slot>(),
        record::<Bag>(),
        record::<Kind>(),
        record::<Look>(),
        record::<LookCase>(),
        record::<LookFrame>(),
        record::<Start>(),
        record::<Wakes>(),
        record::<Strike>(),
        record::<Touch>(),
        record::<Door>(),
        record::<Stairs>(),
        record::<Flight>(),
        record::<Lamp>(),
        record::<Item>(),
        record::<Switch>(),
        record::<NeedsTo>(),
        record::<Need>(),
        record::<Unknown>(),
        record::<Modifier>(),
        record::<Stock>(),
        record::<Holding>(),
    ]
}

/// Returns the chapters about what comes over things: states, fields, minds, abilities.
fn changes() -> Vec<Chapter> {
    vec![
        record::<State>(),
        record::<Field>(),
        record::<Spread>(),
        record::<Fuel>(),
        record::<Life>(),
        record::<Residue>(),
        record::<Thinning>(),
        record::<Reaction>(),
        choice::<Behaviour>(),
        record::<Ability>(),
    ]
}

/// Returns the chapters about levels, rooms and tables.
fn places() -> Vec<Chapter> {
    vec![
        record::<Level>(),
        digs(),
        record::<RoomLayout>(),
        record::<GraphShare>(),
        record::<TemplateShare>(),
        record::<Ground>(),
        record::<Zone>(),
        record::<Placement>(),
        record::<Links>(),
        record::<LinkTarget>(),
        Graph::chapter(),
        record::<Room>(),
        record::<RoomTemplate>(),
        Lots::chapter(),
        record::<Entry>(),
    ]
}

/// Returns the chapters about menus, effects and what they reach.
fn deeds() -> Vec<Chapter> {
    vec![
        record::<Menu>(),
        record::<Answer>(),
        record::<Routine>(),
        record::<Selection>(),
        choice::<Sorting>(),
        choice::<Effect>(),
        record::<Portion>(),
        record::<CellShape>(),
        record::<TransferTo>(),
        record::<WayOfMoving>(),
        record::<Policy>(),
        record::<Tip>(),
    ]
}

/// Returns the chapters about sounds, music and ambience.
fn sounds() -> Vec<Chapter> {
    vec![
        record::<Voice>(),
        record::<Sound>(),
        record::<SoundLayer>(),
        record::<Envelope>(),
        record::<Wobble>(),
        record::<Arpeggio>(),
        record::<Filter>(),
        record::<Echo>(),
        record::<Mood>(),
        record::<Chord>(),
        record::<Part>(),
        record::<Ambience>(),
        record::<Bed>(),
        record::<AmbientEvent>(),
    ]
}

impl Section {
    /// Returns the shape of the section's values.
    pub fn shape(self) -> Shape {
        match self {
            Self::Attributes => Attribute::shape(),
            Self::Kinds => Kind::shape(),
            Self::States => State::shape(),
            Self::Fields => Field::shape(),
            Self::Minds => Mind::shape(),
            Self::Abilities => Ability::shape(),
            Self::Levels => Level::shape(),
            Self::Tables => Lots::shape(),
            Self::Words => WordList::shape(),
            Self::Menus => Menu::shape(),
            Self::Slots => Slot::shape(),
            Self::Graphs => Graph::shape(),
            Self::Rooms => Room::shape(),
            Self::Templates => RoomTemplate::shape(),
            Self::Samples => WaveSample::shape(),
            Self::Routines => Routine::shape(),
            Self::Bags => Bag::shape(),
            Self::Selections => Selection::shape(),
            Self::Modifiers => RunModifier::shape(),
            Self::Veil => Veil::shape(),
            Self::Palettes => Palette::shape(),
            Self::Ways => WayOfMoving::shape(),
            Self::Policies => Policy::shape(),
            Self::Tips => Tip::shape(),
            Self::Sounds => Sound::shape(),
            Self::Music => Mood::shape(),
            Self::Ambience => Ambience::shape(),
        }
    }
}

pub(crate) fn record<R: Record>() -> Chapter {
    let body = Body::Record(notes_of(|form| R::default().fields(form)));
    Chapter { name: R::NAME, about: R::ABOUT, subjects: R::SUBJECTS, body }
}

fn choice<C: Choice>() -> Chapter {
    let variants = C::rows().map(|row| Variant {
        key: row.key,
        about: row.about,
        example: row.example.into(),
        fields: notes_of_variant::<C>(row),
    });
    let body = Body::Choice(variants.collect());
    Chapter { name: C::NAME, about: C::ABOUT, subjects: Some(C::SUBJECTS), body }
}

/// Returns the algorithms with their parameters. They are written flat, `{"algorithm": "rooms",
/// ...}`: unlike in other choices, the key is a value.
fn digs() -> Chapter {
    let variants = Algorithm::all().into_iter().map(|algorithm| Variant {
        key: algorithm.name(),
        about: algorithm.about(),
        example: format!(r#"{{ "algorithm": "{}", "width": 60, "height": 40 }}"#, algorithm.name()),
        fields: Dig::notes(&Recipe::new(algorithm)),
    });
    Chapter {
        name: "dig",
        about: "How a level is dug: an algorithm and its parameters.",
        subjects: Some(Subjects::NOBODY),
        body: Body::Choice(variants.collect()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn records_in(shape: &Shape) -> Vec<&'static str> {
        match shape {
            Shape::Record(name) => vec![name],
            Shape::List(inner) => records_in(inner),
            Shape::Map(key, value) => [records_in(key), records_in(value)].concat(),
            Shape::Flag
            | Shape::Whole
            | Shape::Number
            | Shape::Formula
            | Shape::Text
            | Shape::Template
            | Shape::Glyph
            | Shape::Color
            | Shape::Name(_)
            | Shape::Word(_) => Vec::new(),
        }
    }

    #[test]
    fn every_record_has_a_chapter_and_every_chapter_is_used() {
        let mut named: BTreeSet<&str> = BTreeSet::from(["pack"]);
        for section in Section::ALL {
            named.extend(records_in(&section.shape()));
        }
        let all = chapters();
        for chapter in &all {
            let fields: Vec<&FieldNote> = match &chapter.body {
                Body::Record(fields) => fields.iter().collect(),
                Body::Choice(variants) => variants.iter().flat_map(|it| &it.fields).collect(),
            };
            named.extend(fields.iter().flat_map(|it| records_in(&it.shape)));
        }
        let told: BTreeSet<&str> = all.iter().map(|it| it.name).collect();
        assert_eq!(named, told);
        assert_eq!(all.len(), told.len(), "no name is given twice");
    }

    #[test]
    fn every_key_is_described_in_a_sentence() {
        for chapter in chapters() {
            let fields = match chapter.body {
                Body::Record(fields) => fields,
                Body::Choice(variants) => variants.into_iter().flat_map(|it| it.fields).collect(),
            };
            assert!(chapter.about.ends_with('.'), "{}", chapter.name);
            if chapter.name != "dig" {
                for field in fields {
                    assert!(field.about.ends_with('.'), "{} {}", chapter.name, field.name);
                }
            }
        }
    }
}
