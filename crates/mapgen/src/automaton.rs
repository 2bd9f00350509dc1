use barrow_dice::{Chance, Rng};
use barrow_grid::{BitGrid, Dir, Rect};

/// A rule for a cellular automaton with eight neighbours.
///
/// The outermost ring of cells counts as neighbours but never changes.
pub(crate) struct Rule {
    /// A bit for each number of living neighbours that brings a dead cell to life.
    pub(crate) born: u16,
    /// A bit for each number of living neighbours that keeps a living cell alive.
    pub(crate) survive: u16,
}

/// The outcome for each number of neighbours as a word of all ones or all zeros, so that 64 cells
/// are decided at once.
struct Verdicts {
    if_dead: [u64; 9],
    /// Where the outcome for a living cell differs from that for a dead one.
    if_alive_flip: [u64; 9],
}

/// A word of a row, with the sums of each cell and its western and eastern neighbours as two binary
/// digits.
#[derive(Clone, Copy)]
struct Sums {
    cells: u64,
    /// West, cell and east.
    three: [u64; 2],
    /// West and east only.
    two: [u64; 2],
}

impl Rule {
    /// Runs the automaton for some rounds. `next` is working memory.
    pub(crate) fn run(&self, cells: &mut BitGrid, next: &mut BitGrid, rounds: u32) {
        if rounds == 0 {
            return;
        }
        let verdicts = self.verdicts();
        next.copy_from(cells);
        for _ in 0..rounds {
            for column in 0..cells.stride() {
                verdicts.step(cells, next, column);
            }
            std::mem::swap(cells, next);
        }
    }

    /// Runs the automaton with the four orthogonal neighbours only.
    pub(crate) fn run_beside(&self, cells: &mut BitGrid, next: &mut BitGrid, rounds: u32) {
        let inside = Rect::new(0, 0, cells.width(), cells.height()).grown(-1);
        next.copy_from(cells);
        for _ in 0..rounds {
            for at in inside.cells() {
                let around = Dir::CARDINAL.iter().filter(|&&dir| cells.contains(at + dir)).count();
                let set = if cells.contains(at) { self.survive } else { self.born };
                next.set(at, set >> around & 1 == 1);
            }
            std::mem::swap(cells, next);
        }
    }

    fn verdicts(&self) -> Verdicts {
        let mask = |set: u16, count: usize| if set >> count & 1 == 1 { u64::MAX } else { 0 };
        Verdicts {
            if_dead: std::array::from_fn(|count| mask(self.born, count)),
            if_alive_flip: std::array::from_fn(|count| mask(self.born ^ self.survive, count)),
        }
    }
}

impl Verdicts {
    /// Runs one round for one column of words, from north to south.
    fn step(&self, from: &BitGrid, into: &mut BitGrid, column: usize) {
        let inside = inside_mask(from.width(), column);
        let mut above = Sums::of(from, 0, column);
        let mut here = Sums::of(from, 1, column);
        for y in 1..from.height() - 1 {
            let below = Sums::of(from, y + 1, column);
            let lives = self.decide(above, here, below);
            into.row_mut(y)[column] = lives & inside | here.cells & !inside;
            (above, here) = (here, below);
        }
    }

    /// Adds up the neighbours of 64 cells with full adders, one word for each binary digit, and
    /// selects the outcome for each sum digit by digit.
    #[inline]
    fn decide(&self, above: Sums, here: Sums, below: Sums) -> u64 {
        let [ones, carried] = add(above.three[0], below.three[0], here.two[0]);
        let [sum, fours_a] = add(above.three[1], below.three[1], here.two[1]);
        let (twos, fours_b) = (sum ^ carried, sum & carried);
        let (fours, eights) = (fours_a ^ fours_b, fours_a & fours_b);

        let verdict = |count: usize| self.if_dead[count] ^ self.if_alive_flip[count] & here.cells;
        let pair = |even: usize| choose(ones, verdict(even + 1), verdict(even));
        let below_four = choose(twos, pair(2), pair(0));
        let from_four = choose(twos, pair(6), pair(4));
        choose(eights, verdict(8), choose(fours, from_four, below_four))
    }
}

impl Sums {
    #[inline]
    fn of(grid: &BitGrid, y: i32, column: usize) -> Self {
        let row = grid.row(y);
        let cells = row[column];
        let west = cells << 1 | if column == 0 { 0 } else { row[column - 1] >> 63 };
        let east = cells >> 1 | row.get(column + 1).map_or(0, |next| next << 63);
        Self { cells, three: add(west, cells, east), two: [west ^ east, west & east] }
    }
}

/// Adds three bits and returns the ones and the twos of the sum.
const fn add(a: u64, b: u64, c: u64) -> [u64; 2] {
    let half = a ^ b;
    [half ^ c, a & b | half & c]
}

const fn choose(which: u64, if_one: u64, if_zero: u64) -> u64 {
    if_zero ^ (if_zero ^ if_one) & which
}

/// Returns the bits of a column of words that lie inside the outermost ring of cells.
const fn inside_mask(width: i32, column: usize) -> u64 {
    let first = if column == 0 { 1 } else { 0 };
    let end = width as usize - 1 - column * 64;
    let ends = if end >= 64 { u64::MAX } else { (1 << end) - 1 };
    u64::MAX << first & ends
}

