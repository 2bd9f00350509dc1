use std::fmt::Write as _;
use std::sync::Arc;
use std::{env, fs};

use barrow_dice::{Rng, Seed};
use barrow_engine::{Command, Game, Run, Setup};
use barrow_grid::{Adjacency, BitGrid, DistanceMap, Opaque, Pos, Sight};
use barrow_pack::{Layer, Pack};

use super::stage::pack;

fn begin(pack: &Arc<Pack>, seed: u64) -> Game {
    let setup =
        Setup { seed: Seed(seed), level: None, heroes: vec![String::new()], ..Setup::default() };
    Game::new(Arc::clone(pack), &setup).expect("it begins").0
}

/// The things on a floor, grouped by what they are.
struct Floor {
    start: Pos,
    exit: Pos,
    entities: Vec<(String, Pos)>,
    items: Vec<(String, Pos)>,
    others: Vec<Pos>,
    open: BitGrid,
}

impl Floor {
    fn of(game: &Game) -> Self {
        let truth = game.truth();
        let bounds = truth.bounds();
        let mut open = BitGrid::new(bounds.width, bounds.height);
        for at in bounds.cells().filter(|&at| truth.is_open(at)) {
            open.insert(at);
        }
        let mut floor = Self {
            start: Pos::default(),
            exit: Pos::default(),
            entities: Vec::new(),
            items: Vec::new(),
            others: truth.fields().map(|(_, at, _)| at).collect(),
            open,
        };
        for (_, at, thing) in truth.things() {
            let kind = truth.pack().kinds.get(thing.kind);
            let name = truth.pack().kinds.name(thing.kind).to_owned();
            match kind.layer {
                Layer::Actor if thing.actor.as_ref().is_some_and(|it| it.player.is_some()) => {
                    floor.start = at;
                }
                Layer::Actor => floor.entities.push((name, at)),
                Layer::Item => floor.items.push((name, at)),
                Layer::Fixture if kind.stairs.is_some() => floor.exit = at,
                Layer::Fixture | Layer::Terrain => floor.others.push(at),
            }
        }
        floor
    }

    fn spawned(&self) -> impl Iterator<Item = Pos> {
        let things = self.entities.iter().chain(&self.items).map(|(_, at)| *at);
        things.chain(self.others.iter().copied())
    }
}

#[test]
fn every_floor_of_500_seeds_is_whole_and_safe_to_arrive_on() {
    let (mut seen, mut ways) = (BitGrid::new(50, 20), DistanceMap::new());
    for floor in 1..=20 {
        let pack = pack(floor, "{}");
        for seed in 0..500 {
            let it = Floor::of(&begin(&pack, seed));
            let count = 3 + (20 - floor as usize) / 3;
            assert_eq!(it.entities.len(), count, "seed {seed}, floor {floor}");
            assert!((3..=8).contains(&it.items.len()), "seed {seed}, floor {floor}");
            ways.measure(&it.open, Adjacency::Four, &[it.start]);
            let reached = |at| ways.get(at).is_some();
            assert!(reached(it.exit) && it.exit != it.start, "seed {seed}, floor {floor}");
            let walls = Opaque::from_fn(50, 20, |at| !it.open.contains(at));
            Sight::Shadow.see(&walls, it.start, 60, &mut seen);
            for at in it.spawned() {
                assert!(it.open.contains(at) && reached(at), "seed {seed}, floor {floor}, {at:?}");
                assert!(!seen.contains(at), "seed {seed}, floor {floor}: {at:?} is in sight");
            }
        }
    }
}

#[test]
fn the_first_ten_floors_have_three_chasers_and_three_ambushers_among_many_stalkers() {
    let packs: Vec<Arc<Pack>> = (1..=20).map(|floor| pack(floor, "{}")).collect();
    for seed in 0..40 {
        let floors: Vec<Floor> = packs.iter().map(|it| Floor::of(&begin(it, seed))).collect();
        let count = |floors: &[Floor], kind: &str| {
            let all = floors.iter().flat_map(|it| &it.entities);
            all.filter(|(name, _)| name == kind).count()
        };
        let first = &floors[10..];
        assert_eq!((count(first, "chaser"), count(first, "ambusher")), (3, 3), "seed {seed}");
        let others = count(&floors, "chaser") + count(&floors, "ambusher");
        assert!(count(&floors, "stalker") > 4 * others, "seed {seed}");
    }
}

#[test]
fn rainbow_water_is_rarer_than_anything_else_to_drink() {
    let mut items: Vec<String> = Vec::new();
    for floor in [1, 7, 13, 20] {
        let pack = pack(floor, "{}");
        for seed in 0..100 {
            items.extend(Floor::of(&begin(&pack, seed)).items.into_iter().map(|(name, _)| name));
        }
    }
    let share = |kind: &str| items.iter().filter(|it| *it == kind).count() * 100 / items.len();
    assert!((1..=4).contains(&share("rainbow_water")), "{} %", share("rainbow_water"));
    assert!(share("rainbow_water") < share("vitality") && share("vitality") < share("water"));
}

