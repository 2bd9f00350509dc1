use barrow_dice::Chance;
use barrow_grid::{Dir, Pos, Rect};
use serde::{Deserialize, Serialize};

use super::room_size::RoomSize;
use super::uniform::share_of;
use super::{Method, Row};
use crate::builder::Site;
use crate::{Finish, Form, Plan, RecipeError};

/// Digs outwards: starts at the wall of something already dug, adds a doorway or a corridor with a
/// room at its end, and repeats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Digger {
    /// The size of rooms.
    pub rooms: RoomSize,
    /// The minimum length of a straight run of a corridor.
    pub min_corridor: u32,
    /// The maximum length of a straight run. A corridor with a corner has two runs.
    pub max_corridor: u32,
    /// The share of the map to dig, as long as there is space for rooms.
    pub dug: Chance,
    /// How many times a wall cell is tried before it is given up.
    pub attempts: u32,
}

impl Default for Digger {
    fn default() -> Self {
        let rooms = RoomSize { min_width: 3, max_width: 9, min_height: 3, max_height: 5 };
        let dug = Chance::percent(20);
        Self { rooms, min_corridor: 3, max_corridor: 10, dug, attempts: 4 }
    }
}

/// A wall cell where digging can continue.
#[derive(Clone, Copy)]
pub(crate) struct Opening {
    wall: Pos,
    /// The direction away from the dug side.
    dir: Dir,
    /// The index of the room behind the wall, or at the start of the corridor behind it.
    room: u16,
}

/// A corridor and the room at its end, before they are dug.
struct Branch {
    /// Where the corridor turns. Without a corner this is `end`.
    corner: Pos,
    /// The last cell before the room.
    end: Pos,
    /// The direction in which the corridor enters the room.
    dir: Dir,
    room: Rect,
}

impl Method for Digger {
    fn row(&self) -> Row {
        Row {
            name: "digger",
            about: "rooms and corridors that grow outwards from walls already dug",
        }
    }

    fn fill_in(&mut self, form: &mut dyn Form) {
        self.rooms.fill_in(form);
        form.number(
            "min_corridor",
            "minimum length of a straight run of a corridor",
            &mut self.min_corridor,
            1..=50,
        );
        form.number(
            "max_corridor",
            "maximum length of a straight run of a corridor",
            &mut self.max_corridor,
            1..=100,
        );
        form.share("dug", "share of the map that is dug", &mut self.dug, 1..=90);
        form.number(
            "attempts",
            "number of attempts at a wall cell before it is given up",
            &mut self.attempts,
            1..=50,
        );
    }

    fn check(&self) -> Result<(), RecipeError> {
        if self.min_corridor > self.max_corridor {
            return Err(RecipeError::Contradiction("`min_corridor` is larger than `max_corridor`"));
        }
        self.rooms.check()
    }

    fn min_size(&self) -> (u32, u32) {
        (self.rooms.min_width + 2, self.rooms.min_height + 2)
    }

    // Larger maps could have more rooms than a `u16` can count.
    fn max_size(&self) -> u32 {
        500
    }

    fn default_finish(&self) -> Finish {
        Finish { doors: Chance::percent(50), ..Finish::default() }
    }

    fn dig(&self, site: &mut Site) {
        site.buffers.openings.clear();
        let room = self.first_room(site);
        dig_room(site, room);
        let mut missing = share_of(site.plan.bounds().area(), self.dug).saturating_sub(room.area());
        // Each round uses up one opening, and their number is limited by the map.
        while missing > 0 && !site.buffers.openings.is_empty() {
            let index = site.rng.below(site.buffers.openings.len() as u32) as usize;
            let opening = site.buffers.openings.swap_remove(index);
            for _ in 0..self.attempts {
                let branch = self.draw(site, opening);
                if branch.fits(site.plan, opening) {
                    missing = missing.saturating_sub(branch.dig(site, opening));
                    break;
                }
            }
        }
    }
}

impl Digger {
    /// Returns a random room in the middle of the map.
    fn first_room(&self, site: &mut Site) -> Rect {
        let inside = site.plan.bounds().grown(-1);
        let room = self.rooms.draw(site.rng, inside);
        let (x, y) = ((inside.width - room.width) / 2, (inside.height - room.height) / 2);
        Rect { x: inside.x + x, y: inside.y + y, ..room }
    }

