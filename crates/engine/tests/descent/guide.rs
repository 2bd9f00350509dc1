//! What the guide asks for in numbers, and what it forbids.

use std::collections::BTreeSet;

use barrow_pack::{Deed, Id, Kind, Layer, Lots, Pack};

use super::stage::{Stage, begin, pack};

/// The tables of monsters and the floor of each.
pub const TABLES: [(&str, u32); 10] = [
    ("f1", 1),
    ("f2_warrens", 2),
    ("f2_cistern", 2),
    ("f3", 3),
    ("f4_hollows", 4),
    ("f4_works", 4),
    ("f5_vaults", 5),
    ("f5_library", 5),
    ("f6", 6),
    ("f7", 7),
];
pub const BOSSES: [&str; 3] = ["skeleton_king", "slime_monarch", "jailer"];
pub const TAGS: [&str; 12] = [
    "fire", "ice", "storm", "venom", "blood", "shadow", "stone", "swift", "beast", "arcane",
    "fortune", "hunt",
];

/// Returns the kinds that a table can give.
fn kinds_of(pack: &Pack, table: &str) -> Vec<Id<Kind>> {
    let lots: &Lots = pack.tables.get(pack.tables.find(table).unwrap());
    let within = |it: Id<Lots>| kinds_of(pack, pack.tables.name(it));
    let entries = lots.entries.iter();
    entries
        .flat_map(|it| it.kind.into_iter().chain(it.table.into_iter().flat_map(within)))
        .collect()
}

/// Returns the names of the kinds that tables can give.
pub fn names(pack: &Pack, tables: &[&str]) -> BTreeSet<String> {
    let all = tables.iter().flat_map(|it| kinds_of(pack, it));
    all.map(|it| pack.kinds.name(it).to_owned()).collect()
}

#[test]
fn there_is_as_much_of_everything_as_the_guide_asks_for() {
    let pack = pack();
    // Potions, scrolls and tools come on top of these, and have no tags.
    let items = names(&pack, &["offer"]);
    assert!(items.len() >= 60, "{} items", items.len());
    let tables: Vec<&str> = TABLES.iter().map(|it| it.0).collect();
    let monsters = names(&pack, &tables);
    assert!(monsters.len() >= 24, "{} monsters", monsters.len());
    let hints: BTreeSet<&str> = pack.rules.lost.hints.iter().map(|it| &*it.text).collect();
    assert!(hints.len() >= 25, "{} hints", hints.len());
    let rooms: BTreeSet<&str> =
        pack.templates.iter().map(|(it, _)| pack.templates.name(it)).collect();
    let guide = ["treasure", "arena", "trap_corridor", "shop", "bone_throne", "slime_hall"];
    assert!(guide.iter().all(|it| rooms.contains(it)), "{rooms:?}");
    assert!(rooms.len() >= guide.len() + 8, "{rooms:?}");
    assert_eq!(pack.rules.heroes.len(), 5);
}

#[test]
fn every_thing_has_one_to_three_tags_and_every_tag_has_enough_things() {
    let pack = pack();
    let tags = TAGS.map(|tag| pack.attributes.find(&format!("tag_{tag}")).unwrap());
    let mut holders = [0; 12];
    for it in kinds_of(&pack, "offer") {
        let flags = &pack.kinds.get(it).flags;
        let own: Vec<usize> = (0..12).filter(|&at| flags.contains(&tags[at])).collect();
        assert!((1..=3).contains(&own.len()), "{}", pack.kinds.name(it));
        for at in own {
            holders[at] += 1;
        }
    }
    assert!(holders.iter().all(|&count| count >= 4), "{holders:?}");
}

