//! What one run leaves for the next: feats, and what its hero keeps. It is part of how a run
//! begins, so a replay needs no profile.

mod text;

use barrow_dice::{Fixed, Rng, Values, Variable};
use barrow_pack::{BagName, Id, Needs, Pack, Slot, Visitor, Word};
use barrow_small::{Map, Set, sort};
use serde::{Deserialize, Serialize};

use super::Game;
use crate::ctx::Ctx;
use crate::ctx::scene::Scene;
use crate::state::entity::{Actor, EntityId, Value};

/// What earlier runs of a game left. Names that the pack does not know are ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Past {
    /// The number of finished runs.
    pub runs: u32,
    /// How often each feat was awarded.
    pub feats: Map<String, u32>,
    /// What the last hero kept, if one did.
    pub kept: Option<Kept>,
}

/// What a hero brings into the next run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// The values of attributes, by name.
    pub values: Vec<(String, Value)>,
    /// The items, bag by bag.
    pub items: Vec<KeptItem>,
    /// The names of the identified kinds.
    pub known: Vec<String>,
}

/// An item that a hero brings into the next run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptItem {
    /// Where it is.
    pub place: KeptPlace,
    /// The name of its kind.
    pub kind: String,
    /// The size of the stack.
    pub count: u32,
    /// Whether it is switched on.
    pub active: bool,
    /// Whether the player knows what it is, though not all of its kind.
    pub known: bool,
    /// Its own values, by name.
    pub values: Vec<(String, Value)>,
}

/// Where a kept item is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeptPlace {
    /// In a bag, by name.
    Bag(String),
    /// Worn in a slot, by name.
    Slot(String),
}

/// What formulas read about earlier runs and about how this one was started. Nothing changes it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Given {
    runs: u32,
    /// How often each feat of the pack was awarded, by its index.
    feats: Vec<u32>,
    /// The modifiers of the run, by id.
    pub(crate) modifiers: Vec<u16>,
}

impl Given {
    pub(crate) fn new(pack: &Pack, past: &Past, modifiers: &[String]) -> Self {
        let count = |name: &String| past.feats.get(name).copied().unwrap_or_default();
        let feats: Vec<u32> = pack.feats.iter().map(count).collect();
        let known = modifiers.iter().filter_map(|it| pack.modifiers.find(it));
        let mut modifiers: Vec<u16> = known.map(Id::index).collect();
        sort(&mut modifiers);
        modifiers.dedup();
        let none = feats.iter().all(|it| *it == 0);
        Self { runs: past.runs, feats: if none { Vec::new() } else { feats }, modifiers }
    }

    /// Returns the number that a word of a formula stands for; `None` for other words.
    pub(crate) fn number(&self, word: Word) -> Option<Fixed> {
        #[expect(clippy::wildcard_enum_match_arm, reason = "other words are not about the start")]
        match word {
            Word::Runs => Some(Fixed::from_whole(self.runs.into())),
            Word::Feat(index) => {
                let count = self.feats.get(usize::from(index)).copied().unwrap_or_default();
                Some(Fixed::from_whole(count.into()))
            }
            Word::Mod(id) => Some(Fixed::from_bool(self.modifiers.contains(&id.index()))),
            _ => None,
        }
    }

    /// Returns whether a condition holds.
    pub(crate) fn allows(&self, needs: Option<&Needs>) -> bool {
        // A condition of this kind draws nothing, so the seed does not matter.
        needs.is_none_or(|it| it.0.value(self, &mut Rng::new(0)).is_true())
    }

    /// Returns all its numbers in a fixed order; none if nothing was given.
    pub(crate) fn words(&self) -> Vec<u64> {
        if *self == Self::default() {
            return Vec::new();
        }
        let lengths = [self.runs.into(), self.feats.len() as u64, self.modifiers.len() as u64];
        let feats = self.feats.iter().map(|it| u64::from(*it));
        let modifiers = self.modifiers.iter().map(|it| u64::from(*it));
        lengths.into_iter().chain(feats).chain(modifiers).collect()
    }
}

