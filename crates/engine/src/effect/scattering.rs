//! Putting something onto random cells.

use barrow_grid::Pos;
use barrow_pack::{Moves, Scatter};

use crate::ctx::Ctx;
use crate::ctx::scene::Scene;

impl Ctx<'_> {
    /// Puts a field or things onto random cells of an extent, each at most once.
    pub(crate) fn scatter_on_cells(&mut self, what: &Scatter, scene: &Scene) {
        let Some(center) = self.spot(scene, what.at) else { return };
        let mut cells = self.cells_in(&what.extent, self.area_metric(), center, scene);
        for _ in 0..self.times(what.count.as_ref(), scene) {
            if let Some(field) = what.field {
                let Some(at) = self.draw_cell(&mut cells, None) else { return };
                self.pour(field, what.amount.as_ref(), false, &[at], scene);
                continue;
            }
            for (kind, count) in self.chosen(what.kind, what.table, scene) {
                let mover = self.mover(kind);
                for _ in 0..count {
                    let Some(at) = self.draw_cell(&mut cells, mover) else { return };
                    self.spawn(kind, at);
                }
            }
        }
    }

    /// Takes one of some cells that is free, chosen at random.
    fn draw_cell(&mut self, cells: &mut Vec<Pos>, mover: Option<Moves>) -> Option<Pos> {
        let at = self.free_cell_of(cells, mover)?;
        cells.retain(|&it| it != at);
        Some(at)
    }
}
