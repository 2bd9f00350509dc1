use barrow_grid::{Adjacency, BitGrid, Dir, Pos, Rect, flood_into};

use super::Scratch;
use super::around::look_around;
use crate::builder::Site;
use crate::{Plan, Regions};

/// Makes the floor one region, unless the regions are to stay apart and one of them has space for a
/// start and an exit.
pub(super) fn unite(regions: Regions, site: &mut Site) {
    let Some(first) = site.plan.floor.iter().next() else { return };
    let Scratch { reached, rows, .. } = &mut site.buffers.finish;
    reached.reset(site.plan.floor.width(), site.plan.floor.height());
    flood_into(&site.plan.floor, Adjacency::Four, first, reached, rows);
    if *reached != site.plan.floor {
        match regions {
            Regions::Largest => keep_largest(site.plan, &mut site.buffers.finish),
            Regions::Apart if has_room(&site.plan.floor) => return,
            Regions::Join | Regions::Apart => join(site),
        }
        drop_filled(site.plan, &mut site.buffers.finish.new_indices);
    }
}

/// Digs a small chamber if there are fewer than the two floor cells that a start and an exit need.
pub(super) fn ensure_floor(plan: &mut Plan) {
    if plan.floor.iter().nth(1).is_none() {
        let middle = plan.floor.iter().next().unwrap_or(plan.bounds().center());
        let chamber = Rect::new(middle.x, middle.y, 1, 1).grown(1);
        plan.floor.insert_rect(chamber.intersection(plan.bounds().grown(-1)));
        plan.lava.subtract(&plan.floor);
    }
}

/// Returns `true` if some region has more than one cell.
fn has_room(floor: &BitGrid) -> bool {
    floor.iter().any(|at| Dir::CARDINAL.iter().any(|&dir| floor.contains(at + dir)))
}

fn keep_largest(plan: &mut Plan, scratch: &mut Scratch) {
    let Scratch { regions, reached: kept, rows, .. } = scratch;
    regions.find(&plan.floor, Adjacency::Four);
    let largest = regions.largest();
    let first = plan.floor.iter().find(|&pos| regions.region(pos) == largest);
    kept.clear();
    let first = first.expect("the largest region has a cell");
    flood_into(&plan.floor, Adjacency::Four, first, kept, rows);
    plan.floor.copy_from(kept);
}

/// Joins all regions to the one in `reached`. A wave spreads from it through the rock. Each region
/// that the wave meets is joined by a tunnel to the nearest floor reached so far, and then spreads
/// the wave as well. So the wave crosses the map only once, however many regions there are.
fn join(site: &mut Site) {
    let Site { rng, plan, buffers } = site;
    let Scratch { reached, wave, met, inside, rows, .. } = &mut buffers.finish;
    let bounds = plan.bounds();
    inside.reset(bounds.width, bounds.height);
    inside.insert_rect(bounds.grown(-1));
    wave.copy_from(reached);
    for _ in 0..bounds.width + bounds.height {
        spread(wave, inside, met);
        met.intersect(&plan.floor);
        met.subtract(reached);
        if met.is_empty() {
            continue;
        }
        for pos in met.iter() {
            if !reached.contains(pos) {
                let nearest = nearest(reached, pos);
                let by_row = rng.below(2) == 0;
                tunnel(&mut plan.floor, pos, nearest, by_row);
                flood_into(&plan.floor, Adjacency::Four, pos, reached, rows);
            }
        }
        if *reached == plan.floor {
            break;
        }
        wave.union(reached);
    }
}

/// Moves the wave by one step. `spare` is working memory and ends up equal to `wave`.
fn spread(wave: &mut BitGrid, inside: &BitGrid, spare: &mut BitGrid) {
    look_around(wave, inside, spare, |around, inside| around.here | (around.touched() & inside));
    wave.copy_from(spare);
}

/// Returns the cell of the set with the smallest Manhattan distance to `pos`. Ties go to the
/// northernmost cell, then to the westernmost.
fn nearest(set: &BitGrid, pos: Pos) -> Pos {
    let rings = 1..=set.width() + set.height();
    let found = rings.flat_map(|radius| ring(pos, radius)).find(|&it| set.contains(it));
    found.expect("the wave started at a cell of the set")
}

/// Returns the cells at a Manhattan distance of `radius`, row by row.
fn ring(center: Pos, radius: i32) -> impl Iterator<Item = Pos> {
    (-radius..=radius).flat_map(move |y| {
        let x = radius - y.abs();
        let both = [center + Pos::new(-x, y), center + Pos::new(x, y)];
        both.into_iter().take(if x == 0 { 1 } else { 2 })
    })
}

/// Digs an L-shaped tunnel between two cells.
fn tunnel(floor: &mut BitGrid, from: Pos, to: Pos, by_row: bool) {
    let corner = if by_row { Pos::new(to.x, from.y) } else { Pos::new(from.x, to.y) };
    for end in [from, to] {
        let (x, y) = (corner.x.min(end.x), corner.y.min(end.y));
        let (width, height) = (corner.x.abs_diff(end.x), corner.y.abs_diff(end.y));
        floor.insert_rect(Rect::new(x, y, width as i32 + 1, height as i32 + 1));
    }
}

/// Removes rooms without any floor left, and corridors that lost an end.
pub(super) fn drop_filled(plan: &mut Plan, new_indices: &mut Vec<Option<u16>>) {
    let floor = &plan.floor;
    new_indices.clear();
    let mut left = 0;
    for room in &plan.rooms {
        let stays = room.rect.cells().any(|pos| floor.contains(pos));
        new_indices.push(stays.then_some(left));
        left += u16::from(stays);
    }
    let mut kept = new_indices.iter();
    plan.rooms.retain(|_| kept.next().is_some_and(Option::is_some));
    plan.corridors.retain_mut(|corridor| {
        let rooms =
            (new_indices[corridor.rooms.0 as usize], new_indices[corridor.rooms.1 as usize]);
        let [start, .., end] = corridor.points;
        let (Some(from), Some(to)) = rooms else { return false };
        corridor.rooms = (from, to);
        floor.contains(start) && floor.contains(end)
    });
}
