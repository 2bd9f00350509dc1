//! Compares every map and tileset of `tests/maps` with the dump beside it.
//!
//! `BARROW_BLESS=1 cargo test -p barrow-tmj` writes the dumps again; review the difference.

use std::fs;
use std::path::PathBuf;

use barrow_tmj::{Loaded, Map, Problem, Template, Tileset};

use crate::dump;

pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/maps")
}

/// Returns the text of a file of the folder, the only files that a reader can access here.
pub fn file(path: &str) -> Option<String> {
    fs::read_to_string(folder().join(path)).ok()
}

/// Returns the names of all files with an extension, sorted.
pub fn names(ending: &str) -> Vec<String> {
    let entries = fs::read_dir(folder()).expect("the folder is part of the crate");
    let names = entries.map(|entry| entry.expect("it can be read").file_name());
    let names = names.map(|name| name.into_string().expect("our names are plain"));
    let mut names: Vec<String> = names.filter(|name| name.ends_with(ending)).collect();
    names.sort();
    assert!(!names.is_empty(), "no {ending} in {}", folder().display());
    names
}

fn map(name: &str) -> Loaded<Map> {
    let text = file(name).expect("the file is part of the crate");
    Map::parse(name, &text, &mut file).unwrap_or_else(|problem| panic!("{problem}"))
}

fn check(name: &str, dump: &str) {
    let path = folder().join(name).with_added_extension("txt");
    if std::env::var_os("BARROW_BLESS").is_some() {
        fs::write(&path, dump).expect("the dump can be written");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(dump, expected, "{name}: if this is right, run with BARROW_BLESS=1");
}

fn with_warnings(dump: String, warnings: &[Problem]) -> String {
    warnings.iter().fold(dump, |dump, warning| format!("{dump}warning {warning}\n"))
}

#[test]
fn maps_match_their_dumps() {
    for name in names(".tmj") {
        let loaded = map(&name);
        check(&name, &with_warnings(dump::map(&loaded.value), &loaded.warnings));
    }
}

#[test]
fn tilesets_match_their_dumps() {
    for name in names(".tsj") {
        let text = file(&name).expect("the file is part of the crate");
        let loaded = Tileset::parse(&name, &text, &mut file).expect("it is sound");
        check(&name, &with_warnings(dump::tileset(&loaded.value), &loaded.warnings));
    }
}

#[test]
fn templates_match_their_dumps() {
    for name in names(".tj") {
        let text = file(&name).expect("the file is part of the crate");
        let loaded = Template::parse(&name, &text).expect("it is sound");
        check(&name, &with_warnings(dump::template(&loaded.value), &loaded.warnings));
    }
}

#[test]
fn every_encoding_gives_the_same_map() {
    let csv = map("csv.tmj").value;
    for name in ["base64.tmj", "zlib.tmj", "gzip.tmj", "zstd.tmj"] {
        assert_eq!(map(name).value, csv, "{name}");
    }
    assert_eq!(map("infinite-zstd.tmj").value, map("infinite-csv.tmj").value);
}

#[test]
fn cells_of_infinite_maps_are_found() {
    let map = map("infinite-csv.tmj").value;
    let cave = map.layer("cave").and_then(|layer| layer.tiles()).unwrap();
    let row = |y| {
        let ids = (-5..9).map(|x| cave.tile_at(x, y).map_or(0, |tile| tile.id));
        ids.map(|id| [' ', '#', '.'][id as usize]).collect::<String>()
    };
    assert_eq!(row(-8), " ############ ");
    assert_eq!(row(-7), " # .  .  .  # ");
    assert_eq!(row(-3), " #.        .# ");
    assert_eq!(row(4), "              ");
}

#[test]
fn objects_point_at_tiles_and_at_each_other() {
    let map = map("templates.tmj").value;
    let goblin = map.object(1).unwrap();
    assert_eq!(goblin.cell(map.tile_width, map.tile_height), (2, 2));
    let barrow_tmj::Shape::Tile { tile, .. } = goblin.shape else { panic!("{goblin:?}") };
    // On the map, the first id of stone is 8; in the template it is 1.
    assert_eq!(map.tileset_of(tile.id), Some((1, 5)));
    assert_eq!(map.object(99), None);
    assert_eq!(map.tileset_of(0), None);
}

#[test]
fn a_byte_order_mark_is_ignored() {
    let text = format!("\u{feff}{}", file("csv.tmj").unwrap());
    assert!(Map::parse("csv.tmj", &text, &mut file).is_ok());
}

#[test]
fn other_files_are_found_relative_to_the_map() {
    let mut asked = Vec::new();
    let mut files = |path: &str| {
        asked.push(path.to_owned());
        path.strip_prefix("levels/").and_then(file)
    };
    let text = file("templates.tmj").unwrap();
    let map = Map::parse("levels/templates.tmj", &text, &mut files).unwrap().value;
    let expected = ["collection.tsj", "stone.tsj", "goblin.tj", "yard.tj"];
    assert_eq!(asked, expected.map(|name| format!("levels/{name}")));
    assert_eq!(map.object(1).unwrap().properties.string("loot"), Some("levels/cart.png"));
}
