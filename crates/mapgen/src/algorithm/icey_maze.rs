use barrow_grid::{Dir, Pos, Rect};
use serde::{Deserialize, Serialize};

use super::maze::{crossings, passage};
use super::{Method, Row};
use crate::Form;
use crate::builder::Site;

/// A maze of passages that grow from each other; the more regular, the longer they keep to
/// their ways.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct IceyMaze {
    /// A passage chooses its ways anew once in so many steps, and one.
    pub regularity: u32,
}

impl Method for IceyMaze {
    fn row(&self) -> Row {
        Row { name: "icey-maze", about: "a maze of growing passages, from wild to regular" }
    }

    fn fill_in(&mut self, form: &mut dyn Form) {
        form.number(
            "regularity",
            "how long passages keep to their ways; 0 is wild",
            &mut self.regularity,
            0..=1000,
        );
    }

    fn least_size(&self) -> (u32, u32) {
        (5, 5)
    }

    fn joins_all(&self) -> bool {
        true
    }

    fn dig(&self, site: &mut Site) {
        let (columns, rows) = crossings(site.plan);
        let column = site.rng.below(columns as u32) as i32;
        let row = site.rng.below(rows as u32) as i32;
        let first = passage(column, row, 0, 0);
        site.plan.floor.insert(first);
        site.spare.cells_to_visit.clear();
        site.spare.cells_to_visit.push(first);
        let mut ways = Dir::CARDINAL;
        // Each round either digs a crossing or drops one that has no rock beside it.
        while !site.spare.cells_to_visit.is_empty() {
            let place = site.rng.below(site.spare.cells_to_visit.len() as u32) as usize;
            let from = site.spare.cells_to_visit[place];
            if !self.grow(site, from, &mut ways) {
                site.spare.cells_to_visit.swap_remove(place);
            }
        }
    }
}

impl IceyMaze {
    /// Digs a passage from a crossing as far as it goes; false if it goes nowhere.
    fn grow(&self, site: &mut Site, from: Pos, ways: &mut [Dir; 4]) -> bool {
        let (columns, rows) = crossings(site.plan);
        let inside = Rect::new(1, 1, 2 * columns - 1, 2 * rows - 1);
        let mut here = from;
        loop {
            let leads_into_rock = |way: Dir| {
                let there = here + way + way;
                inside.contains(there) && !site.plan.floor.contains(there)
            };
            if !ways.iter().copied().any(leads_into_rock) {
                return here != from;
            }
            if site.rng.below(self.regularity + 1) == 0 {
                site.rng.shuffle(ways);
            }
            let way = ways.iter().copied().find(|&way| leads_into_rock(way));
            let way = way.expect("one of the ways leads into rock");
            site.plan.floor.insert(here + way);
            here = here + way + way;
            site.plan.floor.insert(here);
            site.spare.cells_to_visit.push(here);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::trial::{assert_perfect_maze, check, dig, for_500_seeds};

    #[test]
    fn a_wild_maze_turns_as_it_likes() {
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
    fn a_regular_maze_keeps_to_its_ways() {
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
