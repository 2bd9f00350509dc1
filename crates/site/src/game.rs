use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use barrow_pack::{Files, Id, Level, Pack, load};
use barrow_play::offer::playable_heroes;
use barrow_shelf::ShippedPack;
use serde_json::{Value, json};

use crate::folder::Folder;
use crate::{Outcome, picture, tiles};

/// A game of the page.
pub struct Game {
    /// Its files.
    pub shipped: ShippedPack,
    /// The pack.
    pub pack: Arc<Pack>,
    /// The pack as bytes, so that the page needs no reader.
    pub bound: Vec<u8>,
}

/// Loads every game in a folder of packs.
pub fn all(packs: &Path) -> Outcome<Vec<Game>> {
    let found = barrow_shelf::shipped_packs(packs);
    let found = found.map_err(|error| format!("{}: {error}", packs.display()))?;
    found.into_iter().map(open).collect()
}

/// Puts the games that a file lists by name first, in that order. The first one is the large picture
/// of the front page.
pub fn in_order(mut games: Vec<Game>, list: &Path) -> Outcome<Vec<Game>> {
    let wrong = |what: String| format!("{}: {what}", list.display());
    let text = fs::read_to_string(list).map_err(|error| wrong(error.to_string()))?;
    let names: Vec<String> =
        serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    if let Some(name) = names.iter().find(|name| games.iter().all(|it| it.shipped.name != **name)) {
        return Err(wrong(format!("there is no game `{name}` in packs/")));
    }
    let place = |it: &Game| names.iter().position(|name| *name == it.shipped.name);
    games.sort_by_key(|it| place(it).unwrap_or(names.len()));
    Ok(games)
}

fn open(shipped: ShippedPack) -> Outcome<Game> {
    let mut files = BTreeMap::new();
    for (name, path) in &shipped.files {
        let bytes = fs::read(path).map_err(|it| format!("{}: {it}", path.display()))?;
        files.insert(name.clone(), bytes);
    }
    let loaded = load(Files::new(files));
    let report = || format!("`{}`:\n{}", shipped.name, loaded.report.render(&loaded.files));
    let pack = loaded.pack.clone().ok_or_else(report)?;
    Ok(Game { bound: pack.to_bytes(), shipped, pack })
}

/// Adds every game and the list of games.
pub fn add(folder: &mut Folder, games: &[Game]) -> Outcome {
    let mut list = Vec::new();
    for game in games {
        let name = &game.shipped.name;
        folder.add(format!("packs/{name}.pack"), game.bound.as_slice());
        folder.add(format!("packs/{name}/tiles.txt"), tiles::of(&game.pack));
        let (picture, scene) = picture::of_run(&game.pack)?;
        folder.add(format!("packs/{name}.png"), picture);
        folder.add(format!("packs/{name}.scene"), scene);
        list.push(entry(game));
    }
    folder.add("packs/index.json", Value::from(list).to_string());
    Ok(())
}

/// Returns what a card shows of a game.
fn entry(game: &Game) -> Value {
    let Game { shipped, pack, bound } = game;
    let heroes = playable_heroes(pack).into_iter().map(|id| {
        let kind = pack.kinds.get(id);
        json!({ "name": pack.kinds.name(id), "title": &*kind.name, "about": &*kind.about })
    });
    json!({
        "name": shipped.name,
        "title": shipped.title,
        "about": shipped.about,
        "picture": format!("packs/{}.png", shipped.name),
        "scene": format!("packs/{}.scene", shipped.name),
        "form": if shipped.is_kit() { "kit" } else { "own" },
        "levels": levels(pack),
        "heroes": heroes.collect::<Vec<_>>(),
        "choices": has_choices(pack),
        "realtime": pack.rules.ticks.is_some(),
        "bytes": bound.len(),
    })
}

/// Returns whether the player's profile decides what can be chosen.
fn has_choices(pack: &Pack) -> bool {
    let heroes = pack.rules.heroes.iter().any(|&id| pack.kinds.get(id).needs.is_some());
    let levels = pack.levels.iter().any(|(_, it)| it.needs.is_some());
    heroes || levels || !pack.modifiers.is_empty()
}

/// Lists the levels that a run can begin with, the default first: those that have a hero. `next` is
/// where each leads.
fn levels(pack: &Pack) -> Vec<Value> {
    let mut levels: Vec<_> = pack.levels.iter().filter(|(_, it)| it.hero.is_some()).collect();
    levels.sort_by_key(|(id, _)| *id != pack.rules.start);
    let level = |(id, level): (Id<Level>, &Level)| {
        let next = level.links.down.list.first().map(|it| pack.levels.name(it.level));
        json!({ "name": pack.levels.name(id), "title": &*level.title, "about": &*level.about, "next": next })
    };
    levels.into_iter().map(level).collect()
}
