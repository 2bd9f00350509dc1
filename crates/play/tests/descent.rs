//! The pack `descent`, played by bots: the ladder of skill, the heroes, the builds. The tables in
//! the pack's README are what this prints:
//! `BARROW_SEEDS=1000 cargo test --release -p barrow-play --test descent -- --nocapture`.
//! `BARROW_HEROES=knight,mage` plays fewer heroes, `BARROW_BOTS=sensible` fewer bots,
//! `BARROW_FIRST=500` begins with another seed, `BARROW_PACK=FOLDER` plays another version of the
//! pack.

#![allow(clippy::unwrap_used, reason = "a helper of tests may panic like a test")]
#![allow(clippy::print_stdout, reason = "the table is what the lab is for")]
#![allow(clippy::float_arithmetic, reason = "shares in a table for people")]

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fs};

use barrow_dice::{Fixed, Seed};
use barrow_engine::{Command, Game, Run, Setup};
use barrow_pack::{Files, Id, Kind, Pack, load};
use barrow_play::bot::{Bot, Skill};
use barrow_play::walk::{life, max_life};

const HEROES: [&str; 5] = ["knight", "rogue", "mage", "ranger", "houndmaster"];
const TAGS: [&str; 12] = [
    "fire", "ice", "storm", "venom", "blood", "shadow", "stone", "swift", "beast", "arcane",
    "fortune", "hunt",
];
/// So many runs with each hero tell whether the balance holds.
const LARGE: u64 = 200;
/// Runs that take longer count as cut off.
const LIMIT: u64 = 12_000;

fn pack() -> Arc<Pack> {
    let shipped = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/descent");
    let folder = env::var("BARROW_PACK").map_or_else(|_| shipped(), PathBuf::from);
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = paths.filter(|path| path.extension().is_some_and(|it| it == "json"));
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    let files = files.map(|path| (name(&path), fs::read(&path).unwrap())).collect();
    load(Files::new(files)).pack.unwrap()
}

fn number(name: &str, otherwise: u64) -> u64 {
    env::var(name).ok().and_then(|it| it.parse().ok()).unwrap_or(otherwise)
}

/// Returns whether a name is wanted by a variable, or the variable is not set.
fn wanted(variable: &str, name: &str) -> bool {
    env::var(variable).map_or(true, |all| all.contains(name))
}

/// What one run was like.
#[derive(Debug, Default)]
struct Descent {
    won: bool,
    ended: bool,
    floor: i32,
    turns: u64,
    commands: u64,
    /// What a person would have to decide: each command in sight of a foe that is awake, each use
    /// and choice, and each walk as a whole.
    decisions: u64,
    cause: String,
    /// The turns spent on each floor.
    spent: BTreeMap<i32, u64>,
    /// The life lost on each floor, in percent of the whole: more than 100 with healing.
    hurt: BTreeMap<i32, i64>,
    /// What was worn and carried at the end.
    build: BTreeSet<String>,
    /// What menus and floors offered: each kind once.
    offered: BTreeSet<String>,
    /// The tags with their numbers at the end.
    tags: BTreeMap<&'static str, i64>,
    /// How many choices of one of several things were made.
    choices: i64,
    gold: i64,
}

impl Descent {
    /// Notes what the hero has.
    fn look(&mut self, game: &Game, pack: &Pack) {
        let Some(view) = game.view(0) else { return };
        let Some(own) = view.own() else { return };
        // What is used up is no part of a build.
        let lasts = |it: &Id<Kind>| {
            let item = pack.kinds.get(*it).item.as_ref();
            item.is_some_and(|it| it.slot.is_some() || it.passive)
        };
        let bag = view.bag().filter_map(|it| it.item.glimpse().kind()).filter(lasts);
        self.build = bag.map(|it| pack.kinds.name(it).to_owned()).collect();
        let all = game.truth().attributes(own.id());
        let value = |name: &str| {
            let found = all.iter().find(|it| pack.attributes.name(it.attribute) == name);
            found.map_or(0, |it| it.value.to_whole())
        };
        self.tags = TAGS.into_iter().map(|tag| (tag, value(tag))).collect();
        self.choices = value("picks");
        self.gold = value("gold_found");
    }
}

/// Returns the hero's life in percent of the whole.
fn life_of(game: &Game) -> i64 {
    let Some(view) = game.view(0) else { return 0 };
    let most = max_life(&view).max(Fixed::ONE);
    (life(&view) * Fixed::from_whole(100) / most).to_whole()
}

