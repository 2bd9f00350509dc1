use barrow_dice::{Chance, Rng};
use barrow_grid::Rect;
use serde::{Deserialize, Serialize};

use super::{Method, Row};
use crate::builder::Site;
use crate::carve::{Bend, bend, pair_below, place_randomly, random_cell};
use crate::{Finish, Form, RecipeError};

/// Binary space partitioning: splits the map in two again and again, digs a room in each part, and
/// joins the two halves of every part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bsp {
    /// The shortest side of a part.
    pub min_partition: u32,
    /// The minimum share of a part that its smaller half gets.
    pub min_split: Chance,
    /// The minimum number of rock cells between a room and the edge of its part.
    pub padding: u32,
    /// The minimum share of a part's side that its room takes.
    pub min_room: Chance,
    /// The maximum share of a part's side that its room takes, if the padding allows it.
    pub max_room: Chance,
    /// The shape of corridors.
    pub bend: Bend,
    /// The width of corridors.
    pub corridor_width: u32,
}

/// The shortest side of a room.
const MIN_ROOM: i32 = 2;

impl Default for Bsp {
    fn default() -> Self {
        Self {
            min_partition: 8,
            min_split: Chance::percent(40),
            padding: 1,
            min_room: Chance::percent(60),
            max_room: Chance::percent(90),
            bend: Bend::L,
            corridor_width: 1,
        }
    }
}

impl Method for Bsp {
    fn row(&self) -> Row {
        Row {
            name: "bsp",
            about: "the map halved again and again, a room in each part, evenly spread",
        }
    }

    fn fill_in(&mut self, form: &mut dyn Form) {
        form.number(
            "min_partition",
            "minimum side of a part of the map",
            &mut self.min_partition,
            4..=100,
        );
        form.share(
            "min_split",
            "minimum share of a part that its smaller half gets",
            &mut self.min_split,
            10..=50,
        );
        form.number("padding", "cells of rock around a room in its part", &mut self.padding, 1..=5);
        form.share(
            "min_room",
            "minimum share of a part's side for its room",
            &mut self.min_room,
            10..=100,
        );
        form.share(
            "max_room",
            "maximum share of a part's side for its room",
            &mut self.max_room,
            10..=100,
        );
        self.bend.fill_in(form);
        form.number("corridor_width", "width of corridors", &mut self.corridor_width, 1..=3);
    }

    fn check(&self) -> Result<(), RecipeError> {
        if self.min_room > self.max_room {
            return Err(RecipeError::Contradiction("`min_room` is larger than `max_room`"));
        }
        if (self.min_partition as i32) < 2 * self.padding as i32 + MIN_ROOM {
            return Err(RecipeError::Contradiction(
                "`padding` leaves no space for a room in a part of side `min_partition`",
            ));
        }
        Ok(())
    }

    fn min_size(&self) -> (u32, u32) {
        (self.min_partition, self.min_partition)
    }

    fn default_finish(&self) -> Finish {
        Finish { doors: Chance::percent(50), ..Finish::default() }
    }

    fn dig(&self, site: &mut Site) {
        let map = site.plan.bounds();
        self.divide(site, map, map.width >= map.height);
    }
}

impl Bsp {
    /// Digs the rooms of a part and joins them. `beside` is `true` if the two halves should lie
    /// side by side, and `false` for one above the other. The direction alternates.
    fn divide(&self, site: &mut Site, part: Rect, beside: bool) {
        let first = site.plan.rooms.len();
        let Some((one, other)) = self.halves(site.rng, part, beside) else {
            let room = self.room(site.rng, part);
            return site.plan.dig_room(room);
        };
        self.divide(site, one, !beside);
        let second = site.plan.rooms.len();
        self.divide(site, other, !beside);
        self.join(site, first, second);
    }

    /// Splits a part in two, or returns `None` if it is too small. If it is large enough in one
    /// direction only, that direction is taken.
    fn halves(&self, rng: &mut Rng, part: Rect, beside: bool) -> Option<(Rect, Rect)> {
        let Rect { x, y, width, height } = part;
        let (min_width, min_height) = (self.min_half(width), self.min_half(height));
        let (wide, tall) = (width >= 2 * min_width, height >= 2 * min_height);
        if !wide && !tall {
            return None;
        }
        let beside = wide && (beside || !tall);
        let (side, min) = if beside { (width, min_width) } else { (height, min_height) };
        let cut = rng.between(min..=side - min);
        Some(if beside {
            (Rect::new(x, y, cut, height), Rect::new(x + cut, y, width - cut, height))
        } else {
            (Rect::new(x, y, width, cut), Rect::new(x, y + cut, width, height - cut))
        })
    }

    fn min_half(&self, side: i32) -> i32 {
        at_least(side, self.min_split).max(self.min_partition as i32)
    }

    /// Returns a random room inside the part.
    fn room(&self, rng: &mut Rng, part: Rect) -> Rect {
        let padded = part.grown(-(self.padding as i32));
        let range = |part: i32, limit: i32| {
            let min = at_least(part, self.min_room).clamp(MIN_ROOM, limit);
            (min, at_most(part, self.max_room).clamp(min, limit))
        };
        let (min_width, max_width) = range(part.width, padded.width);
        let (min_height, max_height) = range(part.height, padded.height);
        let (width, height) =
            pair_below(rng, max_width - min_width + 1, max_height - min_height + 1);
        place_randomly(rng, (min_width + width, min_height + height), padded)
    }

    /// Joins a room of one half to a room of the other. The rooms from `first` up to `second`
    /// belong to one half, the rooms from `second` on to the other.
    fn join(&self, site: &mut Site, first: usize, second: usize) {
        let end = site.plan.rooms.len();
        let (one, other) = pair_below(site.rng, (second - first) as i32, (end - second) as i32);
        let (from, to) = (first + one as usize, second + other as usize);
        let start = random_cell(site.rng, site.plan.rooms[from].rect);
        let goal = random_cell(site.rng, site.plan.rooms[to].rect);
        let points = bend(site.rng, self.bend, start, goal);
        site.plan.dig_corridor((from, to), points, self.corridor_width as u16);
    }
}

/// Returns a share of a side in whole cells, rounded down.
const fn at_most(side: i32, share: Chance) -> i32 {
    side * share.0 as i32 / Chance::ALWAYS.0 as i32
}

/// Returns a share of a side in whole cells, rounded up.
const fn at_least(side: i32, share: Chance) -> i32 {
    at_most(side, share) + (side * share.0 as i32 % Chance::ALWAYS.0 as i32 != 0) as i32
}
