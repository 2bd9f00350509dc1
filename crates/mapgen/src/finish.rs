mod around;
mod dead_ends;
mod doors;
mod ends;
mod loops;
mod regions;
mod spawns;

use barrow_dice::Chance;
use barrow_grid::{BitGrid, DistanceMap, PathFinder, Pos};
use barrow_small::{sort, sort_by_key};
use serde::{Deserialize, Serialize};

use crate::builder::Site;
use crate::template::{Fitter, Template, TemplateSet};
use crate::{Choice, Form, Plan, RecipeError};

pub(crate) use around::look_around;

/// What is done to a level after it is dug. Every recipe can use all of it.
///
/// The order is fixed: regions, dead ends, loops, templates, doors, start and exits, spawns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finish {
    /// What to do with parts that are not connected.
    pub regions: Regions,
    /// The number of cells by which each dead end is filled up.
    pub trim: u32,
    /// The chance to open a wall between two cells that are far apart on foot.
    pub loops: Chance,
    /// Rooms to fit in, drawn from lists of templates.
    pub templates: Vec<TemplateSet>,
    /// The chance of a door where a corridor meets a room.
    pub doors: Chance,
    /// The number of exits, far from the start and from each other.
    pub exits: u32,
    /// The number of steps around the start in which nothing spawns.
    pub quiet: u32,
}

/// What to do with parts of a level that are not connected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Regions {
    /// Join them by tunnels.
    #[default]
    Join,
    /// Fill up all but the largest.
    Largest,
    /// Leave them as they are. The start and the exits lie in the largest.
    Apart,
}

impl Regions {
    const ALL: [Self; 3] = [Self::Join, Self::Largest, Self::Apart];
    const WORDS: &'static [&'static str] = &["join", "largest", "apart"];
}

impl Default for Finish {
    fn default() -> Self {
        Self {
            regions: Regions::Join,
            trim: 0,
            loops: Chance::NEVER,
            templates: Vec::new(),
            doors: Chance::NEVER,
            exits: 1,
            quiet: 5,
        }
    }
}

impl Finish {
    /// Shows each parameter to the form.
    pub(crate) fn fill_in(&mut self, form: &mut dyn Form) {
        let regions = self.regions as usize;
        if let Some(chosen) = form.choice(
            "regions",
            "what becomes of parts that cannot reach each other",
            regions,
            Regions::WORDS,
        ) {
            self.regions = Regions::ALL[chosen];
        }
        form.number("trim", "cells by which dead ends are filled up", &mut self.trim, 0..=1000);
        form.share(
            "loops",
            "chance to open a wall between cells far apart",
            &mut self.loops,
            0..=100,
        );
        self.fill_in_template(form);
        form.share(
            "doors",
            "chance of a door where a corridor meets a room",
            &mut self.doors,
            0..=100,
        );
        form.number("exits", "ways out, far from the start and each other", &mut self.exits, 1..=8);
        form.number(
            "quiet",
            "steps around the start where nothing is put",
            &mut self.quiet,
            0..=100,
        );
    }

    fn fill_in_template(&mut self, form: &mut dyn Form) {
        let (chosen, words) = self.template_choice();
        let parse = |text: &str| TemplateSet::parse(Template::OWN, text);
        let check = |text: &str| parse(text).map(|_| ()).map_err(|error| error.mistake.to_string());
        match form.drawing("template", "a drawn room fitted in", (chosen, words), &check) {
            Some(Choice::Word(index)) if words[index] != Template::OWN => {
                let built_in = Template::built_in(words[index]).map(TemplateSet::one);
                self.templates = built_in.into_iter().collect();
            }
            Some(Choice::Drawing(text)) => self.templates = parse(&text).into_iter().collect(),
            _ => {}
        }
    }

