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
use barrow_engine::{Command, EntityId, Event, Journal, Past, Run, Setup};
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
    /// How often it dodged or blocked.
    guards: usize,
    /// The experience of the expedition, which even the dead keep.
    learnt: i64,
    /// For each kind that fell: after how many exchanges.
    exchanges: BTreeMap<String, Vec<usize>>,
    /// The menus, each with the options that were chosen.
    answers: BTreeMap<String, BTreeMap<String, usize>>,
    /// The options that could have been chosen.
    offered: BTreeSet<(String, String)>,
    taken: BTreeMap<String, usize>,
    /// The lines about something that can end in several ways.
    outcomes: BTreeMap<&'static str, usize>,
    cause: String,
}

const LIMIT: u64 = 20_000;

/// The menus that are about the way, not about an event.
const WAYS: [&str; 4] = ["One more floor?", "Go down?", "The Threshold", "The gate of day"];

/// Plays one expedition. A curious bot chooses anything where an event asks.
fn play(pack: &Arc<Pack>, seed: u64, (hero, policy): (&str, &str), curious: bool) -> Expedition {
    let setup = Setup { seed: Seed(seed), heroes: vec![hero.into()], ..Setup::default() };
    go(pack, &setup, policy, curious).0
}

fn go(pack: &Arc<Pack>, setup: &Setup, policy: &str, curious: bool) -> (Expedition, Run) {
    let (mut run, turn) = Run::new(Arc::clone(pack), setup).unwrap();
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
            let able = menu.options.iter().filter(|it| it.enabled);
            lab.offered.extend(able.map(|it| (menu.title.clone(), short(&it.text))));
            let text = short(&menu.options[usize::from(*option)].text);
            *lab.answers.entry(menu.title).or_default().entry(text).or_default() += 1;
        }
        let casts = |name| matches!(&command, Command::Cast { ability, .. } if ability == name);
        lab.heavy += usize::from(casts("heavy_blow"));
        lab.guards += usize::from(casts("dodge") || casts("block"));
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
    let level = number(&run, "level");
    let before = if setup.heroes[0] == "veteran" { 8 } else { 1 };
    let levels = (before..level).map(|it| 100 * it).sum::<i64>();
    lab.learnt = levels + number(&run, "experience");
    lab.cause = game.end().map_or(String::new(), |it| it.text.clone());
    let parts = game.score(0).parts;
    let haul = parts.iter().find(|it| it.0 == "Brought out").unwrap().1.to_whole();
    lab.haul = if lab.home { haul } else { 0 };
    (lab, run)
}

/// Returns the text of an option without its price.
fn short(text: &str) -> String {
    text.split(['(', ',']).next().unwrap().trim().to_owned()
}

fn value(run: &Run, pack: &Pack, attribute: &str) -> i64 {
    let Some(view) = run.game().view(0) else { return 0 };
    let Some(own) = view.own() else { return 0 };
    let id = pack.attributes.find(attribute).unwrap();
    own.gauges().find(|it| it.0 == id).map_or(0, |it| it.1.now.to_whole())
}

/// Returns a number of the hero, dead or alive.
fn number(run: &Run, attribute: &str) -> i64 {
    let kept = run.game().kept().map(|it| it.values).unwrap_or_default();
    kept.iter().find(|it| it.0 == attribute).map_or(0, |it| it.1.now.to_whole())
}