fn play(pack: &Arc<Pack>, seed: u64, skill: Skill, hero: &str) -> Descent {
    let setup = Setup { seed: Seed(seed), heroes: vec![hero.into()], ..Setup::default() };
    let (mut run, turn) = Run::new(Arc::clone(pack), &setup).unwrap();
    let mut policy = pack.policies.get(pack.policies.find("steady").unwrap()).clone();
    // Each run favours another archetype, so that all are tried.
    let favourite = TAGS[usize::try_from(seed).unwrap() % TAGS.len()];
    policy.values.insert(pack.attributes.find(favourite).unwrap(), Fixed::from_whole(3));
    let mut bot = Bot::new(skill, setup.seed).following(Some(&policy));
    bot.observe(&run.game().view(0).unwrap(), &turn);
    let mut lab = Descent::default();
    let mut walking = false;
    while run.game().end().is_none() && run.game().turn() < LIMIT {
        let legal = run.game().legal(0);
        let view = run.game().view(0).unwrap();
        for option in view.menu().into_iter().flat_map(|it| it.options) {
            let kind = option.thing.map(|it| run.game().truth().thing(it).kind);
            lab.offered.extend(kind.map(|it| pack.kinds.name(it).to_owned()));
        }
        if lab.commands % 50 == 0 || view.floor() != lab.floor {
            lab.look(run.game(), pack);
        }
        lab.floor = view.floor();
        let Some(command) = bot.choose(&view, &legal) else { break };
        let watched = view.actors().any(|it| it.is_foe() && !it.is_asleep());
        let strolls = !watched && matches!(command, Command::Move(_) | Command::Wait);
        lab.decisions += u64::from(!strolls || !walking);
        walking = strolls;
        let (before, life) = (run.game().turn(), life_of(run.game()));
        let turn = run.step(0, &command).unwrap();
        lab.commands += 1;
        *lab.spent.entry(lab.floor).or_default() += run.game().turn() - before;
        *lab.hurt.entry(lab.floor).or_default() += (life - life_of(run.game())).max(0);
        let Some(view) = run.game().view(0) else { break };
        bot.observe(&view, &turn);
    }
    let game = run.game();
    lab.look(game, pack);
    lab.turns = game.turn();
    lab.ended = game.end().is_some();
    lab.won = game.end().is_some_and(|it| it.won);
    lab.cause = game.end().map_or("turn limit".into(), |it| it.text.clone());
    lab
}

#[expect(clippy::cast_precision_loss, reason = "a table for people")]
fn mean(values: impl Iterator<Item = u64>) -> f64 {
    let values: Vec<u64> = values.collect();
    values.iter().sum::<u64>() as f64 / values.len().max(1) as f64
}

#[expect(clippy::cast_precision_loss, reason = "a table for people")]
fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

fn counted<'a>(all: impl Iterator<Item = &'a str>) -> Vec<(usize, &'a str)> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for it in all {
        *counts.entry(it).or_default() += 1;
    }
    let mut counts: Vec<(usize, &str)> =
        counts.into_iter().map(|(it, count)| (count, it)).collect();
    counts.sort_by_key(|it| std::cmp::Reverse(it.0));
    counts
}

/// Returns the life that the first floor cost, in percent of the whole.
fn first_hurt(run: &Descent) -> u64 {
    u64::try_from(run.hurt.get(&1).copied().unwrap_or(0)).unwrap()
}

fn row(bot: Skill, hero: &str, runs: &[Descent]) {
    let wins = runs.iter().filter(|it| it.won).count();
    let ends: Vec<String> = (1..=7)
        .map(|floor| runs.iter().filter(|it| !it.won && it.floor == floor).count().to_string())
        .collect();
    println!(
        "| `{bot}` | {hero} | {} | {:.1} | {:.1} % | {} | {:.0} | {:.0} | {:.0} % |",
        runs.len(),
        mean(runs.iter().map(|it| u64::try_from(it.floor).unwrap())),
        percent(wins, runs.len()),
        ends.join(" "),
        mean(runs.iter().map(|it| it.turns)),
        mean(runs.iter().map(|it| it.commands)),
        mean(runs.iter().map(first_hurt)),
    );
}

