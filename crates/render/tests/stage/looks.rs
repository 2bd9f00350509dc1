//! Drawn levels become tiles; each test compares the tiles of a cell, from the lowest up.

use std::collections::BTreeMap;

use barrow_dice::Seed;
use barrow_engine::{Command, Game, Setup};
use barrow_grid::{Dir, Pos, Rect};
use barrow_pack::{Files, load};
use barrow_render::{Compositor, Painter, Scene, Stage, Style, Tileset, minimap};

use super::{GAME, game, game_of};

/// A scene, and the tiles that it is made of.
struct Shown(Scene, Tileset);

fn scene(game: &Game) -> Shown {
    let view = game.view(0).unwrap();
    let area = Rect::new(0, 0, view.width(), view.height());
    let mut stage = Stage::new(Tileset::shipped(), Style::Tiles);
    let scene = stage.show(&view, area);
    Shown(scene, stage.tileset().clone())
}

/// How the names of edges end.
const EDGES: [&str; 3] = ["-side", "-back", "-front"];

/// Returns the names of the tiles of a cell; `<` is mirrored across, `^` upside down. Shadows under
/// actors, variants and edges are left out.
fn tiles(Shown(scene, tileset): &Shown, x: i32, y: i32) -> String {
    let names: BTreeMap<_, _> =
        tileset.names().map(|it| (tileset.named(it).unwrap(), it)).collect();
    let told = scene.sprites(Pos::new(x, y)).map(|sprite| {
        let across = if sprite.across { "<" } else { "" };
        let upside_down = if sprite.upside_down { "^" } else { "" };
        let name = names.get(&tileset.undyed(sprite.tile)).copied().unwrap_or("a glyph");
        let plain = name.split('~').next().unwrap_or_default();
        format!("{plain}{across}{upside_down}")
    });
    let beside = |it: &str| it == "shadow-contact" || EDGES.iter().any(|end| it.ends_with(end));
    told.filter(|it| !beside(it.trim_end_matches('<'))).collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn check(drawing: &[&str], (x, y): (i32, i32), expected: &str) {
    assert_eq!(tiles(&scene(&game(drawing)), x, y), expected);
}

#[test]
fn walls_show_their_front_below_and_throw_shadows_down_and_to_the_right() {
    let room = ["####", "####", "#..#", "#@.#", "####"];
    check(&room, (1, 1), "wall");
    check(&room, (0, 2), "wall-above");
    check(&room, (1, 2), "floor shadow-both person-top");
    check(&room, (2, 2), "floor shadow-north");
    check(&room, (1, 3), "floor shadow-west person");
    check(&room, (2, 3), "floor");
    check(&["..@", ".#.", "..."], (2, 2), "floor shadow-corner");
}

#[test]
fn actors_are_two_tiles_high_and_hide_items_behind_them_but_not_actors() {
    check(&["*.", "@."], (0, 0), "floor person-top");
    check(&["*.", ".@"], (0, 0), "floor boulder");
    check(&["r.", "@."], (0, 0), "floor rat person-top");
}

#[test]
fn a_door_is_drawn_open_or_closed() {
    let mut game = game(&["@+."]);
    assert_eq!(tiles(&scene(&game), 1, 0), "floor door");
    game.step(0, &Command::Interact(Dir::East)).unwrap();
    assert_eq!(tiles(&scene(&game), 1, 0), "floor door-open");
}

#[test]
fn fields_that_stay_are_drawn_out_of_sight_where_nothing_else_is_remembered() {
    let spilt = GAME
        .replace(r#""slots":"#, r#""fields": { "oil": { "look": { "glyph": "~", "tile": "water" } } }, "slots":"#)
        .replace(
            r#""pace": 200 }"#,
            r#""pace": 200 }, "on": { "spawn": [{ "put": { "field": "oil", "radius": 1, "at": "self" } }] }"#,
        );
    let mut game = game_of(&spilt, &["..###", "&@###", "#.###", "#...#"]);
    assert_eq!(tiles(&scene(&game), 0, 0), "floor water");
    for dir in [Dir::South, Dir::South, Dir::East, Dir::East] {
        game.step(0, &Command::Move(dir)).unwrap();
    }
    assert_eq!(game.view(0).unwrap().fields().count(), 0, "none is in sight");
    assert_eq!(tiles(&scene(&game), 0, 0), "floor water");
    assert_eq!(tiles(&scene(&game), 0, 1), "floor brazier");
}

#[test]
fn headgear_is_drawn_above_the_head() {
    let mut game = game(&["..", "..", "@^"]);
    game.step(0, &Command::Move(Dir::East)).unwrap();
    let _ = game.step(0, &Command::Pickup);
    game.step(0, &Command::Equip { slot: 0 }).unwrap();
    let shown = scene(&game);
    assert_eq!(tiles(&shown, 1, 2), "floor person");
    assert_eq!(tiles(&shown, 1, 1), "floor person-top");
    assert_eq!(tiles(&shown, 1, 0), "floor crown");
}

#[test]
fn what_is_worn_is_drawn_to_fit_a_wearer_of_one_cell() {
    let low = GAME.replace(r#""top": "person-top""#, r#""top": """#);
    let mut game = game_of(&low, &["..", "@^"]);
    game.step(0, &Command::Move(Dir::East)).unwrap();
    let _ = game.step(0, &Command::Pickup);
    game.step(0, &Command::Equip { slot: 0 }).unwrap();
    let shown = scene(&game);
    assert_eq!(tiles(&shown, 1, 1), "floor person worn-crown");
    assert_eq!(tiles(&shown, 1, 0), "floor");
}

#[test]
fn a_palette_can_build_of_something_else() {
    let bones = r#""flicker": 0, "tiles": { "wall": "bone-wall" }"#;
    let game = game_of(&GAME.replace(r#""flicker": 0"#, bones), &["###", "#@#", "###"]);
    assert_eq!(tiles(&scene(&game), 1, 0), "bone-wall person-top");
    assert_eq!(tiles(&scene(&game), 0, 1), "bone-wall-above");
}

#[test]
fn the_pieces_of_a_thread_join_the_previous_and_the_next_one() {
    let thread = ["123", "..9", "@.."];
    check(&thread, (0, 0), "floor thread-east");
    check(&thread, (1, 0), "floor thread-east< thread-east");
    // The other thread passes by and is not joined to it.
    check(&thread, (2, 0), "floor thread-east<");
    check(&thread, (2, 1), "floor thread");
    let askew = ["1..", ".2.", "@3."];
    check(&askew, (0, 0), "floor thread-northeast^");
    check(&askew, (1, 1), "floor thread-northeast< thread-north^");
    check(&askew, (1, 2), "floor thread-north");
}

#[test]
fn a_thing_with_an_unknown_tile_is_drawn_as_its_character() {
    for tile in ["rat", "water", "boulder", "door"] {
        let odd = GAME.replace(&format!(r#""tile": "{tile}""#), r#""tile": "nobody-drew-this""#);
        let game = game_of(&odd, &["@r~", "*+."]);
        let shown = scene(&game);
        let all = [(1, 0), (2, 0), (0, 1), (1, 1)].map(|(x, y)| tiles(&shown, x, y));
        let glyphs = all.iter().filter(|it| it.ends_with("a glyph"));
        assert_eq!(glyphs.count(), 1, "{tile}: {all:?}");
    }
}

#[test]
fn characters_stand_alone_in_their_cells() {
    let game = game(&["#.", "@r"]);
    let view = game.view(0).unwrap();
    let mut stage = Stage::new(Tileset::shipped(), Style::Tiles);
    stage.set_style(Style::Glyphs);
    let shown = Shown(stage.show(&view, Rect::new(0, 0, 2, 2)), stage.tileset().clone());
    for (x, y) in [(0, 0), (1, 0), (0, 1)] {
        assert_eq!(tiles(&shown, x, y), "veil a glyph", "on the color of its ground");
    }
    assert_eq!(tiles(&shown, 1, 1), "veil veil a glyph", "a foe, on the color of foes");
}

/// Returns the color behind the character of a cell: that of its corner.
fn behind(game: &Game, (x, y): (usize, usize)) -> [u8; 3] {
    let view = game.view(0).unwrap();
    let mut stage = Stage::new(Tileset::shipped(), Style::Tiles);
    stage.set_style(Style::Glyphs);
    let scene = stage.show(&view, Rect::new(0, 0, view.width(), view.height()));
    let picture = Compositor::default().draw(&scene, stage.tileset()).clone();
    let at = (y * 16 * picture.width + x * 16) * 4;
    [picture.bytes[at], picture.bytes[at + 1], picture.bytes[at + 2]]
}

#[test]
fn characters_stand_on_the_color_of_their_ground_seen_or_remembered() {
    let dark = GAME.replace(r#""title": "The stage","#, r#""title": "The stage", "dark": true,"#);
    let lamp = r#""hero": { "extends": "creature", "light": { "radius": 3 },"#;
    let dark = dark.replace(r#""hero": { "extends": "creature","#, lamp);
    let mut game = game_of(&dark, &["@........."]);
    let seen = behind(&game, (1, 0));
    for _ in 0..6 {
        game.step(0, &Command::Move(Dir::East)).unwrap();
    }
    let known = behind(&game, (1, 0));
    let unknown = behind(&game, (9, 0));
    assert!(seen != known && known != unknown && seen != unknown, "{seen:?} {known:?} {unknown:?}");
    assert_eq!(unknown, [0; 3]);
}

#[test]
fn characters_of_stairs_stand_on_a_bright_ground_but_not_whoever_is_on_them() {
    let game = game(&["@.>"]);
    let [plain, stairs] = [(1, 0), (2, 0)].map(|at| behind(&game, at));
    assert!(plain.iter().zip(stairs).all(|(plain, stairs)| stairs > plain * 2), "{stairs:?}");
    let mut game = self::game(&["@>"]);
    game.step(0, &Command::Move(Dir::East)).unwrap();
    let [plain, own] = [(0, 0), (1, 0)].map(|at| behind(&game, at));
    assert!(
        plain.iter().zip(own).all(|(plain, own)| plain.abs_diff(own) < 30),
        "{plain:?} {own:?}"
    );
}

#[test]
fn light_goes_from_cell_to_cell_without_a_step() {
    let dark = GAME.replace(r#""title": "The stage","#, r#""title": "The stage", "dark": true,"#);
    let lamp = r#""hero": { "extends": "creature", "light": { "radius": 4, "falloff": "linear" },"#;
    let dark = dark.replace(r#""hero": { "extends": "creature","#, lamp);
    let game = game_of(&dark, &["..........", "...@......", ".........."]);
    let view = game.view(0).unwrap();
    let Shown(scene, _) = scene(&game);
    let seen = |x, y| view.cell(Pos::new(x, y)).fog == barrow_grid::Fog::Visible;
    let mut fades = 0;
    for (x, y) in (0..9).flat_map(|x| (0..2).map(move |y| (x, y))) {
        let [_, northeast, southwest, southeast] = scene.light(Pos::new(x, y));
        if seen(x, y) && seen(x + 1, y) {
            let [northwest, _, beside, _] = scene.light(Pos::new(x + 1, y));
            assert_eq!([northeast, southeast], [northwest, beside], "{x}, {y}");
            fades += usize::from(southwest != southeast);
        }
        if seen(x, y) && seen(x, y + 1) {
            let [northwest, below, ..] = scene.light(Pos::new(x, y + 1));
            assert_eq!([southwest, southeast], [northwest, below], "{x}, {y}");
        }
    }
    assert!(fades > 4, "{fades}");
}

#[test]
fn characters_of_foes_stand_on_red_ground() {
    let game = game(&["@.r"]);
    let [plain, foe] = [(1, 0), (2, 0)].map(|at| behind(&game, at));
    assert!(foe[0] > plain[0] && foe[1] < plain[1] && foe[2] < plain[2], "{plain:?} {foe:?}");
}

#[test]
fn the_minimap_shows_terrain_visible_actors_and_a_frame() {
    let game = game(&["####", "#@r#", "####"]);
    let view = game.view(0).unwrap();
    let level = Rect::new(0, 0, 4, 3);
    let show = |shown: Rect| {
        let picture = minimap(&view, shown, 1);
        let letter = |pixel: &[u8]| match pixel {
            [58, 56, 76, _] => '#',
            [255, 255, 255, _] => '@',
            [255, 80, 70, _] => 'r',
            [150, 150, 90, _] => '+',
            _ => '?',
        };
        let rows = picture.bytes.chunks(16);
        rows.map(|row| row.chunks(4).map(letter).collect::<String>()).collect::<Vec<_>>()
    };
    assert_eq!(show(level), ["####", "#@r#", "####"]);
    assert_eq!(show(Rect::new(2, 0, 9, 9)), ["##++", "#@++", "##++"]);
}

#[test]
fn the_map_shows_the_signs_of_rooms_that_nobody_has_entered() {
    let rooms = r##"{ "graphs": { "line": { "entrance": "hub", "drawing": ["[hub]--[1]"] } },
        "rooms": { "vault": { "label": "Vault", "sign": "$", "color": "#ffcc00" } },
        "levels": { "keep": { "previews": true, "ground": { "floor": "floor", "wall": "wall" },
            "dig": { "width": 40, "height": 20,
                "layout": { "graphs": "line", "types": { "vault": 1 } } } } } }"##;
    let stage = include_str!("stage.json").replace("\"DRAWING\"", "\"@\"");
    let files = [("stage.json", stage.as_str()), ("rooms.json", rooms)];
    let files = files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
    let pack = load(Files::new(files.into())).pack.unwrap();
    let heroes = vec![String::new()];
    let setup = Setup { seed: Seed(1), level: Some("keep".into()), heroes, ..Setup::default() };
    let (game, _) = Game::new(pack, &setup).unwrap();
    let (at, room) = game.view(0).unwrap().room_signs().next().unwrap();
    let Shown(scene, _) = scene(&game);
    let drawn: Vec<_> = scene.sprites(at).map(|sprite| sprite.tile).collect();
    assert_eq!(drawn, [Tileset::shipped().glyph(room.sign()).unwrap()]);
}

#[test]
fn half_of_all_cells_show_the_plain_tile_and_the_last_variants_are_rare() {
    let row = ".".repeat(15);
    let mut rows = vec![row.as_str(); 15];
    rows[7] = ".......@.......";
    let game = game(&rows);
    let Shown(scene, tileset) = scene(&game);
    let floor = tileset.named("floor").unwrap();
    let cells = Rect::new(0, 0, 15, 15).cells();
    let lowest = cells.filter_map(|at| scene.sprites(at).next());
    let drawn: Vec<_> = lowest.map(|it| tileset.undyed(it.tile)).collect();
    let plain = drawn.iter().filter(|it| **it == floor).count();
    assert!((drawn.len() * 2 / 5..drawn.len() * 3 / 5).contains(&plain), "{plain}");
    let count = |it| drawn.iter().filter(|tile| *tile == it).count();
    let counts: Vec<usize> = tileset.variants(floor)[1..].iter().map(count).collect();
    assert!(counts.iter().all(|it| *it > 0), "each is drawn: {counts:?}");
    let decals: usize = counts[3..].iter().sum();
    assert!(decals * 6 <= drawn.len(), "few catch the eye: {counts:?}");
}

#[test]
fn water_has_a_shore_where_the_ground_begins() {
    let edges = |drawing: &[&str], x: i32, y: i32| {
        let Shown(scene, tileset) = scene(&game(drawing));
        let water = tileset.named("water").unwrap();
        let [side, back, _] = tileset.edges(water).map(Option::unwrap);
        let shown = scene.sprites(Pos::new(x, y)).filter_map(|it| {
            let name = match tileset.undyed(it.tile) {
                tile if tile == side => "side",
                tile if tile == back => "back",
                _ => return None,
            };
            Some(if it.across { format!("{name}<") } else { name.to_owned() })
        });
        shown.collect::<Vec<_>>()
    };
    let shore = ["@.", "~~", "~~"];
    assert_eq!(edges(&shore, 0, 1), ["back"]);
    assert_eq!(edges(&shore, 0, 2), [""; 0]);
    assert_eq!(edges(&["@~"], 1, 0), ["side"]);
    assert_eq!(edges(&["~@"], 0, 0), ["side<"]);
}

/// Returns which columns of a small picture differ between two levels, in cells from the left.
fn differing_columns(one: &[&str], two: &[&str]) -> Vec<usize> {
    let drawn = |map: &[&str]| {
        let game = game(map);
        let mut painter = Painter::new(Style::Tiles);
        painter.set_still(true);
        painter.resize(96, 96, 100);
        painter.draw(&game.view(0).unwrap(), &[], 0);
        painter.picture().clone()
    };
    let (one, two) = (drawn(one), drawn(two));
    let differs =
        |column: &usize| (0..96).any(|row| one.pixel(*column, row) != two.pixel(*column, row));
    let mut columns: Vec<usize> = (0..96).filter(differs).map(|it| it / 16).collect();
    columns.dedup();
    columns
}

#[test]
fn the_edge_of_the_picture_points_to_a_foe_beyond_it() {
    let wall = "###############";
    let (quiet, foe) = ("#@............#", "#@.......r....#");
    let columns = differing_columns(&[wall, quiet, wall], &[wall, foe, wall]);
    assert_eq!(columns.len(), 1, "one mark at the edge: {columns:?}");
    assert!(columns[0] >= 2, "on the right: {columns:?}");
}
