//! The dungeon over many run ids. `BARROW_SEEDS=50` looks at fewer.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::sync::Arc;

use barrow_dice::{Fixed, Seed, Stream};
use barrow_engine::{EntityId, Game};
use barrow_grid::{Adjacency, BitGrid, flood};
use barrow_mapgen::{Builder, Plan};
use barrow_pack::{Layer, Pack};

use super::stage::{FLOORS, Stage, arrive, dreading, pack, things};

pub fn seeds() -> u64 {
    env::var("BARROW_SEEDS").ok().and_then(|it| it.parse().ok()).unwrap_or(1_000)
}

/// Returns the plan of a floor, which depends on the run id, the level and the floor alone.
fn plan(pack: &Pack, seed: u64, floor: usize) -> Plan {
    let level = pack.levels.find(FLOORS[floor - 1]).unwrap();
    let indices = [u32::from(level.index()), u32::try_from(floor).unwrap()];
    let mut rng = Seed(seed).stream(Stream::named("layout"), &indices);
    let dig = pack.levels.get(level).dig.as_ref().unwrap();
    let recipe = dig.recipe(pack, |it| it.constant().expect("the recipe has constants only"));
    let mut plan = Plan::default();
    Builder::default().build(&recipe, &mut rng, &mut plan).unwrap();
    plan
}

/// The rooms of a floor as a graph: their types, and which are joined.
struct Rooms {
    types: Vec<String>,
    beside: Vec<Vec<usize>>,
}

impl Rooms {
    fn of(plan: &Plan) -> Self {
        let name = |room: &barrow_mapgen::Room| match room.role.to_string().as_str() {
            "start" => "hub".to_owned(),
            other => other.to_owned(),
        };
        let types: Vec<String> = plan.rooms.iter().map(name).collect();
        let mut beside = vec![Vec::new(); types.len()];
        for corridor in &plan.corridors {
            let (one, other) = (usize::from(corridor.rooms.0), usize::from(corridor.rooms.1));
            beside[one].push(other);
            beside[other].push(one);
        }
        Self { types, beside }
    }

    fn find(&self, kind: &str) -> usize {
        self.types.iter().position(|it| it == kind).unwrap()
    }

    fn count(&self, kind: &str) -> usize {
        self.types.iter().filter(|it| *it == kind).count()
    }

    /// Returns how many doors away each room is from a room.
    fn distances(&self, from: usize) -> Vec<usize> {
        let mut steps = vec![usize::MAX; self.types.len()];
        let mut next = vec![from];
        steps[from] = 0;
        while let Some(room) = next.pop() {
            for &other in &self.beside[room] {
                if steps[room] + 1 < steps[other] {
                    steps[other] = steps[room] + 1;
                    next.push(other);
                }
            }
        }
        steps
    }

    /// Returns the layout template of the source, judged by the doors of the landing.
    fn template(&self) -> char {
        match self.beside[self.find("hub")].len() {
            4 => 'A',
            3 => 'B',
            _ => 'C',
        }
    }

    /// Checks that after two fights in a row something else than a fight can be entered next, in
    /// whatever order the rooms are entered.
    fn paces(&self) {
        let hub = self.find("hub");
        let mut open = vec![(BTreeSet::from([hub]), 0)];
        let mut known = BTreeSet::new();
        while let Some((entered, fights)) = open.pop() {
            if !known.insert((entered.clone(), fights)) {
                continue;
            }
            let beside = entered.iter().flat_map(|&room| &self.beside[room]);
            let next: BTreeSet<usize> =
                beside.copied().filter(|it| !entered.contains(it)).collect();
            let quiet = |&room: &usize| self.types[room] != "combat";
            let way_out = entered.iter().any(|&room| self.types[room] == "exit");
            let stuck = fights >= 2 && !next.is_empty() && !way_out && !next.iter().any(quiet);
            assert!(!stuck, "{:?} {:?} after {entered:?}", self.types, self.beside);
            for room in next {
                let mut more = entered.clone();
                more.insert(room);
                open.push((more, if quiet(&room) { 0 } else { fights + 1 }));
            }
        }
    }
}

