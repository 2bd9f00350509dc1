use std::collections::BTreeSet;

use barrow_source::Value;

use super::{Attributes, CORE_FLAGS, FACETS};
use crate::folder::Folder;
use crate::folder::entry::Entry;

impl Attributes {
    /// Makes numbers of the flags that someone has as `false` and an effect can switch on: a flag
    /// is either there and true, or not there at all.
    pub(super) fn add_switched(&mut self, folder: &Folder) {
        let own = folder.prototypes.iter().flat_map(|it| it.actors.iter().chain(it.items.iter()));
        let all: Vec<Entry<'_>> =
            folder.actors.iter().chain(folder.items.iter()).chain(own).collect();
        let switched = all.iter().flat_map(|it| switched_by(*it)).collect::<BTreeSet<&str>>();
        for member in all.iter().flat_map(|it| it.attributes()) {
            let name = member.key.as_str();
            let plain = !FACETS.contains(&name) && !CORE_FLAGS.contains(&name);
            if plain && switched.contains(name) && member.value.value == Value::Flag(false) {
                self.numbers.entry(name.into()).or_insert(member.key_span);
            }
        }
    }
}

/// Returns the names of what the effects of an actor or item switch.
fn switched_by(entry: Entry<'_>) -> impl Iterator<Item = &str> {
    let keys = ["collision_effect", "use_effect", "wear_effect"];
    let maps = keys.into_iter().filter_map(move |it| entry.top(it).or_else(|| entry.attribute(it)));
    let members = maps.flat_map(|it| it.members().unwrap_or_default());
    let switches = members
        .filter(|it| matches!(it.value.value, Value::Flag(_)) || it.value.text() == Some("toggle"));
    switches.map(|it| it.key.as_str())
}
