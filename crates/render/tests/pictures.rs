//! Scenes become pictures, which are compared as text: one character for each pixel.

use barrow_grid::{Color, Pos};
use barrow_render::{
    Compositor, Dye, LooseSprite, Memory, Picture, Scene, Shades, Sprite, TILES, Tile, Tileset,
};

const RED: Color = Color::new(255, 0, 0);

/// Returns a picture as text: ` ` for black, `#` for white, the letter of a pure color, `+` otherwise.
fn show(picture: &Picture) -> String {
    let letter = |pixel: &[u8]| match pixel {
        [0, 0, 0, 255] => ' ',
        [255, 255, 255, 255] => '#',
        [255, 0, 0, 255] => 'r',
        _ => '+',
    };
    let rows = picture.bytes.chunks_exact(picture.width * 4);
    let lines = rows.map(|row| row.chunks_exact(4).map(letter).collect::<String>());
    lines.map(|line| line.trim_end().to_owned() + "\n").collect()
}

#[test]
fn a_glyph_is_drawn_twice_as_large_in_its_color() {
    let tileset = Tileset::shipped();
    let mut scene = Scene::new(1, 1);
    scene.put(Pos::new(0, 0), Sprite::tinted(tileset.named("@").unwrap(), RED));
    let expected = "     rrrrrr
     rrrrrr
   rr      rr
   rr      rr
   rr  rrrrrr
   rr  rrrrrr
   rr  rr  rr
   rr  rr  rr
   rr  rrrrrr
   rr  rrrrrr
   rr
   rr
     rrrrrrrr
     rrrrrrrr


";
    assert_eq!(show(Compositor::default().draw(&scene, &tileset)), expected);
}

#[test]
fn every_printable_character_has_a_glyph_of_its_own() {
    let tileset = Tileset::shipped();
    let tiles: Vec<_> = ('!'..='~')
        .map(|letter| {
            tileset.tile(tileset.named(&letter.to_string()).expect("drawn")).expect("there")
        })
        .collect();
    for (place, tile) in tiles.iter().enumerate() {
        assert!(!tiles[..place].contains(tile), "two characters look the same");
    }
}

/// Returns a tileset with `left`, whose left half is white, `solid`, all white, and `veil`, half
/// clear.
fn tileset() -> Tileset {
    let mut tileset = Tileset::default();
    tileset.add("left", Tile::from_fn(|x, _| if x < 8 { [255; 4] } else { [0; 4] }));
    tileset.add("solid", Tile::from_fn(|_, _| [255; 4]));
    tileset.add("veil", Tile::from_fn(|_, _| [255, 255, 255, 128]));
    tileset
}

