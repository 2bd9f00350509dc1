//! The words that a formula may use.

use std::sync::Arc;

use barrow_dice::{Scope, Variable};
use serde::{Deserialize, Serialize};

use crate::Report;
use crate::model::{
    Attribute, AttributeKind, Field, HarmType, Kind, Room, RunModifier, Selection, State,
};
use crate::names::{Id, Names, Section};

/// Someone or something that a formula or a text refers to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Subject {
    /// The thing whose rule it is.
    #[default]
    Own,
    /// Who does it.
    Actor,
    /// Who or what it is done to.
    Target,
    /// What it is done with.
    Item,
    /// The player who takes part, or else the nearest one.
    Player,
    /// The thing at hand, in a selection.
    It,
}

impl Subject {
    /// All of them, as in [`Subject::NAMES`].
    pub const EVERY: [Self; 6] =
        [Self::Own, Self::Actor, Self::Target, Self::Item, Self::Player, Self::It];
    /// The words for them in formulas, texts and effects.
    pub const NAMES: &'static [&'static str] = &["self", "actor", "target", "item", "player", "it"];
    /// More words for them, for formulas about fights.
    const FIGHT_WORDS: [(&'static str, Self); 2] =
        [("attacker", Self::Actor), ("defender", Self::Target)];

    /// Returns who it is, in a sentence.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Own => "Whose rule it is: the thing that has the key.",
            Self::Actor => "Who does it. In fights also `attacker`.",
            Self::Target => "Who or what it is done to. In fights also `defender`.",
            Self::Item => "What it is done with.",
            Self::Player => "The player who takes part, or else the nearest one.",
            Self::It => "The thing at hand, in a selection and in the effects for its things.",
        }
    }

    pub(crate) fn from_word(word: &str) -> Option<Self> {
        let plain = Self::NAMES.iter().zip(Self::EVERY).find(|(it, _)| **it == word);
        let fight = Self::FIGHT_WORDS.iter().find(|(it, _)| *it == word);
        plain.map(|(_, subject)| subject).or(fight.map(|&(_, subject)| subject))
    }
}

/// The subjects that exist at some place of a pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subjects(u8);

impl Subjects {
    const fn of<const N: usize>(subjects: [Subject; N]) -> Self {
        let mut set = 0;
        let mut at = 0;
        while at < N {
            set |= 1 << subjects[at] as u8;
            at += 1;
        }
        Self(set)
    }

    /// Nobody: a level is dug before anyone arrives, and must not depend on who arrives.
    pub const NOBODY: Self = Self::of([]);
    /// Only the player, as when things are placed on a level.
    pub const PLAYER: Self = Self::of([Subject::Player]);
    /// Only the thing itself and the player, as when it is created.
    pub const OWN: Self = Self::of([Subject::Own, Subject::Player]);
    /// A wearer, what it wears, and the player.
    pub const WORN: Self = Self::of([Subject::Own, Subject::Item, Subject::Player]);
    /// An item, its carrier and the player.
    pub const CARRIED: Self = Self::of([Subject::Own, Subject::Actor, Subject::Player]);
    /// All subjects, as when someone does something to someone with something.
    pub const DEED: Self =
        Self::of([Subject::Own, Subject::Actor, Subject::Target, Subject::Item, Subject::Player]);

    /// All subjects, and the thing at hand.
    pub const EVERYONE: Self = Self::DEED.with_it();

    /// Returns the set with the thing at hand.
    pub const fn with_it(self) -> Self {
        Self(self.0 | 1 << Subject::It as u8)
    }

    /// Returns `true` if it contains a subject.
    pub const fn contains(self, subject: Subject) -> bool {
        self.0 >> subject as u8 & 1 == 1
    }

