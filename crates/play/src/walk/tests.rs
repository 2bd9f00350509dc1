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
            Err(refusal) => walker.refused(&refusal),
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
fn a_message_stops_a_walk_but_for_what_a_thing_says_when_it_is_taken() {
    let more = r#"{ "kinds": {
        "chime": { "as": "fixture", "look": { "glyph": "c" }, "on": { "enter": [{ "say": "A chime rings." }] } },
        "harp": { "as": "item", "look": { "glyph": "h" }, "item": {}, "on": { "pickup": [{ "say": "It sings." }] } } } }"#;
    let signs = r#", "legend": { "c": ["chime"], "h": ["harp"] }"#;
    let why = |map: &str| {
        let mut run = begin(&pack(map, "", signs, more), 7);
        walk(&mut run, &mut Walker::default(), Errand::Explore).1
    };
    assert_eq!(why("#@.c...$#"), Halt::Message("A chime rings.".into()));
    assert_eq!(why("#@.h...$#"), Halt::Explored);
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
    assert_eq!((halt, run.game().turn()), (Halt::Watched("a rat".into()), turn));
}

#[test]
fn exploring_goes_on_past_a_sleeper_until_it_wakes() {
    let map = "
        #########
        #@..#...#
        #...+..z#
        #########
        ";
    let more = r#"{ "kinds": {
        "champion": { "extends": "hero", "has": { "health": { "now": 1, "max": 20 } } },
        "sleeper": { "extends": "rat", "look": { "glyph": "z" }, "is": ["asleep"], "on": { "turn": [
            { "if": { "when": "turn = 20", "do": [{ "set": { "attribute": "asleep", "to": false, "of": "self" } }] } }] } } } }"#;
    let mut run = begin(&pack(map, "", r#", "legend": { "z": ["sleeper"] }"#, more), 7);
    let mut walker = Walker::default();
    let (_, halt) = walk(&mut run, &mut walker, Errand::Explore);
    assert_eq!(halt.to_string(), "You see a sleeper.");
    let (_, halt) = walk(&mut run, &mut walker, Errand::Explore);
    assert_eq!(halt.to_string(), "There is nothing left to explore.");
    let (_, halt) = walk(&mut run, &mut walker, Errand::Rest);
    assert_eq!(halt.to_string(), "You see a sleeper.", "it woke in turn 20");
}

#[test]
fn exploring_does_not_fetch_what_was_dropped() {
    let map = "
        #######
        #@....#
        #######
        ";
    let more = r#"{ "kinds": { "champion": { "extends": "hero", "stock": ["key"] } } }"#;
    let mut run = begin(&pack(map, r#", "pickup": "walking""#, "", more), 7);
    let mut walker = Walker::default();
    let turn = run.step(0, &Command::Drop { slot: 0 }).unwrap();
    walker.observe(&view(&run), &turn);
    walk(&mut run, &mut walker, Errand::Travel(Pos { x: 4, y: 1 }));
    let (_, halt) = walk(&mut run, &mut walker, Errand::Explore);
    assert_eq!(halt.to_string(), "There is nothing left to explore.");
    assert_eq!(view(&run).bag().count(), 0);
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
    for (danger, why) in [
        ("~", "The way on is dangerous: lava."),
        (":", "You know of no way there."),
        ("^", "The way on is dangerous: a snare."),
    ] {
        let map = format!("#########\n#@..{danger}...#\n#########");
        let mut run = run(&map);
        let halt = walk(&mut run, &mut Walker::default(), Errand::Travel(Pos::new(6, 1))).1;
        let at = view(&run).own().unwrap().pos();
        let stops = if danger == ":" { Pos::new(1, 1) } else { Pos::new(3, 1) };
        assert_eq!((halt.to_string().as_str(), at), (why, stops), "{danger}");
    }
}

/// A moor: mud is slow, and nobody swims.
const MOOR: &str = r#"{ "ways": { "swim": "Through water." }, "kinds": {
    "mud": { "as": "terrain", "look": { "glyph": "," }, "slow": { "walk": 4 } },
    "lake": { "as": "terrain", "look": { "glyph": "w" }, "lets": ["swim", "fly"] } } }"#;

#[test]
fn travelling_goes_around_mud_if_that_is_quicker_and_never_into_a_lake() {
    let signs = r#", "legend": { ",": ["mud"], "w": ["lake"] }"#;
    let travel = |map: &str| {
        let mut run = begin(&pack(map, "", signs, MOOR), 7);
        let (drawn, halt) = walk(&mut run, &mut Walker::default(), Errand::Travel(Pos::new(6, 1)));
        (drawn, halt, run.game().turn())
    };
    let (drawn, halt, turns) = travel("########\n#@.,,..#\n#......#\n########");
    assert_eq!((drawn.as_str(), turns), ("########\n#**,,.@#\n#..***.#\n########\n", 5));
    assert_eq!(halt, Halt::Arrived);
    let (drawn, _, turns) = travel("########\n#@.,...#\n########");
    assert_eq!((drawn.as_str(), turns), ("########\n#*****@#\n########\n", 8));
    assert_eq!(travel("########\n#@.w...#\n########").1, Halt::NoWay);
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
        #**@~.$
        #######
        ",
        "The way on is dangerous: lava.",
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
    assert_eq!(halt.to_string(), "The vault door is locked.");
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
        assert_eq!(
            (halt, view(&run).bag().count()),
            (Halt::LeftBehind("a key".into()), 4),
            "{pickup}"
        );
    }
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

/// It heals half a point a turn, so there is always something to wait for.
#[test]
fn a_rest_lasts_as_long_as_it_helps() {
    let more = r#"{ "kinds": { "champion": { "extends": "hero", "has": {
        "health": { "now": 1, "max": 90 }, "mana": { "now": 1, "max": 9 } } } } }"#;
    let mut run = begin(&pack("#@.#", "", "", more), 7);
    let halt = walk(&mut run, &mut Walker::default(), Errand::Rest).1;
    assert_eq!((halt, life(&view(&run)).to_whole()), (Halt::NoBetter, 90));
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