/// What can come of a risk, by a part of the line that tells it.
const OUTCOMES: [&str; 12] = [
    "Something small breaks inside",
    "The hood is empty",
    "It drops a purse",
    "The lid has teeth",
    "written your name",
    "reels",
    "does not even sway",
    "rocks on its feet",
    "poisoned",
    "bleed",
    "Strength runs out",
    "The world rings",
];

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
                    *self.taken.entry(pack.kinds.name(kind).to_owned()).or_default() += 1;
                }
                Event::Said { text, .. } => {
                    for line in OUTCOMES.into_iter().filter(|line| text.contains(line)) {
                        *self.outcomes.entry(line).or_default() += 1;
                    }
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
        "| hero | policy | home | haul when home | haul a run | learnt | Dread at home | turns | heavy blows | guards |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for (hero, policy) in ROWS {
        let runs: Vec<Expedition> =
            (1..=runs()).map(|seed| play(&pack, seed, (hero, policy), false)).collect();
        let home: Vec<&Expedition> = runs.iter().filter(|it| it.home).collect();
        let (heavy, light) =
            (runs.iter().map(|it| it.heavy).sum(), runs.iter().map(|it| it.light).sum::<usize>());
        println!(
            "| {hero} | {policy} | {:.1} % | {:.0} | {:.0} | {:.0} | {:.0} | {:.0} | {:.0} % | {:.1} |",
            percent(home.len(), runs.len()),
            mean(home.iter().map(|it| it.haul)),
            mean(runs.iter().map(|it| it.haul)),
            mean(runs.iter().map(|it| it.learnt)),
            mean(home.iter().map(|it| it.dread.0)),
            mean(runs.iter().map(|it| it.turns.cast_signed())),
            percent(heavy, heavy + light),
            mean(runs.iter().map(|it| i64::try_from(it.guards).unwrap())),
        );
        assert!(runs.iter().all(|it| it.ended), "a run was cut off");
        all.extend(runs);
    }
    let starters = all.len() / ROWS.len() * 3;
    tell_exchanges(&all[..starters]);
    tell(&all);
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
        let (_, run) = go(&pack, &setup, "two", true);
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

/// Every event is met, and all but a few of the choices, outcomes and finds are seen; which ones are
/// not is printed. What each draw may give, and how often, is counted in the tests of the engine.
#[test]
fn curious_bots_meet_everything() {
    let pack = pack();
    let mut all = Vec::new();
    let seeds = runs().max(90);
    for policy in ["four", "boss"] {
        all.extend((1..=seeds).map(|seed| play(&pack, seed, ("veteran", policy), true)));
    }
    tell(&all);
    let mut never: Vec<String> = Vec::new();
    let met = |menu: &str| all.iter().any(|it| it.answers.contains_key(menu));
    assert!(EVENTS.into_iter().all(met), "an event was never met");
    let chosen = |(menu, option): &&(String, String)| {
        all.iter().any(|it| it.answers.get(menu).is_some_and(|it| it.contains_key(option)))
    };
    let offered: BTreeSet<&(String, String)> = all.iter().flat_map(|it| &it.offered).collect();
    let events = offered.into_iter().filter(|it| EVENTS.contains(&it.0.as_str()));
    never.extend(events.filter(|it| !chosen(it)).map(|(menu, option)| format!("{menu}: {option}")));
    let seen = |line: &&str| all.iter().any(|it| it.outcomes.contains_key(line));
    never.extend(OUTCOMES.into_iter().filter(|it| !seen(it)).map(str::to_owned));
    let taken = |kind: &&str| all.iter().any(|it| it.taken.contains_key(*kind));
    never.extend(FINDS.into_iter().filter(|it| !taken(it)).map(str::to_owned));
    println!("never seen: {never:?}");
    assert!(never.len() <= FEW, "never seen: {never:?}");
    let bands = [0..50, 50..70, 70..85, 85..100, 100..101];
    let reached = bands.iter().filter(|band| all.iter().any(|it| band.contains(&it.dread.1)));
    assert!(reached.count() >= 4, "few bands of Dread were reached");
}

/// How much of all this a hundred expeditions may miss.
const FEW: usize = 20;

/// What can be found. The one legendary thing is left out: it comes once in hundreds of runs.
const FINDS: [&str; 30] = [
    "bone_club",
    "iron_longsword",
    "venomfang_dagger",
    "soulreaver_axe",
    "bloodletter",
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
    let mut outcomes: BTreeMap<&str, usize> = BTreeMap::new();
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
        for (kind, count) in &it.taken {
            *taken.entry(kind).or_default() += count;
        }
        for (line, count) in &it.outcomes {
            *outcomes.entry(line).or_default() += count;
        }
    }
    println!(
        "highest Dread: calm {}, uneasy {}, shaken {}, terrified {}, breaking {}",
        bands[0], bands[1], bands[2], bands[3], bands[4]
    );
    println!("deepest floor: {floors:?}");
    println!("causes: {causes:?}");
    println!("taken: {taken:?}");
    println!("outcomes: {outcomes:?}");
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
