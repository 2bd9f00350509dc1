//! Decides which optional slots and passages of a graph a plan uses.

use barrow_dice::{Chance, Rng};

use super::graph::{RoomGraph, reach};

/// What a layout needs of a graph. Sets of slots have a bit for each slot.
pub(super) struct Demand {
    /// The slot that is never left out.
    pub(super) start: usize,
    /// The slots whose rooms get a type by chance.
    pub(super) free: u64,
    /// How many of them have to be used.
    pub(super) count: u32,
    /// Whether more of them may be used.
    pub(super) more: bool,
}

/// Chooses the slots to use. They are connected. `list` is working memory.
pub(super) fn choose_slots(
    rng: &mut Rng,
    graph: &RoomGraph,
    demand: &Demand,
    list: &mut Vec<u32>,
) -> u64 {
    let mut used = u64::MAX >> (64 - graph.slots().len());
    list.clear();
    for (index, slot) in graph.slots().iter().enumerate() {
        if !rng.happens(slot.chance) && index != demand.start {
            list.push(index as u32);
        }
    }
    rng.shuffle(list);
    leave_out(graph, &mut used, list, u32::MAX);
    while (used & demand.free).count_ones() < demand.count {
        used |= 1 << take_back(rng, graph, demand, used, list);
    }
    let surplus = (used & demand.free).count_ones() - demand.count;
    if surplus > 0 && !demand.more {
        let optional = |&slot: &u32| graph.slots()[slot as usize].chance != Chance::ALWAYS;
        list.clear();
        list.extend(slots_in(used & demand.free).filter(optional));
        rng.shuffle(list);
        leave_out(graph, &mut used, list, surplus);
    }
    used
}

/// Leaves out slots of a list, up to `max` of them, as far as the others stay connected.
fn leave_out(graph: &RoomGraph, used: &mut u64, list: &mut Vec<u32>, max: u32) {
    let mut left = max;
    loop {
        let before = list.len();
        list.retain(|&slot| {
            let without = *used & !(1 << slot);
            let goes = left > 0 && is_connected(graph, without);
            if goes {
                *used = without;
                left -= 1;
            }
            !goes
        });
        if list.len() == before {
            return;
        }
    }
}

/// Draws a slot that was left out and has a passage to one in use, a free one if there is any.
fn take_back(
    rng: &mut Rng,
    graph: &RoomGraph,
    demand: &Demand,
    used: u64,
    list: &mut Vec<u32>,
) -> u32 {
    let mut beside = 0;
    for (one, other) in graph.passages().iter().map(|it| it.slots) {
        beside |= (used >> one & 1) << other | (used >> other & 1) << one;
    }
    let beside = beside & !used;
    let free = beside & demand.free;
    list.clear();
    list.extend(slots_in(if free == 0 { beside } else { free }));
    *rng.pick(list).expect("the graph is connected and has enough free slots")
}

/// Lists the passages to dig between slots in use, which they connect. `list` is working memory.
pub(super) fn choose_passages(
    rng: &mut Rng,
    graph: &RoomGraph,
    used: u64,
    chosen: &mut Vec<(u32, u32)>,
    list: &mut Vec<u32>,
) {
    chosen.clear();
    list.clear();
    for (index, passage) in graph.passages().iter().enumerate() {
        let (one, other) = passage.slots;
        if used >> one & used >> other & 1 == 0 {
            continue;
        }
        if rng.happens(passage.chance) {
            chosen.push((one as u32, other as u32));
        } else {
            list.push(index as u32);
        }
    }
    rng.shuffle(list);
    for &index in &*list {
        let (one, other) = graph.passages()[index as usize].slots;
        let dug = chosen.iter().map(|&(one, other)| (one as usize, other as usize));
        if reach(1 << one, used, &dug) >> other & 1 == 0 {
            chosen.push((one as u32, other as u32));
        }
    }
}

/// Iterates over the slots in a set.
pub(super) fn slots_in(set: u64) -> impl Iterator<Item = u32> {
    (0..64).filter(move |slot| set >> slot & 1 == 1)
}

fn is_connected(graph: &RoomGraph, slots: u64) -> bool {
    let first = slots & slots.wrapping_neg();
    reach(first, slots, &graph.passages().iter().map(|it| it.slots)) == slots
}