#[test]
fn the_walker_finds_a_way_on_which_something_was_dropped() {
    let map = "
        ########
        #@!....#
        ######.#
        #X.....#
        ########
        ";
    let pack = pack(map, "", r#", "legend": { "X": ["down"] }"#, "{}");
    let mut run = begin(&pack, 7);
    let mut walker = Walker::default();
    let start = view(&run).own().unwrap().pos();
    walk(&mut run, &mut walker, Errand::Explore);
    assert_eq!(walk(&mut run, &mut walker, Errand::Way(Way::Down)).1, Halt::Arrived);
    run.step(0, &Command::Drop { slot: 0 }).unwrap();
    walk(&mut run, &mut walker, Errand::Travel(start));
    assert_eq!(walk(&mut run, &mut walker, Errand::Way(Way::Down)).1, Halt::Arrived);
}

#[test]
fn a_full_bag_is_told_and_what_was_left_is_fetched_later() {
    let mut run = run("##########\n#@!!!!..k#\n##########");
    let mut walker = Walker::default();
    let (_, halt) = walk(&mut run, &mut walker, Errand::Explore);
    assert_eq!(
        halt.to_string(),
        "There is nothing left to explore, but you could not carry a key."
    );
    run.step(0, &Command::Use { slot: 0 }).unwrap();
    walk(&mut run, &mut walker, Errand::Explore);
    assert!(view(&run).bag().any(|it| it.item.name() == "key"), "there was room again");
}

#[test]
fn a_way_that_is_sealed_is_tried_once() {
    let seal = r#"{ "kinds": { "seal": { "extends": "down", "name": "seal", "is": ["solid"] } } }"#;
    let legend = r#", "legend": { "X": ["seal"] }"#;
    let pack = pack("########\n#@....X#\n########", "", legend, seal);
    let mut run = begin(&pack, 7);
    let (_, halt) = walk(&mut run, &mut Walker::default(), Errand::Way(Way::Down));
    assert_eq!(halt.to_string(), "The seal is in the way.");
    assert_eq!(run.game().turn(), 4);
}

#[test]
fn whoever_blocks_the_only_way_is_named() {
    let mut run = run("########\n#@.r..>#\n########");
    let (_, halt) = walk(&mut run, &mut Walker::default(), Errand::Way(Way::Down));
    assert_eq!(halt.to_string(), "The way is blocked by a rat.");
}

/// A vent that lets gas out, water that empties bags, and a mask against gas.
const HAZARDS: &str = r#"{
    "attributes": { "masked": { "number": "No gas gets in." } },
    "fields": { "gas": { "look": { "glyph": "%" }, "harmful": true, "on": { "turn": [
        { "if": { "when": "not target.masked", "do": [{ "harm": { "by": 3 } }] } }] } } },
    "kinds": {
        "champion": { "extends": "hero", "has": { "masked": 0 }, "stock": [{ "kind": "mask" }, { "kind": "key" }] },
        "mask": { "as": "item", "look": { "glyph": "m" }, "item": { "slot": "body" },
            "wear": [{ "attribute": "masked", "by": 1 }] },
        "vent": { "as": "fixture", "look": { "glyph": "v" }, "on": { "enter": [{ "put": { "field": "gas" } }] } },
        "leak": { "as": "fixture", "look": { "glyph": "l" }, "on": { "enter": [
            { "put": { "field": "gas", "radius": 2 } }, { "remove": { "of": "self" } }] } },
        "deep": { "as": "terrain", "look": { "glyph": "w" }, "on": { "turn": [{ "area": { "radius": 0, "do": [
            { "chance": { "of": 0.3, "do": [{ "spill": { "of": "target" } }] } }] } }] } } } }"#;

