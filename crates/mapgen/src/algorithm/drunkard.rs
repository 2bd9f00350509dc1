use barrow_dice::{Chance, Rng};
use barrow_grid::{BitGrid, Pos, Rect};

use super::Method;
use crate::automaton::Rule;
use crate::builder::Site;
use crate::carve::somewhere;
use crate::{Finish, Form, Regions};

/// A cave dug by walkers that stagger about from the middle of the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drunkard {
    /// The share of the cells inside the outermost ring that is dug.
    pub share: Chance,
    /// How many walkers there are at most. The first starts in the middle.
    pub most_walkers: u32,
    /// The chance that, after a step, another walker sets out from there.
    pub spawn: Chance,
    /// The chance that a step turns to rock, if rock is next to the walker.
    pub bias: Chance,
    /// After so many steps a walker sets out again from another place that was dug.
    pub lifetime: u32,
    /// How many times the cave is smoothed by a cellular automaton.
    pub smoothing: u32,
}

/// The walls of [`Cellular`](super::cellular::Cellular), as they come.
const SMOOTHING: Rule = Rule { born: 0b1_1110_0000, survive: 0b1_1111_1000 };

const MOST_WALKERS: usize = 64;

/// How many steps a walker makes before it is another's turn.
const STAGGER: u32 = 32;

/// Each cell of the map is paid for so many steps; then the walkers go home.
const STEPS_A_CELL: u32 = 64;

impl Default for Drunkard {
    fn default() -> Self {
        Self {
            share: Chance::percent(45),
            most_walkers: 8,
            spawn: Chance::percent(15),
            bias: Chance::percent(25),
            lifetime: 400,
            smoothing: 0,
        }
    }
}

impl Method for Drunkard {
    fn fill_in(&mut self, form: &mut dyn Form) {
        form.share("share", "share of the map that is dug", &mut self.share, 1..=90);
        form.number("most_walkers", "walkers at the most", &mut self.most_walkers, 1..=64);
        form.share("spawn", "chance of another walker after a step", &mut self.spawn, 0..=100);
        form.share("bias", "chance that a step turns to rock", &mut self.bias, 0..=100);
        form.number(
            "lifetime",
            "steps after which a walker sets out anew",
            &mut self.lifetime,
            1..=100_000,
        );
        form.number("smoothing", "times the cave is smoothed", &mut self.smoothing, 0..=5);
    }

    fn least_size(&self) -> (u32, u32) {
        (7, 7)
    }

    fn usual_finish(&self) -> Finish {
        Finish { regions: Regions::Largest, ..Finish::default() }
    }

    fn dig(&self, site: &mut Site) {
        let mut ground = Ground::new(&mut site.spare.bytes, site.plan.bounds());
        self.walk(site.rng, &mut ground);
        ground.draw(&mut site.plan.floor);
        if self.smoothing > 0 {
            let walls = &mut site.plan.floor;
            walls.invert();
            SMOOTHING.run(walls, &mut site.spare.cells, self.smoothing);
            walls.invert();
            site.plan.open_if_solid();
        }
    }
}

impl Drunkard {
    /// Lets the walkers walk by turns until enough is dug or their steps are used up.
    fn walk(&self, rng: &mut Rng, ground: &mut Ground) {
        let area = ground.inside.area();
        let goal = (u64::from(area) * u64::from(self.share.0)).div_ceil(10_000) as u32;
        let first = Walker { at: ground.place(ground.inside.center()), life: self.lifetime };
        ground.dig(first.at);
        let mut crew = Crew { walkers: [first; MOST_WALKERS], count: 1 };
        let mut next = 0;
        for _ in 0..area / STAGGER * STEPS_A_CELL {
            if ground.dug >= goal {
                break;
            }
            self.stagger(rng, ground, &mut crew, next, goal);
            next = (next + 1) % crew.count;
        }
    }

