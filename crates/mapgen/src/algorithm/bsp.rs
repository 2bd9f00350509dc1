use barrow_dice::{Chance, Rng};
use barrow_grid::Rect;
use serde::{Deserialize, Serialize};

use super::{Method, Row};
use crate::builder::Site;
use crate::carve::{Bend, bend, pair_below, place, somewhere};
use crate::{Finish, Form, RecipeError};

/// Binary space partitioning: the map is halved again and again, each part gets a room, and
/// the two halves of every part are joined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bsp {
    /// The shortest side of a part.
    pub least_partition: u32,
    /// How much of a part goes to its smaller half, at the least.
    pub least_split: Chance,
    /// Cells of rock between a room and the edge of its part, at the least.
    pub padding: u32,
    /// The least share of a part's side that its room takes.
    pub least_room: Chance,
    /// The largest share of a part's side that its room takes, if the padding lets it.
    pub most_room: Chance,
    /// How corridors turn.
    pub bend: Bend,
    /// How wide corridors are.
    pub corridor_width: u32,
}

/// The shortest side of a room.
const LEAST_ROOM: i32 = 2;

impl Default for Bsp {
    fn default() -> Self {
        Self {
            least_partition: 8,
            least_split: Chance::percent(40),
            padding: 1,
            least_room: Chance::percent(60),
            most_room: Chance::percent(90),
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
            "least_partition",
            "shortest side of a part of the map",
            &mut self.least_partition,
            4..=100,
        );
        form.share(
            "least_split",
            "what the smaller half of a part gets, at the least",
            &mut self.least_split,
            10..=50,
        );
        form.number("padding", "cells of rock around a room in its part", &mut self.padding, 1..=5);
        form.share(
            "least_room",
            "least share of a part's side for its room",
            &mut self.least_room,
            10..=100,
        );
        form.share(
            "most_room",
            "largest share of a part's side for its room",
            &mut self.most_room,
            10..=100,
        );
        if let Some(chosen) =
            form.choice("bend", "how corridors turn", self.bend as usize, Bend::WORDS)
        {
            self.bend = Bend::ALL[chosen];
        }
        form.number("corridor_width", "cells a corridor is wide", &mut self.corridor_width, 1..=3);
    }

    fn check(&self) -> Result<(), RecipeError> {
        if self.least_room > self.most_room {
            return Err(RecipeError::Contradiction("`least_room` is larger than `most_room`"));
        }
        if (self.least_partition as i32) < 2 * self.padding as i32 + LEAST_ROOM {
            return Err(RecipeError::Contradiction(
                "`padding` leaves no space for a room in a part of side `least_partition`",
            ));
        }
        Ok(())
    }

    fn least_size(&self) -> (u32, u32) {
        (self.least_partition, self.least_partition)
    }

    fn joins_all(&self) -> bool {
        true
    }

    fn usual_finish(&self) -> Finish {
        Finish { doors: Chance::percent(50), ..Finish::default() }
    }

    fn dig(&self, site: &mut Site) {
        let map = site.plan.bounds();
        self.divide(site, map, map.width >= map.height);
    }
}

impl Bsp {
    /// Digs the rooms of a part, each reachable from each other. `beside` says whether its
    /// halves should lie side by side or one above the other; that alternates.
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

    /// The halves of a part that is large enough to have any. If it is so in one direction
    /// only, that direction is taken.
    fn halves(&self, rng: &mut Rng, part: Rect, beside: bool) -> Option<(Rect, Rect)> {
        let Rect { x, y, width, height } = part;
        let (least_width, least_height) = (self.least_half(width), self.least_half(height));
        let (wide, tall) = (width >= 2 * least_width, height >= 2 * least_height);
        if !wide && !tall {
            return None;
        }
        let beside = wide && (beside || !tall);
        let (side, least) = if beside { (width, least_width) } else { (height, least_height) };
        let cut = rng.between(least..=side - least);
        Some(if beside {
            (Rect::new(x, y, cut, height), Rect::new(x + cut, y, width - cut, height))
        } else {
            (Rect::new(x, y, width, cut), Rect::new(x, y + cut, width, height - cut))
        })
    }

    fn least_half(&self, side: i32) -> i32 {
        at_least(side, self.least_split).max(self.least_partition as i32)
    }

    /// A room somewhere in the part.
    fn room(&self, rng: &mut Rng, part: Rect) -> Rect {
        let padded = part.grown(-(self.padding as i32));
        let range = |part: i32, limit: i32| {
            let least = at_least(part, self.least_room).clamp(LEAST_ROOM, limit);
            (least, at_most(part, self.most_room).clamp(least, limit))
        };
        let (least_width, most_width) = range(part.width, padded.width);
        let (least_height, most_height) = range(part.height, padded.height);
        let (width, height) =
            pair_below(rng, most_width - least_width + 1, most_height - least_height + 1);
        place(rng, (least_width + width, least_height + height), padded)
    }

    /// Joins a room of one half to a room of the other: those from `first` to before `second`
    /// are the one half's, the rest up to now the other's.
    fn join(&self, site: &mut Site, first: usize, second: usize) {
        let end = site.plan.rooms.len();
        let (one, other) = pair_below(site.rng, (second - first) as i32, (end - second) as i32);
        let (from, to) = (first + one as usize, second + other as usize);
        let start = somewhere(site.rng, site.plan.rooms[from].rect);
        let goal = somewhere(site.rng, site.plan.rooms[to].rect);
        let points = bend(site.rng, self.bend, start, goal);
        site.plan.dig_corridor((from, to), points, self.corridor_width as u16);
    }
}

/// So much of a side, in whole cells, and no more than that.
const fn at_most(side: i32, share: Chance) -> i32 {
    side * share.0 as i32 / Chance::ALWAYS.0 as i32
}

/// So much of a side, in whole cells, and no less than that.
const fn at_least(side: i32, share: Chance) -> i32 {
    at_most(side, share) + (side * share.0 as i32 % Chance::ALWAYS.0 as i32 != 0) as i32
}
