//! What holds for every plan, whatever the algorithm and the finish.

#![allow(clippy::unwrap_used, reason = "a helper of tests may panic like a test")]

use barrow_dice::{Chance, Rng};
use barrow_grid::{Adjacency, Dir, DistanceMap, Pos, Regions};
use barrow_mapgen::Regions as Asked;
use barrow_mapgen::{
    Algorithm, Builder, Finish, Plan, Recipe, RecipeError, Role, Template, TemplateSet,
};

const SEEDS: u32 = 500;

/// Returns the default recipe of an algorithm with a map of this size, or the nearest possible one.
fn recipe(algorithm: &Algorithm, width: u32, height: u32) -> Recipe {
    let mut recipe = Recipe { width, height, ..Recipe::named(algorithm.name()).unwrap() };
    while let Err(RecipeError::Size { side, asked, possible }) = recipe.check() {
        let nearest = asked.clamp(*possible.start(), *possible.end());
        *if side == "width" { &mut recipe.width } else { &mut recipe.height } = nearest;
    }
    recipe
}

/// Calls `test` with the plans of all algorithms and many seeds, on a large, a small and the
/// smallest map.
fn for_all_plans(ask: impl Fn(u32, &mut Finish), test: impl Fn(&Recipe, &Plan)) {
    let (mut builder, mut plan) = (Builder::default(), Plan::default());
    for algorithm in Algorithm::all() {
        for (width, height) in [(80, 50), (35, 27), (1, 1)] {
            let mut recipe = recipe(&algorithm, width, height);
            for seed in 0..SEEDS {
                ask(seed, &mut recipe.finish);
                builder.build(&recipe, &mut Rng::new(seed), &mut plan).unwrap();
                let told = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                    test(&recipe, &plan);
                }));
                if told.is_err() {
                    let (name, picture) = (algorithm.name(), plan.picture());
                    panic!("seed {seed} of {name} {width} x {height} gave\n{picture}");
                }
            }
        }
    }
}

fn steps_from(plan: &Plan, goal: Pos) -> DistanceMap {
    let mut map = DistanceMap::new();
    map.measure(&plan.floor, Adjacency::Four, &[goal]);
    map
}

fn is_sound(recipe: &Recipe, plan: &Plan) {
    let mut regions = Regions::new();
    regions.find(&plan.floor, Adjacency::Four);
    assert_eq!(regions.count(), 1, "regions");
    let inside = plan.bounds().grown(-1);
    assert!(plan.floor.iter().all(|pos| inside.contains(pos)), "floor in the outermost ring");
    assert!(plan.lava.iter().all(|pos| !plan.floor.contains(pos)), "lava on floor");
    ends_are_apart(recipe, plan);
    doors_hang_between_walls(plan);
    spawns_are_free_and_quiet(recipe, plan);
    lists_tell_what_is_there(plan);
}

fn ends_are_apart(recipe: &Recipe, plan: &Plan) {
    let map = steps_from(plan, plan.start);
    let (_, farthest) = map.farthest().unwrap();
    let ends: Vec<Pos> = std::iter::once(plan.start).chain(plan.exits.iter().copied()).collect();
    assert!(ends.iter().all(|&end| plan.floor.contains(end)), "ends on floor");
    assert!((1..=recipe.finish.exits as usize).contains(&plan.exits.len()), "exits");
    assert!(map.get(plan.exits[0]).unwrap() >= farthest.min(4), "the first exit is near");
    for (at, &end) in ends.iter().enumerate() {
        let map = steps_from(plan, end);
        let near = |&other: &Pos| map.get(other).unwrap() < 4;
        assert!(ends.len() == 2 || !ends[at + 1..].iter().any(near), "exits side by side");
    }
}

fn doors_hang_between_walls(plan: &Plan) {
    assert!(plan.doors.is_sorted_by(|a, b| a < b), "doors in order");
    for &door in &plan.doors {
        assert!(plan.floor.contains(door), "{door:?} on floor");
        let open = Dir::CARDINAL.map(|dir| plan.floor.contains(door + dir));
        let between = matches!(open, [true, false, true, false] | [false, true, false, true]);
        assert!(between, "{door:?} between walls");
        let beside = Dir::CARDINAL.iter().any(|&dir| plan.doors.contains(&(door + dir)));
        assert!(!beside, "{door:?} beside another");
    }
}

fn spawns_are_free_and_quiet(recipe: &Recipe, plan: &Plan) {
    let map = steps_from(plan, plan.start);
    for pos in &plan.floor {
        let taken = pos == plan.start
            || plan.doors.binary_search(&pos).is_ok()
            || plan.exits.contains(&pos)
            || plan.marks.iter().any(|mark| mark.pos == pos);
        let quiet = u32::from(map.get(pos).unwrap()) <= recipe.finish.quiet;
        assert_eq!(plan.spawns.contains(pos), !taken && !quiet, "{pos:?}");
    }
    assert!(plan.spawns.iter().all(|pos| plan.floor.contains(pos)));
}

fn lists_tell_what_is_there(plan: &Plan) {
    for room in &plan.rooms {
        assert!(room.rect.contains(room.center) && plan.floor.contains(room.center), "{room:?}");
        assert!(room.role != Role::Start || room.rect.contains(plan.start), "{room:?}");
        let leads_out = plan.exits.iter().any(|&exit| room.rect.contains(exit));
        assert!(room.role != Role::Exit || leads_out, "{room:?}");
    }
    for corridor in &plan.corridors {
        let (from, to) = corridor.rooms;
        assert!(usize::from(from.max(to)) < plan.rooms.len(), "{corridor:?}");
    }
    assert!(plan.marks.is_sorted_by_key(|mark| mark.pos));
    assert!(plan.marks.iter().all(|mark| plan.floor.contains(mark.pos)));
}

