use barrow_grid::{Color, Pos};
use barrow_mapgen::{Plan, Terrain};
use barrow_render::{Compositor, Scene, Sprite, Tileset};

use crate::failure::Failure;
use crate::picture;

const WALL: [u8; 3] = [0xE8, 0xB8, 0x98];
const FLOOR: [u8; 3] = [0x90, 0x88, 0xA0];

/// Returns the plan as a PNG, drawn with the tiles of the games.
pub fn draw(plan: &Plan) -> Result<Vec<u8>, Failure> {
    let tileset = Tileset::shipped();
    let bounds = plan.bounds();
    let mut scene = Scene::new(bounds.width, bounds.height);
    let mut put = |at: Pos, name: &str, color: [u8; 3]| {
        let [red, green, blue] = color;
        let tile = tileset.named(name).expect("a test draws every one of these tiles");
        scene.put(at, Sprite::tinted(tile, Color::new(red, green, blue)));
    };
    for at in bounds.cells() {
        let here = plan.terrain(at);
        let south = at + Pos::new(0, 1);
        let covered = here == Terrain::Wall
            && (!bounds.contains(south) || plan.terrain(south) == Terrain::Wall);
        let (name, color) = if covered { ("wall-above", WALL) } else { terrain(here) };
        put(at, "floor", FLOOR);
        put(at, name, color);
        if let Some(shadow) = shadow(plan, at) {
            put(at, shadow, [0xFF; 3]);
        }
    }
    for mark in &plan.marks {
        put(mark.pos, "gem", [0x44, 0xAA, 0xFF]);
    }
    for &exit in &plan.exits {
        put(exit, "stairs-down", [0xFF, 0xD7, 0x00]);
    }
    put(plan.start, "hero", [0xFF; 3]);
    picture::png(Compositor::default().draw(&scene, &tileset))
}

/// Returns the shadow that walls to the north and west throw on an open cell.
fn shadow(plan: &Plan, at: Pos) -> Option<&'static str> {
    let wall = |x, y| {
        let beside = at - Pos::new(x, y);
        plan.bounds().contains(beside) && plan.terrain(beside) == Terrain::Wall
    };
    match (wall(0, 0), wall(0, 1), wall(1, 0), wall(1, 1)) {
        (true, ..) | (_, false, false, false) => None,
        (_, true, true, _) => Some("shadow-both"),
        (_, true, false, _) => Some("shadow-north"),
        (_, false, true, _) => Some("shadow-west"),
        (_, false, false, true) => Some("shadow-corner"),
    }
}

const fn terrain(terrain: Terrain) -> (&'static str, [u8; 3]) {
    match terrain {
        Terrain::Wall => ("wall", WALL),
        Terrain::Floor => ("floor", FLOOR),
        Terrain::Door => ("door", [0xC8, 0x80, 0x40]),
        Terrain::Lava => ("lava", [0xFF, 0x60, 0x20]),
    }
}
