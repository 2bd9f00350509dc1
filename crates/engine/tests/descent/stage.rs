use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use barrow_dice::{Fixed, Seed};
use barrow_engine::{Command, EntityId, Event, Game, Run, Setup};
use barrow_grid::{Dir, Pos};
use barrow_pack::{Files, Pack, load};

/// Returns the files of the pack by name.
pub fn texts() -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/descent");
    let entries = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let texts = entries.filter(|path| path.extension().is_some_and(|it| it == "json"));
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    texts.map(|path| (name(&path), fs::read_to_string(&path).unwrap())).collect()
}

/// Returns a pack of these files.
pub fn loaded(texts: BTreeMap<String, String>) -> Arc<Pack> {
    let files = texts.into_iter().map(|(name, text)| (name, text.into_bytes())).collect();
    let loaded = load(Files::new(files));
    loaded.pack.unwrap_or_else(|| panic!("{}", loaded.report.render(&loaded.files)))
}

/// Returns the pack as it is.
pub fn pack() -> Arc<Pack> {
    loaded(texts())
}

/// Begins a run of the first hero on a level.
pub fn begin(pack: &Arc<Pack>, seed: u64, level: &str) -> Run {
    let setup = Setup {
        seed: Seed(seed),
        level: Some(level.to_owned()),
        heroes: vec![String::new()],
        ..Setup::default()
    };
    Run::new(Arc::clone(pack), &setup).unwrap().0
}

/// A drawn level with the pack's own kinds.
#[derive(Clone, Copy)]
pub struct Stage<'a> {
    /// The map: `@` is the hero, `>` the stairs, and the legend has the other signs.
    pub map: &'a str,
    /// What the signs stand for, such as `"r": ["rat"]`.
    pub legend: &'a str,
    pub floor: u32,
    /// The hero it extends.
    pub class: &'a str,
    /// Further attributes of the hero, such as `"power": 9`.
    pub hero: &'a str,
    /// The items of the hero, such as `"dagger"`.
    pub stock: &'a str,
    /// Further sections of the level, such as effects on arrival.
    pub level: &'a str,
}

impl Default for Stage<'_> {
    fn default() -> Self {
        let (map, legend, class) = ("@", "", "knight");
        Self { map, legend, floor: 1, class, hero: "", stock: "", level: "" }
    }
}

/// A post takes blows and does nothing, a dozer is a post that sleeps, a straw man dies of a blow.
const DUMMIES: &str = r#"
    "post": { "extends": "fighter", "side": "monsters", "look": { "glyph": "p" },
        "has": { "health": 1000, "defense": 0 } },
    "dozer": { "extends": "post", "is": ["asleep"] },
    "straw": { "extends": "fighter", "side": "monsters", "look": { "glyph": "b" },
        "has": { "health": 1, "defense": 0, "points": 10 } }"#;

impl Stage<'_> {
    fn pack(&self) -> Arc<Pack> {
        let mut texts = texts();
        let game = texts.get_mut("game.json").unwrap();
        let practice = "\"practice\": [\"tester\"], \"start\"";
        *game = game.replacen("\"start\"", practice, 1);
        let lines: Vec<String> =
            self.map.trim_matches('\n').lines().map(|line| format!("{:?}", line.trim())).collect();
        let also = if self.legend.is_empty() { "" } else { ", " };
        let further = if self.level.is_empty() { "" } else { ", " };
        let stage = format!(
            r#"{{ "kinds": {{ {DUMMIES}, "tester": {{ "extends": "{}", "needs": "1", "stock": [{}],
                   "has": {{ {} }} }} }},
                 "levels": {{ "stage": {{ "floor": {},
                   "ground": {{ "floor": "stone_floor", "wall": "stone_wall", "down": "stairs" }},
                   "drawing": [{}], "legend": {{ "p": ["post"], "b": ["straw"]{also}{} }},
                   "links": {{ "down": "gaol" }}{further}{} }} }} }}"#,
            self.class,
            self.stock,
            self.hero,
            self.floor,
            lines.join(","),
            self.legend,
            self.level,
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
        let mut play = Play { game, events: turn.events(0).cloned().collect() };
        // Below the first floor, every arrival offers three things.
        if self.floor > 1 {
            play.pick("None of them");
        }
        play.keys(keys);
        play
    }
}

/// A run on a drawn level.
pub struct Play {
    pub game: Game,
    pub events: Vec<Event>,
}

impl Play {
    /// Presses keys: `8462` walk as on a number pad, `.` waits.
    pub fn keys(&mut self, keys: &str) -> &mut Self {
        for key in keys.chars() {
            let command = match key {
                '.' => Command::Wait,
                '8' => Command::Move(Dir::North),
                '6' => Command::Move(Dir::East),
                '2' => Command::Move(Dir::South),
                '4' => Command::Move(Dir::West),
                other => panic!("no key {other}"),
            };
            self.give(&command);
        }
        self
    }

