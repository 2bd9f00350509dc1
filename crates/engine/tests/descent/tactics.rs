//! How monsters fight, and how to fight them with what lies around.

use barrow_engine::Command;
use barrow_grid::Pos;

use super::stage::{Play, Stage};

const TOUGH: &str = r#""health": 9999, "power": 1, "crit": 0, "dodge": 0"#;
const FIELD: &str = "
    ...............
    ...............
    @...m..........
    ...............
    ...............";

/// Plays a stage with the first seed for which no actor of a kind sleeps.
fn awake(stage: &Stage<'_>, kind: &str) -> Play {
    let mut plays = (0..60).map(|seed| stage.play_seed(seed, ""));
    plays.find(|play| play.value(kind, "asleep") == 0).unwrap()
}

fn steps_between(play: &Play, kind: &str) -> i32 {
    let (one, other) = (play.at(kind).unwrap(), play.at("tester").unwrap());
    (one.x - other.x).abs() + (one.y - other.y).abs()
}

#[test]
fn a_slinger_keeps_three_to_five_steps_away() {
    let legend = r#""m": ["slinger"]"#;
    let stage = Stage { map: FIELD, legend, hero: TOUGH, ..Stage::default() };
    let mut play = awake(&stage, "slinger");
    play.keys("......");
    assert!(play.hero("health") < 9999, "{:?}", play.texts());
    assert!((3..=6).contains(&steps_between(&play, "slinger")));
}

/// Returns the key of a step from one cell towards another, around a pillar.
fn towards(here: Pos, to: Pos, pillar: Pos) -> &'static str {
    let (x, y) = (to.x - here.x, to.y - here.y);
    let beside = |east: i32, south: i32| Pos { x: here.x + east, y: here.y + south } == pillar;
    let across = (if x < 0 { "4" } else { "6" }, beside(if x < 0 { -1 } else { 1 }, 0));
    let along = (if y < 0 { "8" } else { "2" }, beside(0, if y < 0 { -1 } else { 1 }));
    let (first, second) = if x.abs() > y.abs() { (across, along) } else { (along, across) };
    if first.1 { second.0 } else { first.0 }
}

