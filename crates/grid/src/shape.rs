//! Shapes: the cells that something affects.

use serde::{Deserialize, Serialize};

use crate::{Adjacency, Beam, BitGrid, Pos, Rect, flood, line};

/// How far is far: which cells are within a radius.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Metric {
    /// A square: a diagonal step counts as one.
    #[default]
    Square,
    /// A circle: the distance between the centres of the cells is at most the radius.
    Circle,
    /// A slightly larger circle: the distance, rounded to the nearest whole number, is at most the
    /// radius.
    Rounded,
    /// A diamond: a diagonal step counts as two.
    Diamond,
}

impl Metric {
    /// Returns `true` if the cell at this offset is within a radius.
    #[inline]
    pub const fn covers(self, offset: Pos, radius: u32) -> bool {
        let (x, y) = (offset.x.unsigned_abs() as u64, offset.y.unsigned_abs() as u64);
        let radius = radius as u64;
        match self {
            Self::Square => x <= radius && y <= radius,
            Self::Circle => x * x + y * y <= radius * radius,
            Self::Rounded => x * x + y * y <= radius * (radius + 1),
            Self::Diamond => x + y <= radius,
        }
    }

    /// Returns the squared distance of an offset. [`Metric::Rounded`] has that of a circle.
    pub const fn squared_length(self, offset: Pos) -> u32 {
        let (x, y) = (offset.x.unsigned_abs(), offset.y.unsigned_abs());
        match self {
            Self::Square if x < y => y * y,
            Self::Square => x * x,
            Self::Circle | Self::Rounded => x * x + y * y,
            Self::Diamond => (x + y) * (x + y),
        }
    }

    /// Returns a radius whose rounded disc contains everything within `radius`.
    pub const fn covering_radius(self, radius: u32) -> u32 {
        match self {
            // The corners of a square are less than one and a half times as far away.
            Self::Square => radius.saturating_add(radius.div_ceil(2)),
            Self::Circle | Self::Rounded | Self::Diamond => radius,
        }
    }

    /// Returns `true` if two cells are within a radius of each other.
    #[inline]
    pub const fn is_within(self, one: Pos, other: Pos, radius: u32) -> bool {
        self.covers(Pos::new(other.x - one.x, other.y - one.y), radius)
    }
}

/// A set of cells around a centre, or between an origin and a centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shape {
    /// The outline.
    pub outline: Outline,
    /// How its radius is measured.
    pub metric: Metric,
    /// Only cells with a free line from the centre, or from the origin of a cone.
    pub in_line: bool,
}

/// The outline of a [`Shape`], with its size in cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outline {
    /// The centre.
    Cell,
    /// The room around the centre, up to its walls and doorways. A doorway is an open cell between
    /// two closed ones.
    Room,
    /// Everything within a radius.
    Burst(u32),
    /// Everything at exactly this distance.
    Ring(u32),
    /// The four straight arms.
    Cross(u32),
    /// All eight arms.
    Star(u32),
    /// A line of this many cells from the origin through the centre. It ends before the first
    /// closed cell.
    Line(u32),
    /// Like [`Outline::Line`], but closed cells do not stop it.
    Ray(u32),
    /// A cone from the origin towards the centre, with the angle between its edges in degrees.
    Cone(u32, u16),
}

/// Where a [`Shape`] is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The map.
    pub bounds: Rect,
    /// The cell aimed at.
    pub center: Pos,
    /// The cell it comes from. Only lines and cones depend on it.
    pub origin: Pos,
    /// The direction if the origin is the centre.
    pub facing: Pos,
}

impl Placed {
    /// Returns the direction from the origin to the centre.
    fn direction(&self) -> Pos {
        let offset = self.center - self.origin;
        if offset == Pos::new(0, 0) { self.facing } else { offset }
    }

    /// Iterates over all cells of a square around a cell.
    fn square(&self, center: Pos, radius: u32) -> impl Iterator<Item = Pos> + use<> {
        let radius = radius.min(1 << 20) as i32;
        let side = 2 * radius + 1;
        let square = Rect::new(center.x - radius, center.y - radius, side, side);
        square.intersection(self.bounds).cells()
    }
}

