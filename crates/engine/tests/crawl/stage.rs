use std::sync::Arc;

use barrow_dice::Seed;
use barrow_engine::{Command, EntityId, Event, Game, Refusal, Run, Setup};
use barrow_grid::Pos;
use barrow_pack::{Layer, Pack};

use crate::shipped::{self, Texts, loaded};

pub use crate::shipped::picture;

/// Returns the files of the pack by name.
fn texts() -> Texts {
    shipped::texts("crawl")
}

/// Returns the pack, with nobody asleep.
pub fn pack_awake() -> Arc<Pack> {
    let mut texts = texts();
    wake(&mut texts, "0");
    loaded(texts)
}

/// Sets the share of monsters that sleep.
fn wake(texts: &mut Texts, sleepers: &str) {
    let monsters = texts.get_mut("monsters.json").unwrap();
    *monsters = monsters.replacen("clamp(0.65 - floor * 0.03, 0.3, 0.6)", sleepers, 1);
}

/// Returns the pack as it is.
pub fn pack() -> Arc<Pack> {
    loaded(texts())
}

/// Returns the pack with its first floor at a depth.
pub fn pack_at(depth: u32) -> Arc<Pack> {
    let mut texts = texts();
    let game = texts.get_mut("game.json").unwrap();
    *game = game.replacen("\"start\"", &format!("\"first_floor\": {depth}, \"start\""), 1);
    loaded(texts)
}

/// Begins a run with the default hero.
pub fn begin(pack: &Arc<Pack>, seed: u64) -> Run {
    let setup =
        Setup { seed: Seed(seed), level: None, heroes: vec![String::new()], ..Setup::default() };
    Run::new(Arc::clone(pack), &setup).unwrap().0
}

/// A drawn level with the pack's own kinds.
#[derive(Clone, Copy)]
pub struct Stage<'a> {
    /// The map: `@` is the hero, `>` the stairs, and [`SIGNS`] has the other signs.
    pub map: &'a str,
    /// The depth of the level.
    pub depth: u32,
    /// Further attributes of the hero, such as `"attack": 9, "health": 500`.
    pub hero: &'a str,
    /// Further items of the hero, such as `"dagger"`.
    pub stock: &'a str,
    /// The share of monsters that sleep.
    pub sleepers: &'a str,
}

impl Default for Stage<'_> {
    fn default() -> Self {
        Self { map: "@", depth: 1, hero: "", stock: "", sleepers: "0" }
    }
}

/// The signs of drawn levels. A post takes blows and does nothing; a straw bag has no defense.
const SIGNS: &str = r#"{ "g": ["goblin"], "s": ["slime"], "o": ["orc"], "c": ["cultist"], "T": ["troll"],
    "x": ["spider"], "W": ["wraith"], "N": ["necromancer"], "M": ["minotaur"], "D": ["drake"], "S": ["shade"],
    "p": ["post"], "b": ["straw"], "!": ["health_potion"], "?": ["mana_potion"], "/": ["sword"], "$": ["gold"] }"#;

const DUMMIES: &str = r#"
    "post": { "extends": "fighter", "side": "monsters", "look": { "glyph": "p" },
        "has": { "health": 1000, "defense": 6, "reward": 0 } },
    "straw": { "extends": "fighter", "side": "monsters", "look": { "glyph": "b" },
        "has": { "health": 1, "defense": 0, "reward": 20 } }"#;

