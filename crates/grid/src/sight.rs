use crate::{BitGrid, Pos};

mod opaque;
mod rays;
pub(crate) mod shadow;

pub use opaque::Opaque;

/// A way to decide which cells are seen from a cell.
///
/// Both see a disc: the cells whose distance, rounded to the nearest whole number, is at most
/// the radius. A cell that stops sight is itself seen, and so is the origin, whatever it
/// holds. A radius of more than [`Sight::MAX_RADIUS`] counts as that one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sight {
    /// Symmetric shadowcasting in eight octants: of two cells that do not stop sight, each
    /// sees the other or neither does.
    #[default]
    Shadow,
    /// A straight line to each cell of the disc, followed until it is stopped. Not symmetric.
    Rays,
}

impl Sight {
    /// The longest radius. It bounds how deep a scan can nest, and thus the memory it takes.
    pub const MAX_RADIUS: u32 = 1023;

    /// Makes `seen` the set of the cells of the plane that are seen from `origin`. From
    /// outside the plane nothing is seen.
    pub fn see(self, opaque: &Opaque, origin: Pos, radius: u32, seen: &mut BitGrid) {
        let bounds = opaque.bounds();
        seen.reset(bounds.width, bounds.height);
        if !bounds.contains(origin) {
            return;
        }
        let radius = radius.min(Self::MAX_RADIUS);
        match self {
            Self::Shadow => shadow::see(opaque, origin, radius, seen),
            Self::Rays => rays::see(opaque, origin, radius, seen),
        }
    }

    /// Whether the view from `from` has the cell `to`, without making the whole view.
    pub fn sees(self, opaque: &Opaque, from: Pos, to: Pos, radius: u32) -> bool {
        let bounds = opaque.bounds();
        let radius = radius.min(Self::MAX_RADIUS);
        if !bounds.contains(from) || !bounds.contains(to) || !in_disc(to - from, radius) {
            return false;
        }
        from == to
            || match self {
                Self::Shadow => shadow::sees(opaque, from, to),
                Self::Rays => rays::sees(opaque, from, to, radius),
            }
    }
}

/// The largest square of a distance that still counts as `radius`: a distance of less than
/// `radius + 1/2` has a square of less than `radius^2 + radius + 1/4`.
const fn disc_limit(radius: u32) -> u32 {
    radius * radius + radius
}

/// How far the disc reaches to either side, `depth` rows from its middle row.
const fn disc_half_width(radius: u32, depth: u32) -> u32 {
    disc_limit(radius).saturating_sub(depth * depth).isqrt()
}

/// Whether a step from the middle of the disc ends in the disc.
fn in_disc(offset: Pos, radius: u32) -> bool {
    let (x, y) = (u64::from(offset.x.unsigned_abs()), u64::from(offset.y.unsigned_abs()));
    x * x + y * y <= u64::from(disc_limit(radius))
}

#[cfg(test)]
mod tests;
