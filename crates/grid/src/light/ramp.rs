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
    pub(super) fn subtract(&mut self, less: Self) {
        for (mine, less) in self.0.iter_mut().zip(less.0) {
            *mine = mine.wrapping_sub(less);
        }
    }
}

impl From<Glow> for Sum {
    fn from(glow: Glow) -> Self {
        let Color { red, green, blue } = glow.color;
        Self([glow.level.into(), red.into(), green.into(), blue.into()])
    }
}

impl From<Sum> for Glow {
    #[inline]
    fn from(sum: Sum) -> Self {
        let [level, red, green, blue] = sum.0;
        let part = |part: u32| part.min(255) as u8;
        Self {
            level: level.min(LightMap::FULL.into()) as u16,
            color: Color::new(part(red), part(green), part(blue)),
        }
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
    /// One quarter of the square around the source, row by row.
    sums: Vec<Sum>,
}

impl Ramps {
    /// So many are kept; a plane of ever new sources starts over.
    const MOST: usize = 16;

    /// The longest radius that is kept.
    const LONGEST: u32 = 32;

    /// Which of those that are kept is that of a source.
    pub(super) fn find(&mut self, light: &Light) -> usize {
        let alike = |ramp: &Ramp| {
            (ramp.radius, ramp.intensity, ramp.falloff, ramp.color)
                == (light.radius, light.intensity, light.falloff, light.color)
        };
        self.known.iter().position(alike).unwrap_or_else(|| {
            if self.known.len() == Self::MOST {
                self.known.clear();
            }
            self.known.push(Ramp::of(light));
            self.known.len() - 1
        })
    }

    /// What a source adds to the cells of a row that is so many rows away, by columns from its
    /// own to the last that it may reach.
    pub(super) fn row(&mut self, place: usize, light: &Light, away: u32) -> &[Sum] {
        let side = light.radius as usize + 1;
        if light.radius <= Self::LONGEST {
            return &self.known[place].sums[away as usize * side..][..side];
        }
        self.row.clear();
        self.row.extend(row(light, away));
        &self.row
    }
}

impl Ramp {
    fn of(light: &Light) -> Self {
        let rows = if light.radius <= Ramps::LONGEST { light.radius + 1 } else { 0 };
        let sums = (0..rows).flat_map(|away| row(light, away)).collect();
        let &Light { radius, intensity, falloff, color, .. } = light;
        Self { radius, intensity, falloff, color, sums }
    }
}

fn row(light: &Light, away: u32) -> impl Iterator<Item = Sum> {
    // No view reaches farther, so that the squares fit.
    let radius = light.radius.min(crate::Sight::FARTHEST);
    (0..=radius).map(move |aside| Sum::of(light, aside * aside + away * away))
}
