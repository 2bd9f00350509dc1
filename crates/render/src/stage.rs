//! Turns what a player may know into a scene: terrain and shadows, things, fields, actors, and
//! effects over them.

mod actors;
mod ground;
mod light;
mod lines;
mod overlay;
mod tile_table;

use barrow_engine::View;
use barrow_grid::{Color, Grid, Pos, Rect};
use barrow_pack as pack;
use barrow_small::Set;

use crate::marks::Mark;
use crate::motion::Motion;
use crate::scene::{LooseSprite, Scene, Sprite};
use crate::tile::SIDE;
use crate::tileset::Tileset;
use ground::CellInfo;
use tile_table::{DrawnTile, KindTiles, TilePair, TileTable};

/// Whether things are drawn as tiles or as characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Tiles; a thing without a tile is drawn as its character.
    #[default]
    Tiles,
    /// Characters.
    Glyphs,
}

/// The size of a cell in pixels.
const CELL: i32 = SIDE as i32;

/// How often a flickering color changes, in milliseconds.
const FLICKER: u64 = 120;

/// Makes scenes from the tiles of a tileset.
#[derive(Clone, Debug)]
pub struct Stage {
    tileset: Tileset,
    style: Style,
    tiles: TileTable,
    spots: Grid<CellInfo>,
}

impl Stage {
    /// Makes a stage with a tileset.
    pub fn new(tileset: Tileset, style: Style) -> Self {
        Self { tileset, style, tiles: TileTable::default(), spots: Grid::default() }
    }

    /// Returns the tileset.
    pub const fn tileset(&self) -> &Tileset {
        &self.tileset
    }

    /// Returns whether tiles or characters are drawn.
    pub const fn style(&self) -> Style {
        self.style
    }

    /// Sets whether to draw tiles or characters.
    pub const fn set_style(&mut self, style: Style) {
        self.style = style;
    }

    /// Sets the tileset.
    pub fn set_tileset(&mut self, tileset: Tileset) {
        self.tileset = tileset;
        self.tiles.forget();
    }

    /// Returns the scene of a part of the level, without animation.
    pub fn show(&mut self, view: &View<'_>, area: Rect) -> Scene {
        let mut scene = Scene::default();
        let mut still = Motion::default();
        still.set_still(true);
        self.set(view, area, &[], (&still, 0), &mut scene);
        scene
    }

    /// Makes the scene of a part of the level at a time, with animations and marks.
    pub fn set(
        &mut self,
        view: &View<'_>,
        area: Rect,
        marks: &[Mark],
        (motion, now): (&Motion, u64),
        scene: &mut Scene,
    ) {
        self.tiles.update(view.pack(), &self.tileset, self.style);
        scene.reset(area.width, area.height);
        ground::survey(view, area, &self.tiles, &mut self.spots);
        let (tileset, tiles, spots) = (&self.tileset, &self.tiles, &self.spots);
        let style = self.style;
        let behind = behind_tall(view, tiles);
        let mut builder =
            SceneBuilder { view, area, tileset, tiles, spots, behind, style, motion, now, scene };
        builder.show_ground();
        builder.show_things();
        builder.show_rooms();
        builder.show_fields();
        builder.show_actors();
        builder.show_warnings();
        builder.show_motion();
        builder.show_marks(marks);
    }
}

/// A scene that is being made.
struct SceneBuilder<'a, 'g> {
    view: &'a View<'g>,
    area: Rect,
    tileset: &'a Tileset,
    tiles: &'a TileTable,
    spots: &'a Grid<CellInfo>,
    behind: Set<Pos>,
    style: Style,
    motion: &'a Motion,
    now: u64,
    scene: &'a mut Scene,
}

impl SceneBuilder<'_, '_> {
    /// Returns the cell of the scene for a cell of the level.
    fn scene_pos(&self, at: Pos) -> Pos {
        at - Pos::new(self.area.x, self.area.y)
    }

    /// Returns the upper left pixel of the scene for a cell of the level.
    fn pixel(&self, at: Pos) -> Pos {
        let pos = self.scene_pos(at);
        Pos::new(pos.x * CELL, pos.y * CELL)
    }