#[test]
fn every_floor_has_its_rooms_and_the_boss_is_farthest() {
    let pack = pack();
    for seed in 0..seeds() {
        for floor in 1..=5 {
            let plan = plan(&pack, seed, floor);
            let rooms = Rooms::of(&plan);
            let last = floor == 5;
            let counts = ["combat", "treasure", "event", "boss", "hub", "exit", "threshold"];
            let counts = counts.map(|kind| rooms.count(kind));
            let expected = if last { [4, 1, 1, 1, 1, 0, 1] } else { [2, 1, 1, 0, 1, 1, 0] };
            assert_eq!(counts, expected, "seed {seed}, floor {floor}: {:?}", rooms.types);
            let steps = rooms.distances(rooms.find("hub"));
            assert!(steps.iter().all(|&it| it < 20), "a room cannot be reached");
            if last {
                let boss = rooms.find("boss");
                assert_eq!(steps.iter().max(), Some(&steps[boss]));
                assert_eq!(rooms.beside[boss], [rooms.find("threshold")]);
            }
            rooms.paces();
        }
    }
}

/// Within three standard deviations, over at least 400 plans, which cost little.
#[test]
fn templates_come_as_often_as_the_source_says() {
    let pack = pack();
    let count = seeds().max(400);
    let shares = [('A', 80), ('A', 50), ('B', 60), ('B', 40), ('C', 100)];
    for (floor, (template, percent)) in (1..).zip(shares) {
        let found =
            (0..count).filter(|&seed| Rooms::of(&plan(&pack, seed, floor)).template() == template);
        let found = i64::try_from(found.count()).unwrap();
        let count = i64::try_from(count).unwrap();
        let off = found * 100 - percent * count;
        let variance = count * percent * (100 - percent);
        assert!(off * off <= 9 * variance, "floor {floor}: {found} of {count} are {template}");
    }
}

/// The kinds that may wait on each floor at no Dread: the pool of the source and its elites.
const POOLS: [&[&str]; 5] = [
    &["plague_rat", "rat_matriarch", "ghoul", "grave_glutton"],
    &[
        "ghoul",
        "grave_glutton",
        "plague_ghoul",
        "blighted_deacon",
        "skeleton_archer",
        "bone_deadeye",
    ],
    &[
        "ghoul",
        "grave_glutton",
        "plague_ghoul",
        "blighted_deacon",
        "armored_ghoul",
        "iron_warden",
        "skeleton_archer",
        "bone_deadeye",
    ],
    &[
        "armored_ghoul",
        "iron_warden",
        "shadow_stalker",
        "hollow_stalker",
        "corpse_shambler",
        "charnel_hulk",
        "fleshweaver",
    ],
    &[
        "shadow_stalker",
        "hollow_stalker",
        "corpse_shambler",
        "charnel_hulk",
        "bone_knight",
        "fleshweaver",
        "bone_colossus",
    ],
];

fn actors(game: &Game) -> Vec<String> {
    let mut names: Vec<String> = things(game, Layer::Actor).into_iter().map(|it| it.0).collect();
    names.retain(|name| name != "mercenary");
    names.sort();
    names
}

/// Writes down what is on a floor and where.
fn everything(game: &Game) -> String {
    let picture = super::stage::picture(game);
    let all = [Layer::Fixture, Layer::Item, Layer::Actor].map(|layer| things(game, layer));
    format!("{picture}{all:?}")
}

#[test]
fn the_same_run_id_gives_the_same_dungeon_and_others_differ() {
    let pack = pack();
    let mut seen: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    let count = seeds();
    for seed in 0..count {
        for floor in 1..=5 {
            let now = everything(&arrive(&pack, seed, floor));
            if seed < 5 {
                assert_eq!(now, everything(&arrive(&pack, seed, floor)));
            }
            seen.entry(floor).or_default().insert(now);
        }
    }
    assert!(seen.values().all(|it| it.len() as u64 == count));
}

