//! Wave function collapse: 40x40 tiles for every seed, retried until nothing contradicts.

use std::num::NonZeroU32;

use direction::{CardinalDirection, CardinalDirectionTable, CardinalDirections};
use grid_2d::Grid;
use rand::{SeedableRng, rngs::StdRng};
use wfc::overlapping::OverlappingPatterns;
use wfc::retry::Forever;
use wfc::wrap::WrapNone;
use wfc::{
    Context, GlobalStats, PatternDescription, PatternId, PatternTable, RunBorrow, Size, Wave,
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
        contestants: vec![
            peer("wfc 0.10.7", touching),
            peer("wfc 0.10.7 overlapping, 2x2", overlapping),
        ],
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

/// The peer's run: its rules, which tile each of its patterns stands for, and its memory.
struct Peer {
    tiles: Tiles,
    stats: GlobalStats,
    stands_for: Vec<usize>,
    context: Context,
    wave: Wave,
}

fn peer(name: &'static str, rules: fn(&Tiles) -> (GlobalStats, Vec<usize>)) -> Contestant {
    let size = Size::new(SIDE as u32, SIDE as u32);
    let buffers = move || {
        let tiles = Tiles::learn(SAMPLE);
        let (stats, stands_for) = rules(&tiles);
        Peer { tiles, stats, stands_for, context: Context::new(), wave: Wave::new(size) }
    };
    let run = |peer: &mut Peer, operation: usize| {
        let Peer { stats, context, wave, .. } = peer;
        let mut rng = StdRng::seed_from_u64(operation as u64);
        RunBorrow::new_wrap(context, wave, stats, WrapNone, &mut rng)
            .collapse_retrying(Forever, &mut rng);
    };
    Contestant::peer(name, buffers, run, |peer, _| {
        let tile = |pattern| peer.stands_for[pattern as usize];
        let cells = peer.wave.grid().iter();
        let result: Vec<usize> =
            cells.map(|it| it.chosen_pattern_id().map_or(UNDECIDED, tile)).collect();
        peer.tiles.in_place(&result)
    })
}

/// The rules of all contestants: a tile may be beside another as in the sample.
fn touching(tiles: &Tiles) -> (GlobalStats, Vec<usize>) {
    let all = 0..tiles.glyphs.len();
    let describe = |tile| {
        let mut allowed = CardinalDirectionTable::default();
        for direction in CardinalDirections {
            allowed[direction] = tiles.neighbours(tile, direction);
        }
        PatternDescription::new(NonZeroU32::new(tiles.weight(tile)), allowed)
    };
    let patterns: PatternTable<PatternDescription> = all.clone().map(describe).collect();
    (GlobalStats::new(patterns), all.collect())
}

/// Stricter rules, for which the peer is known: every square of 2x2 is one of the sample.
fn overlapping(tiles: &Tiles) -> (GlobalStats, Vec<usize>) {
    let size = Size::new(tiles.rows[0].len() as u32, tiles.rows.len() as u32);
    let sample = Grid::new_fn(size, |at| tiles.rows[at.y as usize][at.x as usize]);
    let two = NonZeroU32::new(2).expect("it is not zero");
    let patterns = OverlappingPatterns::new_original_orientation(sample, two);
    let count = patterns.pattern_descriptions().len() as PatternId;
    let stands_for = (0..count).map(|it| *patterns.pattern_top_left_value(it)).collect();
    (patterns.global_stats(), stands_for)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_has_twenty_tiles_that_can_go_anywhere() {
        let tiles = Tiles::learn(SAMPLE);
        assert_eq!(tiles.glyphs.len(), 20);
        for (tile, glyph) in tiles.glyphs.iter().enumerate() {
            for direction in CardinalDirections {
                assert!(!tiles.neighbours(tile, direction).is_empty(), "{glyph} {direction:?}");
            }
        }
    }

    #[test]
    fn a_tile_beside_a_stranger_is_out_of_place() {
        let tiles = Tiles::learn("ab\nab\n");
        let mut result = vec![0; SIDE * SIDE];
        assert_eq!(tiles.in_place(&result), SIDE as u64);
        result = (0..SIDE * SIDE).map(|at| usize::from(at % SIDE + 1 == SIDE)).collect();
        assert_eq!(tiles.in_place(&result), (2 * SIDE) as u64);
    }
}
