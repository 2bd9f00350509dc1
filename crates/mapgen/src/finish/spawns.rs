use std::mem::swap;

use super::Scratch;
use super::around::look_around_rows;
use crate::Plan;

/// Marks the floor where something may spawn: no door, start, exit or mark, and nothing within
/// `quiet` steps of the start.
pub(super) fn mark(plan: &mut Plan, quiet: u32, scratch: &mut Scratch) {
    find_quiet(plan, quiet, scratch);
    let Plan { spawns, doors, exits, marks, .. } = plan;
    spawns.copy_from(&plan.floor);
    spawns.subtract(&scratch.met);
    let taken = doors.iter().chain(exits.iter()).copied();
    for pos in taken.chain(marks.iter().map(|mark| mark.pos)) {
        spawns.remove(pos);
    }
}

/// Puts the start and all cells within `steps` of it into `met`.
fn find_quiet(plan: &Plan, steps: u32, scratch: &mut Scratch) {
    let Scratch { met: quiet, wave: next, .. } = scratch;
    let start = plan.start;
    for set in [&mut *quiet, &mut *next] {
        set.reset(plan.floor.width(), plan.floor.height());
        set.insert(start);
    }
    for step in 1..=steps as i32 {
        let rows = (start.y - step).max(1)..(start.y + step + 1).min(quiet.height() - 1);
        look_around_rows(quiet, &plan.floor, next, rows, |around, floor| {
            around.here | (around.touched() & floor)
        });
        swap(quiet, next);
    }
}
