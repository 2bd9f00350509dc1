use super::stage::Stage;

/// Returns a part of the score after some keys.
fn part(stage: &Stage<'_>, keys: &str, label: &str) -> i64 {
    let play = stage.play(keys);
    let parts = play.game.score(0).parts;
    parts.iter().find(|it| it.0 == label).map_or(0, |it| it.1.to_whole())
}

#[test]
fn a_monster_is_worth_what_the_guide_says() {
    let hero = r#""power": 500"#;
    for (kind, points) in [("rat", 10), ("goblin", 20), ("orc", 50)] {
        let legend = format!(r#""m": ["{kind}"]"#);
        let stage = Stage { map: "@m", legend: &legend, hero, ..Stage::default() };
        assert_eq!(part(&stage, "6666", "Monsters"), points, "{kind}");
    }
}

#[test]
fn a_boss_is_worth_five_hundred_times_its_floor() {
    let hero = r#""power": 5000, "health": 9999"#;
    for (boss, floor) in [("skeleton_king", 3), ("slime_monarch", 6), ("jailer", 7)] {
        let legend = format!(r#""B": ["{boss}"]"#);
        let stage = Stage { map: "@B", legend: &legend, hero, floor, ..Stage::default() };
        assert_eq!(part(&stage, "6666", "Bosses"), 500 * i64::from(floor), "{boss}");
    }
}

#[test]
fn what_a_monster_calls_is_worth_nothing() {
    let hero = r#""power": 500, "health": 9999"#;
    let legend = r#""R": ["matron"]"#;
    let stage = Stage { map: "@.R", legend, hero, ..Stage::default() };
    let mut play = stage.play("");
    while play.tells("squeals") == 0 {
        play.keys(".");
    }
    play.keys(".");
    let before = play.game.score(0).total;
    assert!(play.count("rat") > 0, "{:?}", play.texts());
    for _ in 0..20 {
        let near = play.at("rat").filter(|it| it.x == 1);
        play.keys(if near.is_some() { "6" } else { "." });
    }
    assert!(play.tells("rat for") > 0, "{:?}", play.texts());
    assert_eq!(play.game.score(0).total, before);
}

#[test]
fn things_gold_and_traps_passed_by_count() {
    let legend = r#""$": ["gold"], "h": ["hand_axe"], "^": ["spike_trap"]"#;
    let stage = Stage { map: "@h$.\n..^.", legend, ..Stage::default() };
    assert_eq!(part(&stage, "6", "Items"), 5);
    let gold = part(&stage, "66", "Gold");
    assert!((4..=9).contains(&gold), "{gold}");
    assert_eq!(part(&stage, "666", "Traps avoided"), 3);
    assert_eq!(part(&stage, "662", "Traps avoided"), 0, "who steps on it has not avoided it");
}

#[test]
fn a_floor_without_living_foes_counts_once() {
    let hero = r#""power": 500"#;
    let legend = r#""r": ["rat"]"#;
    let stage = Stage { map: "@.r", legend, hero, ..Stage::default() };
    assert_eq!(part(&stage, "", "Full clears"), 0);
    assert_eq!(part(&stage, "..666666........", "Full clears"), 200);
}

#[test]
fn a_floor_is_worth_a_hundred_times_its_number() {
    for (floor, points) in [(2, 100), (5, 400), (7, 600)] {
        let stage = Stage { floor, ..Stage::default() };
        assert_eq!(part(&stage, "", "Floors"), points, "the floors above {floor}");
    }
}
