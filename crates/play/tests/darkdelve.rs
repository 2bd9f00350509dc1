//! The pack `darkdelve`, played by the sensible bot after its three policies. The table in the
//! pack's README is what this prints:
//! `BARROW_SEEDS=1000 cargo test -p barrow-play --test darkdelve -- --nocapture`.

#![allow(clippy::unwrap_used, reason = "a helper of tests may panic like a test")]
#![allow(clippy::print_stdout, reason = "the table is what the lab is for")]
#![allow(clippy::float_arithmetic, reason = "shares in a table for people")]
#![allow(clippy::wildcard_enum_match_arm, reason = "a few events are counted")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::{env, fs};

use barrow_dice::{Seed, Stream};
use barrow_engine::{Command, EntityId, Event, Run, Setup};
use barrow_pack::{Files, Pack, load};
use barrow_play::bot::{Bot, Skill};

fn pack() -> Arc<Pack> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/darkdelve");
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = paths.filter(|path| path.extension().is_some_and(|it| it == "json"));
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    let files = files.map(|path| (name(&path), fs::read(&path).unwrap())).collect();
    load(Files::new(files)).pack.unwrap()
}

fn runs() -> u64 {
    env::var("BARROW_SEEDS").ok().and_then(|it| it.parse().ok()).unwrap_or(12)
}

/// What one expedition was like.
#[derive(Debug, Default)]
struct Expedition {
    ended: bool,
    home: bool,
    floor: i32,
    /// The worth of what was brought out.
    haul: i64,
    turns: u64,
    /// The Dread at the end, and the highest.
    dread: (i64, i64),
    heavy: usize,
    light: usize,
    /// For each kind that fell: after how many exchanges.
    exchanges: BTreeMap<String, Vec<usize>>,
    /// The menus, each with the options that were chosen.
    answers: BTreeMap<String, BTreeMap<String, usize>>,
    taken: BTreeSet<String>,
    cause: String,
}

const LIMIT: u64 = 20_000;

/// The menus that are about the way, not about an event.
const WAYS: [&str; 4] = ["One more floor?", "Go down?", "The Threshold", "The gate of day"];

/// Plays one expedition. A curious bot chooses anything where an event asks.
fn play(pack: &Arc<Pack>, seed: u64, (hero, policy): (&str, &str), curious: bool) -> Expedition {
    let setup = Setup { seed: Seed(seed), heroes: vec![hero.into()], ..Setup::default() };
    let (mut run, turn) = Run::new(Arc::clone(pack), &setup).unwrap();
    let policy = pack.policies.get(pack.policies.find(policy).unwrap());
    let mut bot = Bot::new(Skill::Sensible, setup.seed).following(Some(policy));
    bot.observe(&run.game().view(0).unwrap(), &turn);
    let mut whim = setup.seed.stream(Stream::named("whim"), &[]);
    let mut lab = Expedition::default();
    let mut blows: BTreeMap<EntityId, usize> = BTreeMap::new();
    while run.game().end().is_none() && run.game().turn() < LIMIT {
        let legal = run.game().legal(0);
        let view = run.game().view(0).unwrap();
        let Some(mut command) = bot.choose(&view, &legal) else { break };
        let event = view.menu().is_some_and(|it| !WAYS.contains(&it.title.as_str()));
        if curious && event && run.game().floor() > 0 {
            command = whim.pick(&legal).unwrap().clone();
        }
        if let (Command::Choose { option }, Some(menu)) = (&command, view.menu()) {
            let text = &menu.options[usize::from(*option)].text;
            let text = text.split(['(', ',']).next().unwrap().trim().to_owned();
            *lab.answers.entry(menu.title).or_default().entry(text).or_default() += 1;
        }
        lab.heavy += usize::from(
            matches!(&command, Command::Cast { ability, .. } if ability == "heavy_blow"),
        );
        let turn = run.step(0, &command).unwrap();
        lab.note(pack, &turn.events(0).cloned().collect::<Vec<_>>(), &mut blows, &run);
        lab.floor = lab.floor.max(run.game().floor());
        let Some(view) = run.game().view(0) else { break };
        bot.observe(&view, &turn);
        let dread = value(&run, pack, "dread");
        lab.dread = (dread, lab.dread.1.max(dread));
    }
    let game = run.game();
    lab.turns = game.turn();
    lab.ended = game.end().is_some();
    lab.home = game.end().is_some_and(|it| it.won);
    lab.cause = game.end().map_or(String::new(), |it| it.text.clone());
    let parts = game.score(0).parts;
    let haul = parts.iter().find(|it| it.0 == "Brought out").unwrap().1.to_whole();
    lab.haul = if lab.home { haul } else { 0 };
    lab
}

fn value(run: &Run, pack: &Pack, attribute: &str) -> i64 {
    let Some(view) = run.game().view(0) else { return 0 };
    let Some(own) = view.own() else { return 0 };
    let id = pack.attributes.find(attribute).unwrap();
    own.gauges().find(|it| it.0 == id).map_or(0, |it| it.1.now.to_whole())
}

