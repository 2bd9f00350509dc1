//! What one player may know, and nothing beyond.
//!
//! A view borrows the game and copies nothing: whole grids are handed out as they are, and
//! lists are made while they are read.

mod aim;
mod keys;
pub(crate) mod legal;
mod own;
mod prospect;
pub(crate) mod score;
mod seen;
#[cfg(test)]
mod tests;
pub(crate) mod truth;

use std::ops::Range;

use barrow_grid::{BitGrid, Fog, Glow, Grid, Pos};
use barrow_pack::{Field, Id, Kind};

pub use aim::Trajectory;
pub use keys::KeyView;
pub use own::{Announced, Carried, Castable, MenuOption, OpenMenuView, PanelRow, Suffered};
pub use prospect::{Compared, Odds, Prospect, Span};
pub use seen::{Appearance, Glimpse, Seen};

use crate::ctx::Look;
use crate::game::Game;
use crate::perception::hearing::Heard;
use crate::perception::illusion::Phantom;
use crate::state::entity::EntityId;
use crate::state::world::{End, Player};

/// What one player may know.
pub struct View<'g> {
    look: Look<'g>,
    player: &'g Player,
    number: u8,
}

/// What a player knows of a cell.
#[derive(Clone, Copy)]
pub struct CellView<'g> {
    /// Whether it is seen now, remembered or unknown.
    pub fog: Fog,
    /// The ground, as it was last seen; nothing where it is unknown.
    pub ground: Option<Id<Kind>>,
    /// What lay or stood on it when it was last seen.
    pub thing: Option<Glimpse<'g>>,
    /// The light on it, if it is seen now.
    pub light: Option<Glow>,
}

impl Game {
    /// What a player may know; nothing if there is no such player.
    pub fn view(&self, player: u8) -> Option<View<'_>> {
        let known = self.world.players.get(usize::from(player))?;
        Some(View { look: self.look(), player: known, number: player })
    }

    /// How many players there are.
    pub fn players(&self) -> u8 {
        u8::try_from(self.world.players.len()).unwrap_or(u8::MAX)
    }
}

