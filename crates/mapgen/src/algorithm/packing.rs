use barrow_dice::Chance;
use barrow_grid::Rect;
use serde::{Deserialize, Serialize};

use super::{Method, Row};
use crate::builder::Site;
use crate::carve::{Bend, Join, bend, throw};
use crate::{Finish, Form, Plan, RecipeError};

/// As many small rooms as fit. Rooms that stand apart have precedence: a place near another
/// room is put off, and used after all attempts if it is still free.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Packing {
    /// How many rooms are tried.
    pub attempts: u32,
    /// After so many rooms no more are tried.
    pub most_rooms: u32,
    /// The smallest width of a room.
    pub least_width: u32,
    /// The largest width of a room.
    pub most_width: u32,
    /// The smallest height of a room.
    pub least_height: u32,
    /// The largest height of a room.
    pub most_height: u32,
    /// Cells of rock between two rooms, at the least.
    pub spacing: u32,
    /// Cells of rock between two rooms with which they do not count as near.
    pub apart: u32,
    /// Which room before it each room is joined to.
    pub join: Join,
    /// How wide corridors are.
    pub corridor_width: u32,
}

impl Default for Packing {
    fn default() -> Self {
        Self {
            attempts: 1200,
            most_rooms: 500,
            least_width: 4,
            most_width: 7,
            least_height: 3,
            most_height: 6,
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
        form.number("attempts", "rooms that are tried", &mut self.attempts, 1..=5000);
        form.number(
            "most_rooms",
            "rooms after which no more are tried",
            &mut self.most_rooms,
            1..=500,
        );
        form.number("least_width", "smallest width of a room", &mut self.least_width, 2..=50);
        form.number("most_width", "largest width of a room", &mut self.most_width, 2..=100);
        form.number("least_height", "smallest height of a room", &mut self.least_height, 2..=50);
        form.number("most_height", "largest height of a room", &mut self.most_height, 2..=100);
        form.number("spacing", "cells of rock between rooms", &mut self.spacing, 0..=10);
        form.number("apart", "cells of rock between rooms, if possible", &mut self.apart, 0..=20);
        if let Some(chosen) = form.choice(
            "join",
            "room before it that a room is joined to",
            self.join as usize,
            Join::WORDS,
        ) {
            self.join = Join::ALL[chosen];
        }
        form.number("corridor_width", "cells a corridor is wide", &mut self.corridor_width, 1..=3);
    }

    fn check(&self) -> Result<(), RecipeError> {
        let contradiction = if self.least_width > self.most_width {
            "`least_width` is larger than `most_width`"
        } else if self.least_height > self.most_height {
            "`least_height` is larger than `most_height`"
        } else if self.spacing > self.apart {
            "`spacing` is larger than `apart`"
        } else {
            return Ok(());
        };
        Err(RecipeError::Contradiction(contradiction))
    }

    fn least_size(&self) -> (u32, u32) {
        (self.least_width + 2, self.least_height + 2)
    }

    fn joins_all(&self) -> bool {
        true
    }

    fn usual_finish(&self) -> Finish {
        Finish { doors: Chance::percent(50), ..Finish::default() }
    }

    fn dig(&self, site: &mut Site) {
        site.spare.rects.clear();
        let widths = self.least_width..=self.most_width;
        let heights = self.least_height..=self.most_height;
        for _ in 0..self.attempts {
            let room = throw(site.rng, site.plan, &widths, &heights);
            let gap = site.plan.gap_around(room);
            if gap >= self.apart as i32 {
                self.dig_room(site.plan, room);
            } else if gap >= self.spacing as i32 {
                site.spare.rects.push(room);
            }
        }
        for &room in &site.spare.rects {
            if site.plan.gap_around(room) >= self.spacing as i32 {
                self.dig_room(site.plan, room);
            }
        }
        self.join(site);
    }
}

impl Packing {
    fn dig_room(&self, plan: &mut Plan, room: Rect) {
        if plan.rooms.len() < self.most_rooms as usize {
            plan.dig_room(room);
        }
    }

    fn join(&self, site: &mut Site) {
        for room in 1..site.plan.rooms.len() {
            let other = self.join.partner(site.plan, room).expect("there is a room before it");
            let (start, end) = (site.plan.rooms[other].center, site.plan.rooms[room].center);
            let points = bend(site.rng, Bend::L, start, end);
            site.plan.dig_corridor((other, room), points, self.corridor_width as u16);
        }
    }
}