/// Compares the runs of pixels in the middle row: `#*8 +*8`.
fn middle(picture: &Picture) -> String {
    let text = show(picture);
    let row: Vec<char> =
        format!("{:w$}", text.lines().nth(8).expect("a middle row"), w = picture.width)
            .chars()
            .map(|letter| if letter == ' ' { '.' } else { letter })
            .collect();
    let runs = row.chunk_by(|a, b| a == b).map(|run| format!("{}*{}", run[0], run.len()));
    runs.collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn check_middle(sprites: &[Sprite], loose: &[LooseSprite], expected: &str) {
    let mut scene = Scene::new(2, 1);
    for &sprite in sprites {
        scene.put(Pos::new(0, 0), sprite);
    }
    scene.loose.extend(loose);
    assert_eq!(middle(Compositor::default().draw(&scene, &tileset())), expected);
}

#[test]
fn sprites_cover_mirror_and_slide() {
    let tileset = tileset();
    let named = |name| Sprite::plain(tileset.named(name).unwrap());
    let (left, solid) = (named("left"), named("solid"));
    let red = Sprite { tint: RED, ..solid };
    check_middle(&[], &[], ".*32");
    check_middle(&[left], &[], "#*8 .*24");
    check_middle(&[Sprite { across: true, ..left }], &[], ".*8 #*8 .*16");
    check_middle(&[red, left], &[], "#*8 r*8 .*16");
    check_middle(&[left, red], &[], "r*16 .*16");
    check_middle(&[red], &[LooseSprite { x: 12, y: 0, sprite: left }], "r*12 #*8 .*12");
    check_middle(&[], &[LooseSprite { x: -4, y: 0, sprite: solid }], "#*12 .*20");
    check_middle(&[], &[LooseSprite { x: 28, y: -3, sprite: solid }], ".*28 #*4");
    check_middle(&[], &[LooseSprite { x: 99, y: 0, sprite: solid }], ".*32");
}

#[test]
fn half_of_white_over_red_is_light_red() {
    let tileset = tileset();
    let mut scene = Scene::new(1, 1);
    scene.put(Pos::new(0, 0), Sprite::tinted(tileset.named("solid").unwrap(), RED));
    scene.put(Pos::new(0, 0), Sprite::plain(tileset.named("veil").unwrap()));
    let mut compositor = Compositor::default();
    assert_eq!(compositor.draw(&scene, &tileset).pixel(3, 3), Some([255, 128, 128, 255]));
    scene.clear();
    let half = Sprite { opacity: 128, ..Sprite::plain(tileset.named("solid").unwrap()) };
    scene.put(Pos::new(0, 0), half);
    assert_eq!(compositor.draw(&scene, &tileset).pixel(3, 3), Some([128, 128, 128, 255]));
}

#[test]
fn only_what_changed_is_drawn_and_nothing_loose_is_left_behind() {
    let tileset = tileset();
    let solid = Sprite::plain(tileset.named("solid").unwrap());
    let mut scene = Scene::new(10, 10);
    let mut compositor = Compositor::default();
    let mut steps = Vec::new();
    let mut step = |scene: &Scene| {
        let picture = compositor.draw(scene, &tileset).clone();
        assert_eq!(&picture, Compositor::default().draw(scene, &tileset));
        steps.push(compositor.changed());
    };
    step(&scene);
    step(&scene);
    scene.put(Pos::new(3, 3), solid);
    step(&scene);
    scene.loose.push(LooseSprite { x: 40, y: 40, sprite: solid });
    step(&scene);
    scene.loose.clear();
    step(&scene);
    step(&scene);
    assert_eq!(steps, [100, 0, 1, 0, 4, 0]);
}

#[test]
fn light_fades_within_a_cell_for_what_it_falls_on() {
    let tileset = tileset();
    let solid = Sprite::plain(tileset.named("solid").unwrap());
    let lit = Sprite { lit: true, ..solid };
    let grey = |it: u8| Color::new(it, it, it);
    let reds = |sprite: Sprite, light: [Color; 4]| {
        let mut scene = Scene::new(1, 1);
        scene.put(Pos::new(0, 0), sprite);
        scene.shine(Pos::new(0, 0), light);
        let picture = Compositor::default().draw(&scene, &tileset).clone();
        [(0, 0), (8, 0), (15, 0), (0, 15), (15, 15)].map(|(x, y)| picture.pixel(x, y).unwrap()[0])
    };
    let fading = [grey(0), grey(160), grey(80), grey(240)];
    assert_eq!(reds(lit, fading), [7, 87, 157, 82, 232]);
    assert_eq!(reds(solid, fading), [255; 5], "what shines by itself");
    assert_eq!(reds(Sprite { tint: grey(51), ..lit }, fading), [1, 17, 31, 16, 46]);
    assert_eq!(reds(Sprite { opacity: 128, ..lit }, fading), [4, 44, 79, 41, 116]);
    for even in [0, 1, 77, 254, 255] {
        assert_eq!(reds(lit, [grey(even); 4]), [even; 5]);
    }
}

#[track_caller]
fn check_mistake(text: &str, expected: &str) {
    assert_eq!(Tileset::read(text).expect_err("a mistake").to_string(), expected);
}

#[test]
fn mistakes_in_a_tileset_are_reported_with_their_line() {
    check_mistake("color kk 1a1420", "line 1: a color has one letter: `color k 1a1420`");
    check_mistake(
        "\ncolor k 1a14",
        "line 2: color `k` is written RRGGBB, RRGGBBAA or `clear`: `color k 1a1420`",
    );
    check_mistake("tiles", "line 1: `tiles` is neither `color LETTER RRGGBB` nor `tile NAME`");
    check_mistake("tile torch", "line 1: tile `torch` ends after 0 of 16 rows");
    check_mistake("tile torch\n...", "line 2: a row of tile `torch` has 3 pixels; it needs 16");
    check_mistake(
        "color . clear\ntile torch\n...............x",
        "line 3: `x` in tile `torch` is not a color; write `color x RRGGBB` above",
    );
}

#[test]
fn enlarging_repeats_pixels() {
    let picture = Picture { width: 2, height: 1, bytes: vec![1, 2, 3, 4, 5, 6, 7, 8] };
    let large = picture.enlarged(2);
    assert_eq!((large.width, large.height), (4, 2));
    assert_eq!(large.bytes[..16], [1, 2, 3, 4, 1, 2, 3, 4, 5, 6, 7, 8, 5, 6, 7, 8]);
    assert_eq!(large.bytes[..16], large.bytes[16..]);
}

#[test]
fn every_file_of_the_shipped_tiles_can_be_read_and_no_tile_is_drawn_twice() {
    let mut drawn = std::collections::BTreeMap::new();
    for (file, text) in TILES {
        Tileset::read(text).unwrap_or_else(|error| panic!("{file}, {error}"));
        let names = text.lines().filter_map(|line| line.strip_prefix("tile "));
        for name in names.flat_map(str::split_whitespace) {
            let other = drawn.insert(name, file);
            assert_eq!(other, None, "`{name}` of {file} is drawn in {other:?} as well");
        }
    }
}

/// Returns a tileset of three pixels: white, dark grey and red.
fn colored() -> Tileset {
    let mut tileset = Tileset::default();
    let pixels = [[255, 255, 255, 255], [64, 64, 64, 255], [255, 0, 0, 255]];
    tileset.add("patch", Tile::from_fn(|x, _| pixels[x.min(2)]));
    tileset.add("patch-2", Tile::from_fn(|_, _| [255; 4]));
    tileset
}

#[test]
fn greys_take_the_color_of_the_thing_and_colors_stay() {
    let mut tileset = colored();
    let patch = tileset.named("patch").unwrap();
    let pixels = |tileset: &Tileset, tile| {
        let mut scene = Scene::new(1, 1);
        scene.put(Pos::new(0, 0), Sprite::plain(tile));
        let picture = Compositor::default().draw(&scene, tileset).clone();
        [0, 1, 2].map(|x| picture.pixel(x, 0).unwrap()).map(|[r, g, b, _]| [r, g, b])
    };
    let green = Dye { shades: Shades::Color(Color::new(0, 255, 0)), memory: None };
    let dyed = tileset.dyed(patch, green);
    assert_eq!(pixels(&tileset, dyed), [[0, 255, 0], [0, 64, 0], [255, 0, 0]]);
    assert_eq!(tileset.dyed(patch, green), dyed, "it is kept");
    let frame = tileset.frames(dyed)[1];
    assert_eq!(pixels(&tileset, frame), [[0, 255, 0]; 3], "its frames are dyed as well");
    let memory = Some(Memory { color: Color::new(0, 0, 255), flat: false });
    let memory = Dye { memory, ..green };
    let remembered = tileset.dyed(patch, memory);
    let [white, _, red] = pixels(&tileset, remembered);
    assert!(white[2] > white[1] && red[2] > red[0], "memories are blue: {white:?}, {red:?}");
}

#[test]
fn terrain_is_drawn_in_the_four_tones_of_its_palette() {
    let mut tileset = Tileset::default();
    let greys = [64, 128, 192, 255];
    let steps = Tile::from_fn(|x, _| [greys[x.min(3)], greys[x.min(3)], greys[x.min(3)], 255]);
    let tile = tileset.add("steps", steps);
    let tone = |it| Color::new(it, 0, 0);
    let tones = [tone(16), tone(32), tone(64), tone(96)];
    let dyed = tileset.dyed(tile, Dye { shades: Shades::Ramp(tones), memory: None });
    let mut scene = Scene::new(1, 1);
    scene.put(Pos::new(0, 0), Sprite::plain(dyed));
    let picture = Compositor::default().draw(&scene, &tileset).clone();
    let reds = [0, 1, 2, 3].map(|x| picture.pixel(x, 0).unwrap()[0]);
    // In full light everything is brighter by three quarters.
    assert_eq!(reds, [28, 56, 112, 166]);
}