/// Who keeps away on every turn, as fast as the hero, is chased around a pillar without an end.
#[test]
fn who_calls_others_can_be_caught_on_foot() {
    let room = "
        #############
        #.......#ooo#
        #.......#ooo#
        #...#...#####
        #.......#####
        #@.....m#####
        #############";
    let hero = r#""health": 9999, "power": 99, "dodge": 0"#;
    // Those who are there already are not called.
    for (kind, called) in [("matron", "rat"), ("bonecaller", "crawler")] {
        let legend = format!(r#""m": ["{kind}"], "o": ["{called}"]"#);
        let stage = Stage { map: room, legend: &legend, hero, ..Stage::default() };
        let plays = (0..40).map(|seed| stage.play_seed(seed, ""));
        let awake = plays.filter(|play| play.value(kind, "asleep") == 0);
        for mut play in awake.take(6) {
            let caught = (0..60).any(|_| {
                let (Some(from), Some(to)) = (play.at("tester"), play.at(kind)) else {
                    return true;
                };
                play.keys(towards(from, to, Pos { x: 4, y: 3 }));
                false
            });
            assert!(caught, "{kind}: {:?}", play.texts());
        }
    }
}

#[test]
fn a_ghoul_waits_until_someone_passes() {
    let legend = r#""m": ["ghoul"]"#;
    let stage = Stage { map: "@......m", legend, hero: TOUGH, ..Stage::default() };
    let mut play = stage.play("......");
    assert_eq!(play.at("ghoul"), Some(Pos { x: 7, y: 0 }), "it has seen you, and lies still");
    play.keys("66666..");
    assert!(play.tells("The ghoul hits you") > 0, "{:?}", play.texts());
}

#[test]
fn a_goblin_runs_below_a_quarter_of_its_health() {
    let legend = r#""m": ["goblin"]"#;
    let hero = r#""health": 9999, "power": 11, "crit": 0"#;
    let stage = Stage { map: "@m.........", legend, hero, ..Stage::default() };
    let hurt = |seed| {
        let play = stage.play_seed(seed, "6");
        let left = if play.count("goblin") == 0 { 0 } else { play.value("goblin", "health") };
        (1..4).contains(&left).then_some(play)
    };
    let mut play = (0..80).find_map(hurt).unwrap();
    play.keys("...");
    assert!(steps_between(&play, "goblin") > 1, "{:?}", play.texts());
}

#[test]
fn wolves_come_from_several_sides() {
    let legend = r#""m": ["wolf"]"#;
    let map = "
        .........
        .........
        ....@....
        .........
        m...m...m
        .........";
    let stage = Stage { map, legend, hero: TOUGH, ..Stage::default() };
    let mut play = stage.play("");
    // A blow or a shout wakes the rest of a pack.
    play.keys("..............");
    let here = play.at("tester").unwrap();
    let beside = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    let truth = play.game.truth();
    let wolves = truth.things().filter(|(_, at, it)| {
        let near = beside.iter().any(|(x, y)| (at.x, at.y) == (here.x + x, here.y + y));
        near && truth.pack().kinds.name(it.kind) == "wolf"
    });
    assert!(wolves.count() >= 2, "{:?}", play.texts());
}

#[test]
fn a_rat_matron_calls_and_tells_it_before() {
    let legend = r#""m": ["matron"]"#;
    let stage = Stage { map: FIELD, legend, hero: TOUGH, ..Stage::default() };
    let mut play = awake(&stage, "matron");
    while play.tells("squeals") == 0 {
        play.keys(".");
        assert_eq!(play.count("rat"), 0, "first it squeals");
    }
    play.keys("..");
    assert_eq!(play.count("rat"), 2);
}

#[test]
fn an_oil_slug_uses_the_floor() {
    let legend = r#""m": ["oil_slug"]"#;
    let stage = Stage { map: FIELD, legend, hero: TOUGH, ..Stage::default() };
    let mut play = awake(&stage, "oil_slug");
    play.keys("......");
    assert!(play.cells_of("oil") > 0);
}

#[test]
fn a_black_guard_goes_back_to_its_post_when_it_has_lost_you() {
    let legend = r#""m": ["black_guard"], "X": ["stone_wall"]"#;
    let hero = r#""health": 9999, "speed": 400, "noise": 0, "sight": 8"#;
    let wall = "X".repeat(29);
    let map = format!("......m...@...................\n{}", format!("{wall}.\n").repeat(12));
    let stage = Stage { map: &map, legend, hero, floor: 7, ..Stage::default() };
    let mut play = awake(&stage, "black_guard");
    let post = play.at("black_guard").unwrap();
    while play.at("black_guard") == Some(post) {
        play.keys(".");
    }
    play.keys(&"6".repeat(19)).keys(&"2".repeat(10));
    assert_ne!(play.at("black_guard"), Some(post), "it follows");
    play.keys(&".".repeat(400));
    assert_eq!(play.at("black_guard"), Some(post), "{:?}", play.at("tester"));
}

#[test]
fn an_imp_tears_something_out_of_the_bag_but_no_relic() {
    let legend = r#""m": ["imp"]"#;
    let stock = r#""healing_potion", "stone_heart""#;
    let stage = Stage { map: "@m", legend, hero: TOUGH, stock, ..Stage::default() };
    let mut play = awake(&stage, "imp");
    for _ in 0..200 {
        play.keys(".");
        if play.tells("torn out of your bag") > 0 {
            break;
        }
    }
    assert_eq!(play.bag(), ["stone heart"], "{:?}", play.texts());
}

#[test]
fn what_is_thrown_into_a_chasm_does_not_come_back() {
    let legend = r#"":": ["chasm"]"#;
    let mut play = Stage { map: "@p:.", legend, ..Stage::default() }.play("");
    play.cast("shield_bash", 1, 0);
    assert_eq!(play.count("post"), 0, "{:?}", play.texts());
}

#[test]
fn a_houndmaster_begins_with_a_hound() {
    let play = Stage { map: "@...", class: "houndmaster", ..Stage::default() }.play("");
    assert_eq!(play.count("hound"), 1);
    let play = Stage { map: "@...", ..Stage::default() }.play("");
    assert_eq!(play.count("hound"), 0);
}

#[test]
fn those_who_follow_a_hero_step_where_he_would() {
    let legend = r#""h": ["hound"], "^": ["spike_trap"]"#;
    let map = "@...h\n^^^^^\n^^^^^";
    let mut play = Stage { map, legend, hero: TOUGH, ..Stage::default() }.play("");
    play.keys("............................");
    assert_eq!((play.count("spike_trap"), play.tells("Spikes")), (10, 0), "{:?}", play.texts());
}

#[test]
fn nobody_slams_himself() {
    let mut play = Stage { map: "@p", ..Stage::default() }.play("");
    let own = Some(Pos { x: 0, y: 0 });
    assert!(!play.give(&Command::Cast { ability: "shield_bash".into(), at: own }));
}

#[test]
fn a_bell_wakes_those_who_sleep_far_away() {
    let legend = r#""m": ["goblin"], "_": ["alarm_trap"]"#;
    let woken = |map: &str| {
        let asleep = |play: &Play| play.value("goblin", "asleep") == 1;
        let stage = Stage { map, legend, hero: TOUGH, ..Stage::default() };
        let plays = (0..40).map(|seed| stage.play_seed(seed, "")).filter(asleep);
        plays.map(|mut play| asleep(play.keys("6"))).filter(|asleep| !asleep).count()
    };
    assert_eq!(woken("@...............m"), 0, "steps are not heard so far away");
    assert!(woken("@_..............m") > 0);
}