    /// Returns what is known of a cell of the level, inside the scene or just outside it.
    fn spot(&self, at: Pos) -> CellInfo {
        self.spots.get(self.scene_pos(at) + Pos::new(1, 1)).copied().unwrap_or_default()
    }

    /// Returns the sprite of a drawn at this time. `phase` shifts the animation, so that things of
    /// a kind are out of step.
    fn sprite(
        &mut self,
        drawn: DrawnTile,
        look_tiles: &KindTiles,
        tint: Color,
        phase: u64,
    ) -> Sprite {
        let tint = if look_tiles.flickers { self.flickering(tint, phase) } else { tint };
        Sprite {
            across: drawn.across,
            upside_down: drawn.upside_down,
            ..Sprite::tinted(self.frame(drawn, look_tiles.pace, phase), tint)
        }
    }

    fn frame(&mut self, drawn: DrawnTile, pace: u32, phase: u64) -> crate::tile::TileId {
        let frames = self.tileset.frames(drawn.tile);
        if frames.len() < 2 || self.motion.is_still() {
            return drawn.tile;
        }
        let (pace, count) = (u64::from(pace.max(1)), frames.len() as u64);
        self.scene.will_change((self.now / pace + 1) * pace);
        frames[((self.now / pace + phase) % count) as usize]
    }

    fn flickering(&mut self, tint: Color, phase: u64) -> Color {
        if self.motion.is_still() {
            return tint;
        }
        self.scene.will_change((self.now / FLICKER + 1) * FLICKER);
        light::flicker(tint, self.now / FLICKER + phase)
    }

    /// Puts a drawn on a cell of the scene. A character replaces everything there.
    fn put(&mut self, to: Pos, drawn: DrawnTile, sprite: Sprite) {
        if drawn.glyph && self.style == Style::Glyphs {
            self.scene.hide(to);
        }
        self.scene.put(to, sprite);
    }

    /// Puts a drawn on its cell, and its upper half on the cell behind.
    fn put_pair(&mut self, at: Pos, pair: TilePair, look_tiles: &KindTiles, tint: Color) {
        let to = self.scene_pos(at);
        if let Some(drawn) = pair.tile {
            let sprite = self.sprite(drawn, look_tiles, tint, phase(at));
            self.put(to, drawn, sprite);
        }
        if let Some(drawn) = pair.top {
            let sprite = self.sprite(drawn, look_tiles, tint, phase(at));
            self.scene.put(to - Pos::new(0, 1), sprite);
        }
    }

    /// Puts a drawn in front of all cells, at a pixel of the scene.
    fn put_loose(&mut self, at: Pos, sprite: Sprite) {
        self.scene.loose.push(LooseSprite { x: at.x, y: at.y, sprite });
    }
}

/// Returns the cells behind the upper halves of actors and things; items there are hidden.
fn behind_tall(view: &View<'_>, tiles: &TileTable) -> Set<Pos> {
    let seen = view.actors().chain(view.things());
    let tall = seen.filter(|it| {
        let glimpse = it.glimpse();
        tiles.kind(glimpse.drawn_as()).pair(glimpse.is_open()).top.is_some()
    });
    tall.map(|it| it.pos() - Pos::new(0, 1)).collect()
}

/// Returns a shift of the animation that differs between neighbouring cells.
fn phase(at: Pos) -> u64 {
    u64::from((at.x * 7 + at.y * 13).unsigned_abs())
}

fn rgb(color: pack::Color) -> Color {
    let [red, green, blue] = color.rgb;
    Color::new(red, green, blue)
}

/// Returns the part of a level to show: `columns` by `rows` around a cell, without leaving the
/// level if that is possible.
pub fn camera(view: &View<'_>, middle: Pos, columns: i32, rows: i32) -> Rect {
    let along = |middle: i32, size: i32, level: i32| {
        if size >= level { (level - size) / 2 } else { (middle - size / 2).clamp(0, level - size) }
    };
    let left = along(middle.x, columns, view.width());
    let top = along(middle.y, rows, view.height());
    Rect::new(left, top, columns, rows)
}
