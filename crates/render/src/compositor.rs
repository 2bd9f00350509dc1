//! Turns scenes into pixels.
//!
//! A cell is composed in a buffer of its own size, which stays in the nearest cache, and is then
//! copied to the picture at once. Blending is the same arithmetic on every byte of a row, without a
//! branch, and rows have a constant length, so that the compiler handles 16 bytes at once where it
//! may (`simd128` in wasm, SSE natively). Many cells of a level look the same, so recent cells are
//! kept and copied.

use barrow_grid::{BitGrid, Color, Grid, Pos, Rect};

use crate::gradient::gradient;
use crate::picture::Picture;
use crate::scene::{LooseSprite, Scene, Sprite, Stack, WHITE};
use crate::stage::light::shade;
use crate::tile::{BYTES, ROW, SIDE, Tile, times};
use crate::tileset::Tileset;

/// Draws scenes one after another, and redraws only what changed.
///
/// The picture always shows `drawn` with `loose` in front of it. A cell of the next scene that is
/// the same and was not under anything loose needs no work.
#[derive(Clone, Debug, Default)]
pub struct Compositor {
    picture: Picture,
    drawn: Grid<Stack>,
    /// The cells under loose sprites.
    touched: BitGrid,
    /// The number of cells of the last scene that were redrawn.
    changed: usize,
    cache: CellCache,
    /// Whether the picture does not show `drawn`.
    stale: bool,
    /// The edition of the tileset that was drawn with.
    edition: u32,
}

impl Compositor {
    /// Returns the last picture.
    pub const fn picture(&self) -> &Picture {
        &self.picture
    }

    /// Returns how many cells of the last scene were redrawn.
    pub const fn changed(&self) -> usize {
        self.changed
    }

    /// Returns `true` if the last scene had sprites between cells.
    pub fn has_loose(&self) -> bool {
        !self.touched.is_empty()
    }

    /// Forgets what was drawn: the next scene is drawn completely, for instance with another
    /// tileset.
    pub fn forget(&mut self) {
        self.cache.cells.clear();
        self.stale = true;
    }

    /// Draws a scene.
    pub fn draw(&mut self, scene: &Scene, tileset: &Tileset) -> &Picture {
        if std::mem::replace(&mut self.edition, tileset.edition()) != tileset.edition() {
            self.forget();
        }
        let resized = self.drawn.bounds() != scene.cells.bounds();
        if resized {
            self.resize(scene);
        }
        let whole = std::mem::take(&mut self.stale) || resized;
        self.changed = 0;
        for (at, stack) in scene.cells.iter() {
            if whole || self.touched.contains(at) || *stack != self.drawn[at] {
                self.drawn[at] = *stack;
                self.changed += 1;
                self.draw_cell(at, stack, tileset);
            }
        }
        self.touched.clear();
        for loose in &scene.loose {
            self.draw_loose(loose, tileset);
        }
        &self.picture
    }

    fn resize(&mut self, scene: &Scene) {
        let (columns, rows) = (scene.columns(), scene.rows());
        self.picture = Picture::new(columns as usize * SIDE, rows as usize * SIDE);
        self.drawn = Grid::from_fn(columns, rows, |_| Stack::default());
        self.touched = BitGrid::new(columns, rows);
    }

    fn draw_cell(&mut self, at: Pos, stack: &Stack, tileset: &Tileset) {
        let cell = self.cache.cell(stack, tileset);
        let start = (at.y as usize * SIDE * self.picture.width + at.x as usize * SIDE) * 4;
        let rows = self.picture.bytes[start..].chunks_mut(self.picture.width * 4);
        for (row, line) in rows.zip(cell.as_chunks::<ROW>().0) {
            // A copy of constant length needs no call.
            if let Some(row) = row.first_chunk_mut::<ROW>() {
                *row = *line;
            }
        }
    }

