use super::Scratch;
use super::around::look_around;
use crate::Plan;

/// Fills up dead ends from their tips, `cells` of each. It stops while a quarter of the floor
/// is left: a maze without loops is nothing but dead ends, and would vanish.
pub(super) fn trim(plan: &mut Plan, cells: u32, scratch: &mut Scratch) {
    let Scratch { rooms, met: tips, .. } = scratch;
    let least = (plan.floor.count() / 4).max(2);
    for _ in 0..cells {
        let rooms = rooms.words();
        look_around(&plan.floor, tips, |place, around| {
            around.here & !around.joints() & !rooms[place]
        });
        let filled = tips.count();
        if filled == 0 || plan.floor.count() < filled + least {
            return;
        }
        plan.floor.subtract(tips);
    }
}
