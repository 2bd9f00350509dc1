//! Lists the games in `packs/` and their files. The binary, the page and the comparison of native
//! code with wasm all ask here, so they ship the same files.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde_json::Value;

/// A game: a folder with the files that playing it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShippedPack {
    /// The name of its folder, which commands and addresses use.
    pub name: String,
    /// The title for players.
    pub title: String,
    /// One line about it.
    pub about: String,
    /// The name of each file inside the folder, with forward slashes, and its path on the disk.
    pub files: Vec<(String, PathBuf)>,
}

/// Lists every game in a folder of packs, sorted by name. A folder without JSON is not a game.
pub fn shipped_packs(packs: &Path) -> io::Result<Vec<ShippedPack>> {
    let mut found = Vec::new();
    for folder in entries(packs)?.into_iter().filter(|it| it.is_dir()) {
        let mut files = Vec::new();
        collect(&folder, "", &mut files)?;
        if files.iter().any(|(_, path)| is_json(path)) {
            found.push(shipped(name(&folder), files)?);
        }
    }
    Ok(found)
}

impl ShippedPack {
    /// Returns a Rust expression, `&[(name, bytes), ...]`, that includes the files.
    pub fn included(&self) -> io::Result<String> {
        let mut list = String::from("&[\n");
        for (name, path) in &self.files {
            let path = fs::canonicalize(path)?.display().to_string();
            let _ = writeln!(list, "({name:?}, include_bytes!({path:?})),");
        }
        list.push(']');
        Ok(list)
    }

    /// Returns `true` if it has the form of the Dungeon Mode Kit.
    pub fn is_kit(&self) -> bool {
        self.files.iter().any(|(name, _)| name == KIT)
    }
}

/// The file that shows that a folder has the form of the kit.
const KIT: &str = "kit.json";

fn shipped(name: String, files: Vec<(String, PathBuf)>) -> io::Result<ShippedPack> {
    let (title, about) = headline(&files)?;
    let title = if title.is_empty() { name.clone() } else { title };
    Ok(ShippedPack { name, title, about, files })
}

/// Lists a folder, sorted by name, without hidden files. Empty if there is no such folder.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let paths: io::Result<Vec<PathBuf>> =
        fs::read_dir(folder)?.map(|entry| entry.map(|it| it.path())).collect();
    let mut paths: Vec<PathBuf> =
        paths?.into_iter().filter(|it| !name(it).starts_with('.')).collect();
    paths.sort();
    Ok(paths)
}

fn name(path: &Path) -> String {
    path.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default()
}

fn collect(folder: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for path in entries(folder)? {
        let inner = format!("{prefix}{}", name(&path));
        if path.is_dir() {
            collect(&path, &format!("{inner}/"), files)?;
        } else if is_played(&path) {
            files.push((inner, path));
        }
    }
    Ok(())
}

/// Returns `true` if playing needs the file: data, maps, the picture. Other files are for readers of
/// the sources.
fn is_played(path: &Path) -> bool {
    let extension = path.extension().map(|it| it.to_string_lossy().into_owned());
    let data = matches!(extension.as_deref(), Some("json" | "tmj" | "tsj" | "tj"));
    (data && !name(path).ends_with(".schema.json")) || name(path) == "picture.txt"
}

fn is_json(path: &Path) -> bool {
    path.extension().is_some_and(|it| it == "json")
}

/// Returns the title of a game and a line about it, which lists show before any game is loaded.
fn headline(files: &[(String, PathBuf)]) -> io::Result<(String, String)> {
    for (name, path) in files.iter().filter(|(_, path)| is_json(path)) {
        let text = fs::read_to_string(path)?;
        let value: Value = serde_json::from_str(&text).unwrap_or_default();
        // The kit's form has them in a file of its own.
        let pack = if name == KIT { &value } else { &value["pack"] };
        let word = |key: &str| pack[key].as_str().unwrap_or_default().to_string();
        if !word("title").is_empty() {
            return Ok((word("title"), word("about")));
        }
    }
    Ok((String::new(), String::new()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shelf(name: &str, files: &[(&str, &str)]) -> Vec<ShippedPack> {
        let root = std::env::temp_dir().join(format!("barrow-shelf-{}-{name}", std::process::id()));
        for (file, text) in files {
            let path = root.join(file);
            fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("made");
            fs::write(path, text).expect("written");
        }
        let found = shipped_packs(&root).expect("read");
        fs::remove_dir_all(&root).expect("removed");
        found
    }

    #[test]
    fn a_game_consists_of_its_data_without_the_readme() {
        let found = shelf(
            "data",
            &[
                ("cave/pack.json", r#"{"pack": {"title": "The Cave", "about": "Dark."}}"#),
                ("cave/maps/hall.tmj", "{}"),
                ("cave/README.md", "# The Cave"),
                ("cave/pack.schema.json", "{}"),
                ("cave/.hidden/more.json", "{}"),
                ("notes/todo.txt", "nothing to play"),
            ],
        );
        let [cave] = found.as_slice() else { panic!("one game, not {found:?}") };
        assert_eq!((cave.title.as_str(), cave.about.as_str()), ("The Cave", "Dark."));
        let names: Vec<&str> = cave.files.iter().map(|it| it.0.as_str()).collect();
        assert_eq!(names, ["maps/hall.tmj", "pack.json"]);
        assert!(!cave.is_kit());
    }

    #[test]
    fn a_game_without_a_title_is_called_by_its_folder_and_a_kit_is_known_by_its_file() {
        let found = shelf(
            "kit",
            &[("bare/things.json", "{}"), ("kit/kit.json", r#"{"title": "Errands"}"#)],
        );
        let titles: Vec<(&str, bool)> =
            found.iter().map(|it| (it.title.as_str(), it.is_kit())).collect();
        assert_eq!(titles, [("bare", false), ("Errands", true)]);
    }
}