    fn draw_loose(&mut self, loose: &LooseSprite, tileset: &Tileset) {
        let bounds = Rect::new(0, 0, self.picture.width as i32, self.picture.height as i32);
        let spot = Rect::new(loose.x, loose.y, SIDE as i32, SIDE as i32);
        let shown = bounds.intersection(spot);
        if shown.is_empty() {
            return;
        }
        for cell in cells_under(shown) {
            self.touched.insert(cell);
        }
        with_tile(loose.sprite, tileset, |tile| {
            let blender = Blender::of(loose.sprite);
            for row in shown.y..shown.y + shown.height {
                let from = ((row - loose.y) as usize * SIDE + (shown.x - loose.x) as usize) * 4;
                let to = (row as usize * self.picture.width + shown.x as usize) * 4;
                let length = shown.width as usize * 4;
                let row = &mut self.picture.bytes[to..to + length];
                let source = (&tile.paint[from..from + length], &tile.keep[from..from + length]);
                blender.blend_part(row, source, &blender.tint);
            }
        });
    }
}

/// An opaque black cell.
const BLACK: [u8; BYTES] = {
    let mut cell = [0; BYTES];
    let mut index = 3;
    while index < BYTES {
        cell[index] = 255;
        index += 4;
    }
    cell
};

/// Returns the cells under a rectangle of pixels.
fn cells_under(pixels: Rect) -> impl Iterator<Item = Pos> {
    let side = SIDE as i32;
    let (left, top) = (pixels.x / side, pixels.y / side);
    let right = (pixels.x + pixels.width - 1) / side;
    let bottom = (pixels.y + pixels.height - 1) / side;
    Rect::new(left, top, right - left + 1, bottom - top + 1).cells()
}

/// Calls `draw` with the tile of a sprite, mirrored or as a silhouette if the sprite is. A tile that
/// the tileset does not have is not drawn.
fn with_tile(sprite: Sprite, tileset: &Tileset, draw: impl FnOnce(&Tile)) {
    let Some(tile) = tileset.tile(sprite.tile) else { return };
    let mirrored = sprite.across || sprite.upside_down;
    match (mirrored, sprite.silhouette) {
        (false, false) => draw(tile),
        (false, true) => draw(&tile.silhouette()),
        (true, false) => draw(&tile.mirrored(sprite.across, sprite.upside_down)),
        (true, true) => draw(&tile.mirrored(sprite.across, sprite.upside_down).silhouette()),
    }
}

/// Recently composed cells, each at an index computed from its stack.
#[derive(Clone, Debug, Default)]
struct CellCache {
    cells: Vec<(Stack, [u8; BYTES])>,
}

/// How many cells are kept: as many as fit into a typical cache.
const KEPT: usize = 256;

impl CellCache {
    fn cell(&mut self, stack: &Stack, tileset: &Tileset) -> &[u8; BYTES] {
        if self.cells.is_empty() {
            self.cells.resize(KEPT, (Stack::default(), BLACK));
        }
        let (known, cell) = &mut self.cells[stack.hash() as usize % KEPT];
        if known != stack {
            *known = *stack;
            compose(stack, tileset, cell);
        }
        cell
    }
}

/// Composes the sprites of a cell, from the topmost that hides all below it.
fn compose(stack: &Stack, tileset: &Tileset, cell: &mut [u8; BYTES]) {
    let covers =
        |it: Sprite| it.opacity == 255 && tileset.tile(it.tile).is_some_and(|it| it.opaque);
    let first = stack.sprites().rposition(covers);
    if first.is_none() {
        *cell = BLACK;
    }
    let corners = stack.light();
    let even = corners == [corners[0]; 4];
    let light = if even { None } else { Some(gradient(corners)) };
    for mut sprite in stack.sprites().skip(first.unwrap_or_default()) {
        if sprite.lit && even {
            sprite.tint = shade(sprite.tint, corners[0]);
        }
        let light = light.as_ref().filter(|_| sprite.lit);
        with_tile(sprite, tileset, |tile| blend(cell, tile, sprite, light));
    }
}

