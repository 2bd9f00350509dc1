//! Checks whether a world that was read can be played: every id must exist and every cell must be
//! on its level.

use barrow_grid::{BitGrid, Rect};
use barrow_pack::{Id, Kind, Pack, Table};

use crate::ctx::scene::Scene;
use crate::state::entity::{Actor, At, Entity, EntityId};
use crate::state::level::Level;
use crate::state::rooms::Room;
use crate::state::roster::Roster;
use crate::state::world::{Delayed, Offer, OpenMenu, Player, Question, World};

/// The maximum turn of a run, so that turns cannot overflow.
const LAST_TURN: u64 = 1 << 48;

pub(super) fn is_sound(pack: &Pack, world: &World) -> bool {
    let bounds = world.level.bounds();
    let here = LevelCheck { pack, bounds, things: &world.entities, players: world.players.len() };
    let stored = world.stored.iter().all(|(key, it)| {
        let (bounds, things) = (it.level.bounds(), it.entities.as_slice());
        let there = LevelCheck { bounds, things, ..here };
        *key == (it.level.definition, it.level.floor)
            && there.is_sound(&it.level)
            && there.are_lists_sound(&it.actors, &it.roster)
    });
    stored
        && world.turn < LAST_TURN
        && here.is_sound(&world.level)
        && here.are_lists_sound(&world.actors, &world.roster)
        && here.are_players_sound(&world.players)
        && here.is_pending_sound(world)
}

/// A level and its entities.
#[derive(Clone, Copy)]
struct LevelCheck<'a> {
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

