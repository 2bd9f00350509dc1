use serde::{Deserialize, Serialize};

/// A group of sounds with its own volume.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bus {
    /// Events in the world.
    #[default]
    Effects,
    /// The ambience of a place.
    Ambience,
    /// Music.
    Music,
    /// Menus and messages.
    Interface,
}

impl Bus {
    /// Every bus, in order.
    pub const ALL: [Self; 4] = [Self::Effects, Self::Ambience, Self::Music, Self::Interface];
}