/// Describes a floor as a player would, wherever its rooms lie: which doors lead where, and
/// for each room its type, its furniture and who waits in it.
fn gist(pack: &Arc<Pack>, seed: u64, floor: usize) -> String {
    let game = arrive(pack, seed, floor);
    let rooms = Rooms::of(&plan(pack, seed, floor));
    let all = [Layer::Fixture, Layer::Actor].map(|layer| things(&game, layer)).concat();
    let truth = game.truth();
    let inside = truth.rooms().map(|(rect, kind)| {
        let mut names: Vec<&str> =
            all.iter().filter(|it| rect.contains(it.1)).map(|it| &*it.0).collect();
        names.sort_unstable();
        (kind.map(|it| pack.rooms.name(it).to_owned()), names.join(" "))
    });
    format!("{:?} {:?}", inside.collect::<Vec<_>>(), rooms.beside)
}

#[test]
fn no_floor_repeats_within_fifteen_runs() {
    let pack = pack();
    for floor in 1..=5 {
        let all: Vec<String> = (0..seeds().min(300)).map(|seed| gist(&pack, seed, floor)).collect();
        for (first, runs) in all.windows(15).enumerate() {
            let different: BTreeSet<&String> = runs.iter().collect();
            assert_eq!(different.len(), 15, "floor {floor}, runs {first} to {}", first + 14);
        }
    }
}

/// After a flight the hero finds the same foes again, with the wounds that they had.
#[test]
fn whoever_flees_and_returns_finds_the_same_foes() {
    let stage = Stage {
        map: "##################################\n#g.@...+.........................#\n#g.....###########################\n########",
        legend: r#""g": ["ghoul"], "+": ["bone_door"]"#,
        hero: r#""health": 900, "critical": 0, "cunning": 0"#,
        ..Stage::default()
    };
    for seed in 0..10 {
        let mut play = stage.play_seed(seed, "4.44");
        let left = foes(&play.game);
        assert!(left.iter().any(|it| Some(it.2) < it.3), "seed {seed}: one of them bleeds");
        play.keys(&"6".repeat(26)).keys(&".".repeat(12));
        // One foe may have followed.
        let beside = |play: &super::stage::Play| {
            let at = play.game.view(0).unwrap().own().unwrap().pos();
            things(&play.game, Layer::Actor).iter().any(|it| at.chebyshev(it.1) == 1)
        };
        while !beside(&play) {
            play.keys("4");
        }
        assert_eq!(left, foes(&play.game), "seed {seed}: {:?}", play.texts());
    }
}

/// Returns all actors but the hero: id, kind and health.
fn foes(game: &Game) -> Vec<(EntityId, String, Fixed, Option<Fixed>)> {
    let (truth, life) = (game.truth(), game.pack().rules.life);
    let foes = truth.things().filter(|it| {
        let kind = game.pack().kinds.get(it.2.kind);
        kind.layer == Layer::Actor && truth.name(it.2.kind) != "tester"
    });
    let health = |id| truth.attributes(id).into_iter().find(|it| it.attribute == life).unwrap();
    foes.map(|it| (it.0, truth.name(it.2.kind).to_owned(), health(it.0).value, health(it.0).max))
        .collect()
}

#[test]
fn pools_are_kept_and_everything_can_be_reached() {
    let pack = pack();
    for seed in 0..seeds() {
        for floor in 1..=5 {
            let game = arrive(&pack, seed, floor);
            let strangers: Vec<String> = actors(&game)
                .into_iter()
                .filter(|name| !POOLS[floor - 1].contains(&name.as_str()))
                .collect();
            assert!(strangers.is_empty(), "seed {seed}, floor {floor}: {strangers:?}");
            reached(&game, seed, floor);
        }
    }
}

