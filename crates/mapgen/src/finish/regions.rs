use barrow_grid::{Adjacency, BitGrid, Dir, Pos, Rect, flood_into};

use super::Scratch;
use super::around::look_around;
use crate::builder::Site;
use crate::{Plan, Regions};

/// Leaves one region of floor, unless they are to be left apart and one has room for both a
/// start and an exit.
pub(super) fn unite(regions: Regions, site: &mut Site) {
    let Some(first) = site.plan.floor.iter().next() else { return };
    let Scratch { reached, rows, .. } = &mut site.spare.finish;
    reached.reset(site.plan.floor.width(), site.plan.floor.height());
    flood_into(&site.plan.floor, Adjacency::Four, first, reached, rows);
    if *reached != site.plan.floor {
        match regions {
            Regions::Largest => keep_largest(site.plan, &mut site.spare.finish),
            Regions::Apart if has_room(&site.plan.floor) => return,
            Regions::Join | Regions::Apart => join(site),
        }
        drop_filled(site.plan, &mut site.spare.finish.places);
    }
}

/// A start and an exit need two cells. Where nothing, or next to nothing, was dug there is a
/// small chamber.
pub(super) fn give_ground(plan: &mut Plan) {
    if plan.floor.iter().nth(1).is_none() {
        let middle = plan.floor.iter().next().unwrap_or(plan.bounds().center());
        let chamber = Rect::new(middle.x, middle.y, 1, 1).grown(1);
        plan.floor.insert_rect(chamber.intersection(plan.bounds().grown(-1)));
        plan.lava.subtract(&plan.floor);
    }
}

/// Whether some region is more than a cell.
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

/// Joins all regions to the one that is reached. A wave spreads from it through the rock;
/// whatever floor it meets is joined by a tunnel to the nearest floor that it has come from,
/// and sends out the wave as well. So the wave crosses the map once, however many regions
/// there are.
fn join(site: &mut Site) {
    let Site { rng, plan, spare } = site;
    let Scratch { reached, wave, met, inside, rows, .. } = &mut spare.finish;
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

/// Moves the wave on by a step; `spare` is left with the same.
fn spread(wave: &mut BitGrid, inside: &BitGrid, spare: &mut BitGrid) {
    look_around(wave, inside, spare, |around, inside| around.here | (around.touched() & inside));
    wave.copy_from(spare);
}

/// The cell of the set that is nearest to `pos`, by steps; of several the northmost, of those
/// the westmost.
fn nearest(set: &BitGrid, pos: Pos) -> Pos {
    let rings = 1..=set.width() + set.height();
    let found = rings.flat_map(|radius| ring(pos, radius)).find(|&it| set.contains(it));
    found.expect("the wave came from somewhere")
}

/// The cells that are so many steps away in an open plane, row by row.
fn ring(center: Pos, radius: i32) -> impl Iterator<Item = Pos> {
    (-radius..=radius).flat_map(move |y| {
        let x = radius - y.abs();
        let both = [center + Pos::new(-x, y), center + Pos::new(x, y)];
        both.into_iter().take(if x == 0 { 1 } else { 2 })
    })
}

/// Digs from cell to cell with one corner.
fn tunnel(floor: &mut BitGrid, from: Pos, to: Pos, by_row: bool) {
    let corner = if by_row { Pos::new(to.x, from.y) } else { Pos::new(from.x, to.y) };
    for end in [from, to] {
        let (x, y) = (corner.x.min(end.x), corner.y.min(end.y));
        let (width, height) = (corner.x.abs_diff(end.x), corner.y.abs_diff(end.y));
        floor.insert_rect(Rect::new(x, y, width as i32 + 1, height as i32 + 1));
    }
}

/// Drops the rooms that lost all their floor, and the corridors that lost an end.
pub(super) fn drop_filled(plan: &mut Plan, places: &mut Vec<Option<u16>>) {
    let floor = &plan.floor;
    places.clear();
    let mut left = 0;
    for room in &plan.rooms {
        let stays = room.rect.cells().any(|pos| floor.contains(pos));
        places.push(stays.then_some(left));
        left += u16::from(stays);
    }
    let mut place = places.iter();
    plan.rooms.retain(|_| place.next().is_some_and(Option::is_some));
    plan.corridors.retain_mut(|corridor| {
        let rooms = (places[corridor.rooms.0 as usize], places[corridor.rooms.1 as usize]);
        let [start, .., end] = corridor.points;
        let (Some(from), Some(to)) = rooms else { return false };
        corridor.rooms = (from, to);
        floor.contains(start) && floor.contains(end)
    });
}
