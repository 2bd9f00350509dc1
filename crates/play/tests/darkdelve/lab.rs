//! Expeditions of bots, with all that is counted about them.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;
use std::{env, fs};

use barrow_dice::{Rng, Seed, Stream};
use barrow_engine::{Command, EntityId, Event, OpenMenuView, Run, Setup};
use barrow_pack::{Files, Pack, load};
use barrow_play::bot::{Bot, Skill};

/// Returns the pack as it is.
pub fn pack() -> Arc<Pack> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/darkdelve");
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = paths.filter(|path| path.extension().is_some_and(|it| it == "json"));
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    let files = files.map(|path| (name(&path), fs::read(&path).unwrap())).collect();
    load(Files::new(files)).pack.unwrap()
}

/// Returns how many runs are played: `BARROW_SEEDS`, or else a few.
pub fn runs() -> u64 {
    setting("BARROW_SEEDS").unwrap_or(12)
}

/// Returns the seeds of the runs: those from `BARROW_FIRST` on, or else from 1 on.
pub fn seeds() -> RangeInclusive<u64> {
    let first = setting("BARROW_FIRST").unwrap_or(1);
    first..=first + runs() - 1
}

fn setting(name: &str) -> Option<u64> {
    env::var(name).ok().and_then(|it| it.parse().ok())
}

/// What one expedition was like.
#[derive(Debug, Default)]
pub struct Expedition {
    pub ended: bool,
    pub home: bool,
    pub floor: i32,
    /// The worth of what was brought out.
    pub haul: i64,
    pub turns: u64,
    /// The Dread at the end, and the highest.
    pub dread: (i64, i64),
    /// The health at the end, and its maximum.
    pub health: (i64, i64),
    pub heavy: usize,
    pub light: usize,
    /// How often it dodged or blocked.
    pub guards: usize,
    /// The experience of the expedition, which even the dead keep.
    pub learnt: i64,
    /// For each kind that fell: after how many exchanges.
    pub exchanges: BTreeMap<String, Vec<usize>>,
    /// The menus, each with the options that were chosen.
    pub answers: BTreeMap<String, BTreeMap<String, usize>>,
    /// The kinds that were carried at some time.
    pub carried: BTreeSet<String>,
    /// How often a line with each of the `OUTCOMES` was told.
    pub outcomes: BTreeMap<&'static str, usize>,
    /// The word lists from which the game told a line.
    pub heard: BTreeSet<String>,
    /// For each floor: the events, and the companies of foes, that were in its rooms.
    pub rooms: BTreeMap<(i32, &'static str), Vec<String>>,
    pub cause: String,
    blows: BTreeMap<EntityId, usize>,
}

/// Runs that take longer count as cut off.
const LIMIT: u64 = 20_000;

/// The menus that are about the way, not about an event.
const WAYS: [&str; 4] = ["One more floor?", "Go down?", "The Threshold", "The gate of day"];

/// What can come of a risk, by a part of the line that tells it.
pub const OUTCOMES: [&str; 21] = [
    "And ",
    "Something small breaks inside",
    "The hood is empty",
    "It drops a purse",
    "The lid has teeth",
    "written your name",
    "It was waiting for you to lie down",
    "On top, for a patient hand",
    "reels",
    "does not even sway",
    "rocks on its feet",
    "poisoned",
    "bleed",
    "Strength runs out",
    "The world rings",
    "swells",
    "The candle goes out",
    "closes every eye",
    "shut like an eye",
    "Something falls out of your pack",
    "a gate stands open",
];

/// The foes that may wait in a room together.
const COMPANIONS: [&str; 21] = [
    "plague_rat",
    "rat_matriarch",
    "ghoul",
    "grave_glutton",
    "starveling",
    "plague_ghoul",
    "blighted_deacon",
    "candle_bearer",
    "skeleton_archer",
    "bone_deadeye",
    "mourner",
    "armored_ghoul",
    "iron_warden",
    "shadow_stalker",
    "hollow_stalker",
    "corpse_shambler",
    "charnel_hulk",
    "ash_fed",
    "fleshweaver",
    "bone_knight",
    "bone_colossus",
];

/// What may stand in an event room.
const PLACES: [&str; 10] = [
    "safe_alcove",
    "hooded_figure",
    "chest",
    "dungeon_merchant",
    "wounded_adventurer",
    "purification_shrine",
    "blood_altar",
    "forbidden_text",
    "corrupted_rest",
    "echo_of_the_past",
];

/// How a bot plays.
#[derive(Clone, Copy)]
pub struct Player {
    pub hero: &'static str,
    pub policy: &'static str,
    /// It chooses what was chosen least where an event asks, and now and then does anything at all.
    pub curious: bool,
    /// What a curious hero chooses first: options with these words.
    pub taste: &'static str,
}

impl Player {
    pub fn new(hero: &'static str, policy: &'static str) -> Self {
        Self { hero, policy, curious: false, taste: "" }
    }

