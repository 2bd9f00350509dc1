//! The words of formulas.

use barrow_dice::Variable;

use super::Subject;
use crate::model::{Attribute, Field, Kind, Room, RunModifier, Selection, State};
use crate::names::Id;

/// A word of a formula, as the engine looks it up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// The value of a subject's attribute.
    Value(Subject, Id<Attribute>),
    /// The maximum of a subject's gauge.
    Max(Subject, Id<Attribute>),
    /// The number of turns that a subject will stay in a state.
    State(Subject, Id<State>),
    /// The amount of a field where a subject is.
    Field(Subject, Id<Field>),
    /// The number of things of a kind that a subject carries.
    Carries(Subject, Id<Kind>),
    /// The number of things of a kind that a subject wears.
    Wears(Subject, Id<Kind>),
    /// The number of items with a flag that a subject carries.
    CarriesTag(Subject, Id<Attribute>),
    /// The number of items with a flag that a subject wears.
    WearsTag(Subject, Id<Attribute>),
    /// Whether players know what a subject is.
    Known(Subject),
    /// Whether a subject is worn.
    Worn(Subject),
    /// The size of a subject's stack.
    StackSize(Subject),
    /// Whether a subject is a foe of the thing whose rule it is.
    Foe(Subject),
    /// Whether a subject is on the side of the thing whose rule it is.
    Friend(Subject),
    /// The number of things of a kind near a subject.
    Near(Subject, Reach, Id<Kind>),
    /// The light where a subject is, 0 to 1.
    Light(Subject),
    /// Whether careful actors avoid the cell where a subject is.
    Danger(Subject),
    /// Whether a subject is open or switched on.
    Open(Subject),
    /// Whether a subject is locked.
    Locked(Subject),
    /// Whether a subject stands in a room of a type.
    In(Subject, Id<Room>),
    /// The number of the floor.
    Floor,
    /// The number of open cells that the level had when it was made.
    FloorCells,
    /// The number of rooms of the level that players have entered.
    RoomsEntered,
    /// The number of rooms of the level that players have cleared.
    RoomsCleared,
    /// The number of rooms of the level that players have seen.
    RoomsSeen,
    /// The turn or tick of the run.
    Turn,
    /// The distance between actor and target, in steps.
    Distance,
    /// The number of things of a kind on the level.
    Count(Id<Kind>),
    /// The number of things that a selection finds.
    Selected(Id<Selection>),
    /// A parameter of the routine.
    Parameter(u8),
    /// The number of times that a feat was awarded before the run, by its index.
    Feat(u16),
    /// Whether the run has a modifier.
    Mod(Id<RunModifier>),
    /// The number of finished runs before this one.
    Runs,
    /// The current amount, such as damage; 0 where there is none.
    Amount,
    /// Whether the damage at hand has the type of this attribute; see `HarmType::mark`.
    HarmType(Id<Attribute>),
}

/// Which cells count as near.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The cell itself.
    Here,
    /// The four cells beside it.
    Beside,
    /// The eight cells around it.
    Around,
}

