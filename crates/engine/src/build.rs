//! Making levels, and going from one to the next.

mod blueprint;
mod content;
mod join;
#[cfg(test)]
mod tests;
mod ways;
mod zone;

use barrow_dice::Stream;
use barrow_grid::{BitGrid, FogOfWar, Grid, Opaque, Pos};
use barrow_pack::{self as pack, Id, Occasion, Way};

use self::blueprint::Blueprint;
pub(crate) use self::content::LOCKS;
use crate::ctx::Ctx;
use crate::ctx::scene::Scene;
use crate::event::Event;
use crate::field::Layer;
use crate::state::entity::{At, Entity, EntityId};
use crate::state::level::{Cell, Level};
use crate::state::roster::Roster;
use crate::state::tracked::Tracked;
use crate::state::world::{Journey, Stored, World};

const LAYOUT: Stream = Stream::named("layout");
const CONTENT: Stream = Stream::named("content");

/// How far from where it arrives a party looks for room.
const WIDEST_ARRIVAL: u32 = 50;

impl Ctx<'_> {
    /// Takes the party where it is bound for, if it is.
    pub(crate) fn depart(&mut self) {
        let Some(Journey { way, level }) = self.world.journey.take() else { return };
        let Some(place) = level.or_else(|| self.linked(way)) else { return };
        let links = &self.pack.levels.get(self.world.level.place).links;
        let scene = self.with_player(Scene::default());
        let by = links.step.as_ref().map_or(1, |it| self.expected(it, &scene).to_whole());
        let by = i32::try_from(by).unwrap_or(1);
        let by = if way == Way::Down { by } else { by.saturating_neg() };
        self.enter(place, self.world.level.floor.saturating_add(by), Some(way));
    }

    /// Enters a level, made anew or as it was left.
    pub(crate) fn enter(&mut self, place: Id<pack::Level>, floor: i32, way: Option<Way>) {
        let party = self.leave();
        let party = self.renew_party(party, place, way);
        if let Some(stored) = self.world.stored.remove(&(place, floor)) {
            self.world.level = stored.level;
            self.world.entities = stored.entities;
            self.world.actors = stored.actors;
            self.world.roster = stored.roster;
            let players = self.bring_along(party);
            self.arrive(&players, way);
        } else {
            // The party is there before anything is made, so that what is made can ask who
            // comes.
            let players = self.bring_along(party);
            self.make_level(place, floor);
            self.arrive(&players, way);
        }
        self.begin_level();
    }

    /// Takes the party and all it carries out of the level it leaves: the players in order,
    /// each followed by what is in the bag. The dead come along, to be nowhere there too.
    fn leave(&mut self) -> Vec<Entity> {
        let mut party = Vec::new();
        for player in 0..self.world.players.len() {
            let who = self.world.players[player].entity;
            let bag = self.bag(who).to_vec();
            party.push(self.entity(who).clone());
            party.extend(bag.iter().map(|&item| self.entity(item).clone()));
            // Before the first level there is no cell to be taken from.
            let level = &self.world.level;
            if self.pos(who).is_some_and(|cell| level.actors.get(cell).is_some()) {
                self.lift(who);
            }
            for gone in bag.into_iter().chain([who]) {
                self.entity_mut(gone).at = At::Gone;
            }
            // Nothing is seen on the way.
            self.world.players[player].fog = FogOfWar::default();
        }
        self.store();
        self.world.later.clear();
        self.world.flashes.clear();
        self.world.trails.clear();
        party
    }

    /// Puts the level away, if it is one that lasts.
    fn store(&mut self) {
        let entities = std::mem::take(&mut self.world.entities);
        let mut actors = std::mem::take(&mut self.world.actors);
        let mut roster = std::mem::take(&mut self.world.roster);
        let level = std::mem::take(&mut self.world.level);
        if level.ground.bounds().is_empty() || !self.pack.levels.get(level.place).lasting {
            return;
        }
        actors.retain(|id| entities[id.index()].exists());
        roster.sweep(&entities);
        let digest = Stored::digest_of(&level, &entities, &actors);
        let key = (level.place, level.floor);
        self.world.stored.insert(key, Stored { level, entities, actors, roster, digest });
    }

    /// On a level that one begins anew, whoever arrives is the hero of the level, with nothing
    /// else.
    fn renew_party(
        &mut self,
        party: Vec<Entity>,
        place: Id<pack::Level>,
        way: Option<Way>,
    ) -> Vec<Entity> {
        let level = self.pack.levels.get(place);
        let Some(hero) = level.hero.filter(|_| level.anew && way.is_some()) else { return party };
        self.world.known.clear();
        let mut fresh = Vec::new();
        for old in &party {
            let Some(player) = old.actor.as_ref().and_then(|it| it.player) else { continue };
            // Nobody else is there, so whoever is made is the first.
            self.world.players.iter_mut().for_each(|it| it.entity = EntityId(0));
            let new = self.make(hero);
            self.actor_mut(new).player = Some(player);
            self.entity_mut(new).at = old.at;
            fresh.append(&mut self.world.entities);
            self.world.roster = Roster::default();
        }
        fresh
    }

    /// Gives the party new ids; it is nowhere yet. Tells who of the players is alive.
    fn bring_along(&mut self, party: Vec<Entity>) -> Vec<EntityId> {
        let mut players = Vec::new();
        let mut owner = EntityId(0);
        for mut entity in party {
            let player = entity.actor.as_ref().and_then(|actor| actor.player);
            let Some(player) = player else {
                let item = self.add(Entity { at: At::Bag(owner), below: None, ..entity });
                self.enlist(item);
                continue;
            };
            let lives = entity.exists();
            entity.at = At::Gone;
            owner = self.add(entity);
            self.world.players[usize::from(player)].entity = owner;
            self.rename(owner);
            if lives {
                players.push(owner);
            }
        }
        self.forget_in_choices();
        players
    }

    /// Those that choices spoke of, the open one and those that wait, are left behind; each is
    /// the player's own now.
    fn forget_in_choices(&mut self) {
        let World { choice, choices, players, .. } = &mut *self.world;
        for menu in choice.iter_mut().chain(choices) {
            let player = players[usize::from(menu.player)].entity;
            menu.scene = Scene { player: Some(player), ..Scene::of(player) };
        }
    }

    /// The bag follows its owner: the ids are the next ones, in the same order.
    fn rename(&mut self, owner: EntityId) {
        let actor = self.actor_mut(owner);
        let old = std::mem::take(&mut actor.bag);
        let renamed = |item: EntityId| {
            let place = old.iter().position(|&it| it == item)?;
            Some(EntityId(owner.0 + 1 + u32::try_from(place).ok()?))
        };
        actor.worn.retain_mut(|(_, item)| renamed(*item).map(|id| *item = id).is_some());
        actor.bag = old.iter().filter_map(|&item| renamed(item)).collect();
        actor.foe = None;
        actor.memory = None;
        actor.detour = 0;
    }

    /// Brings players in, on the stairs that match the way they came.
    fn arrive(&mut self, players: &[EntityId], way: Option<Way>) {
        let near = self.arrival(way);
        for &who in players {
            let cell = self.free_cell(near, WIDEST_ARRIVAL, true).unwrap_or(near);
            self.put(who, cell);
            self.actor_mut(who).home = cell;
            self.enlist_actor(who);
        }
    }

    fn begin_level(&mut self) {
        let bounds = self.world.level.bounds();
        for player in &mut self.world.players {
            player.fog = FogOfWar::new(bounds.width, bounds.height);
            player.memory.reset(bounds.width, bounds.height);
            player.looked = None;
            player.phantoms.clear();
        }
        self.world.level.stale_light = true;
        self.look();
        self.tell_all(Event::Arrived { floor: self.world.level.floor });
        let about = self.pack.levels.get(self.world.level.place).about.to_string();
        if !about.is_empty() {
            self.tell_all(Event::Said { text: about });
        }
        let scene = self.with_player(Scene::default());
        self.everywhere(Occasion::Arrive, &scene);
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
    /// so far changes nothing, unless the pack asks who comes.
    fn make_level(&mut self, place: Id<pack::Level>, floor: i32) {
        let indices = [u32::from(place.index()), floor.cast_unsigned()];
        let mut layout = self.world.seed.stream(LAYOUT, &indices);
        let content = self.world.seed.stream(CONTENT, &indices);
        let playing = std::mem::replace(&mut self.world.rng, content);
        self.world.level.place = place;
        self.world.level.floor = floor;
        let level = self.pack.levels.get(place);
        let blueprint = self.blueprint(level, &mut layout);
        self.lay_ground(&blueprint);
        self.fill(level, &blueprint);
        self.world.rng = playing;
    }

    fn lay_ground(&mut self, blueprint: &Blueprint) {
        let bounds = blueprint.ground.bounds();
        let (width, height) = (bounds.width, bounds.height);
        let kinds = &self.pack.levels.get(self.world.level.place).kinds;
        let ground = Grid::from_fn(width, height, |at| kinds.here(blueprint.ground[at]));
        let empty = BitGrid::new(width, height);
        self.world.level = Level {
            place: self.world.level.place,
            floor: self.world.level.floor,
            ground: Tracked::new(ground.clone()),
            actors: Grid::new(width, height, None),
            piles: Grid::new(width, height, None),
            solid: empty.clone(),
            barred: empty.clone(),
            pits: empty.clone(),
            harm: empty.clone(),
            crowd: empty.clone(),
            laden: empty.clone(),
            touched: empty,
            opaque: Opaque::new(width, height),
            fields: vec![Layer::default(); self.pack.fields.len()],
            start: blueprint.start,
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
            self.world.level.settle(at, cell_of(made_of));
        }
    }
}
