mod parts;
mod telling;
mod walk;

pub use parts::{HarmType, Portion, Reveal};
pub use walk::{CellShape, Cells, DoorChange, Leaf, Nature, Nest, ValueChange};

use std::sync::Arc;

use barrow_dice::Formula;
use serde::{Deserialize, Serialize};

use super::{Ability, Attribute, AttributeKind, Field, Kind, Level, Lots, Menu, State, Way};
use crate::data::Keyword;
use crate::form::{Choice, Data, Form, Shape, read_choice};
use crate::json::Node;
use crate::names::Id;
use crate::reader::Reader;
use crate::scope::{Subject, Subjects};
use crate::template::Template;

/// Everything that content can make happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each field is told in `fields`, where authors read it")]
pub enum Effect {
    /// Adds to a number or gauge.
    Change { attribute: Id<Attribute>, by: Formula, had: bool, of: Subject },
    /// Sets a flag, number or gauge.
    Set { attribute: Id<Attribute>, to: Formula, had: bool, of: Subject },
    /// Fills a gauge up.
    Fill { attribute: Id<Attribute>, of: Subject },
    /// Adds to the most of a gauge.
    Raise { attribute: Id<Attribute>, by: Formula, of: Subject },
    /// Lowers life, and remembers by whose hand.
    Harm { by: Formula, kind: HarmType, cause: Arc<str>, of: Subject },
    /// Kills at once what acts, has life or can be broken.
    Die { cause: Arc<str>, of: Subject },
    /// Puts into a state.
    Apply { state: Id<State>, turns: Option<Formula>, of: Subject },
    /// Ends a state.
    Cure { state: Id<State>, of: Subject },
    /// Brings something into being on a free cell near a subject.
    Spawn {
        kind: Option<Id<Kind>>,
        table: Option<Id<Lots>>,
        count: Option<Formula>,
        radius: Option<Formula>,
        at: Subject,
    },
    /// Takes something out of the world, without a death.
    Remove { of: Subject },
    /// Turns something into another kind.
    Become { kind: Id<Kind>, of: Subject },
    /// Puts something into a bag, or at the feet when the bag is full.
    Give { kind: Option<Id<Kind>>, table: Option<Id<Lots>>, count: Option<Formula>, of: Subject },
    /// Drops things that someone carries, drawn at random.
    Spill { count: Option<Formula>, radius: Option<Formula>, of: Subject },
    /// Takes something out of a bag for good.
    Take { kind: Id<Kind>, count: Option<Formula>, of: Subject },
    /// Makes someone forget who harmed it and where its foes were.
    Forget { of: Subject },
    /// Makes the kind of a thing known.
    Identify { of: Subject },
    /// Pushes away from the actor.
    Push { cells: Option<Formula>, of: Subject },
    /// Moves to a random free cell.
    Move { radius: Option<Formula>, of: Subject },
    /// Takes the player to another level.
    Go { way: Way, level: Option<Id<Level>> },
    /// Opens a door, locked or not.
    Open { of: Subject },
    /// Closes a door.
    Close { of: Subject },
    /// Closes and locks a door.
    Lock { of: Subject },
    /// Unlocks a door.
    Unlock { of: Subject },
    /// Puts a field onto cells.
    Put {
        field: Id<Field>,
        amount: Option<Formula>,
        radius: Option<Formula>,
        beyond: Option<Formula>,
        star: bool,
        fresh: bool,
        at: Subject,
    },
    /// Turns the ground into another kind, and opens what stood there.
    Build { kind: Id<Kind>, radius: Option<Formula>, at: Subject },
    /// Makes a noise that is heard near by.
    Noise { text: Template, range: Option<Formula>, at: Subject },
    /// Lights cells up for a while.
    Flash { radius: Formula, turns: Option<Formula>, at: Subject },
    /// Lets the player know what he has not seen.
    Reveal { what: Reveal },
    /// Tells the player something.
    Say { text: Template },
    /// Gives the front end a sound to play.
    Cue { name: Arc<str> },
    /// Does one thing or another.
    If { when: Formula, then: Vec<Effect>, otherwise: Vec<Effect> },
    /// Does something, or not, by chance.
    Chance { of: Formula, then: Vec<Effect>, otherwise: Vec<Effect> },
    /// Does one of several things, by weight.
    Pick { lots: Vec<Portion> },
    /// Rolls a number once, for all that follows to read as `amount`.
    With { amount: Formula, then: Vec<Effect> },
    /// Does something several times.
    Repeat { times: Formula, then: Vec<Effect> },
    /// Does something to everyone around, each in turn the target.
    Area { radius: Formula, at: Subject, spares: bool, then: Vec<Effect> },
    /// Does something after some turns; the cells can be shown meanwhile.
    Later { turns: Formula, radius: Option<Formula>, then: Vec<Effect> },
    /// Gives the player a choice.
    Menu { menu: Id<Menu> },
    /// Casts an ability at the target, free of cost.
    Cast { ability: Id<Ability> },
    /// Notes a deed for the profile, such as an unlock.
    Award { name: Arc<str> },
    /// Ends the run well.
    Win { text: Template },
    /// Ends the run badly.
    Lose { text: Template },
}

