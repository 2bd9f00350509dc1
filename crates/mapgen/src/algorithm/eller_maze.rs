use barrow_dice::{Chance, Rng};
use serde::{Deserialize, Serialize};

use super::maze::{crossings, passage};
use super::{Method, Row};
use crate::Form;
use crate::builder::Site;

/// A maze made row by row. It only remembers which cells of the current row are connected, so its
/// memory is one row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EllerMaze {
    /// The chance to join two neighbours in a row that are not connected yet.
    pub across: Chance,
    /// The chance of a passage down from a cell. It is certain if no other connected cell has one.
    pub down: Chance,
}

impl Default for EllerMaze {
    fn default() -> Self {
        Self { across: Chance::percent(50), down: Chance::percent(50) }
    }
}

impl Method for EllerMaze {
    fn row(&self) -> Row {
        Row { name: "eller-maze", about: "a maze made row by row" }
    }

    fn fill_in(&mut self, form: &mut dyn Form) {
        form.share("across", "chance to join cells side by side", &mut self.across, 0..=100);
        form.share("down", "chance of a passage down from a cell", &mut self.down, 0..=100);
    }

    fn dig(&self, site: &mut Site) {
        let (columns, rows) = crossings(site.plan);
        site.buffers.rings.reset(columns as u32);
        for row in 0..rows {
            let across = if row + 1 < rows { self.across } else { Chance::ALWAYS };
            join_row(site, row, across);
            if row + 1 < rows {
                self.go_down(site, row);
            }
        }
    }
}

/// Digs the cells of a row and joins neighbours that are not connected yet.
fn join_row(site: &mut Site, row: i32, chance: Chance) {
    let (columns, _) = crossings(site.plan);
    let mut coins = Coins::of(chance);
    for column in 0..columns {
        site.plan.floor.insert(passage(column, row, 0, 0));
        let last = column + 1 == columns;
        let heads = coins.toss(site.rng, column);
        if heads && !last && !site.buffers.rings.hold_next(column) {
            site.plan.floor.insert(passage(column, row, 1, 0));
            site.buffers.rings.join_next(column);
        }
    }
}

impl EllerMaze {
    /// Digs at least one passage down from each connected set of cells.
    fn go_down(&self, site: &mut Site, row: i32) {
        let (columns, _) = crossings(site.plan);
        let mut coins = Coins::of(self.down);
        for column in 0..columns {
            if coins.toss(site.rng, column) || site.buffers.rings.is_alone(column) {
                site.plan.floor.insert(passage(column, row, 0, 1));
            } else {
                site.buffers.rings.leave(column);
            }
        }
    }
}

/// Random bits for the columns of a row, drawn 64 at a time.
struct Coins {
    chance: Chance,
    drawn: u64,
}

impl Coins {
    const fn of(chance: Chance) -> Self {
        Self { chance, drawn: 0 }
    }

    fn toss(&mut self, rng: &mut Rng, column: i32) -> bool {
        self.drawn = if column % 64 == 0 { rng.coins(self.chance) } else { self.drawn >> 1 };
        self.drawn & 1 == 1
    }
}

/// Which columns of a row are connected. Each set is a ring, ordered by column.
///
/// Passages never cross, so a set lies entirely between two neighbours in the ring of another. For
/// this reason two adjacent columns are connected exactly if the second follows the first in its
/// ring, and two rings that meet there can be merged into one that is ordered again.
#[derive(Default)]
pub(crate) struct Rings {
    after: Vec<u32>,
    before: Vec<u32>,
}

impl Rings {
    fn reset(&mut self, columns: u32) {
        for links in [&mut self.after, &mut self.before] {
            links.clear();
            links.extend(0..columns);
        }
    }

    fn is_alone(&self, column: i32) -> bool {
        self.after[column as usize] == column as u32
    }

    fn hold_next(&self, column: i32) -> bool {
        self.after[column as usize] == column as u32 + 1
    }

    fn join_next(&mut self, column: i32) {
        let (after, before) = (self.after[column as usize], self.before[column as usize + 1]);
        self.link(column as u32, column as u32 + 1);
        self.link(before, after);
    }

    fn leave(&mut self, column: i32) {
        let (after, before) = (self.after[column as usize], self.before[column as usize]);
        self.link(before, after);
        self.link(column as u32, column as u32);
    }

    fn link(&mut self, before: u32, after: u32) {
        self.after[before as usize] = after;
        self.before[after as usize] = before;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::testing::{assert_perfect_maze, check, for_500_seeds};

    #[test]
    fn an_eller_maze_ends_in_one_long_row() {
        check(
            &EllerMaze::default(),
            1,
            "
            ################################
            #...#.#...#.#.......#.#...#.#.##
            #.###.#.#.#.#.#.#.#.#.###.#.#.##
            #.#.#.#.#.....#.#.#.....#.#...##
            #.#.#.#.#.###.###.#.#.#.#.###.##
            #...#.#.#...#...#.#.#.#.#.....##
            ###.#.#.###.#####.#.###.#.#.####
            #.#...#.#.#...#.#.#.#.#.#.#.#.##
            #.#.#####.#.###.#####.#.#.###.##
            #.#.....#...#.#.#.......#.#...##
            #.###.#.#####.#.#.#######.#.####
            #.....#.......................##
            ################################
            ################################
            ",
        );
    }

    #[test]
    fn chances_make_it_wide_or_high() {
        let always = Chance::ALWAYS;
        check(
            &EllerMaze { across: always, down: Chance::NEVER },
            1,
            "
            #########
            #.......#
            #######.#
            #.......#
            #######.#
            #.......#
            #########
            ",
        );
        check(
            &EllerMaze { across: Chance::NEVER, down: always },
            1,
            "
            #########
            #.#.#.#.#
            #.#.#.#.#
            #.#.#.#.#
            #.#.#.#.#
            #.......#
            #########
            ",
        );
    }

    #[test]
    fn every_eller_maze_is_perfect() {
        for chances in [(50, 50), (0, 0), (100, 100), (20, 90), (90, 20)] {
            let (across, down) = (Chance::percent(chances.0), Chance::percent(chances.1));
            for_500_seeds(&EllerMaze { across, down }, assert_perfect_maze);
        }
    }
}
