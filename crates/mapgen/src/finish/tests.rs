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
            plan.rooms.push(Room { rect, center: rect.center(), role: Role::Plain, slot: None });
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
