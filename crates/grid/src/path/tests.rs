use super::*;
use crate::Grid;
use crate::testing::{Chance, SIZES, open_cells, simple_distances, unit_costs};

const BOTH: [Adjacency; 2] = [Adjacency::Four, Adjacency::Eight];

/// Draws the path from `@` to `>`.
fn check(adjacency: Adjacency, picture: &str, expected: &str) {
    let mut drawn = Grid::from_picture(picture);
    let (start, goal) = (drawn.find('@').unwrap(), drawn.find('>').unwrap());
    let mut path = Vec::new();
    let route = Route::new(adjacency, start, goal);
    PathFinder::new().find(&open_cells(&drawn), route, &mut path);
    for &pos in path.iter().filter(|&&pos| pos != goal) {
        drawn[pos] = '*';
    }
    assert_eq!(drawn.to_string(), Grid::from_picture(expected).to_string());
}

/// Checks that every step leads to an open neighbour and the last one to the goal.
fn check_steps(costs: &Grid<u8>, route: Route, path: &[Pos]) {
    let mut here = route.start;
    for &next in path {
        assert_eq!(route.adjacency.distance(here, next), 1, "{route:?}: {path:?}");
        assert!(next == route.goal || costs[next] > 0, "{route:?} enters a wall at {next:?}");
        here = next;
    }
    assert_eq!(here, route.goal);
}

#[test]
fn a_path_goes_around_walls() {
    check(
        Adjacency::Four,
        "
        ##########
        #@...#...#
        #....#.#.#
        #..###.#.#
        #......#>#
        ##########
        ",
        "
        ##########
        #@...#***#
        #*...#*#*#
        #*.###*#*#
        #******#>#
        ##########
        ",
    );
}

#[test]
fn a_path_passes_between_two_corners() {
    check(
        Adjacency::Eight,
        "
        ############
        #@....#....#
        #....#.....#
        #...#.....>#
        ############
        ",
        "
        ############
        #@**..#....#
        #...*#.....#
        #...#*****>#
        ############
        ",
    );
}

#[test]
fn a_path_does_not_zigzag() {
    check(
        Adjacency::Eight,
        "
        .............
        @...........>
        .............
        ",
        "
        .............
        @***********>
        .............
        ",
    );
    check(
        Adjacency::Eight,
        "
        @......
        .......
        .......
        ......>
        ",
        "
        @......
        .*.....
        ..*....
        ...***>
        ",
    );
}

#[test]
fn paths_are_shortest() {
    let mut chance = Chance::new(1);
    let (mut finder, mut path) = (PathFinder::new(), Vec::new());
    for (width, height) in SIZES {
        for percent_closed in [0, 20, 35, 45] {
            for adjacency in BOTH {
                let open = chance.map(width, height, percent_closed);
                let start = chance.pos(width, height);
                let costs = unit_costs(&open);
                let lengths = simple_distances(&costs, adjacency, &[(start, 0)]);
                for _ in 0..50 {
                    let goal = chance.pos(width, height);
                    let route = Route::new(adjacency, start, goal);
                    let length = finder.find(&open, route, &mut path);
                    // The goal may be closed, so use the nearest cell next to it.
                    let beside = adjacency.dirs().iter().map(|&dir| goal + dir);
                    let nearest = beside.filter_map(|pos| *lengths.get(pos)?).min();
                    let expected = if goal == start { Some(0) } else { nearest.map(|it| it + 1) };
                    assert_eq!(length, expected, "{route:?} in {width} x {height}");
                    assert_eq!(path.len(), length.unwrap_or(0) as usize);
                    if length.is_some() {
                        check_steps(&costs, route, &path);
                    }
                }
            }
        }
    }
}

/// Returns the length of a path by A* alone, which the search by rows needs for winding ways.
fn by_astar(open: &BitGrid, route: Route, path: &mut Vec<Pos>) -> Option<u32> {
    path.clear();
    let far = route.min_length() > route.limit;
    if far { None } else { Astar::default().find(open, route, path) }
}

