use barrow_dice::Chance;
use barrow_grid::Rect;

use super::Method;
use crate::builder::Site;
use crate::carve::{Bend, bend};
use crate::{Finish, Form, RecipeError};

/// Rooms thrown at random; what fits stays, and is joined to the nearest room before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rooms {
    /// How many rooms are tried.
    pub attempts: u32,
    /// After so many rooms no more are tried.
    pub most_rooms: u32,
    /// The shortest side of a room.
    pub least_side: u32,
    /// The longest side of a room.
    pub most_side: u32,
    /// Cells of rock between two rooms, at the least.
    pub padding: u32,
    /// How corridors turn.
    pub bend: Bend,
    /// How wide corridors are.
    pub corridor_width: u32,
    /// The chance of one more corridor for each further pair of rooms.
    pub extra_corridors: Chance,
}

impl Default for Rooms {
    fn default() -> Self {
        Self {
            attempts: 30,
            most_rooms: 30,
            least_side: 5,
            most_side: 13,
            padding: 1,
            bend: Bend::L,
            corridor_width: 1,
            extra_corridors: Chance::percent(15),
        }
    }
}

impl Method for Rooms {
    fn fill_in(&mut self, form: &mut dyn Form) {
        form.number("attempts", "rooms that are tried", &mut self.attempts, 1..=5000);
        form.number(
            "most_rooms",
            "rooms after which no more are tried",
            &mut self.most_rooms,
            1..=500,
        );
        form.number("least_side", "shortest side of a room", &mut self.least_side, 2..=50);
        form.number("most_side", "longest side of a room", &mut self.most_side, 2..=100);
        form.number("padding", "cells of rock between rooms", &mut self.padding, 0..=10);
        if let Some(chosen) =
            form.choice("bend", "how corridors turn", self.bend as usize, Bend::WORDS)
        {
            self.bend = Bend::ALL[chosen];
        }
        form.number("corridor_width", "cells a corridor is wide", &mut self.corridor_width, 1..=3);
        form.share(
            "extra_corridors",
            "chance of a further corridor, for loops",
            &mut self.extra_corridors,
            0..=100,
        );
    }

    fn check(&self) -> Result<(), RecipeError> {
        if self.least_side > self.most_side {
            return Err(RecipeError::Contradiction("`least_side` is larger than `most_side`"));
        }
        Ok(())
    }

    fn least_size(&self) -> (u32, u32) {
        (self.least_side + 2, self.least_side + 2)
    }

    fn usual_finish(&self) -> Finish {
        Finish { doors: Chance::percent(50), ..Finish::default() }
    }

    fn dig(&self, site: &mut Site) {
        for _ in 0..self.attempts {
            if site.plan.rooms.len() == self.most_rooms as usize {
                break;
            }
            let room = self.throw(site);
            let padded = room.grown(self.padding as i32);
            if !site.plan.rooms.iter().any(|other| other.rect.overlaps(padded)) {
                site.plan.dig_room(room);
            }
        }
        self.join(site);
    }
}

impl Rooms {
    /// A room of random size somewhere inside the outermost ring of rock.
    fn throw(&self, site: &mut Site) -> Rect {
        let inside = site.plan.bounds().grown(-1);
        let (least, most) = (self.least_side as i32, self.most_side as i32);
        let width = site.rng.between(least..=most.min(inside.width));
        let height = site.rng.between(least..=most.min(inside.height));
        let x = site.rng.between(inside.x..=inside.right() - width);
        let y = site.rng.between(inside.y..=inside.bottom() - height);
        Rect::new(x, y, width, height)
    }

    fn join(&self, site: &mut Site) {
        for room in 1..site.plan.rooms.len() {
            let center = site.plan.rooms[room].center;
            let nearest = (0..room)
                .min_by_key(|&other| {
                    (site.plan.rooms[other].center.distance_squared(center), other)
                })
                .expect("there is a room before this one");
            self.corridor(site, nearest, room);
        }
    }

    fn corridor(&self, site: &mut Site, from: usize, to: usize) {
        let (start, end) = (site.plan.rooms[from].center, site.plan.rooms[to].center);
        let points = bend(site.rng, self.bend, start, end);
        site.plan.dig_corridor((from, to), points, self.corridor_width as u16);
    }
}
