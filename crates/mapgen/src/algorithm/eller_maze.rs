use barrow_dice::{Chance, Rng};
use serde::{Deserialize, Serialize};

use super::maze::{crossings, passage};
use super::{Method, Row};
use crate::Form;
use crate::builder::Site;

/// A maze made row by row: it knows of each row only which cells already hang together, so
/// it needs no more memory than one row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EllerMaze {
    /// The chance that two cells side by side are joined, if they are not yet.
    pub across: Chance,
    /// The chance of a way down from a cell. Where it is the only one, it is certain.
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
        form.share("down", "chance of a way down from a cell", &mut self.down, 0..=100);
    }

    fn least_size(&self) -> (u32, u32) {
        (5, 5)
    }

    fn joins_all(&self) -> bool {
        true
    }

    fn dig(&self, site: &mut Site) {
        let (columns, rows) = crossings(site.plan);
        site.spare.rings.reset(columns as u32);
        for row in 0..rows {
            let across = if row + 1 < rows { self.across } else { Chance::ALWAYS };
            join_row(site, row, across);
            if row + 1 < rows {
                self.go_down(site, row);
            }
        }
    }
}

/// Digs the cells of a row, and joins neighbours that do not hang together yet.
fn join_row(site: &mut Site, row: i32, chance: Chance) {
    let (columns, _) = crossings(site.plan);
    let mut coins = Coins::of(chance);
    for column in 0..columns {
        site.plan.floor.insert(passage(column, row, 0, 0));
        let last = column + 1 == columns;
        let heads = coins.toss(site.rng, column);
        if heads && !last && !site.spare.rings.hold_next(column) {
            site.plan.floor.insert(passage(column, row, 1, 0));
            site.spare.rings.join_next(column);
        }
    }
}

impl EllerMaze {
    /// Digs at least one way down from all that hangs together.
    fn go_down(&self, site: &mut Site, row: i32) {
        let (columns, _) = crossings(site.plan);
        let mut coins = Coins::of(self.down);
        for column in 0..columns {
            if coins.toss(site.rng, column) || site.spare.rings.is_alone(column) {
                site.plan.floor.insert(passage(column, row, 0, 1));
            } else {
                site.spare.rings.leave(column);
            }
        }
    }
}

/// A coin for each column of a row, from the first on, drawn 64 at a time.
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

/// Which columns of a row hang together: each set is a ring, in the order of the columns.
///
/// Ways never cross, so a set lies whole between two neighbours in the ring of another. That
/// is why a column hangs together with the next one just when the next one follows in its
/// ring, and why two rings that meet there can be joined into one that is in order again.
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
    use crate::algorithm::trial::{assert_perfect_maze, check, for_500_seeds};

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
