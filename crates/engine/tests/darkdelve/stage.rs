use std::sync::Arc;

use barrow_dice::{Fixed, Seed};
use barrow_engine::{Command, Event, Game, Past, Refusal, Setup};
use barrow_grid::Pos;
use barrow_pack::{Layer, Pack};

use crate::shipped::{self, Texts, loaded};

pub use crate::shipped::picture;

/// The levels of the five floors.
pub const FLOORS: [&str; 5] = ["floor_one", "floor_two", "floor_three", "floor_four", "floor_five"];

fn texts() -> Texts {
    shipped::texts("darkdelve")
}

/// Returns the pack as it is.
pub fn pack() -> Arc<Pack> {
    loaded(texts())
}

/// Returns the pack with changed files: `change` gets the name and text of each.
pub fn changed(change: impl Fn(&str, &mut String)) -> Arc<Pack> {
    let mut texts = texts();
    for (name, text) in &mut texts {
        change(name, text);
    }
    loaded(texts)
}

/// Returns the pack with a mercenary who comes to every floor with this Dread.
pub fn dreading(omen: u32) -> Arc<Pack> {
    changed(|name, text| {
        if name == "combat.json" {
            *text = text.replacen("\"dread\": {", &format!("\"omen\": {omen}, \"dread\": {{"), 1);
        }
    })
}

/// Begins a run of a mercenary on a floor.
pub fn arrive(pack: &Arc<Pack>, seed: u64, floor: usize) -> Game {
    let level = Some(FLOORS[floor - 1].to_owned());
    let setup =
        Setup { seed: Seed(seed), level, heroes: vec!["mercenary".into()], ..Setup::default() };
    Game::new(Arc::clone(pack), &setup).unwrap().0
}

/// Returns the names of what is in the rooms of a type: for each room, those of a layer.
pub fn contents(game: &Game, room: &str, layer: Layer) -> Vec<Vec<String>> {
    let rooms = game.truth().rooms().collect::<Vec<_>>();
    let of_type =
        rooms.iter().filter(|it| it.1.is_some_and(|id| game.pack().rooms.name(id) == room));
    let inside = of_type.map(|(rect, _)| {
        let all = things(game, layer).into_iter().filter(|it| rect.contains(it.1)).map(|it| it.0);
        let mut names: Vec<String> = all.filter(|it| it != "mercenary").collect();
        names.sort();
        names
    });
    inside.collect()
}

/// Returns the cells of all things of a layer, with the names of their kinds.
pub fn things(game: &Game, layer: Layer) -> Vec<(String, Pos)> {
    let (truth, pack) = (game.truth(), game.pack());
    let of_layer = truth.things().filter(|(_, _, it)| pack.kinds.get(it.kind).layer == layer);
    of_layer.map(|(_, at, it)| (pack.kinds.name(it.kind).to_owned(), at)).collect()
}

/// A drawn level with the pack's own kinds.
#[derive(Clone, Copy)]
pub struct Stage<'a> {
    /// The map: `@` is the hero, and `legend` says what the other signs stand for.
    pub map: &'a str,
    /// The signs, such as `"g": ["ghoul"]`.
    pub legend: &'a str,
    /// The number of the floor.
    pub floor: u32,
    /// Further attributes of the hero, such as `"might": 9`.
    pub hero: &'a str,
    /// What the hero carries.
    pub stock: &'a str,
    /// What else is put on the level, such as `{ "kind": "torch", "count": 2 }`.
    pub places: &'a str,
    /// The feats of earlier runs.
    pub feats: &'a [&'a str],
    /// The class of the hero.
    pub class: &'a str,
}

impl Default for Stage<'_> {
    fn default() -> Self {
        let stock = r#"{ "kind": "rusty_sword", "worn": true }, "healing_potion""#;
        let class = "delver";
        Self { map: "@", legend: "", floor: 1, hero: "", stock, places: "", feats: &[], class }
    }
}

