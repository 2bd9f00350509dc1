use barrow_grid::{Pos, Rect};
use serde::{Deserialize, Serialize};

use super::maze::{crossings, passage};
use super::{Method, Row};
use crate::builder::Site;

/// A maze by division: splits an open hall by a wall with one gap, then each half, until only
/// corridors are left.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DividedMaze;

impl Method for DividedMaze {
    fn row(&self) -> Row {
        Row { name: "divided-maze", about: "a maze of long walls, by halving again and again" }
    }

    fn dig(&self, site: &mut Site) {
        let (columns, rows) = crossings(site.plan);
        site.buffers.rects.clear();
        site.buffers.rects.push(Rect::new(0, 0, columns, rows));
        while let Some(hall) = site.buffers.rects.pop() {
            if hall.width == 1 || hall.height == 1 {
                site.plan.floor.insert_rect(corridor(hall));
            } else {
                part(site, hall);
            }
        }
    }
}

/// Splits a hall, measured in crossings, by a random wall. Only the gap is dug here; halls are dug
/// when they have become corridors.
fn part(site: &mut Site, hall: Rect) {
    let walls_across = hall.width - 1;
    let wall = site.rng.below((walls_across + hall.height - 1) as u32) as i32;
    let halves = if wall < walls_across {
        let gap = site.rng.below(hall.height as u32) as i32;
        site.plan.floor.insert(passage(hall.x + wall, hall.y + gap, 1, 0));
        let width = wall + 1;
        [Rect { width, ..hall }, Rect { x: hall.x + width, width: hall.width - width, ..hall }]
    } else {
        let gap = site.rng.below(hall.width as u32) as i32;
        let height = wall - walls_across + 1;
        site.plan.floor.insert(passage(hall.x + gap, hall.y + height - 1, 0, 1));
        [Rect { height, ..hall }, Rect { y: hall.y + height, height: hall.height - height, ..hall }]
    };
    // Taking the smaller half next keeps the stack short: its height is at most the number of times
    // the map can be halved.
    let [first, second] = halves;
    let larger_first = if first.area() < second.area() { [second, first] } else { [first, second] };
    site.buffers.rects.extend(larger_first);
}

/// Returns the floor of a hall that is one crossing wide or high.
fn corridor(hall: Rect) -> Rect {
    let Pos { x, y } = passage(hall.x, hall.y, 0, 0);
    Rect::new(x, y, 2 * hall.width - 1, 2 * hall.height - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::testing::{assert_perfect_maze, check, for_500_seeds};

    #[test]
    fn walls_run_from_side_to_side_with_one_gap() {
        check(
            &DividedMaze,
            1,
            "
            ###############################
            #...#.......#.#...............#
            #.#.#.#.#.#.#.#.#######.#.#####
            #.#...#.#.#.....#.#.....#.....#
            #######.#########.#.#.#.#####.#
            #.....#.......#.#.#.#.#.#.....#
            #####.#.###.###.#.###.#.#.#.#.#
            #.....#.#.....#.#.....#.#.#.#.#
            ###.###.#.#####.#.###.#.#####.#
            #.#...#.#.....#.#.#...#.#...#.#
            #.###.#######.#.#.#.###.#.#.#.#
            #...............#.#...#.#.#...#
            ###############################
            ",
        );
    }

    #[test]
    fn every_divided_maze_is_perfect() {
        for_500_seeds(&DividedMaze, assert_perfect_maze);
    }
}
