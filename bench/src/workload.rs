//! The maps, origins and pairs for all contestants, and the right answers by brute force.

use std::collections::VecDeque;
use std::sync::LazyLock;

use barrow_grid::{Adjacency, BitGrid, Pos, line};

use crate::contest::Answer;

/// A map with cells to look from and pairs of cells to walk between.
pub struct Workload {
    /// Its name in the table.
    pub name: &'static str,
    /// The number of columns.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// `true` for each wall, row by row. The border is all walls.
    pub walls: Vec<bool>,
    /// Floor cells to look and measure from.
    pub origins: Vec<Pos>,
    /// Floor cells to walk between.
    pub pairs: Vec<(Pos, Pos)>,
}

/// Up to 18 rooms and the corridors between them, 80x50.
pub static ROOMS: LazyLock<Workload> = LazyLock::new(|| {
    Workload::parse(
        "rooms",
        include_str!("../workloads/rooms.map"),
        include_str!("../workloads/rooms.origins"),
        include_str!("../workloads/rooms.pairs"),
    )
});
/// A cave from an automaton, 100x100.
pub static CAVE: LazyLock<Workload> = LazyLock::new(|| {
    Workload::parse(
        "cave",
        include_str!("../workloads/cave.map"),
        include_str!("../workloads/cave.origins"),
        include_str!("../workloads/cave.pairs"),
    )
});
/// One big room, 80x50.
pub static OPEN: LazyLock<Workload> = LazyLock::new(|| {
    Workload::parse(
        "open",
        include_str!("../workloads/open.map"),
        include_str!("../workloads/open.origins"),
        include_str!("../workloads/open.pairs"),
    )
});

impl Workload {
    fn parse(name: &'static str, map: &str, origins: &str, pairs: &str) -> Self {
        let (size, rows) = map.split_once('\n').expect("a map starts with a line of its size");
        let size = numbers(size);
        Self {
            name,
            width: size[0].unsigned_abs() as usize,
            height: size[1].unsigned_abs() as usize,
            walls: rows.bytes().filter(|&it| it != b'\n').map(|it| it == b'#').collect(),
            origins: numbers(origins).chunks(2).map(|it| Pos::new(it[0], it[1])).collect(),
            pairs: numbers(pairs)
                .chunks(4)
                .map(|it| (Pos::new(it[0], it[1]), Pos::new(it[2], it[3])))
                .collect(),
        }
    }

    /// Returns the index of a cell, row by row.
    pub fn index(&self, pos: Pos) -> usize {
        pos.y.unsigned_abs() as usize * self.width + pos.x.unsigned_abs() as usize
    }

    /// Returns whether the cell is a wall.
    pub fn is_wall(&self, pos: Pos) -> bool {
        self.walls[self.index(pos)]
    }

    /// Returns the floor as a set of cells.
    pub fn floor(&self) -> BitGrid {
        BitGrid::from_fn(self.width as i32, self.height as i32, |pos| !self.is_wall(pos))
    }

    /// Returns the index offsets of the neighbours.
    ///
    /// The border is all walls, so a step from a floor cell never leaves the map.
    pub fn steps(&self, adjacency: Adjacency) -> Vec<isize> {
        let width = self.width.cast_signed();
        let step = |offset: Pos| offset.y as isize * width + offset.x as isize;
        adjacency.dirs().iter().map(|dir| step(dir.offset())).collect()
    }

    /// Counts the floor cells that `seen` marks.
    pub fn count_floor(&self, seen: &[bool]) -> u64 {
        self.walls.iter().zip(seen).filter(|&(&wall, &seen)| seen && !wall).count() as u64
    }

    /// Measures the steps from a cell to every other, breadth first; `None` if there is no path.
    pub fn distances(&self, from: Pos, adjacency: Adjacency) -> Vec<Option<u32>> {
        let mut distances = vec![None; self.walls.len()];
        distances[self.index(from)] = Some(0);
        let mut queue = VecDeque::from([(from, 0)]);
        while let Some((pos, distance)) = queue.pop_front() {
            for &dir in adjacency.dirs() {
                let next = pos + dir;
                if !self.is_wall(next) && distances[self.index(next)].is_none() {
                    distances[self.index(next)] = Some(distance + 1);
                    queue.push_back((next, distance + 1));
                }
            }
        }
        distances
    }

