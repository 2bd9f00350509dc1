use std::collections::{BTreeMap, BTreeSet};

use barrow_source::Node;

use super::entry::Entry;
use super::folder::{Entries, Folder, Prototype};

/// What sort of thing a key names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sort {
    Actor,
    Item,
    Entity,
}

/// A thing by its sort and key.
type Named = (Sort, String);

/// Who and what there is in a prototype, or in all that have nothing of their own.
///
/// A prototype replaces whole entries. What it replaces, and all that leads to something it
/// replaces, is a kind of its own there, called `prototype/key`.
pub(super) struct Cast<'k> {
    pub(super) folder: &'k Folder,
    pub(super) prototype: Option<&'k Prototype>,
    own: BTreeSet<Named>,
}

impl<'k> Cast<'k> {
    pub(super) const fn common(folder: &'k Folder) -> Self {
        Self { folder, prototype: None, own: BTreeSet::new() }
    }

    pub(super) fn of(folder: &'k Folder, prototype: &'k Prototype) -> Self {
        let mut cast = Self { folder, prototype: Some(prototype), own: BTreeSet::new() };
        let keys = |entries: &'k Entries, sort| entries.iter().map(move |it| (sort, it.key.into()));
        cast.own.extend(keys(&prototype.actors, Sort::Actor));
        cast.own.extend(keys(&prototype.items, Sort::Item));
        cast.claim_heroes();
        cast.claim_seals();
        cast.claim_what_leads_to_own();
        cast
    }

    /// In the dark a hero carries the light that the prototype gives, so he is its own.
    fn claim_heroes(&mut self) {
        if !self.mechanic("darkness") {
            return;
        }
        let heroes: Vec<&str> = self.heroes().map(|it| it.key).collect();
        self.own.extend(heroes.into_iter().map(|key| (Sort::Actor, key.to_string())));
    }

    /// What seals the way down is told by each prototype, so the sealed stairs are its own.
    fn claim_seals(&mut self) {
        let seals: Vec<&str> =
            self.actors().into_iter().filter(|it| is_seal(*it)).map(|it| it.key).collect();
        self.own.extend(seals.into_iter().map(|key| (Sort::Actor, key.to_string())));
    }

    fn claim_what_leads_to_own(&mut self) {
        let links = self.links();
        loop {
            let before = self.own.len();
            for (thing, leads_to) in &links {
                if leads_to.iter().any(|it| self.own.contains(it)) {
                    self.own.insert(thing.clone());
                }
            }
            if self.own.len() == before {
                break;
            }
        }
    }

    /// Each thing with all that it leads to.
    fn links(&self) -> Vec<(Named, Vec<Named>)> {
        let mut links = Vec::new();
        let keys: Vec<String> =
            self.items().iter().filter(|it| is_key(it)).map(|it| it.key.to_string()).collect();
        for actor in self.actors() {
            let mut to = self.links_of_actor(actor);
            if actor.is("locked") {
                to.extend(keys.iter().map(|key| (Sort::Item, key.clone())));
            }
            let changed = self.prototype.is_some_and(|it| {
                actor.top_text("personality").is_some_and(|key| it.personalities.has(key))
            });
            if changed {
                to.extend(self.own.iter().next().cloned());
                to.push((Sort::Actor, actor.key.into()));
            }
            links.push(((Sort::Actor, actor.key.into()), to));
        }
        for item in self.items() {
            let spell = item.attribute("spell_effect");
            let mut to = area_actors(spell);
            if item.top("random_effect").is_some_and(super::entry::is_true) {
                // It may touch any stat of whom one plays.
                to.extend(self.heroes().map(|it| (Sort::Actor, it.key.into())));
            }
            if item.is("explosive") {
                to.push((Sort::Actor, super::gas::CLOUD.into()));
            }
            links.push(((Sort::Item, item.key.into()), to));
        }
        links
    }

    fn links_of_actor(&self, actor: Entry<'k>) -> Vec<Named> {
        let mut to = area_actors(actor.top("trap_effect"));
        let texts = |node: Option<&'k Node>| node.and_then(Node::text).map(String::from);
        to.extend(texts(actor.top("trap_spawn")).map(|it| (Sort::Actor, it)));
        to.extend(texts(actor.attribute("lode")).map(|it| (Sort::Item, it)));
        let carried = actor.top("default_items").and_then(Node::items).unwrap_or_default();
        to.extend(carried.iter().filter_map(|it| Some((Sort::Item, it.text()?.to_string()))));
        let personality = actor.top_text("personality").and_then(|key| self.personality(key));
        for key in PERSONALITY_ACTORS {
            let named = personality.and_then(|it| it.top_text(key));
            to.extend(named.map(|it| (Sort::Actor, it.to_string())));
        }
        to
    }

    pub(super) fn mechanic(&self, key: &str) -> bool {
        let mechanics = self.prototype.and_then(|it| it.config.get("mechanics"));
        mechanics.and_then(|it| it.get(key)).is_some_and(super::entry::is_true)
    }