impl<'g> View<'g> {
    /// The pack it is played with.
    pub const fn pack(&self) -> &'g barrow_pack::Pack {
        self.look.pack
    }

    /// Whose view it is.
    pub const fn player(&self) -> u8 {
        self.number
    }

    /// Columns of the level.
    pub fn width(&self) -> i32 {
        self.look.world.level.bounds().width
    }

    /// Rows of the level.
    pub fn height(&self) -> i32 {
        self.look.world.level.bounds().height
    }

    /// The number of the floor.
    pub const fn floor(&self) -> i32 {
        self.look.world.level.floor
    }

    /// What the level is called.
    pub fn title(&self) -> &'g str {
        &self.look.pack.levels.get(self.look.world.level.place).title
    }

    /// Rounds played.
    pub const fn turn(&self) -> u64 {
        self.look.world.turn
    }

    /// How the run ended, if it has.
    pub const fn end(&self) -> Option<&'g End> {
        self.look.world.end.as_ref()
    }

    /// The cells that are seen now.
    pub const fn visible(&self) -> &'g BitGrid {
        self.player.fog.visible()
    }

    /// The cells that are seen now or remembered.
    pub const fn explored(&self) -> &'g BitGrid {
        self.player.fog.explored()
    }

    /// The ground of each cell as it was last seen; where nothing is known, it means nothing.
    pub const fn ground(&self) -> &'g Grid<Id<Kind>> {
        self.player.memory.ground()
    }

    /// What lay or stood on cells when they were last seen, row by row.
    pub fn remembered(&self) -> impl Iterator<Item = (Pos, Glimpse<'g>)> {
        let things = self.player.memory.things();
        things.map(|(at, (kind, open))| (at, Glimpse::new(self.look, kind, open)))
    }

    /// A kind, as the player knows it.
    pub const fn glimpse(&self, kind: Id<Kind>) -> Glimpse<'g> {
        Glimpse::new(self.look, kind, false)
    }

    /// All that is known of a cell.
    pub fn cell(&self, at: Pos) -> CellView<'g> {
        let fog = self.player.fog.state(at);
        let known = (fog != Fog::Unexplored).then(|| self.player.memory.get(at));
        let thing = known.and_then(|it| it.thing);
        CellView {
            fog,
            ground: known.map(|it| it.ground),
            thing: thing.map(|(kind, open)| Glimpse::new(self.look, kind, open)),
            light: (fog == Fog::Visible).then(|| self.look.world.level.light.at(at)),
        }
    }

    /// The light on all cells that are seen now, in runs: the first cell, and the light there
    /// and on those that follow in its row.
    pub fn lights(&self) -> impl Iterator<Item = (Pos, &'g [Glow])> {
        let light = &self.look.world.level.light;
        self.visible().runs(self.rows()).map(|(at, length)| (at, light.run(at, length)))
    }

    /// The actors seen now, in reading order, and those that are sensed for a while.
    pub fn actors(&self) -> impl Iterator<Item = Seen<'g>> {
        let level = &self.look.world.level;
        let cells = level.crowd.intersection(self.visible(), self.rows());
        let seen = cells.filter_map(|at| level.actor_at(at));
        let perceptive = self.player.senses_until > self.look.world.turn;
        let sensed = if perceptive { &*self.look.world.actors } else { &[] };
        let unseen =
            |id: &EntityId| self.look.pos(*id).is_some_and(|at| !self.visible().contains(at));
        seen.chain(sensed.iter().copied().filter(unseen))
            .filter(|&id| self.shows(id))
            .map(|id| self.seen(id))
    }

    /// The things that lie or stand on cells seen now, cell by cell from the top.
    pub fn things(&self) -> impl Iterator<Item = Seen<'g>> {
        let cells = self.look.world.level.laden.intersection(self.visible(), self.rows());
        let things = cells.flat_map(|at| self.look.pile(at));
        things.filter(|&id| self.shows(id)).map(|id| self.seen(id))
    }

    /// The fields on cells seen now, and how much of each.
    pub fn fields(&self) -> impl Iterator<Item = (Id<Field>, Pos, u8)> {
        let layers = self.look.pack.fields.iter().zip(&self.look.world.level.fields);
        let seen = self.rows();
        // A layer that never had any has no size yet, and most lie elsewhere.
        let near = layers.filter_map(move |((id, _), layer)| {
            let extent = layer.extent;
            let rows = seen.start.max(extent.y)..seen.end.min(extent.bottom());
            (layer.count > 0 && !rows.is_empty()).then_some((id, layer, rows))
        });
        near.flat_map(|(id, layer, rows)| {
            layer.cells.intersection(self.visible(), rows).map(move |at| (id, at, layer.get(at)))
        })
    }

    /// What was heard a moment ago, the newest last.
    pub fn heard(&self) -> &'g [Heard] {
        &self.player.heard
    }

    /// Shapes that the player seems to see. To be drawn like actors; nothing is there.
    pub fn phantoms(&self) -> impl Iterator<Item = Phantom> {
        let turn = self.look.world.turn;
        let shown = move |it: &&Phantom| it.until > turn && self.visible().contains(it.at);
        let free = |it: &&Phantom| self.look.world.level.actor_at(it.at).is_none();
        self.player.phantoms.iter().filter(shown).filter(free).copied()
    }

    /// The rows that what is seen now lies in.
    const fn rows(&self) -> Range<i32> {
        self.player.fog.visible_rows()
    }

    /// Whether something in sight is noticed. Nobody is hidden from oneself.
    fn shows(&self, id: EntityId) -> bool {
        id == self.player.entity || !self.look.is(id, self.look.pack.core.hidden)
    }

    fn seen(&self, id: EntityId) -> Seen<'g> {
        Seen::new(self.look, self.player.entity, id)
    }
}
