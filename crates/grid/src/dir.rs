use std::ops::Add;

use serde::{Deserialize, Serialize};

use crate::Pos;

/// One of the eight compass directions, clockwise from north.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Dir {
    /// Up the page.
    North,
    /// Up and to the right.
    NorthEast,
    /// To the right.
    East,
    /// Down and to the right.
    SouthEast,
    /// Down the page.
    South,
    /// Down and to the left.
    SouthWest,
    /// To the left.
    West,
    /// Up and to the left.
    NorthWest,
}

/// The offset of each direction in [`Dir::ALL`].
static OFFSETS: [Pos; 8] = [
    Pos::new(0, -1),
    Pos::new(1, -1),
    Pos::new(1, 0),
    Pos::new(1, 1),
    Pos::new(0, 1),
    Pos::new(-1, 1),
    Pos::new(-1, 0),
    Pos::new(-1, -1),
];

impl Dir {
    /// All eight directions, clockwise from north.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];

    /// The four straight directions: north, east, south, west.
    pub const CARDINAL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The four straight directions as a set: bit `n` stands for the `n`th of [`Dir::ALL`].
    pub const STRAIGHT: u8 = 0b0101_0101;

    /// Returns the offset of one step in this direction.
    pub const fn offset(self) -> Pos {
        // A table, because a match becomes a jump that processors predict badly.
        OFFSETS[self as usize]
    }

    /// Returns the direction whose step is `offset`, or `None` if no direction has it.
    pub const fn from_offset(offset: Pos) -> Option<Self> {
        match (offset.x, offset.y) {
            (0, -1) => Some(Self::North),
            (1, -1) => Some(Self::NorthEast),
            (1, 0) => Some(Self::East),
            (1, 1) => Some(Self::SouthEast),
            (0, 1) => Some(Self::South),
            (-1, 1) => Some(Self::SouthWest),
            (-1, 0) => Some(Self::West),
            (-1, -1) => Some(Self::NorthWest),
            _ => None,
        }
    }

    /// Returns the direction that points most nearly from `from` to `to`, or `None` if both are the
    /// same cell. A slope steeper than two to one counts as straight.
    pub fn towards(from: Pos, to: Pos) -> Option<Self> {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let x = if dx.abs() * 2 < dy.abs() { 0 } else { dx.signum() };
        let y = if dy.abs() * 2 < dx.abs() { 0 } else { dy.signum() };
        Self::from_offset(Pos::new(x, y))
    }

    /// Returns the cardinal direction that points most nearly from `from` to `to`, or `None` if
    /// both are the same cell. An exact diagonal counts as east or west.
    pub fn cardinal_towards(from: Pos, to: Pos) -> Option<Self> {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let along = if dx.abs() >= dy.abs() { (dx.signum(), 0) } else { (0, dy.signum()) };
        Self::from_offset(Pos::new(along.0, along.1))
    }

    /// Returns the direction after a clockwise turn by `eighths` of a circle.
    pub const fn turned(self, eighths: i32) -> Self {
        Self::ALL[((self as i32 + eighths).rem_euclid(8)) as usize]
    }

    /// Returns the direction that points the other way.
    pub const fn opposite(self) -> Self {
        self.turned(4)
    }

    /// Returns `true` if a step in this direction changes both coordinates.
    pub const fn is_diagonal(self) -> bool {
        self as u8 % 2 == 1
    }

    /// Returns the short name: `n`, `ne`, `e`, `se`, `s`, `sw`, `w` or `nw`.
    pub const fn name(self) -> &'static str {
        ["n", "ne", "e", "se", "s", "sw", "w", "nw"][self as usize]
    }

    /// Returns the name as a word: `North`, `North-East` and so on.
    pub const fn word(self) -> &'static str {
        let words = [
            "North",
            "North-East",
            "East",
            "South-East",
            "South",
            "South-West",
            "West",
            "North-West",
        ];
        words[self as usize]
    }

    /// Returns the direction with this short name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dir| dir.name() == name)
    }
}

impl Add<Dir> for Pos {
    type Output = Self;

    fn add(self, dir: Dir) -> Self {
        self + dir.offset()
    }
}

/// Which cells count as neighbours of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Adjacency {
    /// North, east, south and west.
    Four,
    /// The diagonals as well.
    Eight,
}

impl Adjacency {
    /// Returns the directions to the neighbours, clockwise from north.
    pub const fn dirs(self) -> &'static [Dir] {
        match self {
            Self::Four => &Dir::CARDINAL,
            Self::Eight => &Dir::ALL,
        }
    }

    /// Returns the number of steps between two cells if nothing is in the way.
    pub const fn distance(self, from: Pos, to: Pos) -> u32 {
        match self {
            Self::Four => from.manhattan(to),
            Self::Eight => from.chebyshev(to),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_turn_clockwise() {
        assert_eq!(Dir::North.turned(1), Dir::NorthEast);
        assert_eq!(Dir::North.turned(-1), Dir::NorthWest);
        for dir in Dir::ALL {
            assert_eq!(dir.opposite().offset(), Pos::new(0, 0) - dir.offset());
            assert_eq!(Dir::from_name(dir.name()), Some(dir));
        }
    }

    #[test]
    fn towards_picks_the_nearest_of_eight() {
        let from = Pos::new(0, 0);
        assert_eq!(Dir::towards(from, Pos::new(5, 1)), Some(Dir::East));
        assert_eq!(Dir::towards(from, Pos::new(5, 4)), Some(Dir::SouthEast));
        assert_eq!(Dir::towards(from, Pos::new(-1, -9)), Some(Dir::North));
        assert_eq!(Dir::towards(from, from), None);
    }
}