#[test]
fn what_players_are_told_are_the_rules() {
    let read = |file: &str| {
        let path = format!("{}/../../packs/dark-floor/{file}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).expect("a file of the pack")
    };
    // One in twelve is 8.3 of a hundred.
    let items = read("items.json");
    assert!(items.contains("One in twelve has gone bad.") && items.contains("\"of\": 0.08"));
    assert!(read("pack.json").contains("One bottle in twelve is bad."));
    let entities = read("entities.json");
    let (_, cursed) = entities.split_once("\"cursed\": {").expect("a state");
    let cursed = &cursed[..400];
    assert!(cursed.contains("three quarters as far") && cursed.contains("\"times\": 0.75"));
    assert!(cursed.contains("nine tenths of your speed") && cursed.contains("\"times\": 0.9"));
}

#[test]
fn floors_are_fifty_by_twenty() {
    let bounds = begin(&pack(20, "{}"), 1).truth().bounds();
    assert_eq!((bounds.width, bounds.height), (50, 20));
}

/// The catalogue has the floors of some seeds in short: entrance, exit, entities and items.
#[test]
fn the_seed_catalogue_holds() {
    let mut catalogue = String::new();
    for floor in (1..=20).rev() {
        let pack = pack(floor, "{}");
        for seed in 1..=10 {
            let it = Floor::of(&begin(&pack, seed));
            let named = |things: &[(String, Pos)]| {
                let one = |(name, at): &(String, Pos)| format!("{name} {},{}", at.x, at.y);
                things.iter().map(one).collect::<Vec<_>>().join(", ")
            };
            let (start, exit) = (it.start, it.exit);
            let _ = writeln!(
                catalogue,
                "floor {floor} seed {seed}: {},{} to {},{}, {} open; {}; {}",
                start.x,
                start.y,
                exit.x,
                exit.y,
                it.open.count(),
                named(&it.entities),
                named(&it.items)
            );
        }
    }
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo says where");
    let path = format!("{root}/tests/dark_floor/catalogue.txt");
    if env::var_os("BARROW_BLESS").is_some() {
        fs::write(&path, &catalogue).expect("the catalogue can be written");
    }
    let golden = fs::read_to_string(&path).expect("the catalogue is there; bless it first");
    for (line, expected) in catalogue.lines().zip(golden.lines()) {
        assert_eq!(line, expected);
    }
    assert_eq!(catalogue.lines().count(), golden.lines().count());
}

#[test]
fn the_same_seed_and_the_same_commands_are_the_same_run() {
    let pack = pack(20, "{}");
    for seed in 0..20 {
        let (mut one, mut two) = (begin(&pack, seed), begin(&pack, seed));
        let mut dice = Rng::new(u32::try_from(seed).unwrap());
        for _ in 0..200 {
            let legal = one.legal(0);
            let Some(command) = dice.pick(&legal) else { break };
            assert_eq!(one.step(0, command), two.step(0, command));
            assert_eq!(one.digest(), two.digest());
        }
    }
}

#[test]
fn a_practice_hero_knows_the_whole_floor_and_is_not_ranked() {
    let pack = pack(20, "{}");
    let known = |hero: &str| {
        let setup =
            Setup { seed: Seed(3), level: None, heroes: vec![hero.into()], ..Setup::default() };
        let (run, _) = Run::new(Arc::clone(&pack), &setup).unwrap();
        (run.game().view(0).unwrap().explored().count(), run.journal().unranked)
    };
    let ((few, counted), (all, uncounted)) = (known(""), known("seer"));
    assert!(all > 4 * few, "{few} of {all}");
    assert!(!counted && uncounted);
}

#[test]
fn a_practice_hero_sees_everyone_and_can_switch_it_off() {
    let setup = Setup { seed: Seed(3), heroes: vec!["seer".into()], ..Setup::default() };
    let (mut run, _) = Run::new(pack(20, "{}"), &setup).unwrap();
    let seen = |run: &Run| run.game().view(0).unwrap().actors().count();
    let all = seen(&run);
    assert!(all > 3, "only {all} seen");
    let before = run.game().view(0).unwrap();
    let things: String =
        before.explored().iter().filter_map(|at| Some(before.cell(at).thing?.glyph())).collect();
    let items = run.game().truth();
    let items =
        items.things().filter(|(_, _, it)| items.pack().kinds.get(it.kind).layer == Layer::Item);
    assert!(things.contains('E'), "the way down is known: {things}");
    assert!(things.len() > items.count(), "and so is every item: {things}");
    let switch = Command::Cast { ability: "second_sight".into(), at: None };
    run.step(0, &switch).unwrap();
    for _ in 0..12 {
        run.step(0, &Command::Wait).unwrap();
    }
    let near = seen(&run);
    assert!(near < all, "{near} of {all} are still seen");
}
