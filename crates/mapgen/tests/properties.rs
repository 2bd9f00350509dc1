//! What holds for every plan, whatever the seed.

// A map is far smaller than an `i32` can count.
#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use barrow_dice::{Chance, Rng};
use barrow_grid::{Pos, Rect};
use barrow_mapgen::{
    Algorithm, Bend, Bsp, Builder, Cellular, Drunkard, Exit, Infernal, Join, Packing, Plan, Recipe,
    RecipeError, Rooms,
};

const SEEDS: u32 = 500;

/// Builds a plan for every seed and passes it to `check`.
fn for_each_seed(recipe: &Recipe, mut check: impl FnMut(&Plan)) {
    let (mut builder, mut plan) = (Builder::default(), Plan::default());
    for seed in 0..SEEDS {
        builder.build(recipe, &mut Rng::new(seed), &mut plan).expect("the recipe is sound");
        check(&plan);
    }
}

fn recipe(algorithm: Algorithm, width: u32, height: u32) -> Recipe {
    let named = Recipe::named(algorithm.name()).expect("it is listed");
    Recipe { width, height, algorithm, finish: named.finish }
}

/// Returns recipes of the algorithm with the smallest possible map and with other sizes.
fn sizes(algorithm: &Algorithm) -> Vec<Recipe> {
    let mut smallest = recipe(algorithm.clone(), 1, 1);
    while let Err(RecipeError::Size { side, possible, .. }) = smallest.check() {
        match side {
            "width" => smallest.width = *possible.start(),
            _ => smallest.height = *possible.start(),
        }
    }
    let min = (smallest.width, smallest.height);
    let sizes = [min, (min.0 + 1, min.1.max(40)), (50, 20), (66, 35)];
    let fits = sizes.into_iter().filter(|it| it.0 >= min.0 && it.1 >= min.1);
    fits.map(|(width, height)| recipe(algorithm.clone(), width, height)).collect()
}

/// Returns the number of cells between two rooms, in the direction in which they are farther apart.
fn gap(one: Rect, other: Rect) -> i32 {
    let across = (one.x - other.right()).max(other.x - one.right());
    let down = (one.y - other.bottom()).max(other.y - one.bottom());
    across.max(down)
}

fn min_gap(plan: &Plan, room: usize) -> i32 {
    let before = &plan.rooms[..room];
    before.iter().map(|it| gap(it.rect, plan.rooms[room].rect)).min().unwrap_or(i32::MAX)
}

/// Returns `true` if corridors lead from the first room to every other.
fn rooms_are_joined(plan: &Plan) -> bool {
    let mut reached = vec![false; plan.rooms.len()];
    reached[0] = true;
    for _ in 0..plan.rooms.len() {
        for corridor in &plan.corridors {
            let (one, other) = (corridor.rooms.0 as usize, corridor.rooms.1 as usize);
            let either = reached[one] || reached[other];
            (reached[one], reached[other]) = (either, either);
        }
    }
    reached.into_iter().all(|it| it)
}

#[test]
fn the_outermost_ring_is_rock_and_there_is_floor() {
    for algorithm in Algorithm::all() {
        for recipe in sizes(&algorithm) {
            for_each_seed(&recipe, |plan| {
                let ring = || plan.bounds().border();
                assert_eq!(plan.floor.bounds(), plan.bounds());
                assert!(!ring().any(|pos| plan.floor.contains(pos)), "{}", plan.picture());
                assert!(!ring().any(|pos| plan.lava.contains(pos)), "{}", plan.picture());
                assert!(!plan.floor.is_empty(), "{recipe:?}");
                assert!(!plan.lava.iter().any(|pos| plan.floor.contains(pos)));
            });
        }
    }
}

#[test]
fn rooms_and_corridors_are_dug_inside() {
    for algorithm in Algorithm::all() {
        for recipe in sizes(&algorithm) {
            for_each_seed(&recipe, |plan| {
                let inside = plan.bounds().grown(-1);
                for room in &plan.rooms {
                    assert!(inside.contains_rect(room.rect) && !room.rect.is_empty());
                    assert!(room.rect.contains(room.center));
                    assert!(room.rect.cells().all(|pos| plan.floor.contains(pos)));
                }
                for corridor in &plan.corridors {
                    let rooms = (corridor.rooms.0 as usize, corridor.rooms.1 as usize);
                    assert!(rooms.0.max(rooms.1) < plan.rooms.len() && rooms.0 != rooms.1);
                    assert!(cells_of(&corridor.points).all(|pos| plan.floor.contains(pos)));
                }
            });
        }
    }
}

/// Returns the cells of a corridor from point to point, one cell wide.
fn cells_of(points: &[Pos]) -> impl Iterator<Item = Pos> {
    points.windows(2).flat_map(move |ends| {
        let (one, other) = (ends[0], ends[1]);
        assert!(one.x == other.x || one.y == other.y, "{points:?}");
        let corner = Pos::new(one.x.min(other.x), one.y.min(other.y));
        let (width, height) = ((one.x - other.x).abs() + 1, (one.y - other.y).abs() + 1);
        Rect::new(corner.x, corner.y, width, height).cells()
    })
}

