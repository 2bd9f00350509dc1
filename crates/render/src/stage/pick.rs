//! Which drawing of a tile a cell shows, and which frame of its animation at a time.

use barrow_grid::Pos;

use super::ink::Ink;
use super::tile_table::{DrawnTile, KindTiles};
use super::{SceneBuilder, light};
use crate::scene::Sprite;
use crate::tile::TileId;

/// How often a flickering color changes, in milliseconds.
const FLICKER: u64 = 120;

/// How often a field without frames is mirrored, in milliseconds.
const DRIFT: u64 = 450;

/// The frames of different things begin at different multiples of this, in milliseconds: out of
/// step, but without a picture for each of them.
const STEP: u64 = 150;

/// Returns a number that looks random for each cell of a floor.
pub(super) fn cell_number(at: Pos, floor: i32) -> u32 {
    let place = at.x as u32 ^ (at.y as u32) << 11 ^ (floor as u32) << 22;
    mixed(place)
}

/// Returns a number whose bits all depend on all bits of another.
pub(super) const fn mixed(number: u32) -> u32 {
    let number = (number ^ number >> 16).wrapping_mul(0x7FEB_352D);
    let number = (number ^ number >> 15).wrapping_mul(0x846C_A68B);
    number ^ number >> 16
}

impl SceneBuilder<'_, '_> {
    /// Returns the drawing for a number: the plain one half of the time, otherwise one of the others,
    /// the earlier of two. So the last ones, which catch the eye, are the rarest.
    pub(super) fn variant(&self, drawn: DrawnTile, number: u32) -> DrawnTile {
        let variants = self.tileset.variants(drawn.tile);
        let others = variants.len().saturating_sub(1);
        let any = |shift: u32| ((number >> shift) as usize).checked_rem(others);
        let chosen = any(1).min(any(12)).filter(|_| number & 1 == 1);
        let tile = chosen.map_or(drawn.tile, |it| variants[it + 1]);
        DrawnTile { tile, ..drawn }
    }

    /// Returns the sprite of a tile at this time. `number` shifts the animation, so that things of
    /// a kind are out of step.
    pub(super) fn sprite(
        &mut self,
        drawn: DrawnTile,
        look_tiles: &KindTiles,
        ink: Ink,
        number: u32,
    ) -> Sprite {
        let ink = if look_tiles.flickers { self.flickering(ink, number) } else { ink };
        let tile = self.frame(drawn.tile, look_tiles.pace, number);
        let (across, upside_down) = (drawn.across, drawn.upside_down);
        Sprite { across, upside_down, ..ink.sprite(tile, self.tileset) }
    }

    fn frame(&mut self, tile: TileId, pace: u32, number: u32) -> TileId {
        let frames = self.tileset.frames(tile);
        if frames.len() < 2 || self.motion.is_still() {
            return tile;
        }
        let (pace, count) = (u64::from(pace.max(1)), frames.len() as u64);
        let shift = u64::from(number) % (pace * count / STEP).max(1) * STEP;
        let shown = (self.now + shift) / pace;
        let tile = frames[(shown % count) as usize];
        self.scene.will_change((shown + 1) * pace - shift);
        tile
    }

    /// Returns whether a field that has one frame only is mirrored now, so that it moves as well.
    pub(super) fn drifts(&mut self, drawn: DrawnTile, number: u32) -> bool {
        if drawn.glyph || self.motion.is_still() || self.tileset.frames(drawn.tile).len() > 1 {
            return false;
        }
        self.scene.will_change((self.now / DRIFT + 1) * DRIFT);
        (self.now / DRIFT + u64::from(number)) % 2 == 1
    }

    fn flickering(&mut self, ink: Ink, number: u32) -> Ink {
        if self.motion.is_still() {
            return ink;
        }
        self.scene.will_change((self.now / FLICKER + 1) * FLICKER);
        ink.in_light(|it| light::flicker(it, self.now / FLICKER + u64::from(number % 8)))
    }
}
