use barrow_grid::{Pos, Rect};

use crate::Drawing;
use crate::builder::Site;
use crate::orientation::Orientation;

/// Rock between two cells of the coarse grid: a line for corridors to change sides in, with
/// a wall on either hand.
pub(super) const GAP: i32 = 3;

/// The coarse grid as it lies on the map.
pub(super) struct CoarseGrid {
    pub(super) orientation: Orientation,
    /// Its north-west cell. All are alike, with a gap between.
    pub(super) first: Rect,
}

impl CoarseGrid {
    /// Where a room of the drawing stands in it.
    pub(super) fn cell_of(&self, drawing: &Drawing, node: usize) -> Pos {
        let node = &drawing.nodes()[node];
        self.orientation.apply(Pos::new(node.column, node.row), drawing.size())
    }

    pub(super) const fn rect(&self, at: Pos) -> Rect {
        Rect::new(
            self.first.x + at.x * (self.first.width + GAP),
            self.first.y + at.y * (self.first.height + GAP),
            self.first.width,
            self.first.height,
        )
    }

    /// Digs from the wall of one room to the wall of another. A corridor changes sides only
    /// in the middle of a gap: so it keeps away from rooms and from all other corridors, and
    /// joins nothing else.
    pub(super) fn dig_passage(&self, site: &mut Site, one: (usize, Pos), other: (usize, Pos)) {
        let upright = one.1.x == other.1.x;
        let swap = |pos: Pos| if upright { Pos::new(pos.y, pos.x) } else { pos };
        let (from, to) = if swap(one.1).x < swap(other.1).x { (one, other) } else { (other, one) };
        let along = |room: usize| {
            let rect = site.plan.rooms[room].rect;
            if upright { Rect::new(rect.y, rect.x, rect.height, rect.width) } else { rect }
        };
        let (west, east) = (along(from.0), along(to.0));
        let gap = site.rng.between(swap(from.1).x..=swap(to.1).x - 1);
        let last = self.rect(swap(Pos::new(gap, 0)));
        let middle = swap(Pos::new(last.right(), last.bottom())).x + GAP / 2;
        let (start, end) = sides(site, west, east);
        let points = [
            Pos::new(west.right() - 1, start),
            Pos::new(middle, start),
            Pos::new(middle, end),
            Pos::new(east.x, end),
        ];
        site.plan.dig_corridor((from.0, to.0), points.map(swap), 1);
    }
}

/// The rows in which a corridor leaves one room and enters another to the east: one row if
/// they have one in common.
fn sides(site: &mut Site, west: Rect, east: Rect) -> (i32, i32) {
    let (top, bottom) = (west.y.max(east.y), west.bottom().min(east.bottom()));
    if top < bottom {
        let row = site.rng.between(top..=bottom - 1);
        return (row, row);
    }
    let start = site.rng.between(west.y..=west.bottom() - 1);
    let end = site.rng.between(east.y..=east.bottom() - 1);
    (start, end)
}
