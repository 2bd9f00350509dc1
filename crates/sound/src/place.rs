use serde::{Deserialize, Serialize};

/// The kind of a place, by its reverb.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// Hardly any reverb.
    Outdoors,
    /// A small chamber.
    #[default]
    Room,
    /// Narrow walls of stone.
    Corridor,
    /// High and wide.
    Hall,
    /// Long, dark, with a late first echo.
    Cave,
    /// Walls that ring.
    Metal,
}

impl Place {
    /// Every kind, in order.
    pub const ALL: [Self; 6] =
        [Self::Outdoors, Self::Room, Self::Corridor, Self::Hall, Self::Cave, Self::Metal];
}
