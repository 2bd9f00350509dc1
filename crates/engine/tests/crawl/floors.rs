use std::sync::Arc;

use barrow_dice::{Seed, Stream};
use barrow_engine::{Command, Game, Run, Setup};
use barrow_grid::{Adjacency, BitGrid, Pos, flood};
use barrow_mapgen::{Builder, Plan};
use barrow_pack::{Layer, Pack};

use super::stage::{Stage, begin, monsters, pack, pack_at};

const SEEDS: u64 = 500;
const DEEPEST: u32 = 12;

/// Returns the plan of a floor, which depends on the seed, the level and the depth alone.
fn plan(pack: &Pack, seed: u64, depth: u32) -> Plan {
    let level = pack.rules.start;
    let indices = [u32::from(level.index()), depth];
    let mut rng = Seed(seed).stream(Stream::named("layout"), &indices);
    let dig = pack.levels.get(level).dig.as_ref().unwrap();
    let recipe = dig.recipe(pack, |_| unreachable!("the recipe has no formulas"));
    let mut plan = Plan::default();
    Builder::default().build(&recipe, &mut rng, &mut plan).unwrap();
    plan
}

/// Returns the cells that the hero can walk to.
fn reached(game: &Game) -> BitGrid {
    let truth = game.truth();
    let bounds = truth.bounds();
    let mut open = BitGrid::from_fn(bounds.width, bounds.height, |at| truth.is_open(at));
    doors(game).for_each(|at| _ = open.insert(at));
    flood(&open, Adjacency::Four, game.view(0).unwrap().own().unwrap().pos())
}

/// Returns the cells of all doors.
fn doors(game: &Game) -> impl Iterator<Item = Pos> {
    let doors = things(game, Layer::Fixture).into_iter().filter(|(name, _)| name == "door");
    doors.map(|(_, at)| at)
}

/// Returns the cells of all things of a layer, with the names of their kinds.
fn things(game: &Game, layer: Layer) -> Vec<(String, Pos)> {
    let (truth, pack) = (game.truth(), game.pack());
    let of_layer = truth.things().filter(|(_, _, it)| pack.kinds.get(it.kind).layer == layer);
    of_layer.map(|(_, at, it)| (pack.kinds.name(it.kind).to_owned(), at)).collect()
}

#[test]
fn five_hundred_seeds_and_twelve_depths_match_their_plans() {
    for depth in 1..=DEEPEST {
        let pack = pack_at(depth);
        for seed in 0..SEEDS {
            let run = begin(&pack, seed);
            let plan = plan(&pack, seed, depth);
            rooms_keep_to_the_plan(&plan);
            stairs_can_be_reached(run.game(), &plan);
            monsters_keep_to_the_formulas(run.game(), &plan, depth);
            loot_keeps_to_the_formulas(run.game());
            nothing_is_in_a_wall_and_the_arrival_is_safe(run.game(), &plan);
        }
    }
}

fn rooms_keep_to_the_plan(plan: &Plan) {
    assert!((2..=12).contains(&plan.rooms.len()));
    for room in &plan.rooms {
        let sides = [room.rect.width, room.rect.height];
        assert!(sides.iter().all(|side| (4..=10).contains(side)), "{room:?}");
    }
    for (index, corridor) in plan.corridors.iter().enumerate() {
        assert_eq!(usize::from(corridor.rooms.0) + 1, index + 1);
        assert_eq!(corridor.rooms.1, corridor.rooms.0 + 1);
    }
}

fn stairs_can_be_reached(game: &Game, plan: &Plan) {
    let last = plan.rooms.last().unwrap();
    let (doors, stairs): (Vec<_>, Vec<_>) =
        things(game, Layer::Fixture).into_iter().partition(|(name, _)| name == "door");
    assert_eq!(stairs, [("stairs".to_owned(), last.center)]);
    assert!(doors.iter().all(|(_, at)| plan.doors.contains(at)), "{doors:?}");
    let reached = reached(game);
    assert!(reached.contains(last.center));
    let stray = things(game, Layer::Item).into_iter().find(|(_, at)| !reached.contains(*at));
    assert_eq!(stray, None);
}

