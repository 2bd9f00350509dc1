//! Whether a world that was read can be played: every id is one of its list, every cell is on
//! its plane.

use barrow_grid::{Pos, Rect};
use barrow_pack::{Id, Kind, Pack, Table};

use crate::ctx::scene::Scene;
use crate::state::entity::{Actor, At, Entity, EntityId};
use crate::state::level::Level;
use crate::state::roster::Roster;
use crate::state::world::{Later, OpenMenu, Player, World};

/// No run is played so long that turns would run out.
const LAST_TURN: u64 = 1 << 48;

pub(super) fn is_sound(pack: &Pack, world: &World) -> bool {
    let bounds = world.level.bounds();
    let place = Place { pack, bounds, things: &world.entities, players: world.players.len() };
    let stored = world.stored.iter().all(|(key, it)| {
        let (bounds, things) = (it.level.bounds(), it.entities.as_slice());
        let there = Place { bounds, things, ..place };
        *key == (it.level.place, it.level.floor)
            && there.is_sound(&it.level)
            && there.lists(&it.actors, &it.roster)
    });
    stored
        && world.turn < LAST_TURN
        && place.is_sound(&world.level)
        && place.lists(&world.actors, &world.roster)
        && place.has_players(&world.players)
        && place.pending(world)
}

/// A level and those who are there.
#[derive(Clone, Copy)]
struct Place<'a> {
    pack: &'a Pack,
    bounds: Rect,
    things: &'a [Entity],
    players: usize,
}

fn has<T>(table: &Table<T>, id: Id<T>) -> bool {
    usize::from(id.index()) < table.len()
}

fn all_sorted(ids: &[EntityId]) -> bool {
    ids.windows(2).all(|pair| pair[0] < pair[1])
}

