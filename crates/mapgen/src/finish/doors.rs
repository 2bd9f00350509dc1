use barrow_dice::{Chance, Rng};
use barrow_grid::{BitGrid, Dir};

use super::Scratch;
use super::around::look_around;
use crate::Plan;

/// Places doors where a corridor meets a room, never two side by side.
pub(super) fn hang(rng: &mut Rng, plan: &mut Plan, chance: Chance, scratch: &mut Scratch) {
    if plan.rooms.is_empty() {
        return;
    }
    find_doorways(plan, scratch);
    let Scratch { met: doorways, doors, .. } = scratch;
    mark_doors(plan, doors);
    for doorway in doorways.iter() {
        let beside = Dir::CARDINAL.iter().any(|&dir| doors.contains(doorway + dir));
        if !beside && rng.happens(chance) {
            doors.insert(doorway);
            plan.doors.push(doorway);
        }
    }
}

/// Finds the doorways: floor cells with rock on two opposite sides and floor on the other two, one
/// of them in a room.
fn find_doorways(plan: &Plan, scratch: &mut Scratch) {
    let Scratch { rooms, reached: thresholds, met: doorways, kept, .. } = scratch;
    rooms.intersect(&plan.floor);
    look_around(rooms, kept, thresholds, |around, kept| around.touched() & !around.here & !kept);
    look_around(&plan.floor, thresholds, doorways, |around, thresholds| {
        around.here & around.doorways() & thresholds
    });
}

/// Collects the existing doors as a set.
fn mark_doors(plan: &Plan, doors: &mut BitGrid) {
    doors.reset(plan.floor.width(), plan.floor.height());
    for &door in &plan.doors {
        doors.insert(door);
    }
}
