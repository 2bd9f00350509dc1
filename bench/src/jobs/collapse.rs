//! Wave function collapse: 40x40 tiles for every seed. Barrow and the peer have the same kinds of
//! tiles with the same weights, the same rules, and the same rock around the map.

mod rules;

use std::num::NonZeroU32;

use barrow_dice::Rng;
use barrow_grid::{Dir, Grid, Rect};
use barrow_mapgen::{Algorithm, Builder, Plan, Recipe};
use direction::{CardinalDirection, CardinalDirectionTable};
use rand::{SeedableRng, rngs::StdRng};
use wfc::retry::Forever;
use wfc::wrap::WrapNone;
use wfc::{
    Context, Coord, ForbidInterface, ForbidPattern, GlobalStats, PatternDescription, PatternId,
    RunBorrow, Size, Wave, Wrap,
};

use self::rules::{ROCK, Rules, Tile};
use crate::contest::{Contestant, Job, Judge};

const SIDE: u32 = 40;

/// The terrain of a cell that the peer left open.
const UNDECIDED: char = '?';

/// Lists a job for each drawing that comes with Barrow.
pub fn jobs() -> Vec<Job> {
    ["halls", "caves", "cells"].map(job).into()
}

fn job(sample: &'static str) -> Job {
    let all = u64::from(SIDE * SIDE);
    Job {
        name: format!("wave function collapse: {sample}"),
        operations: 50,
        counted: 20,
        target: 2.0,
        unit: "tiles in place",
        judge: Judge::Within(all..=all),
        contestants: vec![barrow(sample), peer(sample)],
    }
}

fn recipe(sample: &str) -> Recipe {
    let mut recipe = Recipe::named("wfc").expect("there is such an algorithm");
    recipe.set("sample", sample).expect("there is such a drawing");
    // It must not give up before it has solved a map, as the peer never does.
    recipe.set("retries", "1000").expect("it has such a parameter");
    Recipe { width: SIDE, height: SIDE, ..recipe }
}

fn rules(recipe: &Recipe) -> Rules {
    let Algorithm::Wfc(wfc) = &recipe.algorithm else {
        unreachable!("the recipe is one of wave function collapse")
    };
    Rules::learn(wfc.sample.drawing())
}

fn barrow(sample: &'static str) -> Contestant {
    let buffers = move || (recipe(sample), Builder::default(), Plan::default());
    let run = |(recipe, builder, plan): &mut (Recipe, Builder, Plan), operation| {
        let mut rng = Rng::new(operation as u32);
        builder.dig(recipe, &mut rng, plan).expect("the map is large enough");
    };
    Contestant::ours(buffers, run, |(recipe, _, plan), _| {
        rules(recipe).in_place(&plan.terrain_picture())
    })
}

/// The peer with its rules and buffers.
struct Peer {
    rules: Rules,
    stats: GlobalStats,
    rim: Rim,
    context: Context,
    wave: Wave,
}

fn peer(sample: &'static str) -> Contestant {
    let buffers = move || {
        let rules = rules(&recipe(sample));
        let (stats, rim) = (stats(&rules), Rim::new(&rules));
        let wave = Wave::new(Size::new(SIDE, SIDE));
        Peer { rules, stats, rim, context: Context::new(), wave }
    };
    let run = |peer: &mut Peer, operation| {
        let Peer { stats, rim, context, wave, .. } = peer;
        let mut rng = StdRng::seed_from_u64(operation as u64);
        RunBorrow::new_wrap_forbid(context, wave, stats, WrapNone, &*rim, &mut rng)
            .collapse_retrying(Forever, &mut rng);
    };
    Contestant::peer("wfc 0.10.7", buffers, run, |peer, _| peer.rules.in_place(&peer.picture()))
}

impl Peer {
    fn picture(&self) -> Grid<char> {
        let tiles: Vec<&Tile> = self.rules.weights.keys().collect();
        Grid::from_fn(SIDE as i32, SIDE as i32, |pos| {
            let cell = self.wave.grid().get_checked(Coord::new(pos.x, pos.y));
            cell.chosen_pattern_id().map_or(UNDECIDED, |id| tiles[id as usize][0])
        })
    }
}

/// Converts the rules for the peer. Its patterns are the kinds of tiles, in their order.
fn stats(rules: &Rules) -> GlobalStats {
    let describe = |(&tile, &weight)| {
        let mut allowed = CardinalDirectionTable::default();
        for dir in Dir::CARDINAL {
            let others = (0..).zip(rules.weights.keys());
            let fitting = others.filter(|&(_, &other)| rules.pairs.contains(&(tile, dir, other)));
            allowed[cardinal(dir)] = fitting.map(|(id, _)| id).collect();
        }
        PatternDescription::new(NonZeroU32::new(weight), allowed)
    };
    GlobalStats::new(rules.weights.iter().map(describe).collect())
}

fn cardinal(dir: Dir) -> CardinalDirection {
    let offset = dir.offset();
    CardinalDirection::from_unit_coord(Coord::new(offset.x, offset.y))
}

/// Forbids the tiles that cannot be at the border of the map, because there is rock around it.
struct Rim(Vec<(Coord, PatternId)>);

impl Rim {
    fn new(rules: &Rules) -> Self {
        let map = Rect::new(0, 0, SIDE as i32, SIDE as i32);
        let mut forbidden = Vec::new();
        for pos in map.border() {
            for dir in Dir::CARDINAL.into_iter().filter(|&dir| !map.contains(pos + dir)) {
                let tiles = (0..).zip(rules.weights.keys());
                let misfits = tiles.filter(|&(_, &it)| !rules.pairs.contains(&(it, dir, ROCK)));
                forbidden.extend(misfits.map(|(id, _)| (Coord::new(pos.x, pos.y), id)));
            }
        }
        Self(forbidden)
    }
}

impl ForbidPattern for &Rim {
    fn forbid<W: Wrap, R: rand::Rng>(&mut self, wave: &mut ForbidInterface<W>, rng: &mut R) {
        for &(at, id) in &self.0 {
            wave.forbid_pattern(at, id, rng).expect("rock can stand everywhere");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn ours_knows_all_of_the_rules_that_the_peer_is_given_and_no_others() {
        for sample in ["halls", "caves", "cells"] {
            let recipe = recipe(sample);
            let (mut builder, mut plan) = (Builder::default(), Plan::default());
            let mut used = BTreeSet::new();
            for seed in 0..500 {
                builder.dig(&recipe, &mut Rng::new(seed), &mut plan).unwrap();
                used.extend(rules::pairs(&plan.terrain_picture()));
            }
            assert!(used == rules(&recipe).pairs, "{sample}");
        }
    }
}
