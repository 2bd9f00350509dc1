//! Making levels, and going from one to the next.

mod ways;
mod zone;

use std::collections::BTreeMap;

use barrow_dice::{Rng, Stream};
use barrow_grid::{BitGrid, Grid, Memory, Opaque, Pos, Rect};
use barrow_mapgen::{Builder, Plan, Role, Terrain};
use barrow_pack::{
    self as pack, Dig, Id, Kind, Layer as KindLayer, Occasion, Placement, Site, Way,
};

use crate::ctx::Ctx;
use crate::entity::{At, Entity, EntityId};
use crate::event::Event;
use crate::level::{Layer, Level};
use crate::scene::Scene;
use crate::tracked::Tracked;
use crate::world::{Journey, Stored};

const LAYOUT: Stream = Stream::named("layout");
const CONTENT: Stream = Stream::named("content");

/// What a level is made from, whether it was dug or drawn.
struct Blueprint {
    ground: Grid<Id<Kind>>,
    /// What stands where, in order.
    things: Vec<(Id<Kind>, Pos)>,
    start: Pos,
    /// Where one arrives, if the drawing says so.
    arrival: Option<Pos>,
    exit: Pos,
    rooms: Vec<(Rect, Role)>,
    /// What can be walked, so far.
    floor: BitGrid,
    /// Where something may be put.
    spawns: BitGrid,
}