    /// Returns the index of the present template among the allowed words, and those words.
    fn template_choice(&self) -> (usize, &'static [&'static str]) {
        let words = Template::WORDS;
        let built_in = &words[..words.len() - 1];
        let chosen = match &self.templates[..] {
            [] => Some(0),
            [set] if set.count == 1 && set.templates.len() == 1 => {
                built_in.iter().position(|&word| word == set.templates[0].0.name())
            }
            _ => None,
        };
        chosen.map_or((built_in.len(), words), |chosen| (chosen, built_in))
    }

    /// Returns an error if the templates cannot be drawn from.
    pub(crate) fn check(&self) -> Result<(), RecipeError> {
        if self.templates.iter().all(TemplateSet::has_valid_weights) {
            return Ok(());
        }
        Err(RecipeError::Contradiction("the weights of templates are too large"))
    }

    /// Finishes a dug level. `joined` is `true` if its floor is known to be one region.
    pub(crate) fn apply(&self, site: &mut Site, joined: bool) {
        if !joined {
            regions::unite(self.regions, site);
        }
        regions::ensure_floor(site.plan);
        let Site { rng, plan, buffers } = site;
        let scratch = &mut buffers.finish;
        plan.lava.subtract(&plan.floor);
        scratch.begin(plan);
        if self.trim > 0 {
            dead_ends::trim(plan, self.trim, scratch);
        }
        if self.loops != Chance::NEVER {
            loops::open(rng, plan, self.loops, scratch);
        }
        for set in &self.templates {
            scratch.fitter.fit_set(rng, plan, set, &mut scratch.kept);
        }
        if self.doors != Chance::NEVER {
            doors::hang(rng, plan, self.doors, scratch);
        }
        sort(&mut plan.doors);
        sort_by_key(&mut plan.marks, |mark| mark.pos);
        ends::choose(rng, plan, self.exits, self.regions == Regions::Apart, scratch);
        spawns::mark(plan, self.quiet, scratch);
    }
}

/// Working memory of the steps. A buffer may hold leftovers at the start of a step, unless noted
/// otherwise.
#[derive(Default)]
pub(crate) struct Scratch {
    /// The rectangles of all rooms, valid from the dead ends on.
    rooms: BitGrid,
    /// The cells of fitted templates, including their walls, valid from the dead ends on.
    kept: BitGrid,
    reached: BitGrid,
    wave: BitGrid,
    met: BitGrid,
    inside: BitGrid,
    doors: BitGrid,
    regions: barrow_grid::Regions,
    distances: DistanceMap,
    finder: PathFinder,
    fitter: Fitter,
    path: Vec<Pos>,
    goals: Vec<Pos>,
    rows: Vec<i32>,
    new_indices: Vec<Option<u16>>,
    /// The distance of each room from the nearest start or exit.
    path_lengths: Vec<u32>,
}

