//! Everything that can be heard, for the page with a button for each.

use std::sync::Arc;

use barrow_sound::Library;
use serde_json::{Value, json};

use crate::folder::Folder;
use crate::game::Game;

/// Adds the sounds of each game, and the list of all.
pub fn add(folder: &mut Folder, games: &[Game]) {
    let mut list = Vec::new();
    for Game { shipped, pack, .. } in games {
        let (library, own) = (pack.library(), &pack.sounds);
        folder.add(format!("packs/{}.sounds", shipped.name), library.to_bytes());
        list.push(json!({
            "name": shipped.name,
            "title": shipped.title,
            "own": names(own, |_, _| true),
            "usual": names(&library, |section, name| match section {
                "sounds" => !own.sounds.contains_key(name),
                "moods" => !own.moods.contains_key(name),
                _ => !own.ambiences.contains_key(name),
            }),
        }));
    }
    folder.add("sounds.json", Value::from(list).to_string());
}

fn names(library: &Library, wanted: impl Fn(&str, &str) -> bool) -> Value {
    let list = |section: &str, all: Vec<&Arc<str>>| -> Value {
        all.into_iter().filter(|it| wanted(section, it)).map(|it| &**it).collect()
    };
    json!({
        "sounds": list("sounds", library.sounds.keys().collect()),
        "moods": list("moods", library.moods.keys().collect()),
        "ambiences": list("ambiences", library.ambiences.keys().collect()),
    })
}
