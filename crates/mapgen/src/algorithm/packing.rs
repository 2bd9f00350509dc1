use barrow_dice::Chance;
use barrow_grid::Rect;
use serde::{Deserialize, Serialize};

use super::{Method, Row};
use crate::builder::Site;
use crate::carve::{Bend, Join, bend, random_room};
use crate::{Finish, Form, Plan, RecipeError};

/// Fits in as many small rooms as possible. Rooms far from others come first: a room near another
/// one waits until all attempts are made and is dug if its cells are still free.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Packing {
    /// The number of rooms to try.
    pub attempts: u32,
    /// The maximum number of rooms.
    pub max_rooms: u32,
    /// The minimum width of a room.
    pub min_width: u32,
    /// The maximum width of a room.
    pub max_width: u32,
    /// The minimum height of a room.
    pub min_height: u32,
    /// The maximum height of a room.
    pub max_height: u32,
    /// The minimum number of rock cells between two rooms.
    pub spacing: u32,
    /// Rooms with fewer rock cells than this between them are near each other.
    pub apart: u32,
    /// Which earlier room a room is joined to.
    pub join: Join,
    /// The width of corridors.
    pub corridor_width: u32,
}

impl Default for Packing {
    fn default() -> Self {
        Self {
            attempts: 1200,
            max_rooms: 500,
            min_width: 4,
            max_width: 7,
            min_height: 3,
            max_height: 6,
            spacing: 1,
            apart: 2,
            join: Join::Previous,
            corridor_width: 1,
        }
    }
}

impl Method for Packing {
    fn row(&self) -> Row {
        Row {
            name: "packing",
            about: "as many small rooms as fit, joined in the order they were dug",
        }
    }

    fn fill_in(&mut self, form: &mut dyn Form) {
        form.number("attempts", "number of rooms to try", &mut self.attempts, 1..=5000);
        form.number("max_rooms", "maximum number of rooms", &mut self.max_rooms, 1..=500);
        form.number("min_width", "minimum width of a room", &mut self.min_width, 2..=50);
        form.number("max_width", "maximum width of a room", &mut self.max_width, 2..=100);
        form.number("min_height", "minimum height of a room", &mut self.min_height, 2..=50);
        form.number("max_height", "maximum height of a room", &mut self.max_height, 2..=100);
        form.number("spacing", "cells of rock between rooms", &mut self.spacing, 0..=10);
        form.number("apart", "cells of rock between rooms, if possible", &mut self.apart, 0..=20);
        self.join.fill_in(form);
        form.number("corridor_width", "width of corridors", &mut self.corridor_width, 1..=3);
    }

    fn check(&self) -> Result<(), RecipeError> {
        let contradiction = if self.min_width > self.max_width {
            "`min_width` is larger than `max_width`"
        } else if self.min_height > self.max_height {
            "`min_height` is larger than `max_height`"
        } else if self.spacing > self.apart {
            "`spacing` is larger than `apart`"
        } else {
            return Ok(());
        };
        Err(RecipeError::Contradiction(contradiction))
    }

    fn min_size(&self) -> (u32, u32) {
        (self.min_width + 2, self.min_height + 2)
    }

    fn default_finish(&self) -> Finish {
        Finish { doors: Chance::percent(50), ..Finish::default() }
    }

    fn dig(&self, site: &mut Site) {
        site.buffers.rects.clear();
        let widths = self.min_width..=self.max_width;
        let heights = self.min_height..=self.max_height;
        for _ in 0..self.attempts {
            let room = random_room(site.rng, site.plan, &widths, &heights);
            let gap = site.plan.gap_around(room);
            if gap >= self.apart as i32 {
                self.dig_room(site.plan, room);
            } else if gap >= self.spacing as i32 {
                site.buffers.rects.push(room);
            }
        }
        for &room in &site.buffers.rects {
            if site.plan.gap_around(room) >= self.spacing as i32 {
                self.dig_room(site.plan, room);
            }
        }
        self.join(site);
    }
}

impl Packing {
    fn dig_room(&self, plan: &mut Plan, room: Rect) {
        if plan.rooms.len() < self.max_rooms as usize {
            plan.dig_room(room);
        }
    }

    fn join(&self, site: &mut Site) {
        for room in 1..site.plan.rooms.len() {
            let other = self
                .join
                .partner(site.plan, room)
                .expect("every room but the first has an earlier one");
            let (start, end) = (site.plan.rooms[other].center, site.plan.rooms[room].center);
            let points = bend(site.rng, Bend::L, start, end);
            site.plan.dig_corridor((other, room), points, self.corridor_width as u16);
        }
    }
}
