use barrow_dice::Rng;
use barrow_grid::{Adjacency, BitGrid, DistanceMap, Pos};

use super::Scratch;
use crate::{Corridor, Plan, Role, Room};

/// The minimum number of steps between an exit after the first and the start or another exit. A
/// level that is too small for that has fewer exits.
const APART: u32 = 4;

/// Chooses the start and the exits. Rooms that got the role of start or exit from the algorithm
/// come first.
pub(super) fn choose(
    rng: &mut Rng,
    plan: &mut Plan,
    exits: u32,
    apart: bool,
    scratch: &mut Scratch,
) {
    find_candidates(plan, scratch);
    if apart {
        restrict_to_largest(plan, scratch);
    }
    let Scratch { reached: candidates, distances, goals, path_lengths, .. } = scratch;
    plan.start = choose_start(rng, plan, candidates);
    let given = plan.rooms.iter().filter(|room| room.role == Role::Exit);
    let given = given.map(|room| room.center).filter(|&at| !apart || candidates.contains(at));
    plan.exits.extend(given.filter(|&exit| exit != plan.start));
    goals.clear();
    goals.push(plan.start);
    goals.extend_from_slice(&plan.exits);
    while plan.exits.len() < exits as usize {
        let exit = farthest_room(plan, candidates, goals, path_lengths);
        let Some(exit) = exit.or_else(|| farthest_cell(plan, candidates, goals, distances)) else {
            break;
        };
        goals.push(exit);
        plan.exits.push(exit);
    }
    assign_roles(plan);
}

/// Finds the cells for the start and the exits: no doors, and no cells of templates unless there is
/// nothing else.
fn find_candidates(plan: &Plan, scratch: &mut Scratch) {
    let Scratch { reached: candidates, kept, .. } = scratch;
    candidates.copy_from(&plan.floor);
    candidates.subtract(kept);
    for &door in &plan.doors {
        candidates.remove(door);
    }
    if candidates.iter().nth(1).is_none() {
        candidates.copy_from(&plan.floor);
    }
}

/// Keeps only candidates in the largest region, so that the exits can be reached from the start.
fn restrict_to_largest(plan: &Plan, scratch: &mut Scratch) {
    let Scratch { reached: candidates, regions, .. } = scratch;
    regions.find(&plan.floor, Adjacency::Four);
    let largest = regions.largest();
    let within = |at: &Pos| regions.region(*at) == largest;
    let others: Vec<Pos> = candidates.iter().filter(|at| !within(at)).collect();
    for at in others {
        candidates.remove(at);
    }
    if candidates.iter().nth(1).is_none() {
        for at in plan.floor.iter().filter(within) {
            candidates.insert(at);
        }
    }
}

/// Returns the center of the start room or of the first plain room. Without rooms it returns the
/// outermost cell on a random side, which is far from something.
fn choose_start(rng: &mut Rng, plan: &Plan, candidates: &BitGrid) -> Pos {
    let of_role = |role: Role| {
        let mut rooms = plan.rooms.iter().filter(move |room| room.role == role);
        rooms.find(|room| candidates.contains(room.center)).map(|room| room.center)
    };
    if let Some(center) = of_role(Role::Start).or_else(|| of_role(Role::Plain)) {
        return center;
    }
    let side = rng.below(4);
    let outermost = candidates.iter().min_by_key(|pos| match side {
        0 => pos.y,
        1 => -pos.x,
        2 => -pos.y,
        _ => pos.x,
    });
    outermost.expect("a finished plan has floor")
}

/// Returns the center of the plain room that is farthest from the start and all exits.
///
/// Measuring every cell would take longer than digging the level, so paths are measured along the
/// corridors, from center to center. Where corridors cross there may be a shorter path, but none is
/// shorter than the Manhattan distance. So that counts as well, and limits the estimate.
fn farthest_room(
    plan: &Plan,
    candidates: &BitGrid,
    ends: &[Pos],
    path_lengths: &mut Vec<u32>,
) -> Option<Pos> {
    measure_paths(plan, ends, path_lengths);
    let rooms = plan.rooms.iter().zip(path_lengths.iter());
    let possible = rooms.filter_map(|(room, &way)| {
        let apart = ends.iter().map(|end| end.manhattan(room.center)).min()?;
        let fit = room.role == Role::Plain && apart >= APART && candidates.contains(room.center);
        fit.then_some((2 * apart + way.min(4 * apart), room.center))
    });
    possible.rev().max_by_key(|&(way, _)| way).map(|(_, center)| center)
}

/// Measures the path along corridors from the nearest start or exit to each room.
fn measure_paths(plan: &Plan, ends: &[Pos], path_lengths: &mut Vec<u32>) {
    path_lengths.clear();
    let holds_end = |room: &Room| ends.iter().any(|&end| room.rect.contains(end));
    path_lengths.extend(plan.rooms.iter().map(|room| if holds_end(room) { 0 } else { u32::MAX }));
    // Each round settles the rooms that are one corridor farther away.
    for _ in 0..path_lengths.len() {
        let mut changed = false;
        for corridor in &plan.corridors {
            let (from, to) = (corridor.rooms.0 as usize, corridor.rooms.1 as usize);
            let length = length(corridor);
            for (from, to) in [(from, to), (to, from)] {
                let way = path_lengths[from].saturating_add(length);
                changed |= way < path_lengths[to];
                path_lengths[to] = path_lengths[to].min(way);
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

/// Returns the cell that is farthest from the start and all exits on foot, the first of several.
fn farthest_cell(
    plan: &Plan,
    candidates: &BitGrid,
    ends: &[Pos],
    distances: &mut DistanceMap,
) -> Option<Pos> {
    distances.measure(&plan.floor, Adjacency::Four, ends);
    let of_all = distances.farthest().filter(|&(pos, _)| candidates.contains(pos));
    let of_candidates = || {
        let reached = candidates.iter().filter_map(|pos| Some((pos, distances.get(pos)?)));
        reached.max_by_key(|&(pos, steps)| (steps, std::cmp::Reverse(pos)))
    };
    let min = if ends.len() == 1 { 1 } else { APART };
    let farthest = of_all.or_else(of_candidates).filter(|&(_, steps)| u32::from(steps) >= min);
    farthest.map(|(pos, _)| pos)
}

fn assign_roles(plan: &mut Plan) {
    let Plan { rooms, start, exits, .. } = plan;
    for room in rooms.iter_mut().filter(|room| room.role == Role::Plain) {
        if room.rect.contains(*start) {
            room.role = Role::Start;
        } else if exits.iter().any(|&exit| room.rect.contains(exit)) {
            room.role = Role::Exit;
        }
    }
}
