use std::sync::Arc;

use barrow_engine::EntityId;
use barrow_pack::Pack;

use super::floors::seeds;
use super::stage::{Stage, begin, pack};

#[test]
fn prices_grow_by_a_tenth_a_floor() {
    let legend = r#""K": ["keeper"]"#;
    for (floor, price) in [(1, 30), (3, 36), (6, 45)] {
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
    assert_eq!(play.hero("gold"), 470);
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

/// Returns the floors of a run with a seed: half of all runs take each way of a fork.
fn way_down(seed: u64) -> [&'static str; 7] {
    let fork = |easy, hard, bit: u64| if seed >> bit & 1 == 0 { easy } else { hard };
    [
        "gaol",
        fork("warrens", "cistern", 0),
        "ossuary",
        fork("hollows", "works", 1),
        fork("vaults", "library", 2),
        "court",
        "keep",
    ]
}

/// Returns the gold that lies on a floor, and the prices in its shops.
fn market(pack: &Arc<Pack>, seed: u64, level: &str, floor: i64) -> (i64, Vec<i64>) {
    let run = begin(pack, seed, level);
    let truth = run.game().truth();
    let number = |id: EntityId, name: &str| {
        let all = truth.attributes(id);
        let found = all.iter().find(|it| pack.attributes.name(it.attribute) == name);
        found.map_or(0, |it| it.value.to_whole())
    };
    let (mut gold, mut prices) = (0, Vec::new());
    for (id, _, thing) in truth.things() {
        match pack.kinds.name(thing.kind) {
            "gold" => gold += number(id, "worth"),
            "keeper" => {
                let stock = thing.actor.iter().flat_map(|it| it.bag.iter());
                prices.extend(stock.map(|&it| (number(it, "value") * (9 + floor) + 5) / 10));
            }
            _ => {}
        }
    }
    (gold, prices)
}

/// The guide's 20 to 40 on a floor, over whole runs, and a little more behind locks.
#[test]
fn a_floor_holds_twenty_to_forty_gold() {
    let pack = pack();
    let mut gold = 0;
    for seed in 0..seeds() {
        let floors = way_down(seed).into_iter().zip(1..);
        gold += floors.map(|(level, floor)| market(&pack, seed, level, floor).0).sum::<i64>();
    }
    let floors = 7 * i64::try_from(seeds()).unwrap();
    assert!((20 * floors..=42 * floors).contains(&gold), "{gold} on {floors} floors");
}

/// A hero who picks up all gold, and buys a thing of middling price in each shop if there is enough
/// gold, buys about once in two floors. `LEVEL_SEEDS=500` is the long run.
#[test]
fn a_shop_is_affordable_about_once_in_two_floors() {
    let pack = pack();
    let (mut bought, mut shops, mut afforded) = (0, 0, 0);
    for seed in 0..seeds() {
        let mut purse = 10;
        for (level, floor) in way_down(seed).into_iter().zip(1..) {
            let (gold, mut prices) = market(&pack, seed, level, floor);
            purse += gold;
            prices.sort_unstable();
            let Some(&price) = prices.get(prices.len() / 2) else { continue };
            shops += 1;
            afforded += u64::from(purse >= prices[0]);
            if purse >= price {
                purse -= price;
                bought += 1;
            }
        }
    }
    let per_run = 10 * bought / seeds();
    assert!((25..=45).contains(&per_run), "{bought} purchases in {} runs, {shops} shops", seeds());
    assert!(afforded * 10 >= shops * 9, "{afforded} of {shops} shops sell something affordable");
}
