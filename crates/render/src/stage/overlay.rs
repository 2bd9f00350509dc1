//! What is drawn over the level: warnings, effects and marks.

use barrow_grid::{Color, Pos};
use barrow_pack::{Id, Kind};

use super::ink::Ink;
use super::{CELL, SceneBuilder, light, rgb};
use crate::marks::Mark;
use crate::motion::{Missile, VisualEffect};
use crate::scene::{Sprite, WHITE};
use crate::tile::TileId;

/// The color of cells with an announced attack.
const WARNING: Color = Color::new(255, 64, 32);

/// How long a warning takes from bright to bright, and how often it is drawn meanwhile.
const PULSE: u64 = 800;
const PULSE_FRAME: u64 = 50;

/// How far a number rises, in pixels.
const RISE: i32 = 18;

/// The distance between two digits of a number, in pixels.
const LETTER: i32 = 6;

/// The color of an ability's projectile.
const SPELL: Color = Color::new(190, 170, 255);

impl SceneBuilder<'_, '_> {
    pub(super) fn show_warnings(&mut self) {
        let Some(tile) = self.tileset.named("warning").or_else(|| self.tileset.glyph('!')) else {
            return;
        };
        let cells: Vec<Pos> = self.view.announced().flat_map(|it| it.cells).collect();
        let opacity = if cells.is_empty() { 0 } else { self.pulse() };
        for at in cells {
            let sprite = Sprite { opacity, ..Sprite::tinted(tile, WARNING) };
            self.scene.put(self.scene_pos(at), sprite);
        }
    }

    /// Returns a strength that rises and falls.
    fn pulse(&mut self) -> u8 {
        if self.motion.is_still() {
            return 150;
        }
        self.scene.will_change((self.now / PULSE_FRAME + 1) * PULSE_FRAME);
        let past = self.now % PULSE;
        let near = past.min(PULSE - past);
        (90 + near * 2 * 120 / PULSE) as u8
    }

    pub(super) fn show_motion(&mut self) {
        for (effect, left) in self.motion.effects(self.now) {
            match effect {
                VisualEffect::Flash { .. } => {}
                VisualEffect::Fall { kind, at } => self.show_fall(*kind, *at, left),
                VisualEffect::Number { at, text, color } => {
                    self.show_number(*at, text, *color, left);
                }
                VisualEffect::Flight { what, from, to } => {
                    self.show_flight(*what, *from, *to, left);
                }
                VisualEffect::Burst { cells } => self.veil(cells, WHITE, (left * 170 / 1000) as u8),
                VisualEffect::Reveal { cells, dark } => {
                    let opacity = (left * u64::from(*dark) / 1000) as u8;
                    self.veil(cells, Color::BLACK, opacity);
                }
            }
        }
    }

    /// Lays a color over cells.
    fn veil(&mut self, cells: &[Pos], color: Color, opacity: u8) {
        let Some(tile) = self.tileset.named("veil") else { return };
        for &at in cells {
            let sprite = Sprite { opacity, ..Sprite::tinted(tile, color) };
            self.scene.put(self.scene_pos(at), sprite);
        }
    }

    fn show_fall(&mut self, kind: Id<Kind>, at: Pos, left: u64) {
        let pair = self.tiles.kind(kind).closed;
        let look = &self.view.pack().kinds.get(kind).look;
        let color = light::loud(rgb(look.color));
        let ink = Ink::new(color, light::on_things(self.spot(at).light));
        for (drawn, up) in [(pair.tile, 0), (pair.top, CELL)] {
            let Some(drawn) = drawn else { continue };
            // Four frames: whole, and then a quarter less each.
            let opacity = ((left * 4).div_ceil(1000) * 255 / 4) as u8;
            let sprite = Sprite { opacity, ..ink.sprite(drawn.tile, self.tileset) };
            self.put_loose(self.pixel(at) - Pos::new(0, up), sprite);
        }
    }

    fn show_number(&mut self, at: Pos, text: &str, color: Color, left: u64) {
        let width = text.len() as i32 * LETTER;
        let risen = RISE * (1000 - left as i32) / 1000;
        let start = self.pixel(at) + Pos::new((CELL - width) / 2, -risen);
        // It stays opaque for the first half, so that it can be read.
        let opacity = (left * 2 * 255 / 1000).min(255) as u8;
        for (letter, index) in text.chars().zip(0..) {
            let Some(tile) = self.tileset.small_glyph(letter) else { continue };
            let sprite = Sprite { opacity, ..Sprite::tinted(tile, color) };
            self.put_loose(start + Pos::new(index * LETTER, 0), sprite);
        }
    }

    fn show_flight(&mut self, what: Missile, from: Pos, to: Pos, left: u64) {
        let (start, end) = (self.pixel(from), self.pixel(to));
        let gone = 1000 - left as i32;
        let along = |start: i32, end: i32| start + (end - start) * gone / 1000;
        let at = Pos::new(along(start.x, end.x), along(start.y, end.y));
        if let Some((tile, color)) = self.missile(what) {
            let across = to.x < from.x;
            let sprite = Ink::new(color, WHITE).sprite(tile, self.tileset);
            self.put_loose(at, Sprite { across, ..sprite });
        }
    }

    fn missile(&self, what: Missile) -> Option<(TileId, Color)> {
        match what {
            Missile::Thing(kind) => {
                let tile = self.tiles.kind(kind).closed.tile?.tile;
                Some((tile, rgb(self.view.pack().kinds.get(kind).look.color)))
            }
            Missile::Spell(ability) => {
                let look = self.view.pack().abilities.get(ability).missile.as_ref();
                let own = self.tiles.missile(ability).map(|it| it.tile);
                let usual = || self.tileset.named("spell").or_else(|| self.tileset.glyph('*'));
                Some((own.or_else(usual)?, look.map_or(SPELL, |it| rgb(it.color))))
            }
        }
    }

    /// Shows the signs of rooms that nobody has entered.
    pub(super) fn show_rooms(&mut self) {
        for (at, room) in self.view.room_signs() {
            let Some(tile) = self.tileset.glyph(room.sign()) else { continue };
            self.scene.put(self.scene_pos(at), Sprite::tinted(tile, rgb(room.color)));
        }
    }

    pub(super) fn show_marks(&mut self, marks: &[Mark]) {
        for mark in marks {
            let (name, tint, opacity) = mark.kind.drawn();
            let Some(tile) = self.tileset.named(name) else { continue };
            let sprite = Sprite { opacity, ..Sprite::tinted(tile, tint) };
            self.put_loose(self.pixel(mark.at), sprite);
        }
    }
}
