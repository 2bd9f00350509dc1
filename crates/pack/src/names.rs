use std::cell::Cell;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use crate::Span;

/// The place of a thing in its [`Table`]. Strings end where a pack is read; from there on a
/// name is an id.
pub struct Id<T> {
    index: u16,
    of: PhantomData<fn() -> T>,
}

impl<T> Id<T> {
    /// The id of the thing at that place.
    pub const fn new(index: u16) -> Self {
        Self { index, of: PhantomData }
    }

    /// Its place.
    pub const fn index(self) -> u16 {
        self.index
    }
}

// Written out, since deriving would ask the same of T.
impl<T> Clone for Id<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Id<T> {}
impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index
    }
}
impl<T> Eq for Id<T> {}
impl<T> PartialOrd for Id<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl<T> Ord for Id<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.index.cmp(&other.index)
    }
}
impl<T> Hash for Id<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.index.hash(state);
    }
}
impl<T> Default for Id<T> {
    fn default() -> Self {
        Self::new(0)
    }
}
impl<T> fmt::Debug for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.index)
    }
}

/// Named things in the order of their ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table<T> {
    names: Vec<String>,
    things: Vec<T>,
}

impl<T> Table<T> {
    pub(crate) fn new(named: impl IntoIterator<Item = (String, T)>) -> Self {
        let (names, things) = named.into_iter().unzip();
        Self { names, things }
    }

    /// The thing of that id.
    pub fn get(&self, id: Id<T>) -> &T {
        &self.things[usize::from(id.index)]
    }

    /// The name of that id, as the pack writes it.
    pub fn name(&self, id: Id<T>) -> &str {
        &self.names[usize::from(id.index)]
    }

    /// The id of a name.
    pub fn find(&self, name: &str) -> Option<Id<T>> {
        let index = self.names.iter().position(|it| it == name)?;
        u16::try_from(index).ok().map(Id::new)
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.things.len()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.things.is_empty()
    }

    /// All of them with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (Id<T>, &T)> {
        self.things.iter().zip(0..).map(|(thing, index)| (Id::new(index), thing))
    }
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self { names: Vec::new(), things: Vec::new() }
    }
}

/// The parts of a pack that hold named things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// What things have: health, gold, solid.
    Attributes,
    /// What things are: actors, items, doors, walls.
    Kinds,
    /// What befalls actors for a time.
    States,
    /// What fills cells: gas, fire, water.
    Fields,
    /// How actors decide.
    Minds,
    /// What actors can cast.
    Abilities,
    /// Where it is played.
    Levels,
    /// Lists to draw from by weight.
    Tables,
    /// Lists of words for texts.
    Words,
    /// Choices to make.
    Menus,
    /// Places where things are worn.
    Slots,
}

impl Section {
    /// All sections, in the order of the manual.
    pub const ALL: [Self; 11] = [
        Self::Attributes,
        Self::Kinds,
        Self::States,
        Self::Fields,
        Self::Minds,
        Self::Abilities,
        Self::Levels,
        Self::Tables,
        Self::Words,
        Self::Menus,
        Self::Slots,
    ];

    /// The key of the section in a file.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Attributes => "attributes",
            Self::Kinds => "kinds",
            Self::States => "states",
            Self::Fields => "fields",
            Self::Minds => "minds",
            Self::Abilities => "abilities",
            Self::Levels => "levels",
            Self::Tables => "tables",
            Self::Words => "words",
            Self::Menus => "menus",
            Self::Slots => "slots",
        }
    }

    /// What one thing of it is called in a message.
    pub const fn one(self) -> &'static str {
        match self {
            Self::Attributes => "attribute",
            Self::Kinds => "kind",
            Self::States => "state",
            Self::Fields => "field",
            Self::Minds => "mind",
            Self::Abilities => "ability",
            Self::Levels => "level",
            Self::Tables => "table",
            Self::Words => "word list",
            Self::Menus => "menu",
            Self::Slots => "slot",
        }
    }
}

/// All names that a pack declares, with their places and whether anything speaks of them.
#[derive(Default)]
pub(crate) struct Names {
    sections: [BTreeMap<String, Declared>; Section::ALL.len()],
}

struct Declared {
    index: u16,
    span: Span,
    used: Cell<bool>,
}

impl Names {
    /// Declares a name; its id is the next of its section.
    pub(crate) fn declare(&mut self, section: Section, name: &str, span: Span) {
        let section = &mut self.sections[section as usize];
        let index = u16::try_from(section.len()).unwrap_or(u16::MAX);
        section.entry(name.into()).or_insert(Declared { index, span, used: Cell::new(false) });
    }

    /// The place of a name, which counts as used from now on.
    pub(crate) fn find(&self, section: Section, name: &str) -> Option<u16> {
        let declared = self.sections[section as usize].get(name)?;
        declared.used.set(true);
        Some(declared.index)
    }

    /// All names of a section.
    pub(crate) fn of(&self, section: Section) -> impl Iterator<Item = &str> {
        self.sections[section as usize].keys().map(String::as_str)
    }

    /// Declared names that nothing speaks of.
    pub(crate) fn unused(&self, section: Section) -> impl Iterator<Item = (&str, Span)> {
        let section = self.sections[section as usize].iter();
        section.filter(|(_, it)| !it.used.get()).map(|(name, it)| (name.as_str(), it.span))
    }
}
