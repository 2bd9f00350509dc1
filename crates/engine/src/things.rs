//! Things come, go and stand somewhere: the only code that changes who is where.

use barrow_dice::Fixed;
use barrow_grid::Pos;
use barrow_pack::{Id, Kind, Layer, Occasion};

use crate::ctx::{Ctx, Reads};
use crate::entity::{Actor, At, Entity, EntityId, Value};
use crate::event::Event;
use crate::scene::Scene;

impl<W: Reads> Ctx<'_, W> {
    pub(crate) fn actor(&self, id: EntityId) -> Option<&Actor> {
        self.entity(id).actor.as_deref()
    }

    /// The things of a cell that are no actors, from the top.
    pub(crate) fn pile(&self, at: Pos) -> impl Iterator<Item = EntityId> {
        let top = self.world.level.piles.get(at).copied().flatten();
        std::iter::successors(top, |&id| self.entity(id).below)
    }

    /// Whether someone's bag has room for a thing.
    pub(crate) fn has_room(&self, owner: EntityId, item: EntityId) -> bool {
        let Some(actor) = self.actor(owner) else { return false };
        let room = self.value(owner, self.pack.core.room);
        let kind = self.entity(item).kind;
        let stacks = self.kind(item).item.as_ref().is_some_and(|it| it.stacks);
        let piled = stacks && actor.bag.iter().any(|&other| self.entity(other).kind == kind);
        piled || Fixed::from_whole(i64::try_from(actor.bag.len()).unwrap_or(i64::MAX)) < room
    }
}

