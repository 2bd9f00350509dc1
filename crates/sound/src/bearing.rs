use serde::{Deserialize, Serialize};

/// Where a sound comes from: its offset from the listener, in cells of the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bearing {
    /// Cells to the east; negative is west.
    pub east: i32,
    /// Cells to the south; negative is north.
    pub south: i32,
    /// Whether there is no line of sight, so that it sounds muffled.
    pub muffled: bool,
}
