use barrow_dice::Chance;
use barrow_grid::{Pos, Rect};
use serde::{Deserialize, Serialize};

use super::room_size::RoomSize;
use super::{Method, Row};
use crate::builder::Site;
use crate::link::link;
use crate::{Form, Plan, RecipeError};

/// Spreads rooms evenly and then joins them one by one until all are connected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Uniform {
    /// The size of rooms.
    pub rooms: RoomSize,
    /// The share of the map that rooms should fill, as far as `attempts` allow.
    pub dug: Chance,
    /// The number of rooms to try.
    pub attempts: u32,
    /// The minimum number of rock cells between two rooms.
    pub padding: u32,
}

impl Default for Uniform {
    fn default() -> Self {
        let rooms = RoomSize { min_width: 3, max_width: 9, min_height: 3, max_height: 5 };
        Self { rooms, dug: Chance::percent(10), attempts: 400, padding: 2 }
    }
}

/// How many corridors are tried to find one that passes no third room.
const CORRIDORS_TRIED: u32 = 8;

impl Method for Uniform {
    fn row(&self) -> Row {
        Row { name: "uniform", about: "rooms spread evenly, then joined two by two" }
    }

    fn fill_in(&mut self, form: &mut dyn Form) {
        self.rooms.fill_in(form);
        form.share("dug", "share of the map that rooms fill", &mut self.dug, 1..=90);
        form.number("attempts", "number of rooms to try", &mut self.attempts, 1..=5000);
        form.number("padding", "cells of rock between rooms", &mut self.padding, 1..=10);
    }

    fn check(&self) -> Result<(), RecipeError> {
        self.rooms.check()
    }

    fn min_size(&self) -> (u32, u32) {
        (self.rooms.min_width + 2, self.rooms.min_height + 2)
    }

    fn dig(&self, site: &mut Site) {
        self.spread(site);
        let count = site.plan.rooms.len() as u32;
        site.buffers.numbers.clear();
        site.buffers.numbers.extend(0..count);
        let first = site.rng.below(count) as usize;
        site.buffers.numbers.swap(0, first);
        for joined in 1..count {
            join(site, joined);
        }
    }
}

impl Uniform {
    fn spread(&self, site: &mut Site) {
        let inside = site.plan.bounds().grown(-1);
        let mut missing = share_of(site.plan.bounds().area(), self.dug);
        for _ in 0..self.attempts {
            let room = self.rooms.random_room(site.rng, inside);
            if !site.plan.floor.overlaps_rect(room.grown(self.padding as i32)) {
                site.plan.dig_room(room);
                missing = missing.saturating_sub(room.area());
                if missing == 0 {
                    break;
                }
            }
        }
    }
}

/// Joins one more room to the first `joined` rooms of `buffers.numbers`, which are connected.
fn join(site: &mut Site, joined: u32) {
    let indices = &mut site.buffers.numbers;
    for left in (0..CORRIDORS_TRIED).rev() {
        let from = indices[site.rng.below(joined) as usize] as usize;
        let next = nearest(site.plan, from, indices, joined as usize);
        let to = indices[next] as usize;
        let points = link(site.rng, site.plan.rooms[from].rect, site.plan.rooms[to].rect);
        if left == 0 || is_clear(site.plan, (from, to), points) {
            site.plan.dig_corridor((from, to), points, 1);
            indices.swap(next, joined as usize);
            return;
        }
    }
}

/// Returns the index in `indices` of the room nearest to `from` among those not joined yet.
fn nearest(plan: &Plan, from: usize, indices: &[u32], joined: usize) -> usize {
    let center = plan.rooms[from].center;
    let distance = |&index: &usize| {
        let room = indices[index];
        (plan.rooms[room as usize].center.distance_squared(center), room)
    };
    (joined..indices.len()).min_by_key(distance).expect("at least one room is not joined yet")
}

