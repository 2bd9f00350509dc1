use barrow_dice::Chance;
use serde::{Deserialize, Serialize};

use super::{Method, Row};
use crate::builder::Site;
use crate::carve::{Bend, Join, bend, random_room};
use crate::{Finish, Form, RecipeError, Role};

/// Rooms placed at random. A room that fits is dug and joined to an earlier one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rooms {
    /// The number of rooms to try.
    pub attempts: u32,
    /// The maximum number of rooms.
    pub max_rooms: u32,
    /// The minimum length of a side of a room.
    pub min_side: u32,
    /// The maximum length of a side of a room.
    pub max_side: u32,
    /// The minimum number of rock cells between two rooms.
    pub padding: u32,
    /// Which earlier room a room is joined to.
    pub join: Join,
    /// The shape of corridors.
    pub bend: Bend,
    /// The width of corridors.
    pub corridor_width: u32,
    /// The chance of a corridor between any two rooms that are not joined directly.
    pub extra_corridors: Chance,
    /// Where the exit is.
    pub exit: Exit,
}

/// Where the exit is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Exit {
    /// Far from the start.
    #[default]
    Far,
    /// In the last room. The start is in the first.
    Last,
}

impl Exit {
    const ALL: [Self; 2] = [Self::Far, Self::Last];
    const WORDS: &'static [&'static str] = &["far", "last"];
}

impl Default for Rooms {
    fn default() -> Self {
        Self {
            attempts: 30,
            max_rooms: 30,
            min_side: 5,
            max_side: 13,
            padding: 1,
            join: Join::Nearest,
            bend: Bend::L,
            corridor_width: 1,
            extra_corridors: Chance::percent(15),
            exit: Exit::Far,
        }
    }
}

impl Method for Rooms {
    fn row(&self) -> Row {
        Row {
            name: "rooms",
            about: "rooms placed at random, each joined to the nearest by a corridor: the classic",
        }
    }

    fn fill_in(&mut self, form: &mut dyn Form) {
        form.number("attempts", "number of rooms to try", &mut self.attempts, 1..=5000);
        form.number("max_rooms", "maximum number of rooms", &mut self.max_rooms, 1..=500);
        form.number("min_side", "minimum side of a room", &mut self.min_side, 2..=50);
        form.number("max_side", "maximum side of a room", &mut self.max_side, 2..=100);
        form.number("padding", "cells of rock between rooms", &mut self.padding, 0..=10);
        self.join.fill_in(form);
        self.bend.fill_in(form);
        form.number("corridor_width", "width of corridors", &mut self.corridor_width, 1..=3);
        form.share(
            "extra_corridors",
            "chance of an extra corridor between any two rooms, for loops",
            &mut self.extra_corridors,
            0..=100,
        );
        let about = "where the exit is: far from the start, or in the room dug last";
        if let Some(chosen) = form.choice("exit", about, self.exit as usize, Exit::WORDS) {
            self.exit = Exit::ALL[chosen];
        }
    }

    fn check(&self) -> Result<(), RecipeError> {
        if self.min_side > self.max_side {
            return Err(RecipeError::Contradiction("`min_side` is larger than `max_side`"));
        }
        Ok(())
    }

    fn min_size(&self) -> (u32, u32) {
        (self.min_side + 2, self.min_side + 2)
    }

    fn default_finish(&self) -> Finish {
        Finish { doors: Chance::percent(50), ..Finish::default() }
    }

    fn dig(&self, site: &mut Site) {
        let sides = self.min_side..=self.max_side;
        for _ in 0..self.attempts {
            if site.plan.rooms.len() == self.max_rooms as usize {
                break;
            }
            let room = random_room(site.rng, site.plan, &sides, &sides);
            if site.plan.gap_around(room) >= self.padding as i32 {
                site.plan.dig_room(room);
            }
        }
        for room in 1..site.plan.rooms.len() {
            self.join(site, room);
        }
        if self.exit == Exit::Last
            && let [first, .., last] = &mut site.plan.rooms[..]
        {
            (first.role, last.role) = (Role::Start, Role::Exit);
        }
    }
}

impl Rooms {
    /// Joins a room to an earlier one and, by chance, to others.
    fn join(&self, site: &mut Site, room: usize) {
        let partner = self.join.partner(site.plan, room);
        if let Some(other) = partner {
            self.corridor(site, other, room);
        }
        for other in (0..room).filter(|&it| Some(it) != partner) {
            if site.rng.happens(self.extra_corridors) {
                self.corridor(site, other, room);
            }
        }
    }

    fn corridor(&self, site: &mut Site, from: usize, to: usize) {
        let (start, end) = (site.plan.rooms[from].center, site.plan.rooms[to].center);
        let points = bend(site.rng, self.bend, start, end);
        site.plan.dig_corridor((from, to), points, self.corridor_width as u16);
    }
}
