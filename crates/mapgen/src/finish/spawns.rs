use barrow_grid::BitGrid;

use crate::Plan;

/// Marks the floor where something may be put: no door, start, exit or mark, and not quiet.
pub(super) fn mark(plan: &mut Plan, quiet: &BitGrid) {
    let Plan { spawns, doors, exits, marks, start, .. } = plan;
    spawns.copy_from(&plan.floor);
    spawns.subtract(quiet);
    spawns.remove(*start);
    let taken = doors.iter().chain(exits.iter()).copied();
    for pos in taken.chain(marks.iter().map(|mark| mark.pos)) {
        spawns.remove(pos);
    }
}
