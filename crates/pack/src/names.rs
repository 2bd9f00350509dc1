mod section;

use std::cell::{Cell, RefCell};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use serde::{Deserialize, Serialize};

pub use self::section::Section;
use crate::Span;
use crate::model::AttributeKind;

/// The index of a thing in its [`Table`]. Once a pack is read, names are ids and no longer
/// strings.
#[derive(Serialize, Deserialize)]
#[serde(transparent, bound = "")]
pub struct Id<T> {
    index: u16,
    #[serde(skip)]
    of: PhantomData<fn() -> T>,
}

impl<T> Id<T> {
    /// Creates the id of the thing at that index.
    pub const fn new(index: u16) -> Self {
        Self { index, of: PhantomData }
    }

    /// Returns the index.
    pub const fn index(self) -> u16 {
        self.index
    }
}

// Written out, since deriving would require the same of T.
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table<T> {
    names: Vec<String>,
    things: Vec<T>,
}

impl<T> Table<T> {
    pub(crate) fn new(entries: impl IntoIterator<Item = (String, T)>) -> Self {
        let (names, things) = entries.into_iter().unzip();
        Self { names, things }
    }

    pub(crate) fn for_each_named(&mut self, mut change: impl FnMut(&str, &mut T)) {
        for (name, thing) in self.names.iter().zip(&mut self.things) {
            change(name, thing);
        }
    }

    /// Returns the thing of that id.
    pub fn get(&self, id: Id<T>) -> &T {
        &self.things[usize::from(id.index)]
    }

    /// Returns the thing of that id; `None` if the pack is not read that far.
    pub(crate) fn try_get(&self, id: Id<T>) -> Option<&T> {
        self.things.get(usize::from(id.index))
    }

    /// Returns the name of that id, as written in the pack.
    pub fn name(&self, id: Id<T>) -> &str {
        &self.names[usize::from(id.index)]
    }

    /// Returns the id of a name.
    pub fn find(&self, name: &str) -> Option<Id<T>> {
        let index = self.names.iter().position(|it| it == name)?;
        u16::try_from(index).ok().map(Id::new)
    }

    /// Returns the number of things.
    pub const fn len(&self) -> usize {
        self.things.len()
    }

    /// Returns `true` if there are none.
    pub const fn is_empty(&self) -> bool {
        self.things.is_empty()
    }

    /// Returns all things with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (Id<T>, &T)> {
        self.things.iter().zip(0..).map(|(thing, index)| (Id::new(index), thing))
    }
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self { names: Vec::new(), things: Vec::new() }
    }
}

/// A thing by its section and index.
pub(crate) type Reference = (Section, u16);

/// All names that a pack declares, with their ids, and which things mention which.
#[derive(Default)]
pub(crate) struct Names {
    sections: [BTreeMap<String, Declared>; Section::ALL.len()],
    /// A file could not be read. Unknown names may be declared there and are not reported.
    pub(crate) incomplete: bool,
    /// The kinds that are terrain and the tables that may draw some, each with that kind.
    pub(crate) terrain: BTreeMap<(Section, String), String>,
    /// The feats that effects award, sorted.
    pub(crate) feats: Vec<String>,
    /// The parameters of each routine.
    pub(crate) parameters: BTreeMap<String, Vec<String>>,
    /// The thing that is being read; `None` while the section `pack` is.
    current: Cell<Option<Reference>>,
    /// Which thing mentions which.
    mentions: RefCell<BTreeSet<(Option<Reference>, Reference)>>,
}

struct Declared {
    index: u16,
    span: Span,
    kind: Option<AttributeKind>,
}

impl Names {
    /// The maximum number of things in a section.
    pub(crate) const MAX: usize = 0x7FFF;

    /// Declares a name. It gets the next id of its section.
    pub(crate) fn declare(
        &mut self,
        section: Section,
        name: &str,
        span: Span,
        kind: Option<AttributeKind>,
    ) {
        let section = &mut self.sections[section as usize];
        let index = u16::try_from(section.len()).unwrap_or(u16::MAX);
        section.entry(name.into()).or_insert(Declared { index, span, kind });
    }

    /// Sets the thing that is being read: it mentions the names that are looked up from now on.
    pub(crate) fn set_current(&self, current: Option<Reference>) {
        self.current.set(current);
    }

    /// Returns the index of a name and records that it is mentioned.
    pub(crate) fn find(&self, section: Section, name: &str) -> Option<u16> {
        let index = self.look_up(section, name)?;
        self.mentions.borrow_mut().insert((self.current.get(), (section, index)));
        Some(index)
    }

