use super::{Color, Falloff, Glow, Light, LightMap};
use crate::{Metric, Pos};

/// Light before the limit is applied: level, red, green and blue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum(pub(super) [u32; 4]);

impl Sum {
    /// Returns the light that a source adds at a squared distance.
    pub(super) fn of(light: &Light, distance_squared: u32) -> Self {
        let level = u32::from(light.level(distance_squared));
        let tint = |part: u8| (u32::from(part) * level / u32::from(LightMap::FULL)).min(255);
        let Color { red, green, blue } = light.color;
        Self([level, tint(red), tint(green), tint(blue)])
    }

    /// Adds another sum. Each part has a word of its own, so that all four are added at once. A sum
    /// that overflows comes back, because what was added is subtracted later.
    #[inline]
    pub(super) fn add(&mut self, more: Self) {
        for (mine, more) in self.0.iter_mut().zip(more.0) {
            *mine = mine.wrapping_add(more);
        }
    }

    #[inline]
    pub(super) const fn is_dark(self) -> bool {
        self.0[0] == 0
    }

    #[inline]
    pub(super) fn subtract(&mut self, less: Self) {
        for (mine, less) in self.0.iter_mut().zip(less.0) {
            *mine = mine.wrapping_sub(less);
        }
    }
}

impl From<Glow> for Sum {
    fn from(glow: Glow) -> Self {
        let [red, green, blue] = glow.tint;
        Self([glow.level, red, green, blue].map(u32::from))
    }
}

impl From<Sum> for Glow {
    #[inline]
    fn from(sum: Sum) -> Self {
        const MAX: [u32; 4] = [LightMap::FULL as u32, 255, 255, 255];
        let [level, red, green, blue] =
            std::array::from_fn(|part| sum.0[part].min(MAX[part]) as u16);
        Self { level, tint: [red, green, blue] }
    }
}

/// What sources add to the cells around them, one entry for each kind of source. The values need
/// square roots and divisions, and most sources of a map are alike.
#[derive(Clone, Debug, Default)]
pub(super) struct Ramps {
    known: Vec<Ramp>,
    /// A buffer for a row of a source whose radius is too large to be cached.
    row: Vec<Sum>,
}

#[derive(Clone, Debug)]
struct Ramp {
    radius: u32,
    metric: Metric,
    intensity: u16,
    falloff: Falloff,
    color: Color,
    /// The lower half of the square around the source, row by row, starting with the source's row.
    sums: Vec<Sum>,
    /// The cells of the square that are within the radius, in words like the cells of a source.
    masks: Vec<u64>,
}

impl Ramps {
    /// The number of entries. The cache starts over when it is full.
    const CAPACITY: usize = 16;

    /// The largest radius that is cached.
    pub(super) const MAX_RADIUS: u32 = 32;

    /// Returns the index of the entry of a source, which is added if needed.
    pub(super) fn find(&mut self, light: &Light) -> usize {
        let alike = |ramp: &Ramp| {
            (ramp.radius, ramp.metric, ramp.intensity, ramp.falloff, ramp.color)
                == (light.radius, light.metric, light.intensity, light.falloff, light.color)
        };
        self.known.iter().position(alike).unwrap_or_else(|| {
            if self.known.len() == Self::CAPACITY {
                self.known.clear();
            }
            self.known.push(Ramp::of(light));
            self.known.len() - 1
        })
    }

    /// Returns what a source adds to the rows of its square, from its own row outwards.
    pub(super) fn rows(&self, index: usize) -> &[Sum] {
        &self.known[index].sums
    }

    /// Returns one such row for a source whose radius is too large to be cached.
    pub(super) fn long_row(&mut self, light: &Light, away: u32) -> &[Sum] {
        self.row.clear();
        self.row.extend(row(light, away));
        &self.row
    }

    /// Removes the cells of a source's square that are outside its radius.
    pub(super) fn trim(&mut self, light: &Light, cells: &mut [u64]) {
        if light.radius > Self::MAX_RADIUS {
            return trim_long(light, cells);
        }
        let index = self.find(light);
        for (word, mask) in cells.iter_mut().zip(&self.known[index].masks) {
            *word &= mask;
        }
    }
}

impl Ramp {
    fn of(light: &Light) -> Self {
        let reach = light.reach();
        let rows = if light.radius <= Ramps::MAX_RADIUS { reach + 1 } else { 0 };
        let lit = |row: u32, column: u32| {
            let (away, aside) = (row.abs_diff(reach), column.abs_diff(reach));
            squared(light, aside, away) < light.radius * light.radius
        };
        let mask = |row: u32| -> u64 {
            (0..=2 * reach).filter(|&it| lit(row, it)).fold(0, |mask, column| mask | 1 << column)
        };
        let masks = if light.is_small() {
            vec![(0..7).fold(0, |all, row| all | mask(row) << (7 * row))]
        } else if rows > 0 {
            (0..=2 * reach).map(mask).collect()
        } else {
            Vec::new()
        };
        let &Light { radius, metric, intensity, falloff, color, .. } = light;
        let sums = (0..rows).flat_map(|away| row(light, away)).collect();
        Self { radius, metric, intensity, falloff, color, sums, masks }
    }
}

#[cold]
fn trim_long(light: &Light, cells: &mut [u64]) {
    let reach = light.reach();
    let limit = light.radius.saturating_pow(2);
    let stride = cells.len() / (2 * reach as usize + 1);
    for (row, y) in cells.chunks_mut(stride).zip(0..) {
        let away = reach.abs_diff(y);
        for (word, first) in row.iter_mut().zip((0..).step_by(64)) {
            let lit = |bit: &u32| squared(light, reach.abs_diff(first + bit), away) < limit;
            *word &= (0..64).filter(lit).fold(0, |mask, bit| mask | 1 << bit);
        }
    }
}

fn row(light: &Light, away: u32) -> impl Iterator<Item = Sum> {
    // The reach has a maximum, so the squares fit.
    let reach = light.reach();
    (0..=2 * reach).map(move |column| Sum::of(light, squared(light, column.abs_diff(reach), away)))
}

/// Returns the squared distance of a cell from a light.
fn squared(light: &Light, aside: u32, away: u32) -> u32 {
    light.metric.squared_length(Pos::new(aside as i32, away as i32))
}
