//! Wave function collapse: 40x40 tiles for every seed, retried until nothing contradicts.

use std::num::NonZeroU32;

use direction::{CardinalDirection, CardinalDirectionTable, CardinalDirections};
use rand::{SeedableRng, rngs::StdRng};
use wfc::overlapping::OverlappingPatterns;
use wfc::retry::Forever;
use wfc::wrap::WrapNone;
use wfc::{
    ForbidNothing, GlobalStats, PatternDescription, PatternId, PatternTable, RunOwn, Size, Wave,
};

use crate::contest::{Contestant, Job, Judge};

const SIDE: usize = 40;

/// A plan in twenty tiles, the sample from which all contestants learn which may touch.
const SAMPLE: &str = include_str!("../../workloads/tiles.sample");

/// What stands for a tile that a contestant left open.
const UNDECIDED: usize = usize::MAX;

/// The one job.
pub fn jobs() -> Vec<Job> {
    vec![Job {
        name: "wave function collapse".to_owned(),
        operations: 50,
        counted: 3,
        target: 2.0,
        unit: "tiles in place",
        judge: Judge::Within((SIDE * SIDE) as u64..=(SIDE * SIDE) as u64),
        contestants: vec![simple(), overlapping()],
    }]
}

/// The tiles of the sample, by the order in which they first occur.
struct Tiles {
    glyphs: Vec<char>,
    /// The sample as indices of tiles, row by row.
    rows: Vec<Vec<usize>>,
}

impl Tiles {
    fn learn(sample: &str) -> Self {
        let mut glyphs = Vec::new();
        let rows = sample.lines().map(|line| {
            let tile = |glyph| {
                glyphs.iter().position(|&it| it == glyph).unwrap_or_else(|| {
                    glyphs.push(glyph);
                    glyphs.len() - 1
                })
            };
            line.chars().map(tile).collect()
        });
        Self { rows: rows.collect(), glyphs }
    }

    /// How often a tile occurs in the sample.
    fn weight(&self, tile: usize) -> u32 {
        self.rows.iter().flatten().filter(|&&it| it == tile).count() as u32
    }

    /// Whether the sample has the two side by side, the second to the east of the first.
    fn beside(&self, west: usize, east: usize) -> bool {
        self.rows.iter().any(|row| row.windows(2).any(|it| it == [west, east]))
    }

    /// Whether the sample has the two one above the other.
    fn above(&self, north: usize, south: usize) -> bool {
        let pairs = self.rows.windows(2);
        pairs.flat_map(|it| it[0].iter().zip(&it[1])).any(|it| it == (&north, &south))
    }

    /// Which tiles may be beside a tile, in that direction.
    fn neighbours(&self, tile: usize, direction: CardinalDirection) -> Vec<u32> {
        let allowed = |&other: &usize| match direction {
            CardinalDirection::North => self.above(other, tile),
            CardinalDirection::East => self.beside(tile, other),
            CardinalDirection::South => self.above(tile, other),
            CardinalDirection::West => self.beside(other, tile),
        };
        (0..self.glyphs.len()).filter(allowed).map(|it| it as u32).collect()
    }

    /// How many tiles of a result touch only what they may touch.
    fn in_place(&self, result: &[usize]) -> u64 {
        let fits = |&at: &usize| {
            let east = at % SIDE + 1 == SIDE || self.beside(result[at], result[at + 1]);
            let south = at / SIDE + 1 == SIDE || self.above(result[at], result[at + SIDE]);
            east && south
        };
        (0..result.len()).filter(fits).count() as u64
    }
}

fn simple() -> Contestant {
    let buffers = || {
        let tiles = Tiles::learn(SAMPLE);
        let table: PatternTable<PatternDescription> = (0..tiles.glyphs.len())
            .map(|tile| {
                let mut allowed = CardinalDirectionTable::default();
                for direction in CardinalDirections {
                    allowed[direction] = tiles.neighbours(tile, direction);
                }
                PatternDescription::new(NonZeroU32::new(tiles.weight(tile)), allowed)
            })
            .collect();
        (tiles, GlobalStats::new(table), None)
    };
    let run = |(_, stats, wave): &mut (Tiles, GlobalStats, Option<Wave>), operation: usize| {
        *wave = Some(collapse(stats, operation));
    };
    Contestant::peer("wfc 0.10.7", buffers, run, |(tiles, _, wave), _| {
        tiles.in_place(&result(wave.as_ref(), |pattern| pattern as usize))
    })
}

fn overlapping() -> Contestant {
    type Buffers = (Tiles, OverlappingPatterns<usize>, GlobalStats, Option<Wave>);
    let buffers = || {
        let tiles = Tiles::learn(SAMPLE);
        let size = Size::new(tiles.rows[0].len() as u32, tiles.rows.len() as u32);
        let sample = grid_2d::Grid::new_fn(size, |at| tiles.rows[at.y as usize][at.x as usize]);
        let two = NonZeroU32::new(2).expect("it is not zero");
        let patterns = OverlappingPatterns::new_original_orientation(sample, two);
        let stats = patterns.global_stats();
        (tiles, patterns, stats, None)
    };
    let run = |(_, _, stats, wave): &mut Buffers, operation: usize| {
        *wave = Some(collapse(stats, operation));
    };
    Contestant::peer(
        "wfc 0.10.7 overlapping, 2x2",
        buffers,
        run,
        |(tiles, patterns, _, wave), _| {
            let tile = |pattern| *patterns.pattern_top_left_value(pattern);
            tiles.in_place(&result(wave.as_ref(), tile))
        },
    )
}

fn collapse(stats: &GlobalStats, seed: usize) -> Wave {
    let mut rng = StdRng::seed_from_u64(seed as u64);
    let size = Size::new(SIDE as u32, SIDE as u32);
    let run = RunOwn::new_wrap_forbid(size, stats, WrapNone, ForbidNothing, &mut rng);
    run.collapse_retrying(Forever, &mut rng)
}

/// The tiles of a finished wave, row by row.
fn result(wave: Option<&Wave>, tile: impl Fn(PatternId) -> usize) -> Vec<usize> {
    let cells = wave.iter().flat_map(|it| it.grid().iter());
    cells.map(|it| it.chosen_pattern_id().map_or(UNDECIDED, &tile)).collect()
}