impl LevelCheck<'_> {
    fn is_sound(&self, level: &Level) -> bool {
        let planes = [&level.solid, &level.barred, &level.pits, &level.harm];
        let fits = |amounts: Rect| amounts.is_empty() || amounts == self.bounds;
        !self.bounds.is_empty()
            && has(&self.pack.levels, level.definition)
            && self.bounds.contains(level.start)
            && level.ground.cells().iter().all(|&kind| self.has_kind(kind))
            && planes.iter().all(|it| it.bounds() == self.bounds)
            && level.opaque.bounds() == self.bounds
            && level.links.iter().flatten().all(|&it| has(&self.pack.levels, it))
            && level.rooms.iter().all(|it| self.is_room_sound(it, level.rooms.len()))
            && level.fields.len() == self.pack.fields.len()
            && level.fields.iter().all(|it| fits(it.amounts.bounds()))
            && self
                .things
                .iter()
                .zip(0..)
                .all(|(it, number)| self.is_entity_sound(it, EntityId::new(number)))
    }

    fn is_room_sound(&self, room: &Room, count: usize) -> bool {
        room.kind.is_none_or(|it| has(&self.pack.rooms, it))
            && room.rect.intersection(self.bounds) == room.rect
            && room.beside.iter().all(|&it| usize::from(it) < count)
    }

    fn has_kind(&self, kind: Id<Kind>) -> bool {
        has(&self.pack.kinds, kind)
    }

    fn has_entity(&self, id: EntityId) -> bool {
        id.index() < self.things.len()
    }

    fn has_entity_if_any(&self, id: Option<EntityId>) -> bool {
        id.is_none_or(|id| self.has_entity(id))
    }

    fn is_entity_sound(&self, entity: &Entity, id: EntityId) -> bool {
        let somewhere = match entity.at {
            At::Cell(at) => self.bounds.contains(at),
            At::Bag(owner) | At::Named(owner) => self.has_entity(owner),
            At::Gone => true,
        };
        // Piles are followed to their end, so each thing below must lie in the same cell.
        let below = entity.below.is_none_or(|below| {
            self.has_entity(below) && self.things[below.index()].at == entity.at
        });
        let sorted = entity.values.windows(2).all(|pair| pair[0].0 < pair[1].0);
        somewhere
            && below
            && sorted
            && self.has_kind(entity.kind)
            && entity.values.iter().all(|(it, _)| has(&self.pack.attributes, *it))
            && entity.actor.as_ref().is_none_or(|it| self.is_actor_sound(it, entity, id))
    }

    fn is_actor_sound(&self, actor: &Actor, entity: &Entity, id: EntityId) -> bool {
        // A bag is emptied by removing items that know they are in it.
        let holds = |item: EntityId, at: At| {
            self.has_entity(item) && (!entity.exists() || self.things[item.index()].at == at)
        };
        let sorted = actor.bags.windows(2).all(|pair| pair[0].0 < pair[1].0);
        actor.bag.iter().all(|&it| holds(it, At::Bag(id)))
            && sorted
            && actor.bags.iter().all(|(bag, items)| {
                has(&self.pack.bags, *bag) && items.iter().all(|&it| holds(it, At::Named(id)))
            })
            && actor
                .worn
                .iter()
                .all(|&(slot, it)| has(&self.pack.slots, slot) && self.has_entity(it))
            && actor.states.iter().all(|&(it, _)| has(&self.pack.states, it))
            && actor.cooldowns.iter().all(|&(it, _)| has(&self.pack.abilities, it))
            && self.has_entity_if_any(actor.foe)
            && self.has_entity_if_any(actor.wits.as_ref().and_then(|it| it.leader))
            && self.has_entity_if_any(actor.by)
            && actor.player.is_none_or(|it| usize::from(it) < self.players)
    }

    fn are_lists_sound(&self, actors: &[EntityId], roster: &Roster) -> bool {
        let parties = roster.parties.iter().map(|(_, members)| members.as_slice());
        let others =
            [actors, &roster.ticking, &roster.watched, &roster.lamps, &roster.conditional_doors];
        let is_list = |list: &[EntityId]| {
            all_sorted(list) && list.last().is_none_or(|&it| self.has_entity(it))
        };
        parties.chain(others).all(is_list)
    }

    fn are_players_sound(&self, players: &[Player]) -> bool {
        (1..=8).contains(&players.len()) && players.iter().all(|it| self.is_player_sound(it))
    }

    fn is_player_sound(&self, player: &Player) -> bool {
        let memory = &player.memory;
        let sight = player.sight.bounds();
        let slots = &self.pack.slots;
        let left = |&(item, slot): &(EntityId, Option<_>)| {
            self.has_entity(item) && slot.is_none_or(|it| has(slots, it))
        };
        let field = |(field, cells): &(Id<_>, BitGrid)| {
            has(&self.pack.fields, *field) && cells.bounds() == self.bounds
        };
        self.has_entity(player.entity)
            && player.estate.iter().all(left)
            && player.veils.iter().all(|it| has(&self.pack.veil, it.veil))
            && player.fog.bounds() == self.bounds
            && memory.ground().bounds() == self.bounds
            && memory.ground().cells().iter().all(|&kind| self.has_kind(kind))
            && memory.things().all(|(_, (kind, _))| self.has_kind(kind))
            && memory.fields().iter().all(field)
            && (sight == self.bounds || player.sight_key.is_none())
            && player
                .phantoms
                .iter()
                .all(|it| self.has_kind(it.kind) && self.bounds.contains(it.at))
    }

    fn is_pending_sound(&self, world: &World) -> bool {
        let levels = &self.pack.levels;
        let journey = world.journey.and_then(|it| it.level).is_none_or(|it| has(levels, it));
        let mut menus = world.open_menu.iter().chain(&world.queued_menus);
        journey
            && menus.all(|it| self.is_menu_sound(it))
            && world.delayed.iter().all(|it| self.is_delayed_sound(it))
            && world.flashes.iter().all(|it| self.bounds.contains(it.at))
            && world.identified.iter().all(|&it| self.has_kind(it))
            && world.drawn.iter().all(|(&table, drawn)| {
                has(&self.pack.tables, table)
                    && drawn
                        .iter()
                        .all(|&it| usize::from(it) < self.pack.tables.get(table).entries.len())
            })
    }

    fn is_menu_sound(&self, open: &OpenMenu) -> bool {
        let (answers, known) = match &open.question {
            Question::Menu(menu) if has(&self.pack.menus, *menu) => {
                (self.pack.menus.get(*menu).options.len(), true)
            }
            Question::Menu(_) => (0, false),
            Question::Choose(choice, _) => (choice.menu.options.len(), true),
            Question::Use(item) => (1, self.has_entity(*item)),
            Question::Cast(ability) => (1, has(&self.pack.abilities, *ability)),
        };
        let offered =
            |it: &Offer| usize::from(it.answer) < answers && self.has_entity_if_any(it.it);
        known
            && open.options.iter().all(offered)
            && usize::from(open.player) < self.players
            && self.is_scene_sound(&open.scene)
    }

    fn is_delayed_sound(&self, delayed: &Delayed) -> bool {
        delayed.ability.is_none_or(|it| has(&self.pack.abilities, it))
            && delayed.area.as_ref().is_none_or(|it| {
                [it.center].iter().chain(&it.cells).all(|&at| self.bounds.contains(at))
            })
            && self.is_scene_sound(&delayed.scene)
    }

    fn is_scene_sound(&self, scene: &Scene) -> bool {
        let who = [scene.own, scene.actor, scene.target, scene.item, scene.player, scene.it];
        who.into_iter().all(|id| self.has_entity_if_any(id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;

    const NOBODY: EntityId = EntityId::new(99);

    const COINS: &str = r#"{ "kinds": { "coin": { "as": "item", "item": {} } },
        "menus": { "shop": { "title": "Buy?", "options": [{ "text": "No.", "do": [] }] } } }"#;

    /// Asserts that a world with a pile of two coins is refused after `change` is applied to it.
    fn refuses_world(what: &str, change: impl FnOnce(&mut World)) {
        let signs = r#"{ "r": ["rat"], "$": ["coin", "coin"] }"#;
        let mut it = Scenario::new("@r$", signs, COINS);
        assert!(is_sound(it.game.pack(), &it.game.world));
        change(&mut it.game.world);
        assert!(!is_sound(it.game.pack(), &it.game.world), "{what}");
    }

    /// Asserts that a world is refused after `change` is applied to its hero.
    fn refuses(what: &str, change: impl FnOnce(&mut Actor)) {
        refuses_world(what, |world| {
            let hero = world.players[0].entity;
            change(world.entities[hero.index()].actor.as_mut().unwrap());
        });
    }

    #[test]
    fn a_pile_over_several_cells_is_refused() {
        let top = |world: &World| world.entities.iter().position(|it| it.below.is_some()).unwrap();
        refuses_world("a thing below lies elsewhere", |world| {
            let top = top(world);
            world.entities[top].at = At::Cell(barrow_grid::Pos::new(0, 0));
        });
        refuses_world("an unknown thing below", |world| {
            let top = top(world);
            world.entities[top].below = Some(NOBODY);
        });
    }

    #[test]
    fn an_unknown_menu_is_refused() {
        let open = |menu, player, target| {
            let scene = Scene { target, ..Scene::default() };
            let question = Question::Menu(Id::new(menu));
            Some(OpenMenu { question, player, scene, options: Vec::new() })
        };
        refuses_world("an unknown menu", |it| it.open_menu = open(99, 0, None));
        refuses_world("an unknown player", |it| it.open_menu = open(0, 1, None));
        refuses_world("an unknown target", |it| it.open_menu = open(0, 0, Some(NOBODY)));
    }

    #[test]
    fn an_actor_with_an_unknown_id_is_refused() {
        refuses("an unknown thing in the bag", |it| it.bag.push(NOBODY));
        refuses("a thing that is not in the bag", |it| it.bag.push(EntityId::new(0)));
        refuses("an unknown thing in another bag", |it| it.bags.push((Id::new(0), vec![NOBODY])));
        refuses("an unknown bag", |it| it.bags.push((Id::new(99), Vec::new())));
        refuses("an unknown thing is worn", |it| it.worn.push((Id::new(0), NOBODY)));
        refuses("an unknown slot", |it| it.worn.push((Id::new(99), EntityId::new(0))));
        refuses("an unknown state", |it| it.states.push((Id::new(99), 1)));
        refuses("an unknown ability", |it| it.cooldowns.push((Id::new(99), 1)));
        refuses("an unknown foe", |it| it.foe = Some(NOBODY));
        refuses("an unknown player", |it| it.player = Some(1));
    }
}
