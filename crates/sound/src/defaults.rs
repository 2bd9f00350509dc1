//! A complete set of sounds, moods and ambiences, for games without their own.
//!
//! It is JSON in the form that packs use; the caller parses it. A program that only needs to know
//! what there is has the names.

/// Effects, instruments, and the parts of ambiences, by name.
pub const SOUNDS: &str = include_str!("../defaults/sounds.json");
/// Music for eight situations, by name.
pub const MOODS: &str = include_str!("../defaults/moods.json");
/// The sounds of five places, by name.
pub const AMBIENCES: &str = include_str!("../defaults/ambiences.json");

/// The names in [`SOUNDS`].
pub const SOUND_NAMES: &[&str] = &[
    "step",
    "step_wood",
    "step_water",
    "swing",
    "hit",
    "sizzle",
    "hurt",
    "pickup",
    "gold",
    "door",
    "stairs",
    "death",
    "level_up",
    "chest",
    "trap",
    "boss",
    "boss_defeated",
    "critical",
    "click",
    "select",
    "open",
    "close",
    "refuse",
    "warn",
    "gas",
    "fire",
    "splash",
    "push",
    "locked",
    "unlock",
    "throw",
    "hunger",
    "low_life",
    "thud",
    "gulp",
    "munch",
    "blade",
    "gate",
    "bell",
    "chime",
    "roar",
    "rustle",
    "bubble",
    "drip",
    "creak",
    "crackle",
    "blast",
    "ice_crack",
    "gust",
    "rats",
    "bed_dungeon",
    "bed_cave",
    "bed_fire",
    "bed_ice",
    "bed_deep",
    "pad",
    "choir",
    "strings",
    "flute",
    "glass",
    "harp",
    "lute",
    "bass",
    "grind",
    "horn",
    "pulse",
    "drone",
    "kick",
    "drum",
    "tom",
    "snare",
    "tick",
    "clank",
    "heart",
];

/// The names in [`MOODS`].
pub const MOOD_NAMES: &[&str] =
    &["title", "explore", "depths", "abyss", "boss", "rest", "victory", "death"];

/// The names in [`AMBIENCES`].
pub const AMBIENCE_NAMES: &[&str] = &["dungeon", "cave", "fire", "ice", "deep"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_are_those_of_the_set() {
        for (set, names) in
            [(SOUNDS, SOUND_NAMES), (MOODS, MOOD_NAMES), (AMBIENCES, AMBIENCE_NAMES)]
        {
            let set: serde_json::Map<_, _> = serde_json::from_str(set).expect("it is JSON");
            let mut names: Vec<&str> = names.to_vec();
            names.sort_unstable();
            assert_eq!(set.keys().collect::<Vec<_>>(), names);
        }
    }
}