    /// Draws something to dig at an opening: a room right behind the wall or a corridor, equally
    /// likely; the corridor is straight or has a corner, equally likely.
    fn draw(&self, site: &mut Site, opening: Opening) -> Branch {
        let Opening { wall, mut dir, .. } = opening;
        let (mut corner, mut end) = (wall, wall);
        if site.rng.below(2) == 0 {
            corner = ahead(wall, dir, self.run(site) - 1);
            end = corner;
            if site.rng.below(2) == 0 {
                dir = dir.turned(if site.rng.below(2) == 0 { 2 } else { -2 });
                end = ahead(corner, dir, self.run(site));
            }
        }
        let room = self.rooms.draw(site.rng, site.plan.bounds().grown(-1));
        let room = beyond(room, end, dir, site.rng.below(side_to_enter(room, dir)) as i32);
        Branch { corner, end, dir, room }
    }

    fn run(&self, site: &mut Site) -> i32 {
        site.rng.between(self.min_corridor as i32..=self.max_corridor as i32)
    }
}

impl Branch {
    /// Returns `true` if all of the branch is still rock, with rock left around it.
    fn fits(&self, plan: &Plan, opening: Opening) -> bool {
        let free = |rect: Rect| !plan.floor.overlaps_rect(rect);
        plan.bounds().grown(-1).contains_rect(self.room)
            && free(self.room.grown(1))
            && free(beside(opening.wall, self.corner, opening.dir))
            && free(beside(self.corner, self.end, self.dir))
    }

    /// Digs the branch and returns how many cells that took.
    fn dig(&self, site: &mut Site, opening: Opening) -> u32 {
        let new = site.plan.rooms.len();
        dig_room(site, self.room);
        let start = ahead(opening.wall, opening.dir, -1);
        let enter = ahead(self.end, self.dir, 1);
        let points = if self.corner == self.end {
            [start, enter, enter, enter]
        } else {
            [start, self.corner, enter, enter]
        };
        site.plan.dig_corridor((usize::from(opening.room), new), points, 1);
        open_beside(site, opening.wall, self.corner, opening);
        open_beside(site, self.corner, self.end, Opening { dir: self.dir, ..opening });
        self.room.area() + start.manhattan(enter) - 1
    }
}

fn dig_room(site: &mut Site, rect: Rect) {
    let room = site.plan.rooms.len() as u16;
    site.plan.dig_room(rect);
    let openings = &mut site.buffers.openings;
    for x in rect.x..rect.right() {
        openings.push(Opening { wall: Pos::new(x, rect.y - 1), dir: Dir::North, room });
        openings.push(Opening { wall: Pos::new(x, rect.bottom()), dir: Dir::South, room });
    }
    for y in rect.y..rect.bottom() {
        openings.push(Opening { wall: Pos::new(rect.x - 1, y), dir: Dir::West, room });
        openings.push(Opening { wall: Pos::new(rect.right(), y), dir: Dir::East, room });
    }
}

/// Adds the walls on both sides of a run as openings, except beside its first cell, the doorway.
fn open_beside(site: &mut Site, from: Pos, to: Pos, opening: Opening) {
    for step in 1..=from.manhattan(to) as i32 {
        let cell = ahead(from, opening.dir, step);
        for dir in [opening.dir.turned(2), opening.dir.turned(-2)] {
            site.buffers.openings.push(Opening { wall: cell + dir, dir, room: opening.room });
        }
    }
}

fn ahead(from: Pos, dir: Dir, steps: i32) -> Pos {
    let step = dir.offset();
    Pos::new(from.x + step.x * steps, from.y + step.y * steps)
}

/// Returns the cells of a run and those to its left and right, but none before or behind it.
fn beside(from: Pos, to: Pos, dir: Dir) -> Rect {
    let (x, y) = (from.x.min(to.x), from.y.min(to.y));
    let (width, height) = (from.x.abs_diff(to.x) as i32 + 1, from.y.abs_diff(to.y) as i32 + 1);
    if dir.offset().x == 0 {
        Rect::new(x - 1, y, width + 2, height)
    } else {
        Rect::new(x, y - 1, width, height + 2)
    }
}

