//! Views: what one player may know, and nothing more.
//!
//! A view borrows the game and copies nothing: grids are lent as they are, and lists are computed
//! while they are read.

mod advice;
mod aim;
mod bags;
mod forecast;
mod keys;
pub(crate) mod legal;
mod menu;
mod own;
mod rooms;
pub(crate) mod score;
mod seen;
mod steps;
#[cfg(test)]
mod tests;
pub(crate) mod truth;

use std::ops::Range;

use barrow_grid::{BitGrid, Fog, Glow, Grid, LightMap, Pos};
use barrow_pack::{Field, Id, Kind, Level, Palette};

pub use advice::Advised;
pub use aim::Trajectory;
pub use bags::{BagView, Card};
pub use forecast::{Comparison, Forecast, Odds, Span};
pub use keys::KeyView;
pub use menu::{Lead, MenuOption, OpenMenuView};
pub use own::{ActiveState, Announcement, Carried, Castable, PanelRow};
pub use rooms::RoomView;
pub(crate) use seen::lock_name;
pub use seen::{Appearance, Glimpse, Seen};

use crate::command::Command;
use crate::ctx::ReadCtx;
use crate::game::Game;
use crate::perception::hearing::HeardNoise;
use crate::perception::illusion::Phantom;
use crate::state::entity::EntityId;
use crate::state::world::{End, Player};

/// What one player may know.
pub struct View<'g> {
    look: ReadCtx<'g>,
    player: &'g Player,
    number: u8,
}

/// What a player knows about a cell.
#[derive(Clone, Copy)]
pub struct CellView<'g> {
    /// Whether it is seen now, remembered or unknown.
    pub fog: Fog,
    /// The ground as it was last seen; `None` if unknown.
    pub ground: Option<Id<Kind>>,
    /// The thing on it when it was last seen.
    pub thing: Option<Glimpse<'g>>,
    /// Its light, if it is seen now.
    pub light: Option<Glow>,
}

impl Game {
    /// Returns the view of a player, or `None` if there is no such player.
    pub fn view(&self, player: u8) -> Option<View<'_>> {
        let known = self.world.players.get(usize::from(player))?;
        Some(View { look: self.look(), player: known, number: player })
    }

    /// Returns the number of players.
    pub fn players(&self) -> u8 {
        u8::try_from(self.world.players.len()).unwrap_or(u8::MAX)
    }

    /// Returns the player whose command comes next. That is the player who must answer an open
    /// menu, or else the first player who can act. Returns `None` once the run has ended.
    pub fn next_player(&self) -> Option<u8> {
        match &self.world.open_menu {
            Some(menu) => Some(menu.player),
            None => (0..self.players()).find(|&it| self.look().may_act(it, &Command::Wait).is_ok()),
        }
    }
}