fn tell(all: &[Descent]) {
    let lost: Vec<&Descent> = all.iter().filter(|it| !it.won).collect();
    println!("\nLost by:");
    for (count, cause) in counted(lost.iter().map(|it| it.cause.as_str())) {
        let floors: BTreeSet<i32> =
            lost.iter().filter(|it| it.cause == cause).map(|it| it.floor).collect();
        println!("  {:5.1} %  {cause}, on {floors:?}", percent(count, lost.len()));
    }
    for floor in 1..=7 {
        let spent: Vec<u64> = all.iter().filter_map(|it| it.spent.get(&floor).copied()).collect();
        let longest = spent.iter().copied().max().unwrap_or(0);
        println!("floor {floor}: {:.0} turns, at most {longest}", mean(spent.into_iter()));
    }
    let whole: Vec<&Descent> = all.iter().filter(|it| it.floor == 7).collect();
    let per_run =
        |value: fn(&Descent) -> i64| mean(whole.iter().map(|it| u64::try_from(value(it)).unwrap()));
    println!(
        "runs that reach floor 7: {:.1} choices, {:.0} gold, {:.0} turns, {:.0} decisions",
        per_run(|it| it.choices),
        per_run(|it| it.gold),
        mean(whole.iter().map(|it| it.turns)),
        mean(whole.iter().map(|it| it.decisions)),
    );
}

/// Returns how much more often, in points, each thing is in winning builds than in offers.
fn excesses(all: &[Descent]) -> Vec<(f64, &str)> {
    let won: Vec<&Descent> = all.iter().filter(|it| it.won).collect();
    let held = counted(won.iter().flat_map(|it| it.build.iter().map(String::as_str)));
    let excess = |(count, kind): (usize, _)| {
        let met = |it: &&Descent| it.offered.contains(kind) || it.build.contains(kind);
        let offered = percent(all.iter().filter(met).count(), all.len());
        (percent(count, won.len()) - offered, kind)
    };
    let mut all: Vec<(f64, &str)> = held.into_iter().map(excess).collect();
    all.sort_by(|one, other| other.0.total_cmp(&one.0));
    all
}

fn tell_builds(all: &[Descent]) {
    let won: Vec<&Descent> = all.iter().filter(|it| it.won).collect();
    println!("\nIn winning builds, and offered or found in all runs:");
    for (excess, kind) in excesses(all).into_iter().take(16) {
        println!("  {excess:5.1} points more than offered: {kind}");
    }
    println!("Bonds at victory:");
    for tag in TAGS {
        let bonds = won.iter().filter(|it| it.tags[tag] >= 2).count();
        let most = all.iter().filter(|it| it.tags[tag] >= 2).count();
        println!("  {tag}: {bonds} of {} victories, {most} of {} runs", won.len(), all.len());
    }
    println!("mean overlap of tags: {:.0} %", overlap(all));
}

/// Returns how much the tags of two victories have in common, in percent.
fn overlap(all: &[Descent]) -> f64 {
    let won: Vec<&Descent> = all.iter().filter(|it| it.won).collect();
    let mut overlaps = Vec::new();
    for (index, one) in won.iter().enumerate() {
        for other in &won[index + 1..] {
            let shared: i64 = TAGS.iter().map(|tag| one.tags[tag].min(other.tags[tag])).sum();
            let larger: i64 = TAGS.iter().map(|tag| one.tags[tag].max(other.tags[tag])).sum();
            overlaps.push(u64::try_from(100 * shared / larger.max(1)).unwrap());
        }
    }
    mean(overlaps.into_iter())
}

/// What a large sample must show. A small one would fail by chance.
fn judge(sensible: &[Descent], wins: &[(&str, f64)]) {
    let best = wins.iter().map(|it| it.1).fold(0.0, f64::max);
    let weakest = wins.iter().map(|it| it.1).fold(100.0, f64::min);
    assert!(weakest >= 5.0 && best <= 30.0, "every hero wins 5 to 30 %: {wins:?}");
    assert!(best <= 2.0 * weakest, "no hero wins twice as often as another: {wins:?}");
    let lost: Vec<&Descent> = sensible.iter().filter(|it| !it.won).collect();
    for (count, cause) in counted(lost.iter().map(|it| it.cause.as_str())) {
        assert!(percent(count, lost.len()) <= 30.0, "{count} of {} by {cause}", lost.len());
    }
    for (excess, kind) in excesses(sensible) {
        assert!(excess <= 35.0, "{kind} is in {excess:.0} points more of the winning builds");
    }
    for tag in TAGS {
        let wins = sensible.iter().any(|it| it.won && it.tags[tag] >= 2);
        assert!(wins, "{tag} never wins");
    }
    assert!(overlap(sensible) < 60.0, "builds at victory differ");
    let whole = sensible.iter().filter(|it| it.floor == 7);
    let choices = mean(whole.map(|it| u64::try_from(it.choices).unwrap()));
    assert!((8.0..=15.0).contains(&choices), "{choices} choices a run");
    let worst = (1..=7).map(|floor| lost.iter().filter(|it| it.floor == floor).count()).max();
    assert!(worst.unwrap_or(0) * 2 <= lost.len(), "deaths are spread over the floors");
}

