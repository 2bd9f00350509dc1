//! Turns what a player may know into a scene: terrain and shadows, things, fields, actors, and
//! effects over them.

mod actors;
mod edges;
mod ground;
mod ink;
pub(crate) mod light;
mod lines;
mod overlay;
mod pick;
mod tile_table;

use barrow_engine::View;
use barrow_grid::{Color, Grid, Pos, Rect};
use barrow_pack::{self as pack, Palette};
use barrow_small::Set;

use crate::marks::Mark;
use crate::motion::Motion;
use crate::scene::{LooseSprite, Scene, Sprite};
use crate::tile::SIDE;
use crate::tileset::Tileset;
use ground::CellInfo;
use ink::Ink;
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
        self.tiles.update(view, &mut self.tileset, self.style);
        scene.reset(area.width, area.height);
        let moment = (!motion.is_still()).then_some(now / Palette::FLICKER);
        if moment.is_some() && view.palette().flicker > 0 {
            scene.will_change((now / Palette::FLICKER + 1) * Palette::FLICKER);
        }
        ground::survey(view, area, moment, &self.tiles, &mut self.spots);
        self.dye(view);
        let (tileset, tiles, spots) = (&mut self.tileset, &self.tiles, &self.spots);
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

impl Stage {
    /// Dyes the terrain that is seen for the first time: there is too much of it to look up the tile
    /// of each cell while it is drawn.
    fn dye(&mut self, view: &View<'_>) {
        if self.style == Style::Glyphs {
            return;
        }
        let floor = view.level().ground.floor;
        for (_, spot) in self.spots.iter() {
            for kind in spot.kinds().chain(floor) {
                if self.tiles.is_undyed(kind) {
                    self.tiles.dye(view, kind, &mut self.tileset);
                }
            }
        }
    }
}

/// A scene that is being made.
struct SceneBuilder<'a, 'g> {
    view: &'a View<'g>,
    area: Rect,
    tileset: &'a mut Tileset,
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

    /// Puts a drawn on a cell of the scene. A character replaces everything there.
    fn put(&mut self, to: Pos, drawn: DrawnTile, sprite: Sprite) {
        if drawn.glyph && self.style == Style::Glyphs {
            self.bare(to);
        }
        self.scene.put(to, sprite);
    }

    /// Removes everything from a cell of the scene but the color of its ground.
    fn bare(&mut self, to: Pos) {
        self.scene.hide(to);
        let spot = self.spots.get(to + Pos::new(1, 1)).copied().unwrap_or_default();
        let color = spot.backdrop(self.tiles, rgb(self.view.palette().memory));
        if let Some((tile, color)) = self.tiles.fill.zip(color) {
            self.scene.put(to, Sprite { lit: spot.is_visible(), ..Sprite::tinted(tile, color) });
        }
    }

    /// Puts a drawn on its cell, and its upper half on the cell behind.
    fn put_pair(&mut self, at: Pos, pair: TilePair, look_tiles: &KindTiles, ink: Ink) {
        let to = self.scene_pos(at);
        let number = pick::cell_number(at, self.view.floor());
        if let Some(drawn) = pair.tile {
            let sprite = self.sprite(self.variant(drawn, number), look_tiles, ink, number);
            self.put(to, drawn, sprite);
        }
        if let Some(drawn) = pair.top {
            let sprite = self.sprite(drawn, look_tiles, ink, number);
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
