//! The light of a place as colours, for everything that draws.

use barrow_grid::{Glow, LightMap};

use super::Palette;

/// Steps from the darkest to the brightest light. Few, so that cells in nearly the same light look
/// the same, and pictures of them can be kept.
const STEPS: u32 = 24;

/// The light of a place at a moment: which colour falls on each visible cell.
#[derive(Clone, Debug)]
pub struct Shine {
    /// The colours from the ambient light to full light.
    steps: Vec<[u8; 3]>,
    /// The square of how far the light around the player reaches; 0 if only the light of the cells
    /// counts.
    reach: u32,
}

impl Palette {
    /// How long a light keeps its brightness while it flickers, in milliseconds.
    pub const FLICKER: u64 = 150;

    /// Returns the light of the place. `day` tells that all of the level is lit; then the light
    /// fades with the distance from the player. `moment` counts the changes of a flickering light;
    /// without it, the light is steady.
    pub fn shine(&self, day: bool, moment: Option<u64>) -> Shine {
        let full = 1000 - moment.map_or(0, |it| self.flicker * dimmed(it));
        let mixed = |step: u32, channel: usize| {
            let (dark, bright) = (self.ambient.rgb[channel], self.light.rgb[channel]);
            let bright = u32::from(bright) * full / 1000;
            let mixed = u32::from(dark) * (STEPS - step) + bright * step;
            u8::try_from(mixed / STEPS).unwrap_or(u8::MAX)
        };
        let steps = (0..=STEPS).map(|step| [0, 1, 2].map(|it| mixed(step, it))).collect();
        Shine { steps, reach: if day { self.reach.saturating_pow(2) } else { 0 } }
    }
}

/// Returns how much of its flicker a light lacks at a moment, in tenths: slow waves that do not
/// repeat soon.
fn dimmed(moment: u64) -> u32 {
    /// A wave from 0 to 5 and back.
    const WAVE: [u32; 12] = [0, 0, 1, 2, 4, 5, 5, 5, 3, 2, 1, 0];
    let at = |moment: u64| WAVE[usize::try_from(moment % 12).unwrap_or(0)];
    at(moment) + at(moment * 7 / 11)
}

impl Shine {
    /// Returns the colour of the light on a cell, at the square of a distance from the player.
    pub fn at(&self, glow: Glow, distance: u32) -> [u8; 3] {
        let level = u32::from(glow.level.min(LightMap::FULL)) * STEPS / u32::from(LightMap::FULL);
        // It falls slowly near the player and faster at the edge.
        let fallen = (distance.saturating_mul(STEPS)).checked_div(self.reach).unwrap_or(0);
        let [red, green, blue] = self.steps[level.saturating_sub(fallen) as usize];
        if glow.tint == [0; 3] {
            return [red, green, blue];
        }
        // A coloured light adds half of its colour.
        let added = |own: u8, tint: u16| {
            let tint = u8::try_from(tint / 2).unwrap_or(u8::MAX);
            let rest = u16::from(255 - own) * u16::from(tint) / 255;
            own.saturating_add(u8::try_from(rest).unwrap_or(u8::MAX))
        };
        [added(red, glow.tint[0]), added(green, glow.tint[1]), added(blue, glow.tint[2])]
    }
}