impl Shape {
    /// Returns everything within a radius.
    pub const fn burst(radius: u32, metric: Metric) -> Self {
        Self { outline: Outline::Burst(radius), metric, in_line: false }
    }

    /// Returns its size in cells; 0 for a shape without one.
    pub const fn size(&self) -> u32 {
        match self.outline {
            Outline::Cell | Outline::Room => 0,
            Outline::Burst(size)
            | Outline::Ring(size)
            | Outline::Cross(size)
            | Outline::Star(size)
            | Outline::Line(size)
            | Outline::Ray(size)
            | Outline::Cone(size, _) => size,
        }
    }

    /// Returns the cells of the shape: those of a line from its origin on, all others row by row.
    pub fn cells(&self, placed: &Placed, is_open: impl Fn(Pos) -> bool) -> Vec<Pos> {
        let center = placed.center;
        let mut cells: Vec<Pos> = match self.outline {
            Outline::Cell => placed.square(center, 0).collect(),
            Outline::Room => room(placed, &is_open),
            Outline::Burst(size) | Outline::Ring(size) => {
                placed.square(center, size).filter(|&at| self.covers(at - center)).collect()
            }
            Outline::Cross(size) => {
                placed.square(center, size).filter(|&at| is_straight(at - center)).collect()
            }
            Outline::Star(size) => {
                placed.square(center, size).filter(|&at| is_on_arm(at - center)).collect()
            }
            Outline::Line(size) => far_line(placed, size).take_while(|&at| is_open(at)).collect(),
            Outline::Ray(size) => far_line(placed, size).collect(),
            Outline::Cone(size, angle) => {
                let beam = Beam::Cone { facing: placed.direction(), angle };
                let inside = |&at: &Pos| {
                    let offset = at - placed.origin;
                    at != placed.origin && self.metric.covers(offset, size) && beam.meets(offset)
                };
                placed.square(placed.origin, size).filter(inside).collect()
            }
        };
        if self.in_line {
            let start = if let Outline::Cone(..) = self.outline { placed.origin } else { center };
            cells.retain(|&at| is_free_between(start, at, &is_open));
        }
        cells
    }

    fn covers(&self, offset: Pos) -> bool {
        match self.outline {
            Outline::Burst(size) => self.metric.covers(offset, size),
            Outline::Ring(0) => offset == Pos::new(0, 0),
            Outline::Ring(size) => {
                self.metric.covers(offset, size) && !self.metric.covers(offset, size - 1)
            }
            Outline::Cell
            | Outline::Room
            | Outline::Cross(_)
            | Outline::Star(_)
            | Outline::Line(_)
            | Outline::Ray(_)
            | Outline::Cone(..) => false,
        }
    }
}

const fn is_straight(offset: Pos) -> bool {
    offset.x == 0 || offset.y == 0
}

const fn is_on_arm(offset: Pos) -> bool {
    is_straight(offset) || offset.x.unsigned_abs() == offset.y.unsigned_abs()
}

/// Returns whether all cells between two cells are open.
fn is_free_between(from: Pos, to: Pos, is_open: impl Fn(Pos) -> bool) -> bool {
    line(from, to).filter(|&at| at != from && at != to).all(is_open)
}

/// Iterates over the first `count` cells of the line from the origin through the centre and beyond.
fn far_line(placed: &Placed, size: u32) -> impl Iterator<Item = Pos> {
    let Placed { origin, bounds, .. } = *placed;
    let step = placed.direction();
    let longest = (bounds.width.max(bounds.height)).max(1);
    let length = step.x.abs().max(step.y.abs());
    let times = if length == 0 { 0 } else { longest / length + 1 };
    let end = origin + Pos::new(step.x * times, step.y * times);
    line(origin, end).skip(1).take(size as usize).take_while(move |&at| bounds.contains(at))
}

