use barrow_grid::{Pos, Rect};
use barrow_pack::{self as pack, Field, Id, Kind, Way};

use crate::ctx::Look;
use crate::game::Game;
use crate::sheet::{Attributes, Explained};
use crate::state::entity::{Entity, EntityId};

/// All there is on the level, seen or not: for tools and tests. A run that was played with it
/// does not count.
pub struct Truth<'g> {
    look: Look<'g>,
}

impl Game {
    /// All there is on the level.
    pub fn truth(&self) -> Truth<'_> {
        Truth { look: self.look() }
    }
}

impl<'g> Truth<'g> {
    /// The pack it is played with.
    pub const fn pack(&self) -> &'g pack::Pack {
        self.look.pack
    }

    /// The rectangle of all cells.
    pub fn bounds(&self) -> Rect {
        self.look.world.level.bounds()
    }

    /// The ground of a cell; a cell outside is a bug and panics.
    pub fn ground(&self, at: Pos) -> Id<Kind> {
        self.look.world.level.ground[at]
    }

    /// Whether neither ground nor a fixture is in the way.
    pub fn is_open(&self, at: Pos) -> bool {
        self.look.world.level.is_open(at)
    }

    /// Everything that stands or lies on a cell, in order of birth.
    pub fn things(&self) -> impl Iterator<Item = (EntityId, Pos, &'g Entity)> {
        let all = self.look.world.entities.iter().zip(0..);
        all.filter_map(|(entity, index)| Some((EntityId(index), entity.pos()?, entity)))
    }

    /// A thing by its id; an id of another level is a bug and panics.
    pub fn thing(&self, id: EntityId) -> &'g Entity {
        &self.look.world.entities[id.index()]
    }

    /// What it is truly called.
    pub fn name(&self, kind: Id<Kind>) -> &'g str {
        &self.look.pack.kinds.get(kind).name
    }

    /// All that a thing is and has.
    pub fn attributes(&self, id: EntityId) -> Vec<Explained> {
        let mut all = Attributes::default();
        self.look.sheet().explain_all(id, &mut all);
        all.values
    }

    /// Every cell with some of a field.
    pub fn fields(&self) -> impl Iterator<Item = (Id<Field>, Pos, u8)> {
        let layers = self.look.pack.fields.iter().zip(&self.look.world.level.fields);
        layers
            .flat_map(|((id, _), layer)| layer.cells.iter().map(move |at| (id, at, layer.get(at))))
    }

    /// Every way to another level: which way, to which level, and from which cell; ways that
    /// only rules open have none.
    pub fn links(&self) -> Vec<(Way, Id<pack::Level>, Option<Pos>)> {
        let own = &self.look.pack.levels.get(self.look.world.level.place).links;
        let linked = |way| match way {
            Way::Down => own.down,
            Way::Up => own.up,
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
