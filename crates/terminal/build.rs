//! Puts every game of `packs/` into the binary: a list of files whose contents are included
//! where they stand, so that nothing is read before it is needed.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let packs = root.join("../../packs");
    println!("cargo::rerun-if-changed={}", packs.display());
    let mut list = String::from("&[\n");
    for folder in entries(&packs)?.into_iter().filter(|it| it.is_dir()) {
        let mut files = Vec::new();
        collect(&folder, &folder, &mut files)?;
        if files.iter().any(|(_, path)| is_json(path)) {
            write_pack(&mut list, &folder, &files)?;
        }
    }
    list.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("shipped.rs"), list)
}

/// What lies in a folder, by name; nothing if there is no such folder. Hidden ones are left out.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let paths: io::Result<Vec<PathBuf>> =
        fs::read_dir(folder)?.map(|entry| entry.map(|it| it.path())).collect();
    let hidden = |path: &PathBuf| name(path).starts_with('.');
    let mut paths: Vec<PathBuf> = paths?.into_iter().filter(|it| !hidden(it)).collect();
    paths.sort();
    Ok(paths)
}

fn name(path: &Path) -> String {
    path.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default()
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", folder.display());
    for path in entries(folder)? {
        if path.is_dir() {
            collect(root, &path, files)?;
        } else if is_played(&path) {
            let inner = path.strip_prefix(root).unwrap_or(&path);
            let parts: Vec<String> = inner.iter().map(|it| it.to_string_lossy().into()).collect();
            files.push((parts.join("/"), path.clone()));
        }
    }
    Ok(())
}

/// Whether a game needs the file: its data, its maps, its picture. What else lies beside stays
/// out of the binary.
fn is_played(path: &Path) -> bool {
    let extension = path.extension().map(|it| it.to_string_lossy().into_owned());
    let data = matches!(extension.as_deref(), Some("json" | "tmj" | "tsj" | "tj"));
    (data && !name(path).ends_with(".schema.json")) || name(path) == "picture.txt"
}

fn is_json(path: &Path) -> bool {
    path.extension().is_some_and(|it| it == "json")
}

fn write_pack(list: &mut String, folder: &Path, files: &[(String, PathBuf)]) -> io::Result<()> {
    let (title, about) = headline(files)?;
    let name = name(folder);
    let title = if title.is_empty() { name.clone() } else { title };
    let _ =
        writeln!(list, "Shipped {{ name: {name:?}, title: {title:?}, about: {about:?}, files: &[");
    for (name, path) in files {
        let path = fs::canonicalize(path)?;
        println!("cargo::rerun-if-changed={}", path.display());
        let _ = writeln!(list, "({name:?}, include_bytes!({:?})),", path.display().to_string());
    }
    list.push_str("] },\n");
    Ok(())
}

/// The title of a game and what it is: the list of games shows them before any game is read.
fn headline(files: &[(String, PathBuf)]) -> io::Result<(String, String)> {
    for (_, path) in files.iter().filter(|(_, path)| is_json(path)) {
        let text = fs::read_to_string(path)?;
        let value: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
        // The kit's form has them in a file of its own.
        let kit = path.ends_with("kit.json");
        let pack = if kit { &value } else { &value["pack"] };
        let word = |key: &str| pack[key].as_str().unwrap_or_default().to_string();
        if !word("title").is_empty() {
            return Ok((word("title"), word("about")));
        }
    }
    Ok((String::new(), String::new()))
}
