use std::collections::BTreeMap;

use barrow_engine::{EntityId, Event};

/// The numbers by which answers to one player call things: each gets the next when it is first
/// spoken of, so that no number tells of what was not seen.
#[derive(Default)]
pub struct Ids {
    /// The things of this level that were spoken of.
    numbers: BTreeMap<EntityId, u32>,
    next: u32,
}

impl Ids {
    /// The number of a thing.
    pub fn of(&mut self, id: EntityId) -> u32 {
        *self.numbers.entry(id).or_insert_with(|| {
            self.next += 1;
            self.next - 1
        })
    }

    /// On another level there are other things; what came along gets a new number too.
    pub fn pass(&mut self, event: &Event) {
        if let Event::Arrived { .. } = event {
            self.numbers.clear();
        }
    }
}
