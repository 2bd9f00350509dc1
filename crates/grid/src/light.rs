use crate::bits::ones;
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
        if color == Color::BLACK {
            return;
        }
        let tint = |part: u8| (u32::from(part) * level / full).min(255) as u8;
        self.color.red = self.color.red.saturating_add(tint(color.red));
        self.color.green = self.color.green.saturating_add(tint(color.green));
        self.color.blue = self.color.blue.saturating_add(tint(color.blue));
    }
}

/// The light on a plane: the sum of all sources, which stops at full level and full tint.
///
/// The order of the sources does not matter. What stands still can be lit once and kept in a
/// map of its own, to which a map for each turn goes back ([`LightMap::copy_rect_from`]).
#[derive(Clone, Debug)]
pub struct LightMap {
    cells: Grid<Glow>,
    /// The cells whose level is not zero.
    lit: BitGrid,
    /// What the source now added can see.
    reached: BitGrid,
    ramps: Ramps,
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
            cells: Grid::new(0, 0, ambient),
            lit: BitGrid::default(),
            reached: BitGrid::default(),
            ramps: Ramps::default(),
        };
        map.reset(width, height, ambient);
        map
    }

    /// Gives it a new size and the same light everywhere, keeping its memory.
    pub fn reset(&mut self, width: i32, height: i32, ambient: Glow) {
        self.cells.reset(width, height, ambient);
        self.lit.reset(width, height);
        if ambient.level > 0 {
            self.lit.invert();
        }
    }

    /// Makes it the same light as `other`, keeping its memory.
    pub fn copy_from(&mut self, other: &Self) {
        self.cells.reset(other.cells.width(), other.cells.height(), Glow::default());
        self.cells.cells_mut().copy_from_slice(other.cells.cells());
        self.lit.copy_from(&other.lit);
    }

    /// Makes the light in a rectangle the same as in `other`. Both must have one size.
    pub fn copy_rect_from(&mut self, other: &Self, rect: Rect) {
        assert_eq!(self.bounds(), other.bounds(), "light on two different planes");
        let inside = rect.intersection(self.bounds());
        let (from, to) = (inside.x as usize, inside.right() as usize);
        for y in inside.y..inside.bottom() {
            self.cells.row_mut(y)[from..to].copy_from_slice(&other.cells.row(y)[from..to]);
            let words = self.lit.row_mut(y).iter_mut().zip(other.lit.row(y)).enumerate();
            for (index, (mine, theirs)) in words.take(to.div_ceil(64)).skip(from / 64) {
                let mask = columns(from, to, index);
                *mine = *mine & !mask | theirs & mask;
            }
        }
    }

    /// The rectangle of all its cells.
    pub const fn bounds(&self) -> Rect {
        self.cells.bounds()
    }

    /// The light at a cell; outside it is dark.
    pub fn at(&self, pos: Pos) -> Glow {
        self.cells.get(pos).copied().unwrap_or_default()
    }

    /// The cells that are not dark.
    pub const fn lit(&self) -> &BitGrid {
        &self.lit
    }

    /// Adds a source. Its light does not pass opaque cells, but lights those that it meets;
    /// it falls where a symmetric view from the source reaches ([`Sight::Shadow`]). Both
    /// planes must have one size.
    pub fn shine(&mut self, opaque: &Opaque, light: &Light) {
        assert_eq!(self.bounds(), opaque.bounds(), "light on another plane than its obstacles");
        Sight::Shadow.see(opaque, light.pos, light.radius, &mut self.reached);
        let levels = self.ramps.of(light);
        let reach = light.radius.min(Sight::FARTHEST) as i32;
        let disc = Rect::new(light.pos.x, light.pos.y, 1, 1).grown(reach);
        let disc = disc.intersection(self.cells.bounds());
        for y in disc.y..disc.bottom() {
            let cells = self.cells.row_mut(y);
            let rows = self.reached.row(y).iter().zip(self.lit.row_mut(y)).enumerate();
            let words = (disc.x / 64) as usize..=((disc.right() - 1) / 64) as usize;
            for (index, (&reached, lit)) in rows.filter(|(index, _)| words.contains(index)) {
                for bit in ones(reached) {
                    let x = index * 64 + bit as usize;
                    let offset = Pos::new(x as i32, y) - light.pos;
                    if !light.beam.meets(offset) {
                        continue;
                    }
                    let square = offset.distance_squared(Pos::new(0, 0));
                    let level = levels.get(square as usize).copied();
                    let level = level.unwrap_or_else(|| light.level(square));
                    cells[x].add(level.into(), light.color);
                    *lit |= u64::from(level > 0) << bit;
                }
            }
        }
    }
}

/// The bits of a row's word that lie in the columns `from..to`.
const fn columns(from: usize, to: usize, word: usize) -> u64 {
    let start = from.saturating_sub(word * 64);
    let end = to - word * 64;
    u64::MAX << start & if end < 64 { (1 << end) - 1 } else { u64::MAX }
}

/// The levels of light by the square of the distance, for each kind of source that was met:
/// they take a root and a division, and most sources are alike.
#[derive(Clone, Debug, Default)]
struct Ramps {
    known: Vec<Ramp>,
}

#[derive(Clone, Debug)]
struct Ramp {
    radius: u32,
    intensity: u16,
    falloff: Falloff,
    levels: Vec<u16>,
}

impl Ramps {
    /// So many are kept; a plane of ever new sources starts over.
    const MOST: usize = 16;

    fn of(&mut self, light: &Light) -> &[u16] {
        let alike = |ramp: &Ramp| {
            (ramp.radius, ramp.intensity, ramp.falloff)
                == (light.radius, light.intensity, light.falloff)
        };
        let place = self.known.iter().position(alike).unwrap_or_else(|| {
            if self.known.len() == Self::MOST {
                self.known.clear();
            }
            self.known.push(Ramp::of(light));
            self.known.len() - 1
        });
        &self.known[place].levels
    }
}

impl Ramp {
    /// Beyond this distance each level is worked out by itself.
    const LONGEST: u32 = 32;

    fn of(light: &Light) -> Self {
        // The view is a little wider than the light, so that there are zeros at the end.
        let radius = light.radius.min(Self::LONGEST);
        let squares = 0..=radius * (radius + 1);
        let levels = squares.map(|square| light.level(square)).collect();
        Self { radius: light.radius, intensity: light.intensity, falloff: light.falloff, levels }
    }
}

#[cfg(test)]
mod tests;
