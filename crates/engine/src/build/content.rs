use barrow_grid::{BitGrid, Pos, Rect};
use barrow_mapgen::Role;
use barrow_pack::{self as pack, Field, Id, Kind, Layer, Moves, Placement, Site};
use barrow_small::Map;

use super::blueprint::Blueprint;
use super::connected::Authored;
use crate::ctx::Ctx;
use crate::ctx::scene::Scene;

/// The distance within which things placed "next to" something are put.
const NEAR_DISTANCE: u32 = 5;

/// The number of distinct lock colours on one level.
pub(crate) const LOCK_COLORS: u16 = 64;

/// The number of levels after which lock colours repeat.
const LEVELS_WITH_OWN_LOCKS: i64 = 1_000;

impl Ctx<'_> {
    /// Places everything that the pack puts on the level.
    pub(super) fn fill(&mut self, level: &pack::Level, blueprint: &Blueprint) {
        let mut authored = Authored::default();
        let (drawn, made) = blueprint.things.split_at(blueprint.drawn_things);
        let before = self.world.entities.len();
        self.spawn_all(drawn);
        authored.add_since(before, &self.world.entities);
        self.spawn_all(made);
        let (drawn, by_chance): (Vec<&Placement>, Vec<&Placement>) =
            level.places.iter().filter(|it| it.rooms.is_none()).partition(|it| it.at.is_some());
        let before = self.world.entities.len();
        for placement in drawn {
            self.place_some(placement, blueprint);
        }
        if level.dig.is_none() {
            authored.add_since(before, &self.world.entities);
        }
        if level.ways {
            self.add_stairs(level, blueprint);
        }
        self.fill_rooms(level, blueprint);
        for placement in by_chance {
            self.place_some(placement, blueprint);
        }
        self.pair_locks();
        self.keep_connected(blueprint, &authored);
    }

    fn spawn_all(&mut self, things: &[(Id<Kind>, Pos)]) {
        for &(kind, at) in things {
            self.spawn(kind, at);
        }
    }

    fn place_some(&mut self, placement: &Placement, blueprint: &Blueprint) {
        let scene = self.with_player(Scene::default());
        if !self.holds(placement.when.as_ref(), &scene) {
            return;
        }
        if let Some(at) = placement.at.filter(|&at| self.world.level.bounds().contains(at)) {
            return self.put_at(placement, at);
        }
        let mut spawns = self.spawn_cells(placement, blueprint);
        if placement.unseen {
            self.remove_seen(blueprint.start, &mut spawns);
        }
        match placement.site {
            Site::Anywhere if placement.role.is_empty() => {
                self.scatter(placement, &spawns.iter().collect::<Vec<_>>());
            }
            Site::Anywhere | Site::Rooms => {
                for room in rooms_for(placement, blueprint) {
                    self.scatter(placement, &cells_of(room, &spawns));
                }
            }
            Site::Room => {
                let rooms = rooms_for(placement, blueprint).into_iter();
                let cells: Vec<Pos> = rooms.flat_map(|room| cells_of(room, &spawns)).collect();
                self.scatter(placement, &cells);
            }
            Site::Start => self.scatter_near(placement, blueprint.start),
            Site::Exit => self.scatter_near(placement, blueprint.exit),
        }
    }

    /// Returns the cells where a placement's things may be. Who neither walks nor flies has its own
    /// ground.
    fn spawn_cells(&self, placement: &Placement, blueprint: &Blueprint) -> BitGrid {
        let mover = placement.kind.filter(|_| self.facts.ways).and_then(|it| self.mover(it));
        let usual = Moves::WALK.and(Moves::FLY);
        match mover.filter(|it| !it.meets(usual)) {
            None => blueprint.spawns.clone(),
            Some(ways) => {
                let (width, height) = (blueprint.spawns.width(), blueprint.spawns.height());
                BitGrid::from_fn(width, height, |at| self.step_cost(ways, at, false) > 0)
            }
        }
    }

    /// Removes from `cells` every cell in line of sight of `from`, ignoring light.
    pub(super) fn remove_seen(&self, from: Pos, cells: &mut BitGrid) {
        let bounds = self.world.level.bounds();
        let mut seen = BitGrid::new(bounds.width, bounds.height);
        let far = bounds.width.max(bounds.height).unsigned_abs();
        self.sight_rule().see(&self.world.level.opaque, from, far, &mut seen);
        seen.invert();
        cells.intersect(&seen);
    }

    /// Places a placement's things on one cell. If they are actors, only the first one fits.
    fn put_at(&mut self, placement: &Placement, at: Pos) {
        if let Some(field) = placement.field {
            return self.fill_some(field, placement, vec![at]);
        }
        for kind in self.placed(placement) {
            let actor = self.pack.kinds.get(kind).layer == Layer::Actor;
            if !actor || self.world.level.actor_at(at).is_none() {
                self.spawn(kind, at);
            }
        }
    }

    /// Places a placement's things on free cells drawn from a list.
    pub(super) fn scatter(&mut self, placement: &Placement, cells: &[Pos]) {
        let mut cells = cells.to_vec();
        if let Some(field) = placement.field {
            return self.fill_some(field, placement, cells);
        }
        for kind in self.placed(placement) {
            while !cells.is_empty() {
                let count = u32::try_from(cells.len()).unwrap_or(u32::MAX);
                let index = self.world.rng.below(count) as usize;
                let taken = placement.bare && self.world.level.actor_at(cells[index]).is_some();
                if !taken && self.has_room_for(kind, cells[index]) {
                    self.spawn(kind, cells[index]);
                    break;
                }
                cells.swap_remove(index);
            }
        }
    }

    /// Fills cells drawn from a list with a field.
    fn fill_some(&mut self, field: Id<Field>, placement: &Placement, mut cells: Vec<Pos>) {
        let scene = self.with_player(Scene::default());
        let count = self.count(placement.count.as_ref(), &scene, 1);
        self.world.rng.shuffle(&mut cells);
        for at in cells.into_iter().take(count as usize) {
            if self.happens(placement.chance.as_ref(), &scene) {
                let amount = self.count(placement.amount.as_ref(), &scene, 1);
                self.set_field(field, at, u8::try_from(amount).unwrap_or(u8::MAX));
            }
        }
    }

    fn has_room_for(&self, kind: Id<Kind>, at: Pos) -> bool {
        let mover = self.mover(kind);
        let bare = mover.is_some() || self.world.level.piles[at].is_none();
        bare && self.is_free_for_mover(mover, at)
    }

    fn scatter_near(&mut self, placement: &Placement, near: Pos) {
        if let Some(field) = placement.field {
            let cells = crate::effect::square(near, NEAR_DISTANCE, self.world.level.bounds());
            let open = cells.into_iter().filter(|&at| self.world.level.is_open(at));
            let open = open.collect();
            return self.fill_some(field, placement, open);
        }
        for kind in self.placed(placement) {
            if let Some(at) = self.free_cell(near, NEAR_DISTANCE, self.mover(kind)) {
                self.spawn(kind, at);
            }
        }
    }

    /// Returns the kinds to place, one for each thing.
    fn placed(&mut self, placement: &Placement) -> Vec<Id<Kind>> {
        let scene = self.with_player(Scene::default());
        let mut kinds = Vec::new();
        for _ in 0..self.count(placement.count.as_ref(), &scene, 1).min(1_000) {
            if !self.happens(placement.chance.as_ref(), &scene) {
                continue;
            }
            match (placement.kind, placement.table) {
                (Some(kind), _) => kinds.push(kind),
                (None, Some(table)) => {
                    for (kind, count) in self.draw(table, &scene) {
                        kinds.extend(std::iter::repeat_n(kind, count as usize));
                    }
                }
                (None, None) => {}
            }
        }
        kinds
    }

    /// Gives each coloured lock a colour, and each key the colour of the oldest lock without a key.
    /// Locks of different levels get different colours, so that a key carried along fits no door
    /// elsewhere.
    fn pair_locks(&mut self) {
        let level = &self.world.level;
        let tag = i64::from(level.definition.index()) * 97 + i64::from(level.floor);
        let tag = u16::try_from(tag.rem_euclid(LEVELS_WITH_OWN_LOCKS)).unwrap_or(0);
        let mut colors = (0..LOCK_COLORS).map(|number| tag * LOCK_COLORS + number);
        let mut open: Map<Id<Kind>, Vec<u16>> = Map::new();
        for entity in &mut self.world.entities {
            let Some(door) = &self.pack.kinds.get(entity.kind).door else { continue };
            if door.colored && entity.lock.is_none() {
                entity.lock = colors.next();
                for &key in &door.keys {
                    open.get_or_insert_with(key, Vec::new).extend(entity.lock);
                }
            }
        }
        for entity in self.world.entities.iter_mut().filter(|it| it.lock.is_none()) {
            if let Some(colors) = open.get_mut(&entity.kind).filter(|colors| !colors.is_empty()) {
                entity.lock = Some(colors.remove(0));
            }
        }
    }
}

/// Returns the rooms of a placement: those with its name, or all but the first.
fn rooms_for(placement: &Placement, blueprint: &Blueprint) -> Vec<Rect> {
    let named = |role: &Role| placement.role.is_empty() || *role.to_string() == *placement.role;
    let skip = usize::from(placement.role.is_empty());
    let rooms = blueprint.rooms.iter().filter(|it| named(&it.role));
    rooms.map(|it| it.rect).skip(skip).collect()
}

pub(super) fn cells_of(room: Rect, spawns: &BitGrid) -> Vec<Pos> {
    room.cells().filter(|&at| spawns.contains(at)).collect()
}