impl Keyword for Subject {
    const ALL: &'static [Self] = &Self::EVERY;
    const WORDS: &'static [&'static str] = Self::NAMES;
}

impl Data for Effect {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let effect = read_choice(node, reader);
        if let Some(Self::Set { attribute, .. }) = &effect {
            reader.names.set.borrow_mut().insert(*attribute);
        }
        effect
    }

    fn shape() -> Shape {
        Shape::Record(Self::NAME)
    }
}

impl Choice for Effect {
    const NAME: &'static str = "effect";
    const ABOUT: &'static str = "Something that happens. Lists of effects run in order.";
    const SUBJECTS: Subjects = Subjects::DEED;

    fn all() -> Vec<Self> {
        telling::all()
    }

    fn key(&self) -> &'static str {
        telling::key(self)
    }

    fn about(&self) -> &'static str {
        telling::about(self)
    }

    fn example(&self) -> &'static str {
        telling::example(self)
    }

    #[expect(clippy::too_many_lines, reason = "an arm for each effect, and nothing else")]
    fn fields(&mut self, form: &mut Form<'_, '_>) {
        match self {
            Self::Change { attribute, by, had, of } => {
                form.only(AttributeKind::COUNTED).needed(
                    "attribute",
                    "What is changed.",
                    attribute,
                );
                form.needed("by", "What is added; negative takes away.", by);
                form.field("had", "Only where it has one already.", had);
                form.word("of", "Whose.", of);
            }
            Self::Set { attribute, to, had, of } => {
                form.needed("attribute", "What is set.", attribute);
                form.needed("to", "Its new value; a flag is 0 or 1, or true or false.", to);
                form.field("had", "Only where it has one already.", had);
                form.word("of", "Whose.", of);
            }
            Self::Fill { attribute, of } => {
                form.only(&[AttributeKind::Gauge]).main("attribute", "The gauge.", attribute);
                form.word("of", "Whose.", of);
            }
            Self::Raise { attribute, by, of } => {
                form.only(&[AttributeKind::Gauge]).needed("attribute", "The gauge.", attribute);
                form.needed("by", "What is added; negative takes away.", by);
                form.word("of", "Whose.", of);
            }
            Self::Harm { by, kind, cause, of } => {
                form.main("by", "How much; `amount` in what follows.", by);
                form.field("type", "What kind of harm: `<type>_immune` spares from it.", kind);
                form.field(
                    "cause",
                    "What the end of the run calls it; without it, the actor.",
                    cause,
                );
                form.word("of", "Whom.", of);
            }
            Self::Die { cause, of } => {
                form.field("cause", "What the end of the run calls it.", cause);
                form.word("of", "Whom.", of);
            }
            Self::Apply { state, turns, of } => {
                form.main("state", "The state.", state);
                form.field("for", "How many turns; without it, as the state says.", turns);
                form.word("of", "Whom.", of);
            }
            Self::Cure { state, of } => {
                form.main("state", "The state.", state);
                form.word("of", "Whose.", of);
            }
            Self::Spawn { kind, table, count, radius, at } => {
                form.field("kind", "The kind.", kind);
                form.field("table", "Or a table to draw from.", table);
                form.field("count", "How many; without it, one.", count);
                form.field(
                    "radius",
                    "How far off at the most; without it, as near as can be.",
                    radius,
                );
                form.word("at", "Near whom.", at);
            }
            Self::Remove { of }
            | Self::Open { of }
            | Self::Close { of }
            | Self::Lock { of }
            | Self::Unlock { of } => {
                form.word("of", "What.", of);
            }
            Self::Become { kind, of } => {
                form.main("kind", "Into what.", kind);
                form.word("of", "What.", of);
            }
            Self::Give { kind, table, count, of } => {
                form.field("kind", "The kind.", kind);
                form.field("table", "Or a table to draw from.", table);
                form.field("count", "How many; without it, one.", count);
                form.word("of", "Whose bag.", of);
            }
            Self::Take { kind, count, of } => {
                form.main("kind", "The kind.", kind);
                form.field("count", "How many; without it, one.", count);
                form.word("of", "Whose bag.", of);
            }
            Self::Spill { count, radius, of } => {
                form.field("count", "How many; without it, one.", count);
                form.field("radius", "How far they fall; without it, one cell.", radius);
                form.word("of", "Whose bag.", of);
            }
            Self::Forget { of } => form.word("of", "Who.", of),
            Self::Identify { of } => {
                form.word("of", "Which thing.", of);
            }
            Self::Push { cells, of } => {
                form.field(
                    "cells",
                    "How far; without it, one cell; below zero, it is pulled.",
                    cells,
                );
                form.word("of", "Whom.", of);
            }
            Self::Move { radius, of } => {
                form.field("radius", "How far at the most; without it, anywhere.", radius);
                form.word("of", "Whom.", of);
            }
            Self::Go { way, level } => {
                form.word("way", "Which link of the level.", way);
                form.field("level", "Or a level by name.", level);
            }
            Self::Put { field, amount, radius, beyond, star, fresh, at } => {
                form.main("field", "The field.", field);
                form.field("amount", "How much in each cell; without it, 1.", amount);
                form.field("radius", "How many cells around; without it, one cell.", radius);
                form.field("beyond", "Only farther off than so many cells.", beyond);
                form.field("star", "Only in the eight straight directions.", star);
                form.field("fresh", "Only onto firm ground that has none of it yet.", fresh);
                form.word("at", "Around whom.", at);
            }
            Self::Build { kind, radius, at } => {
                form.main("kind", "The new ground.", kind);
                form.field(
                    "radius",
                    "How many cells around, as a square; without it, one cell.",
                    radius,
                );
                form.word("at", "Around whom.", at);
            }
            Self::Noise { text, range, at } => {
                form.main("text", "What is heard.", text);
                form.field("range", "How far; without it, 10.", range);
                form.word("at", "Where.", at);
            }
            Self::Flash { radius, turns, at } => {
                form.main("radius", "How far.", radius);
                form.field("turns", "How long; without it, one turn.", turns);
                form.word("at", "Around whom.", at);
            }
            Self::Reveal { what } => {
                form.main_word("what", "What becomes known.", what);
            }
            Self::Say { text } => {
                form.main("text", "What is told.", text);
            }
            Self::Cue { name } => {
                form.main("name", "Its name.", name);
            }
            Self::If { when, then, otherwise } => {
                form.needed("when", "What must hold.", when);
                form.needed("do", "What happens then.", then);
                form.field("else", "What happens otherwise.", otherwise);
            }
            Self::Chance { of, then, otherwise } => {
                form.needed("of", "How likely.", of);
                form.needed("do", "What happens then.", then);
                form.field("else", "What happens otherwise.", otherwise);
            }
            Self::Pick { lots } => {
                form.main("lots", "What may happen.", lots);
            }
            Self::With { amount, then } => {
                form.needed("amount", "The number; formulas in `do` call it `amount`.", amount);
                form.needed("do", "What happens with it.", then);
            }
            Self::Repeat { times, then } => {
                form.needed("times", "How often, at most a hundred.", times);
                form.needed("do", "What happens.", then);
            }
            Self::Area { radius, at, spares, then } => {
                form.needed("radius", "How far, as a square.", radius);
                form.word("at", "Around whom.", at);
                form.field("spares", "Whom it is around is spared.", spares);
                form.needed("do", "What happens.", then);
            }
            Self::Later { turns, radius, then } => {
                form.needed("turns", "After how many turns.", turns);
                form.field("radius", "It then happens to all within so many cells of where the target stood, and these cells are shown.", radius);
                form.needed("do", "What happens.", then);
            }
            Self::Menu { menu } => {
                form.main("menu", "The menu.", menu);
            }
            Self::Cast { ability } => {
                form.main("ability", "The ability.", ability);
            }
            Self::Award { name } => {
                form.main("name", "What the profile calls it.", name);
            }
            Self::Win { text } | Self::Lose { text } => {
                form.main("text", "What is told at the end.", text);
            }
        }
    }

    fn flaw(&self) -> Option<&'static str> {
        // The other effects need no more than their fields.
        #[expect(clippy::wildcard_enum_match_arm, reason = "see above")]
        match self {
            Self::Spawn { kind, table, .. } | Self::Give { kind, table, .. } => {
                one_of_two(kind.is_some(), table.is_some(), KIND_OR_TABLE)
            }
            Self::Pick { lots } if lots.is_empty() => Some("there is nothing to pick from"),
            _ => None,
        }
    }
}

pub(super) const KIND_OR_TABLE: [&str; 2] =
    ["say what: give `kind` or `table`", "`kind` and `table` exclude each other; keep one"];

/// The flaw of leaving out both of two fields, or giving both.
pub(super) const fn one_of_two(
    first: bool,
    second: bool,
    flaws: [&'static str; 2],
) -> Option<&'static str> {
    match (first, second) {
        (false, false) => Some(flaws[0]),
        (true, true) => Some(flaws[1]),
        _ => None,
    }
}