    /// Plays one expedition.
    pub fn play(self, pack: &Arc<Pack>, seed: u64) -> Expedition {
        let heroes = vec![self.hero.into()];
        self.go(pack, &Setup { seed: Seed(seed), heroes, ..Setup::default() }).0
    }

    pub fn go(self, pack: &Arc<Pack>, setup: &Setup) -> (Expedition, Run) {
        let (mut run, turn) = Run::new(Arc::clone(pack), setup).unwrap();
        let policy = pack.policies.get(pack.policies.find(self.policy).unwrap());
        let mut bot = Bot::new(Skill::Sensible, setup.seed).following(Some(policy));
        bot.observe(&run.game().view(0).unwrap(), &turn);
        let mut whim = setup.seed.stream(Stream::named("whim"), &[]);
        let mut lab = Expedition::default();
        let lines = lines(pack);
        lab.note_events(&run, turn.events(0), &lines);
        lab.note_floor(&run);
        while run.game().end().is_none() && run.game().turn() < LIMIT {
            let Some(command) = self.choose(&mut bot, &run, &mut whim) else { break };
            lab.note_command(&run, &command);
            let turn = run.step(0, &command).unwrap();
            lab.note_events(&run, turn.events(0), &lines);
            if run.game().floor() > lab.floor {
                lab.note_floor(&run);
            }
            let Some(view) = run.game().view(0) else { break };
            bot.observe(&view, &turn);
            lab.note_view(&run, &command);
        }
        lab.close(&run, &lines);
        (lab, run)
    }

    fn choose(self, bot: &mut Bot, run: &Run, whim: &mut Rng) -> Option<Command> {
        let legal = run.game().legal(0);
        let view = run.game().view(0).unwrap();
        let chosen = bot.choose(&view, &legal)?;
        if !self.curious || run.game().floor() == 0 {
            return Some(chosen);
        }
        match view.menu() {
            Some(menu) if WAYS.contains(&menu.title.as_str()) => Some(chosen),
            Some(menu) => Some(newest(&menu, &legal, self.taste)),
            None if whim.below(30) == 0 => whim.pick(&legal).cloned(),
            None => Some(chosen),
        }
    }
}

thread_local! {
    /// How often curious bots chose each option of each menu.
    static CHOSEN: RefCell<BTreeMap<(String, String), usize>> = const { RefCell::new(BTreeMap::new()) };
}

/// Returns the choice that was made least often so far, among those with some words if there are
/// any.
fn newest(menu: &OpenMenuView, legal: &[Command], taste: &str) -> Command {
    let name = |command: &Command| match command {
        Command::Choose { option } => menu.options[usize::from(*option)].text.clone(),
        _ => String::new(),
    };
    let liked = |it: &&Command| !taste.is_empty() && name(it).contains(taste);
    CHOSEN.with_borrow_mut(|chosen| {
        let key = |command: &Command| (menu.title.clone(), short(&name(command)));
        let times = |command: &&Command| chosen.get(&key(command)).copied().unwrap_or(0);
        let favourite = legal.iter().filter(liked).min_by_key(times);
        let command = favourite.or_else(|| legal.iter().min_by_key(times)).unwrap().clone();
        *chosen.entry(key(&command)).or_default() += 1;
        command
    })
}

/// Returns the lines of all word lists, each with the name of its list.
fn lines(pack: &Pack) -> BTreeMap<&str, &str> {
    let lists = pack.words.iter();
    lists
        .flat_map(|(id, list)| list.words.iter().map(move |it| (&**it, pack.words.name(id))))
        .collect()
}

/// Returns the text of an option without its price.
fn short(text: &str) -> String {
    text.split(['(', ',']).next().unwrap().trim().to_owned()
}

/// Returns a gauge of the hero: its value and its maximum.
fn gauge(run: &Run, attribute: &str) -> Option<(i64, i64)> {
    let view = run.game().view(0)?;
    let id = run.game().pack().attributes.find(attribute).unwrap();
    let found = view.own()?.gauges().find(|it| it.0 == id)?.1;
    Some((found.now.to_whole(), found.max.to_whole()))
}

/// Returns a number of the hero, dead or alive.
fn number(run: &Run, attribute: &str) -> i64 {
    let kept = run.game().kept().map(|it| it.values).unwrap_or_default();
    kept.iter().find(|it| it.0 == attribute).map_or(0, |it| it.1.now.to_whole())
}

impl Expedition {
    /// Returns whether the hero came home from the third floor or a deeper one with more than half
    /// of the health.
    pub fn is_healthy_exit(&self) -> bool {
        self.home && self.floor >= 3 && 2 * self.health.0 > self.health.1
    }