#[test]
fn walking_avoids_what_the_view_foretells_for_this_hero_now() {
    let legend = r#", "legend": { "v": ["vent"], "l": ["leak"], "w": ["deep"] }"#;
    for (hazard, masked, expected) in [
        ('v', false, "The way on is dangerous: a vent."),
        ('v', true, "You have arrived."),
        ('l', false, "The way on is dangerous: a leak."),
        ('w', true, "The way on is dangerous: deep."),
    ] {
        let map = format!("########\n#@.{hazard}..>#\n########");
        let mut run = begin(&pack(&map, "", legend, HAZARDS), 7);
        let mut walker = Walker::default();
        walk(&mut run, &mut walker, Errand::Way(Way::Down));
        if masked {
            run.step(0, &Command::Equip { slot: 0 }).unwrap();
        }
        let (_, halt) = walk(&mut run, &mut walker, Errand::Way(Way::Down));
        assert_eq!(halt.to_string(), expected, "{hazard}, masked: {masked}");
    }
}

#[test]
fn of_two_fields_the_harmful_one_is_named() {
    let more = r#"{
        "fields": { "fern": { "look": { "glyph": "f" } }, "gas": { "look": { "glyph": "%" }, "on": { "turn": [{ "harm": { "by": 3 } }] } } },
        "kinds": { "cloud": { "as": "fixture", "look": { "glyph": "c" }, "on": { "spawn": [
            { "put": { "field": "fern" } }, { "put": { "field": "gas" } } ] } } } }"#;
    let legend = r#", "legend": { "c": ["cloud"] }"#;
    let mut run = begin(&pack("########\n#@c...>#\n########", "", legend, more), 7);
    let mut walker = Walker::default();
    let (_, halt) = walk(&mut run, &mut walker, Errand::Way(Way::Down));
    assert_eq!(halt.to_string(), "The way on is dangerous: gas.");
    let question = walker.question(&view(&run), Dir::East);
    assert_eq!(question.as_deref(), Some("Really go east? There is gas."));
}

/// The ground below a fire that is remembered is not what is dangerous.
#[test]
fn harmless_ground_is_not_named_as_a_danger() {
    let run = begin(&pack("#####\n#@..#\n#####", "", "", "{}"), 7);
    assert_eq!(words::hazard(&view(&run), Pos::new(2, 1)), "what you saw there");
}

#[test]
fn a_step_that_the_game_does_not_have_is_not_asked_about() {
    let asked = |rules: &str| {
        let run = begin(&pack("####\n#@.#\n#.^#\n####", rules, "", "{}"), 7);
        Walker::default().question(&view(&run), Dir::SouthEast).is_some()
    };
    assert!(asked(""));
    assert!(!asked(r#", "four_ways": true"#));
}

#[test]
fn exploring_does_not_feel_its_way_in_the_dark() {
    let dark = r#", "dark": true"#;
    let lamp = r#"{ "kinds": {
        "champion": { "extends": "hero", "stock": [{ "kind": "lamp" }] },
        "lamp": { "as": "item", "look": { "glyph": "(" }, "item": { "switch": {} }, "light": { "radius": 3 } } } }"#;
    let mut run = begin(&pack("#######\n#@....#\n#.....#\n#######", "", dark, lamp), 7);
    let mut walker = Walker::default();
    let (_, halt) = walk(&mut run, &mut walker, Errand::Explore);
    assert_eq!((halt, run.game().turn()), (Halt::Dark, 0));
    run.step(0, &Command::Use { slot: 0 }).unwrap();
    let (_, halt) = walk(&mut run, &mut walker, Errand::Explore);
    assert_eq!(halt, Halt::Explored);
    assert!(run.game().turn() > 2, "with light it goes on");
}