    /// Gives a command, which may be refused.
    pub fn give(&mut self, command: &Command) -> bool {
        match self.game.step(0, command) {
            Ok(turn) => {
                self.events.extend(turn.events(0).cloned());
                true
            }
            Err(_) => false,
        }
    }

    /// Casts an ability at a cell.
    pub fn cast(&mut self, ability: &str, x: i32, y: i32) -> &mut Self {
        let at = Some(Pos { x, y });
        assert!(self.give(&Command::Cast { ability: ability.into(), at }), "{:?}", self.texts());
        self
    }

    /// Uses the first item of a name.
    pub fn use_item(&mut self, name: &str) -> &mut Self {
        let slot = self.slot(name);
        assert!(self.give(&Command::Use { slot }));
        self
    }

    /// Throws the first item of a name.
    pub fn throw(&mut self, name: &str, x: i32, y: i32) -> &mut Self {
        let slot = self.slot(name);
        assert!(self.give(&Command::Throw { slot, at: Pos { x, y } }));
        self
    }

    fn slot(&self, name: &str) -> u8 {
        let view = self.game.view(0).unwrap();
        let item = view.bag().find(|it| it.item.name() == name);
        item.unwrap_or_else(|| panic!("no {name} in {:?}", self.bag())).slot
    }

    /// Chooses the first option of the open menu whose text has some words.
    #[track_caller]
    pub fn pick(&mut self, words: &str) -> &mut Self {
        let menu = self.game.view(0).unwrap().menu().expect("an open menu");
        let index = menu.options.iter().position(|it| it.text.contains(words));
        let index = index.unwrap_or_else(|| panic!("no {words} in {:?}", menu.options));
        assert!(self.give(&Command::Choose { option: u8::try_from(index).unwrap() }));
        self
    }

    /// Returns the texts of the open menu's options.
    pub fn options(&self) -> Vec<String> {
        let menu = self.game.view(0).unwrap().menu();
        menu.into_iter().flat_map(|it| it.options).map(|it| it.text).collect()
    }

    pub fn texts(&self) -> Vec<&str> {
        let texts = self.events.iter().filter_map(|event| {
            let Event::Said { text, .. } = event else { return None };
            Some(text.as_str())
        });
        texts.collect()
    }

    /// Counts the messages so far that contain some words.
    pub fn tells(&self, words: &str) -> usize {
        self.texts().iter().filter(|text| text.contains(words)).count()
    }

    fn find(&self, kind: &str) -> Option<EntityId> {
        let truth = self.game.truth();
        let mut things = truth.things();
        let found = things.find(|(_, _, it)| truth.pack().kinds.name(it.kind) == kind);
        found.map(|(id, _, _)| id)
    }

    pub fn at(&self, kind: &str) -> Option<Pos> {
        self.find(kind).and_then(|id| self.game.truth().thing(id).pos())
    }

    pub fn count(&self, kind: &str) -> usize {
        let truth = self.game.truth();
        truth.things().filter(|(_, _, it)| truth.pack().kinds.name(it.kind) == kind).count()
    }

    /// Returns the effective value of an attribute.
    #[track_caller]
    pub fn exact(&self, kind: &str, attribute: &str) -> Fixed {
        let who = self.find(kind).unwrap_or_else(|| panic!("no {kind}: {:?}", self.texts()));
        let attributes = &self.game.pack().attributes;
        let all = self.game.truth().attributes(who);
        let found = all.iter().find(|it| attributes.name(it.attribute) == attribute);
        found.map_or(Fixed::ZERO, |it| it.value)
    }

    #[track_caller]
    pub fn value(&self, kind: &str, attribute: &str) -> i64 {
        self.exact(kind, attribute).to_whole()
    }

    /// Returns the hero's value of an attribute.
    #[track_caller]
    pub fn hero(&self, attribute: &str) -> i64 {
        self.value("tester", attribute)
    }

    /// Returns the number of cells that have a field.
    pub fn cells_of(&self, field: &str) -> usize {
        let fields = &self.game.pack().fields;
        self.game.truth().fields().filter(|(id, _, _)| fields.name(*id) == field).count()
    }

    /// Returns whether the hero is in a state.
    pub fn is(&self, state: &str) -> bool {
        let view = self.game.view(0).unwrap();
        view.states().any(|it| self.game.pack().states.name(it.state) == state)
    }

    /// Returns what the hero carries: names with counts.
    pub fn bag(&self) -> Vec<String> {
        let view = self.game.view(0).unwrap();
        let name = |it: barrow_engine::Carried<'_>| match it.item.count() {
            1 => it.item.name(),
            count => format!("{} x{count}", it.item.name()),
        };
        view.bag().map(name).collect()
    }
}
