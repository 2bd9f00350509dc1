//! Turns what a player may know into a scene: terrain and shadows, things, fields, actors, and
//! effects over them.

mod actors;
mod ground;
mod light;
mod lines;
mod overlay;
mod wardrobe;

use barrow_engine::View;
use barrow_grid::{Color, Grid, Pos, Rect};
use barrow_pack as pack;
use barrow_small::Set;

use crate::marks::Mark;
use crate::motion::Motion;
use crate::scene::{Loose, Scene, Sprite};
use crate::tile::SIDE;
use crate::tileset::Tileset;
use ground::Spot;
use wardrobe::{Dress, Figure, Outfit, Wardrobe};

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
    wardrobe: Wardrobe,
    spots: Grid<Spot>,
}

impl Stage {
    /// Makes a stage with a tileset.
    pub fn new(tileset: Tileset, style: Style) -> Self {
        Self { tileset, style, wardrobe: Wardrobe::default(), spots: Grid::default() }
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
        self.wardrobe.forget();
    }

    /// Returns a part of the level without animation; the scene has the size of `area`.
    pub fn show(&mut self, view: &View<'_>, area: Rect) -> Scene {
        let mut scene = Scene::default();
        let mut still = Motion::default();
        still.set_still(true);
        self.set(view, area, &[], (&still, 0), &mut scene);
        scene
    }

    /// Returns a part of the level at a time, with animations and marks.
    pub fn set(
        &mut self,
        view: &View<'_>,
        area: Rect,
        marks: &[Mark],
        (motion, now): (&Motion, u64),
        scene: &mut Scene,
    ) {
        self.wardrobe.fit(view.pack(), &self.tileset, self.style);
        scene.reset(area.width, area.height);
        ground::survey(view, area, &self.wardrobe, &mut self.spots);
        let (tileset, wardrobe, spots) = (&self.tileset, &self.wardrobe, &self.spots);
        let style = self.style;
        let behind = behind_tall(view, wardrobe);
        let mut shot =
            Shot { view, area, tileset, wardrobe, spots, behind, style, motion, now, scene };
        shot.show_ground();
        shot.show_things();
        shot.show_rooms();
        shot.show_fields();
        shot.show_actors();
        shot.show_warnings();
        shot.show_motion();
        shot.show_marks(marks);
    }
}

/// A scene that is being made.
struct Shot<'a, 'g> {
    view: &'a View<'g>,
    area: Rect,
    tileset: &'a Tileset,
    wardrobe: &'a Wardrobe,
    spots: &'a Grid<Spot>,
    behind: Set<Pos>,
    style: Style,
    motion: &'a Motion,
    now: u64,
    scene: &'a mut Scene,
}

impl Shot<'_, '_> {
    /// Returns the cell of the scene for a cell of the level.
    fn place(&self, at: Pos) -> Pos {
        at - Pos::new(self.area.x, self.area.y)
    }

    /// Returns the upper left pixel of the scene for a cell of the level.
    fn pixel(&self, at: Pos) -> Pos {
        let place = self.place(at);
        Pos::new(place.x * CELL, place.y * CELL)
    }

    /// Returns what is known of a cell of the scene or just outside it.
    fn spot(&self, at: Pos) -> Spot {
        self.spots.get(self.place(at) + Pos::new(1, 1)).copied().unwrap_or_default()
    }

    /// Returns the sprite of a figure at this time. `beat` shifts the animation, so that things of
    /// a kind are out of step.
    fn sprite(&mut self, figure: Figure, outfit: &Outfit, tint: Color, beat: u64) -> Sprite {
        let tint = if outfit.flickers { self.flickering(tint, beat) } else { tint };
        Sprite {
            across: figure.across,
            upside_down: figure.upside_down,
            ..Sprite::tinted(self.frame(figure, outfit.pace, beat), tint)
        }
    }

    fn frame(&mut self, figure: Figure, pace: u32, beat: u64) -> crate::tile::TileId {
        let frames = self.tileset.frames(figure.tile);
        if frames.len() < 2 || self.motion.is_still() {
            return figure.tile;
        }
        let (pace, count) = (u64::from(pace.max(1)), frames.len() as u64);
        self.scene.will_change((self.now / pace + 1) * pace);
        frames[((self.now / pace + beat) % count) as usize]
    }

    fn flickering(&mut self, tint: Color, beat: u64) -> Color {
        if self.motion.is_still() {
            return tint;
        }
        self.scene.will_change((self.now / FLICKER + 1) * FLICKER);
        light::flicker(tint, self.now / FLICKER + beat)
    }

    /// Puts a figure on a cell of the scene. A character replaces everything there.
    fn put(&mut self, to: Pos, figure: Figure, sprite: Sprite) {
        if figure.glyph && self.style == Style::Glyphs {
            self.scene.hide(to);
        }
        self.scene.put(to, sprite);
    }

    /// Puts a figure on its cell, and its upper half on the cell behind.
    fn put_dress(&mut self, at: Pos, dress: Dress, outfit: &Outfit, tint: Color) {
        let to = self.place(at);
        if let Some(figure) = dress.tile {
            let sprite = self.sprite(figure, outfit, tint, beat(at));
            self.put(to, figure, sprite);
        }
        if let Some(figure) = dress.top {
            let sprite = self.sprite(figure, outfit, tint, beat(at));
            self.scene.put(to - Pos::new(0, 1), sprite);
        }
    }

    /// Puts a figure in front of all cells, at a pixel of the scene.
    fn put_loose(&mut self, at: Pos, sprite: Sprite) {
        self.scene.loose.push(Loose { x: at.x, y: at.y, sprite });
    }
}

/// Returns the cells behind the upper halves of actors and things; items there are hidden.
fn behind_tall(view: &View<'_>, wardrobe: &Wardrobe) -> Set<Pos> {
    let seen = view.actors().chain(view.things());
    let tall = seen.filter(|it| {
        let glimpse = it.glimpse();
        wardrobe.kind(glimpse.drawn_as()).dress(glimpse.is_open()).top.is_some()
    });
    tall.map(|it| it.pos() - Pos::new(0, 1)).collect()
}

/// Returns a shift of the animation that differs between neighbouring cells.
fn beat(at: Pos) -> u64 {
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