    /// Counts the floor cells within a radius that have a clear line from a cell.
    pub fn floor_in_sight(&self, from: Pos, radius: u32) -> u64 {
        let reach = radius.cast_signed();
        let square = (-reach..=reach).flat_map(|dy| (-reach..=reach).map(move |dx| (dx, dy)));
        let cells = square.map(|(dx, dy)| Pos::new(from.x + dx, from.y + dy));
        let floor = cells.filter(|&pos| self.has(pos) && !self.is_wall(pos));
        let near = floor.filter(|&pos| from.distance_squared(pos) <= radius * radius);
        near.filter(|&pos| line(from, pos).all(|it| !self.is_wall(it))).count() as u64
    }

    /// Counts the steps of a path. It is valid if it ends at the goal and never leaves the floor.
    pub fn path_length(
        &self,
        path: impl IntoIterator<Item = Pos>,
        (from, to): (Pos, Pos),
        adjacency: Adjacency,
    ) -> Answer {
        let mut here = from;
        let mut answer = Answer::from(0);
        for next in path.into_iter().skip_while(|&pos| pos == from) {
            answer.sound &= adjacency.distance(here, next) == 1 && !self.is_wall(next);
            answer.amount += 1;
            here = next;
        }
        answer.sound &= here == to;
        answer
    }

    fn has(&self, pos: Pos) -> bool {
        let (x, y) = (usize::try_from(pos.x), usize::try_from(pos.y));
        x.is_ok_and(|x| x < self.width) && y.is_ok_and(|y| y < self.height)
    }
}

fn numbers(text: &str) -> Vec<i32> {
    text.split_whitespace().map(|it| it.parse().expect("the workload files are ours")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_workloads_are_whole() {
        for (workload, size) in [(&ROOMS, (80, 50)), (&CAVE, (100, 100)), (&OPEN, (80, 50))] {
            assert_eq!((workload.width, workload.height), size);
            assert_eq!(workload.walls.len(), size.0 * size.1);
            assert_eq!((workload.origins.len(), workload.pairs.len()), (500, 500));
            let ends = workload.pairs.iter().flat_map(|&(from, to)| [from, to]);
            for pos in workload.origins.iter().copied().chain(ends) {
                assert!(!workload.is_wall(pos), "{pos:?} in {}", workload.name);
            }
        }
    }

    #[test]
    fn walls_surround_every_map() {
        for map in [&ROOMS, &CAVE, &OPEN] {
            let bounds = barrow_grid::Rect::new(
                0,
                0,
                map.width.try_into().unwrap(),
                map.height.try_into().unwrap(),
            );
            assert!(bounds.border().all(|pos| map.is_wall(pos)), "{}", map.name);
        }
    }

    fn small() -> Workload {
        Workload::parse("small", "5 4\n#####\n#.#.#\n#...#\n#####\n", "1 1\n", "1 1 3 1\n")
    }

    #[test]
    fn distances_go_around_walls() {
        let map = small();
        let (from, to) = map.pairs[0];
        assert_eq!(map.distances(from, Adjacency::Four)[map.index(to)], Some(4));
        assert_eq!(map.distances(from, Adjacency::Eight)[map.index(to)], Some(2));
        assert_eq!(map.distances(from, Adjacency::Eight)[0], None);
    }

    #[test]
    fn sight_ends_at_walls_and_at_the_radius() {
        let map = small();
        assert_eq!(map.floor_in_sight(map.origins[0], 9), 4);
        assert_eq!(map.floor_in_sight(map.origins[0], 1), 2);
    }

    #[test]
    fn a_path_must_be_walkable() {
        let map = small();
        let length = |path: &[(i32, i32)], adjacency| {
            let path = path.iter().map(|&it| it.into());
            let answer = map.path_length(path, map.pairs[0], adjacency);
            answer.sound.then_some(answer.amount)
        };
        assert_eq!(length(&[(1, 1), (2, 2), (3, 1)], Adjacency::Eight), Some(2));
        assert_eq!(length(&[(2, 2), (3, 1)], Adjacency::Eight), Some(2));
        assert_eq!(length(&[(1, 1), (2, 2), (3, 1)], Adjacency::Four), None);
        assert_eq!(length(&[(1, 1), (2, 1), (3, 1)], Adjacency::Eight), None);
        assert_eq!(length(&[(1, 1), (2, 2)], Adjacency::Eight), None);
    }
}
