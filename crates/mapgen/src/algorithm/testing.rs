//! Shared by the tests of algorithms: digging without a finish, and checking the result.

use barrow_dice::Rng;
use barrow_grid::{BitGrid, Dir, Grid, Pos};

use super::Method;
use crate::builder::{Buffers, Site};
use crate::{Plan, RecipeError};

/// Returns what a method digs, without any finish.
pub(crate) fn dig(method: &dyn Method, width: i32, height: i32, seed: u32) -> Plan {
    let (mut plan, mut buffers) = (Plan::default(), Buffers::default());
    dig_into(method, (width, height), seed, &mut plan, &mut buffers);
    plan
}

/// Compares what a method digs with a drawing of the same size.
pub(crate) fn check(method: &dyn Method, seed: u32, picture: &str) {
    let expected = Grid::from_picture(picture);
    let plan = dig(method, expected.width(), expected.height(), seed);
    let drawn = plan.picture();
    assert!(drawn == expected, "seed {seed} gives\n{drawn}");
}

/// Calls `look` with the plans of 500 seeds, on maps of several sizes, with reused memory.
pub(crate) fn for_500_seeds(method: &dyn Method, mut look: impl FnMut(&Plan, u32)) {
    let (mut plan, mut buffers) = (Plan::default(), Buffers::default());
    let min = method.min_size();
    let min = (min.0 as i32, min.1 as i32);
    let sizes = [min, (min.0 + 1, min.1 + 2), (40, 40), (67, 24), (80, 50)];
    for seed in 0..500 {
        let size = sizes[seed as usize % sizes.len()];
        let size = (size.0.max(min.0), size.1.max(min.1));
        dig_into(method, size, seed, &mut plan, &mut buffers);
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
    buffers: &mut Buffers,
) {
    plan.reset(width, height);
    method.dig(&mut Site { rng: &mut Rng::new(seed), plan, buffers });
}

/// Panics unless all floor is connected.
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

/// Panics unless the floor is a perfect maze over the cells with odd coordinates: exactly one path
/// between any two cells.
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

/// Panics unless every corridor is floor all along, starts in its first room or in another
/// corridor, and ends in its second room.
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

/// Compares the error of contradicting parameters with `message`.
pub(crate) fn check_refused(method: &dyn Method, message: &str) {
    let refusal = method.check().expect_err("the parameters contradict each other");
    assert!(matches!(refusal, RecipeError::Contradiction(_) | RecipeError::Sample(_)));
    assert_eq!(refusal.to_string(), message);
}
