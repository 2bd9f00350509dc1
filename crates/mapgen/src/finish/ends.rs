use barrow_dice::Rng;
use barrow_grid::{Adjacency, BitGrid, DistanceMap, Pos};

use super::Scratch;
use crate::{Corridor, Plan, Role, Room};

/// Exits beyond the first are at least so many steps from the start and from each other; where
/// the level is too small for that, there are fewer.
const APART: u32 = 4;

/// Chooses the start and the exits. Rooms that have the roles of start and exit already, from
/// the algorithm, come first.
pub(super) fn place(
    rng: &mut Rng,
    plan: &mut Plan,
    exits: u32,
    apart: bool,
    scratch: &mut Scratch,
) {
    find_ground(plan, scratch);
    if apart {
        keep_to_largest(plan, scratch);
    }
    let Scratch { reached: ground, distances, goals, ways, .. } = scratch;
    plan.start = choose_start(rng, plan, ground);
    let given = plan.rooms.iter().filter(|room| room.role == Role::Exit);
    let given = given.map(|room| room.center).filter(|&at| !apart || ground.contains(at));
    plan.exits.extend(given.filter(|&exit| exit != plan.start));
    goals.clear();
    goals.push(plan.start);
    goals.extend_from_slice(&plan.exits);
    while plan.exits.len() < exits as usize {
        let exit = farthest_room(plan, ground, goals, ways);
        let Some(exit) = exit.or_else(|| farthest_cell(plan, ground, goals, distances)) else {
            break;
        };
        goals.push(exit);
        plan.exits.push(exit);
    }
    give_roles(plan);
}

/// Where an end may be: not in a door, nor in a template if there is anything else.
fn find_ground(plan: &Plan, scratch: &mut Scratch) {
    let Scratch { reached: ground, kept, .. } = scratch;
    ground.copy_from(&plan.floor);
    ground.subtract(kept);
    for &door in &plan.doors {
        ground.remove(door);
    }
    if ground.iter().nth(1).is_none() {
        ground.copy_from(&plan.floor);
    }
}

/// Of several regions the ends all lie in the largest, so that one can be reached from the other.
fn keep_to_largest(plan: &Plan, scratch: &mut Scratch) {
    let Scratch { reached: ground, regions, .. } = scratch;
    regions.find(&plan.floor, Adjacency::Four);
    let largest = regions.largest();
    let within = |at: &Pos| regions.region(*at) == largest;
    let others: Vec<Pos> = ground.iter().filter(|at| !within(at)).collect();
    for at in others {
        ground.remove(at);
    }
    if ground.iter().nth(1).is_none() {
        for at in plan.floor.iter().filter(within) {
            ground.insert(at);
        }
    }
}

/// The middle of the start's room, of the first plain room, or else the outermost cell of a
/// side: from there it is far to somewhere.
fn choose_start(rng: &mut Rng, plan: &Plan, ground: &BitGrid) -> Pos {
    let of_role = |role: Role| {
        let mut rooms = plan.rooms.iter().filter(move |room| room.role == role);
        rooms.find(|room| ground.contains(room.center)).map(|room| room.center)
    };
    if let Some(center) = of_role(Role::Start).or_else(|| of_role(Role::Plain)) {
        return center;
    }
    let side = rng.below(4);
    let outermost = ground.iter().min_by_key(|pos| match side {
        0 => pos.y,
        1 => -pos.x,
        2 => -pos.y,
        _ => pos.x,
    });
    outermost.expect("there is floor")
}

/// The middle of the plain room that is farthest from all ends.
///
/// To measure every cell would take longer than to dig the level. So ways are taken along the
/// corridors, from middle to middle. Where corridors cross there may be a shorter way, but
/// none is shorter than the plain distance: so that counts too, and limits what is believed.
fn farthest_room(plan: &Plan, ground: &BitGrid, ends: &[Pos], ways: &mut Vec<u32>) -> Option<Pos> {
    measure_ways(plan, ends, ways);
    let rooms = plan.rooms.iter().zip(ways.iter());
    let possible = rooms.filter_map(|(room, &way)| {
        let apart = ends.iter().map(|end| end.manhattan(room.center)).min()?;
        let fit = room.role == Role::Plain && apart >= APART && ground.contains(room.center);
        fit.then_some((2 * apart + way.min(4 * apart), room.center))
    });
    possible.rev().max_by_key(|&(way, _)| way).map(|(_, center)| center)
}

/// Finds the length of the way from the nearest end to each room, along the corridors.
fn measure_ways(plan: &Plan, ends: &[Pos], ways: &mut Vec<u32>) {
    ways.clear();
    let holds_end = |room: &Room| ends.iter().any(|&end| room.rect.contains(end));
    ways.extend(plan.rooms.iter().map(|room| if holds_end(room) { 0 } else { u32::MAX }));
    // Each round settles the rooms that are one corridor farther on.
    for _ in 0..ways.len() {
        let mut changed = false;
        for corridor in &plan.corridors {
            let (from, to) = (corridor.rooms.0 as usize, corridor.rooms.1 as usize);
            let length = length(corridor);
            for (from, to) in [(from, to), (to, from)] {
                let way = ways[from].saturating_add(length);
                changed |= way < ways[to];
                ways[to] = ways[to].min(way);
            }
        }
        if !changed {
            break;
        }
    }
}

fn length(corridor: &Corridor) -> u32 {
    corridor.points.windows(2).map(|ends| ends[0].manhattan(ends[1])).sum()
}

/// The cell that is farthest from all ends, on foot; the first of several.
fn farthest_cell(
    plan: &Plan,
    ground: &BitGrid,
    ends: &[Pos],
    distances: &mut DistanceMap,
) -> Option<Pos> {
    distances.measure(&plan.floor, Adjacency::Four, ends);
    let of_all = distances.farthest().filter(|&(pos, _)| ground.contains(pos));
    let of_ground = || {
        let reached = ground.iter().filter_map(|pos| Some((pos, distances.get(pos)?)));
        reached.max_by_key(|&(pos, steps)| (steps, std::cmp::Reverse(pos)))
    };
    let least = if ends.len() == 1 { 1 } else { APART };
    let farthest = of_all.or_else(of_ground).filter(|&(_, steps)| u32::from(steps) >= least);
    farthest.map(|(pos, _)| pos)
}

fn give_roles(plan: &mut Plan) {
    let Plan { rooms, start, exits, .. } = plan;
    for room in rooms.iter_mut().filter(|room| room.role == Role::Plain) {
        if room.rect.contains(*start) {
            room.role = Role::Start;
        } else if exits.iter().any(|&exit| room.rect.contains(exit)) {
            room.role = Role::Exit;
        }
    }
}
