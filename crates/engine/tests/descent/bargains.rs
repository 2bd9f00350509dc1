use super::stage::Stage;

#[test]
fn prices_grow_by_a_tenth_a_floor() {
    let legend = r#""K": ["keeper"]"#;
    for (floor, price) in [(1, 25), (3, 30), (6, 38)] {
        let play = Stage { map: "@K", legend, floor, ..Stage::default() }.play("6");
        let options = play.options();
        let words = format!("Healing potion, {price} gold");
        let found = options.iter().any(|it| it.to_lowercase().starts_with(&words.to_lowercase()));
        assert!(found, "{options:?}");
    }
}

#[test]
fn the_keeper_sells_to_those_who_can_pay() {
    let legend = r#""K": ["keeper"]"#;
    let hero = r#""gold": 500"#;
    let mut play = Stage { map: "@K", legend, hero, ..Stage::default() }.play("6");
    play.pick("ealing potion");
    assert_eq!(play.hero("gold"), 475);
    assert!(play.bag()[0].starts_with("healing potion"), "{:?}", play.bag());
    let poor = Stage { map: "@K", legend, hero: r#""gold": 0"#, ..Stage::default() }.play("6");
    let menu = poor.game.view(0).unwrap().menu().unwrap();
    assert!(!menu.options[0].enabled);
}

#[test]
fn a_thief_who_is_seen_meets_another_keeper() {
    let legend = r#""K": ["keeper"]"#;
    let mut angry = 0;
    for seed in 0..30 {
        let stage = Stage { map: "@K.", legend, ..Stage::default() };
        let mut play = stage.play_seed(seed, "6");
        play.pick("Steal").pick("ealing potion");
        let caught = play.count("angry_keeper");
        angry += caught;
        assert_eq!(play.bag().len(), 1 - caught, "{:?}", play.bag());
    }
    assert!((12..=29).contains(&angry), "{angry} of 30");
}

#[test]
fn a_shrine_makes_one_bargain() {
    let legend = r#""&": ["shrine"]"#;
    let mut play = Stage { map: "@&", legend, ..Stage::default() }.play("6");
    let power = play.hero("power");
    play.pick("Blood");
    assert_eq!(play.hero("power"), power + 3);
    play.keys("6");
    let menu = play.game.view(0).unwrap().menu().unwrap();
    assert!(menu.options.iter().filter(|it| it.enabled).count() <= 1, "{:?}", menu.options);
}

#[test]
fn a_captive_that_is_freed_fights_for_you() {
    let legend = r#""g": ["captive"], "r": ["rat"]"#;
    let mut play = Stage { map: "@g..r", legend, ..Stage::default() }.play("6");
    play.pick("Free it");
    assert_eq!((play.count("captive"), play.count("freed_goblin")), (0, 1));
    play.keys("..............");
    assert_eq!(play.count("rat"), 0, "{:?}", play.texts());
}

#[test]
fn a_run_gone_wrong_meets_someone_with_a_lamp() {
    let hurt = r#""health": { "now": 2, "max": 100 }"#;
    let stage = Stage { map: "@.", hero: hurt, floor: 2, ..Stage::default() };
    let mut play = stage.play("");
    assert!(
        play.options().iter().any(|it| it.contains("bind your wounds")),
        "{:?}",
        play.options()
    );
    let before = play.hero("health");
    play.pick("bind your wounds");
    assert_eq!(play.hero("health"), before + 50);
    let hale = Stage { map: "@.", floor: 2, ..Stage::default() }.play("");
    assert!(hale.options().is_empty(), "{:?}", hale.options());
}

/// Over a run, the gold of the floors buys about one thing of a shop every two floors.
#[test]
fn a_shop_is_affordable_about_once_in_two_floors() {
    let pack = super::stage::pack();
    let levels = ["gaol", "warrens", "ossuary", "hollows", "vaults", "court", "keep"];
    let (mut gold, mut price) = (0, 0);
    let worth = |run: &barrow_engine::Run, id, name: &str| {
        let all = run.game().truth().attributes(id);
        let found = all.iter().find(|it| pack.attributes.name(it.attribute) == name);
        found.map_or(0, |it| it.value.to_whole())
    };
    for seed in 0..10 {
        for (level, floor) in levels.iter().zip(1..) {
            let run = super::stage::begin(&pack, seed, level);
            let all: Vec<_> =
                run.game().truth().things().map(|(id, _, it)| (id, it.kind)).collect();
            for (id, kind) in all {
                if pack.kinds.name(kind) == "gold" {
                    gold += worth(&run, id, "worth");
                }
            }
            // What a shop sells costs 35 on the mean: bottles 20 to 25, things 40, 60 or 95.
            price += 35 * (90 + 10 * floor) / 100;
        }
    }
    let things_a_floor = 100 * gold / price;
    assert!((40..=80).contains(&things_a_floor), "{things_a_floor} % of a price a floor");
}
