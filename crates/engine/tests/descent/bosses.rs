use barrow_engine::Command;
use barrow_grid::Rect;

use super::floors::seeds;
use super::stage::{Play, Stage, begin, pack};

const TOUGH: &str = r#""health": 9999, "sight": 20, "crit": 0"#;

fn hall(sign: &str, boss: &str, floor: u32, hero: &'static str, stock: &'static str) -> Play {
    let legend = format!(r#""{sign}": ["{boss}"]"#);
    let row = "...............";
    let map = format!("{row}\n{row}\n@..{sign}...........\n{row}\n{row}");
    Stage { map: &map, legend: &legend, floor, hero, stock, ..Stage::default() }.play("")
}

#[test]
fn bosses_have_the_health_of_the_guides_formula() {
    for (boss, floor, base) in
        [("skeleton_king", 3, 60), ("slime_monarch", 6, 80), ("jailer", 7, 88)]
    {
        let play = hall("B", boss, floor, TOUGH, "");
        assert_eq!(play.value(boss, "health"), base * (10 + i64::from(floor) * 4) / 10, "{boss}");
    }
}

#[test]
fn no_boss_hurts_anyone_before_it_has_shown_how() {
    for (boss, floor) in [("skeleton_king", 3), ("slime_monarch", 6), ("jailer", 7)] {
        let mut play = hall("B", boss, floor, TOUGH, "");
        let mut told = false;
        for _ in 0..12 {
            let before = play.hero("health");
            let announced = play.game.view(0).unwrap().announced().next().is_some();
            told |= announced;
            play.keys(".");
            let alone = play.count("kings_guard") + play.count("turnkey") == 0;
            // Acid and fire that lie there already are seen as well.
            if play.hero("health") < before - 5 && alone {
                assert!(announced, "{boss}: {:?}", play.texts());
            }
        }
        assert!(told, "{boss}: {:?}", play.texts());
    }
}

#[test]
fn the_king_changes_below_half_and_fears_fire() {
    let hero = r#""health": 9999, "power": 60, "crit": 0"#;
    let mut play = hall("B", "skeleton_king", 3, hero, r#""fire_bomb""#);
    let before = play.value("skeleton_king", "health");
    play.throw("fire bomb", 3, 2);
    assert!(before - play.value("skeleton_king", "health") >= 9, "six, and half as much again");
    assert_eq!(play.value("skeleton_king", "speed"), 100);
    for _ in 0..12 {
        if play.count("skeleton_king") == 0 || play.tells("drops his crown") > 0 {
            break;
        }
        let (king, hero) = (play.at("skeleton_king").unwrap(), play.at("tester").unwrap());
        let (across, down) = (king.x - hero.x, king.y - hero.y);
        let key = if across != 0 {
            if across > 0 { "6" } else { "4" }
        } else if down > 0 {
            "2"
        } else {
            "8"
        };
        play.keys(key);
    }
    assert_eq!(play.tells("drops his crown"), 1, "{:?}", play.texts());
    assert_eq!(play.value("skeleton_king", "speed"), 120);
}

#[test]
fn cold_stops_the_monarch_and_fire_splits_it() {
    let stock = r#"{ "kind": "ice_staff", "worn": true }, "fire_bomb""#;
    let mut play = hall("M", "slime_monarch", 6, TOUGH, stock);
    play.cast("ice_blast", 3, 2);
    assert_eq!(play.tells("freezes solid"), 1, "{:?}", play.texts());
    play.throw("fire bomb", 3, 2);
    assert!(play.count("slimelet") >= 2, "{:?}", play.texts());
}

#[test]
fn the_jailers_death_wins_the_run() {
    let hero = r#""health": 9999, "power": 5000, "crit": 0"#;
    let legend = r#""J": ["jailer"]"#;
    let mut play = Stage { map: "@J", legend, floor: 7, hero, ..Stage::default() }.play("6");
    assert!(play.tells("+3500") > 0, "{:?}", play.texts());
    assert!(!play.give(&Command::Wait), "the run is over");
}

/// Strikes a boss that comes near until it says something.
fn strike_until(play: &mut Play, boss: &str, words: &str) {
    for _ in 0..400 {
        if play.tells(words) > 0 {
            return;
        }
        let (Some(at), Some(own)) = (play.at(boss), play.at("tester")) else { break };
        let (across, down) = (at.x - own.x, at.y - own.y);
        let key = match (across.signum(), down.signum()) {
            _ if across.abs() + down.abs() > 1 => ".",
            (1, _) => "6",
            (-1, _) => "4",
            (_, 1) => "2",
            _ => "8",
        };
        play.keys(key);
    }
    panic!("{boss} never says {words}: {:?}", play.texts());
}

const PATIENT: &str = r#""health": 99999, "sight": 20, "crit": 0, "power": 14"#;

#[test]
fn the_king_calls_his_guard_and_wakes_the_bones_he_threw() {
    let mut play = hall("B", "skeleton_king", 3, PATIENT, "");
    strike_until(&mut play, "skeleton_king", "beats on his throne");
    play.keys(".");
    assert_eq!(play.count("kings_guard"), 2, "{:?}", play.texts());
    strike_until(&mut play, "skeleton_king", "drops his crown");
    strike_until(&mut play, "skeleton_king", "The bones crawl");
    assert!(play.count("crawler") > 0);
}

#[test]
fn the_monarch_shakes_the_hall_below_six_tenths_and_boils_below_three() {
    let mut play = hall("M", "slime_monarch", 6, PATIENT, "");
    let full = play.value("slime_monarch", "health");
    strike_until(&mut play, "slime_monarch", "shakes the hall");
    assert!(play.value("slime_monarch", "health") * 10 < full * 6);
    assert_eq!(play.value("slime_monarch", "phase"), 2);
    strike_until(&mut play, "slime_monarch", "It boils");
    assert!(play.value("slime_monarch", "health") * 10 < full * 3);
    strike_until(&mut play, "slime_monarch", "Acid drips");
    assert!(play.cells_of("acid") > 0);
}

#[test]
fn the_tremor_hits_only_those_under_loose_stones() {
    let hurt = |start: &str| {
        let legend = r#""M": ["slime_monarch"], ",": ["loose_stones"]"#;
        let map = ",,,.....\n@.M.....\n........";
        let stage = Stage { map, legend, hero: PATIENT, floor: 6, ..Stage::default() };
        let mut play = stage.play(start);
        strike_until(&mut play, "slime_monarch", "begins to shake");
        play.keys("....");
        play.tells("Stones fall")
    };
    assert_eq!((hurt("8"), hurt("2")), (1, 0));
}

#[test]
fn the_jailer_has_three_phases() {
    let mut play = hall("J", "jailer", 7, PATIENT, "");
    let full = play.value("jailer", "health");
    strike_until(&mut play, "jailer", "smells of rain");
    assert!(play.value("jailer", "health") * 100 < full * 66);
    strike_until(&mut play, "jailer", "Sparks gather");
    strike_until(&mut play, "jailer", "breaks the lantern");
    assert!(play.value("jailer", "health") * 100 < full * 33);
    strike_until(&mut play, "jailer", "throws burning oil");
}

/// Returns what the blows of a boss took that followed an announcement.
fn blows_after(play: &Play, boss: &str, words: &str) -> Vec<i64> {
    let hit = format!("{boss} hits you for ");
    let (mut told, mut blows) = (false, Vec::new());
    for text in play.texts() {
        match text.split_once(&hit) {
            Some((_, amount)) if told => {
                blows.push(amount.trim_end_matches('.').parse().unwrap());
                told = false;
            }
            _ => told |= text.contains(words),
        }
    }
    blows
}

/// The guide's 15, 10 and 25 for the King; for the others `base * (1 + floor * 0.2)`. All give or
/// take two.
#[test]
fn blows_of_bosses_have_the_strength_of_the_guide() {
    for (boss, floor, name, changes, blows) in [
        (
            "skeleton_king",
            3,
            "Skeleton King",
            "drops his crown",
            &[("draws back his sword", 15), ("pulls a bone", 10), ("raises both fists", 25)][..],
        ),
        ("slime_monarch", 6, "Slime Monarch", "", &[("rears up", 20), ("flattens itself", 15)]),
        ("jailer", 7, "Jailer", "", &[("hammer over his head", 29), ("swings a chain", 19)]),
    ] {
        let hero = r#""health": 99999, "sight": 20, "crit": 0, "power": 14, "defense": 0"#;
        let mut play = hall("B", boss, floor, hero, "");
        strike_until(&mut play, boss, changes);
        // Acid and a warlock's eye would add to a blow.
        for _ in 0..120 {
            play.keys(".");
        }
        for (words, strength) in blows {
            let taken = blows_after(&play, name, words);
            let near = |it: &i64| (strength - 2..=strength + 4).contains(it);
            assert!(!taken.is_empty() && taken.iter().all(near), "{boss}, {words}: {taken:?}");
        }
    }
}

/// The guide's rage: twice as fast. Its pools grow by about a cell each turn, and it leaps three.
#[test]
fn the_monarch_moves_as_the_guide_says() {
    let mut play = hall("M", "slime_monarch", 6, PATIENT, "");
    assert_eq!(play.value("slime_monarch", "speed"), 100);
    strike_until(&mut play, "slime_monarch", "It boils");
    assert_eq!(play.value("slime_monarch", "speed"), 200);
    let map = "..............\n@....M........\n..............";
    let legend = r#""M": ["slime_monarch"]"#;
    let stage = Stage { map, legend, floor: 6, hero: PATIENT, ..Stage::default() };
    let mut play = stage.play("");
    while play.tells("flattens itself") == 0 {
        play.keys(".");
    }
    let before = play.at("slime_monarch").unwrap();
    play.keys(".");
    assert_eq!(before.x - play.at("slime_monarch").unwrap().x, 3, "{:?}", play.texts());
}

#[test]
fn royal_acid_grows_by_about_a_cell_a_turn() {
    let row = ".............\n".repeat(6);
    let map = format!("{row}......x......\n{row}@............");
    let legend = r#""x": ["spring"]"#;
    let spring = r#""on": { "arrive": [{ "each": {
        "from": { "level": true, "what": "fixtures" },
        "do": [{ "put": { "field": "royal_acid", "amount": 5, "radius": 1, "at": "it" } }] } }] }"#;
    let legend = legend.replace("spring", "stairs");
    let stage = Stage { map: &map, legend: &legend, level: spring, ..Stage::default() };
    let grown = |seed| {
        let mut play = stage.play_seed(seed, "");
        let before = play.cells_of("royal_acid");
        play.keys(".");
        play.cells_of("royal_acid") - before
    };
    let grown: usize = (0..40).map(grown).sum();
    assert!((30..=60).contains(&grown), "{grown} cells in 40 turns");
}

