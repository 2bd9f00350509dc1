use super::Scratch;
use super::around::look_around;
use crate::Plan;

/// Fills up dead ends from their tips, `cells` of each. What is one long dead end as a whole,
/// such as a maze without loops, is never filled up altogether.
pub(super) fn trim(plan: &mut Plan, cells: u32, scratch: &mut Scratch) {
    let Scratch { rooms, met: tips, .. } = scratch;
    for _ in 0..cells {
        let rooms = rooms.words();
        look_around(&plan.floor, tips, |place, around| {
            around.here & !around.joints() & !rooms[place]
        });
        let filled = tips.count();
        if filled == 0 || plan.floor.count() < filled + 2 {
            return;
        }
        plan.floor.subtract(tips);
    }
}
