//! Checks that Tiled can open the maps, since our reader accepts more than the editor does.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::atlas::entries;
use super::door::pack;

fn json(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap_or_else(|it| panic!("{}: {it}", path.display()));
    serde_json::from_str(&text).unwrap()
}

/// Checks a map, and returns the encoding of its tiles.
pub fn check(prototype: &str) -> String {
    let folder = pack().join("prototypes").join(prototype);
    let map = json(&folder.join("map.tmj"));
    for key in ["version", "tiledversion", "orientation", "renderorder"] {
        assert!(map[key].is_string(), "{prototype}: no `{key}`");
    }
    let layers: Vec<&Value> = entries(&map, "layers").collect();
    distinct(layers.iter().copied(), &map["nextlayerid"], prototype);
    let objects = layers.iter().flat_map(|it| entries(it, "objects"));
    distinct(objects, &map["nextobjectid"], prototype);
    for tileset in entries(&map, "tilesets") {
        sheet(&folder.join(tileset["source"].as_str().unwrap()), &map);
    }
    encoding(&map, layers[0])
}

/// Checks that ids differ, and that the next one is free.
fn distinct<'v>(all: impl Iterator<Item = &'v Value>, next: &Value, prototype: &str) {
    let mut ids = BTreeSet::new();
    for id in all.map(|it| it["id"].as_u64().unwrap()) {
        assert!(ids.insert(id), "{prototype}: the id {id} is there twice");
        assert!(id < next.as_u64().unwrap(), "{prototype}: the id {id} is given away again");
    }
}

/// Checks that the tileset exists, with its picture, in the tile size of the map.
fn sheet(path: &Path, map: &Value) {
    let tileset = json(path);
    let picture = fs::read(path.with_file_name(tileset["image"].as_str().unwrap())).unwrap();
    let side = |at: usize| u32::from_be_bytes(picture[at..at + 4].try_into().unwrap());
    assert_eq!(
        (&tileset["imagewidth"], &tileset["imageheight"]),
        (&side(16).into(), &side(20).into())
    );
    for key in ["tilewidth", "tileheight"] {
        assert_eq!(tileset[key], map[key]);
    }
}

fn encoding(map: &Value, layer: &Value) -> String {
    let compression = layer["compression"].as_str().unwrap_or_default();
    let encoding = layer["encoding"].as_str().unwrap_or("csv");
    let chunks = if map["infinite"] == true { " in chunks" } else { "" };
    format!("{encoding} {compression}{chunks}").replace("  ", " ").trim().to_owned()
}
