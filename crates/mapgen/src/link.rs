use barrow_dice::Rng;
use barrow_grid::{Pos, Rect};

/// Returns the points of a corridor between two rooms. It leaves the one and enters the other
/// straight through a wall, and runs along neither. The rooms have sides of at least two cells and
/// at least one line of rock between them.
pub(crate) fn link(rng: &mut Rng, from: Rect, to: Rect) -> [Pos; 4] {
    let upright = if columns(from).shared(columns(to)).is_some() {
        true
    } else if rows(from).shared(rows(to)).is_some() {
        false
    } else {
        rng.below(2) == 0
    };
    if upright {
        sideways(rng, turned(from), turned(to)).map(|pos| Pos::new(pos.y, pos.x))
    } else {
        sideways(rng, from, to)
    }
}

/// Returns a link that leaves through the east or west wall.
fn sideways(rng: &mut Rng, from: Rect, to: Rect) -> [Pos; 4] {
    let start = columns(from).nearest_to(columns(to));
    let end = columns(to).nearest_to(columns(from));
    // The crossing run of a Z keeps a line of rock to the walls of both rooms.
    if start.abs_diff(end) >= 4 && rng.below(2) == 0 {
        let y = rows(from).draw(rng);
        let x = Span { low: start.min(end) + 2, high: start.max(end) - 2 }.draw(rng);
        let end_y = rows(to).draw(rng);
        return [Pos::new(start, y), Pos::new(x, y), Pos::new(x, end_y), Pos::new(end, end_y)];
    }
    if let Some(shared) = rows(from).shared(rows(to)) {
        let y = shared.draw(rng);
        let end = Pos::new(end, y);
        return [Pos::new(start, y), end, end, end];
    }
    let y = rows(from).clear_of(rows(to)).draw(rng);
    let x = columns(to).clear_of(columns(from)).draw(rng);
    let end = Pos::new(x, rows(to).nearest_to(rows(from)));
    [Pos::new(start, y), Pos::new(x, y), end, end]
}

/// The columns or rows of a room, both ends included.
#[derive(Clone, Copy)]
struct Span {
    low: i32,
    high: i32,
}

impl Span {
    const fn draw(self, rng: &mut Rng) -> i32 {
        rng.between(self.low..=self.high)
    }

    fn shared(self, other: Self) -> Option<Self> {
        let both = Self { low: self.low.max(other.low), high: self.high.min(other.high) };
        (both.low <= both.high).then_some(both)
    }

    /// Returns the end that faces the other span, which does not overlap this one.
    const fn nearest_to(self, other: Self) -> i32 {
        if self.high < other.low { self.high } else { self.low }
    }

    /// Returns the part that is separated by at least one line from the other span, which does not
    /// overlap this one.
    fn clear_of(self, other: Self) -> Self {
        if self.high < other.low {
            Self { high: self.high.min(other.low - 2), ..self }
        } else {
            Self { low: self.low.max(other.high + 2), ..self }
        }
    }
}

const fn columns(rect: Rect) -> Span {
    Span { low: rect.x, high: rect.right() - 1 }
}

const fn rows(rect: Rect) -> Span {
    Span { low: rect.y, high: rect.bottom() - 1 }
}

const fn turned(rect: Rect) -> Rect {
    Rect::new(rect.y, rect.x, rect.height, rect.width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Plan;

    /// Checks that every link between two rooms touches each of them at one doorway only.
    fn check(from: Rect, to: Rect) {
        for seed in 0..200 {
            for (from, to) in [(from, to), (to, from), (turned(from), turned(to))] {
                let mut plan = Plan::default();
                plan.reset(24, 24);
                plan.dig_room(from);
                plan.dig_room(to);
                let rooms = plan.floor.clone();
                plan.dig_corridor((0, 1), link(&mut Rng::new(seed), from, to), 1);
                for room in [from, to] {
                    let doorways = [
                        Rect::new(room.x, room.y - 1, room.width, 1),
                        Rect::new(room.x, room.bottom(), room.width, 1),
                        Rect::new(room.x - 1, room.y, 1, room.height),
                        Rect::new(room.right(), room.y, 1, room.height),
                    ];
                    let dug =
                        |rect: &Rect| rect.cells().filter(|&pos| plan.floor.contains(pos)).count();
                    let doors: usize = doorways.iter().map(dug).sum();
                    assert_eq!(doors, 1, "seed {seed}:\n{}", plan.picture());
                }
                let [start, .., end] = plan.corridors[0].points;
                assert!(rooms.contains(start) && rooms.contains(end));
            }
        }
    }

    #[test]
    fn links_meet_each_room_at_one_doorway() {
        let room = Rect::new(2, 2, 4, 3);
        check(room, Rect::new(8, 3, 5, 5)); // side by side
        check(room, Rect::new(7, 2, 2, 2)); // with a single line between
        check(room, Rect::new(14, 3, 5, 5)); // far enough for a Z
        check(room, Rect::new(9, 9, 3, 6)); // across a corner
        check(room, Rect::new(6, 6, 2, 2)); // with their corners nearly touching
        check(room, Rect::new(15, 12, 7, 2));
    }
}
