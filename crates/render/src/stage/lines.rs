//! Threads and trails: things with numbered pieces that are drawn as one line.

use barrow_engine::Seen;
use barrow_grid::{Dir, Pos};
use barrow_small::Map;

use super::SceneBuilder;
use super::ink::Ink;
use crate::scene::Sprite;
use crate::tile::TileId;

/// The pieces of all visible lines, by their numbers.
pub(super) struct Lines(Map<i64, Vec<Pos>>);

impl Lines {
    pub(super) fn of(things: &[Seen<'_>]) -> Self {
        let mut pieces = Map::<i64, Vec<Pos>>::new();
        for (number, at) in things.iter().filter_map(|it| Some((it.piece()?, it.pos()))) {
            pieces.get_or_insert_with(number, Vec::new).push(at);
        }
        Self(pieces)
    }

    /// Returns the offsets to the pieces before and after one.
    pub(super) fn ways(&self, thing: &Seen<'_>) -> impl Iterator<Item = Pos> {
        let (at, number) = (thing.pos(), thing.piece());
        let others = number.into_iter().flat_map(|it| [it - 1, it + 1]);
        let places = others.filter_map(|it| self.0.get(&it)).flatten();
        places.filter(move |to| at.chebyshev(**to) == 1).map(move |to| *to - at)
    }
}

impl SceneBuilder<'_, '_> {
    /// Returns the offsets to the neighbours of a remembered piece. Its number is forgotten, so it connects to all
    /// pieces around it, diagonally only if there is no other connection.
    pub(super) fn remembered_ways(&self, at: Pos) -> Vec<Pos> {
        let piece = |to: Pos| {
            let thing = self.spot(at + to).thing;
            thing.is_some_and(|(kind, _)| self.tiles.kind(kind).line.is_some())
        };
        let leads = |dir: &Dir| {
            let to = dir.offset();
            let around = piece(Pos::new(to.x, 0)) || piece(Pos::new(0, to.y));
            piece(to) && !(dir.is_diagonal() && around)
        };
        Dir::ALL.into_iter().filter(leads).map(Dir::offset).collect()
    }

    /// Draws pieces of a line from the center of a cell to some of its eight neighbours.
    pub(super) fn show_pieces(&mut self, at: Pos, tiles: [TileId; 3], ways: &[Pos], ink: Ink) {
        let [north, east, northeast] = tiles;
        for way in ways {
            let tile = match (way.x, way.y) {
                (0, _) => north,
                (_, 0) => east,
                _ => northeast,
            };
            let (across, upside_down) = (way.x < 0, way.y > 0);
            let sprite = Sprite { across, upside_down, ..ink.sprite(tile, self.tileset) };
            self.scene.put(self.scene_pos(at), sprite);
        }
    }
}