impl Values for Given {
    fn value(&self, variable: Variable) -> Fixed {
        self.number(Word::of(variable)).unwrap_or_default()
    }
}

impl Past {
    /// Returns whether a condition holds for a run that starts after this past.
    pub fn allows(&self, pack: &Pack, modifiers: &[String], needs: Option<&Needs>) -> bool {
        needs.is_none() || Given::new(pack, self, modifiers).allows(needs)
    }

    /// Returns only what the pack reads or keeps, so that two runs differ only if that does.
    #[must_use]
    pub fn relevant(mut self, pack: &Pack) -> Self {
        let mut read = Read::default();
        pack.walk(&mut read);
        if !read.runs {
            self.runs = 0;
        }
        let names = read.feats.iter().filter_map(|it| pack.feats.get(usize::from(*it)));
        let feats = names.filter_map(|name| Some((name.clone(), *self.feats.get(name)?)));
        self.feats = feats.filter(|(_, count)| *count > 0).collect();
        self.kept = self.kept.filter(|_| pack.rules.keeps.is_some());
        self
    }
}

/// What the formulas of a pack read about earlier runs.
#[derive(Default)]
struct Read {
    runs: bool,
    feats: Set<u16>,
}

impl Visitor for Read {
    fn formula(&mut self, formula: &barrow_dice::Formula) {
        for variable in formula.variables() {
            let word = Word::of(variable);
            self.runs |= word == Word::Runs;
            if let Word::Feat(index) = word {
                self.feats.insert(index);
            }
        }
    }
}

impl Game {
    /// Returns what the first player's hero keeps for the next run; `None` if this pack or this
    /// end keeps nothing.
    pub fn kept(&self) -> Option<Kept> {
        let keeps = self.pack.rules.keeps.as_ref()?;
        let hero = self.world.players.first()?.entity;
        let look = self.look();
        let scene = Scene { player: Some(hero), ..Scene::of(hero) };
        if !keeps.when.as_ref().is_none_or(|it| look.expected(it, &scene).is_true()) {
            return None;
        }
        let entity = &self.world.entities[hero.index()];
        let named = |&id: &_| Some((self.pack.attributes.name(id).to_owned(), entity.own(id)?));
        let values = keeps.attributes.iter().filter_map(named).collect();
        let known = self.world.identified.iter().filter(|_| keeps.known);
        let known = known.map(|&it| self.pack.kinds.name(it).to_owned()).collect();
        let items = entity.actor.as_deref().map_or_else(Vec::new, |it| self.kept_items(it));
        Some(Kept { values, items, known })
    }

    fn kept_items(&self, actor: &Actor) -> Vec<KeptItem> {
        let Some(keeps) = &self.pack.rules.keeps else { return Vec::new() };
        let mut kept = Vec::new();
        for &(slot, item) in actor.worn.iter().filter(|_| keeps.worn) {
            let slot = self.pack.slots.name(slot).to_owned();
            kept.push(self.kept_item(item, KeptPlace::Slot(slot)));
        }
        for &bag in &keeps.bags {
            for &item in actor.items_in(bag).iter().filter(|it| !actor.wears(**it)) {
                kept.push(self.kept_item(item, KeptPlace::Bag(self.bag_name(bag))));
            }
        }
        kept
    }

    fn bag_name(&self, bag: BagName) -> String {
        match bag {
            BagName::Inventory => BagName::INVENTORY.into(),
            BagName::Named(id) => self.pack.bags.name(id).into(),
        }
    }

    fn kept_item(&self, item: EntityId, place: KeptPlace) -> KeptItem {
        let entity = &self.world.entities[item.index()];
        let named = |&(id, value): &(_, _)| (self.pack.attributes.name(id).to_owned(), value);
        KeptItem {
            place,
            kind: self.pack.kinds.name(entity.kind).into(),
            count: entity.count,
            active: entity.active,
            known: entity.known,
            values: entity.values.iter().map(named).collect(),
        }
    }

