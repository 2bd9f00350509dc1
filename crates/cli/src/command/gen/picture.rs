use barrow_grid::{Color, Pos};
use barrow_mapgen::{Plan, Terrain};
use barrow_render::{Compositor, Scene, Sheet, Sprite};

use crate::failure::Failure;
use crate::picture;

const WALL: [u8; 3] = [0x8A, 0x8A, 0xAE];

/// The plan as a PNG, with the tiles of the games.
pub fn draw(plan: &Plan) -> Result<Vec<u8>, Failure> {
    let sheet = Sheet::shipped();
    let bounds = plan.bounds();
    let mut scene = Scene::new(bounds.width, bounds.height);
    let mut put = |at: Pos, name: &str, color: [u8; 3]| {
        let [red, green, blue] = color;
        let tile = sheet.named(name).expect("a test draws every one of these tiles");
        scene.put(at, Sprite::tinted(tile, Color::new(red, green, blue)));
    };
    for at in bounds.cells() {
        let here = plan.terrain(at);
        let south = at + Pos::new(0, 1);
        let covered = here == Terrain::Wall
            && (!bounds.contains(south) || plan.terrain(south) == Terrain::Wall);
        let (name, color) = if covered { ("wall-above", WALL) } else { terrain(here) };
        put(at, "floor", [0xC0, 0xC0, 0xD0]);
        put(at, name, color);
    }
    for mark in &plan.marks {
        put(mark.pos, "gem", [0x44, 0xAA, 0xFF]);
    }
    for &exit in &plan.exits {
        put(exit, "stairs-down", [0xFF, 0xD7, 0x00]);
    }
    put(plan.start, "hero", [0x60, 0xFF, 0xFF]);
    picture::png(Compositor::default().draw(&scene, &sheet))
}

const fn terrain(terrain: Terrain) -> (&'static str, [u8; 3]) {
    match terrain {
        Terrain::Wall => ("wall", WALL),
        Terrain::Floor => ("floor", [0xC0, 0xC0, 0xD0]),
        Terrain::Door => ("door", [0xC8, 0x80, 0x40]),
        Terrain::Lava => ("lava", [0xFF, 0x60, 0x20]),
    }
}
