use std::fmt;
use std::sync::Arc;

use barrow_grid::{BitGrid, Grid, Pos, Rect};
use barrow_small::sort;

/// A level before anything is placed in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The walkable cells, including doors.
    pub floor: BitGrid,
    /// The cells of lava. They do not count as floor: everything can be reached without crossing
    /// them.
    pub lava: BitGrid,
    /// The rooms in the order they were dug. Caves and mazes have none.
    pub rooms: Vec<Room>,
    /// The corridors between rooms in the order they were dug.
    pub corridors: Vec<Corridor>,
    /// The floor cells that are doorways, row by row.
    pub doors: Vec<Pos>,
    /// Where the player arrives.
    pub start: Pos,
    /// The exits, far from the start. The first is the farthest.
    pub exits: Vec<Pos>,
    /// The floor cells where something may spawn.
    pub spawns: BitGrid,
    /// The marks of room templates, row by row.
    pub marks: Vec<Mark>,
}

/// The terrain of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Terrain {
    /// Solid rock; cannot be entered.
    Wall,
    /// Walkable ground.
    Floor,
    /// A doorway: floor that can be closed by a door.
    Door,
    /// Deadly ground.
    Lava,
}

impl Terrain {
    /// Returns the glyph used in drawings: `#`, `.`, `+` or `~`.
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
    /// The floor, without the surrounding walls.
    pub rect: Rect,
    /// A floor cell that represents the room. Corridors lead to it.
    pub center: Pos,
    /// What the room is for.
    pub role: Role,
    /// The name of its slot, if the recipe lays out a room graph.
    pub slot: Option<Arc<str>>,
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
    /// A name given by the recipe.
    Named(Arc<str>),
}

/// A passage between two rooms, made of straight runs from point to point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Corridor {
    /// The indices in [`Plan::rooms`] of the rooms it joins.
    pub rooms: (u16, u16),
    /// The start, up to two corners, and the end. Unused points repeat the end.
    pub points: [Pos; 4],
    /// The width in cells.
    pub width: u16,
}

/// A cell where a room template asks for something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The cell.
    pub pos: Pos,
    /// The glyph in the drawing. The template's author decides what it means.
    pub glyph: char,
}

impl Plan {
    /// Resets the plan to solid rock of the given size, keeping its memory.
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

    /// Returns the rectangle of all cells.
    pub const fn bounds(&self) -> Rect {
        self.floor.bounds()
    }

    /// Returns the terrain of a cell. Cells outside are wall.
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

    /// Returns the index of the room with the start.
    pub fn start_room(&self) -> Option<usize> {
        self.rooms.iter().position(|room| room.rect.contains(self.start))
    }

    /// Returns the indices of the rooms that corridors join to a room, in ascending order.
    pub fn neighbours(&self, room: usize) -> Vec<usize> {
        let mut rooms: Vec<usize> = self.neighbours_of(room).collect();
        sort(&mut rooms);
        rooms.dedup();
        rooms
    }

    /// Returns for each room how many corridors one passes on the way from room `from`, or
    /// `None` if no corridors lead there.
    pub fn room_distances(&self, from: usize) -> Vec<Option<u32>> {
        let mut distances = vec![None; self.rooms.len()];
        distances[from] = Some(0);
        let mut queue = vec![from];
        let mut next = 0;
        while let Some(&room) = queue.get(next) {
            for neighbour in self.neighbours_of(room) {
                if distances[neighbour].is_none() {
                    distances[neighbour] = distances[room].map(|distance| distance + 1);
                    queue.push(neighbour);
                }
            }
            next += 1;
        }
        distances
    }

    fn neighbours_of(&self, room: usize) -> impl Iterator<Item = usize> {
        self.corridors.iter().filter_map(move |corridor| {
            let (one, other) = (usize::from(corridor.rooms.0), usize::from(corridor.rooms.1));
            if one == room { Some(other) } else { (other == room).then_some(one) }
        })
    }

    /// Draws the terrain only.
    pub fn terrain_picture(&self) -> Grid<char> {
        let bounds = self.bounds();
        Grid::from_fn(bounds.width, bounds.height, |pos| self.terrain(pos).glyph())
    }

    /// Draws the plan: terrain, marks, `@` at the start and `>` at the exits.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_know_their_neighbours_and_distances() {
        let mut plan = Plan::default();
        plan.reset(30, 5);
        for x in [1, 7, 13, 19, 25] {
            plan.dig_room(Rect::new(x, 1, 3, 3));
        }
        for (from, to) in [(1, 0), (1, 2), (2, 1), (3, 2)] {
            plan.dig_corridor((from, to), [Pos::new(1, 2); 4], 1);
        }
        plan.start = Pos::new(14, 2);
        assert_eq!(plan.start_room(), Some(2));
        assert_eq!(plan.neighbours(1), [0, 2]);
        assert_eq!(plan.neighbours(4), []);
        assert_eq!(plan.room_distances(2), [Some(2), Some(1), Some(0), Some(1), None]);
        plan.start = Pos::new(0, 0);
        assert_eq!(plan.start_room(), None);
    }
}
