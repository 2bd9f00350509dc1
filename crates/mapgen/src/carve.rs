use std::ops::RangeInclusive;

use barrow_dice::Rng;
use barrow_grid::{Pos, Rect};
use serde::{Deserialize, Serialize};

use crate::{Corridor, Form, Plan, Role, Room};

/// The shape of a corridor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Bend {
    /// One corner. Whether the corridor starts along the row or the column is random.
    #[default]
    L,
    /// Two corners, with the crossing run at a random position between the ends.
    Z,
    /// One of the two at random.
    Mixed,
}

impl Bend {
    /// All shapes, in the order of [`Bend::WORDS`].
    pub const ALL: [Self; 3] = [Self::L, Self::Z, Self::Mixed];
    /// The names of the shapes in parameters.
    pub const WORDS: &'static [&'static str] = &["l", "z", "mixed"];

    /// Shows the choice to a form.
    pub(crate) fn fill_in(&mut self, form: &mut dyn Form) {
        let chosen = form.choice("bend", "how corridors turn", *self as usize, Self::WORDS);
        *self = chosen.map_or(*self, |it| Self::ALL[it]);
    }
}

/// Which earlier room a room is joined to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Join {
    /// The one with the nearest center.
    #[default]
    Nearest,
    /// The one dug just before.
    Previous,
}

impl Join {
    /// All choices, in the order of [`Join::WORDS`].
    pub const ALL: [Self; 2] = [Self::Nearest, Self::Previous];
    /// The names of the choices in parameters.
    pub const WORDS: &'static [&'static str] = &["nearest", "previous"];

    /// Shows the choice to a form.
    pub(crate) fn fill_in(&mut self, form: &mut dyn Form) {
        let about = "which earlier room a room is joined to";
        let chosen = form.choice("join", about, *self as usize, Self::WORDS);
        *self = chosen.map_or(*self, |it| Self::ALL[it]);
    }

    /// Returns the earlier room that `room` is joined to, or `None` for the first room.
    pub(crate) fn partner(self, plan: &Plan, room: usize) -> Option<usize> {
        let center = plan.rooms[room].center;
        match self {
            Self::Nearest => {
                (0..room).min_by_key(|&other| plan.rooms[other].center.distance_squared(center))
            }
            Self::Previous => room.checked_sub(1),
        }
    }
}

impl Plan {
    /// Digs a room and adds it to the list.
    pub(crate) fn dig_room(&mut self, rect: Rect) {
        self.floor.insert_rect(rect);
        self.rooms.push(Room { rect, center: rect.center(), role: Role::Plain, slot: None });
    }

    /// Returns the number of rock cells between `rect` and the nearest room, or a negative number
    /// if they overlap. It checks all rooms, because stopping at the first one that is too near is
    /// slower: the branch cannot be predicted.
    pub(crate) fn gap_around(&self, rect: Rect) -> i32 {
        let gaps = self.rooms.iter().map(|room| gap(room.rect, rect));
        gaps.min().unwrap_or(i32::MAX)
    }

    /// Digs a corridor between two rooms and adds it to the list.
    pub(crate) fn dig_corridor(&mut self, rooms: (usize, usize), points: [Pos; 4], width: u16) {
        let [from, corner, to, end] = points;
        if to == end {
            // A corridor with one corner consists of a run along the corner's row and a run along
            // its column, in either order.
            self.dig_run(Pos::new(from.x, corner.y), Pos::new(to.x, corner.y), width);
            self.dig_run(Pos::new(corner.x, from.y), Pos::new(corner.x, to.y), width);
        } else {
            for ends in points.windows(2) {
                self.dig_run(ends[0], ends[1], width);
            }
        }
        let rooms = (rooms.0 as u16, rooms.1 as u16);
        self.corridors.push(Corridor { rooms, points, width });
    }

    /// Digs a straight run. A wide run grows to the south and east, but never into the outermost
    /// ring.
    fn dig_run(&mut self, from: Pos, to: Pos, width: u16) {
        let (x, y) = (from.x.min(to.x), from.y.min(to.y));
        let width = i32::from(width);
        let run = Rect::new(
            x,
            y,
            from.x.abs_diff(to.x) as i32 + width,
            from.y.abs_diff(to.y) as i32 + width,
        );
        self.floor.insert_rect(run.intersection(self.bounds().grown(-1)));
    }
}

