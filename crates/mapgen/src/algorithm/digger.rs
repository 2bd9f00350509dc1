use barrow_dice::Chance;
use barrow_grid::{Dir, Pos, Rect};
use serde::{Deserialize, Serialize};

use super::room_size::RoomSize;
use super::uniform::share_of;
use super::{Method, Row};
use crate::builder::Site;
use crate::{Finish, Form, Plan, RecipeError};

/// Digs as people do: from the wall of what is there, a doorway or a corridor and a room at
/// its end, again and again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Digger {
    /// How large rooms are.
    pub rooms: RoomSize,
    /// The shortest run of a corridor.
    pub least_corridor: u32,
    /// The longest run of a corridor; one with a corner has two.
    pub most_corridor: u32,
    /// The share of the map that is dug, as far as there is space for rooms.
    pub dug: Chance,
    /// How often a cell of a wall is tried before it is left alone.
    pub attempts: u32,
}

impl Default for Digger {
    fn default() -> Self {
        let rooms = RoomSize { least_width: 3, most_width: 9, least_height: 3, most_height: 5 };
        let dug = Chance::percent(20);
        Self { rooms, least_corridor: 3, most_corridor: 10, dug, attempts: 4 }
    }
}

/// A cell of a wall, where digging may go on.
#[derive(Clone, Copy)]
pub(crate) struct Mouth {
    wall: Pos,
    /// Away from what is dug.
    way: Dir,
    /// The room behind it, or at the start of the corridor behind it.
    room: u16,
}

/// A corridor and the room at its end, before they are dug.
struct Branch {
    /// Where the corridor turns; without a corner, its end.
    corner: Pos,
    /// The last cell before the room.
    end: Pos,
    /// The way it enters the room.
    way: Dir,
    room: Rect,
}

impl Method for Digger {
    fn row(&self) -> Row {
        Row {
            name: "digger",
            about: "rooms and corridors grown outwards from the walls of what is there",
        }
    }

    fn fill_in(&mut self, form: &mut dyn Form) {
        self.rooms.fill_in(form);
        form.number(
            "least_corridor",
            "shortest run of a corridor",
            &mut self.least_corridor,
            1..=50,
        );
        form.number("most_corridor", "longest run of a corridor", &mut self.most_corridor, 1..=100);
        form.share("dug", "share of the map that is dug", &mut self.dug, 1..=90);
        form.number(
            "attempts",
            "tries at a cell of a wall before it is left alone",
            &mut self.attempts,
            1..=50,
        );
    }

    fn check(&self) -> Result<(), RecipeError> {
        if self.least_corridor > self.most_corridor {
            return Err(RecipeError::Contradiction(
                "`least_corridor` is larger than `most_corridor`",
            ));
        }
        self.rooms.check()
    }

    fn least_size(&self) -> (u32, u32) {
        (self.rooms.least_width + 2, self.rooms.least_height + 2)
    }

    /// Larger maps could have more rooms than a plan can number.
    fn most_size(&self) -> u32 {
        500
    }

    fn usual_finish(&self) -> Finish {
        Finish { doors: Chance::percent(50), ..Finish::default() }
    }

    fn joins_all(&self) -> bool {
        true
    }

    fn dig(&self, site: &mut Site) {
        site.spare.mouths.clear();
        let room = self.first_room(site);
        dig_room(site, room);
        let mut missing = share_of(site.plan.bounds().area(), self.dug).saturating_sub(room.area());
        // Each round leaves a cell of a wall for good, and there are only so many.
        while missing > 0 && !site.spare.mouths.is_empty() {
            let place = site.rng.below(site.spare.mouths.len() as u32) as usize;
            let mouth = site.spare.mouths.swap_remove(place);
            for _ in 0..self.attempts {
                let branch = self.draw(site, mouth);
                if branch.fits(site.plan, mouth) {
                    missing = missing.saturating_sub(branch.dig(site, mouth));
                    break;
                }
            }
        }
    }
}

impl Digger {
    /// A room around the middle of the map.
    fn first_room(&self, site: &mut Site) -> Rect {
        let inside = site.plan.bounds().grown(-1);
        let room = self.rooms.draw(site.rng, inside);
        let (x, y) = ((inside.width - room.width) / 2, (inside.height - room.height) / 2);
        Rect { x: inside.x + x, y: inside.y + y, ..room }
    }

    /// What could be dug at a mouth: as often a room right behind the wall as a corridor,
    /// and a corridor as often straight as with a corner.
    fn draw(&self, site: &mut Site, mouth: Mouth) -> Branch {
        let Mouth { wall, mut way, .. } = mouth;
        let (mut corner, mut end) = (wall, wall);
        if site.rng.below(2) == 0 {
            corner = ahead(wall, way, self.run(site) - 1);
            end = corner;
            if site.rng.below(2) == 0 {
                way = way.turned(if site.rng.below(2) == 0 { 2 } else { -2 });
                end = ahead(corner, way, self.run(site));
            }
        }
        let room = self.rooms.draw(site.rng, site.plan.bounds().grown(-1));
        let room = beyond(room, end, way, site.rng.below(side_to_enter(room, way)) as i32);
        Branch { corner, end, way, room }
    }

