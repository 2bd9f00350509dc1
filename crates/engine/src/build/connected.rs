//! Keeps levels connected: what the builder placed never cuts apart what was joined, no key lies
//! behind its own lock, and nothing harmful lies in the only way.
//!
//! Everything is placed first, and repaired afterwards. So a level without flaws is the same as
//! if nothing had been checked. What the author drew cell by cell stays as it is.

use std::ops::Range;

use barrow_dice::{Rng, Stream};
use barrow_grid::{BitGrid, CutTest, Pos};
use barrow_mapgen::{Key, LockedDoor, Obstacles};
use barrow_pack::{Id, Kind, Layer};

use super::blueprint::Blueprint;
use crate::ctx::Ctx;
use crate::state::entity::{At, Entity, EntityId};

const REPAIRS: Stream = Stream::named("repairs");

/// Sets the locks with colours apart from those of a kind of door.
const COLORED: u32 = 1 << 16;

/// The entities that stand where the author drew them.
#[derive(Default)]
pub(super) struct Authored {
    made: Vec<Range<usize>>,
}

impl Authored {
    /// Adds the entities that were made since there were `before`.
    pub(super) fn add_since(&mut self, before: usize, entities: &[Entity]) {
        self.made.push(before..entities.len());
    }

    fn contains(&self, id: EntityId) -> bool {
        self.made.iter().any(|it| it.contains(&id.index()))
    }
}

/// A cell that was closed after the level was dug, or should not be entered, and what is there: a
/// thing, or else the ground.
#[derive(Clone, Copy)]
struct Blocker {
    at: Pos,
    thing: Option<EntityId>,
}

/// The locked doors of a level with all keys to them.
#[derive(Default)]
struct Locks {
    doors: Vec<LockedDoor>,
    keys: Vec<Key>,
    /// The entity of each key.
    items: Vec<EntityId>,
}

impl Locks {
    /// Returns whether there are keys for all doors of a lock that consume one, and at least one.
    fn has_enough_keys(&self, lock: u32) -> bool {
        let consuming = self.doors.iter().filter(|it| it.lock == lock && it.consumes).count();
        self.keys.iter().filter(|it| it.lock == lock).count() >= consuming.max(1)
    }
}

/// What opens a lock.
struct Opener<'k> {
    lock: u32,
    kinds: &'k [Id<Kind>],
    color: Option<u16>,
}

