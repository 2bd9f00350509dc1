use barrow_dice::{Chance, Rng};
use barrow_grid::{Adjacency, BitGrid, Dir, Pos, Route};

use super::Scratch;
use super::around::look_around;
use crate::Plan;

/// Two sides of a wall are far apart if the path between them is longer than this.
const FAR: u32 = 20;

/// Opens walls one cell thick between two floor cells where the way around is long.
pub(super) fn open(rng: &mut Rng, plan: &mut Plan, chance: Chance, scratch: &mut Scratch) {
    let Scratch { met: walls, inside, finder, path, .. } = scratch;
    inside.reset(plan.floor.width(), plan.floor.height());
    inside.insert_rect(plan.bounds().grown(-1));
    inside.subtract(&plan.lava);
    look_around(&plan.floor, inside, walls, |around, rock| !around.here & around.doorways() & rock);
    for wall in walls.iter() {
        if !rng.happens(chance) {
            continue;
        }
        // A wall opened earlier may have turned this one into a corner.
        if let Some((start, goal)) = sides(&plan.floor, wall) {
            let route = Route { limit: FAR, ..Route::new(Adjacency::Four, start, goal) };
            if finder.find(&plan.floor, route, path).is_none() {
                plan.floor.insert(wall);
            }
        }
    }
}

/// Returns the floor cells on two opposite sides of a wall, if the other two sides are wall.
fn sides(floor: &BitGrid, wall: Pos) -> Option<(Pos, Pos)> {
    let [north, east, south, west] = Dir::CARDINAL.map(|dir| wall + dir);
    match [north, east, south, west].map(|pos| floor.contains(pos)) {
        [true, false, true, false] => Some((north, south)),
        [false, true, false, true] => Some((west, east)),
        _ => None,
    }
}
