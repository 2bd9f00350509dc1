//! What the tables give, counted over many run ids and compared with what they promise.

use std::collections::BTreeMap;
use std::sync::Arc;

use barrow_pack::{Layer, Pack};

use super::floors::seeds;
use super::stage::{Stage, arrive, contents, dreading, pack, things};

/// Checks that a count is within four standard deviations of its share, in ten-thousandths.
#[track_caller]
fn near(what: &str, found: usize, of: usize, share: usize) {
    let (found, of, share) = (found.cast_signed(), of.cast_signed(), share.cast_signed());
    let off = found * 10_000 - of * share;
    let variance = of * share * (10_000 - share);
    assert!(off * off <= 16 * variance, "{what}: {found} of {of}, not {share} of 10,000");
}

fn is_elite(pack: &Pack, kind: &str) -> bool {
    let elite = pack.attributes.find("elite").unwrap();
    pack.kinds.get(pack.kinds.find(kind).unwrap()).flags.contains(&elite)
}

fn companies(pack: &Arc<Pack>, floor: usize) -> Vec<Vec<String>> {
    let of = |seed| contents(&arrive(pack, seed, floor), "combat", Layer::Actor);
    (0..seeds().min(400)).flat_map(of).collect()
}

/// `5 % + 0.2 x Dread` of all foes are elites, on every floor.
#[test]
fn elites_are_as_frequent_as_the_source_says_on_every_floor() {
    for (omen, share) in [(0, 500), (50, 1_500), (75, 2_000)] {
        let pack = dreading(omen);
        for floor in 1..=5 {
            let foes: Vec<String> = companies(&pack, floor).into_iter().flatten().collect();
            let elites = foes.iter().filter(|it| is_elite(&pack, it)).count();
            near(&format!("elites of floor {floor} at {omen}"), elites, foes.len(), share);
        }
    }
}

const VARIANTS: [&str; 4] = ["starveling", "mourner", "candle_bearer", "ash_fed"];

#[test]
fn new_variants_appear_above_half_dread_and_twisted_rooms_above_three_quarters() {
    let count = |omen: u32, floor: usize, name: &dyn Fn(&str) -> bool| {
        let pack = dreading(omen);
        let of = |seed| {
            let game = arrive(&pack, seed, floor);
            let all = [Layer::Actor, Layer::Fixture].map(|layer| things(&game, layer)).concat();
            all.iter().filter(|it| name(&it.0)).count()
        };
        (0..60).map(of).sum::<usize>()
    };
    for floor in 2..=5 {
        assert_eq!(count(50, floor, &|it| VARIANTS.contains(&it)), 0, "floor {floor}");
        assert!(count(51, floor, &|it| VARIANTS.contains(&it)) > 0, "floor {floor}");
        assert_eq!(count(75, floor, &|it| it == "wrong_angle"), 0, "floor {floor}");
        // Six in ten fights are twisted, and four in ten of the other rooms.
        assert!(count(76, floor, &|it| it == "wrong_angle") > 60, "floor {floor}");
    }
    for kind in ["forbidden_text", "mimic_chest", "candle_bearer", "hollow_stalker"] {
        assert!(count(100, 4, &|it| it == kind) > 0, "{kind}");
    }
}

/// The events of each floor; a danger has its weight times `1 + 0.02 x Dread`.
const EVENTS: [(&[&str], &[&str]); 5] = [
    (&["safe_alcove", "chest"], &["hooded_figure"]),
    (&["safe_alcove", "dungeon_merchant"], &["hooded_figure", "forbidden_text"]),
    (&["purification_shrine"], &["hooded_figure", "wounded_adventurer", "blood_altar"]),
    (
        &["dungeon_merchant"],
        &["wounded_adventurer", "blood_altar", "forbidden_text", "corrupted_rest"],
    ),
    (&["purification_shrine"], &["blood_altar", "corrupted_rest", "echo_of_the_past"]),
];

