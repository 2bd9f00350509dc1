use super::*;
use crate::finish::tests::{assert_picture, finished};
use crate::{Finish, Role};

fn with(template: Template, count: u32) -> Finish {
    Finish {
        templates: vec![TemplateSet { count, ..TemplateSet::one(template) }],
        ..Finish::default()
    }
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
fn blanks_in_a_drawing_leave_the_plan_unchanged() {
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
fn templates_that_do_not_fit_are_left_out() {
    let arena = Template::built_in("arena").unwrap();
    let plan = finished(&with(arena, 3), CORRIDOR, 1);
    assert!(plan.rooms.is_empty() && plan.marks.is_empty() && plan.doors.is_empty());
}

/// Two rooms that fit beside a corridor, and one that never does.
const CLOSETS: &str = "
    #####
    #.a.#
    ##+##

    #####
    #.b.#
    #...#
    ##+##
    ";

#[test]
fn a_list_is_drawn_from_by_weight() {
    let mut set = TemplateSet::parse("closet", CLOSETS).unwrap();
    set.templates[0].1 = 3;
    let finish = Finish { templates: vec![set], ..Finish::default() };
    let with_a = (0..1_000).filter(|&seed| {
        let plan = finished(&finish, CORRIDOR, seed);
        assert_eq!(plan.marks.len(), 1, "seed {seed}");
        plan.marks[0].glyph == 'a'
    });
    let count = with_a.count();
    assert!((700..800).contains(&count), "{count}");
}

#[test]
fn where_one_of_a_list_does_not_fit_another_is_drawn() {
    let mut set = TemplateSet::parse("closet", CLOSETS).unwrap();
    set.templates.push((Template::built_in("arena").unwrap(), 20));
    set.count = 4;
    let finish = Finish { templates: vec![set], ..Finish::default() };
    for seed in 0..200 {
        let plan = finished(&finish, CORRIDOR, seed);
        let closets = plan.rooms.iter().filter(|room| room.role == Role::Named("closet".into()));
        assert_eq!((closets.count(), plan.marks.len()), (4, 4), "seed {seed}");
    }
}

#[test]
fn empty_lines_part_the_drawings_of_a_list() {
    let set = TemplateSet::parse("closet", CLOSETS).unwrap();
    let sizes = set.templates.iter().map(|(it, _)| (it.drawing().width(), it.drawing().height()));
    assert_eq!(sizes.collect::<Vec<_>>(), [(5, 3), (5, 4)]);
    let empty = TemplateSet::parse("closet", " \n \n").unwrap_err();
    assert_eq!(empty.to_string(), "template `closet`: no floor is drawn");
}

#[test]
fn several_templates_share_walls_but_no_floor() {
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
fn the_built_in_templates_have_the_documented_sizes() {
    let sizes = [("treasure", (7, 7)), ("arena", (11, 11)), ("trap", (3, 15)), ("shop", (9, 7))];
    for (name, size) in sizes {
        let template = Template::built_in(name).unwrap();
        assert_eq!((template.drawing().width(), template.drawing().height()), size);
        assert_eq!(template.name(), name);
    }
    assert_eq!(Template::built_in("none"), None);
}

#[test]
fn mistakes_in_drawings_are_reported() {
    let message = |drawing: &str| Template::new("vault", drawing).unwrap_err().to_string();
    let bad_door = |row, column| {
        format!(
            "template `vault`: the door in row {row}, column {column} needs `#` on both \
             sides, floor behind it, and floor or nothing in front of it"
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
        "template `vault`: the floor in row 2, column 4 cannot be reached from the rest of the floor"
    );
    assert_eq!(message(&"#".repeat(65)), "template `vault`: a side is longer than 64 cells");
}

/// A lattice of corridors leaves no space for a room, nor for a house.
const LATTICE: &str = "
    ###################
    #.................#
    #.#.#.#.#.#.#.#.#.#
    #.................#
    #.#.#.#.#.#.#.#.#.#
    #.................#
    #.#.#.#.#.#.#.#.#.#
    #.................#
    #.#.#.#.#.#.#.#.#.#
    #.................#
    ###################
    ";

#[test]
fn room_is_made_for_a_template_that_must_have_it() {
    let template = Template::built_in("treasure").unwrap();
    let set = TemplateSet { make_room: true, ..TemplateSet::one(template.clone()) };
    for seed in 0..20 {
        let plan = finished(&with(template.clone(), 1), LATTICE, seed);
        assert!(plan.marks.is_empty() && plan.rooms.is_empty(), "there is no space");
        let finish = Finish { templates: vec![set.clone()], ..Finish::default() };
        let plan = finished(&finish, LATTICE, seed);
        assert_eq!(plan.marks.len(), 5, "seed {seed}");
        let hall = plan.rooms[0].rect;
        assert_eq!((hall.width, hall.height), (5, 5));
        assert!(hall.cells().all(|at| plan.floor.contains(at)), "seed {seed}");
        let mut regions = barrow_grid::Regions::new();
        regions.find(&plan.floor, Adjacency::Four);
        assert_eq!(regions.count(), 1, "seed {seed}: it can be reached");
        assert!(!hall.contains(plan.start) && plan.exits.iter().all(|&it| !hall.contains(it)));
    }
}
