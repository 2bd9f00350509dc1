use barrow_grid::Color;

use super::light;
use crate::dye::{Dye, Memory, Shades};
use crate::scene::{Sprite, WHITE};
use crate::tile::TileId;
use crate::tileset::Tileset;

/// The color of a thing, and the light that falls on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ink {
    /// `None` for tiles that have their color already.
    dye: Option<Dye>,
    light: Color,
    /// Whether the light of its cell falls on it as well.
    lit: bool,
}

impl Ink {
    /// Makes the ink of a thing in a light.
    pub(super) const fn new(color: Color, light: Color) -> Self {
        Self { dye: Some(Dye { shades: Shades::Color(color), memory: None }), light, lit: false }
    }

    /// Makes the ink of a thing that is only remembered.
    pub(super) const fn remembered(color: Color, memory: Color) -> Self {
        let memory = Some(Memory { color: memory, flat: false });
        Self { dye: Some(Dye { shades: Shades::Color(color), memory }), light: WHITE, lit: false }
    }

    /// Makes the ink of a tile that was dyed before.
    pub(super) const fn dyed() -> Self {
        Self { dye: None, light: WHITE, lit: false }
    }

    /// Returns the ink with or without the light of its cell.
    pub(super) const fn lit(self, lit: bool) -> Self {
        Self { lit, ..self }
    }

    /// Returns the ink in a changed light.
    pub(super) fn in_light(self, change: impl FnOnce(Color) -> Color) -> Self {
        Self { light: change(self.light), ..self }
    }

    /// Returns a sprite of a tile. Greys alone are tinted while they are drawn; a tile with colors
    /// of its own is dyed once and kept.
    pub(super) fn sprite(self, tile: TileId, tileset: &mut Tileset) -> Sprite {
        let sprite = match self.dye {
            Some(dye) if tileset.is_grey(tile) => {
                let [red, green, blue] = dye.applied([255; 3], 255);
                Sprite::tinted(tile, light::shade(Color::new(red, green, blue), self.light))
            }
            Some(dye) => Sprite::tinted(tileset.dyed(tile, dye), self.light),
            None => Sprite::tinted(tile, self.light),
        };
        Sprite { lit: self.lit, ..sprite }
    }
}
