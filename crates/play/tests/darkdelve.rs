//! The pack `darkdelve`, played by the sensible bot after its three policies. The table in the
//! pack's README is what this prints:
//! `BARROW_FIRST=500001 BARROW_SEEDS=1000 cargo test --release -p barrow-play --test darkdelve the_table -- --nocapture`.
//! `BARROW_ROW="veteran boss"` plays one row of it. The pack was tuned on the first thousand seeds,
//! so the table is measured on others.

#![allow(clippy::unwrap_used, reason = "a helper of tests may panic like a test")]
#![allow(clippy::print_stdout, reason = "the table is what the lab is for")]
#![allow(clippy::float_arithmetic, reason = "shares in a table for people")]
#![allow(clippy::wildcard_enum_match_arm, reason = "a few events are counted")]

#[path = "darkdelve/lab.rs"]
mod lab;

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::sync::Arc;

use barrow_dice::Seed;
use barrow_engine::{Journal, Past, Setup};
use lab::{Expedition, OUTCOMES, Player, pack, runs, seeds};

#[expect(clippy::cast_precision_loss, reason = "a table for people")]
fn mean(values: impl Iterator<Item = i64>) -> f64 {
    let values: Vec<i64> = values.collect();
    let sum: i64 = values.iter().sum();
    sum as f64 / values.len().max(1) as f64
}

#[expect(clippy::cast_precision_loss, reason = "a table for people")]
fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

/// The hero and the policy of each row of the table: starter gear, then good gear.
const ROWS: [(&str, &str); 6] = [
    ("mercenary", "two"),
    ("mercenary", "four"),
    ("mercenary", "boss"),
    ("veteran", "two"),
    ("veteran", "four"),
    ("veteran", "boss"),
];

/// A row of the table, in numbers.
struct Row {
    /// The share of runs that came home, in percent.
    home: f64,
    haul_when_home: f64,
    haul: f64,
    /// The Dread of healthy exits, and how many there were.
    dread: (f64, usize),
    /// The exchanges after which the boss fell, and how often it did.
    boss: (f64, usize),
}

impl Row {
    fn of(name: (&str, &str), runs: &[Expedition]) -> Self {
        let home: Vec<&Expedition> = runs.iter().filter(|it| it.home).collect();
        let healthy: Vec<&Expedition> = runs.iter().filter(|it| it.is_healthy_exit()).collect();
        let row = Self {
            home: percent(home.len(), runs.len()),
            haul_when_home: mean(home.iter().map(|it| it.haul)),
            haul: mean(runs.iter().map(|it| it.haul)),
            dread: (mean(healthy.iter().map(|it| it.dread.0)), healthy.len()),
            boss: exchanges(runs, "bone_colossus"),
        };
        let blows = |of: fn(&Expedition) -> usize| runs.iter().map(of).sum::<usize>();
        let (heavy, light) = (blows(|it| it.heavy), blows(|it| it.light));
        println!(
            "| {} | {} | {:.1} % | {:.0} | {:.0} | {:.0} | {:.0} | {:.0} ({}) | {:.0} | {:.0} % |",
            name.0,
            name.1,
            row.home,
            row.haul_when_home,
            row.haul,
            mean(runs.iter().map(|it| it.learnt)),
            mean(home.iter().map(|it| it.dread.0)),
            row.dread.0,
            row.dread.1,
            mean(runs.iter().map(|it| it.turns.cast_signed())),
            percent(heavy, heavy + light),
        );
        let cut_off = runs.iter().filter(|it| !it.ended).count();
        assert!(cut_off * 100 <= runs.len() / 2, "{cut_off} of {} runs were cut off", runs.len());
        row
    }
}

/// Returns after how many exchanges a kind fell on average, and how often it did.
fn exchanges(runs: &[Expedition], kind: &str) -> (f64, usize) {
    let all: Vec<i64> = runs
        .iter()
        .filter_map(|it| it.exchanges.get(kind))
        .flatten()
        .map(|&it| i64::try_from(it).unwrap())
        .collect();
    (mean(all.iter().copied()), all.len())
}

/// The common foes, which fall in two to four exchanges with starter gear.
const BASICS: [&str; 7] = [
    "plague_rat",
    "ghoul",
    "plague_ghoul",
    "skeleton_archer",
    "armored_ghoul",
    "shadow_stalker",
    "corpse_shambler",
];

