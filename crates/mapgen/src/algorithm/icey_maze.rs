use barrow_grid::{Dir, Pos, Rect};
use serde::{Deserialize, Serialize};

use super::maze::{crossings, passage};
use super::{Method, Row};
use crate::Form;
use crate::builder::Site;

/// A maze of passages that grow from each other. The higher the regularity, the longer a passage
/// keeps its direction.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct IceyMaze {
    /// A passage changes its preferred directions once in `regularity + 1` steps on average.
    pub regularity: u32,
}

impl Method for IceyMaze {
    fn row(&self) -> Row {
        Row { name: "icey-maze", about: "a maze of growing passages, from wild to regular" }
    }

    fn fill_in(&mut self, form: &mut dyn Form) {
        form.number(
            "regularity",
            "how long passages keep their direction; 0 is wild",
            &mut self.regularity,
            0..=1000,
        );
    }

    fn dig(&self, site: &mut Site) {
        let (columns, rows) = crossings(site.plan);
        let column = site.rng.below(columns as u32) as i32;
        let row = site.rng.below(rows as u32) as i32;
        let first = passage(column, row, 0, 0);
        site.plan.floor.insert(first);
        site.buffers.cells_to_visit.clear();
        site.buffers.cells_to_visit.push(first);
        let mut dirs = Dir::CARDINAL;
        // Each round either digs a crossing or drops one that has no rock beside it.
        while !site.buffers.cells_to_visit.is_empty() {
            let index = site.rng.below(site.buffers.cells_to_visit.len() as u32) as usize;
            let from = site.buffers.cells_to_visit[index];
            if !self.grow(site, from, &mut dirs) {
                site.buffers.cells_to_visit.swap_remove(index);
            }
        }
    }
}

impl IceyMaze {
    /// Digs a passage from a crossing as far as possible. Returns `false` if it leads nowhere.
    fn grow(&self, site: &mut Site, from: Pos, dirs: &mut [Dir; 4]) -> bool {
        let (columns, rows) = crossings(site.plan);
        let inside = Rect::new(1, 1, 2 * columns - 1, 2 * rows - 1);
        let mut here = from;
        loop {
            let leads_into_rock = |dir: Dir| {
                let there = here + dir + dir;
                inside.contains(there) && !site.plan.floor.contains(there)
            };
            if !dirs.iter().copied().any(leads_into_rock) {
                return here != from;
            }
            if site.rng.below(self.regularity + 1) == 0 {
                site.rng.shuffle(dirs);
            }
            let dir = dirs.iter().copied().find(|&dir| leads_into_rock(dir));
            let dir = dir.expect("one of the directions leads into rock");
            site.plan.floor.insert(here + dir);
            here = here + dir + dir;
            site.plan.floor.insert(here);
            site.buffers.cells_to_visit.push(here);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::testing::{assert_perfect_maze, check, dig, for_500_seeds};

    #[test]
    fn an_irregular_maze_turns_often() {
        check(
            &IceyMaze::default(),
            1,
            "
            ###############################
            #.................#...#.#.....#
            ###.#############.#.#.#.#.###.#
            #.......#.#...#...#.#...#.#.#.#
            #.###.#.#.#.#.#.#######.#.#.#.#
            #.#...#...#.#.#.......#.#.#...#
            ###.###.#.#.#.#########.#.#.###
            #...#...#...#.#.....#...#.#...#
            #.###########.#.###.#.###.###.#
            #.......#...#.#...#...#...#...#
            ###.###.###.#.###.###.#####.#.#
            #.....#.....#.....#.........#.#
            ###############################
            ",
        );
    }

    #[test]
    fn a_regular_maze_has_long_passages() {
        check(
            &IceyMaze { regularity: 10 },
            1,
            "
            ###############################
            #.........#.......#...........#
            #########.#######.###########.#
            #...........................#.#
            #.#########################.#.#
            #.#...#...#...#...#...#...#.#.#
            #.#.#.#.#.#.#.#.#.#.#.#.#.#.#.#
            #.#.#...#...#...#.#.#.#.#.#.#.#
            #.#.#############.#.#.#.#.#.#.#
            #.#.............#.#.#.#.#.#.#.#
            #.#############.#.#.#.#.#.#.#.#
            #...............#...#...#.#...#
            ###############################
            ",
        );
        let corners = |regularity| {
            let plan = dig(&IceyMaze { regularity }, 79, 49, 3);
            let goes = |pos: Pos, dir| plan.floor.contains(pos + dir);
            let straight = |pos: &Pos| {
                goes(*pos, Dir::North) == goes(*pos, Dir::South)
                    && goes(*pos, Dir::East) == goes(*pos, Dir::West)
            };
            plan.floor.iter().filter(|pos| !straight(pos)).count()
        };
        assert!(corners(50) * 2 < corners(0), "{} of {}", corners(50), corners(0));
    }

    #[test]
    fn every_icey_maze_is_perfect() {
        for regularity in [0, 3, 1000] {
            for_500_seeds(&IceyMaze { regularity }, assert_perfect_maze);
        }
    }
}
