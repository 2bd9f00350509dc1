//! A pack in the kit's format with one drawn level, made in memory, and a run on it.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use barrow_dice::Seed;
use barrow_engine::{Command, EntityId, Event, Game, Refusal, Setup};
use barrow_grid::{Dir, Pos};
use barrow_pack::{Files, Loaded, Pack, load};

use crate::shipped;

/// The indices of tiles in the sheet: `WALL` is tile 2, `LAVA` tile 4, `WATER` tile 5.
const TILES: &str =
    r#"{ "tiles": { "BLANK": [0, 0], "WALL": [1, 0], "LAVA": [3, 0], "WATER": [4, 0] } }"#;

const ACTORS: &str = r#"{
  "player": { "name": "Hero", "collision_effect": { "health": -3 },
    "attributes": { "controlled": true, "inventory": 4 }, "stats": { "health": 20 } },
  "wall": { "name": "Wall", "attributes": { "paint_tile": "WALL" } },
  "door": { "name": "Door", "attributes": { "openable": true } },
  "dummy": { "name": "Dummy", "attributes": {}, "stats": { "health": 30 } },
  "down_stairway": { "name": "Stairs Down", "attributes": { "solid": false, "stairway": "down" } },
  "up_stairway": { "name": "Stairs Up", "attributes": { "solid": false, "stairway": "up" } }
}"#;

/// The parts of a scenario; those left out are empty.
#[derive(Clone, Copy, Default)]
pub struct Stage<'a> {
    /// The map: `#` wall, `.` floor, `~` water, `!` lava, a blank nothing, `@` the hero; `signs`
    /// has the others.
    pub map: &'a str,
    /// The objects of other signs, such as `actors:rat` or `items:bread`.
    pub signs: &'a [(char, &'a str)],
    /// Further actors, without the braces around them.
    pub actors: &'a str,
    pub items: &'a str,
    pub personalities: &'a str,
    pub states: &'a str,
    /// Further keys of the prototype.
    pub config: &'a str,
    /// Further files.
    pub files: &'a [(&'a str, &'a str)],
}

