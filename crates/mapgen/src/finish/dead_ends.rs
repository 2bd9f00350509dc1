use super::Scratch;
use super::around::look_around;
use super::regions::drop_filled;
use crate::Plan;

/// Fills up dead ends from their tips, `cells` of each. It stops while a quarter of the floor
/// is left: a maze without loops is nothing but dead ends, and would vanish.
pub(super) fn trim(plan: &mut Plan, cells: u32, scratch: &mut Scratch) {
    let Scratch { rooms, met: tips, places, .. } = scratch;
    let least = (plan.floor.count() / 4).max(2);
    for _ in 0..cells {
        look_around(&plan.floor, rooms, tips, |around, rooms| {
            around.here & !around.joints() & !rooms
        });
        let filled = tips.count();
        if filled == 0 || plan.floor.count() < filled + least {
            break;
        }
        plan.floor.subtract(tips);
    }
    drop_filled(plan, places);
}
