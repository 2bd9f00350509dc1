//! Rebuilds what a snapshot leaves out.

use barrow_grid::{BitGrid, Grid, Pos};
use barrow_pack::{Layer, Pack};

use crate::field::lay_ground;
use crate::game::Game;
use crate::state::entity::{Entity, EntityId};
use crate::state::level::Level;
use crate::state::world::Stored;

/// Completes a game that was read. Returns `false` if its parts contradict each other.
pub(super) fn complete(game: &mut Game) -> bool {
    let (pack, world) = (&*game.pack, &mut game.world);
    world.roster.rebuild(pack, &world.actors, &world.entities);
    let mut whole = place_everyone(pack, &mut world.level, &world.entities);
    for stored in world.stored.values_mut() {
        stored.roster.rebuild(pack, &stored.actors, &stored.entities);
        whole &= place_everyone(pack, &mut stored.level, &stored.entities);
        let Stored { level, entities, actors, .. } = &*stored;
        whole &= stored.digest == Stored::digest_of(level, entities, actors);
    }
    if whole {
        relight(game);
    }
    whole
}

/// Puts everyone on their cells. Returns `false` if two actors share a cell, or a cell has two
/// piles.
fn place_everyone(pack: &Pack, level: &mut Level, entities: &[Entity]) -> bool {
    let (width, height) = (level.bounds().width, level.bounds().height);
    let empty = BitGrid::new(width, height);
    level.actors = Grid::new(width, height, None);
    level.piles = Grid::new(width, height, None);
    (level.actor_cells, level.pile_cells, level.changed_cells) =
        (empty.clone(), empty.clone(), empty);
    for (field, _) in pack.fields.iter() {
        let laid_out = level.fields.get(usize::from(field.index()));
        if laid_out.is_some_and(|it| it.amounts.width() > 0) {
            lay_ground(pack, level, field);
        }
    }
    let Some(covered) = covered(entities) else { return false };
    for (entity, number) in entities.iter().zip(0..) {
        let Some(at) = entity.pos() else { continue };
        let is_actor = pack.kinds.get(entity.kind).layer == Layer::Actor;
        if !is_actor && covered[number as usize] {
            continue;
        }
        if !put(level, EntityId::new(number), at, is_actor) {
            return false;
        }
    }
    true
}

/// Returns for each thing whether another lies on it, or `None` if two things lie on one, because
/// such a pile could contain a cycle.
fn covered(entities: &[Entity]) -> Option<Vec<bool>> {
    let mut covered = vec![false; entities.len()];
    for below in entities.iter().filter(|it| it.exists()).filter_map(|it| it.below) {
        if std::mem::replace(&mut covered[below.index()], true) {
            return None;
        }
    }
    Some(covered)
}

/// Puts an actor or the top of a pile on a cell. Returns `false` if there already is one.
fn put(level: &mut Level, id: EntityId, at: Pos, is_actor: bool) -> bool {
    let (cells, taken) = if is_actor {
        (&mut level.actors, &mut level.actor_cells)
    } else {
        (&mut level.piles, &mut level.pile_cells)
    };
    taken.insert(at);
    cells[at].replace(id).is_none()
}

/// Restores the light. It is not a change, so nobody need look again.
fn relight(game: &mut Game) {
    let before = game.world.level.shade_changes;
    game.world.level.stale_light = true;
    game.ctx().relight(true);
    game.world.level.shade_changes = before;
}