#[test]
fn both_searches_find_the_same_lengths() {
    let mut chance = Chance::new(2);
    let (mut finder, mut path) = (PathFinder::new(), Vec::new());
    for (width, height) in SIZES {
        for adjacency in BOTH {
            let open = chance.map(width, height, 35);
            for _ in 0..50 {
                let [start, goal] = [chance.pos(width, height), chance.pos(width, height)];
                let route = Route::new(adjacency, start, goal);
                let length = finder.find(&open, route, &mut path);
                assert_eq!(by_astar(&open, route, &mut path), length, "{route:?}");
                if length.is_some() {
                    check_steps(&unit_costs(&open), route, &path);
                }
            }
        }
    }
}

/// Returns a corridor that winds through the whole map.
fn serpentine(width: i32, height: i32) -> BitGrid {
    BitGrid::from_fn(width, height, |pos| {
        let gap = if pos.y % 4 == 1 { width - 1 } else { 0 };
        pos.y % 2 == 0 || pos.x == gap
    })
}

#[test]
fn a_winding_corridor_is_walked_to_its_end() {
    let (mut finder, mut path) = (PathFinder::new(), Vec::new());
    for (width, height) in [(40, 41), (66, 43), (500, 9)] {
        let open = serpentine(width, height);
        let end = if height % 4 == 1 { width - 1 } else { 0 };
        for goal in [Pos::new(end, height - 1), Pos::new(width / 2, height - 1)] {
            for adjacency in BOTH {
                let route = Route::new(adjacency, Pos::new(0, 0), goal);
                let lengths = simple_distances(&unit_costs(&open), adjacency, &[(route.start, 0)]);
                assert_eq!(finder.find(&open, route, &mut path), lengths[goal]);
                check_steps(&unit_costs(&open), route, &path);
            }
        }
    }
}

#[test]
fn a_limit_is_the_longest_path_that_is_found() {
    let open = open_cells(&Grid::from_picture(
        "
        .....
        .###.
        .###.
        ",
    ));
    let (mut finder, mut path) = (PathFinder::new(), Vec::new());
    for (adjacency, length) in [(Adjacency::Four, 8), (Adjacency::Eight, 6)] {
        let route = Route::new(adjacency, Pos::new(0, 2), Pos::new(4, 2));
        assert_eq!(finder.find(&open, route.within(length), &mut path), Some(length));
        assert_eq!(finder.find(&open, route.within(length - 1), &mut path), None);
        assert_eq!(by_astar(&open, route.within(length), &mut path), Some(length));
        assert_eq!(by_astar(&open, route.within(length - 1), &mut path), None);
        assert!(path.is_empty());
    }
}

#[test]
fn the_start_and_the_goal_may_be_closed() {
    let (mut finder, mut path) = (PathFinder::new(), Vec::new());
    let open = open_cells(&Grid::from_picture("#..#"));
    let route = Route::new(Adjacency::Four, Pos::new(0, 0), Pos::new(3, 0));
    let expected = [Pos::new(1, 0), Pos::new(2, 0), Pos::new(3, 0)];
    assert_eq!(finder.find(&open, route, &mut path), Some(3));
    assert_eq!(path, expected);
    assert_eq!(by_astar(&open, route, &mut path), Some(3));
    assert_eq!(path, expected);
}

#[test]
fn there_is_no_path_through_walls_or_from_outside() {
    let (mut finder, mut path) = (PathFinder::new(), Vec::new());
    let open = open_cells(&Grid::from_picture(".#."));
    let [west, east] = [Pos::new(0, 0), Pos::new(2, 0)];
    for adjacency in BOTH {
        for (start, goal) in [(west, east), (west, Pos::new(3, 0)), (Pos::new(0, -1), east)] {
            let route = Route::new(adjacency, start, goal);
            assert_eq!(finder.find(&open, route, &mut path), None);
        }
        let route = Route::new(adjacency, west, west);
        assert_eq!(finder.find(&open, route, &mut path), Some(0));
        assert!(path.is_empty());
        assert_eq!(finder.find(&BitGrid::new(0, 0), route, &mut path), None);
    }
}