impl<'g> View<'g> {
    /// Returns the pack of the game.
    pub const fn pack(&self) -> &'g barrow_pack::Pack {
        self.look.pack
    }

    /// Returns the player whose view this is.
    pub const fn player(&self) -> u8 {
        self.number
    }

    /// Returns the number of columns of the level.
    pub fn width(&self) -> i32 {
        self.look.world.level.bounds().width
    }

    /// Returns the number of rows of the level.
    pub fn height(&self) -> i32 {
        self.look.world.level.bounds().height
    }

    /// Returns the number of the floor.
    pub const fn floor(&self) -> i32 {
        self.look.world.level.floor
    }

    /// Returns the title of the level.
    pub fn title(&self) -> &'g str {
        &self.level().title
    }

    /// Returns the id of the level in the pack.
    pub const fn level_id(&self) -> Id<Level> {
        self.look.world.level.definition
    }

    /// Returns the level as the pack describes it.
    pub fn level(&self) -> &'g Level {
        self.look.pack.levels.get(self.level_id())
    }

    /// Returns the colours of the place.
    pub fn palette(&self) -> &'g Palette {
        self.look.pack.palette(self.level_id(), self.floor())
    }

    /// Returns `true` if all of the level is fully lit, so that no lamp makes a difference.
    pub const fn is_fully_lit(&self) -> bool {
        self.look.world.level.lamps.ambient >= LightMap::FULL
    }

    /// Returns the number of rounds played.
    pub const fn turn(&self) -> u64 {
        self.look.world.turn
    }

    /// Returns how the run ended, if it has.
    pub const fn end(&self) -> Option<&'g End> {
        self.look.world.end.as_ref()
    }

    /// Returns the cells that are seen now.
    pub const fn visible(&self) -> &'g BitGrid {
        self.player.fog.visible()
    }

    /// Returns the cells that are seen now or remembered.
    pub const fn explored(&self) -> &'g BitGrid {
        self.player.fog.explored()
    }

    /// Returns the ground of each cell as it was last seen. The value is meaningless for unknown
    /// cells.
    pub const fn ground(&self) -> &'g Grid<Id<Kind>> {
        self.player.memory.ground()
    }

    /// Iterates over the things that are seen or remembered, row by row.
    pub fn remembered(&self) -> impl Iterator<Item = (Pos, Glimpse<'g>)> {
        let things = self.player.memory.things();
        things.map(|(at, (kind, open))| (at, Glimpse::new(self.look, kind, open)))
    }

    /// Returns a kind as the player knows it.
    pub const fn glimpse(&self, kind: Id<Kind>) -> Glimpse<'g> {
        Glimpse::new(self.look, kind, false)
    }

    /// Returns everything the player knows about a cell.
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

    /// Iterates over the light on all cells seen now, in runs: the first cell, and the light of it
    /// and the cells that follow in its row.
    pub fn lights(&self) -> impl Iterator<Item = (Pos, &'g [Glow])> {
        let light = &self.look.world.level.light;
        self.visible().runs(self.rows()).map(|(at, length)| (at, light.run(at, length)))
    }

    /// Iterates over the actors seen now, in reading order, and the actors sensed for a while.
    pub fn actors(&self) -> impl Iterator<Item = Seen<'g>> {
        let level = &self.look.world.level;
        let cells = level.actor_cells.intersection(self.visible(), self.rows());
        let seen = cells.filter_map(|at| level.actor_at(at));
        let perceptive = self.player.senses_until > self.look.world.turn;
        let sensed = if perceptive { &*self.look.world.actors } else { &[] };
        let unseen =
            |id: &EntityId| self.look.pos(*id).is_some_and(|at| !self.visible().contains(at));
        seen.chain(sensed.iter().copied().filter(unseen))
            .filter(|&id| self.shows(id))
            .map(|id| self.seen(id))
    }

    /// Does the same as [`View::actors`], without those that pose as a part of the place.
    pub fn noticed_actors(&self) -> impl Iterator<Item = Seen<'g>> {
        let posing = self.look.pack.core.posing;
        let look = self.look;
        self.actors().filter(move |it| !posing.is_some_and(|flag| look.is(it.id(), flag)))
    }

    /// Iterates over the things on cells seen now, cell by cell, from the top.
    pub fn things(&self) -> impl Iterator<Item = Seen<'g>> {
        let cells = self.look.world.level.pile_cells.intersection(self.visible(), self.rows());
        let things = cells.flat_map(|at| self.look.pile(at));
        things.filter(|&id| self.shows(id)).map(|id| self.seen(id))
    }

    /// Iterates over the fields on cells seen now, with their amounts.
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

    /// Iterates over the fields that stay where they are, on cells that are remembered.
    pub fn remembered_fields(&self) -> impl Iterator<Item = (Id<Field>, Pos)> {
        let unseen = |at: &Pos| !self.visible().contains(*at);
        let fields = self.player.memory.fields().iter();
        fields.flat_map(move |(id, cells)| cells.iter().filter(unseen).map(|at| (*id, at)))
    }

    /// Returns the noises heard recently, the newest last.
    pub fn heard(&self) -> &'g [HeardNoise] {
        &self.player.heard
    }

    /// Iterates over the illusions that the player sees. They are drawn like actors, but nothing is
    /// there.
    pub fn phantoms(&self) -> impl Iterator<Item = Phantom> {
        let turn = self.look.world.turn;
        let shown = move |it: &&Phantom| it.until > turn && self.visible().contains(it.at);
        let free = |it: &&Phantom| self.look.world.level.actor_at(it.at).is_none();
        self.player.phantoms.iter().filter(shown).filter(free).copied()
    }

    /// Returns the rows that contain all cells seen now.
    const fn rows(&self) -> Range<i32> {
        self.player.fog.visible_rows()
    }

    /// Returns whether the player notices an entity in sight. Nobody is hidden from themselves.
    fn shows(&self, id: EntityId) -> bool {
        id == self.player.entity || !self.look.is(id, self.look.pack.core.hidden)
    }

    fn seen(&self, id: EntityId) -> Seen<'g> {
        Seen::new(self.look, self.player.entity, id)
    }
}
