use barrow_dice::Rng;
use barrow_grid::{Pos, Rect};

use crate::{Corridor, Plan, Role, Room};

/// How a corridor turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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

impl Plan {
    /// Digs a room and lists it.
    pub(crate) fn dig_room(&mut self, rect: Rect) {
        self.floor.insert_rect(rect);
        self.rooms.push(Room { rect, center: rect.center(), role: Role::Plain });
    }

    /// Digs a corridor between two rooms, from one cell to another, and lists it.
    pub(crate) fn dig_corridor(&mut self, rooms: (usize, usize), points: [Pos; 4], width: u16) {
        for ends in points.windows(2) {
            self.dig_run(ends[0], ends[1], width);
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
