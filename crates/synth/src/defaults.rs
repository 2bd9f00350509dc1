//! A whole set of sounds, moods and places, so that a game whose maker wrote none is heard.
//!
//! It is JSON in the form that packs use; whoever plays it brings a reader.

/// Effects, instruments and what ambience is made of, by name.
pub const SOUNDS: &str = include_str!("../defaults/sounds.json");
/// Music for eight situations, by name.
pub const MOODS: &str = include_str!("../defaults/moods.json");
/// What five places sound like, by name.
pub const AMBIENCES: &str = include_str!("../defaults/ambiences.json");
