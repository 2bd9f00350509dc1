//! A folder in the kit's layout, as its author wrote it.

pub(crate) mod cast;
pub(crate) mod entry;
pub(crate) mod hints;
pub(crate) mod reader;
pub(crate) mod switches;

use std::collections::{BTreeMap, BTreeSet};

use barrow_source::{Files, Member, Node, Span};

use crate::folder::entry::Entry;
use crate::folder::reader::Reader;
use crate::folder::switches::Switches;

/// The contents of a folder in the kit's layout, as they are written.
pub(crate) struct Folder {
    pub(crate) actors: Entries,
    pub(crate) items: Entries,
    pub(crate) personalities: Entries,
    pub(crate) states: Entries,
    pub(crate) entities: Entries,
    /// The word lists by file and key.
    pub(crate) lists: Vec<(&'static str, Member)>,
    /// The column and row of each tile on the sheet, by its name in capitals.
    pub(crate) tiles: BTreeMap<String, (u32, u32)>,
    /// The names of all sounds, if the folder lists them.
    pub(crate) sounds: Option<BTreeSet<String>>,
    pub(crate) prototypes: Vec<Prototype>,
    pub(crate) switches: Switches,
}

/// A playable level of a folder, with what it declares for itself.
pub(crate) struct Prototype {
    pub(crate) name: String,
    pub(crate) config: Node,
    pub(crate) actors: Entries,
    pub(crate) items: Entries,
    pub(crate) personalities: Entries,
    /// The name of its map file, if it has one.
    pub(crate) map: Option<String>,
}

/// Named entries, in the order they are written.
#[derive(Default)]
pub(crate) struct Entries {
    list: Vec<Member>,
    indices: BTreeMap<String, usize>,
}

impl Entries {
    fn new(list: Vec<Member>) -> Self {
        let indices = list.iter().zip(0..).map(|(member, at)| (member.key.clone(), at)).collect();
        Self { list, indices }
    }

    pub(crate) fn find(&self, key: &str) -> Option<Entry<'_>> {
        self.indices.get(key).map(|&at| Entry::new(&self.list[at]))
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        self.indices.contains_key(key)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Entry<'_>> {
        self.list.iter().map(Entry::new)
    }
}

/// The files with word lists.
const LISTS: [&str; 5] = ["adjectives", "attacks", "colors", "reagents", "substances"];
/// Data files that nothing reads.
const UNREAD: [&str; 3] = ["data/defenses.json", "data/effects.json", "data/fungi_types.json"];
/// Data files that only say where pictures and sounds are.
const MEDIA: [&str; 2] = ["data/static-tiles.json", "data/sounds.json"];

/// Returns the names of the prototypes. There are none if the folder has another layout.
pub(crate) fn prototypes(files: &Files) -> Vec<&str> {
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
    pub(crate) fn read(reader: &mut Reader<'_>) -> Self {
        let mut entries = |name| Entries::new(reader.read_entries(name));
        let actors = entries("data/actors.json");
        let items = entries("data/items.json");
        let personalities = entries("data/personalities.json");
        let states = entries("data/states.json");
        let entities = entries("data/entities.json");
        let tiles = read_tiles(reader);
        let lists = read_lists(reader);
        let sounds = read_sounds(reader);
        let names: Vec<String> = prototypes(reader.files).into_iter().map(String::from).collect();
        let prototypes = names.into_iter().map(|name| Prototype::read(name, reader)).collect();
        warn_of_unread(reader);
        let switches = Switches::read(reader);
        Self {
            actors,
            items,
            personalities,
            states,
            entities,
            lists,
            tiles,
            sounds,
            prototypes,
            switches,
        }
    }
}

impl Prototype {
    fn read(name: String, reader: &mut Reader<'_>) -> Self {
        let path = |file: &str| format!("prototypes/{name}/{file}");
        let config = reader.read(&path("prototype.json"));
        let file = reader.files.find(&path("prototype.json")).unwrap_or_default();
        let blank = Node {
            span: Span { file, start: 0, end: 0 },
            value: barrow_source::Value::Object(Vec::new()),
        };
        let config = config.unwrap_or_else(|| blank.clone());
        if config.members().is_none() {
            let what = format!("a prototype is an object, not {}", config.kind());
            reader.report.error(config.span, what);
        }
        let mut entries = |file| Entries::new(reader.read_entries(&path(file)));
        Self {
            actors: entries("actors.json"),
            items: entries("items.json"),
            personalities: entries("personalities.json"),
            config: if config.members().is_some() { config } else { blank },
            map: Some(path("map.tmj")).filter(|it| reader.files.find(it).is_some()),
            name,
        }
    }
}

fn read_tiles(reader: &mut Reader<'_>) -> BTreeMap<String, (u32, u32)> {
    let Some(file) = reader.read(MEDIA[0]) else { return BTreeMap::new() };
    let Some(tiles) = file.get("tiles") else {
        reader.warn(file.span, "there are no `tiles` here: no tile has a name");
        return BTreeMap::new();
    };
    let mut places = BTreeMap::new();
    for member in tiles.members().unwrap_or_default() {
        let place = crate::folder::entry::numbers(&member.value);
        match place.as_deref() {
            Some(&[column, row]) => {
                places.insert(member.key.to_uppercase(), (column, row));
            }
            _ => reader.warn(member.value.span, "the place of a tile is [column, row]"),
        }
    }
    places
}

fn read_sounds(reader: &mut Reader<'_>) -> Option<BTreeSet<String>> {
    let file = reader.read(MEDIA[1])?;
    let sounds = file.get("sprite").and_then(Node::members)?;
    Some(sounds.iter().map(|it| it.key.clone()).collect())
}

fn read_lists(reader: &mut Reader<'_>) -> Vec<(&'static str, Member)> {
    let mut lists = Vec::new();
    for file in LISTS {
        let Some(node) = reader.read(&format!("data/{file}.json")) else { continue };
        let Some(members) = node.members() else {
            reader.report.error(node.span, "the file is an object of word lists");
            continue;
        };
        for member in members {
            if matches!(member.value.value, barrow_source::Value::List(_)) {
                lists.push((file, member.clone()));
            } else {
                let what = format!("`{}` has no effect here and is ignored", member.key);
                reader.warn_once(member.key_span, &member.key, what);
            }
        }
    }
    lists
}

/// Warns of data files that an author may think are read.
fn warn_of_unread(reader: &mut Reader<'_>) {
    let known = |name: &str| {
        let stem = name.strip_prefix("data/").and_then(|it| it.strip_suffix(".json"));
        let tables = ["actors", "items", "personalities", "states", "entities"];
        stem.is_some_and(|it| tables.contains(&it) || LISTS.contains(&it)) || MEDIA.contains(&name)
    };
    let names: Vec<String> = reader.files.iter().map(|(_, name, _)| name.to_string()).collect();
    for name in names.iter().filter(|it| it.starts_with("data/") && Files::is_json_file(it)) {
        if UNREAD.contains(&name.as_str()) {
            reader.warn_file(name, "nothing reads this file; it is ignored");
        } else if !known(name) {
            reader.warn_file(name, "there is no such data file; it is ignored");
        }
    }
}
