//! Runs of bots, with all that is counted about them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fs};

use barrow_dice::{Fixed, Seed};
use barrow_engine::{Command, Game, Setup};
use barrow_pack::{Files, Id, Kind, Pack, load};
use barrow_play::bot::{Bot, Skill};
use barrow_play::walk::{life, max_life};

pub const HEROES: [&str; 5] = ["knight", "rogue", "mage", "ranger", "houndmaster"];
pub const TAGS: [&str; 12] = [
    "fire", "ice", "storm", "venom", "blood", "shadow", "stone", "swift", "beast", "arcane",
    "fortune", "hunt",
];
/// Runs that take longer count as cut off.
const LIMIT: u64 = 12_000;

/// Returns the pack as it is, or the version in the folder `BARROW_PACK`.
pub fn pack() -> Arc<Pack> {
    let shipped = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/descent");
    let folder = env::var("BARROW_PACK").map_or_else(|_| shipped(), PathBuf::from);
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = paths.filter(|path| path.extension().is_some_and(|it| it == "json"));
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    let files = files.map(|path| (name(&path), fs::read(&path).unwrap())).collect();
    load(Files::new(files)).pack.unwrap()
}

/// What one run was like.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Descent {
    pub won: bool,
    pub ended: bool,
    pub floor: i32,
    pub turns: u64,
    pub commands: u64,
    /// What a person would have to decide: each command in sight of a foe that is awake, each use
    /// and choice, and each walk as a whole.
    pub decisions: u64,
    pub cause: String,
    /// The turns spent on each floor.
    pub spent: BTreeMap<i32, u64>,
    /// The life lost on each floor, in percent of the whole: more than 100 with healing.
    pub hurt: BTreeMap<i32, i64>,
    /// What was worn and carried at the end.
    pub build: BTreeSet<String>,
    /// What menus and floors offered: each kind once.
    pub offered: BTreeSet<String>,
    /// The tags with their numbers at the end.
    pub tags: BTreeMap<String, i64>,
    /// How many choices of one of several things were made.
    pub choices: i64,
    pub gold: i64,
}

impl Descent {
    /// Returns the life that the first floor cost, in percent of the whole.
    pub fn first_hurt(&self) -> u64 {
        u64::try_from(self.hurt.get(&1).copied().unwrap_or(0)).unwrap()
    }

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
        self.tags = TAGS.into_iter().map(|tag| (tag.to_owned(), value(tag))).collect();
        self.choices = value("picks");
        self.gold = value("gold_found");
    }

    /// Notes what a menu offers.
    fn browse(&mut self, game: &Game, pack: &Pack) {
        let view = game.view(0).unwrap();
        for option in view.menu().into_iter().flat_map(|it| it.options) {
            let kind = option.thing.map(|it| game.truth().thing(it).kind);
            self.offered.extend(kind.map(|it| pack.kinds.name(it).to_owned()));
        }
    }

    /// Notes how the run ended.
    fn finish(mut self, game: &Game, pack: &Pack) -> Self {
        self.look(game, pack);
        self.turns = game.turn();
        self.ended = game.end().is_some();
        self.won = game.end().is_some_and(|it| it.won);
        self.cause = game.end().map_or("turn limit".into(), |it| it.text.clone());
        self
    }
}

/// Returns the hero's life in percent of the whole.
fn life_of(game: &Game) -> i64 {
    let Some(view) = game.view(0) else { return 0 };
    let most = max_life(&view).max(Fixed::ONE);
    (life(&view) * Fixed::from_whole(100) / most).to_whole()
}

/// Makes a bot that favours another archetype with each seed, so that all are tried.
fn player(pack: &Pack, seed: u64, skill: Skill) -> Bot {
    let mut policy = pack.policies.get(pack.policies.find("steady").unwrap()).clone();
    let favourite = TAGS[usize::try_from(seed).unwrap() % TAGS.len()];
    policy.values.insert(pack.attributes.find(favourite).unwrap(), Fixed::from_whole(3));
    Bot::new(skill, Seed(seed)).following(Some(&policy))
}

/// Plays a run to its end or its limit.
pub fn play(pack: &Arc<Pack>, seed: u64, skill: Skill, hero: &str) -> Descent {
    let setup = Setup { seed: Seed(seed), heroes: vec![hero.into()], ..Setup::default() };
    let (mut game, turn) = Game::new(Arc::clone(pack), &setup).unwrap();
    let mut bot = player(pack, seed, skill);
    bot.observe(&game.view(0).unwrap(), &turn);
    let mut lab = Descent::default();
    let (mut walking, mut life) = (false, life_of(&game));
    while game.end().is_none() && game.turn() < LIMIT {
        let legal = game.legal(0);
        let view = game.view(0).unwrap();
        lab.browse(&game, pack);
        if lab.commands.is_multiple_of(50) || view.floor() != lab.floor {
            lab.look(&game, pack);
        }
        lab.floor = view.floor();
        let Some(command) = bot.choose(&view, &legal) else { break };
        let watched = view.actors().any(|it| it.is_foe() && !it.is_asleep());
        let strolls = !watched && matches!(command, Command::Move(_) | Command::Wait);
        lab.decisions += u64::from(!strolls || !walking);
        walking = strolls;
        let before = game.turn();
        let turn = game.step(0, &command).unwrap();
        lab.commands += 1;
        *lab.spent.entry(lab.floor).or_default() += game.turn() - before;
        let now = life_of(&game);
        *lab.hurt.entry(lab.floor).or_default() += (life - now).max(0);
        life = now;
        let Some(view) = game.view(0) else { break };
        bot.observe(&view, &turn);
    }
    lab.finish(&game, pack)
}