/// Returns the open cells around the centre that can be reached without passing a doorway, and
/// these doorways.
fn room(placed: &Placed, is_open: impl Fn(Pos) -> bool) -> Vec<Pos> {
    let Placed { bounds, center, .. } = *placed;
    let mut open = BitGrid::new(bounds.width, bounds.height);
    let mut inner = open.clone();
    for at in bounds.cells().filter(|&at| is_open(at)) {
        open.insert(at);
    }
    for at in bounds.cells().filter(|&at| open.contains(at)) {
        let shut = |x, y| !open.contains(at + Pos::new(x, y));
        let doorway = shut(-1, 0) && shut(1, 0) || shut(0, -1) && shut(0, 1);
        inner.set(at, !doorway || at == center);
    }
    let inside = flood(&inner, Adjacency::Four, center);
    let touches = |at: Pos| Adjacency::Four.dirs().iter().any(|&dir| inside.contains(at + dir));
    let found = |at: &Pos| inside.contains(*at) || open.contains(*at) && touches(*at);
    bounds.cells().filter(found).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Grid;

    /// Draws the cells of a shape. `@` is the origin, `x` the centre; without it they are the same,
    /// and the origin faces east.
    fn check(outline: Outline, metric: Metric, in_line: bool, map: &str, want: &str) {
        let map = Grid::from_picture(map);
        let origin = map.find('@').expect("the map has an origin");
        let center = map.find('x').unwrap_or(origin);
        let placed = Placed { bounds: map.bounds(), center, origin, facing: Pos::new(1, 0) };
        let open = |at: Pos| map.get(at).is_some_and(|&glyph| glyph != '#');
        let cells = Shape { outline, metric, in_line }.cells(&placed, open);
        let want = Grid::from_picture(want);
        let mut wanted: Vec<Pos> = map.bounds().cells().filter(|&at| want[at] == '*').collect();
        let mut found = cells;
        found.sort();
        wanted.sort();
        assert_eq!(found, wanted, "{outline:?} {metric:?}");
    }

    #[test]
    fn metrics_differ_in_their_corners() {
        let map = ".....\n.....\n..@..\n.....\n.....";
        let burst = |metric, want| check(Outline::Burst(2), metric, false, map, want);
        burst(Metric::Square, "*****\n*****\n*****\n*****\n*****");
        burst(Metric::Rounded, ".***.\n*****\n*****\n*****\n.***.");
        burst(Metric::Circle, "..*..\n.***.\n*****\n.***.\n..*..");
        burst(Metric::Diamond, "..*..\n.***.\n*****\n.***.\n..*..");
        let rounded = Metric::Rounded;
        check(Outline::Ring(2), rounded, false, map, ".***.\n*...*\n*...*\n*...*\n.***.");
        check(Outline::Cross(2), Metric::Square, false, map, "..*..\n..*..\n*****\n..*..\n..*..");
        check(Outline::Star(1), Metric::Square, false, map, ".....\n.***.\n.***.\n.***.\n.....");
    }

    #[test]
    fn a_line_goes_on_beyond_its_target_and_ends_at_walls() {
        let square = Metric::Square;
        check(Outline::Line(4), square, false, ".@.x.....", "..****...");
        check(Outline::Line(9), square, false, ".@.x..#..", "..****...");
        check(Outline::Ray(6), square, false, ".@.x..#..", "..******.");
        check(Outline::Line(3), square, false, "@....\n.x...\n.....", ".....\n.*...\n..*..");
        check(Outline::Line(2), square, false, "..@..", "...**");
    }

    #[test]
    fn a_cone_widens() {
        let map = "......\n......\n@.x...\n......\n......";
        let cone = Outline::Cone(3, 90);
        check(cone, Metric::Square, false, map, "...*..\n..**..\n.***..\n..**..\n...*..");
        let map = "......\n.#....\n@.x...\n......\n......";
        check(cone, Metric::Circle, true, map, "......\n......\n.***..\n..*...\n......");
    }

    #[test]
    fn a_room_ends_at_its_doorways() {
        check(
            Outline::Room,
            Metric::Square,
            false,
            "########\n#..#...#\n#@.....#\n#..#...#\n########",
            "........\n.**.....\n.***....\n.**.....\n........",
        );
    }

    #[test]
    fn a_wall_shelters_what_is_behind_it() {
        check(Outline::Burst(3), Metric::Square, true, "...@#...", "*****...");
    }
}
