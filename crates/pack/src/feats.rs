//! Finds the names of feats. Formulas read them, perhaps before the effect that awards one is
//! read.

use std::collections::BTreeSet;

use barrow_source::{Node, Value};

use crate::layers::{Sections, Things};

/// Returns the names of all feats that effects award, sorted.
pub(crate) fn find(sections: &Sections) -> Vec<String> {
    let mut found = BTreeSet::new();
    let things = sections.things.values().flat_map(Things::list).map(|it| &it.node);
    for node in things.chain(&sections.pack) {
        collect(node, &mut found);
    }
    found.into_iter().collect()
}

fn collect(node: &Node, found: &mut BTreeSet<String>) {
    match &node.value {
        Value::List(items) => items.iter().for_each(|it| collect(it, found)),
        Value::Object(members) => {
            for member in members {
                if member.key == "award" {
                    let name = member.value.get("name").unwrap_or(&member.value);
                    found.extend(name.text().map(String::from));
                }
                collect(&member.value, found);
            }
        }
        Value::Null | Value::Flag(_) | Value::Number(_) | Value::Text(_) => {}
    }
}
