use barrow_dice::{Chance, Rng};
use barrow_grid::{BitGrid, Pos, Rect};
use serde::{Deserialize, Serialize};

use super::{Method, Row};
use crate::automaton::Rule;
use crate::builder::Site;
use crate::carve::random_cell;
use crate::{Finish, Form, Regions};

/// A cave dug by random walks that start in the middle of the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drunkard {
    /// The share of the cells inside the outermost ring to dig. Walkers with very short lives on a
    /// very large map may stop before that.
    pub share: Chance,
    /// The maximum number of walkers. The first starts in the middle.
    pub max_walkers: u32,
    /// The chance that another walker starts from a cell after a step.
    pub spawn: Chance,
    /// The chance that a step goes in the direction with the most rock in sight.
    pub bias: Chance,
    /// The number of steps after which a walker restarts from another dug cell.
    pub lifetime: u32,
    /// The number of rounds of smoothing by a cellular automaton.
    pub smoothing: u32,
}

/// The default rule of [`Cellular`](super::cellular::Cellular).
const SMOOTHING: Rule = Rule { born: 0b1_1110_0000, survive: 0b1_1111_1000 };

const MAX_WALKERS: usize = 64;

/// The number of steps a walker takes before the next walker's turn.
const STEPS_PER_TURN: u32 = 32;

/// A one in the lower bit of every pair of bits.
const LOW_BITS: u64 = 0x5555_5555_5555_5555;

/// How far a walker looks for rock.
const SIGHT: u32 = 8;

/// The walkers stop after this many steps for each cell of the map.
const STEPS_PER_CELL: u32 = 64;

impl Default for Drunkard {
    fn default() -> Self {
        Self {
            share: Chance::percent(45),
            max_walkers: 8,
            spawn: Chance::percent(15),
            bias: Chance(1250),
            lifetime: 400,
            smoothing: 0,
        }
    }
}

impl Method for Drunkard {
    fn row(&self) -> Row {
        Row { name: "drunkard", about: "one ragged cave, dug by random walkers" }
    }

    fn fill_in(&mut self, form: &mut dyn Form) {
        form.share("share", "share of the map that is dug", &mut self.share, 1..=90);
        form.number("max_walkers", "maximum number of walkers", &mut self.max_walkers, 1..=64);
        form.share("spawn", "chance of another walker after a step", &mut self.spawn, 0..=100);
        form.share(
            "bias",
            "chance that a step leads towards unexplored rock",
            &mut self.bias,
            0..=100,
        );
        form.number(
            "lifetime",
            "steps after which a walker restarts elsewhere",
            &mut self.lifetime,
            10..=100_000,
        );
        form.number("smoothing", "number of smoothing rounds", &mut self.smoothing, 0..=5);
    }

    fn min_size(&self) -> (u32, u32) {
        (7, 7)
    }

    fn joins_all(&self) -> bool {
        self.smoothing == 0
    }

    fn default_finish(&self) -> Finish {
        Finish { regions: Regions::Largest, ..Finish::default() }
    }

    fn dig(&self, site: &mut Site) {
        let mut ground = Ground::new(&mut site.buffers.bytes, site.plan.bounds(), self.share);
        self.walk(site.rng, &mut ground);
        ground.draw(&mut site.plan.floor);
        if self.smoothing > 0 {
            let walls = &mut site.plan.floor;
            walls.invert();
            SMOOTHING.run(walls, &mut site.buffers.cells, self.smoothing);
            walls.invert();
        }
    }
}

impl Drunkard {
    /// Moves the walkers in turn until enough is dug or the steps are used up.
    fn walk(&self, rng: &mut Rng, ground: &mut Ground) {
        let first = Walker { at: ground.index(ground.inside.center()), life: self.lifetime };
        ground.dig(first.at);
        let mut walkers = [first; MAX_WALKERS];
        let mut crew = Crew { walkers: &mut walkers[..self.max_walkers as usize], count: 1 };
        let mut steps_left = ground.inside.area() * STEPS_PER_CELL;
        let mut next = 0;
        while ground.missing > 0 && steps_left > 0 {
            let steps = self.take_turn(rng, ground, &mut crew, next);
            steps_left = steps_left.saturating_sub(steps);
            next = (next + 1) % crew.count;
        }
    }

    /// Moves one walker for a turn and returns the number of its steps.
    fn take_turn(&self, rng: &mut Rng, ground: &mut Ground, crew: &mut Crew, who: usize) -> u32 {
        let Walker { mut at, life } = crew.walkers[who];
        let mut dirs = self.dirs(rng, ground, at);
        let steps = life.min(STEPS_PER_TURN);
        for _ in 0..steps {
            let there = at.wrapping_add(ground.offsets[(dirs & 3) as usize]);
            dirs >>= 2;
            if ground.cells[there] == EDGE {
                continue;
            }
            at = there;
            ground.dig(at);
            if ground.missing == 0 {
                break;
            }
            if crew.count < crew.walkers.len() && rng.happens(self.spawn) {
                crew.walkers[crew.count] = Walker { at, life: self.lifetime };
                crew.count += 1;
            }
        }
        crew.walkers[who] = if life > steps {
            Walker { at, life: life - steps }
        } else {
            Walker { at: ground.random_dug_cell(rng).unwrap_or(at), life: self.lifetime }
        };
        steps
    }