#[test]
fn every_plan_is_sound() {
    for_all_plans(|_, _| {}, is_sound);
}

/// A layout's drawing decides where its exit is; all other algorithms choose it by distance.
#[test]
fn exits_are_far_from_the_start() {
    for algorithm in Algorithm::all().iter().filter(|it| it.name() != "layout") {
        let recipe = recipe(algorithm, 80, 50);
        let (mut farthest, mut first) = (0, 0);
        for seed in 0..100 {
            let mut plan = Plan::default();
            Builder::default().build(&recipe, &mut Rng::new(seed), &mut plan).unwrap();
            let map = steps_from(&plan, plan.start);
            let steps = u32::from(map.get(plan.exits[0]).unwrap());
            let max = u32::from(map.farthest().unwrap().1);
            assert!(steps * 3 >= max, "{steps} of {max}, seed {seed} of {}", algorithm.name());
            first += steps;
            farthest += max;
        }
        assert!(first * 10 >= farthest * 7, "{first} of {farthest} for {}", algorithm.name());
    }
}

#[test]
fn plans_are_sound_with_any_finish() {
    let ask = |seed: u32, finish: &mut Finish| {
        finish.regions = [Asked::Join, Asked::Largest][seed as usize % 2];
        finish.trim = [0, 2, 1000][seed as usize % 3];
        finish.loops = Chance::percent([0, 30, 100][seed as usize / 3 % 3]);
        finish.doors = Chance::percent([0, 50, 100][seed as usize / 9 % 3]);
        finish.exits = 1 + seed % 8;
        finish.quiet = seed % 12;
    };
    for_all_plans(ask, is_sound);
}

#[test]
fn plans_with_templates_are_sound() {
    let templates = ["treasure", "arena", "trap", "shop"].map(|name| {
        let drawing = Template::built_in(name).unwrap().drawing().to_string();
        Template::new(&format!("{name} as drawn"), &drawing).unwrap()
    });
    let ask = |seed: u32, finish: &mut Finish| {
        let picked = templates.iter().cycle().skip(seed as usize % 4).take(2);
        finish.templates = picked
            .map(|it| TemplateSet { count: 1 + seed % 3, ..TemplateSet::one(it.clone()) })
            .collect();
        finish.doors = Chance::ALWAYS;
    };
    for_all_plans(ask, |recipe, plan| {
        is_sound(recipe, plan);
        for set in &recipe.finish.templates {
            template_is_whole(plan, &set.templates[0].0, set.count);
        }
    });
}

/// Checks that every fitted template has all its marks and all its floor.
fn template_is_whole(plan: &Plan, template: &Template, count: u32) {
    let role = Role::Named(template.name().into());
    let rooms = plan.rooms.iter().filter(|room| room.role == role);
    let drawing = template.drawing();
    let marks = drawing.iter().filter(|(_, glyph)| !"#.+ ".contains(**glyph)).count();
    let floor = drawing.iter().filter(|(_, glyph)| !"#+ ".contains(**glyph)).count();
    for room in rooms.clone() {
        assert_eq!(plan.marks.iter().filter(|it| room.rect.contains(it.pos)).count(), marks);
        assert_eq!(room.rect.cells().filter(|&pos| plan.floor.contains(pos)).count(), floor);
    }
    assert!(rooms.count() <= count as usize);
}

#[test]
fn templates_fit_into_a_level_of_rooms() {
    let mut recipe = Recipe::named("rooms").unwrap();
    for name in ["treasure", "arena", "trap", "shop"] {
        recipe.set("template", name).unwrap();
        let role = Role::Named(name.into());
        let fitted = (0..200).filter(|&seed| {
            let mut plan = Plan::default();
            Builder::default().build(&recipe, &mut Rng::new(seed), &mut plan).unwrap();
            plan.rooms.iter().any(|room| room.role == role)
        });
        assert!(fitted.count() >= 190, "{name}");
    }
}

#[test]
fn a_reused_builder_builds_the_same_plan() {
    let mut used = Builder::default();
    let mut plan = Plan::default();
    for seed in 0..SEEDS {
        for algorithm in Algorithm::all() {
            let side = 20 + seed % 90;
            let mut recipe = recipe(&algorithm, side, 110 - side);
            recipe.finish.loops = Chance::percent(20);
            recipe.finish.exits = 3;
            recipe.set("template", ["none", "shop"][seed as usize % 2]).unwrap();
            used.build(&recipe, &mut Rng::new(seed), &mut plan).unwrap();
            let mut fresh = Plan::default();
            Builder::default().build(&recipe, &mut Rng::new(seed), &mut fresh).unwrap();
            assert_eq!(plan, fresh, "seed {seed} of {}", algorithm.name());
        }
    }
}

#[test]
fn a_map_for_two_cells_is_the_smallest() {
    let mut recipe = Recipe::named("rooms").unwrap();
    recipe.set("min_side", "2").unwrap();
    recipe.width = 3;
    let message = "the map's width is 3; with these parameters it must be 4 to 1000";
    assert_eq!(recipe.check().unwrap_err().to_string(), message);
}