/// Returns the cells on which nothing solid stands but doors.
pub fn open_cells(game: &Game) -> BitGrid {
    let truth = game.truth();
    let bounds = truth.bounds();
    let kinds = &game.pack().kinds;
    let solid = game.pack().attributes.find("solid").unwrap();
    let mut open = BitGrid::from_fn(bounds.width, bounds.height, |at| {
        !kinds.get(truth.ground(at)).flags.contains(&solid)
    });
    for (_, at, thing) in truth.things() {
        let kind = kinds.get(thing.kind);
        if kind.layer == Layer::Fixture && kind.flags.contains(&solid) && kind.door.is_none() {
            open.remove(at);
        }
    }
    open
}

/// Checks that the hero can walk up to all that is on the floor.
fn reached(game: &Game, seed: u64, floor: usize) {
    let (open, truth) = (open_cells(game), game.truth());
    let kinds = &game.pack().kinds;
    let start = game.view(0).unwrap().own().unwrap().pos();
    let near = flood(&open, Adjacency::Eight, start);
    for (_, at, thing) in truth.things() {
        let beside = near.iter().any(|it| it.chebyshev(at) <= 1);
        let name = kinds.name(thing.kind);
        assert!(near.contains(at) || beside, "seed {seed}, floor {floor}: {name} at {at:?}");
    }
}

#[test]
fn every_room_type_has_four_furnishings_and_every_floor_uses_them() {
    let pack = pack();
    for kind in ["start", "combat", "treasure", "event", "boss", "exit", "threshold"] {
        let room = pack.rooms.get(pack.rooms.find(kind).unwrap());
        assert!(room.templates.len() >= 4, "{kind}");
    }
}

/// The stage leads to the second floor. One hero goes straight down, the other fights and waits
/// before; both with the same Dread.
#[test]
fn a_floor_does_not_depend_on_what_was_played_before() {
    let stage = Stage { map: "p@>", legend: r#""p": ["dummy"]"#, ..Stage::default() };
    for seed in 0..20 {
        let after = |keys: &str| {
            let mut play = stage.play_seed(seed, keys);
            play.pick("Go down");
            assert_eq!((play.game.floor(), play.hero("dread"), play.hero("omen")), (2, 5, 5));
            (everything(&play.game), play.game.view(0).unwrap().own().unwrap().pos())
        };
        assert_eq!(after("6>"), after("44.4........6>"), "seed {seed}");
    }
}

/// Dread changes who waits in the rooms, never the rooms.
#[test]
fn dread_does_not_move_walls() {
    let (calm, afraid) = (pack(), dreading(60));
    for seed in 0..30 {
        for floor in 1..=5 {
            let walls = |pack| {
                let game = arrive(pack, seed, floor);
                let truth = game.truth();
                let rooms: Vec<_> = truth.rooms().collect();
                let ground: Vec<_> = truth.bounds().cells().map(|at| truth.ground(at)).collect();
                (rooms, ground)
            };
            assert!(walls(&calm) == walls(&afraid), "seed {seed}, floor {floor}");
        }
    }
}

/// The three beats of the story are told once each, on the first, third and fifth floor.
#[test]
fn the_story_has_three_beats() {
    let pack = pack();
    let asked = |floor| arrive(&pack, 5, floor).view(0).unwrap().menu().map(|it| it.title);
    let titles = [1, 2, 3, 4, 5].map(asked);
    let titles: Vec<Option<&str>> = titles.iter().map(Option::as_deref).collect();
    assert_eq!(titles, [Some("The Galleries"), None, Some("The Choir"), None, Some("The Count")]);
    let told = |floor: usize| {
        Stage { hero: r#""story": 3"#, ..Stage::default() }.play_at(FLOORS[floor - 1], 5)
    };
    assert!([1, 3, 5].map(told).iter().all(|play| play.asked().is_empty()));
    let again = Stage { hero: r#""story": 3"#, feats: &["colossus_felled"], ..Stage::default() };
    let lines = &pack.words.get(pack.words.find("count_again").unwrap()).words;
    let play = again.play_at("floor_five", 5);
    assert!(lines.iter().any(|line| play.tells(line)), "{:?}", play.texts());
}