    /// Draws the directions of all steps of a turn, two bits each. A step is random or, with the
    /// chance `bias`, leads to unexplored rock.
    fn dirs(&self, rng: &mut Rng, ground: &Ground, at: usize) -> u64 {
        let random = rng.wide_bits();
        if self.bias == Chance::NEVER {
            return random;
        }
        let biased = rng.coins(self.bias) & LOW_BITS;
        let biased = biased | biased << 1;
        let unexplored = LOW_BITS * ground.dir_with_most_rock(at, (random >> 62) as usize) as u64;
        random & !biased | unexplored & biased
    }
}

/// The walkers. The first `count` are in use.
struct Crew<'a> {
    walkers: &'a mut [Walker],
    count: usize,
}

#[derive(Clone, Copy)]
struct Walker {
    at: usize,
    life: u32,
}

/// The map with one byte for each cell. A step that only stores a byte need not wait for the step
/// before it, as it would if both changed bits of the same word.
struct Ground<'a> {
    cells: &'a mut [u8],
    inside: Rect,
    /// The index offsets to the four neighbours, clockwise from north.
    offsets: [usize; 4],
    /// The number of cells still to dig.
    missing: u32,
}

const ROCK: u8 = 0;
const FLOOR: u8 = 1;
const EDGE: u8 = 2;

impl<'a> Ground<'a> {
    /// Creates solid rock with an edge that cannot be dug.
    fn new(cells: &'a mut Vec<u8>, bounds: Rect, share: Chance) -> Self {
        let (width, inside) = (bounds.width as usize, bounds.grown(-1));
        cells.clear();
        cells.resize(bounds.area() as usize, ROCK);
        let last = cells.len() - width;
        cells[..width].fill(EDGE);
        cells[last..].fill(EDGE);
        for row in cells.chunks_mut(width) {
            (row[0], row[width - 1]) = (EDGE, EDGE);
        }
        let offsets = [0_usize.wrapping_sub(width), 1, width, usize::MAX];
        let missing = u64::from(inside.area()) * u64::from(share.0);
        let missing = missing.div_ceil(u64::from(Chance::ALWAYS.0)) as u32;
        Self { cells, inside, offsets, missing }
    }

    const fn index(&self, pos: Pos) -> usize {
        pos.y as usize * self.offsets[2] + pos.x as usize
    }

    fn dig(&mut self, at: usize) {
        self.missing -= u32::from(self.cells[at] == ROCK);
        self.cells[at] = FLOOR;
    }

    /// Returns the direction with the most rock in sight; on a tie, the first one clockwise from
    /// `first`.
    fn dir_with_most_rock(&self, at: usize, first: usize) -> usize {
        let mut best = (first, 0);
        for dir in (first..first + 4).map(|dir| dir % 4) {
            let rock = self.rock_along(at, dir);
            if rock > best.1 {
                best = (dir, rock);
            }
        }
        best.0
    }

    fn rock_along(&self, mut at: usize, dir: usize) -> u32 {
        let mut rock = 0;
        for _ in 0..SIGHT {
            at = at.wrapping_add(self.offsets[dir]);
            match self.cells[at] {
                EDGE => break,
                cell => rock += u32::from(cell == ROCK),
            }
        }
        rock
    }

    /// Returns a random dug cell, or `None` if none of a few tries hits one.
    fn random_dug_cell(&self, rng: &mut Rng) -> Option<usize> {
        let tries = (0..8).map(|_| self.index(random_cell(rng, self.inside)));
        tries.into_iter().find(|&at| self.cells[at] == FLOOR)
    }

    /// Turns bytes into bits, eight at a time.
    fn draw(&self, floor: &mut BitGrid) {
        for (y, row) in self.cells.chunks(self.offsets[2]).enumerate() {
            for (word, cells) in floor.row_mut(y as i32).iter_mut().zip(row.chunks(64)) {
                for (index, eight) in cells.chunks(8).enumerate() {
                    *word |= gather(eight) << (index * 8);
                }
            }
        }
    }
}

/// Packs the lowest bits of up to eight bytes into one byte.
fn gather(bytes: &[u8]) -> u64 {
    let mut eight = [0; 8];
    eight[..bytes.len()].copy_from_slice(bytes);
    let lowest = u64::from_le_bytes(eight) & 0x0101_0101_0101_0101;
    // The multiplication moves each bit to its own position in the highest byte.
    lowest.wrapping_mul(0x0102_0408_1020_4080) >> 56
}
