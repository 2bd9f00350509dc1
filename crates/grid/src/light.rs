use crate::{BitGrid, Grid, Opaque, Pos, Rect, Sight};

mod beam;

pub use beam::Beam;

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
    fn level(&self, distance_squared: u32) -> u32 {
        let (intensity, radius) = (u64::from(self.intensity), u64::from(self.radius));
        match self.falloff {
            Falloff::Flat => u32::from(self.intensity),
            Falloff::Linear => {
                let distance = (u64::from(distance_squared) << 16).isqrt();
                (intensity * (256 * radius - distance)).div_ceil(256 * radius) as u32
            }
        }
    }
}

/// The light at a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Glow {
    /// From 0, dark, to [`LightMap::FULL`].
    pub level: u16,
    /// The sum of the tints.
    pub color: Color,
}

impl Glow {
    fn add(&mut self, level: u32, color: Color) {
        let full = u32::from(LightMap::FULL);
        self.level = (u32::from(self.level) + level).min(full) as u16;
        let tint = |part: u8| (u32::from(part) * level / full).min(255) as u8;
        self.color.red = self.color.red.saturating_add(tint(color.red));
        self.color.green = self.color.green.saturating_add(tint(color.green));
        self.color.blue = self.color.blue.saturating_add(tint(color.blue));
    }
}

/// The light on a plane: the sum of all sources, which stops at full level and full tint.
///
/// The order of the sources does not matter. What stands still can be lit once and kept in a
/// map of its own, from which a map for each turn starts ([`LightMap::copy_from`]).
#[derive(Clone, Debug)]
pub struct LightMap {
    cells: Grid<Glow>,
    /// What the source now added can see.
    reached: BitGrid,
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
        Self { cells: Grid::new(width, height, ambient), reached: BitGrid::default() }
    }

    /// Gives it a new size and the same light everywhere, keeping its memory.
    pub fn reset(&mut self, width: i32, height: i32, ambient: Glow) {
        self.cells.reset(width, height, ambient);
    }

    /// Makes it the same light as `other`, keeping its memory.
    pub fn copy_from(&mut self, other: &Self) {
        self.cells.reset(other.cells.width(), other.cells.height(), Glow::default());
        self.cells.cells_mut().copy_from_slice(other.cells.cells());
    }

    /// The rectangle of all its cells.
    pub const fn bounds(&self) -> Rect {
        self.cells.bounds()
    }

    /// The light at a cell; outside it is dark.
    pub fn at(&self, pos: Pos) -> Glow {
        self.cells.get(pos).copied().unwrap_or_default()
    }

    /// Adds a source. Its light does not pass opaque cells, but lights those that it meets;
    /// it falls where a symmetric view from the source reaches ([`Sight::Shadow`]). Both
    /// planes must have one size.
    pub fn shine(&mut self, opaque: &Opaque, light: &Light) {
        assert_eq!(self.bounds(), opaque.bounds(), "light on another plane than its obstacles");
        Sight::Shadow.see(opaque, light.pos, light.radius, &mut self.reached);
        for pos in self.reached.iter() {
            let distance_squared = pos.distance_squared(light.pos);
            if distance_squared < light.radius.saturating_pow(2)
                && light.beam.meets(pos - light.pos)
            {
                self.cells[pos].add(light.level(distance_squared), light.color);
            }
        }
    }
}

#[cfg(test)]
mod tests;
