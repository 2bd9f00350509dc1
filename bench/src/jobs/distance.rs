//! Distance maps: fills the whole map with distances from every origin.

use barrow_grid::Adjacency;
use bracket_pathfinding::prelude::{BaseMap, DijkstraMap, SmallVec};
use grid_search_cardinal::distance_map::{DistanceMap, PopulateContext};
use grid_search_cardinal::{ICoord, UCoord};
use pathfinding::prelude::dijkstra_all;

use super::path::Floor;
use crate::contest::{Contestant, Job, Judge};
use crate::workload::{CAVE, ROOMS, Workload};

/// Lists the jobs: eight and four directions on both maps with walls.
pub fn jobs() -> Vec<Job> {
    let kinds = [Adjacency::Eight, Adjacency::Four];
    kinds.into_iter().flat_map(|kind| [job(&ROOMS, kind), job(&CAVE, kind)]).collect()
}

fn job(map: &'static Workload, adjacency: Adjacency) -> Job {
    Job {
        name: format!("distance: {}, {} directions", map.name, adjacency.dirs().len()),
        operations: map.origins.len(),
        counted: 25,
        target: 5.0,
        unit: "sum of distances",
        judge: Judge::Exactly(Box::new(move |operation| {
            let distances = map.distances(map.origins[operation], adjacency);
            distances.into_iter().flatten().map(u64::from).sum()
        })),
        contestants: contestants(map, adjacency),
    }
}

fn contestants(map: &'static Workload, adjacency: Adjacency) -> Vec<Contestant> {
    let mut all =
        vec![barrow(map, adjacency), bracket(map, adjacency), pathfinding(map, adjacency)];
    if adjacency == Adjacency::Four {
        all.push(cardinal(map));
    }
    all
}

fn barrow(map: &'static Workload, adjacency: Adjacency) -> Contestant {
    Contestant::ours(
        || (map.floor(), barrow_grid::DistanceMap::new()),
        move |(floor, distances), operation| {
            distances.measure(floor, adjacency, &[map.origins[operation]]);
        },
        |(floor, distances), _| {
            floor.iter().filter_map(|pos| distances.get(pos)).map(u64::from).sum::<u64>()
        },
    )
}

fn bracket(map: &'static Workload, adjacency: Adjacency) -> Contestant {
    Contestant::peer(
        "bracket-pathfinding 0.8.7 DijkstraMap, reused",
        move || {
            let exits = Exits { map, steps: map.steps(adjacency) };
            (exits, DijkstraMap::new_empty(map.width, map.height, f32::MAX))
        },
        |(exits, distances), operation| {
            DijkstraMap::clear(distances);
            DijkstraMap::build(distances, &[map.index(map.origins[operation])], exits);
        },
        |(_, distances), operation| {
            // It walks back to where it started and writes a 2 there.
            let origin = map.index(map.origins[operation]);
            let others = distances.map.iter().enumerate().filter(|&(index, _)| index != origin);
            let reached = others.map(|(_, &distance)| distance).filter(|&it| it < f32::MAX);
            reached.map(|it| it as u64).sum::<u64>()
        },
    )
}

/// Answers which cells are open, for bracket.
struct Exits {
    map: &'static Workload,
    steps: Vec<isize>,
}

impl BaseMap for Exits {
    fn get_available_exits(&self, at: usize) -> SmallVec<[(usize, f32); 10]> {
        let next = self.steps.iter().map(|&step| at.wrapping_add_signed(step));
        next.filter(|&next| !self.map.walls[next]).map(|next| (next, 1.0)).collect()
    }
}

fn pathfinding(map: &'static Workload, adjacency: Adjacency) -> Contestant {
    Contestant::peer(
        "pathfinding 4.16.0 dijkstra_all",
        move || (map.steps(adjacency), Vec::new()),
        |(steps, reached), operation| {
            let successors = |&at: &usize| {
                let next = steps.iter().map(move |&step| at.wrapping_add_signed(step));
                next.filter(|&next| !map.walls[next]).map(|next| (next, 1_u32))
            };
            // A vector of one, so that the type of its hash map need not be named.
            *reached = vec![dijkstra_all(&map.index(map.origins[operation]), successors)];
        },
        |(_, reached), _| reached.iter().flatten().map(|(_, &(_, it))| u64::from(it)).sum::<u64>(),
    )
}

fn cardinal(map: &'static Workload) -> Contestant {
    let size = UCoord::new(map.width as u32, map.height as u32);
    Contestant::peer(
        "grid_search_cardinal 0.4.0 distance_map",
        move || (PopulateContext::default(), DistanceMap::new(size)),
        move |(context, distances), operation| {
            let origin = map.origins[operation];
            context.add(ICoord::new(origin.x, origin.y));
            context.populate_approach(&Floor(map), u32::MAX, distances);
        },
        move |(_, distances), _| {
            size.icoord_iter_row_major()
                .filter_map(|at| distances.distance(at))
                .map(u64::from)
                .sum::<u64>()
        },
    )
}