/// The guide's arenas: 11x11 with four pillars, 13x13 without cover, and a third of the same kind.
/// Caves leave no space for them, so room is made.
#[test]
fn bosses_stand_in_the_halls_of_the_guide() {
    let pack = pack();
    for (level, boss, hall, size, pillars) in [
        ("ossuary", "skeleton_king", "bone_throne", [11, 11], 4),
        ("court", "slime_monarch", "slime_hall", [13, 13], 0),
        ("keep", "jailer", "jailers_hall", [13, 17], 4),
    ] {
        let hall = pack.rooms.find(hall);
        let mut inside = 0;
        for seed in 0..seeds() {
            let run = begin(&pack, seed, level);
            let truth = run.game().truth();
            let find = |kind: &str| {
                let of_kind = truth.things().filter(|it| pack.kinds.name(it.2.kind) == kind);
                of_kind.map(|it| it.1).collect::<Vec<_>>()
            };
            let halls: Vec<Rect> = truth.rooms().filter(|it| it.1 == hall).map(|it| it.0).collect();
            let [hall] = halls[..] else { panic!("{level}, seed {seed}: {halls:?}") };
            let sides = [hall.width.min(hall.height), hall.width.max(hall.height)];
            assert_eq!(sides, size, "{boss}, seed {seed}");
            let covers = find("pillar").into_iter().filter(|&it| hall.contains(it)).count();
            assert_eq!(covers, pillars, "{boss}, seed {seed}");
            inside += u64::from(hall.contains(find(boss)[0]));
        }
        // Where the hall is in sight of the arrival, the boss waits elsewhere.
        assert!(inside * 10 >= seeds() * 9, "{boss}: {inside} of {}", seeds());
    }
}
