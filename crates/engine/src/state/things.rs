//! Creates, moves and removes entities. No other code changes who is where.

mod bag;
mod making;
mod near;

use barrow_grid::Pos;
use barrow_pack::{Id, Kind, Layer, Occasion};

use crate::ctx::{Ctx, Reads};
use crate::event::Event;
use crate::state::entity::{Actor, At, EntityId};
use crate::state::level::Cell;

/// The maximum number of entities of a level, including those that are gone. No more are created
/// beyond it.
const MAX_ENTITIES: usize = 50_000;

impl<W: Reads> Ctx<'_, W> {
    pub(crate) fn actor(&self, id: EntityId) -> Option<&Actor> {
        self.entity(id).actor.as_deref()
    }

    /// Returns what an entity carries.
    pub(crate) fn bag(&self, id: EntityId) -> &[EntityId] {
        self.actor(id).map_or(&[], |actor| &actor.bag)
    }

    /// Iterates over the things in a cell other than actors, from the top.
    pub(crate) fn pile(&self, at: Pos) -> impl Iterator<Item = EntityId> {
        let top = self.world.level.piles.get(at).copied().flatten();
        std::iter::successors(top, |&id| self.entity(id).below)
    }

    /// Returns whether the level has room for no more entities.
    pub(crate) fn is_crowded(&self) -> bool {
        self.world.entities.len() >= MAX_ENTITIES
    }

    /// Returns whether actors of a kind must be visited every round, because they decide, fight or
    /// change by themselves. Statues and the like cost nothing.
    pub(crate) fn takes_part(&self, kind: &Kind) -> bool {
        let changes = |id| self.pack.attributes.get(id).per_turn.is_some();
        let acts = kind.mind.is_some() || !kind.side.is_empty();
        kind.layer == Layer::Actor && (acts || kind.values.keys().any(|&id| changes(id)))
    }
}