impl Place<'_> {
    fn is_sound(&self, level: &Level) -> bool {
        let planes = [&level.solid, &level.barred, &level.pits, &level.harm];
        let fits = |amounts: Rect| amounts.is_empty() || amounts == self.bounds;
        !self.bounds.is_empty()
            && has(&self.pack.levels, level.place)
            && self.bounds.contains(level.start)
            && level.ground.cells().iter().all(|&kind| self.kind(kind))
            && planes.iter().all(|it| it.bounds() == self.bounds)
            && level.opaque.bounds() == self.bounds
            && level.fields.len() == self.pack.fields.len()
            && level.fields.iter().all(|it| fits(it.amounts.bounds()))
            && self.things.iter().zip(0..).all(|(it, number)| self.thing(it, EntityId(number)))
    }

    fn kind(&self, kind: Id<Kind>) -> bool {
        has(&self.pack.kinds, kind)
    }

    fn knows(&self, id: EntityId) -> bool {
        id.index() < self.things.len()
    }

    fn knows_if(&self, id: Option<EntityId>) -> bool {
        id.is_none_or(|id| self.knows(id))
    }

    fn thing(&self, entity: &Entity, id: EntityId) -> bool {
        let somewhere = match entity.at {
            At::Cell(at) => self.bounds.contains(at),
            At::Bag(owner) => self.knows(owner),
            At::Gone => true,
        };
        // Piles are followed to their end: what lies below was born before or put there later,
        // but in the same cell.
        let below = entity.below.is_none_or(|below| {
            below != id && self.knows(below) && self.things[below.index()].at == entity.at
        });
        let sorted = entity.values.windows(2).all(|pair| pair[0].0 < pair[1].0);
        somewhere
            && below
            && sorted
            && self.kind(entity.kind)
            && entity.values.iter().all(|(it, _)| has(&self.pack.attributes, *it))
            && entity.actor.as_ref().is_none_or(|it| self.actor(it, entity, id))
    }

    fn actor(&self, actor: &Actor, entity: &Entity, id: EntityId) -> bool {
        // A bag is emptied by taking things out that know that they are in it.
        let holds = |item: EntityId| {
            self.knows(item) && (!entity.exists() || self.things[item.index()].at == At::Bag(id))
        };
        actor.bag.iter().all(|&it| holds(it))
            && actor.worn.iter().all(|&(slot, it)| has(&self.pack.slots, slot) && self.knows(it))
            && actor.states.iter().all(|&(it, _)| has(&self.pack.states, it))
            && actor.waits.iter().all(|&(it, _)| has(&self.pack.abilities, it))
            && self.knows_if(actor.foe)
            && actor.player.is_none_or(|it| usize::from(it) < self.players)
    }

    fn lists(&self, actors: &[EntityId], roster: &Roster) -> bool {
        let parties = roster.parties.iter().map(|(_, members)| members.as_slice());
        let others = [actors, &roster.ticking, &roster.watched, &roster.lamps, &roster.bound];
        let is_list =
            |list: &[EntityId]| all_sorted(list) && list.last().is_none_or(|&it| self.knows(it));
        parties.chain(others).all(is_list)
    }

    fn has_players(&self, players: &[Player]) -> bool {
        (1..=8).contains(&players.len()) && players.iter().all(|it| self.player(it))
    }

    fn player(&self, player: &Player) -> bool {
        let memory = &player.memory;
        let sight = player.sight.bounds();
        self.knows(player.entity)
            && player.fog.bounds() == self.bounds
            && memory.ground().bounds() == self.bounds
            && memory.ground().cells().iter().all(|&kind| self.kind(kind))
            && memory.things().all(|(_, (kind, _))| self.kind(kind))
            && (sight == self.bounds || player.looked.is_none())
            && player.phantoms.iter().all(|it| self.kind(it.kind) && self.bounds.contains(it.at))
    }

    fn pending(&self, world: &World) -> bool {
        let levels = &self.pack.levels;
        let bound = world.journey.and_then(|it| it.level).is_none_or(|it| has(levels, it));
        let mut menus = world.choice.iter().chain(&world.choices);
        bound
            && menus.all(|it| self.menu(it))
            && world.later.iter().all(|it| self.later(it))
            && world.flashes.iter().all(|it| self.bounds.contains(it.at))
            && world.known.iter().all(|&it| self.kind(it))
    }

    fn menu(&self, open: &OpenMenu) -> bool {
        has(&self.pack.menus, open.menu)
            && usize::from(open.player) < self.players
            && self.scene(&open.scene)
    }

    fn later(&self, later: &Later) -> bool {
        later.ability.is_none_or(|it| has(&self.pack.abilities, it))
            && later.area.is_none_or(|(at, _): (Pos, u32)| self.bounds.contains(at))
            && self.scene(&later.scene)
    }

    fn scene(&self, scene: &Scene) -> bool {
        let who = [scene.own, scene.actor, scene.target, scene.item, scene.player];
        who.into_iter().all(|id| self.knows_if(id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;

    /// A world in which the hero was changed is refused.
    fn refuses(what: &str, change: impl FnOnce(&mut Actor)) {
        let mut it = Scenario::new("@r", r#"{ "r": ["rat"] }"#, "{}");
        assert!(is_sound(it.game.pack(), &it.game.world));
        let hero = it.hero();
        change(it.game.world.entities[hero.index()].actor.as_mut().unwrap());
        assert!(!is_sound(it.game.pack(), &it.game.world), "{what}");
    }

    #[test]
    fn an_actor_holds_only_what_is_there() {
        const NOBODY: EntityId = EntityId(99);
        refuses("an unknown thing in the bag", |it| it.bag.push(NOBODY));
        refuses("a thing that is not in the bag", |it| it.bag.push(EntityId(0)));
        refuses("an unknown thing is worn", |it| it.worn.push((Id::new(0), NOBODY)));
        refuses("an unknown slot", |it| it.worn.push((Id::new(99), EntityId(0))));
        refuses("an unknown state", |it| it.states.push((Id::new(99), 1)));
        refuses("an unknown ability", |it| it.waits.push((Id::new(99), 1)));
        refuses("an unknown foe", |it| it.foe = Some(NOBODY));
        refuses("an unknown player", |it| it.player = Some(1));
    }
}
