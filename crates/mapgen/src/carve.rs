use std::ops::RangeInclusive;

use barrow_dice::Rng;
use barrow_grid::{Pos, Rect};
use serde::{Deserialize, Serialize};

use crate::{Corridor, Plan, Role, Room};

/// How a corridor turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Bend {
    /// One corner; along the row or the column first, by chance.
    #[default]
    L,
    /// Two corners, the crossing at a random place between.
    Z,
    /// Either, by chance.
    Mixed,
}

impl Bend {
    /// All of them, as in [`Bend::WORDS`].
    pub const ALL: [Self; 3] = [Self::L, Self::Z, Self::Mixed];
    /// What parameters call them.
    pub const WORDS: &'static [&'static str] = &["l", "z", "mixed"];
}

/// Which of the rooms before it a room is joined to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Join {
    /// The one whose centre is nearest.
    #[default]
    Nearest,
    /// The one dug just before.
    Previous,
}

impl Join {
    /// All of them, as in [`Join::WORDS`].
    pub const ALL: [Self; 2] = [Self::Nearest, Self::Previous];
    /// What parameters call them.
    pub const WORDS: &'static [&'static str] = &["nearest", "previous"];

    /// The room that a room is joined to; the first one has none.
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
    /// Digs a room and lists it.
    pub(crate) fn dig_room(&mut self, rect: Rect) {
        self.floor.insert_rect(rect);
        self.rooms.push(Room { rect, center: rect.center(), role: Role::Plain });
    }

    /// Cells of rock between a place and the nearest room; less than zero where they overlap.
    /// All rooms are asked, since stopping at the first that is too near is slower: no one can
    /// foretell which it is.
    pub(crate) fn gap_around(&self, place: Rect) -> i32 {
        let gaps = self.rooms.iter().map(|room| gap(room.rect, place));
        gaps.min().unwrap_or(i32::MAX)
    }

    /// Digs a corridor between two rooms, from one cell to another, and lists it.
    pub(crate) fn dig_corridor(&mut self, rooms: (usize, usize), points: [Pos; 4], width: u16) {
        let [from, corner, to, end] = points;
        if to == end {
            // With one corner, one run goes along the corner's row and the other along its
            // column, whichever comes first: there is nothing to decide.
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

    /// Digs a straight run. A wide one grows to the south and east, but never into the
    /// outermost ring of rock.
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

/// The points of a corridor from one cell to another.
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

/// Two numbers, each below its bound, each pair equally likely. A plan needs hundreds of
/// pairs, and this takes one draw where two calls take two.
#[inline]
pub(crate) fn pair_below(rng: &mut Rng, first: i32, second: i32) -> (i32, i32) {
    let (first, second) = (first as u32, second as u32);
    let pairs = first * second;
    loop {
        // A draw is a fraction of 2^32. Times the first bound its whole part is the first
        // number, and what is left is a fraction again, for the second number. What is left
        // of that is unfair to some pairs if it falls under 2^32 mod their number.
        let wide = u64::from(rng.bits()) * u64::from(first);
        let rest = u64::from(wide as u32) * u64::from(second);
        if rest as u32 >= pairs || rest as u32 >= pairs.wrapping_neg() % pairs {
            return ((wide >> 32) as i32, (rest >> 32) as i32);
        }
    }
}

/// A cell of a rectangle, each equally likely.
pub(crate) fn somewhere(rng: &mut Rng, rect: Rect) -> Pos {
    let (x, y) = pair_below(rng, rect.width, rect.height);
    Pos::new(rect.x + x, rect.y + y)
}

/// A room of that size somewhere in an area that it fits.
pub(crate) fn place(rng: &mut Rng, (width, height): (i32, i32), area: Rect) -> Rect {
    let (x, y) = pair_below(rng, area.width - width + 1, area.height - height + 1);
    Rect::new(area.x + x, area.y + y, width, height)
}

/// A room of random size, with sides in those ranges, somewhere inside the outermost ring of
/// rock.
pub(crate) fn throw(
    rng: &mut Rng,
    plan: &Plan,
    widths: &RangeInclusive<u32>,
    heights: &RangeInclusive<u32>,
) -> Rect {
    let inside = plan.bounds().grown(-1);
    let (least_width, least_height) = (*widths.start() as i32, *heights.start() as i32);
    let most_width = inside.width.min(*widths.end() as i32);
    let most_height = inside.height.min(*heights.end() as i32);
    let (width, height) =
        pair_below(rng, most_width - least_width + 1, most_height - least_height + 1);
    place(rng, (least_width + width, least_height + height), inside)
}

/// Cells between two rectangles, counted in the direction in which they are farther apart.
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

    /// With just over half as many pairs as draws, nearly half of the draws would be unfair.
    #[test]
    fn very_many_pairs_are_fair_too() {
        let mut rng = Rng::new(6);
        let low = (0..100_000).filter(|_| pair_below(&mut rng, 0x8001, 0x10000).0 < 0x4000).count();
        assert!(low.abs_diff(50_000) < 1_000, "{low}");
    }
}
