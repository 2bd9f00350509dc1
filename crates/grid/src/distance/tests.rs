use super::*;
use crate::testing::{Chance, SIZES, open_cells, simple_distances, unit_costs};

const BOTH: [Adjacency; 2] = [Adjacency::Four, Adjacency::Eight];

/// Draws distances as digits in base 36; goals are marked `0` in the picture.
fn check(adjacency: Adjacency, limit: u16, picture: &str, expected: &str) {
    let picture = Grid::from_picture(picture);
    let goals: Vec<Pos> =
        picture.iter().filter(|&(_, &glyph)| glyph == '0').map(|(pos, _)| pos).collect();
    let mut distances = DistanceMap::new();
    distances.measure_within(&open_cells(&picture), adjacency, &goals, limit);
    assert_eq!(draw(&distances, &picture).to_string(), Grid::from_picture(expected).to_string());
}

fn draw(distances: &DistanceMap, picture: &Grid<char>) -> Grid<char> {
    Grid::from_fn(picture.width(), picture.height(), |pos| {
        let digit = |distance| char::from_digit(u32::from(distance), 36).unwrap();
        distances.get(pos).map_or(picture[pos], digit)
    })
}

#[test]
fn distances_flow_around_walls() {
    let picture = "
        ##########
        #0...#...#
        #....#.#.#
        #..###.#.#
        #......#.#
        ##########
    ";
    check(
        Adjacency::Four,
        99,
        picture,
        "
        ##########
        #0123#bcd#
        #1234#a#e#
        #23###9#f#
        #345678#g#
        ##########
        ",
    );
    check(
        Adjacency::Eight,
        99,
        picture,
        "
        ##########
        #0123#889#
        #1123#7#9#
        #22###6#a#
        #333456#b#
        ##########
        ",
    );
}

#[test]
fn the_nearest_of_many_goals_counts_up_to_the_limit() {
    check(
        Adjacency::Four,
        3,
        "
        0.........
        ..........
        ......0...
        ",
        "
        0123.323..
        123.32123.
        23.3210123
        ",
    );
}

#[test]
fn distances_match_a_simple_search() {
    let mut chance = Chance::new(3);
    let mut distances = DistanceMap::new();
    for (width, height) in SIZES {
        for percent_closed in [0, 10, 25, 35, 45, 60] {
            for adjacency in BOTH {
                let mut open = chance.map(width, height, percent_closed);
                for goals in [1, 1, 2, 5] {
                    let door = chance.pos(width, height);
                    open.set(door, !open.contains(door));
                    let goals: Vec<Pos> = (0..goals).map(|_| chance.pos(width, height)).collect();
                    let seeds: Vec<(Pos, u32)> = goals.iter().map(|&goal| (goal, 0)).collect();
                    let expected = simple_distances(&unit_costs(&open), adjacency, &seeds);
                    distances.measure(&open, adjacency, &goals);
                    for (pos, &distance) in expected.iter() {
                        assert_eq!(distances.get(pos).map(u32::from), distance, "{pos:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn values_over_terrain_match_a_simple_search() {
    let mut chance = Chance::new(4);
    let mut distances = DistanceMap::new();
    for size in SIZES {
        for max_cost in [1, 9, 255] {
            for adjacency in BOTH {
                let costs = chance.terrain(size, 25, max_cost);
                let goals: Vec<(Pos, u16)> = (0..4)
                    .map(|_| (chance.pos(size.0, size.1), chance.below(2000) as u16))
                    .collect();
                let seeds: Vec<(Pos, u32)> =
                    goals.iter().map(|&(goal, value)| (goal, u32::from(value))).collect();
                let expected = simple_distances(&costs, adjacency, &seeds);
                distances.measure_weighted(&costs, adjacency, &goals);
                for (pos, &value) in expected.iter() {
                    assert_eq!(distances.get(pos).map(u32::from), value, "{pos:?}");
                }
            }
        }
    }
}

#[test]
fn goals_outside_are_ignored_and_far_cells_are_out_of_reach() {
    let mut distances = DistanceMap::new();
    let open = BitGrid::from_fn(3, 1, |_| true);
    distances.measure(&open, Adjacency::Four, &[Pos::new(3, 0), Pos::new(0, -1)]);
    assert_eq!(distances.get(Pos::new(0, 0)), None);
    assert_eq!(distances.farthest(), None);
    assert_eq!(distances.downhill(Pos::new(0, 0)), None);
    let costs = Grid::new(300, 1, 255);
    distances.measure_weighted(&costs, Adjacency::Four, &[(Pos::new(0, 0), 100)]);
    assert_eq!(distances.get(Pos::new(255, 0)), Some(65_125));
    assert_eq!(distances.get(Pos::new(256, 0)), None);
    assert_eq!(distances.farthest(), Some((Pos::new(255, 0), 65_125)));
    distances.measure(&BitGrid::new(0, 0), Adjacency::Four, &[Pos::new(0, 0)]);
    assert_eq!(distances.get(Pos::new(0, 0)), None);
}

#[test]
fn downhill_lists_every_equally_good_step() {
    let mut distances = DistanceMap::new();
    let open = BitGrid::from_fn(5, 5, |_| true);
    let goal = Pos::new(4, 2);
    distances.measure(&open, Adjacency::Eight, &[goal]);
    let ways = |pos| distances.downhill_dirs(pos).collect::<Vec<_>>();
    assert_eq!(ways(Pos::new(0, 2)), [Dir::East, Dir::NorthEast, Dir::SouthEast]);
    assert_eq!(ways(Pos::new(2, 0)), [Dir::SouthEast]);
    assert_eq!(ways(goal), []);
    distances.measure(&open, Adjacency::Four, &[goal]);
    assert_eq!(distances.downhill(Pos::new(2, 0)), Some(Dir::East));
    assert_eq!(
        distances.downhill_dirs(Pos::new(2, 0)).collect::<Vec<_>>(),
        [Dir::East, Dir::South]
    );
}

#[test]
fn downhill_works_from_a_closed_cell() {
    let mut distances = DistanceMap::new();
    let open = open_cells(&Grid::from_picture("0..#"));
    distances.measure(&open, Adjacency::Four, &[Pos::new(0, 0)]);
    assert_eq!(distances.get(Pos::new(3, 0)), None);
    assert_eq!(distances.downhill(Pos::new(3, 0)), Some(Dir::West));
}

/// Checks how `m` flees from `@`; its path is drawn as `*`.
fn check_flight(picture: &str, expected: &str) {
    let mut drawn = Grid::from_picture(picture);
    let open = open_cells(&drawn);
    let (mut threats, mut flight) = (DistanceMap::new(), DistanceMap::new());
    threats.measure(&open, Adjacency::Eight, &[drawn.find('@').unwrap()]);
    flight.measure_flight(&open, &threats);
    let mut here = drawn.find('m').unwrap();
    while let Some(dir) = flight.downhill(here) {
        here = here + dir;
        drawn[here] = '*';
    }
    assert_eq!(drawn.to_string(), Grid::from_picture(expected).to_string());
}

#[test]
fn fleeing_actors_avoid_dead_ends() {
    check_flight(
        "
        ##############
        #@...m...#####
        ####.#########
        ####.........#
        ############.#
        #............#
        ##############
        ",
        "
        ##############
        #@...m...#####
        ####*#########
        ####.*******.#
        ############*#
        #***********.#
        ##############
        ",
    );
}
