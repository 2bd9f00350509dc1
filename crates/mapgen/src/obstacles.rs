//! Checks what was placed on a level: solids must not cut it apart, and no key may lie behind
//! its own lock.

#[cfg(test)]
mod tests;

use barrow_grid::{Adjacency, BitGrid, CutTest, Pos, flood_into};

use crate::Plan;

/// The things on a level that can keep a player from walking on: solids, locked doors, and the
/// keys to them.
///
/// ```
/// use barrow_grid::{Adjacency, BitGrid, Grid, Pos};
/// use barrow_mapgen::{Key, LockedDoor, Obstacles};
///
/// let picture = Grid::from_picture(".......\n###.###\n.......");
/// let floor = BitGrid::from_grid(&picture, |&glyph| glyph == '.');
/// let doors = [LockedDoor { pos: Pos::new(3, 1), lock: 7, consumes: false }];
/// let behind = [Key { pos: Pos::new(6, 2), lock: 7 }];
/// let obstacles = Obstacles {
///     floor: &floor,
///     adjacency: Adjacency::Four,
///     start: Pos::new(0, 0),
///     blocked: &[],
///     doors: &doors,
///     keys: &behind,
/// };
/// assert_eq!(obstacles.flaws().keys, [0], "the key lies behind its own lock");
///
/// let in_reach = obstacles.reachable_without(7);
/// let before = [Key { pos: Pos::new(6, 0), lock: 7 }];
/// assert!(in_reach.contains(before[0].pos) && !in_reach.contains(behind[0].pos));
/// assert!(Obstacles { keys: &before, ..obstacles }.flaws().is_empty());
///
/// let blocked = [Pos::new(0, 2), Pos::new(4, 2)];
/// let flaws = Obstacles { blocked: &blocked, ..obstacles }.flaws();
/// assert_eq!(flaws.cuts, [1], "only the second solid is in the way");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Obstacles<'a> {
    /// The walkable cells before anything was placed, including doors.
    pub floor: &'a BitGrid,
    /// The steps that a player can take.
    pub adjacency: Adjacency,
    /// Where the player arrives.
    pub start: Pos,
    /// The cells that solids close for good, in the order of placement.
    pub blocked: &'a [Pos],
    /// The doors that need a key.
    pub doors: &'a [LockedDoor],
    /// The keys on this level.
    pub keys: &'a [Key],
}

/// A door that needs a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LockedDoor {
    /// The cell of the door.
    pub pos: Pos,
    /// The lock. A key with the same number opens it.
    pub lock: u32,
    /// Whether opening the door uses up a key.
    pub consumes: bool,
}

/// A key on a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The cell where it lies. If a solid stands there, the key is inside it and can be taken
    /// from a cell beside it.
    pub pos: Pos,
    /// The lock that it opens.
    pub lock: u32,
}

/// What is wrong with the obstacles of a level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flaws {
    /// Indices of blocked cells that cut the floor apart. With these cells reopened, everything
    /// that was connected without obstacles is connected again.
    pub cuts: Vec<usize>,
    /// Indices of keys that cannot be reached.
    pub keys: Vec<usize>,
    /// Indices of doors that can never be opened, because too few of their keys can be reached.
    pub doors: Vec<usize>,
}

impl Flaws {
    /// Returns `true` if nothing is wrong.
    pub const fn is_empty(&self) -> bool {
        self.cuts.is_empty() && self.keys.is_empty() && self.doors.is_empty()
    }
}

/// What a player can get to.
struct Reach {
    cells: BitGrid,
    /// For each key, whether it can be taken.
    taken: Vec<bool>,
    /// For each door, whether there are keys for it.
    opened: Vec<bool>,
}

impl<'a> Obstacles<'a> {
    /// Returns the obstacles of a plan on which nothing was placed yet. Players take straight
    /// steps only, so that what they can reach can be reached by any rules.
    pub const fn none(plan: &'a Plan) -> Self {
        Self {
            floor: &plan.floor,
            adjacency: Adjacency::Four,
            start: plan.start,
            blocked: &[],
            doors: &[],
            keys: &[],
        }
    }

