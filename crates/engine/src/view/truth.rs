use barrow_grid::{Pos, Rect};
use barrow_pack::{self as pack, Field, Id, Kind, Way};

use crate::ctx::ReadCtx;
use crate::game::Game;
use crate::sheet::{Attributes, Explained};
use crate::state::entity::{Entity, EntityId};

/// Everything on the level, seen or not, for tools and tests. A run that was played with it is not
/// ranked.
pub struct Truth<'g> {
    look: ReadCtx<'g>,
}

impl Game {
    /// Returns everything on the level.
    pub fn truth(&self) -> Truth<'_> {
        Truth { look: self.look() }
    }
}

impl<'g> Truth<'g> {
    /// Returns the pack of the game.
    pub const fn pack(&self) -> &'g pack::Pack {
        self.look.pack
    }

    /// Returns the rectangle of all cells.
    pub fn bounds(&self) -> Rect {
        self.look.world.level.bounds()
    }

    /// Returns the ground of a cell.
    ///
    /// # Panics
    ///
    /// Panics if the cell is outside the level.
    pub fn ground(&self, at: Pos) -> Id<Kind> {
        self.look.world.level.ground[at]
    }

    /// Returns whether neither the ground nor a fixture blocks the cell.
    pub fn is_open(&self, at: Pos) -> bool {
        self.look.world.level.is_open(at)
    }

    /// Iterates over everything on a cell, in order of creation.
    pub fn things(&self) -> impl Iterator<Item = (EntityId, Pos, &'g Entity)> {
        let all = self.look.world.entities.iter().zip(0..);
        all.filter_map(|(entity, index)| Some((EntityId::new(index), entity.pos()?, entity)))
    }

    /// Returns an entity by its id.
    ///
    /// # Panics
    ///
    /// May panic if the id is from another level.
    pub fn thing(&self, id: EntityId) -> &'g Entity {
        &self.look.world.entities[id.index()]
    }

    /// Returns the name of the colour that a thing shares with its lock or key, if it has one.
    pub fn lock_name(&self, thing: &Entity) -> Option<&'static str> {
        thing.lock.map(super::lock_name)
    }

    /// Returns the true name of a kind.
    pub fn name(&self, kind: Id<Kind>) -> &'g str {
        &self.look.pack.kinds.get(kind).name
    }

    /// Returns all attributes of an entity, with the reasons for their values.
    pub fn attributes(&self, id: EntityId) -> Vec<Explained> {
        let mut all = Attributes::default();
        self.look.sheet().explain_all(id, &mut all);
        all.values
    }

    /// Iterates over the rooms with their types, if the pack uses rooms.
    pub fn rooms(&self) -> impl Iterator<Item = (Rect, Option<Id<pack::Room>>)> {
        self.look.world.level.rooms.iter().map(|it| (it.rect, it.kind))
    }

    /// Iterates over every cell with some of a field.
    pub fn fields(&self) -> impl Iterator<Item = (Id<Field>, Pos, u8)> {
        let layers = self.look.pack.fields.iter().zip(&self.look.world.level.fields);
        layers
            .flat_map(|((id, _), layer)| layer.cells.iter().map(move |at| (id, at, layer.get(at))))
    }

    /// Returns every exit to another level: its direction, the level and the cell. Exits that only
    /// effects use have no cell.
    pub fn links(&self) -> Vec<(Way, Id<pack::Level>, Option<Pos>)> {
        let own = &self.look.pack.levels.get(self.look.world.level.definition).links;
        let drawn = self.look.world.level.links;
        let linked = |way| match way {
            Way::Down => own.down.only().or(drawn[0]),
            Way::Up => own.up.only().or(drawn[1]),
        };
        let mut links = Vec::new();
        for (_, at, entity) in self.things() {
            if let Some(stairs) = &self.look.pack.kinds.get(entity.kind).stairs
                && let Some(level) = stairs.level.or(linked(stairs.way))
            {
                links.push((stairs.way, level, Some(at)));
            }
        }
        for way in [Way::Down, Way::Up] {
            if let Some(level) = linked(way)
                && !links.iter().any(|&(it, to, _)| it == way && to == level)
            {
                links.push((way, level, None));
            }
        }
        links
    }
}
