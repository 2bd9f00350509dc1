//! Damaged files, one for each kind of damage, and the messages about them.

use std::fmt::Write;

use barrow_tmj::{Map, Template, Tileset};
use miniz_oxide::deflate::{compress_to_vec, compress_to_vec_zlib};

use crate::golden::file;

/// Returns a map of 2 x 2 cells with the given layers and the 12 tiles of `stone.tsj`.
fn with_layers(layers: &str) -> String {
    format!(
        r#"{{"type": "map", "orientation": "orthogonal", "width": 2, "height": 2,
"tilewidth": 16, "tileheight": 16, "tilesets": [{{"firstgid": 1, "source": "stone.tsj"}}],
"layers": [{layers}]}}"#
    )
}

fn with_tiles(fields: &str) -> String {
    let size = r#""width": 2, "height": 2"#;
    with_layers(&format!(r#"{{"type": "tilelayer", "id": 3, "name": "floor", {size}, {fields}}}"#))
}

fn with_packed(compression: &str, bytes: &[u8]) -> String {
    let data = base64(bytes);
    with_tiles(&format!(
        r#""encoding": "base64", "compression": "{compression}", "data": "{data}""#
    ))
}

fn with_chunk(chunk: &str) -> String {
    with_tiles(&format!(r#""chunks": [{chunk}]"#))
}

fn with_object(object: &str) -> String {
    with_layers(&format!(
        r#"{{"type": "objectgroup", "id": 2, "name": "things", "objects": [{object}]}}"#
    ))
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for triple in bytes.chunks(3) {
        let bits = triple.iter().fold(0, |bits, &byte| bits << 8 | usize::from(byte))
            << (8 * (3 - triple.len()));
        for digit_index in 0..4 {
            let digit = DIGITS[bits >> (18 - 6 * digit_index) & 63];
            text.push(if digit_index <= triple.len() { char::from(digit) } else { '=' });
        }
    }
    text
}

/// Checks the error message of a map. A `§` in the text marks the position that the message shows
/// as `§`; it is removed before the text is parsed.
fn check(text: &str, message: &str) {
    let (text, message) = take_mark(text, message);
    match Map::parse("map.tmj", &text, &mut file) {
        Ok(loaded) => panic!("this was read: {:?}\nwanted: {message}", loaded.value),
        Err(problem) => assert_eq!(problem.to_string(), message),
    }
}

fn take_mark(text: &str, message: &str) -> (String, String) {
    let Some((before, after)) = text.split_once('§') else {
        return (text.to_owned(), message.to_owned());
    };
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
    (format!("{before}{after}"), message.replace('§', &format!("{line}:{column}")))
}

/// Checks the only warning of a map that can be read.
fn check_warning(text: &str, message: &str) {
    let loaded = Map::parse("map.tmj", text, &mut file).expect(message);
    let warnings: Vec<String> = loaded.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(warnings, [message]);
}

#[test]
fn text_that_is_not_a_map_is_refused() {
    check("", "map.tmj: the file is empty");
    check(" \n", "map.tmj: the file is empty");
    check("§[]", "map.tmj:§: expected an object, found a list");
    check("null", "map.tmj:1:1: expected an object, found null");
    check("7", "map.tmj:1:1: expected an object, found 7");
    check("{}", "map.tmj:1:1: \"width\" is missing");
    check(
        "<?xml version=\"1.0\"?><map/>",
        "map.tmj: this is XML, not JSON; in Tiled, save it as .tmj, .tsj or .tj",
    );
    check(r#"{"type": "tileset"}"#, "map.tmj: expected a map, but this file is a tileset");
}

#[test]
fn invalid_json_is_refused_with_line_and_column() {
    check(
        "{\n  \"width\": 2,\n  \"height\"",
        "map.tmj:3:10: the file ends too early; it was cut off or not saved to its end",
    );
    check(
        "{\n  \"width\": 2\n  §\"height\": 2}",
        "map.tmj:§: this is not JSON: expected `,` or `}`",
    );
    check("{\"width\": 0§2}", "map.tmj:§: this is not JSON: invalid number");
    check("{} §{}", "map.tmj:§: this is not JSON: trailing characters");
    check(
        &with_layers(r#"{"type": "group", "id": 1, "name": §"\ud800"}"#),
        "map.tmj:§: layer 1: \"name\": this string has an invalid \\ escape",
    );
}

#[test]
fn a_wrong_type_is_reported_with_its_position() {
    let whole = with_layers("");
    let replaced = |from: &str, to: &str| {
        assert!(whole.contains(from), "{from}");
        whole.replace(from, to)
    };
    check(
        &replaced("\"width\": 2", "\"width\": §\"two\""),
        "map.tmj:§: \"width\": expected a whole number from 0 to 4294967295, found \"two\"",
    );
    check(
        &replaced("\"width\": 2", "\"width\": §-2"),
        "map.tmj:§: \"width\": expected a whole number from 0 to 4294967295, found -2",
    );
    check(
        &replaced("\"width\": 2", "\"width\": §2.5"),
        "map.tmj:§: \"width\": expected a whole number from 0 to 4294967295, found 2.5",
    );
    check(
        &replaced("\"tilewidth\": 16", "\"tilewidth\": §0"),
        "map.tmj:§: \"tilewidth\" is 0; it must be at least 1",
    );
    check(
        &replaced("\"orthogonal\"", "§\"spherical\""),
        "map.tmj:§: the orientation \"spherical\" is unknown",
    );
    check(
        &replaced("\"layers\": []", "\"layers\": §{}"),
        "map.tmj:§: \"layers\": expected a list, found an object",
    );
    check(&replaced("\"layers\": []", "\"layers\": null"), "map.tmj:1:1: \"layers\" is missing");
    check(
        &replaced("\"layers\": []", "\"layers\": [§7]"),
        "map.tmj:§: layer number 1: expected an object, found 7",
    );
    check(
        &replaced("\"layers\": []", "\"layers\": [], \"backgroundcolor\": §\"red\""),
        "map.tmj:§: \"backgroundcolor\": expected a color like #RRGGBB or #AARRGGBB, found \"red\"",
    );
    check(
        &with_object(r#"{"id": 4, "name": "chest", "x": §"far"}"#),
        "map.tmj:§: layer \"things\" (id 2): object \"chest\" (id 4): \"x\": expected a number, found \"far\"",
    );
    check(
        &with_object(r#"{"id": 4, "y": §1e10}"#),
        "map.tmj:§: layer \"things\" (id 2): object 4: \"y\": 1e10 is too large; the maximum is 2000000000",
    );
    check(
        &with_object(r#"{"polygon": [§{"x": 1}]}"#),
        "map.tmj:§: layer \"things\" (id 2): an object without an id: \"polygon\": \"y\" is missing",
    );
    check(
        &with_object(
            r#"{"id": 4, "properties": [{"name": "health", "type": "int", "value": §"high"}]}"#,
        ),
        "map.tmj:§: layer \"things\" (id 2): object 4: property \"health\": expected a whole number, found \"high\"",
    );
}

#[test]
fn a_wrong_number_of_tiles_is_refused() {
    let floor = "map.tmj: layer \"floor\" (id 3):";
    check(&with_tiles(r#""data": [1, 1, 1]"#), &format!("{floor} 3 tiles, but 2 x 2 needs 4"));
    check(&with_tiles(r#""data": []"#), &format!("{floor} 0 tiles, but 2 x 2 needs 4"));
    check(&with_packed("", &[1; 20]), &format!("{floor} 5 tiles, but 2 x 2 needs 4"));
    check(
        &with_packed("", &[1; 15]),
        &format!("{floor} the tile data is cut off: 15 bytes, but 16 are needed"),
    );
    let short = compress_to_vec_zlib(&[0; 12], 6);
    check(&with_packed("zlib", &short), &format!("{floor} 3 tiles, but 2 x 2 needs 4"));
    check(
        &with_tiles(r#""visible": true"#),
        &format!("{floor} it has neither \"data\" nor \"chunks\", so it has no tiles"),
    );
    check(
        &with_tiles(r#""data": [1, §-1, 1, 1]"#),
        "map.tmj:§: layer \"floor\" (id 3): \"data\": expected a whole number from 0 to 4294967295, found -1",
    );
    check(
        &with_tiles(r#""data": §7"#),
        "map.tmj:§: layer \"floor\" (id 3): \"data\": expected a list, found 7",
    );
}

#[test]
fn data_that_cannot_be_unpacked_is_refused() {
    let floor = "map.tmj: layer \"floor\" (id 3):";
    check(
        &with_tiles(r#""encoding": "base64", "data": "AQAAAAEAAAABAAAAAQAAA""#),
        &format!("{floor} the base64 data is cut off: 21 characters are not a multiple of 4"),
    );
    check(
        &with_tiles(r#""encoding": "base64", "data": "AQAA-AEA""#),
        &format!("{floor} the base64 data has an invalid character: '-'"),
    );
    check(
        &with_packed("lzma", &[0; 16]),
        &format!(
            "{floor} the compression \"lzma\" is unknown; choose zlib, gzip or Zstandard in Tiled's map properties"
        ),
    );
    check(
        &with_tiles(r#""encoding": "xml", "data": "x""#),
        &format!(
            "{floor} the encoding \"xml\" is unknown; choose CSV or Base64 in Tiled's map properties"
        ),
    );
    for name in ["zlib", "gzip", "zstd"] {
        let damaged = format!("{floor} the {name} data is damaged; save the map in Tiled again");
        check(&with_packed(name, b"none of these three"), &damaged);
        check(&with_packed(name, &[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0, 0]), &damaged);
        check(&with_packed(name, &[0x1f, 0x8b, 8, 0xff, 0, 0, 0, 0, 0, 0, 0xff, 0xff]), &damaged);
    }
}

#[test]
fn gzip_with_a_wrong_checksum_or_length_is_refused() {
    let tiles = [1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0];
    let gzip = |check: u32, length: u32| {
        let head = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
        let tail = [check.to_le_bytes(), length.to_le_bytes()].concat();
        [&head[..], &compress_to_vec(&tiles, 6), &tail].concat()
    };
    let sum = 0xaf05_d4ef;
    assert!(Map::parse("map.tmj", &with_packed("gzip", &gzip(sum, 16)), &mut file).is_ok());
    for bytes in [gzip(sum + 1, 16), gzip(sum, 17)] {
        check(
            &with_packed("gzip", &bytes),
            "map.tmj: layer \"floor\" (id 3): the gzip data is damaged; save the map in Tiled again",
        );
    }
}

#[test]
fn data_that_unpacks_without_end_is_stopped() {
    let bomb = vec![0; 100 << 20];
    let message = |name| {
        format!(
            "map.tmj: layer \"floor\" (id 3): the {name} data unpacks to more than the 4 tiles of its size"
        )
    };
    check(&with_packed("zlib", &compress_to_vec_zlib(&bomb, 9)), &message("zlib"));
    let gzip = [&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3], &compress_to_vec(&bomb, 9)[..], &[0; 8]];
    check(&with_packed("gzip", &gzip.concat()), &message("gzip"));
    // A frame with the smallest window and two thousand blocks that repeat one byte a thousand
    // times.
    let head = [0x28, 0xb5, 0x2f, 0xfd, 0, 0];
    let block = [0x42, 0x1f, 0, 0];
    let zstd = [&head[..], &block.repeat(2000)].concat();
    check(&with_packed("zstd", &zstd), &message("zstd"));
    // A frame that requests a window of half a terabyte.
    let greedy = [0x28, 0xb5, 0x2f, 0xfd, 0, 0xe8, 1, 0, 0];
    check(&with_packed("zstd", &greedy), &message("zstd"));
}

#[test]
fn huge_maps_are_refused_before_any_work() {
    let too_wide = with_layers("").replace("\"width\": 2", "\"width\": 4000000000");
    check(&too_wide, "map.tmj: 4000000000 x 2 tiles are too many; a map may have at most 16777216");
    let infinite = too_wide.replace("\"height\"", "\"infinite\": true, \"height\"");
    assert!(Map::parse("map.tmj", &infinite, &mut file).is_ok());
    check(
        &with_chunk(r#"{"x": 0, "y": 0, "width": 50000, "height": 50000, "data": []}"#),
        "map.tmj: layer \"floor\" (id 3): chunk at column 0, row 0: 50000 x 50000 tiles are too many; a map may have at most 16777216",
    );
    let rows = compress_to_vec_zlib(&vec![0; 4096 * 4096 * 4], 1);
    let layer = format!(
        r#"{{"type": "tilelayer", "width": 4096, "height": 4096, "compression": "zlib", "data": "{}"}}"#,
        base64(&rows)
    );
    check(
        &with_layers(&format!("{layer}, {layer}")),
        "map.tmj: layer number 2: 4096 x 4096 tiles on top of 16777216 are too many; a map may have at most 16777216",
    );
}

#[test]
fn chunks_that_no_map_can_hold_are_refused() {
    let floor = "layer \"floor\" (id 3):";
    let data = "\"data\": [0, 0, 0, 0]";
    check(
        &with_chunk(&format!(r#"{{"x": 2147483646, "y": 0, "width": 2, "height": 2, {data}}}"#)),
        &format!(
            "map.tmj: {floor} chunk at column 2147483646, row 0: 2 x 2 tiles reach beyond the largest coordinate"
        ),
    );
    check(
        &with_chunk(&format!(r#"{{"x": 0, "y": §-2147483649, "width": 2, "height": 2, {data}}}"#)),
        &format!(
            "map.tmj:§: {floor} \"y\": expected a whole number from -2147483648 to 2147483647, found -2147483649"
        ),
    );
    let twice = format!(r#"{{"x": -4, "y": 8, "width": 2, "height": 2, {data}}}"#);
    check(
        &with_chunk(&format!("{twice}, {twice}")),
        &format!("map.tmj: {floor} two chunks lie at column -4, row 8"),
    );
    check(
        &with_chunk(r#"§{"x": 0, "y": 0, "width": 2, "height": 2}"#),
        &format!("map.tmj:§: {floor} chunk at column 0, row 0: \"data\" is missing"),
    );
}

/// Returns a map with nested groups and a tile layer in the innermost.
fn nested(depth: usize) -> String {
    let mut text = String::new();
    for id in 1..=depth {
        write!(text, r#"{{"type": "group", "id": {id}, "name": "g", "opacity": 0.5, "layers": ["#)
            .expect("a text takes all");
    }
    text +=
        r#"{"type": "tilelayer", "id": 0, "name": "core", "width": 0, "height": 0, "data": []}"#;
    with_layers(&(text + &"]}".repeat(depth)))
}

#[test]
fn groups_may_be_nested_but_not_without_end() {
    let map = Map::parse("map.tmj", &nested(10), &mut file).unwrap().value;
    assert_eq!(map.walk()[0].opacity.to_string(), "0.001");
    assert!(Map::parse("map.tmj", &nested(32), &mut file).is_ok());
    let message = "map.tmj: layer \"g\" (id 33): groups are nested deeper than 32 levels";
    check(&nested(33), message);
    check(&nested(10_000), message);
}

#[test]
fn properties_may_be_nested_but_not_without_end() {
    let nested = |depth| {
        let (start, end) = ("{\"a\": ".repeat(32), "}".repeat(depth));
        let value = format!("{start}§{}7{end}", "{\"a\": ".repeat(depth - 32));
        with_object(&format!(
            r#"{{"id": 4, "properties": [{{"name": "p", "type": "class", "value": {value}}}]}}"#
        ))
    };
    assert!(Map::parse("map.tmj", &nested(32).replace('§', ""), &mut file).is_ok());
    for depth in [33, 10_000] {
        check(
            &nested(depth),
            "map.tmj:§: layer \"things\" (id 2): object 4: property \"p\": values are nested deeper than 32 levels",
        );
    }
}

#[test]
fn unknown_tiles_are_kept_with_a_warning() {
    check_warning(
        &with_tiles(r#""data": [1, 12, 2147483661, 14]"#),
        "map.tmj: layer \"floor\" (id 3): column 0, row 1: tile 13 is in no tileset of the map; \"stone\" ends at 12 (and 1 more cells)",
    );
    check_warning(
        &with_chunk(r#"{"x": -4, "y": 8, "width": 2, "height": 2, "data": [0, 0, 0, 99]}"#),
        "map.tmj: layer \"floor\" (id 3): chunk at column -4, row 8: column -3, row 9: tile 99 is in no tileset of the map; \"stone\" ends at 12",
    );
    check_warning(
        &with_object(r#"{"id": 4, "gid": 40}"#),
        "map.tmj: layer \"things\" (id 2): object 4: tile 40 is in no tileset of the map; \"stone\" ends at 12",
    );
    check_warning(
        &with_tiles(r#""data": [1, 0, 0, 0]"#).replace("\"firstgid\": 1", "\"firstgid\": 2"),
        "map.tmj: layer \"floor\" (id 3): column 0, row 0: tile 1 is in no tileset of the map",
    );
}

#[test]
fn tilesets_with_an_impossible_first_id_are_refused() {
    let zero = with_layers("").replace("\"firstgid\": 1", "\"firstgid\": 0");
    check(&zero, "map.tmj: the tileset \"stone\" begins with tile 0, which is the empty cell");
    let entry = r#"{"firstgid": 1, "source": "stone.tsj"}"#;
    let twice = with_layers("").replace(entry, &format!("{entry}, {entry}"));
    check(&twice, "map.tmj: the tilesets \"stone\" and \"stone\" both begin with tile 1");
    let nameless = with_layers("").replace(entry, r#"§{"firstgid": 1}"#);
    check(&nameless, "map.tmj:§: tileset \"\": \"tilewidth\" is missing");
}

#[test]
fn damage_in_another_file_names_that_file() {
    let text = with_layers("");
    let check = |tileset: &str, message: &str| {
        let (tileset, message) = take_mark(tileset, message);
        let mut files = |_: &str| Some(tileset.clone());
        let problem = Map::parse("map.tmj", &text, &mut files).unwrap_err();
        assert_eq!(problem.to_string(), message);
    };
    check("", "stone.tsj: the file is empty");
    check("{\"type\": \"map\"}", "stone.tsj: expected a tileset, but this file is a map");
    check(
        "{\"tilewidth\": 1, \"tileheight\": 1,\n \"tiles\": [{\"id\": 5, \"terrain\": §[1, 2]}]}",
        "stone.tsj:§: tile 5: \"terrain\": a tile has four corners",
    );
    check(
        "{\"tilewidth\": 1, \"tileheight\": 1, \"wangsets\": [{\"name\": \"w\", \"wangtiles\": [{\"wangid\": §[1, 256]}]}]}",
        "stone.tsj:§: terrain set \"w\": a terrain tile has eight numbers from 0 to 255",
    );
}

#[test]
fn a_tileset_that_cannot_be_read_as_json_is_only_a_warning() {
    let text = with_tiles(r#""data": [1, 999, 0, 0]"#);
    let check = |tileset: Option<&str>, message: &str| {
        let mut files = |_: &str| tileset.map(str::to_owned);
        let loaded = Map::parse("levels/map.tmj", &text, &mut files).unwrap();
        assert_eq!(loaded.warnings.len(), 1);
        assert_eq!(loaded.warnings[0].to_string(), message);
        assert_eq!(loaded.value.tilesets[0].name, "stone");
        assert_eq!(loaded.value.tileset_of(999), Some((0, 998)));
    };
    check(
        None,
        "levels/map.tmj: the tileset \"levels/stone.tsj\" is missing; only the ids of its tiles are known",
    );
    check(
        Some("<?xml?><tileset/>"),
        "levels/map.tmj: the tileset \"levels/stone.tsj\" is XML, which is not read; in Tiled, save it as .tsj",
    );
}

#[test]
fn an_object_whose_template_is_missing_or_damaged_is_refused() {
    check(
        &with_object(r#"{"id": 4, "template": "troll.tj", "x": 0, "y": 0}"#),
        "map.tmj: layer \"things\" (id 2): object 4: its template \"troll.tj\" is missing; add the file, or detach the object in Tiled",
    );
    check(
        &with_object(r#"{"id": 4, "template": "stone.tsj", "x": 0, "y": 0}"#),
        "stone.tsj: expected a template, but this file is a tileset",
    );
    let other = with_object(r#"{"id": 4, "template": "goblin.tj", "x": 0, "y": 0}"#)
        .replace("stone.tsj", "collection.tsj");
    check(
        &other,
        "map.tmj: layer \"things\" (id 2): object 4: template \"goblin.tj\": its tile 6 belongs to \"stone.tsj\", which is not a tileset of the map; add it in Tiled",
    );
    let problem = Template::parse("troll.tj", "{\"type\": \"template\"}").unwrap_err();
    assert_eq!(problem.to_string(), "troll.tj:1:1: \"object\" is missing");
}

#[test]
fn a_large_template_used_without_end_is_stopped() {
    let template = format!("{{\"object\": {{\"id\": 1, \"name\": \"{}\"}}}}", "x".repeat(1 << 20));
    let objects = r#"{"template": "big.tj"}, "#.repeat(100);
    let text = with_object(objects.trim_end_matches(", "));
    let mut files = |path: &str| if path == "big.tj" { Some(template.clone()) } else { None };
    let problem = Map::parse("map.tmj", &text, &mut files).unwrap_err();
    assert_eq!(
        problem.to_string(),
        "map.tmj: layer \"things\" (id 2): an object without an id: with \"big.tj\", the other files exceed 67108864 bytes together"
    );
}

#[test]
fn unknown_words_become_the_default() {
    check_warning(
        &with_object(r#"{"id": 4, "text": {"text": "hi", "halign": "diagonal"}}"#),
        "map.tmj: layer \"things\" (id 2): object 4: \"halign\" is \"diagonal\", which is unknown; \"left\" is used",
    );
    let tileset = r#"{"name": "t", "tilewidth": 1, "tileheight": 1, "fillmode": "melt"}"#;
    let loaded = Tileset::parse("t.tsj", tileset, &mut file).unwrap();
    assert_eq!(
        loaded.warnings[0].to_string(),
        "t.tsj: \"fillmode\" is \"melt\", which is unknown; \"stretch\" is used"
    );
}
