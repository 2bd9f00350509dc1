mod fit;

use std::fmt;
use std::sync::Arc;

use barrow_grid::{Adjacency, BitGrid, Dir, Grid, Pos, Rect, Regions};
use serde::{Deserialize, Serialize};

pub(crate) use fit::Fitter;

/// A room drawn by hand, to be fitted into plans.
///
/// In the drawing `#` is wall, `.` floor, `+` a door and a blank stays as the plan has it; any
/// other glyph is floor with a [`Mark`](crate::Mark). A door has a wall on either hand; one
/// that leads out has nothing drawn before it, and will open onto floor of the plan. All floor
/// of the drawing can be reached from its doors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Template {
    name: Arc<str>,
    drawing: Grid<char>,
    /// The doors that lead out, and where to.
    ways_out: Vec<(Pos, Dir)>,
    /// The smallest rectangle around the floor, doors not counted.
    rect: Rect,
    /// The floor cell nearest to the middle of it.
    center: Pos,
}

/// Why a drawing is no template. Columns and rows count from one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateError {
    /// The name of the template.
    pub name: Arc<str>,
    /// What is wrong.
    pub mistake: TemplateMistake,
}

/// What can be wrong with the drawing of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemplateMistake {
    /// Nothing is drawn, or no floor.
    Empty,
    /// A side is longer than [`Template::MOST_SIDE`].
    TooLarge,
    /// No door leads out of it.
    NoDoor,
    /// A door lacks a wall on either hand, or floor behind it, or has more of the drawing
    /// before it.
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
    /// The longest side of a drawing.
    pub const MOST_SIDE: i32 = 64;

    /// What the parameter calls the templates that come with the crate.
    pub(crate) const WORDS: &'static [&'static str] =
        &["none", "treasure", "arena", "trap", "shop"];

    /// Reads a drawing. Lines may differ in length; the margin that all share is cut off.
    pub fn new(name: &str, drawing: &str) -> Result<Self, TemplateError> {
        Self::read(name.into(), Grid::from_picture(drawing))
            .map_err(|mistake| TemplateError { name: name.into(), mistake })
    }

    /// One of the templates that come with the crate: `treasure` (7 x 7: gold `G` among
    /// pedestals `$`), `arena` (11 x 11 around a pillar), `trap` (a passage of 15 cells with
    /// spikes `^` and plates `~`), `shop` (9 x 7: goods `S` and their keeper `K`).
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

    /// What the room is called: its role in a plan.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How it is drawn.
    pub const fn drawing(&self) -> &Grid<char> {
        &self.drawing
    }

    fn read(name: Arc<str>, drawing: Grid<char>) -> Result<Self, TemplateMistake> {
        let bounds = drawing.bounds();
        if bounds.width.max(bounds.height) > Self::MOST_SIDE {
            return Err(TemplateMistake::TooLarge);
        }
        let open = BitGrid::from_grid(&drawing, |&glyph| !matches!(glyph, '#' | ' '));
        let rooms = BitGrid::from_grid(&drawing, |&glyph| !matches!(glyph, '#' | ' ' | '+'));
        let rect = rect_around(&rooms).ok_or(TemplateMistake::Empty)?;
        let ways_out = ways_out(&drawing)?;
        let mut regions = Regions::new();
        regions.find(&open, Adjacency::Four);
        if let Some(pos) = open.iter().find(|&pos| regions.region(pos) != Some(0)) {
            return Err(TemplateMistake::CutOff(pos));
        }
        let middle = rect.center();
        let center = rooms.iter().min_by_key(|pos| (pos.distance_squared(middle), *pos));
        let center = center.expect("it has floor");
        Ok(Self { name, drawing, ways_out, rect, center })
    }
}

fn rect_around(cells: &BitGrid) -> Option<Rect> {
    let (west, east) = (cells.iter().map(|pos| pos.x).min()?, cells.iter().map(|pos| pos.x).max()?);
    let (north, south) = (cells.iter().next()?.y, cells.iter().last()?.y);
    Some(Rect::new(west, north, east - west + 1, south - north + 1))
}

/// The doors that lead out of a drawing.
fn ways_out(drawing: &Grid<char>) -> Result<Vec<(Pos, Dir)>, TemplateMistake> {
    let mut ways_out = Vec::new();
    for (door, _) in drawing.iter().filter(|&(_, &glyph)| glyph == '+') {
        let passes = |&dir: &Dir| passes(drawing, door, dir);
        let ways: Vec<Dir> = Dir::CARDINAL.into_iter().filter(passes).collect();
        match ways[..] {
            [dir] => ways_out.push((door, dir)),
            // An inner door is passed both ways.
            [one, other] if one == other.opposite() => {}
            _ => return Err(TemplateMistake::BadDoor(door)),
        }
    }
    if ways_out.is_empty() { Err(TemplateMistake::NoDoor) } else { Ok(ways_out) }
}

