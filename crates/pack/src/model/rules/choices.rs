//! Rules that are one of two words.

use serde::{Deserialize, Serialize};

use crate::data::Keyword;

/// How lines of sight are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SightRule {
    /// Symmetric shadow casting.
    #[default]
    Shadow,
    /// A ray to each cell.
    Rays,
}

impl Keyword for SightRule {
    const ALL: &'static [Self] = &[Self::Shadow, Self::Rays];
    const WORDS: &'static [&'static str] = &["shadow", "rays"];
}

/// How a map is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum MapStyle {
    /// With pictures.
    #[default]
    Tiles,
    /// With characters.
    Glyphs,
}

impl Keyword for MapStyle {
    const ALL: &'static [Self] = &[Self::Tiles, Self::Glyphs];
    const WORDS: &'static [&'static str] = &["tiles", "glyphs"];
}

/// How items are picked up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pickup {
    /// By a command.
    #[default]
    Asked,
    /// By walking over them.
    Walking,
}

impl Keyword for Pickup {
    const ALL: &'static [Self] = &[Self::Asked, Self::Walking];
    const WORDS: &'static [&'static str] = &["asked", "walking"];
}

/// What a blow with a weapon does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Weapons {
    /// The weapon's effects replace those of the bare blow.
    #[default]
    Replace,
    /// The weapon's effects, and those of the bare blow that change other attributes.
    Overlay,
}

impl Keyword for Weapons {
    const ALL: &'static [Self] = &[Self::Replace, Self::Overlay];
    const WORDS: &'static [&'static str] = &["replace", "overlay"];
}