/// Makes each cell inside the outermost ring alive with the given chance.
pub(crate) fn scatter(rng: &mut Rng, chance: Chance, cells: &mut BitGrid) {
    let last = cells.stride() - 1;
    // The last word of a row is rarely full, so several rows share the random bits of one word.
    let tail = cells.width() as u32 - last as u32 * 64;
    let (mut coins, mut left) = (0, 0);
    for y in 1..cells.height() - 1 {
        for column in 0..last {
            let inside = inside_mask(cells.width(), column);
            let word = &mut cells.row_mut(y)[column];
            *word = *word & !inside | rng.coins(chance) & inside;
        }
        if left < tail {
            (coins, left) = (rng.coins(chance), 64);
        }
        let inside = inside_mask(cells.width(), last);
        let word = &mut cells.row_mut(y)[last];
        *word = *word & !inside | coins & inside;
        coins = coins.checked_shr(tail).unwrap_or(0);
        left -= tail;
    }
}

#[cfg(test)]
mod tests {
    use barrow_grid::{Grid, Pos};

    use super::*;

    fn read(picture: &str) -> BitGrid {
        BitGrid::from_grid(&Grid::from_picture(picture), |&it| it == '#')
    }

    fn show(cells: &BitGrid) -> String {
        let glyph = |pos| if cells.contains(pos) { '#' } else { '.' };
        Grid::from_fn(cells.width(), cells.height(), glyph).to_string()
    }

    fn check(born: u16, survive: u16, rounds: u32, before: &str, after: &str) {
        let mut cells = read(before);
        Rule { born, survive }.run(&mut cells, &mut BitGrid::default(), rounds);
        assert_eq!(show(&cells), show(&read(after)));
    }

    #[test]
    fn a_rule_can_count_the_four_orthogonal_neighbours() {
        let mut cells = read(
            "
            .........
            .#.#..#..
            .....#.#.
            .#.#..#..
            .........",
        );
        let after = read(
            "
            .........
            .#.#..#..
            .....###.
            .#.#..#..
            .........",
        );
        let rule = Rule { born: 1 << 4, survive: 0b1_1111 };
        rule.run_beside(&mut cells, &mut BitGrid::default(), 2);
        assert_eq!(show(&cells), show(&after));
    }

    /// Conway's Life: born with 3, survives with 2 or 3.
    #[test]
    fn a_blinker_blinks() {
        let lying = "
            .....
            .....
            .###.
            .....
            .....";
        let standing = "
            .....
            ..#..
            ..#..
            ..#..
            .....";
        check(1 << 3, 1 << 2 | 1 << 3, 1, lying, standing);
        check(1 << 3, 1 << 2 | 1 << 3, 2, lying, lying);
        check(0, 0, 0, lying, lying);
    }

    #[test]
    fn the_ring_stays_as_it_is() {
        let ring = "
            #.##.
            #...#
            .....
            #####";
        let dead_inside = "
            #.##.
            #...#
            #...#
            #####";
        check(0, 0, 3, dead_inside, dead_inside);
        check(
            0x1FF,
            0x1FF,
            1,
            ring,
            "
            #.##.
            #####
            .###.
            #####",
        );
    }

    /// Compares the word-parallel step with one that counts neighbours cell by cell.
    #[test]
    fn words_agree_with_single_cells() {
        let mut rng = Rng::new(17);
        for (width, height) in [(3, 3), (64, 9), (65, 7), (66, 5), (80, 12), (130, 20), (191, 4)] {
            for _ in 0..20 {
                let (born, survive) = (rng.below(512) as u16, rng.below(512) as u16);
                let mut cells = BitGrid::from_fn(width, height, |_| rng.below(2) == 1);
                let expected = one_by_one(&cells, born, survive);
                Rule { born, survive }.run(&mut cells, &mut BitGrid::default(), 1);
                assert_eq!(show(&cells), show(&expected), "born {born:b}, survive {survive:b}");
            }
        }
    }

    fn one_by_one(cells: &BitGrid, born: u16, survive: u16) -> BitGrid {
        let inside = cells.bounds().grown(-1);
        BitGrid::from_fn(cells.width(), cells.height(), |pos: Pos| {
            let lives = cells.contains(pos);
            let living = Dir::ALL.iter().filter(|&&dir| cells.contains(pos + dir)).count();
            let set = if lives { survive } else { born };
            if inside.contains(pos) { set >> living & 1 == 1 } else { lives }
        })
    }

    #[test]
    fn noise_is_even_and_leaves_the_ring_alone() {
        for width in [3_i32, 63, 64, 65, 66, 80, 129] {
            let mut counts = vec![0; width as usize];
            let mut rng = Rng::new(width.unsigned_abs());
            let mut cells = BitGrid::new(width, 1002);
            scatter(&mut rng, Chance::percent(30), &mut cells);
            assert!(cells.iter().all(|pos| cells.bounds().grown(-1).contains(pos)));
            cells.iter().for_each(|pos| counts[pos.x as usize] += 1_u32);
            let inner = &counts[1..counts.len() - 1];
            assert!(inner.iter().all(|it| it.abs_diff(300) < 75), "{width}: {inner:?}");
            scatter(&mut rng, Chance::ALWAYS, &mut cells);
            assert_eq!(cells.count(), (width.unsigned_abs() - 2) * 1000);
        }
    }
}
