mod fit;
mod set;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;

use barrow_grid::{Adjacency, BitGrid, Dir, Grid, Pos, Rect, Regions};
use serde::{Deserialize, Serialize};

pub(crate) use fit::Fitter;
pub use set::TemplateSet;

/// A room drawn by hand, to be fitted into plans.
///
/// | glyph | meaning |
/// |---|---|
/// | `#` | wall |
/// | `.` | floor |
/// | `+` | door, with a wall on each side |
/// | blank | stays as the plan has it |
/// | any other | floor with a [`Mark`](crate::Mark) |
///
/// At least one door leads out: nothing is drawn in front of it, and in the plan it opens onto
/// floor. All floor of the drawing can be reached from its doors.
///
/// What a mark stands for is not decided here. A plan lists its marks, and the code that furnishes
/// the level looks them up in a legend, such as `{ "$": "gold", "G": "guard" }`.
///
/// ```
/// use barrow_mapgen::Template;
///
/// let template = Template::new("vault", "#####\n#$G$+\n#####")?;
/// assert_eq!(template.name(), "vault");
///
/// let error = Template::new("vault", "#####\n#$G$#\n#####").unwrap_err();
/// let told = "template `vault`: no door leads out; draw a `+` in an outer wall";
/// assert_eq!(error.to_string(), told);
/// # Ok::<(), barrow_mapgen::TemplateError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Template {
    name: Arc<str>,
    drawing: Grid<char>,
    /// The doors that lead out, each with its direction.
    outer_doors: Vec<(Pos, Dir)>,
    /// The smallest rectangle around the floor, not counting doors.
    rect: Rect,
    /// The floor cell nearest to the center of `rect`.
    center: Pos,
}

/// Why a drawing is not a valid template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateError {
    /// The name of the template.
    pub name: Arc<str>,
    /// What is wrong.
    pub mistake: TemplateMistake,
}

/// A mistake in the drawing of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemplateMistake {
    /// There is no floor.
    Empty,
    /// A side is longer than [`Template::MAX_SIDE`].
    TooLarge,
    /// No door leads out.
    NoDoor,
    /// A door lacks a wall on one of its sides or floor behind it, or has more of the drawing in
    /// front of it.
    BadDoor(Pos),
    /// Floor that cannot be reached from the rest.
    CutOff(Pos),
}

const TREASURE: &str = "
#######
#.....#
#..$..#
#.$G$.#
#..$..#
#.....#
##+####
";

const ARENA: &str = "
###########
#.........#
#.........#
#.........#
#...###...#
#...###...#
#...###...#
#.........#
#.........#
#.........#
####+######
";

const TRAP: &str = "
#+#
#.#
#^#
#.#
#~#
#.#
#^#
#.#
#^#
#.#
#~#
#.#
#^#
#.#
#+#
";

const SHOP: &str = "
#########
#.......#
#.S.S.S.#
#.......#
#...K...#
#.......#
#####+###
";

impl Template {
    /// The maximum length of a side.
    pub const MAX_SIDE: i32 = 64;

