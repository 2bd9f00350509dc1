//! Field of view: from every origin the buffer is cleared and filled, within a circle.

use barrow_grid::{BitGrid, Opaque, Sight};
use coord_2d::{ICoord, UCoord};
use doryen_fov::{FovAlgorithm, FovRecursiveShadowCasting, FovRestrictive, MapData};
use shadowcast::{Context, InputGrid, vision_distance::Circle};

use crate::contest::{Contestant, Job, Judge};
use crate::workload::{CAVE, OPEN, ROOMS, Workload};

/// Lists the jobs: both radii on all three maps.
pub fn jobs() -> Vec<Job> {
    [&*ROOMS, &*CAVE, &*OPEN].into_iter().flat_map(|map| [8, 20].map(|it| job(map, it))).collect()
}

fn job(map: &'static Workload, radius: u32) -> Job {
    Job {
        name: format!("sight: {}, radius {radius}", map.name),
        operations: map.origins.len(),
        counted: map.origins.len(),
        target: 3.0,
        unit: "floor cells seen",
        judge: Judge::About(Box::new(move |it| map.floor_in_sight(map.origins[it], radius))),
        contestants: vec![
            barrow(map, radius),
            adam(map, radius),
            gridbugs(map, radius),
            doryen("doryen-fov 0.1.1 recursive", FovRecursiveShadowCasting::new, map, radius),
            doryen("doryen-fov 0.1.1 restrictive (square)", FovRestrictive::new, map, radius),
        ],
    }
}

fn barrow(map: &'static Workload, radius: u32) -> Contestant {
    Contestant::ours(
        || {
            let (width, height) = (map.width as i32, map.height as i32);
            (Opaque::from_fn(width, height, |pos| map.is_wall(pos)), BitGrid::default())
        },
        move |(opaque, seen), operation| {
            Sight::Shadow.see(opaque, map.origins[operation], radius, seen);
        },
        |(_, seen), _| seen.iter().filter(|&pos| !map.is_wall(pos)).count() as u64,
    )
}

fn adam(map: &'static Workload, radius: u32) -> Contestant {
    let size = [map.width as u32, map.height as u32];
    let index = |pos: adam_fov_rs::IVec2| pos.y as usize * map.width + pos.x as usize;
    Contestant::peer(
        "adam_fov_rs 0.5.0",
        || vec![false; map.walls.len()],
        move |seen, operation| {
            let origin = map.origins[operation];
            seen.fill(false);
            let is_wall = |pos| map.walls[index(pos)];
            let see = |pos| seen[index(pos)] = true;
            adam_fov_rs::compute_fov([origin.x, origin.y], radius as usize, size, is_wall, see);
        },
        |seen, _| map.count_floor(seen),
    )
}

fn gridbugs(map: &'static Workload, radius: u32) -> Contestant {
    Contestant::peer(
        "shadowcast 0.9.0 (gridbugs)",
        || (Context::<u8>::default(), vec![false; map.walls.len()]),
        move |(context, seen), operation| {
            let origin = map.origins[operation];
            seen.fill(false);
            context.for_each_visible(
                ICoord::new(origin.x, origin.y),
                &Walls,
                map,
                Circle::new(radius),
                u8::MAX,
                |at, _, _| seen[at.y as usize * map.width + at.x as usize] = true,
            );
        },
        |(_, seen), _| map.count_floor(seen),
    )
}

/// Answers where walls are, for the shadowcast crate.
struct Walls;

impl InputGrid for Walls {
    type Grid = Workload;
    type Opacity = u8;

    fn size(&self, map: &Workload) -> UCoord {
        UCoord::new(map.width as u32, map.height as u32)
    }

    fn get_opacity(&self, map: &Workload, at: ICoord) -> u8 {
        if map.walls[at.y as usize * map.width + at.x as usize] { u8::MAX } else { 0 }
    }
}

fn doryen<F: FovAlgorithm + 'static>(
    name: &'static str,
    algorithm: fn() -> F,
    map: &'static Workload,
    radius: u32,
) -> Contestant {
    let buffers = move || {
        let mut data = MapData::new(map.width, map.height);
        for (transparent, wall) in data.transparent.iter_mut().zip(&map.walls) {
            *transparent = !wall;
        }
        (algorithm(), data)
    };
    let run = move |(algorithm, data): &mut (F, MapData), operation: usize| {
        let origin = map.origins[operation];
        data.clear_fov();
        algorithm.compute_fov(data, origin.x as usize, origin.y as usize, radius as usize, true);
    };
    Contestant::peer(name, buffers, run, |(_, data), _| map.count_floor(&data.fov))
}
