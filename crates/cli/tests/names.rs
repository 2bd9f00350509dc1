//! No Rust code names a game: what one game needs becomes a mechanism for all.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// Folders that have the name of something else as well: a format, a drawn room, a pile of cards.
const PLAIN_WORDS: [&str; 3] = ["kit", "arena", "deck"];

/// Returns the folders of the games, except those whose names mean something else as well.
fn games(root: &Path) -> Vec<String> {
    let folders = fs::read_dir(root.join("packs")).expect("the games are there");
    let names = folders.map(|it| it.expect("a folder").file_name().display().to_string());
    names.filter(|name| !PLAIN_WORDS.contains(&name.as_str())).collect()
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            sources(&path, found)?;
        } else if path.extension().is_some_and(|it| it == "rs") {
            found.push(path);
        }
    }
    Ok(())
}

/// Returns the words of a text in lower case; `dark-floor`, `dark_floor` and `Dark Floor` are two
/// words each.
fn words(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

#[test]
fn no_crate_names_a_game() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    let crates = fs::read_dir(root.join("crates")).expect("the crates are there");
    let crates = crates.map(|it| it.expect("a crate").path());
    // The bench starts games by their names, ours and those of others.
    for folder in crates.filter(|it| !it.ends_with("bench")) {
        sources(&folder.join("src"), &mut files).expect("sources");
    }
    let games = games(&root);
    assert!(files.len() > 300 && games.len() > 1, "nothing was looked at");
    for file in files {
        let text = words(&fs::read_to_string(&file).expect("a source"));
        for game in &games {
            let name = words(game);
            let named = text.windows(name.len()).any(|it| it == name);
            assert!(!named, "{} names `{game}`", file.display());
        }
    }
}
