use barrow_dice::Rng;
use barrow_grid::{Dir, Pos, Rect};

use super::sample::Rules;
use crate::Plan;

/// The kinds of tiles that each cell may still become.
///
/// The map is surrounded by a ring that always stays rock, so that no cell needs to check whether
/// it has a neighbour.
#[derive(Default)]
pub(crate) struct Wave {
    map: Rect,
    /// The number of cells in a row, including the ring.
    stride: usize,
    options: Vec<u64>,
    /// Cells that lost options and have not told their neighbours yet.
    pending: Pending,
    by_count: ByCount,
    /// The cell that must become floor, so that a level is never all rock.
    pinned: usize,
    /// How many times cells may still start again.
    retries: u32,
    /// The cells that started again last, and their distance from the contradiction.
    again: Rect,
    reach: i32,
}

/// The options of a cell that ended in a contradiction and becomes rock, whatever is beside it. No
/// set of kinds looks like this.
const HOLE: u64 = u64::MAX;

/// The set with kind 0 only: rock with only rock beside it.
const ROCK: u64 = 1;

const MARGIN: i32 = 1;

/// How far around a contradiction cells start again, at first and at most.
const MIN_REACH: i32 = 3;
const MAX_REACH: i32 = 16;

impl Wave {
    /// Decides every cell.
    pub(crate) fn collapse(&mut self, rules: &Rules, rng: &mut Rng, map: Rect, retries: u32) {
        self.retries = retries;
        self.start(rules, map);
        self.propagate(rules);
        while let Some(cell) = self.by_count.draw(rng) {
            let kind = draw_kind(rules, rng, self.options[cell]);
            self.narrow(cell, 1 << kind);
            self.propagate(rules);
        }
    }

    /// Digs the decided cells.
    pub(crate) fn draw(&self, rules: &Rules, plan: &mut Plan) {
        for pos in plan.bounds().cells() {
            let options = self.options[self.cell(pos)];
            if options == HOLE {
                continue;
            }
            if options & rules.floor != 0 {
                plan.floor.insert(pos);
            } else if options & rules.lava != 0 {
                plan.lava.insert(pos);
            }
        }
    }

    const fn cell(&self, pos: Pos) -> usize {
        (pos.y + MARGIN) as usize * self.stride + (pos.x + MARGIN) as usize
    }

    fn start(&mut self, rules: &Rules, map: Rect) {
        self.map = map;
        self.again = Rect::default();
        let around = map.grown(MARGIN);
        self.stride = around.width as usize;
        self.pinned = self.cell(map.center());
        self.pending.reset(around.area() as usize);
        self.options.clear();
        self.options.resize(around.area() as usize, ROCK);
        for y in 0..map.height {
            let first = self.cell(Pos::new(0, y));
            self.options[first..first + map.width as usize].fill(rules.all());
        }
        self.by_count.reset(&self.options, rules.kinds);
        for pos in map.border() {
            self.narrow(self.cell(pos), self.fresh(rules, pos));
        }
        self.narrow(self.pinned, rules.floor);
    }

    /// Returns the initial options of a cell. At the rim, the rock of the margin limits them.
    fn fresh(&self, rules: &Rules, pos: Pos) -> u64 {
        if self.cell(pos) == self.pinned {
            return rules.floor;
        }
        let margin = Dir::CARDINAL.map(|dir| !self.map.contains(pos + dir.opposite()));
        let dirs = (0..4).filter(|&dir| margin[dir]);
        dirs.fold(rules.all(), |set, dir| set & rules.beside(ROCK)[dir])
    }

    /// Removes from every cell the kinds that a neighbour rules out, until nothing changes.
    fn propagate(&mut self, rules: &Rules) {
        while let Some(cell) = self.settle(rules) {
            self.give_up(rules, cell);
        }
    }

    /// Propagates until nothing changes, or returns the cell that would be left without any kind.
    fn settle(&mut self, rules: &Rules) -> Option<usize> {
        let options = self.options.as_mut_slice();
        while let Some(cell) = self.pending.pop() {
            let neighbours = [cell - self.stride, cell + 1, cell + self.stride, cell - 1];
            let allowed = rules.beside(options[cell]);
            for dir in 0..4 {
                let neighbour = neighbours[dir];
                let before = options[neighbour];
                let left = before & allowed[dir];
                if left == before || before == HOLE {
                    continue;
                }
                if left == 0 {
                    self.pending.push(cell);
                    return Some(neighbour);
                }
                options[neighbour] = left;
                self.by_count.file(neighbour, left.count_ones() as usize);
                self.pending.push(neighbour);
            }
        }
        None
    }

    /// Limits a cell to the allowed kinds.
    fn narrow(&mut self, cell: usize, allowed: u64) {
        self.options[cell] &= allowed;
        self.by_count.file(cell, self.options[cell].count_ones() as usize);
        self.pending.push(cell);
    }