    /// Returns the words for its subjects.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let all = Subject::NAMES.iter().zip(Subject::EVERY);
        all.filter(move |(_, it)| self.contains(*it)).map(|(name, _)| *name)
    }
}

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
    const ALL: [(&'static str, Self); 3] =
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
            Self::Selected(id) => (30, Subject::Own, id.index()),
            Self::Parameter(index) => (31, Subject::Own, index as u16),
            Self::In(subject, id) => (40, subject, id.index()),
            Self::FloorCells => (41, Subject::Own, 0),
            Self::RoomsEntered => (42, Subject::Own, 0),
            Self::RoomsCleared => (43, Subject::Own, 0),
            Self::RoomsSeen => (44, Subject::Own, 0),
            Self::CarriesTag(subject, id) => (18, subject, id.index()),
            Self::WearsTag(subject, id) => (19, subject, id.index()),
            Self::Known(subject) => (20, subject, 0),
            Self::Worn(subject) => (21, subject, 0),
            Self::StackSize(subject) => (22, subject, 0),
            Self::Foe(subject) => (23, subject, 0),
            Self::Friend(subject) => (24, subject, 0),
            Self::HarmType(id) => (25, Subject::Own, id.index()),
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

    /// Returns the attribute whose effective value it reads, and whether it reads a maximum.
    pub(crate) const fn attribute(self) -> Option<(Id<Attribute>, bool)> {
        match self {
            Self::Value(_, id) | Self::CarriesTag(_, id) | Self::WearsTag(_, id) => {
                Some((id, false))
            }
            Self::Max(_, id) => Some((id, true)),
            Self::State(..)
            | Self::Field(..)
            | Self::Carries(..)
            | Self::Wears(..)
            | Self::Near(..)
            | Self::Known(_)
            | Self::Worn(_)
            | Self::StackSize(_)
            | Self::Foe(_)
            | Self::Friend(_)
            | Self::Light(_)
            | Self::Danger(_)
            | Self::Open(_)
            | Self::Locked(_)
            | Self::In(..)
            | Self::Floor
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

    /// Returns the word that a variable stands for.
    #[inline]
    pub const fn of(variable: Variable) -> Self {
        let index = (variable.0 & 0xFFFF) as u16;
        let subject = Subject::EVERY[(variable.0 >> 16 & 0xFF) as usize];
        match variable.0 >> 24 {
            0 => Self::Value(subject, Id::new(index)),
            1 => Self::Max(subject, Id::new(index)),
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

/// The words that a formula may use at some place of a pack.
pub(crate) struct Words<'n> {
    pub(crate) names: &'n Names,
    pub(crate) subjects: Subjects,
    /// The parameters of the routine.
    pub(crate) parameters: &'n [Arc<str>],
    /// Counts the names that are compared for suggestions.
    pub(crate) report: &'n Report,
}

/// The words that need no subject.
pub(crate) const PLAIN_WORDS: [&str; 8] = [
    "floor",
    "turn",
    "distance",
    "amount",
    "floor_cells",
    "rooms.entered",
    "rooms.cleared",
    "rooms.seen",
];

/// The words about a subject that need no name.
const FACTS: [&str; 9] =
    ["light", "danger", "open", "locked", "known", "worn", "count", "foe", "friend"];

impl Words<'_> {
    fn parameter(&self, path: &str) -> Option<Word> {
        let index = self.parameters.iter().position(|it| &**it == path)?;
        u8::try_from(index).ok().map(Word::Parameter)
    }

    fn plain(&self, path: &str) -> Option<Word> {
        let deed =
            self.subjects.contains(Subject::Actor) && self.subjects.contains(Subject::Target);
        match path {
            "floor" => Some(Word::Floor),
            "turn" if self.subjects != Subjects::NOBODY => Some(Word::Turn),
            "floor_cells" if self.subjects != Subjects::NOBODY => Some(Word::FloorCells),
            "rooms.entered" if self.subjects != Subjects::NOBODY => Some(Word::RoomsEntered),
            "rooms.cleared" if self.subjects != Subjects::NOBODY => Some(Word::RoomsCleared),
            "rooms.seen" if self.subjects != Subjects::NOBODY => Some(Word::RoomsSeen),
            "amount" if self.subjects != Subjects::NOBODY => Some(Word::Amount),
            "distance" if deed => Some(Word::Distance),
            _ => None,
        }
    }

    /// Returns a word about earlier runs or about how this one was started.
    fn of_start(&self, path: &str) -> Option<Word> {
        if path == "runs" {
            return Some(Word::Runs);
        }
        if let Some(name) = path.strip_prefix("feats.") {
            let name = unquoted(name);
            let index = self.names.feats.iter().position(|it| it == name)?;
            return u16::try_from(index).ok().map(Word::Feat);
        }
        let name = path.strip_prefix("mods.")?;
        self.names.find(Section::Modifiers, unquoted(name)).map(|it| Word::Mod(Id::new(it)))
    }

    /// Returns a kind by its name, which may be quoted.
    fn kind(&self, name: &str) -> Option<Id<Kind>> {
        self.names.find(Section::Kinds, unquoted(name)).map(Id::new)
    }

    /// Returns a flag by its name.
    fn flag(&self, name: &str) -> Option<Id<Attribute>> {
        let flag = self.names.kind(name) == Some(AttributeKind::Flag);
        self.names.find(Section::Attributes, name).filter(|_| flag).map(Id::new)
    }

    /// Returns the word for a damage type.
    fn harm_type(&self, name: &str) -> Option<Word> {
        let guard = HarmType::guard_of(name, self.names);
        HarmType { guard, ..HarmType::default() }.mark().map(Word::HarmType)
    }

    fn about(&self, subject: Subject, path: &str) -> Option<Word> {
        let find = |section, name| self.names.find(section, name);
        if path == "light" {
            return Some(Word::Light(subject));
        }
        if path == "danger" {
            return Some(Word::Danger(subject));
        }
        if let Some((name, "max")) = path.rsplit_once('.') {
            let gauge = self.names.kind(name) == Some(AttributeKind::Gauge);
            let found = find(Section::Attributes, name).filter(|_| gauge);
            return found.map(|it| Word::Max(subject, Id::new(it)));
        }
        if let Some(name) = path.strip_prefix("carries.tag.") {
            return self.flag(name).map(|it| Word::CarriesTag(subject, it));
        }
        if let Some(name) = path.strip_prefix("wears.tag.") {
            return self.flag(name).map(|it| Word::WearsTag(subject, it));
        }
        if let Some(name) = path.strip_prefix("carries.") {
            return self.kind(name).map(|it| Word::Carries(subject, it));
        }
        if let Some(name) = path.strip_prefix("in.") {
            return find(Section::Rooms, name).map(|it| Word::In(subject, Id::new(it)));
        }
        if let Some(name) = path.strip_prefix("wears.") {
            return self.kind(name).map(|it| Word::Wears(subject, it));
        }
        for (word, reach) in Reach::ALL {
            if let Some(name) = path.strip_prefix(word) {
                return self.kind(name).map(|it| Word::Near(subject, reach, it));
            }
        }
        let value = find(Section::Attributes, path).map(|it| Word::Value(subject, Id::new(it)));
        let state = || find(Section::States, path).map(|it| Word::State(subject, Id::new(it)));
        let field = || find(Section::Fields, path).map(|it| Word::Field(subject, Id::new(it)));
        // Names that the pack declares take precedence.
        let fact = || match path {
            "open" => Some(Word::Open(subject)),
            "locked" => Some(Word::Locked(subject)),
            "known" => Some(Word::Known(subject)),
            "worn" => Some(Word::Worn(subject)),
            "count" => Some(Word::StackSize(subject)),
            "foe" => Some(Word::Foe(subject)),
            "friend" => Some(Word::Friend(subject)),
            _ => None,
        };
        value.or_else(state).or_else(field).or_else(fact)
    }
}

fn unquoted(name: &str) -> &str {
    name.strip_prefix('`').and_then(|it| it.strip_suffix('`')).unwrap_or(name)
}

impl Scope for Words<'_> {
    fn resolve(&self, path: &str) -> Option<Variable> {
        let counted = || {
            let kind = path.strip_prefix("count.")?;
            let selection = || self.names.find(Section::Selections, kind).map(Id::new);
            let found = self.kind(kind).map(Word::Count);
            let found = found.or_else(|| selection().map(Word::Selected))?;
            (self.subjects != Subjects::NOBODY).then_some(found)
        };
        let typed = || {
            let deed = self.subjects.contains(Subject::Actor);
            path.strip_prefix("type.").filter(|_| deed).and_then(|it| self.harm_type(it))
        };
        let told = || {
            let (subject, rest) = path.split_once('.')?;
            let subject = Subject::from_word(subject).filter(|it| self.subjects.contains(*it))?;
            self.about(subject, rest)
        };
        let own = || {
            let own = self.subjects.contains(Subject::Own).then_some(Subject::Own)?;
            self.about(own, path)
        };
        let guess = || self.names.incomplete.then_some(Word::Floor);
        let word = self
            .parameter(path)
            .or_else(|| self.plain(path))
            .or_else(counted)
            .or_else(typed)
            .or_else(told)
            .or_else(own)
            .or_else(|| self.of_start(path))
            .or_else(guess);
        word.map(Word::variable)
    }

    fn names(&self) -> Vec<String> {
        let sections =
            [Section::Attributes, Section::States, Section::Fields, Section::Kinds, Section::Rooms];
        let count: usize = sections.iter().map(|it| self.names.count(*it)).sum();
        if !self.report.may_compare(count * (1 + Subject::EVERY.len())) {
            return Vec::new();
        }
        let plain = PLAIN_WORDS.into_iter().filter(|it| self.plain(it).is_some());
        let mut names: Vec<String> = plain.map(String::from).collect();
        let gauge = |name: &&str| self.names.kind(name) == Some(AttributeKind::Gauge);
        let gauges = self.names.of(Section::Attributes).filter(gauge);
        let mut about: Vec<String> = gauges.map(|it| format!("{it}.max")).collect();
        about.extend(FACTS.map(String::from));
        for section in [Section::Attributes, Section::States, Section::Fields] {
            about.extend(self.names.of(section).map(String::from));
        }
        for word in ["carries.", "wears."].into_iter().chain(Reach::ALL.map(|it| it.0)) {
            about.extend(self.names.of(Section::Kinds).map(|it| format!("{word}{it}")));
        }
        about.extend(self.names.of(Section::Rooms).map(|it| format!("in.{it}")));
        let flags = self.names.of(Section::Attributes);
        for flag in flags.filter(|it| self.names.kind(it) == Some(AttributeKind::Flag)) {
            about.extend(["carries.tag.", "wears.tag."].map(|word| format!("{word}{flag}")));
        }
        for attribute in self.names.of(Section::Attributes) {
            let ending = ["_taken", "_immune"].iter().find_map(|it| attribute.strip_suffix(it));
            names.extend(ending.map(|it| format!("type.{it}")));
        }
        for subject in self.subjects.names() {
            names.extend(about.iter().map(|it| format!("{subject}.{it}")));
        }
        if self.subjects.contains(Subject::Own) {
            names.extend(about);
        }
        for section in [Section::Kinds, Section::Selections] {
            names.extend(self.names.of(section).map(|it| format!("count.{it}")));
        }
        names.extend(self.parameters.iter().map(ToString::to_string));
        names.extend(self.names.feats.iter().map(|it| format!("feats.{it}")));
        names.extend(self.names.of(Section::Modifiers).map(|it| format!("mods.{it}")));
        names.push("runs".into());
        names
    }
}
