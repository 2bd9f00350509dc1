use std::collections::{BTreeMap, BTreeSet};

use barrow_source::Node;

use crate::folder::entry::Entry;
use crate::folder::{Entries, Folder, Prototype};

/// The category of a thing. A key may be used once in each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Category {
    Actor,
    Item,
    Entity,
}

/// A thing by its category and key.
type Named = (Category, String);

/// The actors and items of a prototype, or those that all prototypes share.
///
/// A prototype replaces whole entries. Each entry that it replaces becomes a kind of its own,
/// called `prototype/key`, and so does each entry that refers to such a kind.
pub(crate) struct Cast<'k> {
    pub(crate) folder: &'k Folder,
    pub(crate) prototype: Option<&'k Prototype>,
    /// The things that become kinds of the prototype's own.
    own: BTreeSet<Named>,
}

impl<'k> Cast<'k> {
    pub(crate) const fn common(folder: &'k Folder) -> Self {
        Self { folder, prototype: None, own: BTreeSet::new() }
    }

    pub(crate) fn of(folder: &'k Folder, prototype: &'k Prototype) -> Self {
        let mut cast = Self { folder, prototype: Some(prototype), own: BTreeSet::new() };
        let keys = |entries: &'k Entries, category| {
            entries.iter().map(move |it| (category, it.key.into()))
        };
        cast.own.extend(keys(&prototype.actors, Category::Actor));
        cast.own.extend(keys(&prototype.items, Category::Item));
        cast.claim_heroes();
        cast.claim_sealed_exits();
        cast.claim_what_leads_to_own();
        cast
    }

    /// Gives heroes in the dark a light whose radius the prototype sets.
    fn claim_heroes(&mut self) {
        if !self.mechanic("darkness") {
            return;
        }
        let heroes: Vec<&str> = self.heroes().map(|it| it.key).collect();
        self.own.extend(heroes.into_iter().map(|key| (Category::Actor, key.to_string())));
    }

    /// Sets the condition that opens the sealed stairs of a prototype.
    fn claim_sealed_exits(&mut self) {
        let exits: Vec<&str> =
            self.actors().into_iter().filter(|it| is_sealed_exit(*it)).map(|it| it.key).collect();
        self.own.extend(exits.into_iter().map(|key| (Category::Actor, key.to_string())));
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

    /// Returns each thing with all things that it refers to.
    fn links(&self) -> Vec<(Named, Vec<Named>)> {
        let mut links = Vec::new();
        let keys: Vec<String> =
            self.items().iter().filter(|it| is_key(it)).map(|it| it.key.to_string()).collect();
        for actor in self.actors() {
            let mut to = self.links_of_actor(actor);
            if actor.is("locked") {
                to.extend(keys.iter().map(|key| (Category::Item, key.clone())));
            }
            let changed = self.prototype.is_some_and(|it| {
                actor.top_text("personality").is_some_and(|key| it.personalities.has(key))
            });
            if changed {
                to.extend(self.own.iter().next().cloned());
                to.push((Category::Actor, actor.key.into()));
            }
            links.push(((Category::Actor, actor.key.into()), to));
        }
        for item in self.items() {
            let spell = item.attribute("spell_effect");
            let mut to = area_actors(spell);
            if item.top("random_effect").is_some_and(crate::folder::entry::is_true) {
                // It may change any stat of a hero.
                to.extend(self.heroes().map(|it| (Category::Actor, it.key.into())));
            }
            if item.is("explosive") {
                to.push((Category::Actor, crate::field::gas::CLOUD.into()));
            }
            links.push(((Category::Item, item.key.into()), to));
        }
        links
    }

    fn links_of_actor(&self, actor: Entry<'k>) -> Vec<Named> {
        let mut to = area_actors(actor.top("trap_effect"));
        let texts = |node: Option<&'k Node>| node.and_then(Node::text).map(String::from);
        to.extend(texts(actor.top("trap_spawn")).map(|it| (Category::Actor, it)));
        to.extend(texts(actor.attribute("lode")).map(|it| (Category::Item, it)));
        let carried = actor.top("default_items").and_then(Node::items).unwrap_or_default();
        to.extend(carried.iter().filter_map(|it| Some((Category::Item, it.text()?.to_string()))));
        let personality = actor.top_text("personality").and_then(|key| self.personality(key));
        for key in PERSONALITY_ACTORS {
            let named = personality.and_then(|it| it.top_text(key));
            to.extend(named.map(|it| (Category::Actor, it.to_string())));
        }
        to
    }

    pub(crate) fn mechanic(&self, key: &str) -> bool {
        let mechanics = self.prototype.and_then(|it| it.config.get("mechanics"));
        mechanics.and_then(|it| it.get(key)).is_some_and(crate::folder::entry::is_true)
    }

    pub(crate) fn actor(&self, key: &str) -> Option<Entry<'k>> {
        let own = self.prototype.and_then(|it| it.actors.find(key));
        own.or_else(|| self.folder.actors.find(key))
    }

    pub(crate) fn item(&self, key: &str) -> Option<Entry<'k>> {
        let own = self.prototype.and_then(|it| it.items.find(key));
        own.or_else(|| self.folder.items.find(key))
    }

    pub(crate) fn personality(&self, key: &str) -> Option<Entry<'k>> {
        let own = self.prototype.and_then(|it| it.personalities.find(key));
        own.or_else(|| self.folder.personalities.find(key))
    }

    /// Returns all actors. Those of the prototype replace those of the folder.
    pub(crate) fn actors(&self) -> Vec<Entry<'k>> {
        merged(&self.folder.actors, self.prototype.map(|it| &it.actors))
    }

    pub(crate) fn items(&self) -> Vec<Entry<'k>> {
        merged(&self.folder.items, self.prototype.map(|it| &it.items))
    }

    /// Returns the actors that become kinds of this cast's own. For the common cast, that is all.
    pub(crate) fn own_actors(&self) -> Vec<Entry<'k>> {
        let mut all = self.actors();
        all.retain(|it| self.is_own(Category::Actor, it.key));
        all
    }

    pub(crate) fn own_items(&self) -> Vec<Entry<'k>> {
        let mut all = self.items();
        all.retain(|it| self.is_own(Category::Item, it.key));
        all
    }

    fn is_own(&self, category: Category, key: &str) -> bool {
        self.prototype.is_none() || self.own.contains(&(category, key.into()))
    }

    /// Returns the name of the kind that a thing becomes.
    pub(crate) fn kind(&self, category: Category, key: &str) -> String {
        let base = self.base_name(category, key);
        match self.prototype.filter(|_| self.is_own(category, key)) {
            Some(prototype) => format!("{}/{base}", prototype.name),
            None => base,
        }
    }

    /// Tells actors, items and entities with the same key apart: our kinds share one list of
    /// names.
    fn base_name(&self, category: Category, key: &str) -> String {
        let folder = self.folder;
        let actor = folder.actors.has(key) || folder.prototypes.iter().any(|it| it.actors.has(key));
        let item = folder.items.has(key) || folder.prototypes.iter().any(|it| it.items.has(key));
        match category {
            Category::Item if actor => format!("{key} (item)"),
            Category::Entity if actor || item => format!("{key} (remains)"),
            Category::Actor | Category::Item | Category::Entity => key.into(),
        }
    }

    /// Returns the actors that can be played.
    fn heroes(&self) -> impl Iterator<Item = Entry<'k>> {
        self.actors().into_iter().filter(|it| it.is("controlled"))
    }

    /// Returns the stats of all heroes, life first.
    pub(crate) fn hero_stats(&self) -> Vec<String> {
        let mut stats = vec![crate::attributes::LIFE.to_string()];
        for stat in self.heroes().flat_map(Entry::stats) {
            if !stats.contains(&stat.key) {
                stats.push(stat.key.clone());
            }
        }
        stats
    }

    /// Returns the names of the kinds that are liquids.
    pub(crate) fn liquids(&self) -> Vec<String> {
        let liquids = self.actors().into_iter().filter(|it| it.is("liquid"));
        liquids.map(|it| self.kind(Category::Actor, it.key)).collect()
    }

    /// Returns the name of the mind that a personality becomes.
    pub(crate) fn mind(&self, key: &str) -> String {
        match self.prototype.filter(|it| it.personalities.has(key)) {
            Some(prototype) => format!("{}/{key}", prototype.name),
            None => key.into(),
        }
    }

    /// Returns the items that open locks.
    pub(crate) fn keys(&self) -> Vec<Entry<'k>> {
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
    let indices: BTreeMap<&str, usize> = all.iter().zip(0..).map(|(it, at)| (it.key, at)).collect();
    for entry in own.into_iter().flat_map(Entries::iter) {
        match indices.get(entry.key) {
            Some(&at) => all[at] = entry,
            None => all.push(entry),
        }
    }
    all
}

/// Returns whether an item opens locks.
pub(crate) fn is_key(item: &Entry<'_>) -> bool {
    let unlocks = item.attribute("collision_effect").and_then(|it| it.get("locked"));
    item.is("key") || unlocks.is_some_and(|it| !crate::folder::entry::is_true(it))
}

/// Returns whether an actor is a way down that a quest opens.
pub(crate) fn is_sealed_exit(actor: Entry<'_>) -> bool {
    actor.attribute_text("stairway") == Some("down") && actor.is("locked")
}

fn area_actors(area: Option<&Node>) -> Vec<Named> {
    let parts = ["center", "outer"].into_iter().filter_map(|part| area?.get(part)?.text());
    parts.map(|it| (Category::Actor, it.to_string())).collect()
}