impl Ctx<'_> {
    /// Brings a thing into being, nowhere yet. Its values are rolled, its stock is made.
    pub(crate) fn make(&mut self, kind: Id<Kind>) -> EntityId {
        let id = EntityId(
            u32::try_from(self.world.entities.len()).expect("fewer than four billion things"),
        );
        let what = self.pack.kinds.get(kind);
        let mut entity = Entity::new(kind);
        entity.on = what.door.as_ref().is_some_and(|door| door.open);
        entity.locked = what.door.as_ref().is_some_and(|door| door.locked);
        if what.layer == Layer::Actor {
            entity.actor = Some(Box::default());
        }
        self.world.entities.push(entity);
        let scene = self.with_player(Scene::of(id));
        for (&attribute, start) in &what.values {
            let now = self.number(&start.now, &scene);
            let most = start.most.as_ref().map_or(now, |most| self.number(most, &scene));
            *self.entity_mut(id).own_mut(attribute) = Value { now, most };
        }
        for stock in &what.stock {
            for _ in 0..self.count(stock.count.as_ref(), &scene, 1) {
                if self.happens(stock.chance.as_ref(), &scene) {
                    self.stock(id, stock.kind, stock.worn);
                }
            }
        }
        id
    }

    fn stock(&mut self, owner: EntityId, kind: Id<Kind>, worn: bool) {
        let item = self.make(kind);
        self.into_bag(owner, item);
        if let Some(slot) = self.kind(item).item.as_ref().and_then(|it| it.slot).filter(|_| worn) {
            self.actor_mut(owner).worn.push((slot, item));
        }
    }

    /// What an actor has beyond other things. Only actors carry, suffer and cast.
    pub(crate) fn actor_mut(&mut self, id: EntityId) -> &mut Actor {
        self.entity_mut(id).actor.get_or_insert_default()
    }

    /// Puts a thing on a cell, wherever it was before. An actor needs the cell free of actors.
    pub(crate) fn put(&mut self, id: EntityId, at: Pos) {
        self.lift(id);
        self.entity_mut(id).at = At::Cell(at);
        if self.kind(id).layer == Layer::Actor {
            self.world.level.actors[at] = Some(id);
        } else {
            let top = self.world.level.piles[at].replace(id);
            self.entity_mut(id).below = top;
            self.settle(at);
        }
        if self.kind(id).light.is_some() {
            self.world.level.stale_light = true;
        }
    }

    /// Brings a thing of a kind into being on a cell, and tells of it.
    pub(crate) fn spawn(&mut self, kind: Id<Kind>, at: Pos) -> EntityId {
        let id = self.make(kind);
        self.put(id, at);
        if let Some(actor) = &mut self.entity_mut(id).actor {
            actor.home = at;
            if self.pack.kinds.get(kind).mind.is_some() {
                self.world.actors.push(id);
            }
        }
        self.tell(at, Event::Appeared { who: id, kind, at });
        self.occasion(id, Occasion::Spawn, Scene::of(id));
        id
    }

    /// Takes a thing out of its cell or bag; it is nowhere then.
    pub(crate) fn lift(&mut self, id: EntityId) {
        match self.entity(id).at {
            At::Cell(at) if self.kind(id).layer == Layer::Actor => {
                self.world.level.actors[at] = None;
            }
            At::Cell(at) => {
                self.unpile(id, at);
                self.settle(at);
            }
            At::Bag(owner) => {
                let owner = self.actor_mut(owner);
                owner.bag.retain(|item| *item != id);
                owner.worn.retain(|(_, item)| *item != id);
            }
            At::Gone => {}
        }
        if self.kind(id).light.is_some() {
            self.world.level.stale_light = true;
        }
        self.entity_mut(id).at = At::Gone;
    }

    fn unpile(&mut self, id: EntityId, at: Pos) {
        let below = self.entity_mut(id).below.take();
        if self.world.level.piles[at] == Some(id) {
            self.world.level.piles[at] = below;
            return;
        }
        let above = self.pile(at).find(|&it| self.entity(it).below == Some(id));
        if let Some(above) = above {
            self.entity_mut(above).below = below;
        }
    }

    /// Works out anew whether a cell is solid and opaque.
    pub(crate) fn settle(&mut self, at: Pos) {
        let core = self.pack.core;
        let ground = &self.pack.kinds.get(self.world.level.ground[at]).flags;
        let mut solid = ground.contains(&core.solid);
        let mut opaque = ground.contains(&core.opaque);
        for id in self.pile(at) {
            let (door, open) = (self.kind(id).door.is_some(), self.entity(id).on);
            solid |= if door { !open } else { self.is(id, core.solid) };
            opaque |= if door { !open } else { self.is(id, core.opaque) };
        }
        opaque |= self
            .world
            .level
            .fields
            .iter()
            .zip(self.pack.fields.iter())
            .any(|(layer, (_, field))| field.opaque && layer.get(at) > 0);
        let level = &mut self.world.level;
        level.solid.set(at, solid);
        if level.opaque.contains(at) != opaque {
            level.opaque.set(at, opaque);
            level.stale_light = true;
        }
    }

    /// Puts a thing into someone's bag.
    pub(crate) fn into_bag(&mut self, owner: EntityId, item: EntityId) {
        self.lift(item);
        let kind = self.entity(item).kind;
        let stacks = self.kind(item).item.as_ref().is_some_and(|it| it.stacks);
        let pile = self.actor(owner).and_then(|it| {
            it.bag.iter().copied().find(|&other| stacks && self.entity(other).kind == kind)
        });
        match pile {
            Some(pile) => self.entity_mut(pile).count += self.entity(item).count,
            None => {
                self.entity_mut(item).at = At::Bag(owner);
                self.actor_mut(owner).bag.push(item);
            }
        }
        if self.kind(item).light.is_some() {
            self.world.level.stale_light = true;
        }
    }

    /// Takes one of a thing out of the world: of a pile, one; else all of it.
    pub(crate) fn spend(&mut self, item: EntityId) {
        if self.entity(item).count > 1 {
            self.entity_mut(item).count -= 1;
        } else {
            self.lift(item);
        }
    }

    /// The free cell nearest to a place, at most so far off; of several, one by chance.
    pub(crate) fn free_cell(&mut self, near: Pos, radius: u32, solid: bool) -> Option<Pos> {
        let fits = |ctx: &Self, at: Pos| {
            let level = &ctx.world.level;
            let pit = ctx.pack.kinds.get(level.ground[at]).flags.contains(&ctx.pack.core.pit);
            if solid { level.is_free(at) && !pit } else { level.is_open(at) && !pit }
        };
        for ring in 0..=radius.cast_signed() {
            let square =
                barrow_grid::Rect::new(near.x - ring, near.y - ring, 2 * ring + 1, 2 * ring + 1);
            let inside = square.border().filter(|&at| self.world.level.bounds().contains(at));
            let free: Vec<Pos> = inside.filter(|&at| fits(self, at)).collect();
            if !free.is_empty() {
                return self.world.rng.pick(&free).copied();
            }
        }
        None
    }
}