    /// Restarts the cells around a contradiction, or makes the cell a hole.
    #[cold]
    fn give_up(&mut self, rules: &Rules, cell: usize) {
        if self.retries == 0 {
            self.options[cell] = HOLE;
            self.by_count.file(cell, 1);
            return;
        }
        self.retries -= 1;
        let (x, y) = ((cell % self.stride) as i32, (cell / self.stride) as i32);
        let pos = Pos::new(x - MARGIN, y - MARGIN);
        // If it failed here before, the cause lies farther away.
        let stuck = self.again.contains(pos);
        self.reach = if stuck { MAX_REACH.min(self.reach + 1) } else { MIN_REACH };
        self.again = Rect::new(pos.x, pos.y, 1, 1).grown(self.reach).intersection(self.map);
        for pos in self.again.cells() {
            let cell = self.cell(pos);
            let fresh = self.fresh(rules, pos);
            self.options[cell] = fresh;
            self.by_count.file(cell, fresh.count_ones() as usize);
        }
        for pos in self.again.grown(1).border().filter(|&pos| self.map.contains(pos)) {
            self.pending.push(self.cell(pos));
        }
    }
}

/// Draws one of the kinds in a set, weighted by their frequency in the sample.
fn draw_kind(rules: &Rules, rng: &mut Rng, set: u64) -> u32 {
    let weight = |kind: u32| rules.weights[kind as usize];
    let mut roll = rng.below(kinds(set).map(weight).sum());
    kinds(set)
        .find(|&kind| {
            let hit = roll < weight(kind);
            roll = roll.saturating_sub(weight(kind));
            hit
        })
        .expect("the roll is below the sum of the weights")
}

/// Iterates over the kinds in a set, lowest first.
fn kinds(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let kind = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (kind < 64).then_some(kind)
    })
}

/// A queue that holds each cell at most once.
#[derive(Default)]
struct Pending {
    /// A ring buffer with at least one slot for each cell; its length is a power of two.
    ring: Vec<u32>,
    held: Vec<bool>,
    first: usize,
    end: usize,
}

impl Pending {
    fn reset(&mut self, cells: usize) {
        self.ring.resize(cells.next_power_of_two(), 0);
        self.held.clear();
        self.held.resize(cells, false);
        (self.first, self.end) = (0, 0);
    }

    #[inline]
    fn push(&mut self, cell: usize) {
        if !self.held[cell] {
            self.held[cell] = true;
            let index = self.end & (self.ring.len() - 1);
            self.ring[index] = cell as u32;
            self.end = self.end.wrapping_add(1);
        }
    }

    #[inline]
    fn pop(&mut self) -> Option<usize> {
        if self.first == self.end {
            return None;
        }
        let cell = self.ring[self.first & (self.ring.len() - 1)] as usize;
        self.first = self.first.wrapping_add(1);
        self.held[cell] = false;
        Some(cell)
    }
}

/// Cells grouped by their number of options: a set of cells for each number.
#[derive(Default)]
struct ByCount {
    /// The sets one after the other, with 64 cells to a word.
    cells: Vec<u64>,
    /// The number of words in a set.
    words: usize,
    /// The number of cells in each set.
    sizes: Vec<u32>,
    /// The number of options of each cell.
    counts: Vec<u8>,
}

impl ByCount {
    fn reset(&mut self, options: &[u64], max: usize) {
        self.words = options.len().div_ceil(64);
        self.cells.clear();
        self.cells.resize(self.words * (max + 1), 0);
        self.sizes.clear();
        self.sizes.resize(max + 1, 0);
        self.counts.clear();
        for (cell, set) in options.iter().enumerate() {
            let count = set.count_ones() as usize;
            self.counts.push(count as u8);
            self.sizes[count] += 1;
            self.cells[count * self.words + cell / 64] |= 1 << (cell % 64);
        }
    }

    /// Moves a cell to the set for `count` options.
    #[inline]
    fn file(&mut self, cell: usize, count: usize) {
        let before = usize::from(self.counts[cell]);
        self.sizes[before] -= 1;
        self.cells[before * self.words + cell / 64] &= !(1 << (cell % 64));
        self.counts[cell] = count as u8;
        self.sizes[count] += 1;
        self.cells[count * self.words + cell / 64] |= 1 << (cell % 64);
    }

    /// Draws one of the cells with the fewest options, but more than one.
    fn draw(&self, rng: &mut Rng) -> Option<usize> {
        let fewest = (2..self.sizes.len()).find(|&count| self.sizes[count] != 0)?;
        let mut skip = rng.below(self.sizes[fewest]);
        let set = &self.cells[fewest * self.words..(fewest + 1) * self.words];
        for (index, &word) in set.iter().enumerate() {
            let here = word.count_ones();
            if skip < here {
                return kinds(word).nth(skip as usize).map(|bit| index * 64 + bit as usize);
            }
            skip -= here;
        }
        unreachable!("`sizes` counts the cells of each set")
    }
}