impl Stage<'_> {
    pub fn pack(&self) -> Arc<Pack> {
        let mut texts = texts();
        let game = texts.get_mut("game.json").unwrap();
        let first = format!("\"first_floor\": {}, \"start\"", self.depth);
        *game =
            game.replacen("\"start\"", &first, 1).replacen("\"seer\"", "\"seer\", \"tester\"", 1);
        // Nobody sleeps on the stage, unless the scenario is about that.
        wake(&mut texts, self.sleepers);
        let stage = format!(
            r#"{{ "kinds": {{ {DUMMIES}, "tester": {{ "extends": "adventurer", "stock": [{}],
                   "has": {{ {} }} }} }},
                 "levels": {{ "stage": {{ "ground": {{ "floor": "floor", "wall": "wall", "down": "stairs" }},
                   "drawing": [{}], "legend": {SIGNS}, "links": {{ "down": "dungeon" }} }} }} }}"#,
            self.stock,
            self.hero,
            shipped::drawing(self.map)
        );
        texts.insert("stage.json".into(), stage);
        loaded(texts)
    }

    pub fn play(&self, keys: &str) -> Play {
        self.play_seed(7, keys)
    }

    pub fn play_seed(&self, seed: u64, keys: &str) -> Play {
        let heroes = vec!["tester".into()];
        let setup =
            Setup { seed: Seed(seed), level: Some("stage".into()), heroes, ..Setup::default() };
        let (game, turn) = Game::new(self.pack(), &setup).unwrap();
        let events = turn.events(0).cloned().collect();
        let mut play = Play { game, events, refused: Vec::new() };
        play.keys(keys);
        play
    }
}

/// A run on a drawn level.
pub struct Play {
    pub game: Game,
    pub events: Vec<Event>,
    pub refused: Vec<Refusal>,
}

impl Play {
    /// Presses keys: `8462` walk as on a number pad, `.` waits, `>` descends; the pack declares
    /// others.
    pub fn keys(&mut self, keys: &str) -> &mut Self {
        for key in keys.chars() {
            let command = shipped::usual_key(key).map_or_else(|| self.own_key(key), Ok);
            match command.and_then(|command| self.game.step(0, &command)) {
                Ok(turn) => self.events.extend(turn.events(0).cloned()),
                Err(why) => self.refused.push(why),
            }
        }
        self
    }

    fn own_key(&self, key: char) -> Result<Command, Refusal> {
        let view = self.game.view(0).unwrap();
        view.keys().find(|it| it.key == key).expect("a key of the pack").command
    }

    /// Clears the events and refusals recorded so far.
    pub fn forget(&mut self) -> &mut Self {
        self.events.clear();
        self.refused.clear();
        self
    }

    pub fn picture(&self) -> String {
        picture(&self.game)
    }

    #[track_caller]
    pub fn shows(&self, expected: &str) -> &Self {
        shipped::assert_shows(&self.picture(), expected, &self.events);
        self
    }

    pub fn texts(&self) -> Vec<&str> {
        shipped::messages(&self.events)
    }

    /// Counts the messages so far that contain some words.
    pub fn tells(&self, words: &str) -> usize {
        self.texts().iter().filter(|text| text.contains(words)).count()
    }

    pub fn find(&self, kind: &str) -> Option<EntityId> {
        shipped::all(&self.game, kind).first().copied()
    }

    pub fn at(&self, kind: &str) -> Option<Pos> {
        self.find(kind).and_then(|id| self.game.truth().thing(id).pos())
    }

    pub fn count(&self, kind: &str) -> usize {
        shipped::all(&self.game, kind).len()
    }

    /// Returns the effective value of an attribute.
    #[track_caller]
    pub fn value(&self, kind: &str, attribute: &str) -> i64 {
        let who = self.find(kind).unwrap_or_else(|| panic!("no {kind} in\n{}", self.picture()));
        shipped::value(&self.game, who, attribute).to_whole()
    }

    /// Returns the hero's value of an attribute.
    #[track_caller]
    pub fn hero(&self, attribute: &str) -> i64 {
        self.value("tester", attribute)
    }

    /// Returns what the hero carries: names with counts.
    pub fn bag(&self) -> Vec<String> {
        shipped::bag(&self.game)
    }
}

/// Returns the cells of all actors except the hero.
pub fn monsters(game: &Game) -> Vec<(String, Pos)> {
    let (truth, pack) = (game.truth(), game.pack());
    let actor = |kind| pack.kinds.get(kind).layer == Layer::Actor;
    let others = truth.things().filter(|(_, _, it)| actor(it.kind));
    let others = others.filter(|(_, _, it)| it.actor.as_ref().is_none_or(|it| it.player.is_none()));
    others.map(|(_, at, it)| (pack.kinds.name(it.kind).to_owned(), at)).collect()
}