#[test]
fn the_table_of_the_readme() {
    let pack = pack();
    let wanted = env::var("BARROW_ROW").ok();
    println!(
        "| hero | policy | home | haul when home | haul a run | learnt | Dread at home | Dread of healthy exits | turns | heavy blows |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let (mut all, mut rows, mut starters) = (Vec::new(), Vec::new(), Vec::new());
    for (hero, policy) in ROWS {
        if wanted.as_ref().is_some_and(|it| *it != format!("{hero} {policy}")) {
            continue;
        }
        let player = Player::new(hero, policy);
        let runs: Vec<Expedition> = seeds().map(|seed| player.play(&pack, seed)).collect();
        rows.push(((hero, policy), Row::of((hero, policy), &runs)));
        (if hero == "mercenary" { &mut starters } else { &mut all }).extend(runs);
    }
    for kind in BASICS {
        let (mean, count) = exchanges(&starters, kind);
        println!("{kind}: {mean:.1} exchanges with starter gear, {count} fell");
        // Fewer runs prove little: a mean of sixty is sometimes off by a tenth.
        assert!(count < 100 || (1.9..4.1).contains(&mean), "{kind}: {mean} exchanges");
    }
    all.extend(starters);
    tell(&all);
    if runs() >= 100 {
        for (name, row) in &rows {
            is_balanced(*name, row);
        }
        rows.windows(2).for_each(|pair| each_has_its_use(&pair[0], &pair[1]));
    }
}

/// Checks the bounds of a row. Fewer than a hundred runs say too little.
fn is_balanced((hero, policy): (&str, &str), row: &Row) {
    let name = format!("{hero} {policy}");
    let bounds = match (hero, policy) {
        ("mercenary", "boss") => 0.0..15.0,
        (_, "boss") => 40.0..70.0,
        _ => 45.0..100.1,
    };
    assert!(bounds.contains(&row.home), "{name}: {} % came home", row.home);
    let (dread, exits) = row.dread;
    assert!(exits < 25 || (40.0..60.0).contains(&dread), "{name}: {dread} Dread");
    let (exchanges, falls) = row.boss;
    assert!(falls < 25 || (8.0..12.0).contains(&exchanges), "{name}: the boss fell in {exchanges}");
}

/// Checks that deeper expeditions come home less often, and with more. With good gear the expected
/// haul rises as well, so that neither caution nor daring is always right.
fn each_has_its_use(shallow: &((&str, &str), Row), deep: &((&str, &str), Row)) {
    let ((hero, _), (other, policy)) = (shallow.0, deep.0);
    if hero != other {
        return;
    }
    let (shallow, deep) = (&shallow.1, &deep.1);
    assert!(deep.home < shallow.home, "{hero} {policy}: less risk");
    assert!(deep.haul_when_home > shallow.haul_when_home, "{hero} {policy}: a smaller haul");
    let gamble = hero == "mercenary" && policy == "boss";
    assert!(gamble == (deep.haul < shallow.haul), "{hero} {policy}: {}", deep.haul);
}

/// Six expeditions of one delver: each begins with what the one before left, and each is replayed
/// from its journal alone, which holds all of that.
#[test]
fn a_career_is_replayed_from_its_journals_alone() {
    let pack = pack();
    let mut past = Past::default();
    for seed in 1..=6 {
        let heroes = vec!["mercenary".into()];
        let setup = Setup { seed: Seed(seed), heroes, past: past.clone(), ..Setup::default() };
        let (_, run) =
            Player { curious: true, ..Player::new("mercenary", "two") }.go(&pack, &setup);
        let text = run.journal().to_text();
        let journal = Journal::from_bytes(text.as_bytes()).unwrap().journal;
        let again = journal.replay(Arc::clone(&pack)).unwrap();
        assert_eq!(again.digest(), run.game().digest(), "expedition {seed}");
        assert_eq!(again.kept(), run.game().kept());
        past = Past { runs: past.runs + 1, kept: run.game().kept(), ..past };
    }
    let kept = past.kept.unwrap();
    let value = |name: &str| kept.values.iter().find(|it| it.0 == name).unwrap().1.now.to_whole();
    let lore = value("lore_rat") + value("lore_ghoul");
    assert!(value("level") > 1 && value("earned") > 50 && lore > 12, "{kept:?}");
    assert!(!kept.items.is_empty(), "something is in the stash");
}

/// A career: a hero, what it chooses first where it can, and its policy. A `+` is more Dread.
const CAREERS: [(&str, &str, &str); 5] = [
    ("mercenary", "", "four"),
    ("mercenary", "Cunning", "boss"),
    ("veteran", "Cunning", "boss"),
    ("veteran", "+", "boss"),
    ("veteran", "", "four"),
];

/// Plays curious careers with the pack and its heroes as they are: each expedition begins with what
/// the last one left.
fn careers(lasting: u64) -> Vec<Expedition> {
    let pack = pack();
    let mut all = Vec::new();
    for (career, (hero, taste, policy)) in (1..).zip(CAREERS) {
        let player = Player { curious: true, taste, ..Player::new(hero, policy) };
        let mut past = Past::default();
        for seed in seeds_of(career, lasting) {
            let (seed, heroes) = (Seed(seed), vec![hero.into()]);
            let setup = Setup { seed, heroes, past: past.clone(), ..Setup::default() };
            let (expedition, run) = player.go(&pack, &setup);
            past.runs += 1;
            past.kept = run.game().kept();
            for (feat, count) in run.game().awarded() {
                *past.feats.get_or_insert_with(feat.into(), || 0) += count;
            }
            all.push(expedition);
        }
    }
    all
}

fn seeds_of(career: u64, lasting: u64) -> std::ops::Range<u64> {
    career * 10_000..career * 10_000 + lasting
}

/// Unchanged heroes meet every event with every choice, every outcome, find and list of lines, and
/// all bands of Dread, and nothing drawn for a room is common.
#[test]
fn curious_bots_meet_everything() {
    let all = careers(runs().max(70));
    tell(&all);
    let mut never: BTreeSet<String> = BTreeSet::new();
    for (menu, options) in EVENTS {
        let chosen = |option: &str| {
            let answers = all.iter().filter_map(|it| it.answers.get(menu));
            answers.flatten().any(|it| it.0 == option)
        };
        let missed = options.iter().filter(|it| !chosen(it));
        never.extend(missed.map(|option| format!("{menu}: {option}")));
    }
    let seen = |line: &&str| all.iter().any(|it| it.outcomes.contains_key(line));
    never.extend(OUTCOMES.into_iter().filter(|it| !seen(it)).map(str::to_owned));
    let carried = |kind: &&str| all.iter().any(|it| it.carried.contains(*kind));
    never.extend(FINDS.into_iter().filter(|it| !carried(it)).map(str::to_owned));
    let pack = pack();
    let lists = pack.words.iter().map(|(id, _)| pack.words.name(id));
    let heard =
        |list: &&str| UNTOLD.contains(list) || all.iter().any(|it| it.heard.contains(*list));
    never.extend(lists.filter(|it| !heard(it)).map(|it| format!("words.{it}")));
    let bands = [0..50, 50..70, 70..85, 85..100, 100..101];
    let reached = |band: &&std::ops::Range<i64>| all.iter().any(|it| band.contains(&it.dread.1));
    never.extend(bands.iter().filter(|it| !reached(it)).map(|it| format!("{it:?} Dread")));
    assert!(never.is_empty(), "never seen in {} expeditions: {never:?}", all.len());
    nothing_is_usual(&all);
}

/// Checks that no event and no company is in more than 40 % of its rooms, on any floor.
fn nothing_is_usual(all: &[Expedition]) {
    let mut rooms: BTreeMap<(i32, &str), Vec<&String>> = BTreeMap::new();
    for (&key, found) in all.iter().flat_map(|it| &it.rooms) {
        rooms.entry(key).or_default().extend(found);
    }
    for ((floor, what), found) in rooms {
        let count = found.len();
        let shares = sum(found.into_iter().map(|it| (it, 1)));
        println!("{what} on floor {floor}: {shares:?}");
        let usual = shares.iter().filter(|it| *it.1 * 10 > count * 4);
        // A few rooms say nothing about shares.
        assert!(count < 50 || usual.count() == 0, "floor {floor}: {shares:?}");
    }
}

/// The lists whose lines are parts of others, or shown by menus and noises, and those that only
/// those hear who have been down before.
const UNTOLD: [&str; 6] =
    ["blows", "chest_sights", "false_sounds", "identified", "lessons_learned", "count_again"];

/// What can be found.
const FINDS: [&str; 31] = [
    "bone_club",
    "iron_longsword",
    "venomfang_dagger",
    "soulreaver_axe",
    "bloodletter",
    "soulreavers_edge",
    "boiled_leather_vest",
    "chainmail_shirt",
    "plate_of_the_undying",
    "abbots_shroud",
    "dented_helm",
    "iron_visage",
    "crown_of_clarity",
    "lidless_crown",
    "copper_ring",
    "bone_ring",
    "amulet_of_fortune",
    "ring_of_shadows",
    "bloodstone_ring",
    "healing_potion",
    "antidote",
    "torch",
    "bandage",
    "calm_draught",
    "clarity_potion",
    "smoke_bomb",
    "identify_scroll",
    "smelling_salts",
    "venom_flask",
    "ironhide_tonic",
    "purging_stone",
];

/// The events with their choices.
const EVENTS: [(&str, &[&str]); 11] = [
    ("A chest", &["Pick the lock", "Force it", "Smash it", "Examine it", "Leave it"]),
    ("A locked chest", &["Pick the lock", "Force it", "Leave it"]),
    ("A hooded figure", &["A word", "A word and a thing", "Threaten it", "Refuse"]),
    ("A wounded man", &["Give him a healing potion", "Rob him", "End it for him", "Walk on"]),
    ("A safe alcove", &["Sleep", "Sit a while", "Meditate", "Walk on"]),
    ("A made bed", &["Sleep", "Sit on the edge", "Look under it", "Walk on"]),
    ("A blood altar", &["Drink", "Ask for gold", "Ask to see", "Break it", "Walk on"]),
    ("A purification shrine", &["Wash", "Pray", "Leave an offering", "Walk on"]),
    (
        "The caged merchant",
        &[
            "healing potion",
            "antidote",
            "bandage",
            "calm draught",
            "clarity potion",
            "torch",
            "scroll of naming",
            "smoke bomb",
            "ironhide tonic",
            "Walk on",
        ],
    ),
    (
        "An echo of the past",
        &["Read the journal", "Bury what is left", "Search the pack", "Walk on"],
    ),
    ("A forbidden text", &["Read on", "Tear out a page", "Close it"]),
];

/// Adds up what many expeditions counted.
fn sum<K: Ord>(counts: impl Iterator<Item = (K, usize)>) -> BTreeMap<K, usize> {
    let mut sum = BTreeMap::new();
    for (key, count) in counts {
        *sum.entry(key).or_default() += count;
    }
    sum
}

fn tell(all: &[Expedition]) {
    let names = ["calm", "uneasy", "shaken", "terrified", "breaking"];
    let band = |it: &Expedition| [50, 70, 85, 100].iter().filter(|&&at| it.dread.1 >= at).count();
    let bands: BTreeMap<usize, usize> = sum(all.iter().map(|it| (band(it), 1)));
    let bands: Vec<String> = bands.iter().map(|(&at, n)| format!("{} {n}", names[at])).collect();
    println!("highest Dread: {}", bands.join(", "));
    println!("deepest floor: {:?}", sum(all.iter().map(|it| (it.floor, 1))));
    let lost = all.iter().filter(|it| it.ended && !it.home);
    println!("causes: {:?}", sum(lost.map(|it| (&it.cause, 1))));
    println!("carried: {:?}", sum(all.iter().flat_map(|it| &it.carried).map(|it| (it, 1))));
    println!("outcomes: {:?}", sum(all.iter().flat_map(|it| &it.outcomes).map(|it| (it.0, *it.1))));
    let answers = all.iter().flat_map(|it| &it.answers);
    let menus: BTreeSet<&String> = answers.clone().map(|it| it.0).collect();
    for menu in menus {
        let chosen = answers.clone().filter(|it| it.0 == menu).flat_map(|it| it.1);
        println!("{menu}: {:?}", sum(chosen.map(|(option, count)| (option, *count))));
    }
    let (mean, falls) = exchanges(all, "bone_colossus");
    println!("boss fell {falls} times, after {mean:.1} exchanges");
}
