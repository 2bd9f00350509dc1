use std::collections::BTreeSet;

use barrow_engine::Game;
use barrow_grid::{Adjacency, BitGrid, Pos, flood};
use barrow_pack::Layer;

use super::stage::{begin, pack};

/// Every floor and branch: its level, the number of the floor.
pub const FLOORS: [(&str, i32); 10] = [
    ("gaol", 1),
    ("warrens", 2),
    ("cistern", 2),
    ("ossuary", 3),
    ("hollows", 4),
    ("works", 4),
    ("vaults", 5),
    ("library", 5),
    ("court", 6),
    ("keep", 7),
];

/// Returns how many seeds are tried: `LEVEL_SEEDS=500` is the long run.
pub fn seeds() -> u64 {
    std::env::var("LEVEL_SEEDS").ok().and_then(|it| it.parse().ok()).unwrap_or(40)
}

/// Returns the cells that the hero can walk to, through doors, where none is locked or all are
/// open.
fn reached(game: &Game, with_key: bool) -> BitGrid {
    let (truth, pack) = (game.truth(), game.pack());
    let bounds = truth.bounds();
    let doors: BTreeSet<(i32, i32)> = truth
        .things()
        .filter(|(_, _, it)| {
            let door = pack.kinds.get(it.kind).door.as_ref();
            door.is_some_and(|door| with_key || !door.locked)
        })
        .map(|(_, at, _)| (at.x, at.y))
        .collect();
    let open = BitGrid::from_fn(bounds.width, bounds.height, |at| {
        truth.is_open(at) || doors.contains(&(at.x, at.y))
    });
    flood(&open, Adjacency::Four, game.view(0).unwrap().own().unwrap().pos())
}

/// Returns the cells that the hero can walk to with all keys, and without a step into lava or into
/// a chasm.
fn reached_on_firm_ground(game: &Game) -> BitGrid {
    let (truth, pack) = (game.truth(), game.pack());
    let mut open = reached(game, true);
    for at in truth.bounds().cells() {
        if pack.kinds.get(truth.ground(at)).harmful {
            open.remove(at);
        }
    }
    flood(&open, Adjacency::Four, game.view(0).unwrap().own().unwrap().pos())
}

fn things(game: &Game, layer: Layer) -> Vec<(String, Pos)> {
    let (truth, pack) = (game.truth(), game.pack());
    let of_layer = truth.things().filter(|(_, _, it)| pack.kinds.get(it.kind).layer == layer);
    of_layer.map(|(_, at, it)| (pack.kinds.name(it.kind).to_owned(), at)).collect()
}

#[test]
fn every_floor_and_branch_can_be_completed() {
    let pack = pack();
    for (level, floor) in FLOORS {
        for seed in 0..seeds() {
            let run = begin(&pack, seed, level);
            let game = run.game();
            let bounds = game.truth().bounds();
            let size = (60 + 5 * floor, 40 + 3 * floor);
            assert_eq!((bounds.width, bounds.height), size, "{level}");
            let (reached, before) = (reached(game, true), reached(game, false));
            let items = things(game, Layer::Item);
            let stray = items.iter().find(|(_, at)| !reached.contains(*at));
            assert_eq!(stray, None, "{level}, seed {seed}");
            let fixtures = things(game, Layer::Fixture);
            let stairs = fixtures.iter().find(|(it, _)| it == "stairs").map(|it| it.1);
            let firm = reached_on_firm_ground(game);
            assert_eq!(stairs.is_some(), floor < 7, "{level}, seed {seed}");
            assert!(stairs.is_none_or(|at| firm.contains(at)), "{level}, seed {seed}: stairs");
            let locks = fixtures.iter().filter(|(it, _)| it == "vault_door").count();
            let keys = items.iter().filter(|(it, at)| it == "vault_key" && before.contains(*at));
            let keys = keys.count();
            assert!(keys >= locks, "{level}, seed {seed}: {keys} keys, {locks} locks");
            let actors = things(game, Layer::Actor);
            let boss = ["skeleton_king", "slime_monarch", "jailer"];
            let bosses = actors.iter().filter(|(it, _)| boss.contains(&it.as_str()));
            assert_eq!(bosses.count(), usize::from([3, 6, 7].contains(&floor)), "{level} {seed}");
        }
    }
}

#[test]
fn nothing_dangerous_is_awake_in_sight_of_the_arrival() {
    let pack = pack();
    for (level, _) in FLOORS {
        for seed in 0..seeds() {
            let run = begin(&pack, seed, level);
            let view = run.game().view(0).unwrap();
            let foes: Vec<String> =
                view.actors().filter(barrow_engine::Seen::is_foe).map(|it| it.name()).collect();
            assert!(foes.is_empty(), "{level}, seed {seed}: {foes:?}");
        }
    }
}

#[test]
fn no_two_of_a_hundred_first_floors_are_alike() {
    let pack = pack();
    let mut seen = BTreeSet::new();
    for seed in 0..100 {
        let run = begin(&pack, seed, "gaol");
        let truth = run.game().truth();
        let bounds = truth.bounds();
        let cells: String =
            bounds.cells().map(|at| if truth.is_open(at) { '.' } else { '#' }).collect();
        assert!(seen.insert(cells), "seed {seed}");
    }
}
