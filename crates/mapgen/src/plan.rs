use std::fmt;
use std::sync::Arc;

use barrow_grid::{BitGrid, Grid, Pos, Rect};

/// A level before anything lives in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The cells that can be walked, doors among them.
    pub floor: BitGrid,
    /// The cells of lava. They are no floor: nothing needed is reached only through them.
    pub lava: BitGrid,
    /// The rooms, in the order they were dug. Caves and mazes have none.
    pub rooms: Vec<Room>,
    /// The corridors between rooms, in the order they were dug.
    pub corridors: Vec<Corridor>,
    /// The floor cells that are doorways, row by row.
    pub doors: Vec<Pos>,
    /// Where the player arrives.
    pub start: Pos,
    /// Where the level is left: far from the start, the first most of all.
    pub exits: Vec<Pos>,
    /// The floor cells where something may be put.
    pub spawns: BitGrid,
    /// What the drawings of room templates ask for, row by row.
    pub marks: Vec<Mark>,
}

/// What a cell of a plan is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Terrain {
    /// Solid; cannot be entered.
    Wall,
    /// Can be walked.
    Floor,
    /// A doorway: floor that something may close.
    Door,
    /// Deadly ground.
    Lava,
}

impl Terrain {
    /// The glyph of drawings: `#`, `.`, `+`, `~`.
    pub const fn glyph(self) -> char {
        match self {
            Self::Wall => '#',
            Self::Floor => '.',
            Self::Door => '+',
            Self::Lava => '~',
        }
    }
}

/// A room of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    /// Its floor, without the walls around it.
    pub rect: Rect,
    /// The cell that stands for it: corridors lead there.
    pub center: Pos,
    /// What it is for.
    pub role: Role,
}

/// What a room is for.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Nothing special.
    #[default]
    Plain,
    /// The player arrives here.
    Start,
    /// The level is left from here.
    Exit,
    /// Whatever the recipe calls it.
    Named(Arc<str>),
}

/// A passage between two rooms: straight runs from point to point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Corridor {
    /// The places in [`Plan::rooms`] of the rooms it joins.
    pub rooms: (u16, u16),
    /// Start, up to two corners, end. Points that are not needed repeat the end.
    pub points: [Pos; 4],
    /// How many cells wide it is.
    pub width: u16,
}

/// A cell where the drawing of a room template asks for something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The cell.
    pub pos: Pos,
    /// The glyph of the drawing; its meaning is the template's.
    pub glyph: char,
}

impl Plan {
    /// Turns it into solid rock of that size, keeping its memory.
    pub fn reset(&mut self, width: i32, height: i32) {
        self.floor.reset(width, height);
        self.lava.reset(width, height);
        self.spawns.reset(width, height);
        self.rooms.clear();
        self.corridors.clear();
        self.doors.clear();
        self.exits.clear();
        self.marks.clear();
        self.start = Pos::default();
    }

    /// The rectangle of all its cells.
    pub const fn bounds(&self) -> Rect {
        self.floor.bounds()
    }

    /// What a cell is; outside is wall.
    pub fn terrain(&self, pos: Pos) -> Terrain {
        if self.lava.contains(pos) {
            Terrain::Lava
        } else if !self.floor.contains(pos) {
            Terrain::Wall
        } else if self.doors.binary_search(&pos).is_ok() {
            Terrain::Door
        } else {
            Terrain::Floor
        }
    }

    /// The drawing of its terrain alone.
    pub fn terrain_picture(&self) -> Grid<char> {
        let bounds = self.bounds();
        Grid::from_fn(bounds.width, bounds.height, |pos| self.terrain(pos).glyph())
    }

    /// The drawing of it: terrain, marks, `@` at the start and `>` at the exits.
    pub fn picture(&self) -> Grid<char> {
        let mut picture = self.terrain_picture();
        for mark in &self.marks {
            picture[mark.pos] = mark.glyph;
        }
        for &exit in &self.exits {
            picture[exit] = '>';
        }
        if self.floor.contains(self.start) {
            picture[self.start] = '@';
        }
        picture
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain => f.write_str("plain"),
            Self::Start => f.write_str("start"),
            Self::Exit => f.write_str("exit"),
            Self::Named(name) => f.write_str(name),
        }
    }
}
