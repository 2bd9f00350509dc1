//! What is drawn over terrain and walls where something else begins.

use barrow_grid::Pos;

use super::SceneBuilder;
use super::ink::Ink;
use super::tile_table::DrawnTile;
use crate::scene::Sprite;

/// Where the four edges lie: which drawing of the three, whether it is mirrored, and the way to the
/// neighbour.
const EDGES: [(usize, bool, Pos); 4] = [
    (0, false, Pos::new(-1, 0)),
    (0, true, Pos::new(1, 0)),
    (1, false, Pos::new(0, -1)),
    (2, false, Pos::new(0, 1)),
];

impl SceneBuilder<'_, '_> {
    /// Draws the edges of a tile, if it has any, towards known cells that look different.
    pub(super) fn show_edges(&mut self, at: Pos, drawn: DrawnTile, ink: Ink) {
        let tiles = self.tileset.edges(drawn.tile);
        if tiles == [None; 3] {
            return;
        }
        for (place, across, way) in EDGES {
            let Some(tile) = tiles[place] else { continue };
            let beside = self.spot(at + way).surface(self.tiles);
            if beside.is_some_and(|it| it.shape != drawn.shape) {
                let sprite = Sprite { across, ..ink.sprite(tile, self.tileset) };
                self.scene.put(self.scene_pos(at), sprite);
            }
        }
    }
}