impl Expedition {
    fn note(
        &mut self,
        pack: &Pack,
        events: &[Event],
        blows: &mut BTreeMap<EntityId, usize>,
        run: &Run,
    ) {
        let health = pack.rules.life;
        let mut hurt = BTreeSet::new();
        for event in events {
            match event {
                Event::Changed { who, attribute, by, .. }
                    if *attribute == health && by.to_whole() < 0 =>
                {
                    hurt.insert(*who);
                }
                Event::Hit { who, .. } => {
                    let own = run.game().view(0).and_then(|it| it.own().map(|it| it.id()));
                    self.light += usize::from(own == Some(*who));
                }
                Event::Died { who, kind, .. } => {
                    let name = pack.kinds.name(*kind).to_owned();
                    let count = blows.get(who).copied().unwrap_or(0) + 1;
                    self.exchanges.entry(name).or_default().push(count);
                }
                Event::Took { item, .. } => {
                    let kind = run.game().truth().thing(*item).kind;
                    self.taken.insert(pack.kinds.name(kind).to_owned());
                }
                _ => {}
            }
        }
        for who in hurt {
            *blows.entry(who).or_default() += 1;
        }
    }
}

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

/// The hero and the policy of each row of the table.
const ROWS: [(&str, &str); 5] = [
    ("mercenary", "two"),
    ("mercenary", "four"),
    ("mercenary", "boss"),
    ("veteran", "four"),
    ("veteran", "boss"),
];

#[test]
fn the_table_of_the_readme() {
    let pack = pack();
    let mut all = Vec::new();
    println!(
        "| hero | policy | home | haul when home | haul a run | Dread at home | turns | heavy blows |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (hero, policy) in ROWS {
        let runs: Vec<Expedition> =
            (1..=runs()).map(|seed| play(&pack, seed, (hero, policy), false)).collect();
        let home: Vec<&Expedition> = runs.iter().filter(|it| it.home).collect();
        let (heavy, light) =
            (runs.iter().map(|it| it.heavy).sum(), runs.iter().map(|it| it.light).sum::<usize>());
        println!(
            "| {hero} | {policy} | {:.1} % | {:.0} | {:.0} | {:.0} | {:.0} | {:.0} % |",
            percent(home.len(), runs.len()),
            mean(home.iter().map(|it| it.haul)),
            mean(runs.iter().map(|it| it.haul)),
            mean(home.iter().map(|it| it.dread.0)),
            mean(runs.iter().map(|it| it.turns.cast_signed())),
            percent(heavy, heavy + light),
        );
        assert!(runs.iter().all(|it| it.ended), "a run was cut off");
        all.extend(runs);
    }
    let starters = all.len() / ROWS.len() * 3;
    tell_exchanges(&all[..starters]);
    tell(&all);
}

/// Every event is met, and every band of Dread reached.
#[test]
fn curious_bots_meet_everything() {
    let pack = pack();
    let mut all = Vec::new();
    for policy in ["four", "boss"] {
        all.extend((1..=runs() * 4).map(|seed| play(&pack, seed, ("veteran", policy), true)));
    }
    tell(&all);
    let met: BTreeSet<&str> =
        all.iter().flat_map(|it| it.answers.keys().map(String::as_str)).collect();
    let missed: Vec<&str> = EVENTS.into_iter().filter(|it| !met.contains(it)).collect();
    let highest = all.iter().map(|it| it.dread.1).max().unwrap();
    // A few runs meet most of them, hundreds meet all.
    if runs() < 100 {
        assert!(missed.len() <= 3, "never met: {missed:?}");
    } else {
        assert!(missed.is_empty() && highest >= 100, "never met: {missed:?}; Dread {highest}");
    }
}

const EVENTS: [&str; 11] = [
    "A chest",
    "A locked chest",
    "A hooded figure",
    "A wounded man",
    "A safe alcove",
    "A made bed",
    "A blood altar",
    "A purification shrine",
    "The caged merchant",
    "An echo of the past",
    "A forbidden text",
];

fn tell_exchanges(starters: &[Expedition]) {
    let mut exchanges: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (kind, counts) in starters.iter().flat_map(|it| &it.exchanges) {
        exchanges.entry(kind).or_default().extend(counts);
    }
    for (kind, counts) in exchanges {
        let mean = mean(counts.iter().map(|&it| i64::try_from(it).unwrap()));
        println!("{kind}: {mean:.1} exchanges with starter gear, {} fell", counts.len());
    }
}

fn tell(all: &[Expedition]) {
    let mut answers: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    let mut bands = [0; 5];
    let mut floors = [0; 6];
    let mut causes: BTreeMap<&str, usize> = BTreeMap::new();
    let mut taken: BTreeMap<&str, usize> = BTreeMap::new();
    for it in all {
        for (menu, options) in &it.answers {
            for (option, count) in options {
                *answers.entry(menu).or_default().entry(option).or_default() += count;
            }
        }
        bands[[50, 70, 85, 100].iter().filter(|&&it2| it.dread.1 >= it2).count()] += 1;
        floors[usize::try_from(it.floor).unwrap()] += 1;
        if !it.home {
            *causes.entry(&it.cause).or_default() += 1;
        }
        for kind in &it.taken {
            *taken.entry(kind).or_default() += 1;
        }
    }
    println!(
        "highest Dread: calm {}, uneasy {}, shaken {}, terrified {}, breaking {}",
        bands[0], bands[1], bands[2], bands[3], bands[4]
    );
    println!("deepest floor: {floors:?}");
    println!("causes: {causes:?}");
    println!("taken: {taken:?}");
    for (menu, options) in answers {
        println!("{menu}: {options:?}");
    }
    let boss: Vec<i64> = all
        .iter()
        .filter_map(|it| it.exchanges.get("bone_colossus"))
        .flatten()
        .map(|&it| i64::try_from(it).unwrap())
        .collect();
    println!("boss fell {} times, after {:.1} exchanges", boss.len(), mean(boss.iter().copied()));
}