#[test]
fn each_floor_brings_three_or_more_new_kinds() {
    let pack = pack();
    let mut known: BTreeSet<String> = BTreeSet::new();
    for floor in 1..=7 {
        let mut here = BTreeSet::new();
        for (table, _) in TABLES.iter().filter(|it| it.1 == floor) {
            let kinds = names(&pack, &[table]);
            let fresh = kinds.difference(&known).count();
            // A boss is new as well.
            let boss = usize::from([3, 6, 7].contains(&floor));
            assert!(fresh + boss >= 3, "{table}: {fresh} new kinds of {kinds:?}");
            here.extend(kinds);
        }
        known.extend(here);
    }
}

/// Returns what a monster of a tier of the guide can do, at the least; bosses are the fourth.
fn behaves_like(tier: i64, deeds: &[&Deed]) -> bool {
    let any = |holds: fn(&Deed) -> bool| deeds.iter().any(|it| holds(it));
    let chases = any(|it| {
        matches!(it, Deed::Approach { .. } | Deed::Surround { .. } | Deed::KeepAway { .. })
    });
    let wanders = any(|it| matches!(it, Deed::Wander { .. }));
    let hunts = any(|it| {
        matches!(
            it,
            Deed::Search { .. } | Deed::Patrol { .. } | Deed::Guard { .. } | Deed::Ambush { .. }
        )
    });
    let thinks = any(|it| {
        matches!(
            it,
            Deed::Flee { .. }
                | Deed::Surround { .. }
                | Deed::Cast { .. }
                | Deed::Alert { .. }
                | Deed::Disengage { .. }
        )
    });
    match tier {
        0 => !chases && !wanders && !hunts,
        1 => chases && wanders,
        2 => chases && hunts,
        3 => chases && thinks,
        _ => deeds.iter().filter(|it| matches!(it, Deed::Cast { .. })).count() >= 5,
    }
}