    pub(super) fn actor(&self, key: &str) -> Option<Entry<'k>> {
        let own = self.prototype.and_then(|it| it.actors.find(key));
        own.or_else(|| self.folder.actors.find(key))
    }

    pub(super) fn item(&self, key: &str) -> Option<Entry<'k>> {
        let own = self.prototype.and_then(|it| it.items.find(key));
        own.or_else(|| self.folder.items.find(key))
    }

    pub(super) fn personality(&self, key: &str) -> Option<Entry<'k>> {
        let own = self.prototype.and_then(|it| it.personalities.find(key));
        own.or_else(|| self.folder.personalities.find(key))
    }

    /// All actors, the later declarations of a key in place of the earlier.
    pub(super) fn actors(&self) -> Vec<Entry<'k>> {
        merged(&self.folder.actors, self.prototype.map(|it| &it.actors))
    }

    pub(super) fn items(&self) -> Vec<Entry<'k>> {
        merged(&self.folder.items, self.prototype.map(|it| &it.items))
    }

    /// The actors that are kinds of their own here; of the common cast, all.
    pub(super) fn own_actors(&self) -> Vec<Entry<'k>> {
        let mut all = self.actors();
        all.retain(|it| self.is_own(Sort::Actor, it.key));
        all
    }

    pub(super) fn own_items(&self) -> Vec<Entry<'k>> {
        let mut all = self.items();
        all.retain(|it| self.is_own(Sort::Item, it.key));
        all
    }

    fn is_own(&self, sort: Sort, key: &str) -> bool {
        self.prototype.is_none() || self.own.contains(&(sort, key.into()))
    }

    /// What a thing is called among our kinds.
    pub(super) fn kind(&self, sort: Sort, key: &str) -> String {
        let base = self.base_name(sort, key);
        match self.prototype.filter(|_| self.is_own(sort, key)) {
            Some(prototype) => format!("{}/{base}", prototype.name),
            None => base,
        }
    }

    /// Actors, items and entities share our names, but not the kit's.
    fn base_name(&self, sort: Sort, key: &str) -> String {
        let folder = self.folder;
        let actor = folder.actors.has(key) || folder.prototypes.iter().any(|it| it.actors.has(key));
        let item = folder.items.has(key) || folder.prototypes.iter().any(|it| it.items.has(key));
        match sort {
            Sort::Item if actor => format!("{key} (item)"),
            Sort::Entity if actor || item => format!("{key} (remains)"),
            Sort::Actor | Sort::Item | Sort::Entity => key.into(),
        }
    }

    /// Those who can be played.
    fn heroes(&self) -> impl Iterator<Item = Entry<'k>> {
        self.actors().into_iter().filter(|it| it.is("controlled"))
    }

    /// The stats of those who can be played, life first.
    pub(super) fn hero_stats(&self) -> Vec<String> {
        let mut stats = vec![super::attributes::LIFE.to_string()];
        for stat in self.heroes().flat_map(Entry::stats) {
            if !stats.contains(&stat.key) {
                stats.push(stat.key.clone());
            }
        }
        stats
    }

    /// The kinds of liquid.
    pub(super) fn liquids(&self) -> Vec<String> {
        let liquids = self.actors().into_iter().filter(|it| it.is("liquid"));
        liquids.map(|it| self.kind(Sort::Actor, it.key)).collect()
    }

    /// What a personality is called among our minds.
    pub(super) fn mind(&self, key: &str) -> String {
        match self.prototype.filter(|it| it.personalities.has(key)) {
            Some(prototype) => format!("{}/{key}", prototype.name),
            None => key.into(),
        }
    }

    /// The kinds that open a lock.
    pub(super) fn keys(&self) -> Vec<Entry<'k>> {
        let mut items = self.items();
        items.retain(|it| is_key(it));
        items
    }
}

/// The keys of a personality that name actors.
const PERSONALITY_ACTORS: [&str; 6] = [
    "spawn_on_incinerate",
    "spawn_on_liquid_incinerate",
    "disperse_to",
    "neighbor_type",
    "transform_to",
    "cell_type",
];

fn merged<'k>(common: &'k Entries, own: Option<&'k Entries>) -> Vec<Entry<'k>> {
    let mut all: Vec<Entry<'k>> = common.iter().collect();
    let places: BTreeMap<&str, usize> = all.iter().zip(0..).map(|(it, at)| (it.key, at)).collect();
    for entry in own.into_iter().flat_map(Entries::iter) {
        match places.get(entry.key) {
            Some(&at) => all[at] = entry,
            None => all.push(entry),
        }
    }
    all
}

/// Whether a thing fits locks.
pub(super) fn is_key(item: &Entry<'_>) -> bool {
    let unlocks = item.attribute("collision_effect").and_then(|it| it.get("locked"));
    item.is("key") || unlocks.is_some_and(|it| !super::entry::is_true(it))
}

/// Stairs that a quest opens.
pub(super) fn is_seal(actor: Entry<'_>) -> bool {
    actor.attribute_text("stairway") == Some("down") && actor.is("locked")
}

fn area_actors(area: Option<&Node>) -> Vec<Named> {
    let parts = ["center", "outer"].into_iter().filter_map(|part| area?.get(part)?.text());
    parts.map(|it| (Sort::Actor, it.to_string())).collect()
}
