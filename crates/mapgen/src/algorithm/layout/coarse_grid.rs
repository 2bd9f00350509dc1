use barrow_grid::{Pos, Rect};

use crate::RoomGraph;
use crate::builder::Site;
use crate::orientation::Orientation;

/// The rock between two cells of the coarse grid: one line in which corridors can change their
/// row or column, with a wall on each side.
pub(super) const GAP: i32 = 3;

/// The position of the coarse grid on the map.
pub(super) struct CoarseGrid {
    pub(super) orientation: Orientation,
    /// The north-west cell. All cells have the same size, with gaps between them.
    pub(super) first: Rect,
}

impl CoarseGrid {
    /// Returns the cell of a slot.
    pub(super) fn cell_of(&self, graph: &RoomGraph, slot: u32) -> Pos {
        let slot = &graph.slots()[slot as usize];
        self.orientation.apply(Pos::new(slot.column, slot.row), graph.size())
    }

    /// Returns the part of the map that a cell covers.
    pub(super) const fn rect(&self, at: Pos) -> Rect {
        Rect::new(
            self.first.x + at.x * (self.first.width + GAP),
            self.first.y + at.y * (self.first.height + GAP),
            self.first.width,
            self.first.height,
        )
    }

    /// Digs a corridor between two rooms, each given by its index and cell. The corridor changes
    /// its row or column only in the middle of a gap. So it stays away from other rooms and
    /// corridors, and joins nothing else.
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

/// Returns the rows in which a corridor leaves one room and enters another to the east. If the
/// rooms share rows, it is the same row.
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