impl Ctx<'_> {
    /// Takes the party where it is bound for, if it is.
    pub(crate) fn depart(&mut self) {
        let Some(Journey { way, level }) = self.world.journey.take() else { return };
        let links = &self.pack.levels.get(self.world.level.place).links;
        let (linked, step) = match way {
            Way::Down => (links.down, 1),
            Way::Up => (links.up, -1),
        };
        let Some(place) = level.or(linked) else { return };
        let by =
            links.step.as_ref().map_or(1, |it| self.expected(it, &Scene::default()).to_whole());
        let by = i32::try_from(by).unwrap_or(1);
        let floor = self.world.level.floor.saturating_add(step * by);
        self.enter(place, floor, Some(way));
    }

    /// Enters a level, made anew or as it was left.
    pub(crate) fn enter(&mut self, place: Id<pack::Level>, floor: i32, way: Option<Way>) {
        let party = self.leave();
        let party = self.begin_anew(party, place, way);
        let living = match self.world.stored.remove(&(place, floor)) {
            Some(stored) => {
                self.world.level = stored.level;
                self.world.entities = stored.entities;
                self.world.actors = stored.actors;
                self.join(party)
            }
            None => {
                // The party comes first, for what is made may ask about the player.
                let living = self.join(party);
                self.make_level(place, floor);
                living
            }
        };
        self.arrive(&living, way);
    }

    /// Takes the party and all it carries out of the level it leaves. In the order of players,
    /// each followed by what is in the bag; the dead come along, for the score.
    fn leave(&mut self) -> Vec<Entity> {
        let mut party = Vec::new();
        for player in 0..self.world.players.len() {
            let who = self.world.players[player].entity;
            let bag = self.actor(who).map_or_else(Vec::new, |actor| actor.bag.clone());
            if let Some(at) = self.pos(who) {
                self.world.level.actors[at] = None;
            }
            party.push(self.entity(who).clone());
            party.extend(bag.iter().map(|&item| self.entity(item).clone()));
            for gone in bag.into_iter().chain([who]) {
                self.entity_mut(gone).at = At::Gone;
            }
        }
        let entities = std::mem::take(&mut self.world.entities);
        let actors = std::mem::take(&mut self.world.actors);
        let level = std::mem::take(&mut self.world.level);
        if !level.ground.bounds().is_empty() && self.pack.levels.get(level.place).lasting {
            let actors: Vec<EntityId> =
                actors.into_iter().filter(|id| entities[id.index()].exists()).collect();
            let digest = Stored::digest_of(&level, &entities, &actors);
            self.world
                .stored
                .insert((level.place, level.floor), Stored { level, entities, actors, digest });
        }
        self.world.later.clear();
        self.world.flashes.clear();
        party
    }

    /// On a level with a hero of its own, whoever arrives is that hero, with nothing else.
    fn begin_anew(
        &mut self,
        party: Vec<Entity>,
        place: Id<pack::Level>,
        way: Option<Way>,
    ) -> Vec<Entity> {
        let level = self.pack.levels.get(place);
        let Some(hero) = level.hero.filter(|_| level.anew && way.is_some()) else { return party };
        let mut fresh = Vec::new();
        for old in &party {
            let Some(player) = old.actor.as_ref().and_then(|it| it.player) else { continue };
            // Nobody else is there, so whoever is made is the first.
            self.world.players.iter_mut().for_each(|it| it.entity = EntityId(0));
            let new = self.make(hero);
            self.actor_mut(new).player = Some(player);
            self.entity_mut(new).at = old.at;
            fresh.append(&mut self.world.entities);
        }
        fresh
    }

    /// Gives the party its new ids, and tells who lives. All are nowhere yet.
    fn join(&mut self, party: Vec<Entity>) -> Vec<EntityId> {
        let mut owner = EntityId(0);
        let mut living = Vec::new();
        for mut entity in party {
            let id = EntityId(u32::try_from(self.world.entities.len()).unwrap_or(u32::MAX));
            entity.below = None;
            let actor = entity.actor.as_mut().map(|actor| {
                // The bag follows its owner: the ids are the next ones, in the same order.
                let old = std::mem::take(&mut actor.bag);
                let renamed = |item: EntityId| {
                    let place = old.iter().position(|&it| it == item).unwrap_or(0);
                    EntityId(id.0 + 1 + u32::try_from(place).unwrap_or(0))
                };
                actor.worn.iter_mut().for_each(|(_, item)| *item = renamed(*item));
                actor.bag = old.iter().map(|&item| renamed(item)).collect();
                actor.foe = None;
                actor.memory = None;
                actor.player
            });
            match actor.flatten() {
                Some(player) => {
                    owner = id;
                    living.extend(entity.pos().map(|_| id));
                    entity.at = At::Gone;
                    self.world.entities.push(entity);
                    self.world.players[usize::from(player)].entity = id;
                }
                None => {
                    entity.at = At::Bag(owner);
                    self.world.entities.push(entity);
                }
            }
        }
        if let Some(open) = &mut self.world.choice {
            // Those that the menu spoke of are left behind.
            let player = self.world.players[usize::from(open.player)].entity;
            open.scene = Scene { player: Some(player), ..Scene::of(player) };
        }
        living
    }

    /// Brings the party in, on the stairs that match the way it came.
    fn arrive(&mut self, living: &[EntityId], way: Option<Way>) {
        let arrival = self.arrival(way);
        for &who in living {
            self.settle_in(who, arrival);
        }
        self.begin_level();
    }

    fn settle_in(&mut self, who: EntityId, near: Pos) {
        let cell = self.free_cell(near, 50, true).unwrap_or(near);
        self.put(who, cell);
        self.actor_mut(who).home = cell;
        self.world.actors.push(who);
        self.world.actors.sort_unstable();
    }

    fn begin_level(&mut self) {
        let bounds = self.world.level.bounds();
        for player in &mut self.world.players {
            player.fog = Memory::new(bounds.width, bounds.height);
            player.memory.reset(bounds.width, bounds.height);
        }
        self.world.level.stale_light = true;
        self.look();
        self.tell_all(Event::Arrived { floor: self.world.level.floor });
        let about = self.pack.levels.get(self.world.level.place).about.to_string();
        if !about.is_empty() {
            self.tell_all(Event::Said { text: about });
        }
        let scene = self.with_player(Scene::default());
        self.run(self.pack.levels.get(self.world.level.place).on.on(Occasion::Arrive), &scene);
        self.run(self.pack.rules.on.on(Occasion::Arrive), &scene);
    }

    /// Where one arrives: on the stairs back, if there are any.
    fn arrival(&self, way: Option<Way>) -> Pos {
        let wanted = match way {
            Some(Way::Down) => Way::Up,
            Some(Way::Up) => Way::Down,
            None => return self.world.level.start,
        };
        let stairs = self.world.entities.iter().find(|it| {
            self.pack.kinds.get(it.kind).stairs.as_ref().is_some_and(|stairs| stairs.way == wanted)
        });
        let at = stairs.and_then(Entity::pos);
        at.unwrap_or(self.world.level.start)
    }

    /// Makes a level from the run's seed, its name and its floor alone: how the run was played
    /// so far changes nothing.
    fn make_level(&mut self, place: Id<pack::Level>, floor: i32) {
        let indices = [u32::from(place.index()), floor.cast_unsigned()];
        let mut layout = self.world.seed.stream(LAYOUT, &indices);
        let content = self.world.seed.stream(CONTENT, &indices);
        let playing = std::mem::replace(&mut self.world.rng, content);
        self.world.level.place = place;
        self.world.level.floor = floor;
        let blueprint = self.blueprint(place, &mut layout);
        self.lay_ground(place, floor, &blueprint);
        for &(kind, at) in &blueprint.things {
            self.spawn(kind, at);
        }
        let level = self.pack.levels.get(place);
        let (fixed, by_chance): (Vec<&Placement>, Vec<&Placement>) =
            level.places.iter().partition(|it| it.at.is_some());
        for placement in fixed {
            self.place_some(placement, &blueprint);
        }
        if level.ways {
            self.add_ways(level, &blueprint);
        }
        for placement in by_chance {
            self.place_some(placement, &blueprint);
        }
        self.pair_locks();
        self.world.rng = playing;
    }

    fn lay_ground(&mut self, place: Id<pack::Level>, floor: i32, blueprint: &Blueprint) {
        let bounds = blueprint.ground.bounds();
        let (width, height) = (bounds.width, bounds.height);
        let pit = self.pack.core.pit;
        self.world.level = Level {
            place,
            floor,
            ground: Tracked::new(blueprint.ground.clone()),
            actors: Grid::new(width, height, None),
            piles: Grid::new(width, height, None),
            solid: BitGrid::new(width, height),
            opaque: Opaque::new(width, height),
            fields: vec![Layer::default(); self.pack.fields.len()],
            has_pits: blueprint
                .ground
                .cells()
                .iter()
                .any(|&it| self.pack.kinds.get(it).flags.contains(&pit)),
            start: blueprint.start,
            rooms: blueprint.rooms.iter().map(|(rect, _)| *rect).collect(),
            stale_light: true,
            ..Level::default()
        };
        for at in bounds.cells() {
            self.settle(at);
        }
    }

    fn blueprint(&mut self, place: Id<pack::Level>, layout: &mut Rng) -> Blueprint {
        let level = self.pack.levels.get(place);
        match &level.dig {
            Some(dig) => self.dug(level, dig, layout),
            None => self.drawn(level, layout),
        }
    }

    fn dug(&mut self, level: &pack::Level, dig: &Dig, layout: &mut Rng) -> Blueprint {
        let scene = Scene::default();
        let recipe = dig.recipe(|formula| self.number(formula, &scene));
        let mut plan = Plan::default();
        // Formulas are brought into their ranges, but two parameters may still contradict each
        // other on some floor; then the algorithm's own parameters stand in.
        if Builder::default().build(&recipe, layout, &mut plan).is_err() {
            let usual = barrow_mapgen::Recipe::new(recipe.algorithm.as_it_comes());
            Builder::default()
                .build(&usual, layout, &mut plan)
                .expect("every algorithm's own recipe is sound");
        }
        let ground = &level.ground;
        let floor = ground.floor.unwrap_or_default();
        let terrain = |at| match plan.terrain(at) {
            Terrain::Wall => ground.wall.unwrap_or_default(),
            Terrain::Lava => ground.lava.unwrap_or(floor),
            Terrain::Floor | Terrain::Door => floor,
        };
        let exit = plan.exits.first().copied().unwrap_or(plan.start);
        let mut things = Vec::new();
        things.extend(
            ground.door.iter().flat_map(|&door| plan.doors.iter().map(move |&at| (door, at))),
        );
        things.extend(ground.up.map(|kind| (kind, plan.start)));
        things.extend(ground.down.map(|kind| (kind, exit)));
        for mark in &plan.marks {
            let sign = level.legend.signs.iter().find(|(glyph, _)| *glyph == mark.glyph);
            things.extend(sign.iter().flat_map(|(_, kinds)| kinds).map(|&kind| (kind, mark.pos)));
        }
        Blueprint {
            ground: Grid::from_fn(plan.bounds().width, plan.bounds().height, terrain),
            things,
            start: plan.start,
            arrival: Some(plan.start),
            exit,
            rooms: plan.rooms.iter().map(|room| (room.rect, room.role.clone())).collect(),
            floor: plan.floor,
            spawns: plan.spawns,
        }
    }

    fn drawn(&mut self, level: &pack::Level, layout: &mut Rng) -> Blueprint {
        let lines: Vec<&str> = level.drawing.iter().map(AsRef::as_ref).collect();
        let picture = Grid::from_picture(&lines.join("\n"));
        let usual = &level.ground;
        let floor = usual.floor.unwrap_or_default();
        let mut things = Vec::new();
        let mut spawns = BitGrid::new(picture.width(), picture.height());
        let (mut arrival, mut exit) = (None, Pos::default());
        let walked = |kind: Id<Kind>| {
            let flags = &self.pack.kinds.get(kind).flags;
            !flags.contains(&self.pack.core.solid) && !flags.contains(&self.pack.core.pit)
        };
        let ground = Grid::from_fn(picture.width(), picture.height(), |at| {
            let glyph = picture[at];
            if glyph == pack::Level::ARRIVAL {
                arrival = Some(at);
            }
            let sign =
                level.legend.signs.iter().find(|(it, _)| *it == glyph).map(|(_, kinds)| kinds);
            let stands: &[Id<Kind>] = sign.map_or(&[], Vec::as_slice);
            let is_ground =
                |kind: &Id<Kind>| self.pack.kinds.get(*kind).layer == KindLayer::Terrain;
            things.extend(stands.iter().filter(|kind| !is_ground(kind)).map(|&kind| (kind, at)));
            match (sign, glyph) {
                (None, '+') => things.extend(usual.door.map(|kind| (kind, at))),
                (None, '<') => things.extend(usual.up.map(|kind| (kind, at))),
                (None, '>') => {
                    exit = at;
                    things.extend(usual.down.map(|kind| (kind, at)));
                }
                _ => {}
            }
            let own = stands.iter().copied().find(|kind| is_ground(kind));
            let wall = sign.is_none() && ['#', ' '].contains(&glyph);
            let zone = level.zones.iter().any(|it| it.sign == glyph && it.dig.is_some());
            let ground = own.unwrap_or(if wall { usual.wall.unwrap_or(floor) } else { floor });
            let bare = glyph == '.' || sign.is_some() && stands.len() == 1 && own.is_some();
            if bare && walked(ground) && !zone {
                spawns.insert(at);
            }
            ground
        });
        let mut walkable = BitGrid::from_grid(&ground, |&kind| walked(kind));
        for at in picture.positions() {
            if level.zones.iter().any(|it| it.sign == picture[at]) {
                walkable.remove(at);
            }
        }
        let start = arrival.unwrap_or_default();
        let mut blueprint = Blueprint {
            ground,
            things,
            start,
            arrival,
            exit,
            rooms: Vec::new(),
            floor: walkable,
            spawns,
        };
        self.make_zones(level, &picture, layout, &mut blueprint);
        blueprint
    }

    fn place_some(&mut self, placement: &Placement, blueprint: &Blueprint) {
        let scene = Scene::default();
        if !self.holds(placement.when.as_ref(), &scene) {
            return;
        }
        if let Some(at) = placement.at.filter(|&at| self.world.level.bounds().contains(at)) {
            return self.put_at(placement, at);
        }
        let named = |role: &Role| placement.role.is_empty() || *role.to_string() == *placement.role;
        let rooms: Vec<Rect> =
            blueprint.rooms.iter().filter(|(_, role)| named(role)).map(|(rect, _)| *rect).collect();
        match placement.site {
            Site::Anywhere if placement.role.is_empty() => {
                let cells: Vec<Pos> = blueprint.spawns.iter().collect();
                self.scatter(placement, &cells);
            }
            Site::Anywhere | Site::Rooms => {
                let skip = usize::from(placement.role.is_empty());
                for room in rooms.into_iter().skip(skip) {
                    let cells: Vec<Pos> =
                        room.cells().filter(|&at| blueprint.spawns.contains(at)).collect();
                    self.scatter(placement, &cells);
                }
            }
            Site::Start => self.scatter_near(placement, blueprint.start),
            Site::Exit => self.scatter_near(placement, blueprint.exit),
        }
    }

    /// Puts what a placement asks for on its cell. Of actors, there is room for one.
    fn put_at(&mut self, placement: &Placement, at: Pos) {
        for kind in self.placed(placement) {
            let actor = self.pack.kinds.get(kind).layer == KindLayer::Actor;
            if !actor || self.world.level.actor_at(at).is_none() {
                self.spawn(kind, at);
            }
        }
    }

    /// Puts what a placement asks for on free cells drawn from a list.
    fn scatter(&mut self, placement: &Placement, cells: &[Pos]) {
        for kind in self.placed(placement) {
            let solid = self.pack.kinds.get(kind).layer == KindLayer::Actor;
            let level = &self.world.level;
            let free = |at: Pos| {
                if solid {
                    level.is_free(at)
                } else {
                    level.is_open(at) && level.piles[at].is_none()
                }
            };
            let free: Vec<Pos> = cells.iter().copied().filter(|&at| free(at)).collect();
            if let Some(&at) = self.world.rng.pick(&free) {
                self.spawn(kind, at);
            }
        }
    }

    fn scatter_near(&mut self, placement: &Placement, near: Pos) {
        for kind in self.placed(placement) {
            let solid = self.pack.kinds.get(kind).layer == KindLayer::Actor;
            if let Some(at) = self.free_cell(near, 5, solid) {
                self.spawn(kind, at);
            }
        }
    }

    /// The kinds that a placement comes to.
    fn placed(&mut self, placement: &Placement) -> Vec<Id<Kind>> {
        let scene = Scene::default();
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

    /// Gives each coloured lock a colour, and each key the colour of the eldest lock that has
    /// no key yet.
    fn pair_locks(&mut self) {
        let mut open: BTreeMap<Id<Kind>, Vec<u16>> = BTreeMap::new();
        for entity in &mut self.world.entities {
            let Some(door) = &self.pack.kinds.get(entity.kind).door else { continue };
            if door.colored && entity.lock.is_none() {
                entity.lock = Some(self.world.lock_colors);
                for &key in &door.keys {
                    open.entry(key).or_default().push(self.world.lock_colors);
                }
                self.world.lock_colors += 1;
            }
        }
        for entity in &mut self.world.entities {
            if let Some(colors) = open.get_mut(&entity.kind).filter(|colors| !colors.is_empty()) {
                entity.lock = Some(colors.remove(0));
            }
        }
    }
}