impl Scratch {
    fn begin(&mut self, plan: &Plan) {
        let bounds = plan.bounds();
        self.kept.reset(bounds.width, bounds.height);
        self.rooms.reset(bounds.width, bounds.height);
        for room in &plan.rooms {
            self.rooms.insert_rect(room.rect);
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::builder::Buffers;
    use crate::{Role, Room};
    use barrow_dice::Rng;
    use barrow_grid::{Grid, Rect};

    /// Reads a level: `#` rock, `~` lava, `.` floor, and each letter the floor of a room.
    fn drawn(picture: &str) -> Plan {
        let picture = Grid::from_picture(picture);
        let mut plan = Plan::default();
        plan.reset(picture.width(), picture.height());
        plan.floor = BitGrid::from_grid(&picture, |glyph| !"#~".contains(*glyph));
        plan.lava = BitGrid::from_grid(&picture, |&glyph| glyph == '~');
        for letter in 'a'..='z' {
            let cells = || picture.iter().filter(|&(_, &it)| it == letter).map(|(pos, _)| pos);
            if let (Some(first), Some(last)) = (cells().min(), cells().max()) {
                let size = last - first + Pos::new(1, 1);
                let rect = Rect::new(first.x, first.y, size.x, size.y);
                plan.rooms.push(Room {
                    rect,
                    center: rect.center(),
                    role: Role::Plain,
                    slot: None,
                });
            }
        }
        plan
    }

    pub(crate) fn finished(finish: &Finish, level: &str, seed: u32) -> Plan {
        let mut plan = drawn(level);
        let (rng, buffers) = (&mut Rng::new(seed), &mut Buffers::default());
        finish.apply(&mut Site { rng, plan: &mut plan, buffers }, false);
        plan
    }

    #[track_caller]
    fn check(finish: &Finish, before: &str, after: &str) {
        assert_picture(&finished(finish, before, 1).picture(), after);
    }

    #[track_caller]
    pub(crate) fn assert_picture(picture: &Grid<char>, expected: &str) {
        assert_eq!(picture.to_string(), Grid::from_picture(expected).to_string());
    }

    #[test]
    fn regions_may_be_left_apart_and_all_ends_lie_in_the_largest() {
        let finish = Finish { regions: Regions::Apart, ..Finish::default() };
        let level = "
            #########
            #.#....##
            #.#.....#
            #########
            ";
        for seed in 0..8 {
            let plan = finished(&finish, level, seed);
            assert_eq!(plan.floor.count(), 11, "nothing is dug and nothing filled up");
            let in_largest = |at: &Pos| at.x > 2 && plan.floor.contains(*at);
            assert!(in_largest(&plan.start) && plan.exits.iter().all(in_largest), "{plan:?}");
            assert_eq!(plan.exits.len(), 1);
        }
    }

    #[test]
    fn regions_are_joined_by_tunnels() {
        let caves = "
            ####################
            #...######...#######
            #...######...###.###
            #...############.###
            ####################
            ####################
            ##....##############
            ##....########...###
            ####################
            ";
        check(
            &Finish::default(),
            caves,
            "
            ####################
            #@...........#######
            #...######.......###
            #...##########.#.###
            ##.###########.#####
            ##.###########.#####
            ##....########.#####
            ##....########..>###
            ####################
            ",
        );
    }

    #[test]
    fn all_but_the_largest_region_is_filled_up() {
        let largest = Finish { regions: Regions::Largest, ..Finish::default() };
        let rooms = "
            ####################
            #aaa#.#bbb##########
            #aaa#.#bbb##########
            #aaa#.#bbb##########
            #######.############
            #######.####cccc####
            ##....#......ccc####
            ##....######cccc####
            ####################
            ";
        check(
            &largest,
            rooms,
            "
            ####################
            #######...##########
            #######.@.##########
            #######...##########
            #######.############
            #######.####....####
            #######.......>.####
            ############....####
            ####################
            ",
        );
        let plan = finished(&largest, rooms, 1);
        let roles: Vec<String> = plan.rooms.iter().map(|room| room.role.to_string()).collect();
        assert_eq!(roles, ["start", "exit"]);
    }

    #[test]
    fn tunnels_turn_lava_into_floor() {
        check(
            &Finish::default(),
            "
            ###########
            #..~~~~~..#
            #..~~~~~..#
            ###########
            ",
            "
            ###########
            #@........#
            #..~~~~~.>#
            ###########
            ",
        );
    }

    #[test]
    fn an_empty_level_gets_a_chamber() {
        check(
            &Finish::default(),
            "#####\n#####\n#####\n#####",
            "
            #####
            #..>#
            #@..#
            #####
            ",
        );
        check(
            &Finish::default(),
            "####\n#.##\n####",
            "
            ####
            #@>#
            ####
            ",
        );
    }

    #[test]
    fn dead_ends_are_trimmed_from_their_tips() {
        let level = "
            #####################
            #......##aaaa##.....#
            ######.##aaaa##.###.#
            #..###...aaaa.......#
            ##.#####.aaaa##.#####
            ##.......####.#.....#
            ##.#########..#####.#
            #####################
            ";
        check(
            &Finish { trim: 3, ..Finish::default() },
            level,
            "
            #####################
            ####...##....##.....#
            ######.##....##.###.#
            ######.....@........#
            ########......#.#####
            ##>......######...###
            #####################
            #####################
            ",
        );
        check(
            &Finish { trim: 1000, ..Finish::default() },
            level,
            "
            #####################
            #########....##....>#
            #########....##.###.#
            ########...@........#
            ########......#######
            #####################
            #####################
            #####################
            ",
        );
    }

    #[test]
    fn a_maze_is_never_trimmed_away() {
        check(
            &Finish { trim: 1000, ..Finish::default() },
            "
            #########
            #.#.....#
            #.#.###.#
            #...#.#.#
            #####.#.#
            #.......#
            #########
            ",
            "
            #########
            #####>..#
            #######.#
            #######@#
            #########
            #########
            #########
            ",
        );
    }

    #[test]
    fn loops_open_walls_where_the_way_around_is_long() {
        check(
            &Finish { loops: Chance::ALWAYS, ..Finish::default() },
            "
            ###############
            #.............#
            #############.#
            #.............#
            #.#############
            #.............#
            ###############
            ",
            "
            ###############
            #............>#
            #.###########.#
            #.............#
            #.#########.###
            #@............#
            ###############
            ",
        );
    }

    #[test]
    fn doors_hang_where_corridors_meet_rooms() {
        check(
            &Finish { doors: Chance::ALWAYS, ..Finish::default() },
            "
            ######################
            #aaaa##bbb#cccc#######
            #aaaa..bbb.cccc#######
            #aaaa##bbb#cccc...####
            #aaaa#####.cccc##.####
            ###.######.####.#.####
            ###.............#...##
            ######################
            ",
            "
            ######################
            #....##...#....#######
            #....+....+....#######
            #..@.##...#..>.+..####
            #....#####.....##.####
            ###+######.####.#.####
            ###.............#...##
            ######################
            ",
        );
    }

    #[test]
    fn without_rooms_the_start_is_an_outermost_cell() {
        check(
            &Finish { exits: 3, ..Finish::default() },
            "
            ################
            ####.....#######
            ####.###.#######
            #......#.......#
            ####.#####.#####
            ####.#####.....#
            ##############.#
            ################
            ",
            "
            ################
            ####...>.#######
            ####.###.#######
            #>.....#......>#
            ####.#####.#####
            ####.#####.....#
            ##############@#
            ################
            ",
        );
    }

    #[test]
    fn a_small_level_has_fewer_exits() {
        check(
            &Finish { exits: 8, ..Finish::default() },
            "
            ############
            #..........#
            ############
            ",
            "
            ############
            #@...>....>#
            ############
            ",
        );
        check(
            &Finish { exits: 8, ..Finish::default() },
            "####\n#..#\n####",
            "
            ####
            #@>#
            ####
            ",
        );
    }

    #[test]
    fn roles_given_by_the_algorithm_are_kept() {
        let mut plan = drawn(
            "
            ####################
            #aa#bbb####ccc######
            #aa.bbb....ccc.ddd##
            #aa#bbb####ccc######
            ####################
            ",
        );
        plan.rooms[1].role = Role::Exit;
        plan.rooms[2].role = Role::Start;
        let (rng, buffers) = (&mut Rng::new(1), &mut Buffers::default());
        Finish::default().apply(&mut Site { rng, plan: &mut plan, buffers }, false);
        assert_picture(
            &plan.picture(),
            "
            ####################
            #..#...####...######
            #....>......@.....##
            #..#...####...######
            ####################
            ",
        );
    }

    #[test]
    fn spawns_avoid_the_start_doors_exits_and_marks() {
        let finish = Finish { quiet: 3, doors: Chance::ALWAYS, ..Finish::default() };
        let plan = finished(
            &finish,
            "
            ##################
            #aaa##bbbbbbbbb###
            #aaa..bbbbbbbbb###
            #aaa##bbbbbbbbb###
            #.################
            #..............###
            ##################
            ",
            1,
        );
        let spawn = |pos| if plan.spawns.contains(pos) { '*' } else { plan.picture()[pos] };
        assert_picture(
            &Grid::from_fn(18, 7, spawn),
            "
            ##################
            #...##*********###
            #.@.+.****>****###
            #...##*********###
            #+################
            #**************###
            ##################
            ",
        );
    }
}