#[test]
fn events_come_from_the_pool_of_their_floor_and_dangers_with_dread() {
    for (omen, weight) in [(0, 10), (75, 25)] {
        let pack = dreading(omen);
        for (floor, (calm, dangers)) in (1..).zip(EVENTS) {
            let mut drawn: BTreeMap<String, usize> = BTreeMap::new();
            let runs = usize::try_from(seeds()).unwrap();
            for seed in 0..seeds() {
                let inside = contents(&arrive(&pack, seed, floor), "event", Layer::Fixture);
                let known =
                    |it: &&String| calm.contains(&it.as_str()) || dangers.contains(&it.as_str());
                let [event] = inside[0].iter().filter(known).collect::<Vec<_>>()[..] else {
                    panic!("seed {seed}, floor {floor}: {inside:?}")
                };
                *drawn.entry(event.clone()).or_default() += 1;
            }
            let sum = calm.len() * 10 + dangers.len() * weight;
            for (pool, weight) in [(calm, 10), (dangers, weight)] {
                for kind in pool {
                    let found = drawn.get(*kind).copied().unwrap_or(0);
                    near(
                        &format!("{kind} on floor {floor} at {omen}"),
                        found,
                        runs,
                        weight * 10_000 / sum,
                    );
                    assert!(omen > 0 || found * 10 <= runs * 4, "{kind} on floor {floor}: {found}");
                }
            }
        }
    }
}

/// At least five companies on each floor, and none in more than 40 % of its fights.
#[test]
fn every_floor_has_many_companies_and_none_is_usual() {
    let pack = pack();
    for floor in 1..=5 {
        let all = companies(&pack, floor);
        let mut drawn: BTreeMap<&[String], usize> = BTreeMap::new();
        for company in &all {
            assert!((1..=3).contains(&company.len()), "floor {floor}: {company:?}");
            *drawn.entry(company).or_default() += 1;
        }
        let usual = |company: &[String]| !company.iter().any(|it| is_elite(&pack, it));
        assert!(drawn.keys().filter(|it| usual(it)).count() >= 5, "floor {floor}: {drawn:?}");
        assert!(drawn.values().all(|it| it * 10 <= all.len() * 4), "floor {floor}: {drawn:?}");
    }
}

/// Templates x layouts x companies: at least the 60 combinations of the source on each floor.
#[test]
fn the_arithmetic_of_variety_holds() {
    let pack = pack();
    let templates = pack.rooms.get(pack.rooms.find("combat").unwrap()).templates.len();
    let layouts = [2, 2, 2, 2, 5];
    for (floor, layouts) in (1..).zip(layouts) {
        let mut companies = companies(&pack, floor);
        companies.sort();
        companies.dedup();
        let combinations = templates * layouts * companies.len();
        assert!(combinations >= 60, "floor {floor}: {combinations}");
    }
}

const FIELD: &str = "................\n................\n................\n................\n\
    ................\n................\n................\n................\n................\n\
    ................\n................\n@...............";