#[test]
fn earlier_plans_leave_no_trace() {
    let (mut builder, mut plan) = (Builder::default(), Plan::default());
    for seed in 0..20 {
        for algorithm in Algorithm::all() {
            for recipe in sizes(&algorithm) {
                let (mut rng, mut twin) = (Rng::new(seed), Rng::new(seed));
                builder.build(&recipe, &mut rng, &mut plan).unwrap();
                let mut fresh = Plan::default();
                Builder::default().build(&recipe, &mut twin, &mut fresh).unwrap();
                assert_eq!(plan, fresh, "{recipe:?}");
                assert_eq!(rng, twin);
            }
        }
    }
}

#[test]
fn classic_rooms_keep_to_their_parameters() {
    let usual = Rooms::default();
    let crowded = Rooms { attempts: 300, max_rooms: 9, padding: 0, ..usual.clone() };
    let large = Rooms { min_side: 8, max_side: 40, padding: 3, ..usual.clone() };
    let bent = Rooms { bend: Bend::Mixed, corridor_width: 3, ..usual.clone() };
    for rooms in [usual, crowded, large, bent] {
        for_each_seed(&recipe(Algorithm::Rooms(rooms.clone()), 66, 35), |plan| {
            assert!((1..=rooms.max_rooms as usize).contains(&plan.rooms.len()));
            for (place, room) in plan.rooms.iter().enumerate() {
                let sides = rooms.min_side as i32..=rooms.max_side as i32;
                assert!(sides.contains(&room.rect.width) && sides.contains(&room.rect.height));
                assert!(min_gap(plan, place) >= rooms.padding as i32);
            }
            assert!(rooms_are_joined(plan));
        });
    }
}

#[test]
fn extra_corridors_come_between_rooms_not_yet_joined() {
    for (extra_corridors, all) in [(Chance::NEVER, false), (Chance::ALWAYS, true)] {
        let rooms = Rooms { extra_corridors, ..Rooms::default() };
        for_each_seed(&recipe(Algorithm::Rooms(rooms), 66, 35), |plan| {
            let count = plan.rooms.len();
            let mut pairs: Vec<_> = plan.corridors.iter().map(|it| it.rooms).collect();
            pairs.sort_unstable();
            pairs.dedup();
            assert_eq!(pairs.len(), plan.corridors.len());
            assert_eq!(pairs.len(), if all { count * (count - 1) / 2 } else { count - 1 });
        });
    }
}

/// The level of small crawlers: a dozen attempts, each room joined to the one before.
#[test]
fn rooms_can_be_joined_in_a_chain() {
    let rooms = Rooms {
        attempts: 12,
        max_rooms: 12,
        min_side: 4,
        max_side: 10,
        join: Join::Previous,
        extra_corridors: Chance::NEVER,
        exit: Exit::Last,
        ..Rooms::default()
    };
    for_each_seed(&recipe(Algorithm::Rooms(rooms), 80, 25), |plan| {
        for (place, corridor) in plan.corridors.iter().enumerate() {
            assert_eq!(corridor.rooms, (place as u16, place as u16 + 1));
            assert_eq!(corridor.points[0], plan.rooms[place].center);
            assert_eq!(corridor.points[3], plan.rooms[place + 1].center);
        }
        assert_eq!(plan.corridors.len() + 1, plan.rooms.len());
        let [first, .., last] = &plan.rooms[..] else { panic!("one room alone") };
        assert_eq!((plan.start, &plan.exits[..]), (first.center, &[last.center][..]));
    });
}

#[test]
fn partitions_keep_to_their_parameters() {
    let usual = Bsp::default();
    let varied = Bsp { min_split: Chance::percent(30), corridor_width: 2, ..usual.clone() };
    let small = Bsp { min_partition: 6, padding: 2, ..usual.clone() };
    let large = Bsp { min_partition: 16, corridor_width: 3, bend: Bend::Z, ..usual.clone() };
    for bsp in [usual, varied, small, large] {
        let (part, padding) = (bsp.min_partition as i32, bsp.padding as i32);
        let min = (part * 6 / 10).min(part - 2 * padding);
        for_each_seed(&recipe(Algorithm::Bsp(bsp.clone()), 80, 50), |plan| {
            for (place, room) in plan.rooms.iter().enumerate() {
                assert!(room.rect.width >= min && room.rect.height >= min);
                assert!(min_gap(plan, place) >= 2 * padding);
            }
            // Every part that can be split is split, so each side is below twice the minimum,
            // except for a cell lost to rounding.
            let max_area = (2 * part) * (2 * part);
            assert!(plan.rooms.len() as i32 >= 80 * 50 / max_area);
            assert_eq!(plan.corridors.len() + 1, plan.rooms.len());
            assert!(rooms_are_joined(plan));
        });
    }
}

