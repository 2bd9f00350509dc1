//! The words that a formula may use.

mod word;

use std::sync::Arc;

use barrow_dice::{Scope, Variable};
use serde::{Deserialize, Serialize};

use crate::Report;
use crate::model::{Attribute, AttributeKind, HarmType, Kind};
use crate::names::{Id, Names, Section};

pub use self::word::{Reach, Word};

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
    pub(crate) const fn of<const N: usize>(subjects: [Subject; N]) -> Self {
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
    /// Who decides, its nearest foe, and the player.
    pub const MIND: Self =
        Self::of([Subject::Own, Subject::Actor, Subject::Target, Subject::Player]);
    /// All subjects, as when someone does something to someone with something.
    pub const DEED: Self =
        Self::of([Subject::Own, Subject::Actor, Subject::Target, Subject::Item, Subject::Player]);

    /// All subjects, and the thing at hand.
    pub const EVERYONE: Self = Self::DEED.with_it();

    /// Returns the set with the thing at hand.
    pub const fn with_it(self) -> Self {
        self.or(Self::of([Subject::It]))
    }

    /// Returns the subjects of both sets.
    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
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
        if let Some(name) = path.strip_prefix("in.") {
            return find(Section::Rooms, name).map(|it| Word::In(subject, Id::new(it)));
        }
        if path.starts_with("carries.") || path.starts_with("wears.") {
            return self.possession(subject, path);
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

    /// Returns the word for what the subject carries or wears.
    fn possession(&self, subject: Subject, path: &str) -> Option<Word> {
        let (carried, rest) = match path.strip_prefix("carries.") {
            Some(rest) => (true, rest),
            None => (false, path.strip_prefix("wears.")?),
        };
        match (rest.strip_prefix("tag."), carried) {
            (Some(flag), true) => self.flag(flag).map(|it| Word::CarriesTag(subject, it)),
            (Some(flag), false) => self.flag(flag).map(|it| Word::WearsTag(subject, it)),
            (None, true) => self.kind(rest).map(|it| Word::Carries(subject, it)),
            (None, false) => self.kind(rest).map(|it| Word::Wears(subject, it)),
        }
    }
}

impl Words<'_> {
    /// Returns every path that [`Self::about`] knows. Behind a subject's name they are words.
    fn names_about(&self) -> Vec<String> {
        let of_kind = |kind| {
            let attributes = self.names.of(Section::Attributes);
            attributes.filter(move |it| self.names.kind(it) == Some(kind))
        };
        let mut about: Vec<String> =
            of_kind(AttributeKind::Gauge).map(|it| format!("{it}.max")).collect();
        about.extend(FACTS.map(String::from));
        for section in [Section::Attributes, Section::States, Section::Fields] {
            about.extend(self.names.of(section).map(String::from));
        }
        for word in ["carries.", "wears."].into_iter().chain(Reach::ALL.map(|it| it.0)) {
            about.extend(self.names.of(Section::Kinds).map(|it| format!("{word}{it}")));
        }
        about.extend(self.names.of(Section::Rooms).map(|it| format!("in.{it}")));
        for flag in of_kind(AttributeKind::Flag) {
            about.extend(["carries.tag.", "wears.tag."].map(|word| format!("{word}{flag}")));
        }
        about
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
        let about = self.names_about();
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
