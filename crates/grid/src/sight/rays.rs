//! The field of view by straight lines: one line to each cell of the disc. Every cell on a line is
//! visible up to and including the first opaque one, even if the line aims at a cell beyond.

use super::{Opaque, disc_half_width};
use crate::{BitGrid, Pos, Rect, line};

pub(super) fn see(opaque: &Opaque, origin: Pos, radius: u32, seen: &mut BitGrid) {
    for target in targets(opaque, origin, radius) {
        for pos in line(origin, target) {
            seen.insert(pos);
            if pos != origin && opaque.contains(pos) {
                break;
            }
        }
    }
}

/// Tests only the lines that can pass through `to`: after as many steps as `to` is away, they must
/// be within half a cell of it.
pub(super) fn sees(opaque: &Opaque, from: Pos, to: Pos, radius: u32) -> bool {
    let steps = i64::from(from.chebyshev(to));
    let may_meet = |target: Pos| {
        let length = i64::from(from.chebyshev(target));
        let miss =
            |goal: i32, cell: i32| (i64::from(goal) * steps - i64::from(cell) * length).abs();
        let (goal, cell) = (target - from, to - from);
        length >= steps && 2 * miss(goal.x, cell.x).max(miss(goal.y, cell.y)) <= length
    };
    targets(opaque, from, radius).filter(|&target| may_meet(target)).any(|target| {
        let steps = steps as usize;
        line(from, target).nth(steps) == Some(to)
            && line(from, target).take(steps).skip(1).all(|pos| !opaque.contains(pos))
    })
}

/// Returns the cells of the map that lie in the disc.
fn targets(opaque: &Opaque, origin: Pos, radius: u32) -> impl Iterator<Item = Pos> {
    let bounds = opaque.bounds();
    let reach = radius as i32;
    let rows = Rect::new(origin.x, origin.y, 1, 1).grown(reach).intersection(bounds);
    (rows.y..rows.bottom()).flat_map(move |y| {
        let side = disc_half_width(radius, y.abs_diff(origin.y)) as i32;
        let from = (origin.x - side).max(bounds.x);
        let to = (origin.x + side).min(bounds.right() - 1);
        (from..=to).map(move |x| Pos { x, y })
    })
}