fn monsters_keep_to_the_formulas(game: &Game, plan: &Plan, depth: u32) {
    let most = 3.min(2 + depth as usize / 2);
    let monsters = monsters(game);
    let (first, others) = plan.rooms.split_first().unwrap();
    assert!(!monsters.iter().any(|(_, at)| first.rect.contains(*at)));
    for room in others {
        let here = monsters.iter().filter(|(_, at)| room.rect.contains(*at)).count();
        assert!((1..=most).contains(&here), "{here} in {room:?}");
    }
    assert!(monsters.len() <= most * others.len());
    let eldest = |name: &str| match name {
        "goblin" | "slime" => 1,
        "orc" | "cultist" => 2,
        "troll" => 3,
        "spider" => 4,
        "wraith" => 5,
        "necromancer" => 6,
        "minotaur" => 7,
        "drake" => 9,
        other => panic!("a {other} at the beginning"),
    };
    for (name, _) in monsters {
        assert!(depth >= eldest(&name), "{name} at depth {depth}");
    }
}

fn loot_keeps_to_the_formulas(game: &Game) {
    let items = things(game, Layer::Item);
    let count = |name: &str| items.iter().filter(|(it, _)| it == name).count();
    let potions = count("health_potion") + count("mana_potion");
    assert!((1..=3).contains(&potions) && count("health_potion") >= 1, "{items:?}");
    assert!((3..=5).contains(&count("gold")), "{items:?}");
    assert!(items.len() - potions - count("gold") <= 1, "{items:?}");
}

fn nothing_is_in_a_wall_and_the_arrival_is_safe(game: &Game, plan: &Plan) {
    let hero = game.view(0).unwrap().own().unwrap().pos();
    assert_eq!(hero, plan.rooms[0].center);
    let doors: Vec<Pos> = doors(game).collect();
    let walls = |at: &Pos| !game.truth().is_open(*at) && !doors.contains(at);
    for layer in [Layer::Actor, Layer::Item, Layer::Fixture] {
        assert_eq!(things(game, layer).into_iter().find(|(_, at)| walls(at)), None);
    }
    let near = |at: &Pos| at.chebyshev(hero) <= 2;
    assert_eq!(monsters(game).into_iter().find(|(_, at)| near(at)), None);
    assert_eq!(things(game, Layer::Item).into_iter().find(|(_, at)| *at == hero), None);
}

#[test]
fn the_dungeon_has_no_last_floor() {
    let play = Stage { map: "@>", depth: 999, ..Stage::default() }.play("6>8");
    assert_eq!((play.game.floor(), play.game.level()), (1_000, "dungeon"));
    assert!(monsters(&play.game).len() > 3);
    assert_eq!(play.game.end(), None, "{}", play.picture());
}

#[test]
fn a_practice_hero_knows_the_whole_floor_and_is_not_ranked() {
    let pack = pack();
    let known = |hero: &str| {
        let setup = barrow_engine::Setup {
            seed: Seed(5),
            level: None,
            heroes: vec![hero.into()],
            ..barrow_engine::Setup::default()
        };
        let (run, _) = barrow_engine::Run::new(Arc::clone(&pack), &setup).unwrap();
        (run.game().view(0).unwrap().explored().count(), run.journal().unranked)
    };
    let ((few, counted), (all, uncounted)) = (known(""), known("seer"));
    assert!(all > 4 * few, "{few} of {all}");
    assert!(!counted && uncounted);
}

#[test]
fn a_practice_hero_sees_everyone_and_can_switch_it_off() {
    let setup = Setup { seed: Seed(5), heroes: vec!["seer".into()], ..Setup::default() };
    let (mut run, _) = Run::new(pack(), &setup).unwrap();
    let seen = |run: &Run| run.game().view(0).unwrap().actors().count();
    let all = seen(&run);
    assert!(all > 3, "only {all} seen");
    let before = run.game().view(0).unwrap();
    let things: String =
        before.explored().iter().filter_map(|at| Some(before.cell(at).thing?.glyph())).collect();
    let items = run.game().truth();
    let items =
        items.things().filter(|(_, _, it)| items.pack().kinds.get(it.kind).layer == Layer::Item);
    assert!(things.contains('>'), "the way down is known: {things}");
    assert!(things.len() > items.count(), "and so is every item: {things}");
    let switch = Command::Cast { ability: "second_sight".into(), at: None };
    run.step(0, &switch).unwrap();
    for _ in 0..12 {
        run.step(0, &Command::Wait).unwrap();
    }
    let near = seen(&run);
    assert!(near < all, "{near} of {all} are still seen");
}
