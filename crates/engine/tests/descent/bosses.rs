use barrow_engine::Command;

use super::stage::{Play, Stage};

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
        [("skeleton_king", 3, 60), ("slime_monarch", 6, 75), ("jailer", 7, 65)]
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
            let alone = play.count("kings_guard") + play.count("black_guard") == 0;
            if play.hero("health") < before && alone {
                assert!(announced || told, "{boss}: {:?}", play.texts());
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