#[test]
fn packed_rooms_keep_their_distance_and_those_apart_come_first() {
    let usual = Packing::default();
    let wide = Packing { spacing: 2, apart: 5, max_rooms: 8, ..usual.clone() };
    let tight = Packing { spacing: 0, apart: 0, attempts: 100, ..usual.clone() };
    for packing in [usual, wide, tight] {
        for_each_seed(&recipe(Algorithm::Packing(packing.clone()), 50, 20), |plan| {
            assert!((1..=packing.max_rooms as usize).contains(&plan.rooms.len()));
            let gaps: Vec<i32> = (0..plan.rooms.len()).map(|it| min_gap(plan, it)).collect();
            assert!(gaps.iter().all(|&it| it >= packing.spacing as i32));
            assert!(gaps.is_sorted_by_key(|&it| it < packing.apart as i32), "{gaps:?}");
            for room in &plan.rooms {
                assert!((4..=7).contains(&room.rect.width), "{room:?}");
                assert!((3..=6).contains(&room.rect.height), "{room:?}");
            }
            assert!(rooms_are_joined(plan));
        });
    }
}

#[test]
fn drunkards_dig_their_share() {
    let usual = Drunkard::default();
    let alone = Drunkard { max_walkers: 1, bias: Chance::NEVER, ..usual.clone() };
    let eager = Drunkard { bias: Chance::ALWAYS, share: Chance::percent(70), ..usual.clone() };
    let brief = Drunkard { lifetime: 10, spawn: Chance::ALWAYS, ..usual.clone() };
    for drunkard in [usual, alone, eager, brief] {
        for_each_seed(&recipe(Algorithm::Drunkard(drunkard.clone()), 66, 35), |plan| {
            let goal = (64 * 33 * drunkard.share.0).div_ceil(10_000);
            assert_eq!(plan.floor.count(), goal, "{drunkard:?}\n{}", plan.picture());
        });
    }
}

#[test]
fn smoothing_changes_little_of_a_drunkards_share() {
    for smoothing in [1, 2] {
        let drunkard = Drunkard { smoothing, ..Drunkard::default() };
        let mut dug = 0;
        for_each_seed(&recipe(Algorithm::Drunkard(drunkard), 66, 35), |plan| {
            dug += plan.floor.count();
        });
        let share = dug * 100 / SEEDS / (64 * 33);
        assert!((33..=50).contains(&share), "{share}");
    }
}

#[test]
fn drunkards_stop_with_any_parameters() {
    for (lifetime, bias) in [(10, Chance::NEVER), (10, Chance::ALWAYS), (100_000, Chance::NEVER)] {
        let share = Chance::percent(90);
        let drunkard = Drunkard { share, lifetime, bias, max_walkers: 1, ..Drunkard::default() };
        let mut plan = Plan::default();
        let recipe = recipe(Algorithm::Drunkard(drunkard), 400, 300);
        Builder::default().build(&recipe, &mut Rng::new(1), &mut plan).unwrap();
        assert!(plan.floor.count() > 398 * 298 / 4, "{}", plan.floor.count());
    }
}

#[test]
fn more_walls_in_the_noise_make_a_tighter_cave() {
    let mut dug = [35, 45, 55].map(|percent| {
        let cellular = Cellular { walls: Chance::percent(percent), ..Cellular::default() };
        let mut dug = 0;
        for_each_seed(&recipe(Algorithm::Cellular(cellular), 66, 35), |plan| {
            dug += plan.floor.count();
        });
        dug
    });
    dug.reverse();
    assert!(dug.is_sorted(), "{dug:?}");
}

#[test]
fn a_cave_that_closes_up_keeps_a_clearing() {
    let buried = Cellular { walls: Chance::ALWAYS, ..Cellular::default() };
    let overgrown = Cellular { born: 0x1FF, survive: 0x1FF, ..Cellular::default() };
    let drowned = Infernal { lava: Chance::ALWAYS, ..Infernal::default() };
    for algorithm in
        [Algorithm::Cellular(buried), Algorithm::Cellular(overgrown), Algorithm::Infernal(drowned)]
    {
        let mut plan = Plan::default();
        let recipe = recipe(algorithm, 21, 11);
        Builder::default().build(&recipe, &mut Rng::new(1), &mut plan).unwrap();
        assert!(Rect::new(9, 4, 3, 3).cells().all(|pos| plan.floor.contains(pos)));
        assert_eq!(plan.floor.count(), 9);
        assert!(!plan.lava.iter().any(|pos| plan.floor.contains(pos)));
    }
}

#[test]
fn lava_takes_only_floor_of_the_cave() {
    let (mut lava, mut floor) = (0, 0);
    let without = Infernal { lava: Chance::NEVER, ..Infernal::default() };
    let without = recipe(Algorithm::Infernal(without), 66, 35);
    let (mut builder, mut dry) = (Builder::default(), Plan::default());
    let mut seed = 0;
    for_each_seed(&recipe(Algorithm::Infernal(Infernal::default()), 66, 35), |plan| {
        builder.build(&without, &mut Rng::new(seed), &mut dry).unwrap();
        seed += 1;
        lava += plan.lava.count();
        floor += plan.floor.count();
        assert!(dry.lava.is_empty());
        assert!(plan.lava.iter().all(|pos| dry.floor.contains(pos)));
    });
    let share = lava * 100 / (lava + floor);
    assert!((1..=20).contains(&share), "{share}");
}
