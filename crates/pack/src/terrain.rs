//! Finds the names that stand for terrain. Terrain cannot be carried, and a key that would put
//! some into a bag is reported when it is read, perhaps before the kind itself.

use std::collections::BTreeMap;

use barrow_source::{Node, Value};

use crate::layers::{Sections, Thing, Things};
use crate::model::Lots;
use crate::names::Section;

/// Returns the kinds that are terrain and the tables that may draw some, each with that kind.
pub(crate) fn find(sections: &Sections) -> BTreeMap<(Section, String), String> {
    let things = |section| sections.things.get(&section).map_or(&[][..], Things::list);
    let is_terrain = |it: &&Thing| it.node.get("as").and_then(Node::text) == Some("terrain");
    let terrain = things(Section::Kinds).iter().filter(is_terrain);
    let mut found: BTreeMap<_, _> =
        terrain.map(|it| ((Section::Kinds, it.name.clone()), it.name.clone())).collect();
    // Tables may draw from tables, whatever their order.
    loop {
        let before = found.len();
        for table in things(Section::Tables) {
            if let Some(kind) = drawn(&table.node, &found) {
                found.insert((Section::Tables, table.name.clone()), kind);
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

fn drawn(table: &Node, found: &BTreeMap<(Section, String), String>) -> Option<String> {
    let table = Lots::written(table);
    let single = std::slice::from_ref(table);
    let entries = if let Value::List(entries) = &table.value { entries } else { single };
    let keys = [("kind", Section::Kinds), ("table", Section::Tables)];
    let names = entries.iter().flat_map(|entry| {
        keys.map(|(key, section)| Some((section, entry.get(key)?.text()?.to_owned())))
    });
    names.flatten().find_map(|name| found.get(&name).cloned())
}
