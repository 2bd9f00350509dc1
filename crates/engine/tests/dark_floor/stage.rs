//! Drawn stages for scenarios: the game as it ships, on a floor drawn by the test.

use std::sync::Arc;

use barrow_dice::{Fixed, Seed};
use barrow_engine::{Command, Entity, EntityId, Event, Game, Refusal, Setup};
use barrow_grid::{Dir, Grid, Pos};
use barrow_pack::Pack;

use crate::shipped;

/// The letters of a drawing, in addition to the game's own signs.
const LEGEND: &str = r#"{ "X": ["chaser"], "S": ["stalker"], "A": ["ambusher"], "E": ["exit"],
    "+": ["water"], "*": ["rainbow_water"], "v": ["vitality"], "B": ["bomb"], "F": ["flashlight"],
    "L": ["lantern"], "n": ["needle"], "t": ["tar"], "p": ["spores"], "?": ["fogger"], "m": ["madness"],
    "T": ["bad_water"] }"#;

/// Kinds that only tests have: fog that can be drawn, and water that is always bad.
const PROPS: &str = r#""kinds": {
    "fogger": { "as": "fixture", "on": { "spawn": [
        { "put": { "field": "fog", "at": "self" } }, { "remove": { "of": "self" } }] } },
    "madness": { "as": "fixture", "look": { "glyph": "." }, "on": { "enter": [
        { "change": { "attribute": "sanity", "by": -75, "of": "actor" } }] } },
    "bad_water": { "extends": "water", "is": ["tainted"] } }"#;

/// Returns the files of the game with some replaced, starting on a floor.
pub fn pack(floor: u32, more: &str) -> Arc<Pack> {
    let mut texts = shipped::texts("dark-floor");
    for text in texts.values_mut() {
        // Stages start with the lamp alone, so that slot numbers are easy to read.
        let lamp_alone = text.replace(",\n        \"water\"", "");
        let first = format!("\"first_floor\": {floor}");
        *text = lamp_alone.replace("\"first_floor\": 20", &first);
    }
    texts.insert("more.json".into(), more.into());
    shipped::loaded(texts)
}

/// A run of the game on a drawn floor.
pub struct Stage {
    pub game: Game,
    pub events: Vec<Event>,
    pub refused: Vec<Refusal>,
}

impl Stage {
    /// Returns the drawing as floor 20.
    pub fn new(map: &str) -> Self {
        Self::on_floor(20, map)
    }

    /// Returns the drawing as another floor.
    pub fn on_floor(floor: u32, map: &str) -> Self {
        Self::seeded(floor, map, 7)
    }