/// The tiers of the guide, each with someone in it who behaves so; and none comes long before its
/// floor.
#[test]
fn minds_have_the_tiers_of_the_guide() {
    let pack = pack();
    let mut floors = [u32::MAX; 5];
    let kinds = TABLES
        .iter()
        .flat_map(|(table, floor)| names(&pack, &[table]).into_iter().map(|kind| (kind, *floor)));
    for (kind, floor) in kinds.chain(BOSSES.map(str::to_owned).into_iter().zip([3, 6, 7])) {
        let legend = format!(r#""m": ["{kind}"]"#);
        let map = "@....................m";
        let play = Stage { map, legend: &legend, ..Stage::default() }.play("");
        let tier = play.value(&kind, "tier");
        assert_eq!(tier == 4, BOSSES.contains(&kind.as_str()), "{kind}");
        let mind = pack.minds.get(pack.kinds.get(pack.kinds.find(&kind).unwrap()).mind.unwrap());
        let deeds: Vec<&Deed> = mind.behaviours.iter().map(|it| &it.deed).collect();
        assert!(behaves_like(tier, &deeds), "{kind}, tier {tier}: {deeds:?}");
        let first = &mut floors[usize::try_from(tier).unwrap()];
        *first = floor.min(*first);
    }
    assert_eq!(floors, [1, 1, 2, 3, 3]);
}

/// Every ability of a monster that harms from a distance, or more than a blow would, is announced.
#[test]
fn what_hurts_more_than_a_blow_is_announced() {
    let pack = pack();
    let plain = ["sling", "bone_arrow", "web", "mend", "hop", "shadow_step", "rally", "mark"];
    let quiet = ["spore_cloud", "king_wake", "monarch_absorb", "monarch_drip"];
    let tables: Vec<&str> = TABLES.iter().map(|it| it.0).collect();
    let kinds = names(&pack, &tables).into_iter().chain(BOSSES.map(str::to_owned));
    for kind in kinds {
        let of = pack.kinds.get(pack.kinds.find(&kind).unwrap());
        let mind = pack.minds.get(of.mind.unwrap());
        for behaviour in &mind.behaviours {
            let Deed::Cast { ability } = behaviour.deed else { continue };
            let name = pack.abilities.name(ability);
            let told = pack.abilities.get(ability).tell.is_some();
            assert!(told || plain.contains(&name) || quiet.contains(&name), "{kind}: {name}");
        }
    }
}

/// A hint that names a cause names one that exists: a monster, or what something says it did.
#[test]
fn every_hint_can_be_earned() {
    let pack = pack();
    let actors = pack.kinds.iter().filter(|(_, it)| it.layer == Layer::Actor);
    let mut causes: Vec<String> =
        actors
            .map(|(id, it)| {
                if it.name.is_empty() {
                    pack.kinds.name(id).to_owned()
                } else {
                    it.name.to_string()
                }
            })
            .collect();
    let told = ["fire", "poison", "acid", "steam", "lava", "lightning", "frost", "a spike trap"];
    causes.extend(told.map(str::to_owned));
    causes.push("the tremor".into());
    for hint in &pack.rules.lost.hints {
        let word = hint.cause.to_lowercase();
        assert!(causes.iter().any(|it| it.to_lowercase().contains(&word)), "{}", hint.cause);
    }
}

/// The weights of the guide: base times a factor of the floor, rare from 3, legendary from 5.
#[test]
fn offers_follow_the_guides_weights_on_every_floor() {
    let legend = r#""_": ["reliquary"]"#;
    for floor in [1, 2, 3, 5, 7] {
        let mut counts = [0_i64; 4];
        for seed in 0..60 {
            let stage = Stage { map: "@_", legend, floor, ..Stage::default() };
            let play = stage.play_seed(seed, "6");
            let menu = play.game.view(0).unwrap().menu().unwrap();
            for option in &menu.options {
                let rarities = ["Common;", "Uncommon;", "Rare;", "Legendary;"];
                let found = rarities.iter().position(|it| option.about.contains(it));
                if let Some(at) = found {
                    counts[at] += 1;
                }
            }
        }
        let at = i64::from(floor);
        // In hundredths. The hint of pity does not matter here: each run asks at most twice.
        let common = 100 * 100.min(30.max(100 - 7 * at));
        let uncommon = 40 * 100;
        let rare = if at >= 3 { 10 * 200.min(50 + 15 * at) } else { 0 };
        let legendary = if at >= 5 { 2 * 150.min(10 * at) } else { 0 };
        let weights = [common, uncommon, rare, legendary];
        let (sum, total) = (weights.iter().sum::<i64>(), counts.iter().sum::<i64>());
        for (count, weight) in counts.into_iter().zip(weights) {
            let expected = total * weight / sum;
            let near = (count - expected).abs() <= 8 + expected / 4;
            assert!(near && (weight > 0 || count == 0), "floor {floor}: {counts:?}, {weights:?}");
        }
    }
}

#[test]
fn a_spike_trap_does_five_and_three_for_each_floor() {
    for floor in 1..=7_u32 {
        let hero = r#""health": 500"#;
        let legend = r#""^": ["spike_trap"]"#;
        let play = Stage { map: "@^", legend, floor, hero, ..Stage::default() }.play("6");
        assert_eq!(play.hero("health"), 500 - 5 - 3 * i64::from(floor));
    }
}

/// The constants of a hero without a class, from the guide's appendix.
#[test]
fn a_hero_has_the_guides_health_attack_defense_sight_and_slots() {
    let hero = Stage { class: "hero", ..Stage::default() }.play("");
    let found = ["health", "power", "defense", "sight", "room"].map(|it| hero.hero(it));
    assert_eq!(found, [100, 8, 3, 8, 6]);
}

/// The guide's gold: a heap grows by a fifth of the first floor's with each floor.
#[test]
fn gold_grows_by_a_fifth_a_floor() {
    let legend = r#""$": ["gold"]"#;
    for floor in 1..=7_u32 {
        let hero = r#""gold": 0"#;
        let stage = Stage { map: "@$", legend, floor, hero, ..Stage::default() };
        let heaps: Vec<i64> = (0..40).map(|seed| stage.play_seed(seed, "6").hero("gold")).collect();
        let expected = |base: i64| (base * (8 + 2 * i64::from(floor)) + 5) / 10;
        let range = expected(4)..=expected(9);
        assert!(heaps.iter().all(|it| range.contains(it)), "floor {floor}: {heaps:?}");
        let mean = heaps.iter().sum::<i64>() / 40;
        assert!((expected(5)..=expected(8)).contains(&mean), "floor {floor}: {mean}");
    }
}

/// The guide's rooms: `8 + 2f` on floors of rooms and corridors, besides those drawn by hand.
#[test]
fn floors_of_rooms_have_eight_and_two_for_each_floor() {
    let pack = pack();
    for (level, floor) in [("gaol", 1), ("ossuary", 3), ("keep", 7)] {
        let rooms = |seed| begin(&pack, seed, level).game().truth().rooms().count();
        let most = (0..20).map(rooms).max().unwrap();
        let drawn = if level == "gaol" { 4 + floor / 2 } else { 1 };
        let dug = 8 + 2 * floor;
        assert!((dug * 3 / 4..=dug + drawn).contains(&most), "{level}: {most}");
    }
}

/// What a death teaches is drawn from its last turns.
#[test]
fn hints_follow_from_what_happened() {
    let dying = |map: &str, legend: &str| {
        let hero = r#""health": 3, "defense": 0, "power": 0, "dodge": 0, "crit": 0"#;
        let stage = Stage { map, legend, hero, ..Stage::default() };
        // Some sleep, and are struck instead.
        let mut plays = (0..40).map(|seed| stage.play_seed(seed, &"6".repeat(40)));
        let play = plays.find(|it| it.game.end().is_some()).expect("it kills");
        let (end, pack) = (play.game.end().unwrap(), play.game.pack());
        let hints = pack.rules.lost.fitting(&end.text, |it| play.game.holds(0, it));
        hints.iter().map(|it| it.text.to_string()).collect::<Vec<_>>().join(" ")
    };
    let lava = dying("@~", r#""~": ["lava"]"#);
    assert!(lava.contains("Lava does not move"), "{lava}");
    let rat = dying("@r", r#""r": ["rat"]"#);
    assert!(rat.contains("Rats are many"), "{rat}");
    let spikes = dying("@^", r#""^": ["spike_trap"]"#);
    assert!(spikes.contains("Traps that you can see"), "{spikes}");
    let late = dying("@T", r#""T": ["tracker"]"#);
    assert!(late.contains("are hunted"), "{late}");
}

/// A dead hero carries and wears nothing; hints tell of the moment before.
#[test]
fn hints_tell_what_was_carried_and_worn_at_the_last_blow() {
    let hints = |floor: u32, stock: &str| {
        let hero = r#""health": 30, "defense": 0, "power": 0, "dodge": 0"#;
        let legend = r#""T": ["tracker"]"#;
        let stage = Stage { map: "@T", legend, hero, floor, stock, ..Stage::default() };
        let blows = "6".repeat(40);
        let mut plays = (0..40).map(|seed| stage.play_seed(seed, &blows));
        let play = plays.find(|it| it.game.end().is_some()).expect("it kills");
        let (end, pack) = (play.game.end().unwrap(), play.game.pack());
        let hints = pack.rules.lost.fitting(&end.text, |it| play.game.holds(0, it));
        hints.iter().map(|it| it.text.to_string()).collect::<Vec<_>>().join(" ")
    };
    let (way_out, bond) = ("A scroll of teleportation was in your bag", "the same tag form a bond");
    let bonded =
        r#"{ "kind": "flame_sword", "worn": true }, { "kind": "ember_ring", "worn": true }"#;
    assert!(hints(1, "\"teleport_scroll\"").contains(way_out));
    assert!(!hints(1, "").contains(way_out));
    assert!(hints(5, "").contains(bond));
    assert!(!hints(5, bonded).contains(bond));
}
