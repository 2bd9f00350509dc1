use barrow_grid::{BitGrid, Grid, LightMap, Opaque, Pos, Rect};
use barrow_pack::{self as pack, Field, Id, Kind};

use crate::entity::EntityId;
use crate::tracked::Tracked;

/// The level that is being played: the ground, and who stands where.
#[derive(Clone, Debug, Default)]
pub struct Level {
    /// What the pack says of it.
    pub place: Id<pack::Level>,
    /// The number of its floor.
    pub floor: i32,
    /// What each cell is made of.
    pub ground: Tracked<Id<Kind>>,
    /// The actor of each cell.
    pub(crate) actors: Grid<Option<EntityId>>,
    /// The uppermost of the other things of each cell; see `Entity::below`.
    pub(crate) piles: Grid<Option<EntityId>>,
    /// The cells where ground or fixtures leave no room. Actors are not among them.
    pub(crate) solid: BitGrid,
    /// The cells that stop sight and light.
    pub(crate) opaque: Opaque,
    /// How much of each field there is in each cell, by the field's id.
    pub(crate) fields: Vec<Layer>,
    /// How bright each cell is.
    pub(crate) light: LightMap,
    /// The light must be computed again.
    pub(crate) stale_light: bool,
    /// Some ground is a pit.
    pub(crate) has_pits: bool,
    /// Where players arrive.
    pub(crate) start: Pos,
    /// The rooms it was dug with, and their names.
    pub(crate) rooms: Vec<Rect>,
}

/// One field of a level.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layer {
    /// How much in each cell; empty until there is some.
    pub(crate) amounts: Tracked<u8>,
    /// The cells that have some.
    pub(crate) cells: BitGrid,
}

impl Layer {
    pub(crate) fn get(&self, pos: Pos) -> u8 {
        self.amounts.get(pos).copied().unwrap_or(0)
    }
}

impl Level {
    /// The rectangle of all its cells.
    pub fn bounds(&self) -> Rect {
        self.ground.bounds()
    }

    /// The actor on a cell.
    pub fn actor_at(&self, pos: Pos) -> Option<EntityId> {
        self.actors.get(pos).copied().flatten()
    }

    /// How much of a field there is in a cell.
    pub fn field_at(&self, field: Id<Field>, pos: Pos) -> u8 {
        self.fields.get(usize::from(field.index())).map_or(0, |layer| layer.get(pos))
    }

    /// Whether nothing solid of ground or fixtures stands there.
    pub fn is_open(&self, pos: Pos) -> bool {
        self.bounds().contains(pos) && !self.solid.contains(pos)
    }

    /// Whether an actor could step there now.
    pub fn is_free(&self, pos: Pos) -> bool {
        self.is_open(pos) && self.actor_at(pos).is_none()
    }
}
