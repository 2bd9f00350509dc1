//! Paths: finds a shortest path between the cells of every pair.

use barrow_grid::{Adjacency, PathFinder, Pos, Route};
use grid_pathfinding::PathingGrid;
use grid_search_cardinal::point_to_point::{Context, expand::Sequential};
use grid_search_cardinal::{CanEnter, ICoord, Path, UCoord};
use grid_util::{grid::ValueGrid, point::Point};
use pathfinding::prelude::astar;

use crate::contest::{Contestant, Job, Judge};
use crate::workload::{CAVE, ROOMS, Workload};

/// Lists the jobs: eight and four directions on both maps with walls.
pub fn jobs() -> Vec<Job> {
    let kinds = [Adjacency::Eight, Adjacency::Four];
    kinds.into_iter().flat_map(|kind| [job(&ROOMS, kind), job(&CAVE, kind)]).collect()
}

fn job(map: &'static Workload, adjacency: Adjacency) -> Job {
    Job {
        name: format!("path: {}, {} directions", map.name, adjacency.dirs().len()),
        operations: map.pairs.len(),
        counted: 100,
        target: 2.0,
        unit: "steps",
        judge: Judge::Exactly(Box::new(move |operation| {
            let (from, to) = map.pairs[operation];
            u64::from(
                map.distances(from, adjacency)[map.index(to)].expect("the maps are one region"),
            )
        })),
        contestants: contestants(map, adjacency),
    }
}

fn contestants(map: &'static Workload, adjacency: Adjacency) -> Vec<Contestant> {
    let mut all = vec![
        barrow(map, adjacency),
        jump_points("grid_pathfinding 0.3.0", false, map, adjacency),
        jump_points("grid_pathfinding 0.3.0, improved pruning", true, map, adjacency),
        pathfinding(map, adjacency),
    ];
    if adjacency == Adjacency::Four {
        all.push(cardinal(map));
    }
    all
}

fn barrow(map: &'static Workload, adjacency: Adjacency) -> Contestant {
    Contestant::ours(
        || (map.floor(), PathFinder::new(), Vec::new()),
        move |(floor, finder, path), operation| {
            let (from, to) = map.pairs[operation];
            finder.find(floor, Route::new(adjacency, from, to), path);
        },
        move |(_, _, path), operation| {
            map.path_length(path.iter().copied(), map.pairs[operation], adjacency)
        },
    )
}

fn jump_points(
    name: &'static str,
    improved_pruning: bool,
    map: &'static Workload,
    adjacency: Adjacency,
) -> Contestant {
    let grid = move || {
        let mut grid = PathingGrid::new(map.width, map.height, true);
        grid.improved_pruning = improved_pruning;
        grid.allow_diagonal_move = adjacency == Adjacency::Eight;
        for (index, &wall) in map.walls.iter().enumerate() {
            grid.set((index % map.width) as i32, (index / map.width) as i32, wall);
        }
        // The points were made ready for diagonal moves.
        grid.initialize();
        grid.generate_components();
        (grid, None)
    };
    let run = move |(grid, path): &mut (PathingGrid, Option<Vec<Point>>), operation: usize| {
        let (from, to) = map.pairs[operation];
        *path =
            grid.get_path_single_goal(Point::new(from.x, from.y), Point::new(to.x, to.y), false);
    };
    Contestant::peer(name, grid, run, move |(_, path), operation| {
        let steps = path.iter().flatten().map(|it| Pos::new(it.x, it.y));
        map.path_length(steps, map.pairs[operation], adjacency)
    })
}

fn pathfinding(map: &'static Workload, adjacency: Adjacency) -> Contestant {
    let place = |index: usize| Pos::new((index % map.width) as i32, (index / map.width) as i32);
    Contestant::peer(
        "pathfinding 4.16.0 astar",
        move || (map.steps(adjacency), None),
        move |(steps, path), operation| {
            let (from, to) = map.pairs[operation];
            let goal = map.index(to);
            let successors = |&at: &usize| {
                let next = steps.iter().map(move |&step| at.wrapping_add_signed(step));
                next.filter(|&next| !map.walls[next]).map(|next| (next, 1))
            };
            let estimate = |&at: &usize| adjacency.distance(place(at), to);
            *path = astar(&map.index(from), successors, estimate, |&at| at == goal);
        },
        move |(_, path), operation| {
            let cells = path.iter().flat_map(|(path, _)| path).map(|&it| place(it));
            map.path_length(cells, map.pairs[operation], adjacency)
        },
    )
}

/// Returns the peer with its plain search: its jump point search never ends on one of the pairs.
fn cardinal(map: &'static Workload) -> Contestant {
    Contestant::peer(
        "grid_search_cardinal 0.4.0 sequential",
        || {
            let size = UCoord::new(map.width as u32, map.height as u32);
            (Context::new(size), Path::default())
        },
        move |(context, path), operation| {
            let (from, to) = map.pairs[operation];
            let (from, to) = (ICoord::new(from.x, from.y), ICoord::new(to.x, to.y));
            // Without a path the old one stays, which the judge notices.
            let _ = context.point_to_point_search_path(Sequential, &Floor(map), from, to, path);
        },
        |(_, path), operation| {
            let cells = path.iter().map(|it| Pos::new(it.to_coord.x, it.to_coord.y));
            map.path_length(cells, map.pairs[operation], Adjacency::Four)
        },
    )
}

/// Answers which cells are open, for `grid_search_cardinal`.
pub struct Floor(pub &'static Workload);

impl CanEnter for Floor {
    fn can_enter(&self, at: ICoord) -> bool {
        // No cell beside a floor cell is off the map: the border is all walls.
        !self.0.walls[at.y as usize * self.0.width + at.x as usize]
    }
}