    fn run(&self, site: &mut Site) -> i32 {
        site.rng.between(self.least_corridor as i32..=self.most_corridor as i32)
    }
}

impl Branch {
    /// Whether all of it would be dug into rock, with rock left around it.
    fn fits(&self, plan: &Plan, mouth: Mouth) -> bool {
        let free = |rect: Rect| !plan.floor.meets_rect(rect);
        plan.bounds().grown(-1).contains_rect(self.room)
            && free(self.room.grown(1))
            && free(beside(mouth.wall, self.corner, mouth.way))
            && free(beside(self.corner, self.end, self.way))
    }

    /// Digs it, and tells how many cells that took.
    fn dig(&self, site: &mut Site, mouth: Mouth) -> u32 {
        let new = site.plan.rooms.len();
        dig_room(site, self.room);
        let start = ahead(mouth.wall, mouth.way, -1);
        let enter = ahead(self.end, self.way, 1);
        let points = if self.corner == self.end {
            [start, enter, enter, enter]
        } else {
            [start, self.corner, enter, enter]
        };
        site.plan.dig_corridor((usize::from(mouth.room), new), points, 1);
        open_beside(site, mouth.wall, self.corner, mouth);
        open_beside(site, self.corner, self.end, Mouth { way: self.way, ..mouth });
        self.room.area() + start.manhattan(enter) - 1
    }
}

fn dig_room(site: &mut Site, rect: Rect) {
    let room = site.plan.rooms.len() as u16;
    site.plan.dig_room(rect);
    let mouths = &mut site.spare.mouths;
    for x in rect.x..rect.right() {
        mouths.push(Mouth { wall: Pos::new(x, rect.y - 1), way: Dir::North, room });
        mouths.push(Mouth { wall: Pos::new(x, rect.bottom()), way: Dir::South, room });
    }
    for y in rect.y..rect.bottom() {
        mouths.push(Mouth { wall: Pos::new(rect.x - 1, y), way: Dir::West, room });
        mouths.push(Mouth { wall: Pos::new(rect.right(), y), way: Dir::East, room });
    }
}

/// Lists the walls on both sides of a run, but not beside its first cell, the doorway.
fn open_beside(site: &mut Site, from: Pos, to: Pos, mouth: Mouth) {
    for step in 1..=from.manhattan(to) as i32 {
        let cell = ahead(from, mouth.way, step);
        for way in [mouth.way.turned(2), mouth.way.turned(-2)] {
            site.spare.mouths.push(Mouth { wall: cell + way, way, room: mouth.room });
        }
    }
}

fn ahead(from: Pos, way: Dir, steps: i32) -> Pos {
    let step = way.offset();
    Pos::new(from.x + step.x * steps, from.y + step.y * steps)
}

/// The cells of a run and those to its left and right, but none before or behind it.
fn beside(from: Pos, to: Pos, way: Dir) -> Rect {
    let (x, y) = (from.x.min(to.x), from.y.min(to.y));
    let (width, height) = (from.x.abs_diff(to.x) as i32 + 1, from.y.abs_diff(to.y) as i32 + 1);
    if way.offset().x == 0 {
        Rect::new(x - 1, y, width + 2, height)
    } else {
        Rect::new(x, y - 1, width, height + 2)
    }
}

/// How many cells a room offers to who enters it that way.
const fn side_to_enter(room: Rect, way: Dir) -> u32 {
    if way.offset().x == 0 { room.width as u32 } else { room.height as u32 }
}

/// The room moved to where it is entered from a cell, at so many cells along its side.
fn beyond(room: Rect, from: Pos, way: Dir, along: i32) -> Rect {
    let enter = from + way;
    let step = way.offset();
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
    use crate::algorithm::trial::{
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
    fn every_digger_level_hangs_together_and_keeps_its_word() {
        let own = Digger {
            rooms: RoomSize { least_width: 2, most_width: 4, least_height: 2, most_height: 8 },
            least_corridor: 1,
            most_corridor: 4,
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
        /// Each run is a doorway or as long as the parameters say. The first and the last cell
        /// of a corridor belong to what it joins.
        fn assert_runs_fit(&self, points: [Pos; 4], seed: u32) {
            let [start, corner, end, _] = points;
            let straight = corner == end;
            let first = start.manhattan(corner) - u32::from(straight);
            let doorway = straight && first == 1;
            let runs = self.least_corridor..=self.most_corridor;
            assert!(doorway || runs.contains(&first), "{points:?}, seed {seed}");
            let second = corner.manhattan(end).saturating_sub(1);
            assert!(straight || runs.contains(&second), "{points:?}, seed {seed}");
        }
    }

    #[test]
    fn the_share_that_was_asked_for_is_dug_and_little_more() {
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
    fn contradictions_are_told() {
        check_refused(
            &Digger { least_corridor: 11, ..Digger::default() },
            "`least_corridor` is larger than `most_corridor`",
        );
    }
}
