use barrow_grid::{BitGrid, Grid, LightMap, Opaque, Pos, Rect};
use barrow_pack::{self as pack, Field, Id, Kind};
use serde::{Deserialize, Serialize};

use crate::field::Layer;
use crate::perception::light::Lamps;
use crate::state::entity::EntityId;
use crate::state::rooms::Room;
use crate::state::tracked::Tracked;

/// The current level: its ground, and who stands where.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Level {
    /// The level's definition in the pack.
    pub definition: Id<pack::Level>,
    /// The number of its floor.
    pub floor: i32,
    /// The kind of ground in each cell.
    pub ground: Tracked<Id<Kind>>,
    /// The actor in each cell.
    #[serde(skip)]
    pub(crate) actors: Grid<Option<EntityId>>,
    /// The topmost other thing in each cell; see `Entity::below`.
    #[serde(skip)]
    pub(crate) piles: Grid<Option<EntityId>>,
    /// The cells with such a thing.
    #[serde(skip)]
    pub(crate) pile_cells: BitGrid,
    /// The cells blocked by ground or fixtures, not by actors.
    pub(crate) solid: BitGrid,
    /// The solid cells, except doors that open when someone walks into them.
    pub(crate) barred: BitGrid,
    /// The cells where actors fall.
    pub(crate) pits: BitGrid,
    /// Whether the level has ever had such cells.
    pub(crate) has_pits: bool,
    /// The cells with something harmful that careful minds avoid, apart from fields.
    pub(crate) harm: BitGrid,
    /// The cells with an actor.
    #[serde(skip)]
    pub(crate) actor_cells: BitGrid,
    /// The recent changes in walkable cells, including harmful fields.
    #[serde(skip)]
    pub(crate) path_changes: PathChanges,
    /// The cells that block sight and light.
    #[serde(with = "crate::record::snapshot::opaque")]
    pub(crate) opaque: Opaque,
    /// The number of changes to `opaque`.
    pub(crate) opaque_changes: u64,
    /// The number of changes to light and to fields that hide.
    pub(crate) shade_changes: u64,
    /// The cells that may look different since the players last looked, apart from actors.
    #[serde(skip)]
    pub(crate) changed_cells: BitGrid,
    /// Whether there are such cells.
    #[serde(skip)]
    pub(crate) has_changed_cells: bool,
    /// The amount of each field in each cell, by the field's id.
    pub(crate) fields: Vec<Layer>,
    /// The light in each cell.
    #[serde(skip)]
    pub(crate) light: LightMap,
    #[serde(skip)]
    pub(crate) lamps: Lamps,
    /// Whether the set of shining things may have changed. Fields and the positions of bearers are
    /// tracked elsewhere.
    #[serde(skip)]
    pub(crate) stale_light: bool,
    /// The cell where players arrive.
    pub(crate) start: Pos,
    /// The number of open cells when the level was made.
    pub(crate) floor_cells: u32,
    /// The rooms, if the pack uses them.
    pub(crate) rooms: Vec<Room>,
    /// Where the ways down and up lead, where that was drawn from a list.
    pub(crate) links: [Option<Id<pack::Level>>; 2],
}

/// The cells whose walkability changed recently, so that cached results need only check those.
#[derive(Clone, Debug, Default)]
pub(crate) struct PathChanges {
    /// The number of changes.
    pub(crate) changes: u64,
    /// The number of changes that were not made by a field.
    pub(crate) walls: u64,
    /// The cells of the last changes.
    recent: Vec<Pos>,
}

impl PathChanges {
    /// The maximum number of changes kept; checking more would not pay.
    const MAX_RECENT: usize = 64;

    pub(crate) fn note(&mut self, at: Pos) {
        if self.recent.len() == Self::MAX_RECENT {
            // The newer half serves those who ask every round.
            self.recent.drain(..Self::MAX_RECENT / 2);
        }
        self.recent.push(at);
        self.changes += 1;
    }