/// Returns the points of a corridor from one cell to another.
pub(crate) fn bend(rng: &mut Rng, bend: Bend, from: Pos, to: Pos) -> [Pos; 4] {
    let z = match bend {
        Bend::L => false,
        Bend::Z => true,
        Bend::Mixed => rng.below(2) == 1,
    };
    let along_row = rng.below(2) == 0;
    if !z {
        let corner = if along_row { Pos::new(to.x, from.y) } else { Pos::new(from.x, to.y) };
        return [from, corner, to, to];
    }
    if along_row {
        let x = rng.between(from.x.min(to.x)..=from.x.max(to.x));
        [from, Pos::new(x, from.y), Pos::new(x, to.y), to]
    } else {
        let y = rng.between(from.y.min(to.y)..=from.y.max(to.y));
        [from, Pos::new(from.x, y), Pos::new(to.x, y), to]
    }
}

/// Draws two numbers, each below its bound, with all pairs equally likely. A plan needs hundreds of
/// pairs, and this takes one draw where two calls would take two.
#[inline]
pub(crate) fn pair_below(rng: &mut Rng, first: i32, second: i32) -> (i32, i32) {
    let (first, second) = (first as u32, second as u32);
    let pairs = first * second;
    loop {
        // A draw is a fraction of 2^32. Multiplied by the first bound, its whole part is the first
        // number, and the rest is again a fraction, for the second number. If the rest of that is
        // below 2^32 modulo the number of pairs, some pairs would be too likely, so it draws again.
        let wide = u64::from(rng.bits()) * u64::from(first);
        let rest = u64::from(wide as u32) * u64::from(second);
        if rest as u32 >= pairs || rest as u32 >= pairs.wrapping_neg() % pairs {
            return ((wide >> 32) as i32, (rest >> 32) as i32);
        }
    }
}

/// Returns a random cell of a rectangle.
pub(crate) fn random_cell(rng: &mut Rng, rect: Rect) -> Pos {
    let (x, y) = pair_below(rng, rect.width, rect.height);
    Pos::new(rect.x + x, rect.y + y)
}

/// Returns a rectangle of the given size at a random position in `area`.
pub(crate) fn place_randomly(rng: &mut Rng, (width, height): (i32, i32), area: Rect) -> Rect {
    let (x, y) = pair_below(rng, area.width - width + 1, area.height - height + 1);
    Rect::new(area.x + x, area.y + y, width, height)
}

/// Returns a random room with sides in the given ranges, inside the outermost ring.
pub(crate) fn random_room(
    rng: &mut Rng,
    plan: &Plan,
    widths: &RangeInclusive<u32>,
    heights: &RangeInclusive<u32>,
) -> Rect {
    let inside = plan.bounds().grown(-1);
    let (min_width, min_height) = (*widths.start() as i32, *heights.start() as i32);
    let max_width = inside.width.min(*widths.end() as i32);
    let max_height = inside.height.min(*heights.end() as i32);
    let (width, height) = pair_below(rng, max_width - min_width + 1, max_height - min_height + 1);
    place_randomly(rng, (min_width + width, min_height + height), inside)
}

/// Returns the number of cells between two rectangles, in the direction in which they are farther
/// apart.
fn gap(one: Rect, other: Rect) -> i32 {
    let across = (one.x - other.right()).max(other.x - one.right());
    let down = (one.y - other.bottom()).max(other.y - one.bottom());
    across.max(down)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_is_equally_likely() {
        let mut rng = Rng::new(5);
        let mut counts = [[0_u32; 5]; 3];
        for _ in 0..150_000 {
            let (first, second) = pair_below(&mut rng, 3, 5);
            counts[first as usize][second as usize] += 1;
        }
        assert!(counts.as_flattened().iter().all(|it| it.abs_diff(10_000) < 500), "{counts:?}");
        assert_eq!(pair_below(&mut rng, 1, 1), (0, 0));
    }

    /// With just over half as many pairs as draws, nearly half of all draws would be unfair.
    #[test]
    fn very_many_pairs_are_fair_too() {
        let mut rng = Rng::new(6);
        let low = (0..100_000).filter(|_| pair_below(&mut rng, 0x8001, 0x10000).0 < 0x4000).count();
        assert!(low.abs_diff(50_000) < 1_000, "{low}");
    }
}
