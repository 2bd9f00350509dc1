use super::stage::Stage;

/// The eight monsters of the guide's appendix: health, power, defense, aggro range and score.
const APPENDIX: [(&str, [i64; 5]); 8] = [
    ("rat", [8, 3, 0, 5, 10]),
    ("bat", [6, 2, 0, 7, 8]),
    ("goblin", [15, 5, 1, 6, 20]),
    ("skeleton", [20, 7, 2, 8, 30]),
    ("orc", [35, 10, 3, 6, 50]),
    ("wraith", [25, 12, 1, 10, 60]),
    ("golem", [60, 15, 6, 4, 80]),
    ("dragon", [100, 20, 5, 12, 200]),
];

/// Returns `base * (1 + (floor - 1) * percent)`, rounded to the nearest whole number.
fn scaled(base: i64, percent: i64, floor: i64) -> i64 {
    (base * (100 + (floor - 1) * percent) + 50) / 100
}

#[test]
fn the_eight_of_the_appendix_grow_by_the_guides_formulas() {
    for floor in 1..=7_u32 {
        for (kind, [health, power, defense, sight, points]) in APPENDIX {
            let legend = format!(r#""m": ["{kind}"]"#);
            let map = "@....................m";
            let play = Stage { map, legend: &legend, floor, ..Stage::default() }.play("");
            let found =
                ["health", "power", "defense", "sight", "points"].map(|it| play.value(kind, it));
            let floor = i64::from(floor);
            let expected =
                [scaled(health, 25, floor), scaled(power, 15, floor), defense, sight, points];
            assert_eq!(found, expected, "{kind} on floor {floor}");
        }
    }
}

/// Returns what single blows at a post do, over many seeds.
fn blows(hero: &str) -> Vec<i64> {
    let stage = Stage { map: "@p", hero, ..Stage::default() };
    (0..60).map(|seed| 1000 - stage.play_seed(seed, "6").value("post", "health")).collect()
}

#[test]
fn a_blow_does_power_less_defense_give_or_take_two() {
    let found = blows(r#""power": 10, "crit": 0"#);
    assert_eq!((found.iter().min(), found.iter().max()), (Some(&8), Some(&12)));
    let weak = blows(r#""power": 0, "crit": 0"#);
    assert_eq!(weak.iter().min(), Some(&1), "a blow always does something");
}

#[test]
fn a_critical_blow_counts_double() {
    let found = blows(r#""power": 10, "crit": 1"#);
    assert_eq!((found.iter().min(), found.iter().max()), (Some(&16), Some(&24)));
}

#[test]
fn those_who_sleep_take_three_blows_in_one() {
    let legend = r#""z": ["dozer"]"#;
    let hero = r#""power": 10, "crit": 0"#;
    let stage = Stage { map: "@z", legend, hero, ..Stage::default() };
    let taken = 1000 - stage.play("6").value("dozer", "health");
    assert!((24..=36).contains(&taken), "{taken}");
}

#[test]
fn a_goblin_calls_its_friends() {
    let legend = r#""g": ["goblin"]"#;
    let hero = r#""health": 9999, "power": 1, "crit": 0"#;
    let play = Stage { map: "@.g......g..", legend, hero, ..Stage::default() }.play("......");
    assert!(play.tells("shrieks for help") > 0, "{:?}", play.texts());
    let far = play.game.truth().things().filter(|(_, at, _)| at.x > 8).count();
    assert_eq!(far, 0, "the other one is on its way");
}

#[test]
fn an_executioner_strikes_only_the_cells_it_showed() {
    let legend = r#""X": ["executioner"]"#;
    let hero = r#""health": 9999, "power": 1"#;
    let stage = Stage { map: "...\n.X@...", legend, hero, floor: 7, ..Stage::default() };
    let mut stays = stage.play("");
    while stays.tells("lifts the axe") == 0 {
        stays.keys(".");
    }
    let before = stays.hero("health");
    stays.keys("..");
    assert!(stays.hero("health") < before, "{:?}", stays.texts());
    let mut leaves = stage.play("");
    while leaves.tells("lifts the axe") == 0 {
        leaves.keys(".");
    }
    let before = leaves.hero("health");
    leaves.keys("6");
    assert_eq!(leaves.hero("health"), before, "{:?}", leaves.texts());
}