    pub fn seeded(floor: u32, map: &str, seed: u64) -> Self {
        let drawing = shipped::drawing(map);
        let more = format!(
            r#"{{ {PROPS}, "levels": {{ "stage": {{ "drawing": [{drawing}], "legend": {LEGEND},
                "ground": {{ "floor": "ground", "wall": "wall" }}, "dark": true,
                "links": {{ "down": "floor", "step": "if(floor = 0, 0, -1)" }} }} }} }}"#
        );
        let setup = Setup {
            seed: Seed(seed),
            level: Some("stage".into()),
            heroes: vec![String::new()],
            ..Setup::default()
        };
        let (game, _) = Game::new(pack(floor, &more), &setup).expect("the stage can be played");
        Self { game, events: Vec::new(), refused: Vec::new() }
    }

    pub fn command(&mut self, command: &Command) -> &mut Self {
        match self.game.step(0, command) {
            Ok(turn) => self.events.extend(turn.events(0).cloned()),
            Err(why) => self.refused.push(why),
        }
        self
    }

    /// Presses keys: `wasd` walk, `.` lets a tick pass, digits use items of the bag.
    pub fn keys(&mut self, keys: &str) -> &mut Self {
        for key in keys.chars() {
            let command = match key {
                'w' => Command::Move(Dir::North),
                'a' => Command::Move(Dir::West),
                's' => Command::Move(Dir::South),
                'd' => Command::Move(Dir::East),
                '.' => Command::Wait,
                digit => Command::Use { slot: u8::try_from(digit.to_digit(10).unwrap()).unwrap() },
            };
            self.command(&command);
        }
        self
    }

    /// Lets some ticks pass.
    pub fn wait(&mut self, ticks: usize) -> &mut Self {
        self.keys(&".".repeat(ticks))
    }

    /// Draws the floor as it truly is.
    pub fn picture(&self) -> String {
        let truth = self.game.truth();
        let look = |kind| &truth.pack().kinds.get(kind).look;
        let mut drawn = Grid::from_fn(truth.bounds().width, truth.bounds().height, |at| {
            look(truth.ground(at)).glyph
        });
        for (_, at, _) in truth.fields() {
            drawn[at] = '?';
        }
        for (_, at, thing) in truth.things().filter(|(_, _, thing)| thing.actor.is_none()) {
            drawn[at] = look(thing.kind).glyph;
        }
        for (_, at, thing) in truth.things().filter(|(_, _, thing)| thing.actor.is_some()) {
            drawn[at] = look(thing.kind).glyph;
        }
        drawn.to_string()
    }

    pub fn shows(&self, expected: &str) -> &Self {
        shipped::assert_shows(&self.picture(), expected, &self.events);
        self
    }

    /// Draws the cells that the player sees as `o`.
    pub fn seen(&self) -> String {
        let view = self.game.view(0).unwrap();
        let drawn = |at| if view.visible().contains(at) { 'o' } else { '-' };
        let grid = Grid::from_fn(view.width(), view.height(), drawn);
        grid.to_string().trim_end().into()
    }

    pub fn sees(&self, expected: &str) -> &Self {
        let rows: Vec<&str> = expected.trim().lines().map(str::trim).collect();
        assert_eq!(self.seen(), rows.join("\n"), "\n{}\n{}", self.seen(), self.picture());
        self
    }

    fn hero(&self) -> (EntityId, &Entity) {
        let truth = self.game.truth();
        let hero = truth
            .things()
            .find(|(_, _, it)| it.actor.as_ref().is_some_and(|actor| actor.player.is_some()));
        hero.map(|(id, _, it)| (id, it)).expect("the hero lives")
    }

    pub fn pos(&self) -> Pos {
        self.hero().1.pos().expect("the hero stands somewhere")
    }

    /// Returns the hero's effective value of an attribute.
    pub fn value(&self, attribute: &str) -> Fixed {
        shipped::value(&self.game, self.hero().0, attribute)
    }

    pub fn health(&self) -> i64 {
        self.value("health").to_whole()
    }

    /// Returns sanity in hundredths of a percent, as a whole number that tests can read easily.
    pub fn sanity(&self) -> i64 {
        self.value("sanity").basis_points() / 100
    }

    /// Returns the bag: names, with `*` for items that are switched on.
    pub fn bag(&self) -> String {
        let view = self.game.view(0).unwrap();
        let item = |it: barrow_engine::Carried<'_>| {
            let on = if it.on == Some(true) { "*" } else { "" };
            format!("{}{on}", it.item.name())
        };
        view.bag().map(item).collect::<Vec<_>>().join(" ")
    }

    /// Returns the charge left in an item of the bag.
    pub fn charge(&self, slot: usize) -> Option<i64> {
        let view = self.game.view(0).unwrap();
        let item = view.bag().nth(slot)?.item;
        item.gauges().next().map(|(_, value)| value.now.to_whole())
    }

    pub fn states(&self) -> Vec<(String, u32)> {
        let view = self.game.view(0).unwrap();
        let name = |it: barrow_engine::ActiveState| {
            (self.game.pack().states.name(it.state).to_owned(), it.turns)
        };
        view.states().map(name).collect()
    }

    /// Returns the noises shown at the bottom of the screen.
    pub fn heard(&self) -> Vec<String> {
        self.game.view(0).unwrap().heard().iter().map(ToString::to_string).collect()
    }

    /// Returns how the run ended.
    pub fn death(&self) -> Option<&str> {
        self.game.end().filter(|it| !it.won).map(|it| it.text.as_str())
    }
}
