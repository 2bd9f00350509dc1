mod beam;
mod cast;
mod ramp;
mod source;

use crate::{BitGrid, Grid, Pos, Rect};

pub use beam::Beam;
pub use source::Scenery;

use ramp::{Ramps, Sum};
use source::Sources;

/// A colour as red, green and blue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Color {
    /// Red.
    pub red: u8,
    /// Green.
    pub green: u8,
    /// Blue.
    pub blue: u8,
}

impl Color {
    /// A light of this colour gives light, but no tint.
    pub const BLACK: Self = Self::new(0, 0, 0);

    /// The colour with these parts.
    pub const fn new(red: u8, green: u8, blue: u8) -> Self {
        Self { red, green, blue }
    }
}

/// How the light of a source grows weaker with the distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Falloff {
    /// Not at all, up to the radius.
    Flat,
    /// Evenly: `1 - distance / radius`. The distance is rounded down to a 256th of a cell, and
    /// the level rounded up, so that a cell within the radius is never quite dark.
    Linear,
}

/// A source of light.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Light {
    /// Where it stands.
    pub pos: Pos,
    /// A cell is lit when its distance is less than this; with a radius of zero none is.
    pub radius: u32,
    /// The tint that it gives at full level.
    pub color: Color,
    /// Its level at the source, per mille of [`LightMap::FULL`]; it may be more.
    pub intensity: u16,
    /// Where it shines to.
    pub beam: Beam,
    /// How it grows weaker.
    pub falloff: Falloff,
}

impl Light {
    /// The level it has at a squared distance, were nothing in between.
    fn level(&self, distance_squared: u32) -> u16 {
        if distance_squared >= self.radius.saturating_pow(2) {
            return 0;
        }
        let (intensity, radius) = (u64::from(self.intensity), u64::from(self.radius));
        match self.falloff {
            Falloff::Flat => self.intensity,
            Falloff::Linear => {
                let distance = (u64::from(distance_squared) << 16).isqrt();
                (intensity * (256 * radius - distance)).div_ceil(256 * radius) as u16
            }
        }
    }
}

/// The light at a cell.
///
/// All parts are of one width, so that those who go through rows of it, and those who make it,
/// can take all four at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct Glow {
    /// From 0, dark, to [`LightMap::FULL`].
    pub level: u16,
    /// The sum of the tints: red, green and blue, each up to 255.
    pub tint: [u16; 3],
}

impl Glow {
    /// Light of that level and tint.
    pub const fn new(level: u16, color: Color) -> Self {
        Self { level, tint: [color.red as u16, color.green as u16, color.blue as u16] }
    }

    /// The tint as a colour.
    pub const fn color(self) -> Color {
        let [red, green, blue] = self.tint;
        Color::new(red as u8, green as u8, blue as u8)
    }
}

/// The light on a plane: the sum of all sources, which stops at full level and full tint.
///
/// The order of the sources does not matter. What is kept is the sum as it was before it stops,
/// so that a source can be taken out again: [`LightMap::relight`] computes only those sources
/// anew that have changed.
#[derive(Clone, Debug)]
pub struct LightMap {
    sums: Grid<Sum>,
    /// The sums where they stop, for those who read: many more cells are read than change.
    glows: Grid<Glow>,
    /// The cells whose level is not zero.
    lit: BitGrid,
    /// Buffer for what a source can see whose radius is long.
    reached: BitGrid,
    ramps: Ramps,
    /// What shone when the map was last lit anew.
    sources: Sources,
    /// Buffer for those of the last time.
    before: Sources,
    /// Buffers for cells of a source.
    cells: Vec<u64>,
    part: Vec<u64>,
}

impl Default for LightMap {
    /// A plane without cells.
    fn default() -> Self {
        Self::new(0, 0, Glow::default())
    }
}

impl LightMap {
    /// The level of full light.
    pub const FULL: u16 = 1000;

    /// A plane of that size with the same light everywhere.
    pub fn new(width: i32, height: i32, ambient: Glow) -> Self {
        let mut map = Self {
            sums: Grid::new(0, 0, Sum::default()),
            glows: Grid::new(0, 0, Glow::default()),
            lit: BitGrid::default(),
            reached: BitGrid::default(),
            ramps: Ramps::default(),
            sources: Sources::default(),
            before: Sources::default(),
            cells: Vec::new(),
            part: Vec::new(),
        };
        map.reset(width, height, ambient);
        map
    }

    /// Gives it a new size and the same light everywhere, keeping its memory.
    pub fn reset(&mut self, width: i32, height: i32, ambient: Glow) {
        let sum = Sum::from(ambient);
        self.sums.reset(width, height, sum);
        self.glows.reset(width, height, sum.into());
        self.lit.reset(width, height);
        if ambient.level > 0 {
            self.lit.invert();
        }
        self.sources.clear();
    }

    /// The rectangle of all its cells.
    pub const fn bounds(&self) -> Rect {
        self.sums.bounds()
    }

    /// The light at a cell; outside it is dark.
    pub fn at(&self, pos: Pos) -> Glow {
        self.glows.get(pos).copied().unwrap_or_default()
    }

    /// The light at a cell and at those that follow it in its row.
    pub fn run(&self, from: Pos, length: usize) -> &[Glow] {
        let start = (from.y * self.glows.width() + from.x) as usize;
        &self.glows.cells()[start..start + length]
    }

    /// The cells that are not dark.
    pub const fn lit(&self) -> &BitGrid {
        &self.lit
    }
}

#[cfg(test)]
mod tests;