    /// One turn of a walker: steps in random directions, two bits each.
    fn stagger(&self, rng: &mut Rng, ground: &mut Ground, crew: &mut Crew, who: usize, goal: u32) {
        let Walker { mut at, life } = crew.walkers[who];
        let mut ways = rng.wide_bits();
        let mut biased = rng.coins(self.bias);
        let steps = life.min(STAGGER);
        for _ in 0..steps {
            let mut way = (ways & 3) as usize;
            if biased & 1 == 1 {
                way = ground.towards_rock(at, way);
            }
            (ways, biased) = (ways >> 2, biased >> 1);
            let there = at.wrapping_add(ground.ways[way]);
            if ground.cells[there] == EDGE {
                continue;
            }
            at = there;
            ground.dig(at);
            if ground.dug == goal {
                break;
            }
            if crew.count < self.most_walkers as usize && rng.happens(self.spawn) {
                crew.walkers[crew.count] = Walker { at, life: self.lifetime };
                crew.count += 1;
            }
        }
        crew.walkers[who] = if life > steps {
            Walker { at, life: life - steps }
        } else {
            Walker { at: ground.somewhere_dug(rng).unwrap_or(at), life: self.lifetime }
        };
    }
}

/// The walkers that are about.
struct Crew {
    walkers: [Walker; MOST_WALKERS],
    count: usize,
}

#[derive(Clone, Copy)]
struct Walker {
    at: usize,
    life: u32,
}

/// The map with a byte for each cell. A step that only stores a byte need not wait for the
/// step before it, as it would if both changed bits of one word.
struct Ground<'a> {
    cells: &'a mut [u8],
    inside: Rect,
    /// What leads from a cell to its neighbours, clockwise from north.
    ways: [usize; 4],
    dug: u32,
}

const ROCK: u8 = 0;
const FLOOR: u8 = 1;
const EDGE: u8 = 2;

impl<'a> Ground<'a> {
    /// Solid rock with an edge that cannot be dug.
    fn new(cells: &'a mut Vec<u8>, bounds: Rect) -> Self {
        let (width, inside) = (bounds.width as usize, bounds.grown(-1));
        cells.clear();
        cells.resize(bounds.area() as usize, ROCK);
        let last = cells.len() - width;
        cells[..width].fill(EDGE);
        cells[last..].fill(EDGE);
        for row in cells.chunks_mut(width) {
            (row[0], row[width - 1]) = (EDGE, EDGE);
        }
        let ways = [0_usize.wrapping_sub(width), 1, width, usize::MAX];
        Self { cells, inside, ways, dug: 0 }
    }

    const fn place(&self, pos: Pos) -> usize {
        pos.y as usize * self.ways[2] + pos.x as usize
    }

    fn dig(&mut self, at: usize) {
        self.dug += u32::from(self.cells[at] == ROCK);
        self.cells[at] = FLOOR;
    }

    /// The first way from this one on, clockwise, that leads to rock; this one if none does.
    fn towards_rock(&self, at: usize, way: usize) -> usize {
        let leads = |&way: &usize| self.cells[at.wrapping_add(self.ways[way])] == ROCK;
        [way, (way + 1) % 4, (way + 2) % 4, (way + 3) % 4].into_iter().find(leads).unwrap_or(way)
    }

    /// A cell that was dug, if one of a few at random is.
    fn somewhere_dug(&self, rng: &mut Rng) -> Option<usize> {
        let tries = (0..8).map(|_| self.place(somewhere(rng, self.inside)));
        tries.into_iter().find(|&at| self.cells[at] == FLOOR)
    }

    /// Turns bytes into bits, eight at a time.
    fn draw(&self, floor: &mut BitGrid) {
        for (y, row) in self.cells.chunks(self.ways[2]).enumerate() {
            for (word, cells) in floor.row_mut(y as i32).iter_mut().zip(row.chunks(64)) {
                for (index, eight) in cells.chunks(8).enumerate() {
                    *word |= gather(eight) << (index * 8);
                }
            }
        }
    }
}

/// The lowest bits of up to eight bytes, side by side.
fn gather(bytes: &[u8]) -> u64 {
    let mut eight = [0; 8];
    eight[..bytes.len()].copy_from_slice(bytes);
    let lowest = u64::from_le_bytes(eight) & 0x0101_0101_0101_0101;
    // Each one is multiplied to the place in the highest byte that is its own.
    lowest.wrapping_mul(0x0102_0408_1020_4080) >> 56
}
