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
    // Tiles repeat exactly, which filters would hide.
    encoder.set_filter(png::Filter::NoFilter);
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

/// Checks a game as it begins, drawn as tiles and as characters.
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

/// Returns the names of tiles that the looks of a pack ask for in vain.
fn unknown_tiles(pack: &Pack) -> Vec<String> {
    let tileset = Tileset::shipped();
    let kinds = pack.kinds.iter().map(|(_, it)| &it.look);
    let looks = kinds.chain(pack.fields.iter().map(|(_, it)| &it.look));
    let asked = looks.flat_map(|it| [&it.tile, &it.top, &it.open_tile, &it.open_top, &it.worn]);
    let places = pack.palettes.iter().flat_map(|(_, it)| it.tiles.iter().map(|(_, tile)| tile));
    let unknown = asked.chain(places).filter(|it| !it.is_empty() && tileset.named(it).is_none());
    unknown.map(ToString::to_string).collect()
}

#[test]
fn every_kind_that_is_seen_has_a_tile() {
    for name in ["arena", "crawl", "dark-floor", "darkdelve", "deck", "descent", "kit"] {
        assert_eq!(without_tile(&pack(name)), [""; 0], "{name}");
        assert_eq!(unknown_tiles(&pack(name)), [""; 0], "{name}");
    }
}

/// The tiles that the content of the Dungeon Mode Kit names, and its animations.
const KIT: &str = "
    BALL_OF_THREAD BLACK_CLUB_SUITE BLANK BULLET CABESA_DE_VACA CANDLE_STICK CROSS CROWN
    CYCLOPS_FACE DOOR_TOP DOWNWARDS_ARROW_ON_LIGHT_SHADE EMPHASIZED_LATIN_CAPITAL_LETTER_X
    FEMALE_SYMBOL FLOOR FULL_BLOCK IMPERFECT_DOTTED_LIGHT_SHADE INVERSE_BOX_HORIZONTAL
    INVERSE_BULLET INVERSE_THALER_SIGN LATIN_SMALL_LETTER_R LATIN_SMALL_LETTER_T LEG LIGHT_SHADE
    LIGHT_SHADE_QUADRANT_UPPER_LEFT_AND_LOWER_RIGHT MATTOCK MEDIUM_SHADE
    MEDIUM_SHADE_LOWER_ONE_HALF_BLOCK OPAQUE_CRADLE OPAQUE_DARK_SHADE
    OPAQUE_DARK_SHADE_BOTTOM_LEFT_TRIANGLE OPAQUE_DARK_SMILING_FACE OPAQUE_DOOR_BOTTOM
    OPAQUE_DOOR_TOP OPAQUE_DOTTED_LIGHT_SHADE OPAQUE_INVERSE_DIAMOND_SUITE OPAQUE_LIGHT_SHADE
    OPAQUE_LIGHT_SHADE_UPPER_RIGHT_TRIANGLE
    OPAQUE_LIGHT_SHADE_UPPER_RIGHT_TRIANGLE_AND_OPAQUE_DARK_SHADE_BOTTOM_LEFT_TRIANGLE
    OPAQUE_MEDIUM_LIGHT_SHADE OPAQUE_MEDIUM_LIGHT_SHADE_RIGHT_ONE_FIFTH_BLOCK OPAQUE_MEDIUM_SHADE
    OPAQUE_PRISON_WINDOW OPAQUE_QUADRANT_UPPER_LEFT_AND_LOWER_LEFT_AND_LOWER_RIGHT
    OPAQUE_WHITE_SMILING_FACE RIGHTWARDS_ARROW RIGHT_PARENTHESIS SEMICOLON SKELETON_LEGS SKULL
    SOLIDUS UPWARDS_ARROW_ON_LIGHT_SHADE UPWARD_POINTING_TRIANGLE WHITE_FLORETTE WHITE_KEY
    WHITE_LEG";

#[test]
fn every_tile_that_the_kit_names_is_drawn_and_its_animations_move() {
    let tileset = Tileset::shipped();
    let missing = KIT.split_whitespace().filter(|it| tileset.named(it).is_none());
    assert_eq!(missing.collect::<Vec<_>>(), [""; 0]);
    for animation in ["fire", "fluid", "mist", "smoke"] {
        let tile = tileset.named(animation).expect("drawn");
        assert!(tileset.frames(tile).len() > 1, "{animation}");
    }
}

#[test]
fn no_two_kinds_look_the_same_except_known_doubles() {
    assert_eq!(alike(&pack("crawl")), ["seer looks like adventurer"]);
    assert_eq!(alike(&pack("arena")), [""; 0]);
    let traps = "needle looks like trap";
    assert_eq!(alike(&pack("dark-floor")), ["survivor looks like seer", traps]);
}
