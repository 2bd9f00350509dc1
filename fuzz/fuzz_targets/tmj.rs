//! Any text is a map, a tileset, a template or an error.
//!
//! `cargo +nightly fuzz run tmj fuzz/corpus/tmj crates/tmj/tests/maps` starts from the valid
//! files of the crate.

#![no_main]

use barrow_tmj::{Map, Template, Tileset};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    // A NUL, which JSON cannot hold, parts the map from the tileset and the template it names.
    let mut parts = text.split('\0');
    let map = parts.next().unwrap_or_default();
    let tileset = parts.next();
    let template = parts.next();
    let mut files = |path: &str| {
        let other = if path.ends_with(".tj") { template } else { tileset };
        other.map(str::to_owned)
    };
    if let Ok(loaded) = Map::parse("map.tmj", map, &mut files) {
        visit(&loaded.value);
        loaded.warnings.iter().for_each(|warning| drop(warning.to_string()));
    }
    let _ = Tileset::parse("tiles.tsj", map, &mut files);
    let _ = Template::parse("thing.tj", map);
});

/// Calls every query of a map.
fn visit(map: &Map) {
    for placed in map.walk() {
        if let Some(tiles) = placed.layer.tiles() {
            tiles.area();
            for (x, y, tile) in tiles.iter().take(10_000) {
                assert!(tiles.tile_at(x, y).is_some());
                map.tileset_of(tile.id);
            }
            tiles.tile_at(i32::MIN, i32::MIN);
            tiles.tile_at(i32::MAX, i32::MAX);
        }
        for object in placed.layer.objects().unwrap_or_default() {
            object.cell(map.tile_width, map.tile_height);
        }
    }
}
