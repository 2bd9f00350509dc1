use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use barrow_dice::{Fixed, Seed};
use barrow_engine::{Command, Event, Game, Refusal, Setup};
use barrow_grid::{Dir, Grid, Pos};
use barrow_pack::{Files, Layer, Pack, load};

/// The levels of the five floors.
pub const FLOORS: [&str; 5] = ["floor_one", "floor_two", "floor_three", "floor_four", "floor_five"];

fn texts() -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/darkdelve");
    let entries = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let texts = entries.filter(|path| path.extension().is_some_and(|it| it == "json"));
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    texts.map(|path| (name(&path), fs::read_to_string(&path).unwrap())).collect()
}

fn loaded(texts: BTreeMap<String, String>) -> Arc<Pack> {
    let files = texts.into_iter().map(|(name, text)| (name, text.into_bytes())).collect();
    let loaded = load(Files::new(files));
    loaded.pack.unwrap_or_else(|| panic!("{}", loaded.report.render(&loaded.files)))
}

/// Returns the pack as it is.
pub fn pack() -> Arc<Pack> {
    loaded(texts())
}

/// Begins a run of a mercenary on a floor.
pub fn arrive(pack: &Arc<Pack>, seed: u64, floor: usize) -> Game {
    let level = Some(FLOORS[floor - 1].to_owned());
    let setup =
        Setup { seed: Seed(seed), level, heroes: vec!["mercenary".into()], ..Setup::default() };
    Game::new(Arc::clone(pack), &setup).unwrap().0
}

/// Returns the cells of all things of a layer, with the names of their kinds.
pub fn things(game: &Game, layer: Layer) -> Vec<(String, Pos)> {
    let (truth, pack) = (game.truth(), game.pack());
    let of_layer = truth.things().filter(|(_, _, it)| pack.kinds.get(it.kind).layer == layer);
    of_layer.map(|(_, at, it)| (pack.kinds.name(it.kind).to_owned(), at)).collect()
}

/// Draws the level as it truly is.
pub fn picture(game: &Game) -> String {
    let (truth, pack) = (game.truth(), game.pack());
    let bounds = truth.bounds();
    let mut picture = Grid::from_fn(bounds.width, bounds.height, |at| {
        pack.kinds.get(truth.ground(at)).look.glyph
    });
    let mut things: Vec<_> = truth.things().collect();
    things.sort_by_key(|(id, _, thing)| (pack.kinds.get(thing.kind).layer, *id));
    for (_, at, thing) in things {
        picture[at] = pack.kinds.get(thing.kind).look.glyph;
    }
    picture.to_string()
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
}

impl Default for Stage<'_> {
    fn default() -> Self {
        let stock = r#"{ "kind": "rusty_sword", "worn": true }, "healing_potion""#;
        Self { map: "@", legend: "", floor: 1, hero: "", stock }
    }
}

impl Stage<'_> {
    pub fn play(&self, keys: &str) -> Play {
        self.play_seed(7, keys)
    }

    pub fn play_seed(&self, seed: u64, keys: &str) -> Play {
        let mut texts = texts();
        let pack = texts.get_mut("pack.json").unwrap();
        *pack = pack.replacen("[\"veteran\"]", "[\"veteran\", \"tester\"]", 1);
        let lines: Vec<String> =
            self.map.trim_matches('\n').lines().map(|line| format!("{:?}", line.trim())).collect();
        let (hero, stock, floor, legend) = (self.hero, self.stock, self.floor, self.legend);
        let stage = format!(
            r#"{{ "kinds": {{ "tester": {{ "extends": "delver", "stock": [{stock}], "has": {{ {hero} }} }},
                   "post": {{ "extends": "dead", "look": {{ "glyph": "p" }}, "mind": "idle", "is": ["-lure"],
                     "has": {{ "health": 1000 }}, "drops": "nothing" }},
                   "striker": {{ "extends": "post", "mind": "brawler", "look": {{ "glyph": "s" }},
                     "has": {{ "low": 10, "high": 10, "critical": 0 }} }} }},
                 "minds": {{ "idle": ["wait"] }},
                 "levels": {{ "stage": {{ "floor": {floor}, "ground": {{ "floor": "bone_floor", "wall": "bone_wall", "down": "stairwell" }},
                   "drawing": [{}], "legend": {{ {legend} }}, "links": {{ "down": "floor_two" }} }} }} }}"#,
            lines.join(",")
        );
        texts.insert("stage.json".into(), stage);
        let heroes = vec!["tester".into()];
        let setup =
            Setup { seed: Seed(seed), level: Some("stage".into()), heroes, ..Setup::default() };
        let (game, turn) = Game::new(loaded(texts), &setup).unwrap();
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
    /// Presses keys: `8462` walk as on a number pad, `.` waits, `>` descends, `a` to `f` choose
    /// the first to the sixth option of an open menu; the pack declares others.
    pub fn keys(&mut self, keys: &str) -> &mut Self {
        for key in keys.chars() {
            let asked = self.game.view(0).is_some_and(|it| it.menu().is_some());
            let command = match key {
                'a'..='f' if asked => Command::Choose { option: key as u8 - b'a' },
                '.' => Command::Wait,
                '>' => Command::Descend,
                '8' => Command::Move(Dir::North),
                '6' => Command::Move(Dir::East),
                '2' => Command::Move(Dir::South),
                '4' => Command::Move(Dir::West),
                _ => {
                    let view = self.game.view(0).unwrap();
                    let own = view.keys().find(|it| it.key == key).expect("a key of the pack");
                    match own.command {
                        Ok(command) => command,
                        Err(why) => {
                            self.refused.push(why);
                            continue;
                        }
                    }
                }
            };
            match self.game.step(0, &command) {
                Ok(turn) => self.events.extend(turn.events(0).cloned()),
                Err(why) => self.refused.push(why),
            }
        }
        self
    }

    pub fn texts(&self) -> Vec<&str> {
        let texts = self.events.iter().filter_map(|event| {
            let Event::Said { text } = event else { return None };
            Some(text.as_str())
        });
        texts.collect()
    }

    pub fn tells(&self, words: &str) -> bool {
        self.texts().iter().any(|text| text.contains(words))
    }

    pub fn count(&self, kind: &str) -> usize {
        let truth = self.game.truth();
        truth.things().filter(|(_, _, it)| truth.pack().kinds.name(it.kind) == kind).count()
    }

    /// Returns the effective value of an attribute of the first thing of a kind.
    #[track_caller]
    pub fn value(&self, kind: &str, attribute: &str) -> Fixed {
        let truth = self.game.truth();
        let mut things = truth.things().filter(|it| truth.pack().kinds.name(it.2.kind) == kind);
        let (who, _, _) = things.next().unwrap_or_else(|| panic!("no {kind}: {:?}", self.texts()));
        let attributes = &self.game.pack().attributes;
        let all = truth.attributes(who);
        let found = all.iter().find(|it| attributes.name(it.attribute) == attribute);
        found.map_or(Fixed::ZERO, |it| it.value)
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