    /// The names of the built-in templates in the parameter.
    pub(crate) const WORDS: &'static [&'static str] =
        &["none", "treasure", "arena", "trap", "shop", Self::OWN];

    /// The name of templates that are drawn in a parameter.
    pub(crate) const OWN: &'static str = "own";

    /// Reads a drawing. Lines may differ in length; the common margin is removed.
    pub fn new(name: &str, drawing: &str) -> Result<Self, TemplateError> {
        Self::read(name.into(), Grid::from_picture(drawing))
            .map_err(|mistake| TemplateError { name: name.into(), mistake })
    }

    /// Returns a built-in template: `treasure` (7 x 7: gold `G` among pedestals `$`), `arena` (11 x
    /// 11 around a pillar), `trap` (a passage of 15 cells with spikes `^` and plates `~`), or
    /// `shop` (9 x 7: goods `S` and their keeper `K`).
    pub fn built_in(name: &str) -> Option<Self> {
        let drawing = match name {
            "treasure" => TREASURE,
            "arena" => ARENA,
            "trap" => TRAP,
            "shop" => SHOP,
            _ => return None,
        };
        Some(Self::new(name, drawing).expect("the drawings are tested"))
    }

    /// Returns the name, which becomes the role of the room in a plan.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the drawing.
    pub const fn drawing(&self) -> &Grid<char> {
        &self.drawing
    }

    fn read(name: Arc<str>, drawing: Grid<char>) -> Result<Self, TemplateMistake> {
        let bounds = drawing.bounds();
        if bounds.width.max(bounds.height) > Self::MAX_SIDE {
            return Err(TemplateMistake::TooLarge);
        }
        let open = BitGrid::from_grid(&drawing, |&glyph| !matches!(glyph, '#' | ' '));
        let rooms = BitGrid::from_grid(&drawing, |&glyph| !matches!(glyph, '#' | ' ' | '+'));
        let rect = rect_around(&rooms).ok_or(TemplateMistake::Empty)?;
        let outer_doors = outer_doors(&drawing)?;
        let mut regions = Regions::new();
        regions.find(&open, Adjacency::Four);
        if let Some(pos) = open.iter().find(|&pos| regions.region(pos) != Some(0)) {
            return Err(TemplateMistake::CutOff(pos));
        }
        let middle = rect.center();
        let center = rooms.iter().min_by_key(|pos| (pos.distance_squared(middle), *pos));
        let center = center.expect("the drawing has floor");
        Ok(Self { name, drawing, outer_doors, rect, center })
    }
}

fn rect_around(cells: &BitGrid) -> Option<Rect> {
    let (west, east) = (cells.iter().map(|pos| pos.x).min()?, cells.iter().map(|pos| pos.x).max()?);
    let (north, south) = (cells.iter().next()?.y, cells.iter().last()?.y);
    Some(Rect::new(west, north, east - west + 1, south - north + 1))
}

/// Returns the doors that lead out of a drawing.
fn outer_doors(drawing: &Grid<char>) -> Result<Vec<(Pos, Dir)>, TemplateMistake> {
    let mut outer_doors = Vec::new();
    for (door, _) in drawing.iter().filter(|&(_, &glyph)| glyph == '+') {
        let passes = |&dir: &Dir| passes(drawing, door, dir);
        let dirs: Vec<Dir> = Dir::CARDINAL.into_iter().filter(passes).collect();
        match dirs[..] {
            [dir] => outer_doors.push((door, dir)),
            // An inner door has floor on both sides.
            [one, other] if one == other.opposite() => {}
            _ => return Err(TemplateMistake::BadDoor(door)),
        }
    }
    if outer_doors.is_empty() { Err(TemplateMistake::NoDoor) } else { Ok(outer_doors) }
}

/// Returns `true` if one can walk through the door in direction `dir`, either to more floor or out
/// of the drawing. A door needs floor behind it and walls to its left and right.
fn passes(drawing: &Grid<char>, door: Pos, dir: Dir) -> bool {
    let at = |pos: Pos| drawing.get(pos).copied().unwrap_or(' ');
    let floor = |glyph: char| !matches!(glyph, '#' | ' ' | '+');
    let mut before = std::iter::successors(Some(door + dir), |&pos| Some(pos + dir))
        .take_while(|&pos| drawing.bounds().contains(pos));
    let ahead = floor(at(door + dir)) || before.all(|pos| at(pos) == ' ');
    let walls = [dir.turned(2), dir.turned(-2)].iter().all(|&side| at(door + side) == '#');
    ahead && walls && floor(at(door + dir.opposite()))
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "template `{}`: {}", self.name, self.mistake)
    }
}

impl fmt::Display for TemplateMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let max = Template::MAX_SIDE;
        match self {
            Self::Empty => f.write_str("no floor is drawn"),
            Self::TooLarge => write!(f, "a side is longer than {max} cells"),
            Self::NoDoor => f.write_str("no door leads out; draw a `+` in an outer wall"),
            Self::BadDoor(Pos { x, y }) => write!(
                f,
                "the door in row {}, column {} needs `#` on both sides, floor behind it, and \
                 floor or nothing in front of it",
                y + 1,
                x + 1
            ),
            Self::CutOff(Pos { x, y }) => write!(
                f,
                "the floor in row {}, column {} cannot be reached from the rest of the floor",
                y + 1,
                x + 1
            ),
        }
    }
}

impl std::error::Error for TemplateError {}
