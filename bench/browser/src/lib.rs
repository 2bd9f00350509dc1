//! The scene of the browser bench: 80 by 50 cells, four layers on each, light from torches, a
//! third of it under fog, and fifty things that move.
//!
//! [`frame`] draws it with Barrow's compositor. For a peer, [`atlas`] gives the same tiles and
//! [`sprites`] the same list of what to draw, so that both show the same picture.

// A page finds an exported function by its name, and to keep a name is an unsafe attribute.
#![allow(unsafe_code)]
// Counts, pixels and colours are small.
#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use std::sync::{LazyLock, Mutex, MutexGuard};

use barrow_grid::{Color, Pos};
use barrow_render::{Compositor, LooseSprite, SIDE, Scene, Sprite, Tile, TileId, Tileset};

const COLUMNS: i32 = 80;
const ROWS: i32 = 50;
const LAYERS: i32 = 4;
const MOVING: i32 = 50;
const TILES: usize = 8;

/// Numbers for each sprite in the list: its left and upper edge in pixels, its tile, its tint.
const NUMBERS: usize = 4;

struct Show {
    tileset: Tileset,
    tiles: Vec<TileId>,
    scene: Scene,
    compositor: Compositor,
    list: Vec<i32>,
    atlas: Vec<u8>,
}

static SHOW: LazyLock<Mutex<Show>> = LazyLock::new(|| Mutex::new(Show::new()));

fn show() -> MutexGuard<'static, Show> {
    SHOW.lock().expect("nothing panics while it holds it")
}

/// Draws the scene at a moment and returns its pixels. With `flicker`, the light and the tint of
/// every sprite change with every moment.
#[unsafe(no_mangle)]
pub extern "C" fn frame(moment: i32, flicker: i32) -> *const u8 {
    let mut show = show();
    let Show { tileset, tiles, scene, compositor, .. } = &mut *show;
    scene.reset(COLUMNS, ROWS);
    each(moment, flicker != 0, |place, x, y, tile, tint| {
        let sprite = Sprite::tinted(tiles[tile], tint);
        match place {
            Some(at) => scene.put(at, sprite),
            None => scene.loose.push(LooseSprite { x, y, sprite }),
        }
    });
    compositor.draw(scene, tileset).bytes.as_ptr()
}

/// Lists the sprites of the scene at a moment: four numbers each, from the lowest layer up.
#[unsafe(no_mangle)]
pub extern "C" fn sprites(moment: i32, flicker: i32) -> *const i32 {
    let mut show = show();
    show.list.clear();
    let list = &mut show.list;
    each(moment, flicker != 0, |_, x, y, tile, tint| {
        let Color { red, green, blue } = tint;
        list.extend([x, y, tile as i32, i32::from_be_bytes([0, red, green, blue])]);
    });
    list.as_ptr()
}

/// Returns the number of sprites. The moving ones are last.
#[unsafe(no_mangle)]
pub extern "C" fn count() -> i32 {
    COLUMNS * ROWS * LAYERS + MOVING
}

/// Returns the tiles side by side, as pixels of four bytes.
#[unsafe(no_mangle)]
pub extern "C" fn atlas() -> *const u8 {
    show().atlas.as_ptr()
}

impl Show {
    fn new() -> Self {
        let mut tileset = Tileset::default();
        let tiles = (0..TILES).map(|tile| {
            tileset.add(&tile.to_string(), Tile::from_fn(|column, row| pixel(tile, column, row)))
        });
        let tiles = tiles.collect();
        let places = (0..SIDE).flat_map(|row| (0..TILES * SIDE).map(move |column| (column, row)));
        let atlas = places.flat_map(|(column, row)| pixel(column / SIDE, column % SIDE, row));
        let atlas = atlas.collect();
        let list = Vec::with_capacity(count() as usize * NUMBERS);
        let (scene, compositor) = (Scene::default(), Compositor::default());
        Self { tileset, tiles, scene, compositor, list, atlas }
    }
}

/// Returns a pixel of a tile. The first two tiles cover their cell; the others are round or sparse.
fn pixel(tile: usize, column: usize, row: usize) -> [u8; 4] {
    let grain = ((column * 7 + row * 13 + tile * 29) % 32) as u8;
    let (x, y) = (column as i32 - 8, row as i32 - 8);
    let inside = match tile {
        0 | 1 => true,
        2 | 3 => (column + row * 3 + tile).is_multiple_of(4),
        _ => x * x + y * y < 14 + 6 * tile as i32,
    };
    let shade = 140 + (tile as u8 * 11) + grain;
    [shade, 255 - shade / 3, 160 + grain, if inside { 255 } else { 0 }]
}

/// Calls `tell` with every sprite, from the lowest layer up: its cell if it stands on one, its
/// pixel, tile and tint.
fn each(moment: i32, flicker: bool, mut tell: impl FnMut(Option<Pos>, i32, i32, usize, Color)) {
    let side = SIDE as i32;
    for layer in 0..LAYERS {
        for at in (0..ROWS).flat_map(|y| (0..COLUMNS).map(move |x| Pos::new(x, y))) {
            let tile = [(at.x + at.y) & 1, 2 + (at.x & 1), 4 + (at.y & 1), 6][layer as usize];
            let tint = light(at, if flicker { moment } else { 0 });
            tell(Some(at), at.x * side, at.y * side, tile as usize, tint);
        }
    }
    for thing in 0..MOVING {
        let x = (thing * 97 + moment * (1 + thing % 3)) % ((COLUMNS - 1) * side);
        let y = (thing * 61 + moment * (thing % 2)) % ((ROWS - 1) * side);
        tell(None, x, y, 7, light(Pos::new(x / side, y / side), 0));
    }
}

/// Returns the light on a cell: torches in a lattice, and a third of the level only remembered.
fn light(at: Pos, moment: i32) -> Color {
    if at.x > COLUMNS * 2 / 3 {
        return Color::new(70, 74, 96 + (moment & 7) as u8);
    }
    let (x, y) = (at.x % 16 - 8, at.y % 16 - 8);
    let level = (255 - (x * x + y * y) - (moment * 5 + at.x) % 24).clamp(60, 255) as u8;
    Color::new(level, level - level / 6, level - level / 3)
}