#[test]
fn a_loud_noise_stops_a_walk_and_a_faint_one_does_not() {
    let halt = |range: u32| {
        let more = format!(
            r#"{{ "kinds": {{ "bell": {{ "as": "fixture", "look": {{ "glyph": "b" }}, "on": {{ "turn": [
                {{ "noise": {{ "text": "A bell", "range": {range} }} }}] }} }} }} }}"#
        );
        let pack = pack("#b.@...$#", "", r#", "legend": { "b": ["bell"] }"#, &more);
        walk(&mut begin(&pack, 7), &mut Walker::default(), Errand::Explore).1
    };
    assert_eq!(halt(20), Halt::Noise("A bell".into()));
    assert_eq!(halt(3), Halt::Explored);
}

/// A refusal without a known reason is not taken for a wall: someone unseen may have left since.
#[test]
fn a_cell_that_someone_unseen_refused_is_explored_later() {
    let more = r#"{ "kinds": { "stalker": { "as": "actor", "is": ["solid", "hidden"], "look": { "glyph": "s" },
        "on": { "turn": [{ "if": { "when": "turn = 8", "do": [{ "die": {} }] } }] } } } }"#;
    let map = "########\n#@.s####\n###....$\n########";
    let mut run = begin(&pack(map, "", r#", "legend": { "s": ["stalker"] }"#, more), 7);
    let mut walker = Walker::default();
    let (_, halt) = walk(&mut run, &mut walker, Errand::Explore);
    assert_eq!(halt.to_string(), "Something is in the way.");
    while run.game().turn() < 8 {
        run.step(0, &Command::Wait).unwrap();
    }
    let (drawn, halt) = walk(&mut run, &mut walker, Errand::Explore);
    assert_eq!(halt, Halt::Explored, "{drawn}");
    assert!(drawn.contains("###....@"), "{drawn}");
}

#[test]
fn what_comes_next_depends_on_the_view_alone() {
    let map = "
        ############
        #@..r#..k..#
        #.##.+.$...#
        #.^..#~~...#
        ##########>#
        ############
        ";
    let mut run = run(map);
    let mut worn = Walker::default();
    let errands = [Errand::Explore, Errand::Way(Way::Down), Errand::Rest, Errand::Explore];
    for errand in errands.iter().cycle().take(20) {
        let mut fresh = Walker::default();
        fresh.begin(errand.clone(), &view(&run));
        worn.begin(errand.clone(), &view(&run));
        assert_eq!(fresh.next(&view(&run)), worn.next(&view(&run)), "{errand:?}");
        walk(&mut run, &mut worn, errand.clone());
        let _ = run.step(0, &Command::Wait);
    }
}

#[test]
fn exploring_that_is_interrupted_at_every_step_ends_too() {
    let map = "
        ############
        #@...=.....#
        #....#######
        #..........#
        ########+###
        #..........#
        ############
        ";
    let mut run = run(map);
    let mut walker = Walker::default();
    for _ in 0..100 {
        walker.begin(Errand::Explore, &view(&run));
        let turn = loop {
            match walker.next(&view(&run)) {
                Next::Stop(halt) => {
                    assert_eq!(halt, Halt::Explored);
                    assert!(picture(&view(&run)).to_string().contains("#..........#"));
                    return;
                }
                Next::Play(command) => match run.step(0, &command) {
                    Ok(turn) => break turn,
                    Err(refusal) => walker.refused(&refusal),
                },
            }
        };
        walker.observe(&view(&run), &turn);
    }
    panic!("it goes to and fro:\n{}", picture(&view(&run)));
}

/// The idol is nobody's foe, so the walk does not stop for it, but for what it announces.
#[test]
fn an_announced_blow_stops_a_walk() {
    let more = r#"{ "kinds": { "idol": { "as": "actor", "is": ["solid"], "look": { "glyph": "I" },
            "mind": "idol", "has": { "speed": 100, "sight": 12 } } },
        "minds": { "idol": [{ "cast": { "ability": "quake", "when": "turn > 1" } }] },
        "abilities": { "quake": { "aim": "self", "tell": 3, "do": [{ "harm": 1 }] } } }"#;
    let legend = r#", "legend": { "I": ["idol"] }"#;
    let mut run = begin(&pack("############\n#@........I#\n############", "", legend, more), 7);
    let (_, halt) = walk(&mut run, &mut Walker::default(), Errand::Run(barrow_grid::Dir::East));
    assert_eq!(halt.to_string(), "Something is about to happen.");
}

#[test]
fn a_run_may_begin_on_stairs() {
    let mut run = run("#######\n#@>...#\n#######");
    let east = barrow_grid::Dir::East;
    run.step(0, &barrow_engine::Command::Move(east)).unwrap();
    walk(&mut run, &mut Walker::default(), Errand::Run(east));
    let end = find("#######\n#.>..@#\n#######", '@');
    assert_eq!(view(&run).own().map(|it| it.pos()), Some(end));
}