/// Returns the length of the room's side when it is entered in direction `dir`.
const fn side_to_enter(room: Rect, dir: Dir) -> u32 {
    if dir.offset().x == 0 { room.width as u32 } else { room.height as u32 }
}

/// Moves the room so that it is entered from `from`, `along` cells from the start of its side.
fn beyond(room: Rect, from: Pos, dir: Dir, along: i32) -> Rect {
    let enter = from + dir;
    let step = dir.offset();
    let x = if step.x == 0 {
        enter.x - along
    } else {
        enter.x - (room.width - 1) * i32::from(step.x < 0)
    };
    let y = if step.y == 0 {
        enter.y - along
    } else {
        enter.y - (room.height - 1) * i32::from(step.y < 0)
    };
    Rect { x, y, ..room }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::testing::{
        assert_corridors_join_rooms, assert_one_region, check, check_refused, for_500_seeds,
    };

    #[test]
    fn rooms_grow_from_the_walls_of_rooms() {
        check(
            &Digger::default(),
            1,
            "
            #############################################
            #############################################
            ######################...............########
            ##.......#############.########......########
            ##.......#############.########......########
            ##...............##.........###......########
            ################.##.........#################
            ################.##......................####
            ################.#######.#####.######....####
            ################.##.......##...######....####
            ################.##.......##...######....####
            ################.##.......##...######....####
            ################.##.#########################
            ################......#######################
            ################..................###########
            ################......#####.......###########
            ################......#####.......###########
            ###########################.......###########
            #############################################
            #############################################
            #############################################
            #############################################
            ",
        );
    }

    #[test]
    fn every_digger_level_is_connected_and_keeps_to_its_parameters() {
        let own = Digger {
            rooms: RoomSize { min_width: 2, max_width: 4, min_height: 2, max_height: 8 },
            min_corridor: 1,
            max_corridor: 4,
            dug: Chance::percent(45),
            attempts: 2,
        };
        for digger in [Digger::default(), own] {
            for_500_seeds(&digger, |plan, seed| {
                assert_one_region(plan, seed);
                assert_corridors_join_rooms(plan, seed);
                assert_eq!(plan.corridors.len() + 1, plan.rooms.len());
                for (index, room) in plan.rooms.iter().enumerate() {
                    digger.rooms.assert_fits(room.rect, seed);
                    let walled = room.rect.grown(1);
                    assert!(plan.rooms[..index].iter().all(|it| !it.rect.overlaps(walled)));
                }
                for corridor in &plan.corridors {
                    digger.assert_runs_fit(corridor.points, seed);
                }
            });
        }
    }

    impl Digger {
        /// Checks that each run is a doorway or has an allowed length. The first and the last cell
        /// of a corridor belong to the rooms it joins.
        fn assert_runs_fit(&self, points: [Pos; 4], seed: u32) {
            let [start, corner, end, _] = points;
            let straight = corner == end;
            let first = start.manhattan(corner) - u32::from(straight);
            let doorway = straight && first == 1;
            let runs = self.min_corridor..=self.max_corridor;
            assert!(doorway || runs.contains(&first), "{points:?}, seed {seed}");
            let second = corner.manhattan(end).saturating_sub(1);
            assert!(straight || runs.contains(&second), "{points:?}, seed {seed}");
        }
    }

    #[test]
    fn the_requested_share_is_dug_and_little_more() {
        let digger = Digger::default();
        for_500_seeds(&digger, |plan, seed| {
            let (area, dug) = (plan.bounds().area(), plan.floor.count());
            let wanted = share_of(area, digger.dug);
            assert!(dug >= wanted || area < 1000, "seed {seed}: {dug} of {wanted}");
            let branch = 9 * 5 + 2 * 10 + 1;
            assert!(dug < wanted + branch, "seed {seed}: {dug} of {wanted}");
        });
    }

    #[test]
    fn contradictions_are_reported() {
        check_refused(
            &Digger { min_corridor: 11, ..Digger::default() },
            "`min_corridor` is larger than `max_corridor`",
        );
    }
}
