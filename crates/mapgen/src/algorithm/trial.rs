//! What the tests of algorithms share: digging without finishing, and looking at the result.

use barrow_dice::Rng;
use barrow_grid::{BitGrid, Dir, Grid, Pos};

use super::Method;
use crate::builder::{Site, Spare};
use crate::{Plan, RecipeError};

/// What a method digs, with nothing done to it afterwards.
pub(crate) fn dig(method: &dyn Method, width: i32, height: i32, seed: u32) -> Plan {
    let (mut plan, mut spare) = (Plan::default(), Spare::default());
    dig_into(method, (width, height), seed, &mut plan, &mut spare);
    plan
}

/// Compares what a method digs with a drawing of the same size.
pub(crate) fn check(method: &dyn Method, seed: u32, picture: &str) {
    let expected = Grid::from_picture(picture);
    let plan = dig(method, expected.width(), expected.height(), seed);
    let drawn = plan.picture();
    assert!(drawn == expected, "seed {seed} gives\n{drawn}");
}

/// Shows what a method digs for 500 seeds, on maps of several sizes, in memory used before.
pub(crate) fn for_500_seeds(method: &dyn Method, mut look: impl FnMut(&Plan, u32)) {
    let (mut plan, mut spare) = (Plan::default(), Spare::default());
    let least = method.least_size();
    let least = (least.0 as i32, least.1 as i32);
    let sizes = [least, (least.0 + 1, least.1 + 2), (40, 40), (67, 24), (80, 50)];
    for seed in 0..500 {
        let size = sizes[seed as usize % sizes.len()];
        let size = (size.0.max(least.0), size.1.max(least.1));
        dig_into(method, size, seed, &mut plan, &mut spare);
        assert!(
            plan.bounds().border().all(|pos| !plan.floor.contains(pos)),
            "the outermost ring is dug into, seed {seed}:\n{}",
            plan.picture()
        );
        look(&plan, seed);
    }
}

fn dig_into(
    method: &dyn Method,
    (width, height): (i32, i32),
    seed: u32,
    plan: &mut Plan,
    spare: &mut Spare,
) {
    plan.reset(width, height);
    method.dig(&mut Site { rng: &mut Rng::new(seed), plan, spare });
}

/// Fails unless all floor hangs together.
pub(crate) fn assert_one_region(plan: &Plan, seed: u32) {
    let first = plan.floor.iter().next().expect("something is dug");
    let mut reached = BitGrid::new(plan.bounds().width, plan.bounds().height);
    let mut open = vec![first];
    reached.insert(first);
    while let Some(pos) = open.pop() {
        for next in Dir::CARDINAL.map(|dir| pos + dir) {
            if plan.floor.contains(next) && reached.insert(next) {
                open.push(next);
            }
        }
    }
    assert!(reached == plan.floor, "seed {seed} falls apart:\n{}", plan.picture());
}

/// Fails unless there is just one way from any floor cell to any other, over all odd cells.
pub(crate) fn assert_perfect_maze(plan: &Plan, seed: u32) {
    assert_one_region(plan, seed);
    let steps = |pos: Pos| {
        let ahead = [pos + Dir::East, pos + Dir::South];
        ahead.into_iter().filter(|&next| plan.floor.contains(next)).count()
    };
    let edges: usize = plan.floor.iter().map(steps).sum();
    assert_eq!(plan.floor.count() as usize, edges + 1, "seed {seed}:\n{}", plan.picture());
    let odd = |at: i32| at % 2 == 1;
    let (right, bottom) = (plan.bounds().width - 1, plan.bounds().height - 1);
    for pos in plan.bounds().cells().filter(|pos| pos.x < right && pos.y < bottom) {
        assert!(plan.floor.contains(pos) || !odd(pos.x) || !odd(pos.y), "{pos:?}, seed {seed}");
        assert!(!plan.floor.contains(pos) || odd(pos.x) || odd(pos.y), "{pos:?}, seed {seed}");
    }
}

/// Fails unless every corridor is floor all along, and leads from its one room, or from
/// another corridor, to its other room.
pub(crate) fn assert_corridors_join_rooms(plan: &Plan, seed: u32) {
    for corridor in &plan.corridors {
        let [start, .., end] = corridor.points;
        let room = |index: u16| plan.rooms[usize::from(index)].rect;
        assert_ne!(corridor.rooms.0, corridor.rooms.1, "seed {seed}");
        assert!(plan.floor.contains(start), "seed {seed}");
        assert!(room(corridor.rooms.1).contains(end), "seed {seed}: {corridor:?}");
        for ends in corridor.points.windows(2) {
            assert!(ends[0].x == ends[1].x || ends[0].y == ends[1].y, "seed {seed}: {corridor:?}");
            for pos in barrow_grid::line(ends[0], ends[1]) {
                assert!(plan.floor.contains(pos), "{pos:?}, seed {seed}:\n{}", plan.picture());
            }
        }
    }
}

/// Compares what a method says of its parameters.
pub(crate) fn check_refused(method: &dyn Method, message: &str) {
    let refusal = method.check().expect_err("the parameters contradict each other");
    assert!(matches!(refusal, RecipeError::Contradiction(_) | RecipeError::Sample(_)));
    assert_eq!(refusal.to_string(), message);
}
