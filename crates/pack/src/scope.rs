//! Who and what a formula may speak of.

use barrow_dice::{Scope, Variable};

use crate::model::{Attribute, Field, Kind, State};
use crate::names::{Id, Names, Section};

/// Someone or something that a formula or a text speaks of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// Whose rule it is: the owner of the occasion.
    #[default]
    Own,
    /// Who does it.
    Actor,
    /// To whom it is done.
    Target,
    /// With what it is done.
    Item,
    /// The player whose turn it is, or the nearest one.
    Player,
}

impl Subject {
    /// All of them, as in [`Subject::NAMES`].
    pub const EVERY: [Self; 5] = [Self::Own, Self::Actor, Self::Target, Self::Item, Self::Player];
    /// What formulas, texts and effects call them.
    pub const NAMES: &'static [&'static str] = &["self", "actor", "target", "item", "player"];
    /// Further words for them, for those who think in fights.
    const FIGHT_WORDS: [(&'static str, Self); 2] =
        [("attacker", Self::Actor), ("defender", Self::Target)];

    pub(crate) fn from_word(word: &str) -> Option<Self> {
        let plain = Self::NAMES.iter().zip(Self::EVERY).find(|(it, _)| **it == word);
        let fight = Self::FIGHT_WORDS.iter().find(|(it, _)| *it == word);
        plain.map(|(_, subject)| subject).or(fight.map(|&(_, subject)| subject))
    }
}

/// The subjects that are there in some place of a pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Subjects(u8);

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

    /// Only the thing itself, as when it comes into being.
    pub(crate) const OWN: Self = Self::of([Subject::Own, Subject::Player]);
    /// Everyone, as when something is done by someone to someone with something.
    pub(crate) const DEED: Self =
        Self::of([Subject::Own, Subject::Actor, Subject::Target, Subject::Item, Subject::Player]);

    pub(crate) const fn contains(self, subject: Subject) -> bool {
        self.0 >> subject as u8 & 1 == 1
    }
}

/// A word of a formula, as the engine looks it up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// The value of a subject's attribute.
    Value(Subject, Id<Attribute>),
    /// The most that a subject's gauge can hold.
    Most(Subject, Id<Attribute>),
    /// How many turns a subject will be in a state.
    State(Subject, Id<State>),
    /// How much of a field there is where a subject stands.
    Field(Subject, Id<Field>),
    /// How many things of a kind a subject carries.
    Carries(Subject, Id<Kind>),
    /// How bright it is where a subject stands: 0 to 1.
    Light(Subject),
    /// The number of the floor.
    Floor,
    /// The turn or tick of the run.
    Turn,
    /// How far actor and target are from each other, in steps.
    Distance,
    /// How many things of a kind there are on the level.
    Count(Id<Kind>),
    /// The value that is being worked on, where there is one.
    Amount,
}

impl Word {
    /// The word as a variable of a formula.
    pub fn variable(self) -> Variable {
        let (tag, subject, index) = match self {
            Self::Value(subject, id) => (0, subject, id.index()),
            Self::Most(subject, id) => (1, subject, id.index()),
            Self::State(subject, id) => (2, subject, id.index()),
            Self::Field(subject, id) => (3, subject, id.index()),
            Self::Carries(subject, id) => (4, subject, id.index()),
            Self::Light(subject) => (5, subject, 0),
            Self::Floor => (6, Subject::Own, 0),
            Self::Turn => (7, Subject::Own, 0),
            Self::Distance => (8, Subject::Own, 0),
            Self::Count(id) => (9, Subject::Own, id.index()),
            Self::Amount => (10, Subject::Own, 0),
        };
        Variable(tag << 24 | (subject as u32) << 16 | u32::from(index))
    }

    /// The word that a variable stands for.
    pub const fn of(variable: Variable) -> Self {
        let index = (variable.0 & 0xFFFF) as u16;
        let subject = Subject::EVERY[(variable.0 >> 16 & 0xFF) as usize];
        match variable.0 >> 24 {
            0 => Self::Value(subject, Id::new(index)),
            1 => Self::Most(subject, Id::new(index)),
            2 => Self::State(subject, Id::new(index)),
            3 => Self::Field(subject, Id::new(index)),
            4 => Self::Carries(subject, Id::new(index)),
            5 => Self::Light(subject),
            6 => Self::Floor,
            7 => Self::Turn,
            8 => Self::Distance,
            9 => Self::Count(Id::new(index)),
            _ => Self::Amount,
        }
    }
}

/// The words a formula may use in some place of a pack.
pub(crate) struct Words<'n> {
    pub(crate) names: &'n Names,
    pub(crate) subjects: Subjects,
}

impl Words<'_> {
    fn about(&self, subject: Subject, path: &str) -> Option<Word> {
        let find = |section, name| self.names.find(section, name);
        if path == "light" {
            return Some(Word::Light(subject));
        }
        if let Some((name, "max")) = path.rsplit_once('.') {
            return find(Section::Attributes, name).map(|it| Word::Most(subject, Id::new(it)));
        }
        if let Some(name) = path.strip_prefix("carries.") {
            return find(Section::Kinds, name).map(|it| Word::Carries(subject, Id::new(it)));
        }
        let value = find(Section::Attributes, path).map(|it| Word::Value(subject, Id::new(it)));
        let state = || find(Section::States, path).map(|it| Word::State(subject, Id::new(it)));
        let field = || find(Section::Fields, path).map(|it| Word::Field(subject, Id::new(it)));
        value.or_else(state).or_else(field)
    }
}

impl Scope for Words<'_> {
    fn resolve(&self, path: &str) -> Option<Variable> {
        let plain = match path {
            "floor" => Some(Word::Floor),
            "turn" => Some(Word::Turn),
            "distance" => Some(Word::Distance),
            "amount" => Some(Word::Amount),
            _ => None,
        };
        let counted = || {
            let kind = path.strip_prefix("count.")?;
            self.names.find(Section::Kinds, kind).map(|it| Word::Count(Id::new(it)))
        };
        let told = || {
            let (subject, rest) = path.split_once('.')?;
            let subject = Subject::from_word(subject).filter(|it| self.subjects.contains(*it))?;
            self.about(subject, rest)
        };
        let own = || self.about(Subject::Own, path);
        plain.or_else(counted).or_else(told).or_else(own).map(Word::variable)
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> =
            ["floor", "turn", "distance", "amount", "light"].map(String::from).to_vec();
        for section in [Section::Attributes, Section::States, Section::Fields] {
            names.extend(self.names.of(section).map(String::from));
        }
        let subjects = Subject::NAMES.iter().zip(Subject::EVERY);
        for (word, _) in subjects.filter(|(_, it)| self.subjects.contains(*it)) {
            names.extend(self.names.of(Section::Attributes).map(|name| format!("{word}.{name}")));
        }
        names
    }
}
