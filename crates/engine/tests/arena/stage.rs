//! Drawn stages for scenarios: the game as it ships, in a room drawn by the test.

use std::sync::Arc;

use barrow_dice::Seed;
use barrow_engine::{Command, Game, Setup};
use barrow_grid::{Dir, Grid};
use barrow_pack::Pack;

use crate::shipped;

/// The letters of a drawing. `d` is a foe that only stands there.
const LEGEND: &str = r#"{ "m": ["moth"], "v": ["verger"], "r": ["rook"], "t": ["tallow"],
    "p": ["penitent"], "G": ["gargoyle"], "c": ["cantor"], "s": ["sexton"], "l": ["linkboy"],
    "O": ["organ"], "T": ["tenor"], "I": ["pillar"], "d": ["dummy"], "w": ["wax_west"] }"#;

/// Kinds that only tests have: a foe that does nothing, and one that spits west once.
const PROPS: &str = r#""kinds": {
    "dummy": { "as": "actor", "side": "night", "is": ["solid"], "look": { "glyph": "d" },
        "has": { "candles": 50, "speed": 100, "sight": 60 } },
    "wax_west": { "extends": "dummy", "look": { "glyph": "w" }, "mind": "once", "abilities": ["spit"] } },
  "minds": { "once": [{ "cast": { "ability": "spit", "when": "turn < 3" } }, "wait"] }"#;

/// Returns the game as it ships, with more content.
pub fn pack(more: &str) -> Arc<Pack> {
    let mut texts = shipped::texts("arena");
    texts.insert("more.json".into(), more.into());
    shipped::loaded(texts)
}

/// A run of the game in a drawn room.
pub struct Stage {
    pub game: Game,
}

impl Stage {
    pub fn new(hero: &str, map: &str) -> Self {
        let drawing = shipped::drawing(map);
        let more = format!(
            r#"{{ {PROPS}, "levels": {{ "stage": {{ "drawing": [{drawing}], "legend": {LEGEND},
                "ground": {{ "floor": "flags", "wall": "masonry" }}, "open": true }} }} }}"#
        );
        let setup = Setup {
            seed: Seed(7),
            level: Some("stage".into()),
            heroes: vec![hero.into()],
            ..Setup::default()
        };
        let (game, _) = Game::new(pack(&more), &setup).expect("the stage can be played");
        Self { game }
    }

    /// Presses keys: `wasd` walk, `k` dashes, `j` is the art of the hero, `.` lets a beat pass.
    pub fn keys(&mut self, keys: &str) -> &mut Self {
        for key in keys.chars() {
            let command = match key {
                'w' => Command::Move(Dir::North),
                'a' => Command::Move(Dir::West),
                's' => Command::Move(Dir::South),
                'd' => Command::Move(Dir::East),
                '.' => Command::Wait,
                key => {
                    let view = self.game.view(0).unwrap();
                    let own = view.keys().find(|own| own.key == key);
                    own.expect("a key of the game").command.unwrap()
                }
            };
            self.game.step(0, &command).unwrap_or_else(|why| panic!("{key}: {why}"));
        }
        self
    }

    /// Returns whether a key is refused now.
    pub fn refuses(&self, key: char) -> bool {
        let view = self.game.view(0).unwrap();
        let own = view.keys().find(|own| own.key == key);
        let command = own.expect("a key of the game").command.unwrap();
        self.game.accepts(0, &command).is_err()
    }

    pub fn wait(&mut self, beats: usize) -> &mut Self {
        self.keys(&".".repeat(beats))
    }

    /// Lets beats pass until an attack is announced.
    pub fn until_warned(&mut self) -> &mut Self {
        for _ in 0..20 {
            if self.game.view(0).unwrap().announced().next().is_some() {
                return self;
            }
            self.wait(1);
        }
        panic!("no warning:\n{}", self.picture());
    }

    /// Draws the room. Cells with an announced attack are `!` where nobody stands.
    pub fn picture(&self) -> String {
        let truth = self.game.truth();
        let look = |kind| &truth.pack().kinds.get(kind).look;
        let mut drawn = Grid::from_fn(truth.bounds().width, truth.bounds().height, |at| {
            look(truth.ground(at)).glyph
        });
        for at in self.game.view(0).unwrap().announced().flat_map(|it| it.cells) {
            drawn[at] = '!';
        }
        for (_, at, thing) in truth.things() {
            drawn[at] = look(thing.kind).glyph;
        }
        drawn.to_string().replace('·', ".")
    }

    pub fn shows(&self, expected: &str) -> &Self {
        shipped::assert_shows(&self.picture(), expected, &[]);
        self
    }

    /// Returns the candles of the first thing of a kind; none if there is no such thing.
    pub fn candles(&self, kind: &str) -> Option<i64> {
        let who = *shipped::all(&self.game, kind).first()?;
        Some(shipped::value(&self.game, who, "candles").to_whole())
    }

    pub fn count(&self, kind: &str) -> usize {
        shipped::all(&self.game, kind).len()
    }
}