impl Reach {
    /// All variants, with their words in formulas.
    pub(super) const ALL: [(&'static str, Self); 3] =
        [("here.", Self::Here), ("beside.", Self::Beside), ("around.", Self::Around)];
}

impl Word {
    /// Returns the word as a variable of a formula.
    pub fn variable(self) -> Variable {
        let (tag, subject, index) = match self {
            Self::Value(subject, id) => (0, subject, id.index()),
            Self::Max(subject, id) => (1, subject, id.index()),
            Self::State(subject, id) => (2, subject, id.index()),
            Self::Field(subject, id) => (3, subject, id.index()),
            Self::Carries(subject, id) => (4, subject, id.index()),
            Self::Light(subject) => (5, subject, 0),
            Self::Floor => (6, Subject::Own, 0),
            Self::Turn => (7, Subject::Own, 0),
            Self::Distance => (8, Subject::Own, 0),
            Self::Count(id) => (9, Subject::Own, id.index()),
            Self::Amount => (10, Subject::Own, 0),
            Self::Wears(subject, id) => (11, subject, id.index()),
            Self::Danger(subject) => (15, subject, 0),
            Self::Open(subject) => (16, subject, 0),
            Self::Locked(subject) => (17, subject, 0),
            Self::CarriesTag(subject, id) => (18, subject, id.index()),
            Self::WearsTag(subject, id) => (19, subject, id.index()),
            Self::Known(subject) => (20, subject, 0),
            Self::Worn(subject) => (21, subject, 0),
            Self::StackSize(subject) => (22, subject, 0),
            Self::Foe(subject) => (23, subject, 0),
            Self::Friend(subject) => (24, subject, 0),
            Self::HarmType(id) => (25, Subject::Own, id.index()),
            Self::Selected(id) => (30, Subject::Own, id.index()),
            Self::Parameter(index) => (31, Subject::Own, index.into()),
            Self::In(subject, id) => (40, subject, id.index()),
            Self::FloorCells => (41, Subject::Own, 0),
            Self::RoomsEntered => (42, Subject::Own, 0),
            Self::RoomsCleared => (43, Subject::Own, 0),
            Self::RoomsSeen => (44, Subject::Own, 0),
            Self::Feat(index) => (60, Subject::Own, index),
            Self::Mod(id) => (61, Subject::Own, id.index()),
            Self::Runs => (62, Subject::Own, 0),
            Self::Near(subject, reach, id) => (12 + reach as u32, subject, id.index()),
        };
        Variable(tag << 24 | (subject as u32) << 16 | u32::from(index))
    }

    /// Returns the subject that it asks, if it asks one.
    pub const fn subject(self) -> Option<Subject> {
        match self {
            Self::Value(subject, _)
            | Self::Max(subject, _)
            | Self::State(subject, _)
            | Self::Field(subject, _)
            | Self::Carries(subject, _)
            | Self::Wears(subject, _)
            | Self::CarriesTag(subject, _)
            | Self::WearsTag(subject, _)
            | Self::Near(subject, ..)
            | Self::Known(subject)
            | Self::Worn(subject)
            | Self::StackSize(subject)
            | Self::Foe(subject)
            | Self::Friend(subject)
            | Self::Light(subject)
            | Self::Danger(subject)
            | Self::Open(subject)
            | Self::Locked(subject)
            | Self::In(subject, _) => Some(subject),
            Self::Floor
            | Self::FloorCells
            | Self::RoomsEntered
            | Self::RoomsCleared
            | Self::RoomsSeen
            | Self::Turn
            | Self::Distance
            | Self::Count(_)
            | Self::Selected(_)
            | Self::Parameter(_)
            | Self::Amount
            | Self::Feat(_)
            | Self::Mod(_)
            | Self::Runs
            | Self::HarmType(_) => None,
        }
    }

    /// Returns the kind whose things it counts.
    pub(crate) const fn counted(self) -> Option<Id<Kind>> {
        if let Self::Count(id) | Self::Carries(_, id) | Self::Wears(_, id) | Self::Near(_, _, id) =
            self
        {
            Some(id)
        } else {
            None
        }
    }

    /// Returns the attribute whose effective value it reads, and whether it reads a maximum.
    pub(crate) const fn attribute(self) -> Option<(Id<Attribute>, bool)> {
        if let Self::Value(_, id) | Self::CarriesTag(_, id) | Self::WearsTag(_, id) = self {
            Some((id, false))
        } else if let Self::Max(_, id) = self {
            Some((id, true))
        } else {
            None
        }
    }

    /// Returns the word that a variable stands for. Most words are values, so those are decoded
    /// where they are read.
    #[inline]
    pub const fn of(variable: Variable) -> Self {
        let index = (variable.0 & 0xFFFF) as u16;
        let subject = Subject::EVERY[(variable.0 >> 16 & 0xFF) as usize];
        match variable.0 >> 24 {
            0 => Self::Value(subject, Id::new(index)),
            1 => Self::Max(subject, Id::new(index)),
            tag => Self::other(tag, subject, index),
        }
    }

    #[cold]
    const fn other(tag: u32, subject: Subject, index: u16) -> Self {
        match tag {
            2 => Self::State(subject, Id::new(index)),
            3 => Self::Field(subject, Id::new(index)),
            4 => Self::Carries(subject, Id::new(index)),
            5 => Self::Light(subject),
            6 => Self::Floor,
            7 => Self::Turn,
            8 => Self::Distance,
            9 => Self::Count(Id::new(index)),
            11 => Self::Wears(subject, Id::new(index)),
            12 => Self::Near(subject, Reach::Here, Id::new(index)),
            13 => Self::Near(subject, Reach::Beside, Id::new(index)),
            14 => Self::Near(subject, Reach::Around, Id::new(index)),
            15 => Self::Danger(subject),
            16 => Self::Open(subject),
            17 => Self::Locked(subject),
            30 => Self::Selected(Id::new(index)),
            31 => Self::Parameter((index & 0xFF) as u8),
            40 => Self::In(subject, Id::new(index)),
            41 => Self::FloorCells,
            42 => Self::RoomsEntered,
            43 => Self::RoomsCleared,
            44 => Self::RoomsSeen,
            18 => Self::CarriesTag(subject, Id::new(index)),
            19 => Self::WearsTag(subject, Id::new(index)),
            20 => Self::Known(subject),
            21 => Self::Worn(subject),
            22 => Self::StackSize(subject),
            23 => Self::Foe(subject),
            24 => Self::Friend(subject),
            25 => Self::HarmType(Id::new(index)),
            60 => Self::Feat(index),
            61 => Self::Mod(Id::new(index)),
            62 => Self::Runs,
            _ => Self::Amount,
        }
    }
}
