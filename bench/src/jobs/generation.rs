//! Generation: a map of 80x50 for every seed.

use barrow_dice::Rng;
use barrow_grid::Rect;
use barrow_mapgen::{Builder, Plan, Recipe, RecipeError};
use mapgen::{
    AreaStartingPosition, BspInterior, BspRooms, CellularAutomata, CullUnreachable, DrunkardsWalk,
    MapBuffer, MapBuilder, MapFilter, NearestCorridors, NoiseGenerator, SimpleRooms, XStart,
    YStart,
};
use rand::{SeedableRng, rngs::StdRng};

use super::rot;
use crate::contest::{Answer, Contestant, Job, Judge};

const WIDTH: usize = 80;
const HEIGHT: usize = 50;

/// Lists a job for each algorithm that a peer has too.
pub fn jobs() -> Vec<Job> {
    vec![
        job("rooms and corridors", 200, rooms()),
        job("BSP", 200, bsp()),
        job("drunkard's walk to two fifths", 200, drunkard()),
        job("cave of one region", 50, cave()),
        job("digger", 50, beside_rot("digger", &[], "rot.js 2.2.1 Digger")),
        job("uniform", 50, beside_rot("uniform", &[], "rot.js 2.2.1 Uniform")),
        job("rogue", 200, beside_rot("rogue", ROGUE_ROOMS, "rot.js 2.2.1 Rogue")),
        job("divided maze", 200, beside_rot("divided-maze", &[], "rot.js 2.2.1 DividedMaze")),
        job("Eller's maze", 200, beside_rot("eller-maze", &[], "rot.js 2.2.1 EllerMaze")),
    ]
}

fn job(name: &str, operations: usize, contestants: Vec<Contestant>) -> Job {
    Job {
        name: format!("generation: {name}"),
        operations,
        counted: 20,
        target: 3.0,
        unit: "floor cells",
        judge: Judge::Within(400..=3600),
        contestants,
    }
}

fn rooms() -> Vec<Contestant> {
    vec![
        // As many tries, rooms as large and corridors as few as those of the fastest peer.
        barrow(
            Builder::dig,
            "rooms",
            &[("min_side", "6"), ("max_side", "9"), ("extra_corridors", "0%")],
        ),
        mapgen("mapgen 0.6.0 SimpleRooms, NearestCorridors", || {
            vec![SimpleRooms::new(), NearestCorridors::new()]
        }),
        rot::contestant("rot.js 2.2.1 Digger", "digger"),
        rot::contestant("rot.js 2.2.1 Uniform", "uniform"),
        rot::contestant("rot.js 2.2.1 Rogue", "rogue"),
    ]
}

fn bsp() -> Vec<Contestant> {
    vec![
        // Partitions as large as those of the fastest peer: rooms of eight cells and a wall.
        barrow(Builder::dig, "bsp", &[("min_partition", "10")]),
        mapgen("mapgen 0.6.0 BspRooms, NearestCorridors", || {
            vec![BspRooms::new(), NearestCorridors::new()]
        }),
        mapgen("mapgen 0.6.0 BspInterior", || vec![BspInterior::new()]),
    ]
}

fn drunkard() -> Vec<Contestant> {
    vec![
        barrow(Builder::dig, "drunkard", &[("share", "40%")]),
        mapgen("mapgen 0.6.0 DrunkardsWalk", || vec![DrunkardsWalk::winding_passages()]),
    ]
}

fn cave() -> Vec<Contestant> {
    vec![
        // As many rounds as the peer runs, and everything that a level needs besides: start,
        // exit, spawn cells.
        barrow(Builder::build, "cellular", &[("rounds", "15")]),
        mapgen("mapgen 0.6.0 CellularAutomata, CullUnreachable", || {
            vec![
                NoiseGenerator::uniform(),
                CellularAutomata::new(),
                AreaStartingPosition::new(XStart::CENTER, YStart::CENTER),
                CullUnreachable::new(),
            ]
        }),
        rot::contestant("rot.js 2.2.1 Cellular, connect", "cave"),
    ]
}

/// Room sizes as rot.js chooses them on a map of this size.
const ROGUE_ROOMS: Settings =
    &[("min_width", "6"), ("max_width", "21"), ("min_height", "4"), ("max_height", "13")];

/// Makes the job of an algorithm that rot.js has under the same name.
fn beside_rot(algorithm: &'static str, settings: Settings, name: &'static str) -> Vec<Contestant> {
    vec![barrow(Builder::dig, algorithm, settings), rot::contestant(name, algorithm)]
}

/// Parameters and their values.
type Settings = &'static [(&'static str, &'static str)];

/// What Barrow does: dig only, as the peers do, or make a whole plan.
type Work = fn(&mut Builder, &Recipe, &mut Rng, &mut Plan) -> Result<(), RecipeError>;

fn barrow(work: Work, algorithm: &'static str, settings: Settings) -> Contestant {
    let buffers = move || {
        let mut recipe = Recipe::named(algorithm).expect("there is such an algorithm");
        for (name, value) in settings {
            recipe.set(name, value).expect("it has such a parameter");
        }
        (recipe, Builder::default(), Plan::default())
    };
    let run = move |(recipe, builder, plan): &mut (Recipe, Builder, Plan), operation: usize| {
        let mut rng = Rng::new(operation as u32);
        work(builder, recipe, &mut rng, plan).expect("the map is large enough");
    };
    Contestant::ours(buffers, run, |(_, _, plan), _| {
        let cells = Rect::new(0, 0, WIDTH as i32, HEIGHT as i32).cells();
        examine(&cells.map(|pos| plan.floor.contains(pos)).collect::<Vec<_>>())
    })
}

fn mapgen(name: &'static str, filters: fn() -> Vec<Box<dyn MapFilter>>) -> Contestant {
    let buffers = move || {
        let mut builder = MapBuilder::new(WIDTH, HEIGHT);
        for filter in filters() {
            builder.with(filter);
        }
        (builder, MapBuffer::default())
    };
    let run = |(builder, map): &mut (MapBuilder, MapBuffer), operation: usize| {
        *map = builder.build_with_rng(&mut StdRng::seed_from_u64(operation as u64));
    };
    Contestant::peer(name, buffers, run, |(_, map), _| examine(&map.walkables))
}

/// Counts the floor cells of a map. The map is valid if all of them are connected, diagonals
/// allowed.
pub fn examine(floor: &[bool]) -> Answer {
    let amount = floor.iter().filter(|&&it| it).count() as u64;
    let mut unvisited = floor.to_vec();
    let mut stack: Vec<usize> = floor.iter().position(|&it| it).into_iter().collect();
    while let Some(at) = stack.pop() {
        unvisited[at] = false;
        stack.extend(neighbours(at).filter(|&next| std::mem::take(&mut unvisited[next])));
    }
    Answer { amount, sound: unvisited.iter().all(|it| !it) }
}

fn neighbours(at: usize) -> impl Iterator<Item = usize> {
    let (x, y) = (at % WIDTH, at / WIDTH);
    let rows = y.saturating_sub(1)..=(y + 1).min(HEIGHT - 1);
    rows.flat_map(move |y| {
        (x.saturating_sub(1)..=(x + 1).min(WIDTH - 1)).map(move |x| y * WIDTH + x)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_of_two_regions_is_not_sound() {
        let mut floor = vec![false; WIDTH * HEIGHT];
        for (cell, sound) in [(0, true), (WIDTH + 1, true), (WIDTH - 1, false)] {
            floor[cell] = true;
            assert_eq!(examine(&floor).sound, sound);
        }
        assert_eq!(examine(&floor).amount, 3);
    }
}
