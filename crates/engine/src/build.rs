//! Builds levels and moves the party from one level to the next.

mod blueprint;
mod connected;
mod content;
mod join;
mod rooms;
mod stairs;
#[cfg(test)]
mod tests;
mod zone;

use barrow_dice::Stream;
use barrow_grid::{BitGrid, FogOfWar, Grid, Opaque, Pos};
use barrow_pack::{self as pack, Id, LinkTarget, Occasion, Way};

use self::blueprint::Blueprint;
pub(crate) use self::content::LOCK_COLORS;
use crate::ctx::Ctx;
use crate::ctx::scene::Scene;
use crate::effect::travelling::floor_number;
use crate::event::Event;
use crate::field::Layer;
use crate::state::entity::{At, Entity, EntityId, Wits};
use crate::state::level::{Cell, Level};
use crate::state::roster::Roster;
use crate::state::tracked::Tracked;
use crate::state::world::{Journey, Stored, World};

const LAYOUT: Stream = Stream::named("layout");
const CONTENT: Stream = Stream::named("content");
const LINKS: Stream = Stream::named("links");

/// The maximum distance from the arrival cell at which a party member is placed.
const MAX_ARRIVAL_DISTANCE: u32 = 50;

impl Ctx<'_> {
    /// Starts the pending journey, if there is one.
    pub(crate) fn depart(&mut self) {
        let Some(Journey { way, level, floor }) = self.world.journey.take() else { return };
        let Some(definition) = level.or_else(|| self.linked(way)) else { return };
        let links = &self.pack.levels.get(self.world.level.definition).links;
        let scene = self.with_player(Scene::default());
        let by = links.step.as_ref().map_or(1, |it| self.expected(it, &scene).to_whole());
        let by = i32::try_from(by).unwrap_or(1);
        let by = if way == Way::Down { by } else { by.saturating_neg() };
        let counted = self.world.level.floor.saturating_add(by);
        let floor = floor.or_else(|| self.own_floor(definition)).unwrap_or(counted);
        self.enter(definition, floor, Some(way));
    }

    /// Returns the number of the floor that a level sets by itself.
    pub(crate) fn own_floor(&self, definition: Id<pack::Level>) -> Option<i32> {
        let scene = self.with_player(Scene::default());
        let own = self.pack.levels.get(definition).floor.as_ref();
        own.map(|it| floor_number(self.expected(it, &scene)))
    }

    /// Enters a level: restores it if it was stored, otherwise builds it.
    pub(crate) fn enter(&mut self, definition: Id<pack::Level>, floor: i32, way: Option<Way>) {
        // Ids are valid on one level.
        self.world.players.iter_mut().for_each(|it| it.estate.clear());
        let party = self.leave();
        let party = self.renew_party(party, definition, way);
        if let Some(stored) = self.world.stored.remove(&(definition, floor)) {
            self.world.level = stored.level;
            self.world.entities = stored.entities;
            self.world.actors = stored.actors;
            self.world.roster = stored.roster;
            let players = self.bring_along(party);
            self.arrive(&players, way);
        } else {
            // The party exists before the level is built, so that conditions in the level can ask
            // who comes.
            let players = self.bring_along(party);
            self.make_level(definition, floor);
            self.arrive(&players, way);
        }
        self.begin_level();
    }

    /// Takes the party out of the level. Returns the players in order, each followed by the
    /// contents of their bags. Dead players are included, because each player keeps an entity.
    fn leave(&mut self) -> Vec<Entity> {
        let mut party = Vec::new();
        for player in 0..self.world.players.len() {
            let who = self.world.players[player].entity;
            let bag = self.actor(who).map_or(Vec::new(), |it| it.held().collect());
            party.push(self.entity(who).clone());
            party.extend(bag.iter().map(|&item| self.entity(item).clone()));
            // Before the first level there is no cell to remove anyone from.
            let level = &self.world.level;
            if self.pos(who).is_some_and(|cell| level.actors.get(cell).is_some()) {
                self.lift(who);
            }
            for gone in bag.into_iter().chain([who]) {
                self.entity_mut(gone).at = At::Gone;
            }
            // The player sees nothing while travelling.
            self.world.players[player].fog = FogOfWar::default();
        }
        self.store();
        self.world.delayed.clear();
        self.world.flashes.clear();
        self.world.trails.clear();
        party
    }

    /// Stores the level, if the pack says that it is kept.
    fn store(&mut self) {
        let entities = std::mem::take(&mut self.world.entities);
        let mut actors = std::mem::take(&mut self.world.actors);
        let mut roster = std::mem::take(&mut self.world.roster);
        let level = std::mem::take(&mut self.world.level);
        if level.ground.bounds().is_empty() || !self.pack.levels.get(level.definition).lasting {
            return;
        }
        actors.retain(|id| entities[id.index()].exists());
        roster.sweep(&entities);
        let digest = Stored::digest_of(&level, &entities, &actors);
        let key = (level.definition, level.floor);
        self.world.stored.insert(key, Stored { level, entities, actors, roster, digest });
    }

    /// Replaces the party by the level's own hero with an empty bag, on a level that starts afresh.
    fn renew_party(
        &mut self,
        party: Vec<Entity>,
        definition: Id<pack::Level>,
        way: Option<Way>,
    ) -> Vec<Entity> {
        let level = self.pack.levels.get(definition);
        let Some(hero) = level.hero.filter(|_| level.anew && way.is_some()) else { return party };
        self.world.identified.clear();
        let mut fresh = Vec::new();
        for old in &party {
            let Some(player) = old.actor.as_ref().and_then(|it| it.player) else { continue };
            // The level has no entities yet, so the hero gets the first id.
            self.world.players.iter_mut().for_each(|it| it.entity = EntityId::new(0));
            let new = self.make(hero);
            self.actor_mut(new).player = Some(player);
            self.entity_mut(new).at = old.at;
            fresh.append(&mut self.world.entities);
            self.world.roster = Roster::default();
        }
        fresh
    }

    /// Adds the party to the new level under new ids, not yet on a cell. Returns the living
    /// players.
    fn bring_along(&mut self, party: Vec<Entity>) -> Vec<EntityId> {
        let mut players = Vec::new();
        let mut owner = EntityId::new(0);
        for mut entity in party {
            let player = entity.actor.as_ref().and_then(|actor| actor.player);
            let Some(player) = player else {
                let idle = matches!(entity.at, At::Named(_));
                let at = if idle { At::Named(owner) } else { At::Bag(owner) };
                let item = self.add(Entity { at, below: None, ..entity });
                self.enlist(item);
                continue;
            };
            let lives = entity.exists();
            entity.at = At::Gone;
            owner = self.add(entity);
            self.world.players[usize::from(player)].entity = owner;
            self.renumber_bag(owner);
            if lives {
                players.push(owner);
            }
        }
        self.reset_menu_scenes();
        players
    }

    /// Clears the entities that open and queued menus refer to, because they were left behind. Each
    /// menu now refers to its player alone.
    fn reset_menu_scenes(&mut self) {
        let World { open_menu, queued_menus, players, .. } = &mut *self.world;
        for menu in open_menu.iter_mut().chain(queued_menus) {
            let player = players[usize::from(menu.player)].entity;
            menu.scene = Scene { player: Some(player), ..Scene::of(player) };
        }
    }

    /// Renumbers what `owner` holds. Its items follow the owner directly, in the same order.
    fn renumber_bag(&mut self, owner: EntityId) {
        let actor = self.actor_mut(owner);
        let old: Vec<EntityId> = actor.held().collect();
        let renumbered = |item: EntityId| {
            let index = old.iter().position(|&it| it == item)?;
            Some(EntityId::new(owner.number() + 1 + u32::try_from(index).ok()?))
        };
        actor.worn.retain_mut(|(_, item)| renumbered(*item).map(|id| *item = id).is_some());
        actor.bag.retain_mut(|item| renumbered(*item).map(|id| *item = id).is_some());
        for (_, items) in &mut actor.bags {
            items.retain_mut(|item| renumbered(*item).map(|id| *item = id).is_some());
        }
        actor.foe = None;
        actor.memory = None;
        actor.detour = 0;
        if let Some(wits) = &mut actor.wits {
            **wits = Wits { side: wits.side, ..Wits::default() };
        }
    }

    /// Puts the players on the level, at the stairs that match the way they came. The first one
    /// stands on them even if they are sealed.
    fn arrive(&mut self, players: &[EntityId], way: Option<Way>) {
        let near = self.arrival(way);
        for &who in players {
            let mover = self.mover(self.entity(who).kind);
            let sealed = self.is_sealed(near) && self.world.level.actor_at(near).is_none();
            let found =
                if sealed { None } else { self.free_cell(near, MAX_ARRIVAL_DISTANCE, mover) };
            let cell = found.unwrap_or(near);
            self.put(who, cell);
            self.actor_mut(who).home = cell;
            self.enlist_actor(who);
        }
    }

    /// Returns whether stairs on a cell are in the way.
    fn is_sealed(&self, at: Pos) -> bool {
        self.pile(at).any(|it| self.kind(it).stairs.is_some() && self.is_blocking(it))
    }

    fn begin_level(&mut self) {
        let bounds = self.world.level.bounds();
        for player in &mut self.world.players {
            player.fog = FogOfWar::new(bounds.width, bounds.height);
            player.memory.reset(bounds.width, bounds.height);
            player.sight_key = None;
            player.phantoms.clear();
            // Ids are valid on one level, and veils are drawn by id.
            player.veils.clear();
            player.room = None;
        }
        self.world.level.stale_light = true;
        self.update_views();
        self.tell_all(Event::Arrived { floor: self.world.level.floor });
        let about = self.pack.levels.get(self.world.level.definition).about.to_string();
        if !about.is_empty() {
            self.tell_all(Event::Said { text: about, usual: false });
        }
        let scene = self.with_player(Scene::default());
        self.occasion_everywhere(Occasion::Arrive, &scene);
    }

    /// Returns the arrival cell: the stairs back, if there are any.
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

    /// Builds a level from the run's seed, its name and its floor alone. Earlier play has no
    /// influence, unless the pack asks who comes.
    fn make_level(&mut self, definition: Id<pack::Level>, floor: i32) {
        let playing = self.world.rng.clone();
        self.world.level.definition = definition;
        self.world.level.floor = floor;
        let level = self.pack.levels.get(definition);
        let blueprint = self.plan_level(level);
        self.lay_ground(&blueprint);
        self.draw_links(level, &blueprint);
        self.fill(level, &blueprint);
        self.world.rng = playing;
    }

    /// Plans the current level. From now on, the random numbers of the rules are those of its
    /// content.
    fn plan_level(&mut self, level: &pack::Level) -> Blueprint {
        let Level { definition, floor, .. } = self.world.level;
        let mut indices = vec![u32::from(definition.index()), floor.cast_unsigned()];
        if let Some(salt) = &level.salt {
            let scene = self.with_player(Scene::default());
            let salt = self.expected(salt, &scene).to_whole();
            indices.push(u32::try_from(salt.rem_euclid(1 << 32)).unwrap_or(0));
        }
        let mut layout = self.world.seed.stream(LAYOUT, &indices);
        self.world.rng = self.world.seed.stream(CONTENT, &indices);
        let mut blueprint = self.blueprint(level, &mut layout);
        blueprint.indices = indices;
        self.furnish(level, &mut blueprint);
        blueprint
    }

    /// Draws where the ways lead, if they have several destinations.
    fn draw_links(&mut self, level: &pack::Level, blueprint: &Blueprint) {
        let mut rng = self.world.seed.stream(LINKS, &blueprint.indices);
        for (way, destinations) in [&level.links.down, &level.links.up].into_iter().enumerate() {
            if destinations.only().is_some() || destinations.list.is_empty() {
                continue;
            }
            let scene = self.with_player(Scene::default());
            let playing = std::mem::replace(&mut self.world.rng, rng);
            let list: Vec<&LinkTarget> = destinations
                .list
                .iter()
                .filter(|it| self.holds(it.when.as_ref(), &scene))
                .collect();
            let drawn = self.draw_weighted(&list, |it| it.weight.as_ref(), &scene);
            let drawn = drawn.map(|it| it.level);
            rng = std::mem::replace(&mut self.world.rng, playing);
            self.world.level.links[way] = drawn;
        }
    }

    fn lay_ground(&mut self, blueprint: &Blueprint) {
        let bounds = blueprint.ground.bounds();
        let (width, height) = (bounds.width, bounds.height);
        let kinds = &self.pack.levels.get(self.world.level.definition).kinds;
        let ground = Grid::from_fn(width, height, |at| kinds.here(blueprint.ground[at]));
        let empty = BitGrid::new(width, height);
        self.world.level = Level {
            definition: self.world.level.definition,
            floor: self.world.level.floor,
            ground: Tracked::new(ground.clone()),
            actors: Grid::new(width, height, None),
            piles: Grid::new(width, height, None),
            solid: empty.clone(),
            barred: empty.clone(),
            pits: empty.clone(),
            harm: empty.clone(),
            actor_cells: empty.clone(),
            pile_cells: empty.clone(),
            changed_cells: empty,
            opaque: Opaque::new(width, height),
            fields: vec![Layer::default(); self.pack.fields.len()],
            start: blueprint.start,
            floor_cells: blueprint.floor.count(),
            rooms: self.fresh_rooms(blueprint),
            ..Level::default()
        };
        let core = &self.pack.core;
        let cell_of = |id: Id<pack::Kind>| {
            let kind = self.pack.kinds.get(id);
            let flags = &kind.flags;
            let (solid, opaque) = (flags.contains(&core.solid), flags.contains(&core.opaque));
            let pit = flags.contains(&core.pit);
            Cell { solid, barred: solid, opaque, pit, harmful: kind.harmful }
        };
        for (at, &made_of) in ground.iter() {
            self.world.level.update_cell(at, cell_of(made_of));
        }
    }
}