/// Returns how often each kind of item lies there after many draws from a table.
fn drawn(table: &str, floor: u32, omen: u32) -> BTreeMap<String, usize> {
    let (places, hero) =
        (format!(r#"{{ "table": "{table}", "count": 150 }}"#), format!(r#""omen": {omen}"#));
    let stage = Stage { map: FIELD, places: &places, hero: &hero, floor, ..Stage::default() };
    let mut drawn = BTreeMap::new();
    for seed in 0..8 {
        for (kind, _) in things(&stage.play_seed(seed, "").game, Layer::Item) {
            *drawn.entry(kind).or_default() += 1;
        }
    }
    drawn
}

/// The weapons, by their rarity.
const WEAPONS: [&[&str]; 5] = [
    &["bone_club"],
    &["iron_longsword", "venomfang_dagger"],
    &["soulreaver_axe"],
    &["bloodletter"],
    &["soulreavers_edge"],
];

#[test]
fn rarities_depend_on_the_floor_and_rise_by_a_tier_with_dread() {
    let rows = [
        [7_000, 2_200, 700, 100, 0],
        [6_500, 2_500, 800, 150, 50],
        [5_500, 2_800, 1_300, 300, 100],
        [4_500, 3_000, 1_800, 550, 150],
        [3_500, 3_000, 2_200, 1_000, 300],
    ];
    for (floor, row) in (1..).zip(rows) {
        for omen in [0, 100] {
            let drawn = drawn("weapons", floor, omen);
            let all: usize = drawn.values().sum();
            for (tier, kinds) in WEAPONS.iter().enumerate() {
                let found = kinds.iter().filter_map(|it| drawn.get(*it)).sum();
                // At 100 Dread every second thing is one tier better; nothing is better than the best.
                let risen = if tier > 0 { row[tier - 1] / 2 } else { 0 };
                let stays = if tier == 4 { row[4] } else { row[tier] / 2 };
                let share = if omen > 0 { stays + risen } else { row[tier] };
                near(&format!("tier {tier} on floor {floor} at {omen}"), found, all, share);
            }
        }
    }
}

/// Every thing of a table is drawn, and none in more than 40 % of its draws.
#[test]
fn no_loot_is_never_seen_or_always() {
    let tables: [(&str, usize); 6] = [
        ("supplies", 8),
        ("common_loot", 13),
        ("uncommon_loot", 5),
        ("rare_loot", 9),
        ("offerings", 4),
        ("rotating_stock", 8),
    ];
    for (table, kinds) in tables {
        let drawn = drawn(table, 5, 0);
        let all: usize = drawn.values().sum();
        assert_eq!(drawn.len(), kinds, "{table}: {drawn:?}");
        assert!(drawn.values().all(|it| it * 10 <= all * 4), "{table}: {drawn:?}");
    }
}

/// What the tables of fixtures and foes say that it comes in more than 40 % of the draws: the only
/// chest of the first floors, and who hears a noise or finds a sleeper.
const SAID: [(&str, u32, &str); 13] = [
    ("chests", 1, "chest"),
    ("chests", 2, "chest"),
    ("chests", 3, "chest"),
    ("chests", 3, "locked_chest"),
    ("chests", 4, "locked_chest"),
    ("chests", 5, "locked_chest"),
    ("alerted", 1, "plague_rat"),
    ("alerted", 2, "plague_rat"),
    ("alerted", 3, "ghoul"),
    ("alerted", 3, "plague_ghoul"),
    ("alerted", 4, "skeleton_archer"),
    ("alerted", 4, "armored_ghoul"),
    ("alerted", 5, "shadow_stalker"),
];

/// Nothing else comes in more than 40 % of the draws of its table, on any floor.
#[test]
fn nothing_is_usual_that_its_table_does_not_say() {
    for (table, layer) in [("chests", Layer::Fixture), ("alerted", Layer::Actor)] {
        for floor in 1..=5 {
            let places = format!(r#"{{ "table": "{table}", "count": 60 }}"#);
            let stage = Stage { map: FIELD, places: &places, floor, ..Stage::default() };
            let mut drawn: BTreeMap<String, usize> = BTreeMap::new();
            for seed in 0..4 {
                let all = things(&stage.play_seed(seed, "").game, layer);
                for (kind, _) in all.into_iter().filter(|it| it.0 != "tester") {
                    *drawn.entry(kind).or_default() += 1;
                }
            }
            let count: usize = drawn.values().sum();
            for (kind, found) in &drawn {
                let said = SAID.contains(&(table, floor, kind.as_str()));
                assert!(said || found * 10 <= count * 4, "{table} on floor {floor}: {drawn:?}");
            }
        }
    }
}

/// The twenty items of the design, by slot and rarity.
#[test]
fn the_twenty_items_are_there() {
    let items = [
        ("rusty_sword", 0),
        ("bone_club", 0),
        ("iron_longsword", 1),
        ("venomfang_dagger", 1),
        ("soulreaver_axe", 2),
        ("tattered_leathers", 0),
        ("boiled_leather_vest", 0),
        ("chainmail_shirt", 1),
        ("plate_of_the_undying", 2),
        ("dented_helm", 0),
        ("iron_visage", 1),
        ("crown_of_clarity", 2),
        ("copper_ring", 0),
        ("amulet_of_fortune", 1),
        ("ring_of_shadows", 2),
        ("healing_potion", 0),
        ("antidote", 0),
        ("torch", 0),
        ("clarity_potion", 0),
        ("smoke_bomb", 0),
    ];
    let places: Vec<String> =
        items.iter().map(|it| format!(r#"{{ "kind": "{}" }}"#, it.0)).collect();
    let places = places.join(", ");
    let play = Stage { map: FIELD, places: &places, ..Stage::default() }.play("");
    for (kind, rarity) in items {
        assert_eq!(play.value(kind, "rarity").to_whole(), rarity, "{kind}");
    }
}
