use super::{Color, Falloff, Glow, Light, LightMap};

/// Light before it stops at full level and full tint: level, red, green and blue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum(pub(super) [u32; 4]);

impl Sum {
    /// What a source adds at a squared distance.
    pub(super) fn of(light: &Light, distance_squared: u32) -> Self {
        let level = u32::from(light.level(distance_squared));
        let tint = |part: u8| (u32::from(part) * level / u32::from(LightMap::FULL)).min(255);
        let Color { red, green, blue } = light.color;
        Self([level, tint(red), tint(green), tint(blue)])
    }

    /// A word for each part, so that all four are added at once. What was added is taken away
    /// again, so that a sum which overflows comes back.
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

/// What sources add to the cells around them, for each kind of source that was met: it takes
/// roots and divisions, and most sources are alike.
#[derive(Clone, Debug, Default)]
pub(super) struct Ramps {
    known: Vec<Ramp>,
    /// The row of a source whose radius is too long to be kept.
    row: Vec<Sum>,
}

#[derive(Clone, Debug)]
struct Ramp {
    radius: u32,
    intensity: u16,
    falloff: Falloff,
    color: Color,
    /// The lower half of the square around the source, row by row from its own.
    sums: Vec<Sum>,
    /// Which cells of the square are near enough to be lit, in words as those of a source.
    masks: Vec<u64>,
}

impl Ramps {
    /// So many are kept; a plane of ever new sources starts over.
    const CAPACITY: usize = 16;

    /// The longest radius that is kept.
    pub(super) const MAX_RADIUS: u32 = 32;

    /// Which of those that are kept is that of a source.
    pub(super) fn find(&mut self, light: &Light) -> usize {
        let alike = |ramp: &Ramp| {
            (ramp.radius, ramp.intensity, ramp.falloff, ramp.color)
                == (light.radius, light.intensity, light.falloff, light.color)
        };
        self.known.iter().position(alike).unwrap_or_else(|| {
            if self.known.len() == Self::CAPACITY {
                self.known.clear();
            }
            self.known.push(Ramp::of(light));
            self.known.len() - 1
        })
    }

    /// What a source adds to the cells of the rows of its square, from its own row outwards.
    pub(super) fn rows(&self, index: usize) -> &[Sum] {
        &self.known[index].sums
    }

    /// The same for one row of a source whose radius is too long to be kept.
    pub(super) fn long_row(&mut self, light: &Light, away: u32) -> &[Sum] {
        self.row.clear();
        self.row.extend(row(light, away));
        &self.row
    }

    /// Takes those cells out of a source's square that are too far away.
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
            away * away + aside * aside < light.radius * light.radius
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
        let &Light { radius, intensity, falloff, color, .. } = light;
        let sums = (0..rows).flat_map(|away| row(light, away)).collect();
        Self { radius, intensity, falloff, color, sums, masks }
    }
}

#[cold]
fn trim_long(light: &Light, cells: &mut [u64]) {
    let reach = light.reach();
    let farthest = light.radius.saturating_pow(2) - 1;
    let stride = cells.len() / (2 * reach as usize + 1);
    for (row, y) in cells.chunks_mut(stride).zip(0..) {
        let width = farthest.saturating_sub(reach.abs_diff(y).pow(2)).isqrt();
        for (word, first) in row.iter_mut().zip((0..).step_by(64)) {
            let lit = |bit: &u32| reach.abs_diff(first + bit) <= width;
            *word &= (0..64).filter(lit).fold(0, |mask, bit| mask | 1 << bit);
        }
    }
}

fn row(light: &Light, away: u32) -> impl Iterator<Item = Sum> {
    // No view reaches farther, so that the squares fit.
    let reach = light.reach();
    (0..=2 * reach).map(move |column| {
        let aside = column.abs_diff(reach);
        Sum::of(light, aside * aside + away * away)
    })
}
