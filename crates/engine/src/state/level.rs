use barrow_grid::{BitGrid, Grid, LightMap, Opaque, Pos, Rect};
use barrow_pack::{self as pack, Field, Id, Kind};
use serde::{Deserialize, Serialize};

use crate::field::Layer;
use crate::perception::light::Lamps;
use crate::state::entity::EntityId;
use crate::state::tracked::Tracked;

/// The level that is being played: the ground, and who stands where.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Level {
    /// What the pack says of it.
    pub place: Id<pack::Level>,
    /// The number of its floor.
    pub floor: i32,
    /// What each cell is made of.
    pub ground: Tracked<Id<Kind>>,
    /// The actor of each cell.
    #[serde(skip)]
    pub(crate) actors: Grid<Option<EntityId>>,
    /// The uppermost of the other things of each cell; see `Entity::below`.
    #[serde(skip)]
    pub(crate) piles: Grid<Option<EntityId>>,
    /// The cells that have some.
    #[serde(skip)]
    pub(crate) laden: BitGrid,
    /// The cells where ground or fixtures leave no room. Actors are not among them.
    pub(crate) solid: BitGrid,
    /// The solid cells, without the doors that open to whoever walks into them.
    pub(crate) barred: BitGrid,
    /// The cells where one falls.
    pub(crate) pits: BitGrid,
    /// There have been such cells.
    pub(crate) has_pits: bool,
    /// The cells with something that careful minds stay away from, fields apart.
    pub(crate) harm: BitGrid,
    /// The cells with an actor.
    #[serde(skip)]
    pub(crate) crowd: BitGrid,
    /// How the cells that can be walked have changed, harmful fields among them.
    #[serde(skip)]
    pub(crate) ways: Ways,
    /// The cells that stop sight and light.
    #[serde(with = "crate::record::snapshot::opaque")]
    pub(crate) opaque: Opaque,
    /// How often they have changed.
    pub(crate) opaque_changes: u64,
    /// How often light or hiding fields have changed.
    pub(crate) shade_changes: u64,
    /// The cells that may look different since players last looked, apart from who acts there.
    #[serde(skip)]
    pub(crate) touched: BitGrid,
    /// There are such cells.
    #[serde(skip)]
    pub(crate) is_touched: bool,
    /// How much of each field there is in each cell, by the field's id.
    pub(crate) fields: Vec<Layer>,
    /// How bright each cell is.
    #[serde(skip)]
    pub(crate) light: LightMap,
    #[serde(skip)]
    pub(crate) lamps: Lamps,
    /// What shines may have changed, apart from fields and from where its bearers stand.
    #[serde(skip)]
    pub(crate) stale_light: bool,
    /// Where players arrive.
    pub(crate) start: Pos,
}

/// Which cells have changed of late: who has worked something out need only look at those.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ways {
    /// How often one has changed.
    pub(crate) changes: u64,
    /// How often it was not by a field.
    pub(crate) walls: u64,
    /// The last of those changes.
    recent: Vec<Pos>,
}

impl Ways {
    /// More than these are worth to be gone through.
    const MOST: usize = 64;

    pub(crate) fn note(&mut self, at: Pos) {
        if self.recent.len() == Self::MOST {
            // The later ones serve those who ask in every round.
            self.recent.drain(..Self::MOST / 2);
        }
        self.recent.push(at);
        self.changes += 1;
    }

    /// The cells that have changed since there were so many changes; nothing if that was too
    /// long ago.
    pub(crate) fn since(&self, changes: u64) -> Option<&[Pos]> {
        let missed = usize::try_from(self.changes.checked_sub(changes)?).ok()?;
        self.recent.get(self.recent.len().checked_sub(missed)?..)
    }
}

/// What ground, things and fields make of a cell.
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
        self.ground.get(pos).is_some() && !self.solid.contains(pos)
    }

    /// Moves an actor to a cell without one.
    pub(crate) fn move_actor(&mut self, id: EntityId, from: Pos, to: Pos) {
        self.actors[from] = None;
        self.crowd.remove(from);
        self.actors[to] = Some(id);
        self.crowd.insert(to);
    }

    /// Takes a cell for what it is now.
    pub(crate) fn settle(&mut self, at: Pos, cell: Cell) {
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
            self.ways.walls += 1;
            self.ways.note(at);
        }
        self.set_opaque(at, cell.opaque);
        self.touch(at);
    }

    /// Lets a cell stop sight and light, or let them through.
    pub(crate) fn set_opaque(&mut self, at: Pos, opaque: bool) {
        if self.opaque.set(at, opaque) {
            self.opaque_changes += 1;
            self.lamps.obstacles.push(at);
        }
    }

    /// Whether no cell so near to another has become opaque or clear since there were so many
    /// changes. What lies farther off than a cell cannot hide it.
    pub(crate) fn is_as_opaque(&self, changes: u64, near: Pos, distance: u32) -> bool {
        let obstacles = &self.lamps.obstacles;
        let missed = self.opaque_changes.checked_sub(changes).map(usize::try_from);
        let since = missed.and_then(|missed| obstacles.len().checked_sub(missed.ok()?));
        let square = Rect::new(near.x, near.y, 1, 1).grown(distance.cast_signed());
        since.is_some_and(|since| !obstacles[since..].iter().any(|&it| square.contains(it)))
    }

    /// Notes that a cell may look different now.
    pub(crate) fn touch(&mut self, pos: Pos) {
        self.touched.insert(pos);
        self.is_touched = true;
    }

    /// Whether an actor could step there now.
    pub fn is_free(&self, pos: Pos) -> bool {
        self.actors.get(pos).is_some_and(Option::is_none) && !self.solid.contains(pos)
    }
}