/// Whether a door with floor behind it and walls on either hand is passed in that direction:
/// to more floor, or out of the drawing.
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
        let most = Template::MOST_SIDE;
        match self {
            Self::Empty => f.write_str("no floor is drawn"),
            Self::TooLarge => write!(f, "a side is longer than {most} cells"),
            Self::NoDoor => f.write_str("no door leads out; draw a `+` in an outer wall"),
            Self::BadDoor(Pos { x, y }) => write!(
                f,
                "the door in row {}, column {} needs `#` on either hand, floor behind it and \
                 nothing, or floor, before it",
                y + 1,
                x + 1
            ),
            Self::CutOff(Pos { x, y }) => write!(
                f,
                "the floor in row {}, column {} cannot be reached from the first floor",
                y + 1,
                x + 1
            ),
        }
    }
}

impl std::error::Error for TemplateError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Finish;
    use crate::finish::tests::{assert_picture, finished};

    fn with(template: Template, count: u32) -> Finish {
        Finish { templates: vec![(template, count)], ..Finish::default() }
    }

    #[track_caller]
    fn check(template: &str, seed: u32, before: &str, after: &str) {
        let template = Template::built_in(template).unwrap();
        let plan = finished(&with(template, 1), before, seed);
        assert_picture(&plan.picture(), after);
    }

    const CORRIDOR: &str = "
        ########################
        ########################
        ########################
        ########################
        ########################
        ########################
        ########################
        #......................#
        ########################
        ########################
        ########################
        ########################
        ########################
        ########################
        ########################
        ";

    const SHAFT: &str = "
        #######################
        ###########.###########
        ###########.###########
        ###########.###########
        ###########.###########
        ###########.###########
        ###########.###########
        ###########.###########
        ###########.###########
        ###########.###########
        ###########.###########
        #######################
        ";

    #[test]
    fn a_treasure_room_opens_onto_a_corridor_or_a_tunnel_to_it() {
        check(
            "treasure",
            1,
            SHAFT,
            "
            #######################
            ###########>#.....#####
            ###########.+..$..#####
            ###########.#.$G$.#####
            ###########.#..$..#####
            ###########.#.....#####
            ###########.###########
            ###########.###########
            ###########.###########
            ###########.###########
            ###########@###########
            #######################
            ",
        );
        check(
            "treasure",
            2,
            SHAFT,
            "
            #######################
            ###########.###########
            ###########.#####.....#
            ###########....@+..$..#
            ###########.#####.$G$.#
            ###########.#####..$..#
            ###########.#####.....#
            ###########.###########
            ###########.###########
            ###########.###########
            ###########>###########
            #######################
            ",
        );
        check(
            "treasure",
            77,
            SHAFT,
            "
            #######################
            ##.....####>###########
            ##..$..####.###########
            ##.$G$.####.###########
            ##..$..+....###########
            ##.....####.###########
            ###########.###########
            ###########.###########
            ###########.###########
            ###########.###########
            ###########@###########
            #######################
            ",
        );
    }

    #[test]
    fn a_shop_is_turned_and_mirrored() {
        check(
            "shop",
            4,
            SHAFT,
            "
            #######################
            ###########@###########
            ###########.##.....####
            ###########.##...S.####
            ###########..+.....####
            ###########.##.K.S.####
            ###########.##.....####
            ###########.##...S.####
            ###########.##.....####
            ###########.###########
            ###########>###########
            #######################
            ",
        );
        check(
            "shop",
            77,
            SHAFT,
            "
            #######################
            #.....#####.###########
            #.S...#####.###########
            #.....+>....###########
            #.S.K.#####.###########
            #.....#####.###########
            #.S...#####.###########
            #.....#####.###########
            ###########.###########
            ###########.###########
            ###########@###########
            #######################
            ",
        );
        check(
            "shop",
            99,
            CORRIDOR,
            "
            ########################
            ########################
            ########################
            ########################
            ########################
            ########################
            ########################
            #@....................>#
            #################+######
            #############.......####
            #############...K...####
            #############.......####
            #############.S.S.S.####
            #############.......####
            ########################
            ",
        );
    }

    #[test]
    fn an_arena_fits_where_there_is_rock() {
        let level = "
            ##############
            #............#
            ##############
            ##############
            ##############
            ##############
            ##############
            ##############
            ##############
            ##############
            ##############
            ##############
            ##############
            ";
        check(
            "arena",
            1,
            level,
            "
            ##############
            #@..........>#
            ######+#######
            #.........####
            #.........####
            #.........####
            #...###...####
            #...###...####
            #...###...####
            #.........####
            #.........####
            #.........####
            ##############
            ",
        );
        check(
            "arena",
            2,
            level,
            "
            ##############
            #>..........@#
            #######+######
            ##.........###
            ##.........###
            ##.........###
            ##...###...###
            ##...###...###
            ##...###...###
            ##.........###
            ##.........###
            ##.........###
            ##############
            ",
        );
    }

    #[test]
    fn a_trap_passage_joins_what_lies_at_its_ends() {
        let level = "
            ######################
            #..################..#
            #....................#
            #..################..#
            #..################..#
            #..################..#
            #..################..#
            ######################
            ";
        check(
            "trap",
            1,
            level,
            "
            ######################
            #..################.>#
            #....................#
            #..################..#
            #..+.^.~.^.^.~.^.+...#
            #..################..#
            #@.################..#
            ######################
            ",
        );
        check(
            "trap",
            2,
            level,
            "
            ######################
            #..################.@#
            #....................#
            #..################..#
            #...+.^.~.^.^.~.^.+..#
            #..################..#
            #>.################..#
            ######################
            ",
        );
    }

    #[test]
    fn a_house_stands_in_open_floor() {
        let level = "
            ############
            #aaaaaaaaaa#
            #aaaaaaaaaa#
            #aaaaaaaaaa#
            #aaaaaaaaaa#
            #aaaaaaaaaa#
            #aaaaaaaaaa#
            #aaaaaaaaaa#
            #aaaaaaaaaa#
            #aaaaaaaaaa#
            #aaaaaaaaaa#
            ############
            ";
        check(
            "treasure",
            2,
            level,
            "
            ############
            #.........@#
            #..#######.#
            #..#.....#.#
            #..#..$..#.#
            #..#.$G$.#.#
            #..#..$..+.#
            #..#.....#.#
            #..#######.#
            #..........#
            #>.........#
            ############
            ",
        );
    }

    #[test]
    fn a_ragged_drawing_leaves_blanks_as_they_are() {
        let cross = "
              ###
              #!#
            ###.###
            +..!..#
            ###.###
              #!#
              ###
            ";
        let level = "
            ##########
            #...######
            #..#######
            #.########
            #.########
            #.########
            #..#######
            #...######
            ##########
            ";
        let plan = finished(&with(Template::new("cross", cross).unwrap(), 1), level, 1);
        assert_picture(
            &plan.picture(),
            "
            ##########
            #..>##!###
            #..###.###
            #..+..!..#
            #.####.###
            #.####!###
            #..#######
            #@..######
            ##########
            ",
        );
    }

    #[test]
    fn what_does_not_fit_is_left_out() {
        let arena = Template::built_in("arena").unwrap();
        let plan = finished(&with(arena, 3), CORRIDOR, 1);
        assert!(plan.rooms.is_empty() && plan.marks.is_empty() && plan.doors.is_empty());
    }

    #[test]
    fn several_share_walls_but_no_floor() {
        let treasure = Template::built_in("treasure").unwrap();
        let plan = finished(&with(treasure, 10), CORRIDOR, 1);
        assert_picture(
            &plan.picture(),
            "
            ########################
            #.....#####.....##.....#
            #..$..#####..$..##..$..#
            #.$G$.#####.$G$.##.$G$.#
            #..$..#####..$..##..$..#
            #.....#####.....##.....#
            ####+#########+######+##
            #>....................@#
            #########+###+#####+####
            ######.....#.....#.....#
            ######..$..#..$..#..$..#
            ######.$G$.#.$G$.#.$G$.#
            ######..$..#..$..#..$..#
            ######.....#.....#.....#
            ########################
            ",
        );
        assert_eq!(plan.marks.len(), plan.rooms.len() * 5);
        assert!(plan.marks.is_sorted_by_key(|mark| mark.pos));
    }

    #[test]
    fn the_built_in_templates_have_the_sizes_they_say() {
        let sizes =
            [("treasure", (7, 7)), ("arena", (11, 11)), ("trap", (3, 15)), ("shop", (9, 7))];
        for (name, size) in sizes {
            let template = Template::built_in(name).unwrap();
            assert_eq!((template.drawing().width(), template.drawing().height()), size);
            assert_eq!(template.name(), name);
        }
        assert_eq!(Template::built_in("none"), None);
    }

    #[test]
    fn mistakes_in_drawings_are_told() {
        let message = |drawing: &str| Template::new("vault", drawing).unwrap_err().to_string();
        let bad_door = |row, column| {
            format!(
                "template `vault`: the door in row {row}, column {column} needs `#` on either \
                 hand, floor behind it and nothing, or floor, before it"
            )
        };
        assert_eq!(message(""), "template `vault`: no floor is drawn");
        assert_eq!(message("###\n#+#"), "template `vault`: no floor is drawn");
        assert_eq!(
            message("###\n#.#\n###"),
            "template `vault`: no door leads out; draw a `+` in an outer wall"
        );
        assert_eq!(message("###\n#..+\n###"), bad_door(2, 4));
        assert_eq!(message("####\n#..+ #\n####"), bad_door(2, 4));
        assert_eq!(message("####\n#.#+\n####"), bad_door(2, 4));
        assert_eq!(
            message("#####\n+.#.#\n#####"),
            "template `vault`: the floor in row 2, column 4 cannot be reached from the first floor"
        );
        assert_eq!(message(&"#".repeat(65)), "template `vault`: a side is longer than 64 cells");
    }
}
