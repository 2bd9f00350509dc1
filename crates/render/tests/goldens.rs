//! Pictures kept as files, compared bit for bit. `BARROW_BLESS=1` writes them anew.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use barrow_dice::Seed;
use barrow_engine::{Game, Setup};
use barrow_grid::Pos;
use barrow_pack::{Files, Pack, load};
use barrow_render::{Compositor, Painter, Picture, Scene, Sprite, Style, Tileset};

pub(crate) fn encode(picture: &Picture) -> Vec<u8> {
    let mut file = Vec::new();
    let side = |pixels: usize| u32::try_from(pixels).expect("a small picture");
    let mut encoder = png::Encoder::new(&mut file, side(picture.width), side(picture.height));
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    let mut writer = encoder.write_header().expect("a picture in memory");
    writer.write_image_data(&picture.bytes).expect("as many bytes as pixels");
    drop(writer);
    file
}

fn decode(file: &[u8]) -> Picture {
    let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().expect("a PNG");
    let mut bytes = vec![0; reader.output_buffer_size().expect("a small picture")];
    let info = reader.next_frame(&mut bytes).expect("a whole picture");
    Picture { width: info.width as usize, height: info.height as usize, bytes }
}

#[track_caller]
fn check(name: &str, picture: &Picture) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/goldens").join(name);
    if std::env::var_os("BARROW_BLESS").is_some() {
        fs::write(&path, encode(picture)).expect("the golden can be written");
    }
    let golden = fs::read(&path).expect("a golden; BARROW_BLESS=1 makes it");
    assert!(decode(&golden) == *picture, "{name} has changed; BARROW_BLESS=1 shows how");
}

#[test]
fn every_tile_of_the_shipped_tileset() {
    let tileset = Tileset::shipped();
    let names: Vec<&str> = tileset.names().collect();
    let mut scene = Scene::new(16, i32::try_from(names.len()).expect("few") / 16 + 1);
    for (name, place) in names.iter().zip(0..) {
        let tile = tileset.named(name).expect("listed");
        scene.put(Pos::new(place % 16, place / 16), Sprite::plain(tile));
    }
    check("tileset.png", &Compositor::default().draw(&scene, &tileset).enlarged(3));
}

fn gather(folder: &Path, prefix: &str, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        let name = path.file_name().and_then(|it| it.to_str()).expect("a plain name");
        let name = format!("{prefix}{name}");
        if path.is_dir() {
            gather(&path, &format!("{name}/"), files);
        } else {
            files.insert(name, fs::read(&path).expect("a file"));
        }
    }
}

pub(crate) fn files(name: &str) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let packs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs");
    gather(&packs.join(name), "", &mut files);
    files
}

pub(crate) fn pack(name: &str) -> Arc<Pack> {
    load(Files::new(files(name))).pack.expect("a shipped pack can be read")
}

fn begin(pack: &str, level: &str, hero: &str, seed: u64) -> Game {
    let level = (!level.is_empty()).then(|| level.to_owned());
    let setup = Setup { seed: Seed(seed), level, heroes: vec![hero.into()], ..Setup::default() };
    Game::new(self::pack(pack), &setup).expect("it begins").0
}

/// A game as it begins, drawn as tiles and as characters.
#[track_caller]
fn check_game(name: &str, game: &Game) {
    let view = game.view(0).expect("a player");
    for (style, kind) in [(Style::Tiles, "tiles"), (Style::Glyphs, "glyphs")] {
        let mut painter = Painter::new(style);
        painter.set_still(true);
        painter.resize(640, 400, 100);
        painter.draw(&view, &[], 0);
        check(&format!("{name}-{kind}.png"), painter.picture());
    }
}

#[test]
fn every_pack_as_it_begins() {
    check_game("crawl", &begin("crawl", "", "seer", 3));
    check_game("dark-floor", &begin("dark-floor", "", "seer", 3));
    for level in ["labyrinth", "sewers", "inferno", "alchemist"] {
        check_game(level, &begin("kit", level, "", 3));
    }
}

/// Returns the visible kinds of a pack that have no tile in the shipped tileset.
fn without_tile(pack: &Pack) -> Vec<&str> {
    let tileset = Tileset::shipped();
    let seen = pack.kinds.iter().filter(|(_, it)| !matches!(it.look.glyph, '?' | ' '));
    let bare = seen.filter(|(_, it)| tileset.named(&it.look.tile).is_none());
    bare.map(|(id, _)| pack.kinds.name(id)).collect()
}

/// Returns the kinds of a pack that have the same tiles as another one.
fn alike(pack: &Pack) -> Vec<String> {
    let mut known = BTreeMap::new();
    let shapes = pack.kinds.iter().filter(|(_, it)| !it.look.tile.is_empty());
    let alike = shapes.filter_map(|(id, kind)| {
        let (name, look) = (pack.kinds.name(id), &kind.look);
        let other = known.insert((&look.tile, &look.top), name)?;
        Some(format!("{name} looks like {other}"))
    });
    alike.collect()
}

#[test]
fn every_kind_that_is_seen_has_a_tile() {
    for name in ["arena", "crawl", "dark-floor", "kit"] {
        assert_eq!(without_tile(&pack(name)), [""; 0], "{name}");
    }
}

#[test]
fn no_two_kinds_look_the_same_except_known_doubles() {
    assert_eq!(alike(&pack("crawl")), ["seer looks like adventurer"]);
    let ringers = ["ringer", "smith", "roper", "slinger", "reaper"];
    let ringers: Vec<String> =
        ringers.windows(2).map(|pair| format!("{} looks like {}", pair[1], pair[0])).collect();
    assert_eq!(alike(&pack("arena")), ringers);
    let traps = "needle looks like trap";
    assert_eq!(alike(&pack("dark-floor")), ["survivor looks like seer", traps]);
}
