//! A complete set of sounds, moods and ambiences, for games without their own.
//!
//! It is JSON in the form that packs use; the caller parses it.

/// Effects, instruments, and the parts of ambiences, by name.
pub const SOUNDS: &str = include_str!("../defaults/sounds.json");
/// Music for eight situations, by name.
pub const MOODS: &str = include_str!("../defaults/moods.json");
/// The sounds of five places, by name.
pub const AMBIENCES: &str = include_str!("../defaults/ambiences.json");
