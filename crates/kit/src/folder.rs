use std::collections::BTreeMap;

use barrow_source::{Files, Member, Node, Span};

use super::clerk::Clerk;
use super::entry::Entry;
use super::switches::Switches;

/// All that a folder in the kit's layout holds, as it is written.
pub(super) struct Folder {
    pub(super) actors: Entries,
    pub(super) items: Entries,
    pub(super) personalities: Entries,
    pub(super) states: Entries,
    pub(super) entities: Entries,
    /// The word lists by file and key.
    pub(super) lists: Vec<(&'static str, Member)>,
    /// The place of each tile on the sheet, by its name in capitals.
    pub(super) tiles: BTreeMap<String, (u32, u32)>,
    pub(super) prototypes: Vec<Prototype>,
    pub(super) switches: Switches,
}

/// One playable level of a folder, with what it declares for itself.
pub(super) struct Prototype {
    pub(super) name: String,
    pub(super) config: Node,
    pub(super) actors: Entries,
    pub(super) items: Entries,
    pub(super) personalities: Entries,
    /// The name of its map, if it has one.
    pub(super) map: Option<String>,
}

/// Named entries in the order they are written.
#[derive(Default)]
pub(super) struct Entries {
    list: Vec<Member>,
    places: BTreeMap<String, usize>,
}

impl Entries {
    fn new(list: Vec<Member>) -> Self {
        let places = list.iter().zip(0..).map(|(member, at)| (member.key.clone(), at)).collect();
        Self { list, places }
    }

    pub(super) fn find(&self, key: &str) -> Option<Entry<'_>> {
        self.places.get(key).map(|&at| Entry::new(&self.list[at]))
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.places.contains_key(key)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Entry<'_>> {
        self.list.iter().map(Entry::new)
    }
}

/// The files with word lists.
const LISTS: [&str; 5] = ["adjectives", "attacks", "colors", "reagents", "substances"];
/// Data files that nothing reads.
const UNREAD: [&str; 3] = ["data/defenses.json", "data/effects.json", "data/fungi_types.json"];
/// Data files that tell only where pictures and sounds are.
const MEDIA: [&str; 2] = ["data/static-tiles.json", "data/sounds.json"];

/// The names of the prototypes of a folder in the kit's layout; none if it has another.
pub(super) fn prototypes(files: &Files) -> Vec<&str> {
    let names = files.iter().map(|(_, name, _)| name);
    let found = names.filter_map(|name| {
        name.strip_prefix("prototypes/")?.strip_suffix("/prototype.json").filter(is_plain)
    });
    found.collect()
}

fn is_plain(name: &&str) -> bool {
    !name.is_empty() && !name.contains('/')
}

impl Folder {
    pub(super) fn read(clerk: &mut Clerk<'_>) -> Self {
        let mut entries = |name| Entries::new(clerk.read_entries(name));
        let actors = entries("data/actors.json");
        let items = entries("data/items.json");
        let personalities = entries("data/personalities.json");
        let states = entries("data/states.json");
        let entities = entries("data/entities.json");
        let tiles = read_tiles(clerk);
        let lists = read_lists(clerk);
        let names: Vec<String> = prototypes(clerk.files).into_iter().map(String::from).collect();
        let prototypes = names.into_iter().map(|name| Prototype::read(name, clerk)).collect();
        warn_of_unread(clerk);
        let switches = Switches::read(clerk);
        Self { actors, items, personalities, states, entities, lists, tiles, prototypes, switches }
    }
}

impl Prototype {
    fn read(name: String, clerk: &mut Clerk<'_>) -> Self {
        let path = |file: &str| format!("prototypes/{name}/{file}");
        let config = clerk.read(&path("prototype.json"));
        let file = clerk.files.find(&path("prototype.json")).unwrap_or_default();
        let blank = Node {
            span: Span { file, start: 0, end: 0 },
            value: barrow_source::Value::Object(Vec::new()),
        };
        let config = config.unwrap_or_else(|| blank.clone());
        if config.members().is_none() {
            let what = format!("a prototype is an object, not {}", config.kind());
            clerk.report.error(config.span, what);
        }
        let mut entries = |file| Entries::new(clerk.read_entries(&path(file)));
        Self {
            actors: entries("actors.json"),
            items: entries("items.json"),
            personalities: entries("personalities.json"),
            config: if config.members().is_some() { config } else { blank },
            map: Some(path("map.tmj")).filter(|it| clerk.files.find(it).is_some()),
            name,
        }
    }
}

fn read_tiles(clerk: &mut Clerk<'_>) -> BTreeMap<String, (u32, u32)> {
    let Some(file) = clerk.read(MEDIA[0]) else { return BTreeMap::new() };
    let Some(tiles) = file.get("tiles") else {
        clerk.warn(file.span, "there are no `tiles` here: no tile has a name");
        return BTreeMap::new();
    };
    let mut places = BTreeMap::new();
    for member in tiles.members().unwrap_or_default() {
        let place = super::entry::numbers(&member.value);
        match place.as_deref() {
            Some(&[column, row]) => {
                places.insert(member.key.to_uppercase(), (column, row));
            }
            _ => clerk.warn(member.value.span, "the place of a tile is [column, row]"),
        }
    }
    places
}

fn read_lists(clerk: &mut Clerk<'_>) -> Vec<(&'static str, Member)> {
    let mut lists = Vec::new();
    for file in LISTS {
        let Some(node) = clerk.read(&format!("data/{file}.json")) else { continue };
        let Some(members) = node.members() else {
            clerk.report.error(node.span, "the file is an object of word lists");
            continue;
        };
        for member in members {
            if matches!(member.value.value, barrow_source::Value::List(_)) {
                lists.push((file, member.clone()));
            } else {
                let what = format!("`{}` has no effect here and is ignored", member.key);
                clerk.warn_once(member.key_span, &member.key, what);
            }
        }
    }
    lists
}

/// Tells of data files that a maker may think are read.
fn warn_of_unread(clerk: &mut Clerk<'_>) {
    let known = |name: &str| {
        let stem = name.strip_prefix("data/").and_then(|it| it.strip_suffix(".json"));
        let tables = ["actors", "items", "personalities", "states", "entities"];
        stem.is_some_and(|it| tables.contains(&it) || LISTS.contains(&it)) || MEDIA.contains(&name)
    };
    let names: Vec<String> = clerk.files.iter().map(|(_, name, _)| name.to_string()).collect();
    for name in names.iter().filter(|it| it.starts_with("data/") && Files::belongs(it)) {
        if UNREAD.contains(&name.as_str()) {
            clerk.warn_file(name, "nothing reads this file; it is ignored");
        } else if !known(name) {
            clerk.warn_file(name, "there is no such data file; it is ignored");
        }
    }
}