    /// Returns the index of a name.
    pub(crate) fn look_up(&self, section: Section, name: &str) -> Option<u16> {
        self.sections[section as usize].get(name).map(|it| it.index)
    }

    /// Returns the name of an index.
    pub(crate) fn name_of(&self, section: Section, index: u16) -> Option<&str> {
        let mut all = self.sections[section as usize].iter();
        all.find(|(_, it)| it.index == index).map(|(name, _)| name.as_str())
    }

    /// Returns the kind of an attribute, if its declaration says so.
    pub(crate) fn kind(&self, attribute: &str) -> Option<AttributeKind> {
        self.sections[Section::Attributes as usize].get(attribute)?.kind
    }

    /// Returns the terrain that a kind is or that a table may draw.
    pub(crate) fn terrain(&self, section: Section, name: &str) -> Option<&str> {
        self.terrain.get(&(section, name.into())).map(String::as_str)
    }

    /// Returns the number of names that a section declares.
    pub(crate) fn count(&self, section: Section) -> usize {
        self.sections[section as usize].len()
    }

    /// Returns all names of a section.
    pub(crate) fn of(&self, section: Section) -> impl Iterator<Item = &str> {
        self.sections[section as usize].keys().map(String::as_str)
    }

    /// Returns the declared names that nothing mentions except themselves.
    pub(crate) fn unused(&self, section: Section) -> impl Iterator<Item = (&str, Span)> {
        let mentions = self.mentions.borrow();
        let others = mentions.iter().filter(|(who, whom)| *who != Some(*whom));
        let used: BTreeSet<Reference> = others.map(|(_, whom)| *whom).collect();
        let all = self.sections[section as usize].iter();
        all.filter(move |(_, it)| !used.contains(&(section, it.index)))
            .map(|(name, it)| (name.as_str(), it.span))
    }

    /// Returns the declared names that are mentioned, but not by anything that the section `pack`
    /// leads to.
    pub(crate) fn out_of_reach(&self, section: Section) -> Vec<(&str, Span)> {
        let reached = self.reached();
        let unused: BTreeSet<&str> = self.unused(section).map(|(name, _)| name).collect();
        let all = self.sections[section as usize].iter();
        all.filter(|(name, it)| {
            !reached.contains(&(section, it.index)) && !unused.contains(name.as_str())
        })
        .map(|(name, it)| (name.as_str(), it.span))
        .collect()
    }

    fn reached(&self) -> BTreeSet<Reference> {
        let mentions = self.mentions.borrow();
        let by = |who: Option<Reference>| {
            let from = (who, (Section::Attributes, 0));
            mentions.range(from..).take_while(move |it| it.0 == who).map(|it| it.1)
        };
        let mut reached = BTreeSet::new();
        let mut next: Vec<Reference> = by(None).collect();
        while let Some(thing) = next.pop() {
            if reached.insert(thing) {
                next.extend(by(Some(thing)));
            }
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thing_is_found_by_its_name_and_has_a_number() {
        let table = Table::new([("rat".to_owned(), 'r'), ("orc".to_owned(), 'o')]);
        let orc = table.find("orc").unwrap();
        assert_eq!((table.name(orc), *table.get(orc)), ("orc", 'o'));
        assert_eq!(format!("{orc:?}"), "#1");
        assert!(!table.is_empty() && Table::<char>::new([]).is_empty());
    }

    #[test]
    fn a_name_that_only_mentions_itself_is_unused_and_a_closed_circle_is_out_of_reach() {
        let mut names = Names::default();
        for name in ["start", "below", "lost", "found", "vain"] {
            names.declare(Section::Levels, name, Span::default(), None);
        }
        let says = |who: Option<&str>, whom: &str| {
            let level = |name| (Section::Levels, names.look_up(Section::Levels, name).unwrap());
            names.set_current(who.map(level));
            names.find(Section::Levels, whom).unwrap();
        };
        says(None, "start");
        says(Some("start"), "below");
        says(Some("lost"), "found");
        says(Some("found"), "lost");
        says(Some("vain"), "vain");
        let unused: Vec<&str> = names.unused(Section::Levels).map(|(name, _)| name).collect();
        let lost: Vec<&str> =
            names.out_of_reach(Section::Levels).into_iter().map(|(name, _)| name).collect();
        assert_eq!((unused, lost), (vec!["vain"], vec!["found", "lost"]));
    }
}
