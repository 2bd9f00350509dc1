use barrow_grid::Dir;

const NAMES: [&str; 8] =
    ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/// Returns the full name of a direction.
pub const fn compass(dir: Dir) -> &'static str {
    NAMES[dir as usize]
}

/// Returns the direction with a name, in full or short.
pub fn direction(said: &str) -> Option<Dir> {
    let full = NAMES.iter().position(|it| *it == said).map(|at| Dir::ALL[at]);
    full.or_else(|| Dir::from_name(said))
}
