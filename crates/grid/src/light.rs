mod beam;
mod cast;
mod ramp;
mod source;

use crate::{BitGrid, Grid, Metric, Pos, Rect};

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
    /// No tint: a light of this colour is bright, but does not tint anything.
    pub const BLACK: Self = Self::new(0, 0, 0);

    /// Creates a colour from its parts.
    pub const fn new(red: u8, green: u8, blue: u8) -> Self {
        Self { red, green, blue }
    }
}

/// How a light gets weaker with distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Falloff {
    /// The light has full strength up to the radius.
    Flat,
    /// The strength falls evenly: `1 - distance / radius`. The distance is rounded down to 1/256 of
    /// a cell and the level is rounded up, so that no cell within the radius is completely dark.
    Linear,
}

/// A light source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Light {
    /// The cell where it stands.
    pub pos: Pos,
    /// The light reaches cells at a distance less than this; with a radius of zero, none.
    pub radius: u32,
    /// How distances from the light are measured. [`Metric::Rounded`] counts as a circle.
    pub metric: Metric,
    /// The tint that it adds at full level.
    pub color: Color,
    /// The light level at the source. [`LightMap::FULL`] is full light; more is possible.
    pub intensity: u16,
    /// The directions in which it shines.
    pub beam: Beam,
    /// How it gets weaker with distance.
    pub falloff: Falloff,
}

impl Light {
    /// Returns the light level at a squared distance, ignoring obstacles.
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
/// All parts have the same width, so that code that reads or computes rows of light can handle all
/// four at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct Glow {
    /// The light level, from 0 (dark) to [`LightMap::FULL`].
    pub level: u16,
    /// The sum of all tints: red, green and blue, each at most 255.
    pub tint: [u16; 3],
}

impl Glow {
    /// Creates light with this level and tint.
    pub const fn new(level: u16, color: Color) -> Self {
        Self { level, tint: [color.red as u16, color.green as u16, color.blue as u16] }
    }

    /// Returns the tint as a colour.
    pub const fn color(self) -> Color {
        let [red, green, blue] = self.tint;
        Color::new(red as u8, green as u8, blue as u8)
    }
}

/// The light on a map: the sum of all sources, limited to full level and full tint.
///
/// The order of the sources does not matter. The map stores the sum before the limit is applied, so
/// that the light of a source can be subtracted again: [`LightMap::relight`] recomputes only the
/// sources that have changed.
#[derive(Clone, Debug)]
pub struct LightMap {
    sums: Grid<Sum>,
    /// The sums after the limit. Many more cells are read than change.
    glows: Grid<Glow>,
    /// The cells whose level is not zero.
    lit: BitGrid,
    /// A buffer for the field of view of a source with a large radius.
    reached: BitGrid,
    ramps: Ramps,
    /// The sources of the last call of [`LightMap::relight`].
    sources: Sources,
    /// A buffer for the sources of the call before.
    before: Sources,
    /// Buffers for the cells of a source.
    cells: Vec<u64>,
    part: Vec<u64>,
}

impl Default for LightMap {
    /// Creates an empty map.
    fn default() -> Self {
        Self::new(0, 0, Glow::default())
    }
}

impl LightMap {
    /// The level of full light.
    pub const FULL: u16 = 1000;

    /// Creates a map of this size with the same light everywhere.
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

    /// Changes the size, removes all sources and sets the same light everywhere; keeps the
    /// allocated memory.
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

    /// Returns the rectangle of all cells.
    pub const fn bounds(&self) -> Rect {
        self.sums.bounds()
    }

    /// Returns the light at a cell; it is dark outside the map.
    pub fn at(&self, pos: Pos) -> Glow {
        self.glows.get(pos).copied().unwrap_or_default()
    }

    /// Returns the light at `length` cells of a row, from `from` to the east.
    pub fn run(&self, from: Pos, length: usize) -> &[Glow] {
        let start = (from.y * self.glows.width() + from.x) as usize;
        &self.glows.cells()[start..start + length]
    }

    /// Returns the cells that are not dark.
    pub const fn lit(&self) -> &BitGrid {
        &self.lit
    }
}

#[cfg(test)]
mod tests;
