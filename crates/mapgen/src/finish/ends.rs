use barrow_grid::{Adjacency, BitGrid, DistanceMap, Pos, Rect};

use super::Scratch;
use crate::{Finish, Plan, Role};

/// Exits beyond the first are at least so many steps from the start and from each other; where
/// the level is too small for that, there are fewer.
const APART: u16 = 4;

/// Chooses the start and the exits, and leaves in `met` the cells that must stay quiet.
///
/// Rooms with the roles of start and exit come first: an algorithm may have given them.
pub(super) fn place(plan: &mut Plan, finish: &Finish, scratch: &mut Scratch) {
    let Scratch { reached: ground, met: quiet, kept, from_start, from_all, goals, .. } = scratch;
    ground.copy_from(&plan.floor);
    ground.subtract(kept);
    for &door in &plan.doors {
        ground.remove(door);
    }
    if ground.count() < 2 {
        ground.copy_from(&plan.floor);
    }
    plan.start = choose_start(plan, ground, from_start);
    from_start.measure(&plan.floor, Adjacency::Four, &[plan.start]);
    mark_quiet(plan, finish.quiet, from_start, quiet);
    let given = plan.rooms.iter().filter(|room| room.role == Role::Exit);
    plan.exits.extend(given.map(|room| room.center).filter(|&exit| exit != plan.start));
    if plan.exits.is_empty() {
        plan.exits.extend(farthest(from_start, ground).map(|(exit, _)| exit));
    }
    while plan.exits.len() < finish.exits as usize {
        goals.clear();
        goals.push(plan.start);
        goals.extend_from_slice(&plan.exits);
        from_all.measure(&plan.floor, Adjacency::Four, goals);
        match farthest(from_all, ground) {
            Some((exit, steps)) if steps >= APART => plan.exits.push(exit),
            _ => break,
        }
    }
    plan.exits.sort_unstable_by_key(|&exit| (std::cmp::Reverse(from_start.get(exit)), exit));
    give_roles(plan);
}

/// The middle of the start's room, of the first plain room, or else one end of a long way.
fn choose_start(plan: &Plan, ground: &BitGrid, map: &mut DistanceMap) -> Pos {
    let of_role = |role: Role| {
        let mut rooms = plan.rooms.iter().filter(move |room| room.role == role);
        rooms.find(|room| ground.contains(room.center)).map(|room| room.center)
    };
    if let Some(center) = of_role(Role::Start).or_else(|| of_role(Role::Plain)) {
        return center;
    }
    let anywhere = ground.iter().next().expect("there is floor");
    map.measure(&plan.floor, Adjacency::Four, &[anywhere]);
    farthest(map, ground).map_or(anywhere, |(pos, _)| pos)
}

/// The farthest cell of the set and its distance, which is not zero; the first of several.
fn farthest(map: &DistanceMap, set: &BitGrid) -> Option<(Pos, u16)> {
    let of_all = map.farthest().filter(|&(pos, _)| set.contains(pos));
    let of_set = || {
        let reached = set.iter().filter_map(|pos| Some((pos, map.get(pos)?)));
        reached.max_by_key(|&(pos, steps)| (steps, std::cmp::Reverse(pos)))
    };
    of_all.or_else(of_set).filter(|&(_, steps)| steps > 0)
}

fn mark_quiet(plan: &Plan, steps: u32, from_start: &DistanceMap, quiet: &mut BitGrid) {
    quiet.reset(plan.floor.width(), plan.floor.height());
    let square = Rect::new(plan.start.x, plan.start.y, 1, 1).grown(steps as i32);
    for pos in square.intersection(plan.bounds()).cells() {
        if from_start.get(pos).is_some_and(|it| u32::from(it) <= steps) {
            quiet.insert(pos);
        }
    }
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