/// The results of the bots with one hero, the simplest bot first.
#[derive(Debug, Default)]
struct Ladder {
    hero: &'static str,
    floors: [u64; 3],
    victories: [usize; 3],
    /// The life that the first floor cost.
    hurts: [Vec<u64>; 3],
}

impl Ladder {
    /// Adds up the results of the bots with all heroes.
    fn sum(all: &[Self]) -> Self {
        let mut sum = Self::default();
        for it in all {
            for at in 0..3 {
                sum.floors[at] += it.floors[at];
                sum.victories[at] += it.victories[at];
            }
        }
        sum
    }

    /// Asserts that each bot goes twice as deep as the simpler one, or wins twice as often.
    fn judge(&self) {
        for at in 1..3 {
            let deeper = 2 * self.floors[at - 1] <= self.floors[at];
            let (before, now) = (self.victories[at - 1], self.victories[at]);
            assert!(deeper || now > 0 && 2 * before <= now, "step {at}: {self:?}");
        }
    }

    /// Returns in how many seeds the first floor cost the greedy bot more than the sensible one, as
    /// much, and less.
    fn pairs(&self) -> [usize; 3] {
        let pairs = || self.hurts[1].iter().zip(&self.hurts[2]);
        let count = |order| pairs().filter(|(one, other)| one.cmp(other) == order).count();
        [Ordering::Greater, Ordering::Equal, Ordering::Less].map(count)
    }
}

/// Plays all bots with a hero. Returns the runs of the best bot as well.
fn climb(pack: &Arc<Pack>, hero: &'static str) -> (Ladder, Vec<Descent>) {
    let (runs, first) = (number("BARROW_SEEDS", 1), number("BARROW_FIRST", 1));
    let (mut ladder, mut best) = (Ladder { hero, ..Ladder::default() }, Vec::new());
    for (at, skill) in Skill::ALL.into_iter().enumerate() {
        if !wanted("BARROW_BOTS", &skill.to_string()) {
            continue;
        }
        let all: Vec<Descent> =
            (first..first + runs).map(|seed| play(pack, seed, skill, hero)).collect();
        row(skill, hero, &all);
        ladder.floors[at] = all.iter().map(|it| u64::try_from(it.floor).unwrap()).sum();
        ladder.victories[at] = all.iter().filter(|it| it.won).count();
        ladder.hurts[at] = all.iter().map(first_hurt).collect();
        if skill == Skill::Sensible {
            best = all;
        }
    }
    (ladder, best)
}

/// Adds up how often the first floor cost the greedy bot more than the sensible one, and less.
fn tell_pairs(ladders: &[Ladder]) -> [usize; 3] {
    let pairs: Vec<[usize; 3]> = ladders.iter().map(Ladder::pairs).collect();
    let sum = [0, 1, 2].map(|at| pairs.iter().map(|it| it[at]).sum());
    println!("floor 1 cost greedy more, as much, less than sensible: {sum:?}");
    sum
}

#[test]
fn the_tables_of_the_readme() {
    let head = "| bot | hero | runs | mean floor | won | deaths on 1 to 7 | turns | commands |";
    println!("{head} lost on 1 |\n|---|---|---|---|---|---|---|---|---|");
    let (pack, runs) = (pack(), number("BARROW_SEEDS", 1));
    let heroes = HEROES.into_iter().filter(|it| wanted("BARROW_HEROES", it));
    let (ladders, bests): (Vec<Ladder>, Vec<Vec<Descent>>) =
        heroes.map(|hero| climb(&pack, hero)).unzip();
    let sensible: Vec<Descent> = bests.into_iter().flatten().collect();
    tell(&sensible);
    tell_builds(&sensible);
    let cut_off = sensible.iter().filter(|it| !it.ended).count();
    assert!(cut_off * 100 <= sensible.len(), "{cut_off} runs were cut off");
    if env::var_os("BARROW_BOTS").is_some() {
        return;
    }
    let [more, _, less] = tell_pairs(&ladders);
    assert!(more > less, "exploring and striking alone cost more on floor 1: {more}, {less}");
    if runs >= LARGE {
        Ladder::sum(&ladders).judge();
        assert!(more >= 3 * less, "and clearly so: {more}, {less}");
        let wins: Vec<(&str, f64)> = ladders
            .iter()
            .map(|it| (it.hero, percent(it.victories[2], usize::try_from(runs).unwrap())))
            .collect();
        judge(&sensible, &wins);
    }
}