impl Stage<'_> {
    pub fn load(&self) -> Loaded {
        let entries = |base: &str, more: &str| {
            let base = base.trim_end().trim_end_matches('}');
            let comma = if more.is_empty() || base.trim() == "{" { "" } else { "," };
            format!("{base}{comma}{more}}}")
        };
        let mut files = BTreeMap::from([
            ("data/static-tiles.json".to_string(), TILES.to_string()),
            ("data/actors.json".into(), entries(ACTORS, self.actors)),
            ("data/items.json".into(), entries("{", self.items)),
            ("data/personalities.json".into(), entries("{", self.personalities)),
            ("data/states.json".into(), entries("{", self.states)),
            ("data/entities.json".into(), r#"{ "bones": { "name": "bones", "attributes": { "walk_description": "Bones crunch." } } }"#.into()),
            ("prototypes/here/prototype.json".into(), entries(r#"{ "name": "Here""#, self.config)),
        ]);
        if !self.map.is_empty() {
            files.insert("prototypes/here/map.tmj".into(), self.tiled());
        }
        files.extend(self.files.iter().map(|(name, text)| (name.to_string(), text.to_string())));
        let files = files.into_iter().map(|(name, text)| (name, text.into_bytes())).collect();
        load(Files::new(files))
    }

    pub fn pack(&self) -> Arc<Pack> {
        let loaded = self.load();
        loaded.pack.unwrap_or_else(|| panic!("{}", loaded.report.render(&loaded.files)))
    }

    pub fn play(&self, keys: &str) -> Play {
        self.play_seed(1, keys)
    }

    pub fn play_seed(&self, seed: u64, keys: &str) -> Play {
        let setup = Setup {
            seed: Seed(seed),
            level: Some("here".into()),
            heroes: vec![String::new()],
            ..Setup::default()
        };
        let (game, turn) = Game::new(self.pack(), &setup).expect("a level and a hero");
        let events = turn.events(0).cloned().collect();
        let mut play = Play { game, events, refused: Vec::new() };
        play.keys(keys);
        play
    }

    /// Returns the map in Tiled's format.
    fn tiled(&self) -> String {
        let rows: Vec<&str> = self.map.trim_matches('\n').lines().map(str::trim_end).collect();
        let width = rows.iter().map(|row| row.chars().count()).max().expect("a row");
        let (mut floor, mut wild) = (Vec::new(), Vec::new());
        let mut groups: BTreeMap<&str, String> = BTreeMap::new();
        for (y, row) in rows.iter().enumerate() {
            for (x, sign) in format!("{row:width$}").chars().enumerate() {
                floor.push(if sign == ' ' { "0" } else { "158" });
                wild.push(match sign {
                    '#' => "2",
                    '~' => "5",
                    '!' => "4",
                    _ => "0",
                });
                let object =
                    self.signs.iter().find(|(it, _)| *it == sign).map(|(_, object)| *object);
                let hero = (sign == '@').then_some("actors:player");
                let Some((group, key)) = object.or(hero).and_then(|it| it.split_once(':')) else {
                    continue;
                };
                let objects = groups.entry(group).or_default();
                let comma = if objects.is_empty() { "" } else { "," };
                let (id, left, top) = (y * width + x + 1, x * 40, y * 30);
                write!(
                    objects,
                    r#"{comma}{{"id":{id},"class":"{key}","x":{left},"y":{top},"width":40,"height":30}}"#
                )
                .expect("a text takes all");
            }
        }
        let height = rows.len();
        let tiles = |name, data: Vec<&str>| {
            format!(
                r#"{{"type":"tilelayer","name":"{name}","width":{width},"height":{height},"data":[{}]}}"#,
                data.join(",")
            )
        };
        let mut layers = vec![tiles("floor", floor), tiles("wildcards", wild)];
        layers.extend(groups.into_iter().map(|(name, objects)| {
            format!(r#"{{"type":"objectgroup","name":"{name}","objects":[{objects}]}}"#)
        }));
        format!(
            r#"{{"type":"map","orientation":"orthogonal","width":{width},"height":{height},"tilewidth":40,
               "tileheight":30,"tilesets":[{{"firstgid":1,"name":"t","tilewidth":40,"tileheight":30,
               "tilecount":253,"columns":23,"image":"t.png","imagewidth":920,"imageheight":330}}],"layers":[{}]}}"#,
            layers.join(",")
        )
    }
}

/// A run in progress.
pub struct Play {
    pub game: Game,
    pub events: Vec<Event>,
    pub refused: Vec<Refusal>,
}

impl Play {
    /// Presses keys: `hjklyubn` walk, `.` waits, a digit uses an item of the bag.
    pub fn keys(&mut self, keys: &str) -> &mut Self {
        for key in keys.chars() {
            self.command(&match key {
                '.' => Command::Wait,
                '0'..='9' => Command::Use {
                    slot: u8::try_from(u32::from(key) - u32::from('0')).expect("a digit"),
                },
                _ => Command::Move(Dir::ALL["kulnjbhy".find(key).expect("a key")]),
            });
        }
        self
    }

    pub fn command(&mut self, command: &Command) -> &mut Self {
        match self.game.step(0, command) {
            Ok(turn) => self.events.extend(turn.events(0).cloned()),
            Err(why) => self.refused.push(why),
        }
        self
    }

    pub fn equip(&mut self, slot: u8) -> &mut Self {
        self.command(&Command::Equip { slot })
    }

    pub fn throw(&mut self, slot: u8, x: i32, y: i32) -> &mut Self {
        self.command(&Command::Throw { slot, at: Pos::new(x, y) })
    }

    /// Returns the names of the carried items as the player knows them.
    pub fn bag(&self) -> Vec<String> {
        let view = self.game.view(0).expect("a player");
        view.bag().map(|it| it.item.name()).collect()
    }

    /// Returns the cell of the first thing of a kind.
    pub fn place(&self, kind: &str) -> Option<Pos> {
        let who = self.find(kind)?;
        self.game.truth().thing(who).pos()
    }

    /// Returns the cells with some of a field, and the amounts.
    pub fn cells_of(&self, field: &str) -> Vec<(Pos, u8)> {
        let fields = &self.game.pack().fields;
        let truth = self.game.truth();
        let some = truth.fields().filter(|(id, _, _)| fields.name(*id) == field);
        some.map(|(_, at, amount)| (at, amount)).collect()
    }

    /// Returns the sounds that were played.
    pub fn cues(&self) -> Vec<&str> {
        let cues = self.events.iter().filter_map(|event| {
            let Event::Cue { name, .. } = event else { return None };
            Some(&**name)
        });
        cues.collect()
    }

    pub fn picture(&self) -> String {
        shipped::picture(&self.game)
    }

    #[track_caller]
    pub fn shows(&self, expected: &str) -> &Self {
        shipped::assert_shows(&self.picture(), expected, &self.events);
        self
    }

    pub fn texts(&self) -> Vec<&str> {
        shipped::messages(&self.events)
    }

    /// Returns the first thing of a kind on a cell.
    pub fn find(&self, kind: &str) -> Option<EntityId> {
        shipped::all(&self.game, kind).first().copied()
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
}