    /// Returns the cells that have changed since the count was `changes`, or `None` if that is too
    /// long ago.
    pub(crate) fn since(&self, changes: u64) -> Option<&[Pos]> {
        let missed = usize::try_from(self.changes.checked_sub(changes)?).ok()?;
        self.recent.get(self.recent.len().checked_sub(missed)?..)
    }
}

/// The properties of a cell that follow from its ground, things and fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a set of cells of the level")]
pub(crate) struct Cell {
    pub(crate) solid: bool,
    pub(crate) barred: bool,
    pub(crate) opaque: bool,
    pub(crate) pit: bool,
    pub(crate) harmful: bool,
}

impl Level {
    /// Returns the rectangle of all cells.
    pub fn bounds(&self) -> Rect {
        self.ground.bounds()
    }

    /// Returns the actor on a cell.
    pub fn actor_at(&self, pos: Pos) -> Option<EntityId> {
        self.actors.get(pos).copied().flatten()
    }

    /// Returns the amount of a field in a cell.
    pub fn field_at(&self, field: Id<Field>, pos: Pos) -> u8 {
        self.fields.get(usize::from(field.index())).map_or(0, |layer| layer.get(pos))
    }

    /// Returns whether neither the ground nor a fixture blocks the cell.
    pub fn is_open(&self, pos: Pos) -> bool {
        self.ground.get(pos).is_some() && !self.solid.contains(pos)
    }

    /// Moves an actor to a cell without one.
    pub(crate) fn move_actor(&mut self, id: EntityId, from: Pos, to: Pos) {
        self.actors[from] = None;
        self.actor_cells.remove(from);
        self.actors[to] = Some(id);
        self.actor_cells.insert(to);
    }

    /// Updates a cell's properties and everything that depends on them.
    pub(crate) fn update_cell(&mut self, at: Pos, cell: Cell) {
        if self.solid.contains(at) != cell.solid {
            self.solid.set(at, cell.solid);
            let layers = self.fields.iter_mut().filter(|it| !it.needs_fuel);
            layers.for_each(|it| it.set_ground(at, !cell.solid));
        }
        self.harm.set(at, cell.harmful);
        if self.barred.contains(at) != cell.barred || self.pits.contains(at) != cell.pit {
            self.barred.set(at, cell.barred);
            self.pits.set(at, cell.pit);
            self.has_pits |= cell.pit;
            self.path_changes.walls += 1;
            self.path_changes.note(at);
        }
        self.set_opaque(at, cell.opaque);
        self.mark_changed(at);
    }

    /// Sets whether a cell blocks sight and light.
    pub(crate) fn set_opaque(&mut self, at: Pos, opaque: bool) {
        if self.opaque.set(at, opaque) {
            self.opaque_changes += 1;
            self.lamps.obstacles.push(at);
        }
    }

    /// Returns whether no cell within `distance` of `near` has become opaque or clear since the
    /// count was `changes`. Cells farther away cannot hide anything in that square.
    #[inline]
    pub(crate) fn is_sight_unchanged(&self, changes: u64, near: Pos, distance: u32) -> bool {
        self.opaque_changes == changes || self.is_square_unchanged(changes, near, distance)
    }

    fn is_square_unchanged(&self, changes: u64, near: Pos, distance: u32) -> bool {
        let obstacles = &self.lamps.obstacles;
        let missed = self.opaque_changes.checked_sub(changes).map(usize::try_from);
        let since = missed.and_then(|missed| obstacles.len().checked_sub(missed.ok()?));
        let square = Rect::new(near.x, near.y, 1, 1).grown(distance.cast_signed());
        since.is_some_and(|since| !obstacles[since..].iter().any(|&it| square.contains(it)))
    }

    /// Marks a cell as possibly looking different.
    pub(crate) fn mark_changed(&mut self, pos: Pos) {
        self.changed_cells.insert(pos);
        self.has_changed_cells = true;
    }

    /// Returns whether an actor could step onto the cell now.
    pub fn is_free(&self, pos: Pos) -> bool {
        self.actors.get(pos).is_some_and(Option::is_none) && !self.solid.contains(pos)
    }
}