/// Returns `true` if a corridor stays clear of all rooms except the two it joins.
fn is_clear(plan: &Plan, ends: (usize, usize), points: [Pos; 4]) -> bool {
    let others = plan.rooms.iter().enumerate();
    let mut others = others.filter(|&(index, _)| index != ends.0 && index != ends.1);
    let runs = [0, 1, 2].map(|run| around(points[run], points[run + 1]));
    !others.any(|(_, room)| runs.iter().any(|run| run.overlaps(room.rect)))
}

/// Returns the cells of a straight run and the cells around it.
fn around(from: Pos, to: Pos) -> Rect {
    let (x, y) = (from.x.min(to.x), from.y.min(to.y));
    let (width, height) = (from.x.abs_diff(to.x) as i32 + 1, from.y.abs_diff(to.y) as i32 + 1);
    Rect::new(x, y, width, height).grown(1)
}

/// Returns a share of a number of cells, rounded up.
pub(crate) fn share_of(cells: u32, share: Chance) -> u32 {
    (u64::from(cells) * u64::from(share.0)).div_ceil(u64::from(Chance::ALWAYS.0)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::testing::{
        assert_corridors_join_rooms, assert_one_region, check, check_refused, for_500_seeds,
    };

    #[test]
    fn rooms_are_joined_through_their_walls() {
        check(
            &Uniform::default(),
            1,
            "
            ########################################
            ########################################
            ########################################
            #########...#############.......########
            #########...#############.......########
            #####.......#############.......########
            #####.###...#############.......########
            ##.....##.######.....########.##########
            ##.....##............########.##########
            ##.....#########.....########.##########
            ################.....########.##########
            ################.....########.##########
            ####################.########.##########
            ####################.########.##########
            ####################.########.##########
            ####################.########.##########
            #################.......#####.##########
            #################.......#####.##########
            #################.............##########
            ########################################
            ",
        );
    }

    #[test]
    fn every_uniform_level_is_connected_and_keeps_to_its_parameters() {
        let own = Uniform {
            rooms: RoomSize { min_width: 2, max_width: 6, min_height: 4, max_height: 4 },
            dug: Chance::percent(30),
            attempts: 1000,
            padding: 1,
        };
        for uniform in [Uniform::default(), own] {
            for_500_seeds(&uniform, |plan, seed| {
                assert_one_region(plan, seed);
                assert_corridors_join_rooms(plan, seed);
                assert_eq!(plan.corridors.len() + 1, plan.rooms.len());
                for (index, room) in plan.rooms.iter().enumerate() {
                    uniform.rooms.assert_fits(room.rect, seed);
                    let padded = room.rect.grown(uniform.padding as i32);
                    assert!(plan.rooms[..index].iter().all(|it| !it.rect.overlaps(padded)));
                }
                let room_cells: u32 = plan.rooms.iter().map(|room| room.rect.area()).sum();
                let max = uniform.rooms.max_width * uniform.rooms.max_height;
                assert!(room_cells < share_of(plan.bounds().area(), uniform.dug) + max);
            });
        }
    }

    #[test]
    fn rooms_fill_the_requested_share() {
        for_500_seeds(&Uniform::default(), |plan, seed| {
            let area = plan.bounds().area();
            let room_cells: u32 = plan.rooms.iter().map(|room| room.rect.area()).sum();
            let reached = room_cells >= share_of(area, Uniform::default().dug);
            assert!(reached || area < 1000, "seed {seed}:\n{}", plan.picture());
        });
    }

    #[test]
    fn a_share_is_rounded_up() {
        assert_eq!(share_of(4000, Chance::percent(10)), 400);
        assert_eq!(share_of(4001, Chance::percent(10)), 401);
        assert_eq!(share_of(u32::MAX, Chance::ALWAYS), u32::MAX);
    }

    #[test]
    fn contradictions_are_reported() {
        let sizes = |widths: (u32, u32), heights: (u32, u32)| Uniform {
            rooms: RoomSize {
                min_width: widths.0,
                max_width: widths.1,
                min_height: heights.0,
                max_height: heights.1,
            },
            ..Uniform::default()
        };
        check_refused(&sizes((7, 6), (3, 5)), "`min_width` is larger than `max_width`");
        check_refused(&sizes((3, 9), (6, 5)), "`min_height` is larger than `max_height`");
    }
}