    fn note_command(&mut self, run: &Run, command: &Command) {
        let casts = |name| matches!(command, Command::Cast { ability, .. } if ability == name);
        self.heavy += usize::from(casts("heavy_blow"));
        self.guards += usize::from(casts("dodge") || casts("block"));
        let menu = run.game().view(0).and_then(|it| it.menu());
        if let (Command::Choose { option }, Some(menu)) = (command, menu) {
            let text = short(&menu.options[usize::from(*option)].text);
            *self.answers.entry(menu.title).or_default().entry(text).or_default() += 1;
        }
    }

    /// Notes what is in the rooms of a floor that was just entered.
    fn note_floor(&mut self, run: &Run) {
        let (game, truth) = (run.game(), run.game().truth());
        self.floor = game.floor();
        for (rect, room) in truth.rooms() {
            let inside = truth.things().filter(|it| rect.contains(it.1));
            let mut names: Vec<&str> = inside.map(|it| game.pack().kinds.name(it.2.kind)).collect();
            names.sort_unstable();
            let (what, found) = match room.map(|it| game.pack().rooms.name(it)) {
                Some("combat") => {
                    names.retain(|name| COMPANIONS.contains(name));
                    ("companies", names.join(" "))
                }
                Some("event") => {
                    names.retain(|name| PLACES.contains(name));
                    ("events", names.first().copied().unwrap_or_default().to_owned())
                }
                _ => continue,
            };
            self.rooms.entry((self.floor, what)).or_default().push(found);
        }
    }

    fn note_view(&mut self, run: &Run, command: &Command) {
        if let Some((dread, _)) = gauge(run, "dread") {
            self.dread = (dread, self.dread.1.max(dread));
        }
        if let Some(health) = gauge(run, "health") {
            self.health = health;
        }
        if matches!(command, Command::Choose { .. } | Command::Move(_)) {
            let view = run.game().view(0).unwrap();
            let kinds = view.bag().map(|it| run.game().truth().thing(it.item.id()).kind);
            self.carried.extend(kinds.map(|it| run.game().pack().kinds.name(it).to_owned()));
        }
    }

    fn note_events<'e>(
        &mut self,
        run: &Run,
        events: impl Iterator<Item = &'e Event>,
        lines: &BTreeMap<&str, &str>,
    ) {
        let pack = run.game().pack();
        let mut hurt = BTreeSet::new();
        for event in events {
            match event {
                Event::Changed { who, attribute, by, .. }
                    if *attribute == pack.rules.life && by.to_whole() < 0 =>
                {
                    hurt.insert(*who);
                }
                Event::Hit { who, .. } => {
                    let own = run.game().view(0).and_then(|it| it.own().map(|it| it.id()));
                    self.light += usize::from(own == Some(*who));
                }
                Event::Died { who, kind, .. } => {
                    let name = pack.kinds.name(*kind).to_owned();
                    let count = self.blows.get(who).copied().unwrap_or(0) + 1;
                    self.exchanges.entry(name).or_default().push(count);
                }
                Event::Said { text, .. } => self.note_text(text, lines),
                _ => {}
            }
        }
        for who in hurt {
            *self.blows.entry(who).or_default() += 1;
        }
    }

    fn note_text(&mut self, text: &str, lines: &BTreeMap<&str, &str>) {
        for line in OUTCOMES.into_iter().filter(|line| text.contains(line)) {
            *self.outcomes.entry(line).or_default() += 1;
        }
        let list = lines.get(text.trim_matches('"'));
        self.heard.extend(list.map(|it| (*it).to_owned()));
    }

    fn close(&mut self, run: &Run, lines: &BTreeMap<&str, &str>) {
        let game = run.game();
        self.turns = game.turn();
        self.ended = game.end().is_some();
        self.home = game.end().is_some_and(|it| it.won);
        let before = if run.journal().setup.heroes[0] == "veteran" { 8 } else { 1 };
        let levels = (before..number(run, "level")).map(|it| 100 * it).sum::<i64>();
        self.learnt = levels + number(run, "experience");
        self.cause = game.end().map_or(String::new(), |it| it.text.clone());
        // The last words of a way home are made of several lines.
        let told = lines.iter().filter(|it| self.cause.contains(it.0));
        self.heard.extend(told.map(|it| (*it.1).to_owned()));
        let parts = game.score(0).parts;
        let haul = parts.iter().find(|it| it.0 == "Brought out").unwrap().1.to_whole();
        self.haul = if self.home { haul } else { 0 };
    }
}