/// Blends a tile over a cell. `light` falls on each of its pixels.
fn blend(cell: &mut [u8; BYTES], tile: &Tile, sprite: Sprite, light: Option<&[u8; BYTES]>) {
    let plain = sprite.tint == WHITE && sprite.opacity == 255;
    if plain && tile.opaque && light.is_none() {
        *cell = *tile.paint;
        return;
    }
    let blender = Blender::of(sprite);
    let (rows, _) = cell.as_chunks_mut::<ROW>();
    let source = tile.paint.as_chunks::<ROW>().0.iter().zip(tile.keep.as_chunks::<ROW>().0);
    let drawn = rows.iter_mut().zip(source).enumerate().take(tile.rows.1).skip(tile.rows.0);
    for (at, (row, (paint, keep))) in drawn {
        let mixed;
        let tint = match light.map(|it| &it.as_chunks().0[at]) {
            None => &blender.tint,
            Some(light) if plain => light,
            Some(light) => {
                mixed = blender.in_light(light);
                &mixed
            }
        };
        if sprite.opacity == 255 {
            blend_row(row, paint, keep, tint);
        } else {
            blender.blend_part(row, (paint, keep), tint);
        }
    }
}

/// The factors of a sprite's bytes, repeated along a row.
struct Blender {
    tint: [u8; ROW],
    opacity: u8,
}

impl Blender {
    fn of(sprite: Sprite) -> Self {
        let Color { red, green, blue } = sprite.tint;
        let pixel = [red, green, blue, 255].map(|channel| times(channel, sprite.opacity));
        let mut tint = [0; ROW];
        for index in tint.as_chunks_mut::<4>().0 {
            *index = pixel;
        }
        Self { tint, opacity: sprite.opacity }
    }

    /// Returns the factors of a row's bytes in a light.
    fn in_light(&self, light: &[u8; ROW]) -> [u8; ROW] {
        let mut tint = self.tint;
        for index in 0..ROW {
            tint[index] = times(tint[index], light[index]);
        }
        tint
    }

    /// Blends a part of a row, or a translucent sprite.
    fn blend_part(&self, row: &mut [u8], (paint, keep): (&[u8], &[u8]), tint: &[u8; ROW]) {
        let bytes = row.iter_mut().zip(paint).zip(keep).zip(tint);
        for (((byte, &paint), &keep), &tint) in bytes {
            let kept = 255 - times(255 - keep, self.opacity);
            *byte = mixed(paint, tint, *byte, kept);
        }
    }
}

/// Blends a whole row.
fn blend_row(row: &mut [u8; ROW], paint: &[u8; ROW], keep: &[u8; ROW], tint: &[u8; ROW]) {
    for index in 0..ROW {
        row[index] = mixed(paint[index], tint[index], row[index], keep[index]);
    }
}

/// Computes `(paint * tint + below * kept) / 255`, rounded to the nearest.
///
/// Paint is premultiplied by its opacity, and `kept` is the remaining share. So the sum is at most
/// 255 * 255, and half of 255 more if the opacity of the sprite was rounded; with the rounding term
/// it still fits into 16 bits.
const fn mixed(paint: u8, tint: u8, below: u8, kept: u8) -> u8 {
    let sum = paint as u16 * tint as u16 + below as u16 * kept as u16 + 128;
    ((sum + (sum >> 8)) >> 8) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blending_never_overflows() {
        for alpha in 0..=255_u8 {
            for opacity in 0..=255_u8 {
                let kept = 255 - times(alpha, opacity);
                let tint = times(255, opacity);
                let wide = u32::from(alpha) * u32::from(tint) + 255 * u32::from(kept) + 128;
                assert!(wide + (wide >> 8) <= 0xFFFF, "{alpha}, {opacity}");
            }
        }
    }
}