    /// Finds everything that is wrong.
    ///
    /// Where doors use up keys, a player might spend them in any order. So such a lock counts as
    /// opened only when there is a key for each of its doors before any of them.
    pub fn flaws(&self) -> Flaws {
        let reach = self.reach(None);
        let missing = |found: Vec<bool>| {
            let indices = found.into_iter().enumerate().filter(|(_, found)| !found);
            indices.map(|(index, _)| index).collect()
        };
        Flaws { cuts: self.cuts(), keys: missing(reach.taken), doors: missing(reach.opened) }
    }

    /// Returns the cells that can be reached while the doors of `lock` stay shut. A key to that
    /// lock belongs on one of these.
    ///
    /// Locks whose keys are not placed yet stay shut as well. So the keys of a level can be
    /// placed one lock after the other, and none will lie behind its own lock.
    pub fn reachable_without(&self, lock: u32) -> BitGrid {
        self.reach(Some(lock)).cells
    }

    /// Returns the indices of blocked cells that have to be reopened, so that everything that was
    /// connected without obstacles is connected again.
    pub fn cuts(&self) -> Vec<usize> {
        let mut test = CutTest::default();
        if !test.cuts(self.floor, self.adjacency, self.blocked) {
            return Vec::new();
        }
        let mut open = self.floor.clone();
        let mut cutting: Vec<usize> = (0..self.blocked.len()).collect();
        // A cell that cuts off a dead end may be blocked after the rest of the dead end is.
        loop {
            let before = cutting.len();
            cutting.retain(|&index| {
                let cell = self.blocked[index];
                let cuts = test.cuts(&open, self.adjacency, &[cell]);
                if !cuts {
                    open.remove(cell);
                }
                cuts
            });
            if cutting.len() == before {
                return cutting;
            }
        }
    }

    /// Walks everywhere, takes every key and opens every door, except those of `shut`.
    fn reach(&self, shut: Option<u32>) -> Reach {
        let mut open = self.floor.clone();
        let doors = self.doors.iter().map(|door| &door.pos);
        for &pos in self.blocked.iter().chain(doors) {
            open.remove(pos);
        }
        let mut reach = Reach {
            cells: BitGrid::new(open.width(), open.height()),
            taken: vec![false; self.keys.len()],
            opened: vec![false; self.doors.len()],
        };
        let mut rows = Vec::new();
        loop {
            reach.cells.clear();
            flood_into(&open, self.adjacency, self.start, &mut reach.cells, &mut rows);
            self.take_keys(&mut reach);
            if !self.open_doors(&mut reach, shut, &mut open) {
                return reach;
            }
        }
    }

    fn take_keys(&self, reach: &mut Reach) {
        for (key, taken) in self.keys.iter().zip(&mut reach.taken) {
            let beside =
                || self.adjacency.dirs().iter().any(|&dir| reach.cells.contains(key.pos + dir));
            *taken |= reach.cells.contains(key.pos) || self.blocked.contains(&key.pos) && beside();
        }
    }

    /// Opens the doors for which enough keys were taken. Returns `true` if there was one.
    fn open_doors(&self, reach: &mut Reach, shut: Option<u32>, open: &mut BitGrid) -> bool {
        let mut any = false;
        for (door, opened) in self.doors.iter().zip(&mut reach.opened) {
            let keys = self.keys.iter().zip(&reach.taken);
            let taken = keys.filter(|(key, taken)| key.lock == door.lock && **taken).count();
            if *opened || shut == Some(door.lock) || taken < self.keys_needed(door.lock) {
                continue;
            }
            *opened = true;
            if self.floor.contains(door.pos) && !self.blocked.contains(&door.pos) {
                open.insert(door.pos);
                any = true;
            }
        }
        any
    }

    /// Returns the number of keys with which all doors of a lock can be opened, in any order.
    fn keys_needed(&self, lock: u32) -> usize {
        self.doors.iter().filter(|door| door.lock == lock && door.consumes).count().max(1)
    }
}
