use barrow_engine::Run;

use super::*;
use crate::stage::{begin, find, pack, picture, run, view};

/// Walks until something stops the walker. The path is drawn with `*`.
fn walk(run: &mut Run, walker: &mut Walker, errand: Errand) -> (String, Halt) {
    let mut trodden = Vec::new();
    walker.begin(errand, &view(run));
    let halt = loop {
        let here = view(run).own().map(|it| it.pos());
        let command = match walker.next(&view(run)) {
            Next::Stop(halt) => break halt,
            Next::Play(command) => command,
        };
        match run.step(0, &command) {
            Ok(turn) => {
                trodden.extend(here);
                walker.observe(&view(run), &turn);
            }
            Err(_) => walker.refused(),
        }
    };
    let mut drawn = picture(&view(run));
    let last = view(run).own().map(|it| it.pos());
    for at in trodden.into_iter().filter(|&at| Some(at) != last) {
        drawn[at] = '*';
    }
    (drawn.to_string(), halt)
}

/// Walks on a drawn level, and compares the path and the reason for its end.
fn check(errand: Errand, map: &str, expected: &str, why: &str) {
    let mut run = run(map);
    let (drawn, halt) = walk(&mut run, &mut Walker::default(), errand);
    let expected = barrow_grid::Grid::from_picture(expected).to_string();
    assert_eq!((drawn.as_str(), halt.to_string().as_str()), (expected.as_str(), why), "\n{drawn}");
}

#[test]
fn exploring_opens_doors_and_takes_what_lies_there() {
    check(
        Errand::Explore,
        "
        ###########
        #@..#...$.#
        #...+.....#
        ###########
        ",
        "
        ###########
        #***#...@.#
        #...****..#
        ###########
        ",
        "There is nothing left to explore.",
    );
}

#[test]
fn exploring_stops_when_a_foe_comes_into_view_and_does_not_begin_beside_one() {
    let map = "
        ########
        #@.#...#
        #..+..r#
        ########
        ";
    let mut run = run(map);
    let mut walker = Walker::default();
    let (_, halt) = walk(&mut run, &mut walker, Errand::Explore);
    assert_eq!(halt.to_string(), "You see a rat.");
    let turn = run.game().turn();
    let (_, halt) = walk(&mut run, &mut walker, Errand::Explore);
    assert_eq!((halt, run.game().turn()), (Halt::Foe("a rat".into()), turn));
}

#[test]
fn known_dangers_are_gone_around_and_never_entered() {
    let map = "
        #########
        #@.~~..>#
        #.......#
        #########
        ";
    check(
        Errand::Way(Way::Down),
        map,
        "
        #########
        #**~~..@#
        #..****.#
        #########
        ",
        "You have arrived.",
    );
    for danger in ["~", ":", "^"] {
        let map = format!("#########\n#@..{danger}...#\n#########");
        let mut run = run(&map);
        let halt = walk(&mut run, &mut Walker::default(), Errand::Travel(Pos::new(6, 1))).1;
        assert_eq!((halt, run.game().turn()), (Halt::NoWay, 0), "{danger}");
    }
}

#[test]
fn exploring_stops_before_danger_and_says_so() {
    check(
        Errand::Explore,
        "
        #######
        #@..~.$
        #######
        ",
        "
        #######
        #@..~.$
        #######
        ",
        "The way on is dangerous.",
    );
}

#[test]
fn a_locked_door_is_tried_once_and_again_with_the_key() {
    let map = "
        ##########
        #@..=....#
        #...######
        ##########
        ";
    let mut run = run(map);
    let mut walker = Walker::default();
    let halt = walk(&mut run, &mut walker, Errand::Explore).1;
    assert_eq!(halt, Halt::Explored);
    let with_key = map.replace("#@..=", "#@.k=");
    let mut run = begin(&pack(&with_key, "", "", "{}"), 7);
    let (drawn, halt) = walk(&mut run, &mut walker, Errand::Explore);
    assert_eq!(halt, Halt::Explored);
    assert!(!drawn.contains(' '), "all is seen:\n{drawn}");
}

