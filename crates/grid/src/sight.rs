use crate::{BitGrid, Pos};

mod opaque;
mod rays;
pub(crate) mod shadow;

pub use opaque::Opaque;

/// An algorithm for the field of view: it decides which cells are visible from a cell.
///
/// Both algorithms see a disc: the cells whose distance, rounded to the nearest whole number, is at
/// most the radius. Opaque cells block the view but are visible themselves, and the origin is
/// always visible. A larger radius than [`Sight::MAX_RADIUS`] counts as that maximum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sight {
    /// Symmetric shadowcasting in eight octants: if one clear cell sees another, the other sees it
    /// as well.
    #[default]
    Shadow,
    /// A straight line to each cell of the disc, up to the first opaque cell. Not symmetric.
    Rays,
}

impl Sight {
    /// The largest radius. It bounds the depth of the recursion and so the memory of a scan.
    pub const MAX_RADIUS: u32 = 1023;

    /// Computes the field of view from `origin` and stores it in `seen`. From outside the map,
    /// nothing is visible.
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

    /// Returns `true` if `to` is in the field of view from `from`, without computing all of it.
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

/// Returns the largest squared distance that still counts as `radius`: a distance below `radius +
/// 1/2` has a square below `radius^2 + radius + 1/4`.
const fn disc_limit(radius: u32) -> u32 {
    radius * radius + radius
}

/// Returns how far the disc reaches to either side in a row that is `depth` rows from its centre.
const fn disc_half_width(radius: u32, depth: u32) -> u32 {
    disc_limit(radius).saturating_sub(depth * depth).isqrt()
}

/// Returns `true` if the disc contains the cell at this offset from its centre.
fn in_disc(offset: Pos, radius: u32) -> bool {
    let (x, y) = (u64::from(offset.x.unsigned_abs()), u64::from(offset.y.unsigned_abs()));
    x * x + y * y <= u64::from(disc_limit(radius))
}

#[cfg(test)]
mod tests;
