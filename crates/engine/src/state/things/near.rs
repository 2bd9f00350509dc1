use barrow_grid::{Pos, Rect};
use barrow_pack::Moves;

use crate::ctx::Ctx;

impl Ctx<'_> {
    /// Returns the cell nearest to `near` within `radius` that has room for someone who moves
    /// like this, or for a thing, chosen at random among equals.
    pub(crate) fn free_cell(
        &mut self,
        near: Pos,
        radius: u32,
        mover: Option<Moves>,
    ) -> Option<Pos> {
        let bounds = self.world.level.bounds();
        let farthest = radius.min(bounds.width.max(bounds.height).unsigned_abs());
        let mut free: Vec<Pos> = Vec::new();
        for radius in 0..=farthest.cast_signed() {
            self.charge_cells(8 * usize::try_from(radius).unwrap_or(0));
            free.extend(ring(near, radius, bounds).filter(|&at| self.fits(at, mover)));
            if !free.is_empty() {
                break;
            }
        }
        self.world.rng.pick(&free).copied()
    }

    /// Returns one of some cells that is free, chosen at random.
    pub(crate) fn free_cell_of(&mut self, cells: &[Pos], mover: Option<Moves>) -> Option<Pos> {
        let free: Vec<Pos> = cells.iter().copied().filter(|&at| self.fits(at, mover)).collect();
        self.world.rng.pick(&free).copied()
    }

    /// Returns whether a cell has room for someone who moves like this, or for a thing. A pit has
    /// none.
    pub(crate) fn fits(&self, at: Pos, mover: Option<Moves>) -> bool {
        self.is_free_for_mover(mover, at) && !self.is_pit(at)
    }
}

/// Iterates over the cells at a distance, row by row.
fn ring(center: Pos, radius: i32, bounds: Rect) -> impl Iterator<Item = Pos> {
    let rows = (center.y - radius).max(bounds.y)..(center.y + radius + 1).min(bounds.bottom());
    let cells = rows.flat_map(move |y| {
        let whole_row = (y - center.y).abs() == radius;
        let step = if whole_row { 1 } else { 2 * radius };
        let step = usize::try_from(step).unwrap_or(1).max(1);
        (center.x - radius..=center.x + radius).step_by(step).map(move |x| Pos::new(x, y))
    });
    cells.filter(move |&at| bounds.contains(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_is_the_border_of_a_square() {
        let bounds = Rect::new(0, 0, 9, 7);
        for radius in 0..12 {
            for center in bounds.cells() {
                let side = 2 * radius + 1;
                let square = Rect::new(center.x - radius, center.y - radius, side, side);
                let border: Vec<Pos> = square.border().filter(|&at| bounds.contains(at)).collect();
                assert_eq!(ring(center, radius, bounds).collect::<Vec<_>>(), border);
            }
        }
    }
}