#[test]
fn a_full_bag_leaves_what_it_cannot_hold() {
    for pickup in ["asked", "walking"] {
        let rules = format!(r#", "pickup": "{pickup}""#);
        let pack = pack("#########\n#@kkkkkk#\n#########", &rules, "", "{}");
        let mut run = begin(&pack, 7);
        let halt = walk(&mut run, &mut Walker::default(), Errand::Explore).1;
        assert_eq!((halt, view(&run).bag().count()), (Halt::Explored, 4), "{pickup}");
    }
}

#[test]
fn the_dark_is_explored_step_by_step() {
    let map = "
        #######
        #@..#.#
        ###...#
        #######
        ";
    let pack = pack(map, "", r#", "dark": true, "ambient": 0"#, "{}");
    let mut run = begin(&pack, 7);
    let (drawn, halt) = walk(&mut run, &mut Walker::default(), Errand::Explore);
    assert_eq!(halt, Halt::Explored);
    assert_eq!(drawn.matches(['.', '*', '@']).count(), 7, "\n{drawn}");
}

#[test]
fn with_four_directions_paths_have_no_diagonals() {
    let map = "
        #####
        #@..#
        #..>#
        #####
        ";
    let pack = pack(map, r#", "four_ways": true"#, "", "{}");
    let mut run = begin(&pack, 7);
    walk(&mut run, &mut Walker::default(), Errand::Travel(find(map, '>')));
    assert_eq!(run.game().turn(), 3);
}

#[test]
fn resting_ends_when_healed_or_when_it_does_not_help() {
    let mut run = run("#~@.#");
    for dir in [Dir::West, Dir::East] {
        run.step(0, &Command::Move(dir)).unwrap();
    }
    let hurt = life(&view(&run));
    let halt = walk(&mut run, &mut Walker::default(), Errand::Rest).1;
    assert_eq!(halt, Halt::Rested);
    assert!(life(&view(&run)) > hurt);
    let more = r#"{ "kinds": { "champion": { "extends": "hero", "has": { "mana": { "now": 1, "max": 9 } } } } }"#;
    let mut weary = begin(&pack("#@.#", "", "", more), 7);
    let halt = walk(&mut weary, &mut Walker::default(), Errand::Rest).1;
    assert_eq!((halt, weary.game().turn()), (Halt::NoBetter, u64::from(IDLE_TURNS)));
}

/// Runs east on a drawn level.
fn check_run(map: &str, expected: &str) {
    check(Errand::Run(Dir::East), map, expected, "Done.");
}

#[test]
fn a_run_stops_where_a_corridor_branches_or_ends() {
    check_run("#########\n#@......#\n#########", "#########\n#******@#\n#########");
    let branches = "#########\n#@......#\n####.####\n####.####";
    check_run(branches, "#########\n#***@...#\n####.####\n   #.#");
    let room = "#####....\n#@.......\n#####....";
    check_run(room, "#####....\n#****@...\n#####....");
}

#[test]
fn a_run_stops_at_doors_and_stairs_and_what_lies_there() {
    check_run("#######\n#@..+.#\n#######", "#####\n#**@+\n#####");
    check_run("#######\n#@....#\n###+###", "#######\n#**@..#\n###+###");
    check_run("#######\n#@.>..#\n#######", "#######\n#**@..#\n#######");
    check_run("######\n#@.~.#\n######", "######\n#*@~.#\n######");
}

#[test]
fn travelling_stops_once_for_each_new_thing() {
    let map = "
        #######
        #@....#
        #####.#
        #$....#
        #######
        ";
    let mut run = run(map);
    let mut walker = Walker::default();
    let errand = Errand::Travel(Pos::new(5, 2));
    assert_eq!(walk(&mut run, &mut walker, errand).1, Halt::Arrived);
    let errand = Errand::Travel(Pos::new(2, 3));
    assert_eq!(walk(&mut run, &mut walker, errand.clone()).1.to_string(), "You see a coin.");
    assert_eq!(walk(&mut run, &mut walker, errand).1, Halt::Arrived);
}

#[test]
fn exploring_stops_when_life_is_lost() {
    let more = r#"{ "kinds": { "champion": { "extends": "hero", "on": { "turn": [{ "harm": { "by": 2, "of": "self" } }] } } } }"#;
    let mut run = begin(&pack("#@.......+..#", "", "", more), 7);
    let halt = walk(&mut run, &mut Walker::default(), Errand::Explore).1;
    assert_eq!((halt, run.game().turn()), (Halt::Hurt, 1));
}

#[test]
fn a_run_ends_with_a_blow() {
    let mut hunted = run("###########\n#@.......O#\n###########");
    let halt = walk(&mut hunted, &mut Walker::default(), Errand::Run(Dir::East)).1;
    assert!(matches!(halt, Halt::Attacked | Halt::Done), "{halt:?}");
    assert!(hunted.game().turn() < 6);
}

#[test]
fn the_walker_finds_a_way_that_lies_under_something() {
    let map = "
        #########
        #@.....X#
        #########
        ";
    let pack = pack(map, "", r#", "legend": { "X": ["down", "coin"] }"#, "{}");
    let mut run = begin(&pack, 7);
    let halt = walk(&mut run, &mut Walker::default(), Errand::Way(Way::Down)).1;
    assert_eq!(halt, Halt::Arrived);
}
