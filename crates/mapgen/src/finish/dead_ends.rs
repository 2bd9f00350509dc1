use super::Scratch;
use super::around::look_around;
use super::regions::drop_filled;
use crate::Plan;

/// Fills up dead ends from their tips, by `cells` each. It stops before less than a quarter of the
/// floor is left: a maze without loops has nothing but dead ends and would vanish.
pub(super) fn trim(plan: &mut Plan, cells: u32, scratch: &mut Scratch) {
    let Scratch { rooms, met: tips, new_indices, .. } = scratch;
    let min = (plan.floor.count() / 4).max(2);
    for _ in 0..cells {
        look_around(&plan.floor, rooms, tips, |around, rooms| {
            around.here & !around.joints() & !rooms
        });
        let filled = tips.count();
        if filled == 0 || plan.floor.count() < filled + min {
            break;
        }
        plan.floor.subtract(tips);
    }
    drop_filled(plan, new_indices);
}