    /// Returns the names of the feats that this run has awarded, and how often.
    pub fn awarded(&self) -> impl Iterator<Item = (&str, u32)> {
        self.world.awarded.iter().map(|(name, count)| (&**name, *count))
    }

    /// Returns the names of the run's modifiers, as a player reads them.
    pub fn modifiers(&self) -> impl Iterator<Item = &str> {
        let ids = self.world.given.modifiers.iter().map(|&it| Id::new(it));
        ids.map(|id| &*self.pack.modifiers.get(id).name)
    }
}

impl Ctx<'_> {
    /// Adds one to a feat of this run.
    pub(crate) fn award(&mut self, name: &std::sync::Arc<str>) {
        match self.world.awarded.iter_mut().find(|(it, _)| it == name) {
            Some((_, count)) => *count = count.saturating_add(1),
            None => self.world.awarded.push((name.clone(), 1)),
        }
        self.tell_all(crate::event::Event::Awarded { name: name.clone() });
    }

    /// Gives a new hero what the last one kept. It replaces what the kind would start with.
    pub(super) fn bring(&mut self, hero: EntityId, kept: &Kept) {
        let Some(keeps) = &self.pack.rules.keeps else { return };
        for (name, value) in &kept.values {
            let id = self.pack.attributes.find(name).filter(|it| keeps.attributes.contains(it));
            if let Some(id) = id {
                *self.entity_mut(hero).own_mut(id) = *value;
            }
        }
        self.empty_kept(hero);
        for item in &kept.items {
            self.bring_item(hero, item);
        }
        if keeps.known {
            let known = kept.known.iter().filter_map(|it| self.pack.kinds.find(it));
            self.world.identified = known.collect();
            sort(&mut self.world.identified);
            self.world.identified.dedup();
        }
    }

    /// Removes the stock of a new hero from where kept things belong.
    fn empty_kept(&mut self, hero: EntityId) {
        let Some(keeps) = &self.pack.rules.keeps else { return };
        let Some(actor) = self.actor(hero) else { return };
        let worn = actor.worn.iter().map(|it| it.1).filter(|_| keeps.worn);
        let held = keeps.bags.iter().flat_map(|&bag| actor.items_in(bag));
        let held = held.copied().filter(|&it| !actor.wears(it));
        let replaced: Vec<EntityId> = worn.chain(held).collect();
        for item in replaced {
            self.discard(item);
        }
    }

    fn bring_item(&mut self, hero: EntityId, kept: &KeptItem) {
        let Some(kind) = self.pack.kinds.find(&kept.kind) else { return };
        if self.pack.kinds.get(kind).item.is_none() || self.is_crowded() {
            return;
        }
        let item = self.make(kind);
        let values = kept.values.iter();
        let values = values.filter_map(|(name, it)| Some((self.pack.attributes.find(name)?, *it)));
        let values: Vec<_> = values.collect();
        let entity = self.entity_mut(item);
        (entity.count, entity.active) = (kept.count.max(1), kept.active);
        entity.known = kept.known;
        for (id, value) in values {
            *entity.own_mut(id) = value;
        }
        match &kept.place {
            KeptPlace::Bag(name) => match self.pack.bags.find(name) {
                Some(bag) => self.put_in(hero, bag, item, false),
                None => drop(self.stow(hero, item)),
            },
            KeptPlace::Slot(name) => {
                let item = self.stow(hero, item);
                if let Some(slot) = self.free_slot(hero, name) {
                    self.actor_mut(hero).worn.push((slot, item));
                }
            }
        }
    }

    fn free_slot(&self, hero: EntityId, name: &str) -> Option<Id<Slot>> {
        let slot = self.pack.slots.find(name)?;
        let taken = self.actor(hero).is_some_and(|it| it.worn.iter().any(|it| it.0 == slot));
        (!taken).then_some(slot)
    }
}
