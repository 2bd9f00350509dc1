use std::fs;
use std::path::Path;
use std::sync::Arc;

use barrow_pack::{Files, Pack, load};
use barrow_shelf::Book;
use serde_json::{Map, Value, json};

use crate::folder::Folder;
use crate::{Outcome, picture};

/// A game of the page.
pub struct Game {
    /// Its place on the shelf.
    pub book: Book,
    /// What is played.
    pub pack: Arc<Pack>,
    /// Its files as the page reads them.
    pub bundle: String,
}

/// Every game in a folder of packs.
pub fn all(packs: &Path) -> Outcome<Vec<Game>> {
    let books = barrow_shelf::books(packs);
    let books = books.map_err(|error| format!("{}: {error}", packs.display()))?;
    books.into_iter().map(open).collect()
}

fn open(book: Book) -> Outcome<Game> {
    let mut files = Vec::new();
    for (name, path) in &book.files {
        let text = fs::read_to_string(path);
        files.push((name.clone(), text.map_err(|it| format!("{}: {it}", path.display()))?));
    }
    let bundle = bundle(&files);
    let files = files.into_iter().map(|(name, text)| (name, text.into_bytes())).collect();
    let loaded = load(Files::new(files));
    let report = || format!("`{}`:\n{}", book.name, loaded.report.render(&loaded.files));
    let pack = loaded.pack.clone().ok_or_else(report)?;
    Ok(Game { book, pack, bundle })
}

/// All files as one: a page asks once. Each is kept as it was written, since the order of what
/// it declares is part of the game.
fn bundle(files: &[(String, String)]) -> String {
    let files: Map<String, Value> =
        files.iter().map(|(name, text)| (name.clone(), text.as_str().into())).collect();
    json!({ "files": files }).to_string()
}

/// Adds every game and the list of them.
pub fn add(folder: &mut Folder, games: &[Game]) -> Outcome {
    let mut list = Vec::new();
    for game in games {
        let name = &game.book.name;
        folder.add(format!("packs/{name}.json"), game.bundle.as_str());
        folder.add(format!("packs/{name}.png"), picture::of_run(&game.pack)?);
        list.push(entry(game));
    }
    folder.add("packs/index.json", Value::from(list).to_string());
    Ok(())
}

/// What a card shows of a game.
fn entry(game: &Game) -> Value {
    let Game { book, pack, bundle } = game;
    let heroes = pack.rules.heroes.iter().map(|&id| {
        let kind = pack.kinds.get(id);
        json!({ "name": pack.kinds.name(id), "title": &*kind.name, "about": &*kind.about })
    });
    json!({
        "name": book.name,
        "title": book.title,
        "about": book.about,
        "picture": format!("packs/{}.png", book.name),
        "form": if book.is_kit() { "kit" } else { "own" },
        "levels": levels(pack),
        "heroes": heroes.collect::<Vec<_>>(),
        "realtime": pack.rules.ticks.is_some(),
        "bytes": bundle.len(),
    })
}

/// The levels that one may begin with, the pack's own beginning first: those that have a hero.
fn levels(pack: &Pack) -> Vec<&str> {
    let mut levels: Vec<_> = pack.levels.iter().filter(|(_, it)| it.hero.is_some()).collect();
    levels.sort_by_key(|(id, _)| *id != pack.rules.start);
    levels.into_iter().map(|(id, _)| pack.levels.name(id)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bundle_keeps_each_file_as_it_was_written() {
        let text = "{\n  \"second\": 1,\n  \"first\": 2\n}\n";
        let bundle = bundle(&[("maps/a.json".into(), text.into())]);
        let value: Value = serde_json::from_str(&bundle).expect("it is JSON");
        assert_eq!(value["files"]["maps/a.json"], text);
    }
}
