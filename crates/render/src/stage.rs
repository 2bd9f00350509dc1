//! What a player may know, as a scene.

use barrow_engine::{Glimpse, Seen, View};
use barrow_grid::{Color, Glow, LightMap, Pos, Rect};
use barrow_pack::Look;

use crate::scene::{Scene, Sprite};
use crate::sheet::Sheet;
use crate::tile::TileId;

/// Whether things are drawn as pictures or as characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Pictures; a thing without one is drawn as its character.
    #[default]
    Tiles,
    /// Characters.
    Glyphs,
}

/// How much of their colour remembered cells keep, of 255.
const MEMORY: Color = Color::new(70, 74, 96);

/// How bright the darkest cell in sight is, of 255: dark, but not unseen.
const DARKEST: u32 = 96;

/// How much of a field of the greatest amount one sees through.
const THICKEST: u32 = 200;

/// The colour of cells where something will happen.
const WARNING: Color = Color::new(255, 64, 32);

/// Sets scenes with the tiles of a sheet.
#[derive(Clone, Debug)]
pub struct Stage {
    /// The tiles by name, and the glyphs by character.
    pub sheet: Sheet,
    /// How things are drawn.
    pub style: Style,
}

impl Stage {
    /// Shows a part of the level: the scene becomes as large as `area`.
    pub fn show(&self, view: &View<'_>, area: Rect) -> Scene {
        let mut scene = Scene::new(area.width, area.height);
        self.show_cells(view, area, &mut scene);
        self.show_fields(view, area, &mut scene);
        self.show_actors(view, area, &mut scene);
        self.show_warnings(view, area, &mut scene);
        scene
    }

    fn show_cells(&self, view: &View<'_>, area: Rect, scene: &mut Scene) {
        let level = Rect::new(0, 0, view.width(), view.height());
        for at in area.intersection(level).cells() {
            let cell = view.cell(at);
            let light = cell.light.map_or(MEMORY, brightness);
            let to = at - Pos::new(area.x, area.y);
            if let Some(ground) = cell.ground {
                let look = &view.pack().kinds.get(ground).look;
                let below =
                    level.contains(at + Pos::new(0, 1)).then(|| view.cell(at + Pos::new(0, 1)));
                let covered = below.is_some_and(|it| it.ground == cell.ground);
                match self.picture(&look.tile).and_then(|tile| self.sheet.above(tile)) {
                    Some(tile) if covered => {
                        scene.put(to, Sprite::tinted(tile, shade(tint(look), light)));
                    }
                    _ => self.put(scene, to, look, light),
                }
            }
            if let Some(thing) = cell.thing {
                self.put_glimpse(scene, to, thing, light);
            }
        }
    }

    fn show_fields(&self, view: &View<'_>, area: Rect, scene: &mut Scene) {
        for (field, at, amount) in view.fields() {
            let look = &view.pack().fields.get(field).look;
            let Some(tile) = self.tile(&look.tile, look.glyph) else { continue };
            let light = view.cell(at).light.map_or(MEMORY, brightness);
            let opacity = (40 + u32::from(amount) * 40).min(THICKEST) as u8;
            let sprite = Sprite { opacity, ..Sprite::tinted(tile, shade(tint(look), light)) };
            scene.put(at - Pos::new(area.x, area.y), sprite);
        }
    }

    /// From the north down, so that who stands in front hides who stands behind.
    fn show_actors(&self, view: &View<'_>, area: Rect, scene: &mut Scene) {
        let mut actors: Vec<Seen<'_>> = view.actors().collect();
        actors.sort_by_key(|actor| (actor.pos().y, actor.pos().x));
        for actor in actors {
            let light = view.cell(actor.pos()).light.map_or(MEMORY, brightness);
            self.put_glimpse(scene, actor.pos() - Pos::new(area.x, area.y), actor.glimpse(), light);
        }
    }

    fn show_warnings(&self, view: &View<'_>, area: Rect, scene: &mut Scene) {
        let Some(tile) = self.tile("warning", '!') else { return };
        for at in view.announced().flat_map(|it| it.cells) {
            let sprite = Sprite { opacity: 150, ..Sprite::tinted(tile, WARNING) };
            scene.put(at - Pos::new(area.x, area.y), sprite);
        }
    }

    fn put_glimpse(&self, scene: &mut Scene, to: Pos, thing: Glimpse<'_>, light: Color) {
        let look = thing.look();
        if self.style == Style::Glyphs || self.sheet.named(&look.tile).is_none() {
            self.put_glyph(scene, to, thing.glyph(), shade(tint(look), light));
        } else {
            self.put(scene, to, look, light);
        }
    }

    /// Puts a thing on its cell, and its upper half on the cell behind, hiding what is there.
    fn put(&self, scene: &mut Scene, to: Pos, look: &Look, light: Color) {
        let color = shade(tint(look), light);
        let Some(tile) = self.picture(&look.tile) else {
            return self.put_glyph(scene, to, look.glyph, color);
        };
        scene.put(to, Sprite::tinted(tile, color));
        if let Some(top) = self.picture(&look.top) {
            let behind = to - Pos::new(0, 1);
            scene.keep_lowest(behind);
            scene.put(behind, Sprite::tinted(top, color));
        }
    }

    /// A character stands alone in its cell: on others it would not be read.
    fn put_glyph(&self, scene: &mut Scene, to: Pos, glyph: char, color: Color) {
        let Some(tile) = self.sheet.named(glyph.encode_utf8(&mut [0; 4])) else { return };
        if self.style == Style::Glyphs {
            scene.hide(to);
        }
        scene.put(to, Sprite::tinted(tile, color));
    }

    fn tile(&self, name: &str, glyph: char) -> Option<TileId> {
        self.picture(name).or_else(|| self.sheet.named(glyph.encode_utf8(&mut [0; 4])))
    }

    fn picture(&self, name: &str) -> Option<TileId> {
        self.sheet.named(name).filter(|_| self.style == Style::Tiles)
    }
}

fn tint(look: &Look) -> Color {
    let [red, green, blue] = look.color.rgb;
    Color::new(red, green, blue)
}

/// The light of a cell as a colour to multiply with.
fn brightness(glow: Glow) -> Color {
    let level = DARKEST + (255 - DARKEST) * u32::from(glow.level) / u32::from(LightMap::FULL);
    let Color { red, green, blue } = glow.color;
    // Coloured light takes up to a third of the other colours away.
    let strongest = red.max(green).max(blue);
    let part = |channel: u8| (level * (765 - u32::from(strongest - channel)) / 765) as u8;
    Color::new(part(red), part(green), part(blue))
}

fn shade(color: Color, light: Color) -> Color {
    use crate::tile::times;
    Color::new(
        times(color.red, light.red),
        times(color.green, light.green),
        times(color.blue, light.blue),
    )
}

/// The part of a level to show: `columns` by `rows` around a cell, without leaving the level
/// where that can be.
pub fn camera(view: &View<'_>, middle: Pos, columns: i32, rows: i32) -> Rect {
    let along = |middle: i32, size: i32, level: i32| {
        if size >= level { (level - size) / 2 } else { (middle - size / 2).clamp(0, level - size) }
    };
    let left = along(middle.x, columns, view.width());
    let top = along(middle.y, rows, view.height());
    Rect::new(left, top, columns, rows)
}
