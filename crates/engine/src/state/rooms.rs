use barrow_grid::{Pos, Rect};
use barrow_pack as pack;
use barrow_pack::Id;
use serde::{Deserialize, Serialize};

use crate::state::level::Level;

/// A room of a level, and what players did there. Levels have rooms only if the pack declares
/// room types or asks about rooms.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Room {
    /// The floor, without the surrounding walls.
    pub(crate) rect: Rect,
    /// Its type, if the pack declares one.
    pub(crate) kind: Option<Id<pack::Room>>,
    /// The indices of the rooms that corridors join to it.
    pub(crate) beside: Vec<u16>,
    /// How often players came in.
    pub(crate) visits: u32,
    /// The players who have seen a part of it, a bit each.
    pub(crate) seen_by: u8,
    /// The players whose map shows its type, a bit each.
    pub(crate) known_by: u8,
    /// Whether the last foe who was at home in it has died.
    pub(crate) cleared: bool,
}

impl Level {
    /// Returns the index of the room with a cell.
    pub(crate) fn room_at(&self, at: Pos) -> Option<usize> {
        self.rooms.iter().position(|room| room.rect.contains(at))
    }

    /// Counts the rooms for which something holds.
    pub(crate) fn count_rooms(&self, holds: impl Fn(&Room) -> bool) -> i64 {
        i64::try_from(self.rooms.iter().filter(|it| holds(it)).count()).unwrap_or(i64::MAX)
    }
}