impl Ctx<'_> {
    /// Returns the actor part of an entity, which is added if it is missing.
    pub(crate) fn actor_mut(&mut self, id: EntityId) -> &mut Actor {
        self.entity_mut(id).actor.get_or_insert_default()
    }

    /// Puts an entity on a cell, wherever it was before. If an actor already stands there, another
    /// actor goes to the nearest free cell, or is discarded if there is none.
    pub(crate) fn put(&mut self, id: EntityId, at: Pos) {
        if self.kind(id).layer != Layer::Actor {
            return self.put_thing(id, at);
        }
        let (At::Cell(from), None) = (self.entity(id).at, self.world.level.actors[at]) else {
            return self.put_actor(id, at);
        };
        self.move_actor(id, from, at);
    }

    /// Moves an actor from its cell to one without an actor.
    #[inline]
    pub(crate) fn move_actor(&mut self, id: EntityId, from: Pos, to: Pos) {
        self.note_change();
        self.world.level.move_actor(id, from, to);
        self.sight_changed(id, from);
        self.sight_changed(id, to);
        self.body_mut(id).at = At::Cell(to);
        self.interrupt_moved(id);
        self.world.rouse_foes(self.party(id), to);
    }

    /// Puts an actor on a cell that is occupied, or an actor that was not on a cell before.
    fn put_actor(&mut self, id: EntityId, at: Pos) {
        self.note_change();
        if self.detach(id) {
            self.enlist(id);
        }
        let taken = self.world.level.actors[at].is_some();
        let free = if taken {
            self.free_cell(at, u32::MAX, self.mover(self.entity(id).kind))
        } else {
            Some(at)
        };
        let Some(at) = free else {
            self.discard(id);
            return;
        };
        self.entity_mut(id).at = At::Cell(at);
        self.interrupt_moved(id);
        self.world.level.actors[at] = Some(id);
        self.world.level.actor_cells.insert(at);
        self.sight_changed(id, at);
        self.world.rouse_foes(self.party(id), at);
        self.world.level.stale_light |= self.kind(id).light.is_some();
    }

    fn put_thing(&mut self, id: EntityId, at: Pos) {
        self.note_change();
        if self.detach(id) {
            self.enlist(id);
        }
        self.entity_mut(id).at = At::Cell(at);
        let top = self.world.level.piles[at].replace(id);
        self.world.level.pile_cells.insert(at);
        self.entity_mut(id).below = top;
        self.pile_changed(id, at);
        self.light_changed(id);
    }

    /// Creates an entity of a kind on a cell and reports it. A kind of ground replaces the ground.
    pub(crate) fn spawn(&mut self, kind: Id<Kind>, at: Pos) -> Option<EntityId> {
        if self.pack.kinds.get(kind).layer == Layer::Terrain {
            self.replace_ground(kind, at);
            return None;
        }
        if self.is_crowded() {
            return None;
        }
        let id = self.make(kind);
        self.introduce(id, at);
        Some(id)
    }

    /// Puts a new entity on a cell and reports it.
    pub(crate) fn introduce(&mut self, id: EntityId, at: Pos) {
        self.put(id, at);
        let Some(at) = self.pos(id) else { return };
        if let Some(actor) = &mut self.entity_mut(id).actor {
            actor.home = at;
        }
        if self.takes_part(self.kind(id)) {
            self.enlist_actor(id);
        }
        let kind = self.entity(id).kind;
        self.tell(at, Event::Appeared { who: id, kind, at });
        self.occasion(id, Occasion::Spawn, &self.scene_of(id));
    }

    /// Changes the kind of an entity. Its values are reset; it keeps what it carries.
    pub(crate) fn transform(&mut self, who: EntityId, kind: Id<Kind>) {
        let layer = self.pack.kinds.get(kind).layer;
        let cell = self.pos(who);
        if layer == Layer::Terrain {
            if let Some(at) = cell {
                self.vanish(who);
                self.replace_ground(kind, at);
            }
            return;
        }
        if cell.is_some() {
            self.lift(who);
        } else if layer != Layer::Item {
            // Only items fit in a bag.
            return;
        }
        self.note_change();
        self.entity_mut(who).kind = kind;
        if layer == Layer::Actor {
            self.actor_mut(who);
        }
        self.reset_values(who);
        match self.entity(who).at {
            At::Bag(owner) => {
                let slot = self.kind(who).item.as_ref().and_then(|it| it.slot);
                self.actor_mut(owner).worn.retain(|&(it, item)| item != who || Some(it) == slot);
            }
            At::Cell(_) | At::Named(_) | At::Gone => {}
        }
        if let Some(at) = cell {
            self.put(who, at);
        }
        self.relist(who);
        self.world.level.stale_light = true;
        self.tell_of(who, Event::Became { who, kind });
    }

    /// Replaces the ground of a cell. A pit swallows what stood there.
    pub(crate) fn replace_ground(&mut self, kind: Id<Kind>, at: Pos) {
        self.note_change();
        self.world.level.ground.set(at, kind);
        self.ground_changed(at);
        self.update_cell(at);
        if !self.is_pit(at) {
            return;
        }
        let mut there: Vec<EntityId> = self.pile(at).collect();
        there.extend(self.world.level.actor_at(at));
        for thing in there {
            if self.kind(thing).layer != Layer::Fixture {
                self.fall_in(thing);
            }
        }
    }

    /// Takes an entity out of its cell or bag, so that it is nowhere.
    pub(crate) fn lift(&mut self, id: EntityId) {
        self.note_change();
        self.detach(id);
        self.entity_mut(id).at = At::Gone;
        self.world.roster.has_gone = true;
    }

    /// Takes an entity out of its cell or bag, to be put elsewhere. Returns `true` if it was
    /// nowhere, or in a bag where it did nothing, and is on no list.
    fn detach(&mut self, id: EntityId) -> bool {
        match self.entity(id).at {
            At::Cell(at) if self.is_actor(id) => {
                self.world.level.actors[at] = None;
                self.world.level.actor_cells.remove(at);
                self.sight_changed(id, at);
                self.world.level.stale_light |= self.kind(id).light.is_some();
            }
            At::Cell(at) => {
                self.light_changed(id);
                self.unpile(id, at);
                self.pile_changed(id, at);
            }
            At::Bag(owner) => {
                self.light_changed(id);
                let owner = self.actor_mut(owner);
                owner.bag.retain(|item| *item != id);
                owner.worn.retain(|(_, item)| *item != id);
            }
            At::Named(owner) => {
                let bags = &mut self.actor_mut(owner).bags;
                for (_, items) in bags {
                    items.retain(|item| *item != id);
                }
                self.entity_mut(id).at = At::Gone;
                return true;
            }
            At::Gone => return true,
        }
        false
    }

    /// Marks the light as stale if the entity gives light.
    pub(crate) fn light_changed(&mut self, id: EntityId) {
        if self.kind(id).light.is_some() {
            self.world.level.stale_light = true;
        }
    }

    /// Removes an entity from the world for good, with everything it carries.
    pub(crate) fn discard(&mut self, id: EntityId) {
        self.lift(id);
        while let Some(&item) = self.bag(id).last() {
            // An item in its bag may carry something in turn.
            self.discard(item);
        }
        for (_, items) in self.actor(id).map_or(Vec::new(), |it| it.bags.clone()) {
            for item in items {
                self.discard(item);
            }
        }
    }

    fn unpile(&mut self, id: EntityId, at: Pos) {
        let below = self.entity_mut(id).below.take();
        if self.world.level.piles[at] == Some(id) {
            self.world.level.piles[at] = below;
            self.world.level.pile_cells.set(at, below.is_some());
            return;
        }
        let above = self.pile(at).find(|&it| self.entity(it).below == Some(id));
        if let Some(above) = above {
            self.entity_mut(above).below = below;
        }
    }

    /// Updates a cell after an actor has come to it or left it, if the actor blocks sight.
    fn sight_changed(&mut self, id: EntityId, at: Pos) {
        if self.facts.actors_hide && self.is(id, self.pack.core.opaque) {
            self.update_cell(at);
        }
    }

    /// Updates a cell after a thing has come to it or left it. Most things do not affect the
    /// properties of a cell, so a pile of apples need not be searched for each apple.
    fn pile_changed(&mut self, id: EntityId, at: Pos) {
        self.world.level.mark_changed(at);
        let core = self.pack.core;
        let door = self.kind(id).door.is_some();
        let harmful = self.kind(id).harmful;
        let crossing = !self.kind(id).crossing.is_empty();
        if door || harmful || crossing || self.is(id, core.solid) || self.is(id, core.opaque) {
            self.update_cell(at);
        }
    }

    /// Computes the properties of a cell again.
    pub(crate) fn update_cell(&mut self, at: Pos) {
        let core = self.pack.core;
        let ground = &self.pack.kinds.get(self.world.level.ground[at]).flags;
        let pit = ground.contains(&core.pit);
        let mut harmful = self.pack.kinds.get(self.world.level.ground[at]).harmful;
        let mut barred = ground.contains(&core.solid);
        let mut solid = barred;
        let mut opaque = ground.contains(&core.opaque);
        for id in self.pile(at) {
            let entity = self.entity(id);
            harmful |= self.kind(id).harmful;
            if self.kind(id).door.is_some() {
                solid |= !entity.active;
                opaque |= !entity.active;
                barred |= !entity.active && entity.locked;
            } else {
                let stands = self.is(id, core.solid);
                (solid, barred) = (solid | stands, barred | stands);
                opaque |= self.is(id, core.opaque);
            }
        }
        opaque |= self.facts.actors_hide
            && self.world.level.actor_at(at).is_some_and(|it| self.is(it, core.opaque));
        opaque |= self
            .world
            .level
            .fields
            .iter()
            .zip(self.pack.fields.iter())
            .any(|(layer, (_, field))| field.opaque && layer.get(at) > 0);
        self.world.level.update_cell(at, Cell { solid, barred, opaque, pit, harmful });
        if self.facts.ways {
            self.world.level.path_changes.note(at);
        }
    }
}