impl Ctx<'_> {
    /// Repairs a level on which everything is placed.
    pub(super) fn keep_connected(&mut self, blueprint: &Blueprint, authored: &Authored) {
        let floor = self.joined_floor(blueprint, authored);
        let blocked = self.clear_paths(blueprint, &floor, authored);
        self.free_keys(blueprint, &floor, &blocked, authored);
    }

    /// Returns the floor that is joined before anything but the author's drawing is placed.
    fn joined_floor(&self, blueprint: &Blueprint, authored: &Authored) -> BitGrid {
        let mut floor = blueprint.floor.clone();
        for (id, entity) in self.ids().filter(|(id, _)| authored.contains(*id)) {
            // Authors draw things to be pushed out of the way.
            let stays = self.blocks_for_good(id) && !self.is(id, self.pack.core.pushable);
            if let Some(at) = entity.pos().filter(|_| stays) {
                floor.remove(at);
            }
        }
        floor
    }

    fn ids(&self) -> impl Iterator<Item = (EntityId, &Entity)> {
        (0..).map(EntityId::new).zip(&self.world.entities)
    }

    /// Returns `true` if a thing is in the way of those who walk and will not give way by itself.
    /// Doors can be opened, and an actor with a mind moves on.
    fn blocks_for_good(&self, id: EntityId) -> bool {
        let kind = self.kind(id);
        let moves = kind.layer == Layer::Actor && (kind.mind.is_some() || self.is_player(id));
        let solid = kind.crossing.bars_walkers() || self.is(id, self.pack.core.solid);
        kind.door.is_none() && !moves && solid
    }

    /// Returns `true` for traps and the like, which careful players walk around.
    fn is_walked_around(&self, id: EntityId) -> bool {
        let kind = self.kind(id);
        kind.layer == Layer::Fixture && kind.harmful
    }

    /// Moves things that cut the floor apart, and takes away ground that does. Returns the cells
    /// that stay closed.
    fn clear_paths(
        &mut self,
        blueprint: &Blueprint,
        floor: &BitGrid,
        authored: &Authored,
    ) -> Vec<Pos> {
        let blockers = self.blockers(floor, authored).into_iter();
        let (mut cutting, mut others): (Vec<Blocker>, Vec<Blocker>) =
            blockers.partition(|it| self.must_stay_open(it.at));
        let mut blocked: Vec<Pos> = others.iter().map(|it| it.at).collect();
        for index in obstacles(self, floor, &blocked).cuts().into_iter().rev() {
            blocked.remove(index);
            cutting.push(others.remove(index));
        }
        for Blocker { at, thing } in cutting {
            let Some(thing) = thing else {
                let kind = blueprint.ground[at];
                let floor = self.pack.levels.get(self.world.level.definition).ground.floor;
                let under = if self.is_walkable(kind) { Some(kind) } else { floor };
                self.replace_ground(under.unwrap_or(kind), at);
                continue;
            };
            if let Some(to) = self.harmless_cell(blueprint, floor, &blocked, at) {
                self.put(thing, to);
                blocked.push(to);
            } else {
                self.discard(thing);
            }
        }
        blocked
    }

    fn blockers(&self, floor: &BitGrid, authored: &Authored) -> Vec<Blocker> {
        let ground = floor.iter().filter(|&at| !self.is_walkable(self.world.level.ground[at]));
        let mut blockers: Vec<Blocker> = ground.map(|at| Blocker { at, thing: None }).collect();
        let placed = self.ids().filter(|(id, _)| !authored.contains(*id));
        for (id, entity) in placed {
            if let Some(at) = entity.pos().filter(|&at| floor.contains(at))
                && (self.blocks_for_good(id) || self.is_walked_around(id))
            {
                blockers.push(Blocker { at, thing: Some(id) });
            }
        }
        blockers
    }

    /// Returns the free cell nearest to `from` that can be closed without cutting anything off.
    fn harmless_cell(
        &self,
        blueprint: &Blueprint,
        floor: &BitGrid,
        blocked: &[Pos],
        from: Pos,
    ) -> Option<Pos> {
        let mut open = floor.clone();
        for &at in blocked {
            open.remove(at);
        }
        let mut cells: Vec<Pos> = blueprint
            .spawns
            .iter()
            .filter(|&at| self.is_vacant(at) && !self.must_stay_open(at))
            .collect();
        barrow_small::sort_by_key(&mut cells, |it| (it.chebyshev(from), *it));
        let mut test = CutTest::default();
        cells.into_iter().find(|&at| !test.cuts(&open, self.adjacency(), &[at]))
    }

    /// Returns `true` for the cells where players arrive and leave.
    fn must_stay_open(&self, at: Pos) -> bool {
        at == self.world.level.start || self.pile(at).any(|it| self.kind(it).stairs.is_some())
    }

    fn is_vacant(&self, at: Pos) -> bool {
        self.world.level.is_free(at) && self.world.level.piles[at].is_none()
    }

    /// Moves keys that lie behind their own lock to where they can be reached.
    fn free_keys(
        &mut self,
        blueprint: &Blueprint,
        floor: &BitGrid,
        blocked: &[Pos],
        authored: &Authored,
    ) {
        let mut locks = self.locks();
        if locks.doors.is_empty() {
            return;
        }
        let mut rng = self.world.seed.stream(REPAIRS, &blueprint.indices);
        let mut movable: Vec<bool> = locks.items.iter().map(|&it| !authored.contains(it)).collect();
        while let Some(index) = self.lost_key(floor, blocked, &locks, &movable) {
            let item = locks.items[index];
            let cell = self.cell_for_key(blueprint, floor, blocked, &locks, index, &mut rng);
            let keys = locks.items.iter().zip(&mut locks.keys).zip(&mut movable);
            for ((_, key), movable) in keys.filter(|((other, _), _)| **other == item) {
                *movable = false;
                key.pos = cell.unwrap_or(key.pos);
            }
            if let Some(cell) = cell {
                self.put(item, cell);
            }
        }
    }

    /// Returns the index of the first key that cannot be reached and may be moved.
    fn lost_key(
        &self,
        floor: &BitGrid,
        blocked: &[Pos],
        locks: &Locks,
        movable: &[bool],
    ) -> Option<usize> {
        let Locks { doors, keys, .. } = locks;
        let flaws = Obstacles { doors, keys, ..obstacles(self, floor, blocked) }.flaws();
        flaws.keys.into_iter().find(|&index| movable[index])
    }

    /// Draws a cell from which a key can be fetched while its own lock stays shut.
    fn cell_for_key(
        &self,
        blueprint: &Blueprint,
        floor: &BitGrid,
        blocked: &[Pos],
        locks: &Locks,
        index: usize,
        rng: &mut Rng,
    ) -> Option<Pos> {
        let item = locks.items[index];
        let others = locks.keys.iter().zip(&locks.items).filter(|(_, it)| **it != item);
        let keys: Vec<Key> = others.map(|(key, _)| *key).collect();
        let obstacles =
            Obstacles { doors: &locks.doors, keys: &keys, ..obstacles(self, floor, blocked) };
        let reach = obstacles.reachable_without(locks.keys[index].lock);
        let vacant = |cells: &BitGrid| -> Vec<Pos> {
            cells.iter().filter(|&at| reach.contains(at) && self.is_vacant(at)).collect()
        };
        let cells = vacant(&blueprint.spawns);
        let cells = if cells.is_empty() { vacant(floor) } else { cells };
        rng.pick(&cells).copied()
    }

    /// Returns the doors for which the level has enough keys, and these keys. Other doors are
    /// meant to be opened in other ways.
    fn locks(&self) -> Locks {
        let mut locks = Locks::default();
        let openers = self.add_doors(&mut locks);
        self.add_keys(&openers, &mut locks);
        let enough: Vec<u32> =
            openers.iter().map(|it| it.lock).filter(|&lock| locks.has_enough_keys(lock)).collect();
        locks.doors.retain(|it| enough.contains(&it.lock));
        locks
    }

    /// Adds all locked doors, and returns what opens them.
    fn add_doors(&self, locks: &mut Locks) -> Vec<Opener<'_>> {
        let mut openers: Vec<Opener<'_>> = Vec::new();
        for (_, entity) in self.ids() {
            let Some(door) = &self.pack.kinds.get(entity.kind).door else { continue };
            let shut = entity.locked && !entity.active && door.while_.is_none();
            let Some(pos) = entity.pos().filter(|_| shut && !door.keys.is_empty()) else {
                continue;
            };
            let color = entity.lock.filter(|_| door.colored);
            let lock = color.map_or(entity.kind.index().into(), |it| COLORED | u32::from(it));
            locks.doors.push(LockedDoor { pos, lock, consumes: door.consumes });
            if !openers.iter().any(|it| it.lock == lock) {
                openers.push(Opener { lock, kinds: &door.keys, color });
            }
        }
        openers
    }

    /// Adds all keys that open one of these locks.
    fn add_keys(&self, openers: &[Opener<'_>], locks: &mut Locks) {
        for (id, entity) in self.ids() {
            let Some(pos) = self.lies_at(entity) else { continue };
            for &Opener { lock, kinds, color } in openers {
                if kinds.contains(&entity.kind) && (color.is_none() || color == entity.lock) {
                    let count = (entity.count as usize).min(locks.doors.len());
                    locks.keys.extend(std::iter::repeat_n(Key { pos, lock }, count));
                    locks.items.extend(std::iter::repeat_n(id, count));
                }
            }
        }
    }

    /// Returns the cell where a thing lies or stands, or where its bearer does.
    fn lies_at(&self, entity: &Entity) -> Option<Pos> {
        match entity.at {
            At::Bag(bearer) | At::Named(bearer) => self.pos(bearer),
            At::Cell(_) | At::Gone => entity.pos(),
        }
    }
}

/// Returns the obstacles of a level, apart from its locks.
fn obstacles<'a>(ctx: &Ctx<'_>, floor: &'a BitGrid, blocked: &'a [Pos]) -> Obstacles<'a> {
    Obstacles {
        floor,
        adjacency: ctx.adjacency(),
        start: ctx.world.level.start,
        blocked,
        doors: &[],
        keys: &[],
    }
}
