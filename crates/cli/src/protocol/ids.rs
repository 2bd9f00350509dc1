use std::collections::BTreeMap;

use barrow_engine::{EntityId, Event};

/// The ids of things in the answers to one player. Each thing gets the next id when it is first
/// mentioned, so that no id reveals what was not seen.
#[derive(Default)]
pub struct Ids {
    /// The things of this level that were mentioned.
    numbers: BTreeMap<EntityId, u32>,
    next: u32,
}

impl Ids {
    /// Returns the id of a thing.
    pub fn of(&mut self, id: EntityId) -> u32 {
        *self.numbers.entry(id).or_insert_with(|| {
            self.next += 1;
            self.next - 1
        })
    }

    /// Forgets all ids on a new level; things that came along get a new id too.
    pub fn pass(&mut self, event: &Event) {
        if let Event::Arrived { .. } = event {
            self.numbers.clear();
        }
    }
}
