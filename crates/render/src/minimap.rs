use barrow_engine::View;
use barrow_grid::{Fog, Pos, Rect};

use crate::picture::Picture;

type Pixel = [u8; 4];

const UNKNOWN: Pixel = [0, 0, 0, 255];
const FLOOR: Pixel = [70, 66, 90, 255];
const FLOOR_SEEN: Pixel = [120, 116, 140, 255];
const WALL: Pixel = [34, 32, 46, 255];
const WALL_SEEN: Pixel = [58, 56, 76, 255];
const WAY: Pixel = [255, 215, 0, 255];
const THING: Pixel = [90, 170, 255, 255];
const FOE: Pixel = [255, 80, 70, 255];
const FRIEND: Pixel = [110, 230, 120, 255];
const OWN: Pixel = [255, 255, 255, 255];
const FRAME: Pixel = [150, 150, 90, 255];

/// Draws the whole level small, each cell a square of `side` pixels: terrain, stairs, things,
/// visible actors, and a frame around the cells that the screen shows.
pub fn minimap(view: &View<'_>, shown: Rect, side: usize) -> Picture {
    let pixels = |cells: i32| usize::try_from(cells).unwrap_or_default() * side;
    let mut picture = Picture::new(pixels(view.width()), pixels(view.height()));
    let level = Rect::new(0, 0, view.width(), view.height());
    for at in level.cells() {
        let pixel = ground(view, at);
        if pixel != UNKNOWN {
            dot(&mut picture, at, side, pixel);
        }
    }
    for actor in view.noticed_actors() {
        let pixel = match (actor.is_self(), actor.is_foe()) {
            (true, _) => OWN,
            (false, true) => FOE,
            (false, false) => FRIEND,
        };
        dot(&mut picture, actor.pos(), side, pixel);
    }
    frame(&mut picture, shown.intersection(level), side);
    picture
}

fn ground(view: &View<'_>, at: Pos) -> Pixel {
    let cell = view.cell(at);
    let Some(ground) = cell.ground else { return UNKNOWN };
    let pack = view.pack();
    let thing = cell.thing.map(|it| (pack.kinds.get(it.drawn_as()), it.is_open()));
    let blocks = |kind: &barrow_pack::Kind| kind.flags.contains(&pack.core.opaque);
    if let Some((kind, open)) = thing {
        if kind.stairs.is_some() {
            return WAY;
        }
        if kind.item.is_some() {
            return THING;
        }
        if blocks(kind) && !open {
            return if cell.fog == Fog::Visible { WALL_SEEN } else { WALL };
        }
    }
    match (blocks(pack.kinds.get(ground)), cell.fog == Fog::Visible) {
        (true, true) => WALL_SEEN,
        (true, false) => WALL,
        (false, true) => FLOOR_SEEN,
        (false, false) => FLOOR,
    }
}

fn dot(picture: &mut Picture, at: Pos, side: usize, pixel: Pixel) {
    let (left, top) = (at.x as usize * side, at.y as usize * side);
    for row in top..(top + side).min(picture.height) {
        let start = (row * picture.width + left) * 4;
        for target in picture.bytes[start..start + side * 4].chunks_exact_mut(4) {
            target.copy_from_slice(&pixel);
        }
    }
}

fn frame(picture: &mut Picture, shown: Rect, side: usize) {
    let side = side as i32;
    let all = Rect::new(0, 0, picture.width as i32, picture.height as i32);
    let cells = Rect::new(shown.x * side, shown.y * side, shown.width * side, shown.height * side);
    if shown.is_empty() || cells == all {
        return;
    }
    for at in cells.border() {
        let start = (at.y as usize * picture.width + at.x as usize) * 4;
        picture.bytes[start..start + 4].copy_from_slice(&FRAME);
    }
}
