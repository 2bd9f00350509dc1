use super::*;
use crate::{DistanceMap, Grid};

/// Draws the distance of each open cell from `>`: one more than what is left after the best step.
fn check(map: &str, adjacency: Adjacency, expected: &str) {
    let map = Grid::from_picture(map);
    let open = BitGrid::from_grid(&map, |&glyph| glyph != '#');
    let goal = map.find('>').unwrap();
    let mut near = NearMap::default();
    near.measure(&open, adjacency, goal);
    let drawn = Grid::from_fn(map.width(), map.height(), |pos| match near.steps(pos) {
        _ if pos == goal || map[pos] == '#' => map[pos],
        Some((left, _)) => char::from_digit(left + 1, 36).unwrap(),
        None => '.',
    });
    assert_eq!(drawn, Grid::from_picture(expected), "\n{drawn}");
}

#[test]
fn distances_go_around_walls() {
    let map = "
        .....#..
        .###.#..
        .>#..#..
        .....#..
        ";
    let eight = "
        22344#..
        1###3#..
        1>#23#..
        11123#..
        ";
    check(map, Adjacency::Eight, eight);
    let four = "
        34567#..
        2###6#..
        1>#45#..
        21234#..
        ";
    check(map, Adjacency::Four, four);
}

#[test]
fn no_step_leads_to_a_goal_outside() {
    let mut near = NearMap::default();
    near.measure(&BitGrid::from_fn(5, 5, |_| true), Adjacency::Eight, Pos::new(7, 2));
    assert_eq!((near.steps(Pos::new(3, 2)), near.steps(Pos::new(3, 2))), (None, None));
}

#[test]
fn steps_match_a_distance_map() {
    let mut rng = 1_u32;
    let mut random = |below: i32| {
        rng = rng.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((rng >> 16) as i32).rem_euclid(below)
    };
    let (mut near, mut map) = (NearMap::default(), DistanceMap::new());
    for round in 0..200 {
        let (width, height) = (1 + random(140), 1 + random(90));
        let open = BitGrid::from_fn(width, height, |_| random(10) < 7);
        let goal = Pos::new(random(width), random(height));
        let adjacency = if round % 2 == 0 { Adjacency::Four } else { Adjacency::Eight };
        near.measure(&open, adjacency, goal);
        map.measure(&open, adjacency, &[goal]);
        for _ in 0..50 {
            let from = Pos::new(random(width), random(height));
            let around = adjacency.dirs().iter().filter_map(|&dir| map.get(from + dir));
            let left = around.min().map(u32::from);
            let left = left.filter(|&left| left < NearMap::MAX_DISTANCE && from != goal);
            let ways = adjacency
                .dirs()
                .iter()
                .filter(|&&dir| left.is_some() && map.get(from + dir).map(u32::from) == left);
            let ways = ways.fold(0, |ways, &dir| ways | 1 << dir as u8);
            let steps = left.map(|left| (left, ways));
            assert_eq!(near.steps(from), steps, "from {from:?} to {goal:?}");
        }
    }
}

#[test]
fn kept_results_match_a_new_search() {
    let mut rng = 7_u32;
    let mut random = |below: i32| {
        rng = rng.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((rng >> 16) as i32).rem_euclid(below)
    };
    let [mut kept, mut around, mut fresh] = [(); 3].map(|()| NearMap::default());
    for round in 0..120 {
        let (width, height) = (1 + random(90), 1 + random(70));
        // If few cells are open, goals are surrounded by walls.
        let mut open = BitGrid::from_fn(width, height, |_| random(10) < 3 + round % 5);
        let mut taken = BitGrid::from_fn(width, height, |_| random(20) == 0);
        let goal = Pos::new(random(width), random(height));
        let adjacency = if round % 2 == 0 { Adjacency::Four } else { Adjacency::Eight };
        kept.measure(&open, adjacency, goal);
        // Some cells are asked again and again.
        let queue = [(); 12].map(|()| {
            let at = goal + Pos::new(random(9) - 4, random(9) - 4);
            Pos::new(at.x.clamp(0, width - 1), at.y.clamp(0, height - 1))
        });
        for _ in 0..20 {
            for _ in 0..random(3) {
                let at = queue[random(12) as usize];
                open.set(at, !open.contains(at));
                kept.set_open(at, || open.contains(at));
                let at = Pos::new(random(width), random(height));
                taken.set(at, !taken.contains(at));
            }
            around.measure_without(&kept, &taken);
            let mut free = open.clone();
            for (map, cells) in [
                (&mut kept, &open),
                (&mut around, &{
                    free.subtract(&taken);
                    free
                }),
            ] {
                fresh.measure(cells, adjacency, goal);
                let others = [(); 4].map(|()| Pos::new(random(width), random(height)));
                for from in queue.into_iter().chain(others) {
                    assert_eq!(map.steps(from), fresh.steps(from), "{from:?} to {goal:?}");
                }
            }
        }
    }
}
