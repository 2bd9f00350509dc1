//! The cells that effects and abilities reach. Rules, announcements and previews all ask here.

#[cfg(test)]
mod tests;

use barrow_dice::Formula;
use barrow_grid::{Metric, Placed, Pos, Shape};
use barrow_pack::Extent;

use crate::ctx::scene::Scene;
use crate::ctx::{Ctx, MAX_REACH, ReadCtx, Reads};
use crate::state::entity::EntityId;

impl<W: Reads> Ctx<'_, W> {
    /// Returns how areas are measured that do not say it themselves.
    pub(crate) fn area_metric(&self) -> Metric {
        self.pack.rules.metrics.area.unwrap_or(Metric::Square)
    }

    /// Returns how the radius of a field that is put somewhere is measured.
    pub(crate) fn pour_metric(&self) -> Metric {
        self.pack.rules.metrics.area.unwrap_or(Metric::Circle)
    }

    /// Returns where a shape around a cell is placed. Lines and cones come from `who`.
    pub(crate) fn place_of(&self, center: Pos, who: Option<EntityId>) -> Placed {
        let origin = who.and_then(|who| self.location(who)).unwrap_or(center);
        let facing = who.map_or(Pos::default(), |who| self.entity(who).facing.offset());
        Placed { bounds: self.world.level.bounds(), center, origin, facing }
    }

    /// Returns the cells of a shape around a cell.
    pub(crate) fn cells_of(&self, shape: Shape, center: Pos, who: Option<EntityId>) -> Vec<Pos> {
        self.look().cells_at(shape, &self.place_of(center, who))
    }
}

impl ReadCtx<'_> {
    fn cells_at(self, shape: Shape, placed: &Placed) -> Vec<Pos> {
        shape.cells(placed, |at| self.world.level.is_open(at))
    }
}

impl Ctx<'_> {
    /// Returns the shape of an extent, with its size computed.
    pub(crate) fn shape(&mut self, extent: &Extent, usual: Metric, scene: &Scene) -> Shape {
        extent.sized(usual, |size: &Formula| self.count(Some(size), scene, 0).min(MAX_REACH))
    }

    /// Returns the cells of an extent around a cell, and charges their cost.
    pub(crate) fn cells_in(
        &mut self,
        extent: &Extent,
        usual: Metric,
        center: Pos,
        scene: &Scene,
    ) -> Vec<Pos> {
        let shape = self.shape(extent, usual, scene);
        let cells = self.cells_of(shape, center, scene.actor);
        self.charge_cells(cells.len());
        cells
    }
}