impl Stage<'_> {
    pub fn play(&self, keys: &str) -> Play {
        self.play_seed(7, keys)
    }

    pub fn play_seed(&self, seed: u64, keys: &str) -> Play {
        let mut play = self.play_at("stage", seed);
        play.keys(keys);
        play
    }

    /// Begins a run on a level of the pack, or on this one, `stage`.
    pub fn play_at(&self, level: &str, seed: u64) -> Play {
        let mut texts = texts();
        let pack = texts.get_mut("pack.json").unwrap();
        *pack = pack.replacen("[\"veteran\"]", "[\"veteran\", \"tester\"]", 1);
        let (hero, stock, floor, legend) = (self.hero, self.stock, self.floor, self.legend);
        let (places, class) = (self.places, self.class);
        let stage = format!(
            r#"{{ "kinds": {{ "tester": {{ "extends": "{class}", "stock": [{stock}], "has": {{ {hero} }} }},
                   "post": {{ "extends": "dead", "look": {{ "glyph": "p" }}, "mind": "idle", "is": ["-lure"],
                     "has": {{ "health": 1000 }}, "drops": "nothing" }},
                   "dummy": {{ "extends": "post", "on": {{ "hit": [], "struck": [] }} }},
                   "pupil": {{ "extends": "post", "has": {{ "tribe": 2 }} }},
                   "striker": {{ "extends": "post", "mind": "brawler", "look": {{ "glyph": "s" }},
                     "has": {{ "low": 10, "high": 10, "critical": 0 }} }} }},
                 "minds": {{ "idle": ["wait"] }},
                 "levels": {{ "stage": {{ "floor": {floor}, "ground": {{ "floor": "bone_floor", "wall": "bone_wall", "down": "stairwell" }},
                   "drawing": [{}], "legend": {{ {legend} }}, "places": [{places}], "links": {{ "down": "floor_two" }} }} }} }}"#,
            shipped::drawing(self.map)
        );
        texts.insert("stage.json".into(), stage);
        let heroes = vec!["tester".into()];
        let feats = self.feats.iter().map(|feat| ((*feat).to_owned(), 1)).collect();
        let past = Past { feats, ..Past::default() };
        let level = Some(level.to_owned());
        let setup = Setup { seed: Seed(seed), level, heroes, past, ..Setup::default() };
        let (game, turn) = Game::new(loaded(texts), &setup).unwrap();
        let events = turn.events(0).cloned().collect();
        Play { game, events, refused: Vec::new() }
    }
}

/// A run on a drawn level.
pub struct Play {
    pub game: Game,
    pub events: Vec<Event>,
    pub refused: Vec<Refusal>,
}

impl Play {
    /// Presses keys: `8462` walk as on a number pad, `.` waits, `>` descends, `a` to `f` choose
    /// the first to the sixth option of an open menu; the pack declares others.
    pub fn keys(&mut self, keys: &str) -> &mut Self {
        for key in keys.chars() {
            let asked = self.game.view(0).is_some_and(|it| it.menu().is_some());
            let command = match key {
                'a'..='f' if asked => Ok(Command::Choose { option: key as u8 - b'a' }),
                _ => shipped::usual_key(key).map_or_else(|| self.own_key(key), Ok),
            };
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

    /// Chooses the option of the open menu that begins with these words.
    #[track_caller]
    pub fn pick(&mut self, words: &str) -> &mut Self {
        let menu = self.game.view(0).and_then(|it| it.menu()).expect("a menu is open");
        let found = menu.options.iter().position(|it| it.enabled && it.text.starts_with(words));
        let option = found.unwrap_or_else(|| panic!("no `{words}` in {:?}", self.asked()));
        let command = Command::Choose { option: u8::try_from(option).unwrap() };
        let turn = self.game.step(0, &command).unwrap();
        self.events.extend(turn.events(0).cloned());
        self
    }

    /// Returns the names of the items that the hero carries.
    pub fn carried(&self) -> Vec<String> {
        self.game.view(0).unwrap().bag().map(|it| it.item.name()).collect()
    }

    /// Returns the feats that were awarded.
    pub fn awarded(&self) -> Vec<&str> {
        let names = self.events.iter().filter_map(|event| {
            let Event::Awarded { name } = event else { return None };
            Some(&**name)
        });
        names.collect()
    }

    pub fn texts(&self) -> Vec<&str> {
        shipped::messages(&self.events)
    }

    pub fn tells(&self, words: &str) -> bool {
        self.texts().iter().any(|text| text.contains(words))
    }

    pub fn count(&self, kind: &str) -> usize {
        shipped::all(&self.game, kind).len()
    }

    /// Returns the effective value of an attribute of the first thing of a kind.
    #[track_caller]
    pub fn value(&self, kind: &str, attribute: &str) -> Fixed {
        let all = shipped::all(&self.game, kind);
        let who = all.first().unwrap_or_else(|| panic!("no {kind}: {:?}", self.texts()));
        shipped::value(&self.game, *who, attribute)
    }

    /// Returns the hero's value of an attribute, as a whole number.
    #[track_caller]
    pub fn hero(&self, attribute: &str) -> i64 {
        self.value("tester", attribute).to_whole()
    }

    /// Returns the texts of the open menu: its title and its options that can be chosen.
    pub fn asked(&self) -> Vec<String> {
        let Some(menu) = self.game.view(0).and_then(|it| it.menu()) else { return Vec::new() };
        let options = menu.options.into_iter().filter(|it| it.enabled).map(|it| it.text);
        [menu.title].into_iter().chain(options).collect()
    }
}
