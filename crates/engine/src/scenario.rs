//! Scenarios for tests: a drawn level, keys to press, and the expected drawing afterwards.
//!
//! `hjklyubn` walk, `.` waits, `g` picks up, `0` to `9` use items of the bag, `>` and `<` take
//! stairs. For anything else a test gives the command itself.

mod complete;

use std::collections::BTreeMap;
use std::sync::Arc;

use barrow_dice::{Fixed, Seed};
use barrow_grid::{Dir, Grid, Pos};
use barrow_pack::{Files, load};

use crate::ctx::Ctx;
use crate::state::entity::{Entity, EntityId};
use crate::{Command, Event, Game, Refusal, Setup};

/// The world of a test.
pub(crate) struct Scenario {
    pub(crate) game: Game,
    /// The events that the first player has perceived so far.
    pub(crate) events: Vec<Event>,
    pub(crate) refused: Vec<Refusal>,
}

const BASE: &str = include_str!("scenario.json");

/// Silences the usual messages, so that scenarios tell only what they say themselves.
const SILENT: &str = r#", "messages": { "took": "", "threw": "", "burst": "", "broke": "", "unfit": "", "lost": "", "no_room": "", "opened": "", "closed": "",
    "unlocked": "", "unsealed": "", "sealed": "", "pushed": "", "fell": "", "shot": "", "shot_past": "",
    "identified": "" }"#;

impl Scenario {
    /// Returns a scenario on the drawn level with the declarations of `more`. The signs are
    /// `{"glyph": ["kind", ...]}`.
    pub(crate) fn new(map: &str, signs: &str, more: &str) -> Self {
        Self::ruled("", map, signs, more)
    }

    /// Works like [`Scenario::new`], with further rules of the game, such as `"pickup": "walking"`.
    pub(crate) fn ruled(rules: &str, map: &str, signs: &str, more: &str) -> Self {
        Self::staged(rules, "", map, signs, more)
    }

    /// Works like [`Scenario::ruled`], with further keys of the level, such as `"links": { "down":
    /// "cave" }`. A kind called `champion` becomes the hero.
    pub(crate) fn staged(rules: &str, level: &str, map: &str, signs: &str, more: &str) -> Self {
        let lines: Vec<String> =
            map.trim_matches('\n').lines().map(|line| format!("{:?}", line.trim())).collect();
        let drawing = lines.join(",");
        let hero = match more.contains("\"champion\"") {
            _ if rules.contains("heroes") => "",
            true => r#""heroes": ["champion"],"#,
            false => r#""heroes": ["hero"],"#,
        };
        let comma = if rules.is_empty() { "" } else { "," };
        let messages = if rules.contains("\"messages\"") { "" } else { SILENT };
        let level_comma = if level.is_empty() { "" } else { "," };
        let level = format!(
            r#"{{"pack": {{"title": "Scenario", {hero} "start": "here", "life": "health"{messages}{comma}{rules}}},
                "levels": {{"here": {{"extends": "stage", "drawing": [{drawing}], "legend": {signs}{level_comma}{level}}}}}}}"#
        );
        let files = [("base.json", BASE), ("level.json", &level), ("more.json", more)];
        let files: BTreeMap<String, Vec<u8>> =
            files.into_iter().map(|(name, text)| (name.into(), text.as_bytes().to_vec())).collect();
        let loaded = load(Files::new(files));
        let pack = loaded.pack.unwrap_or_else(|| panic!("{}", loaded.report.render(&loaded.files)));
        Self::of(pack, 7)
    }

    fn of(pack: Arc<barrow_pack::Pack>, seed: u64) -> Self {
        Self::played_by(1, pack, seed)
    }

    fn played_by(players: usize, pack: Arc<barrow_pack::Pack>, seed: u64) -> Self {
        let setup = Setup {
            seed: Seed(seed),
            level: None,
            heroes: vec![String::new(); players],
            ..Setup::default()
        };
        let (game, turn) = Game::new(pack, &setup).unwrap();
        Self { game, events: turn.events(0).cloned().collect(), refused: Vec::new() }
    }

    /// Restarts the scenario with several players.
    pub(crate) fn party(self, players: usize) -> Self {
        self.again(players, 7)
    }

    /// Returns the same scenario from its beginning.
    pub(crate) fn again(&self, players: usize, seed: u64) -> Self {
        Self::played_by(players, Arc::clone(self.game.pack()), seed)
    }

    /// Restarts the scenario with another seed.
    pub(crate) fn seeded(self, seed: u64) -> Self {
        Self::of(Arc::clone(self.game.pack()), seed)
    }

    pub(crate) fn command(&mut self, command: &Command) -> &mut Self {
        self.command_by(0, command)
    }

    /// Gives a command of any player. Only the first player's events are kept.
    pub(crate) fn command_by(&mut self, player: u8, command: &Command) -> &mut Self {
        match self.game.step(player, command) {
            Ok(turn) => self.events.extend(turn.events(0).cloned()),
            Err(why) => self.refused.push(why),
        }
        self
    }

    pub(crate) fn keys(&mut self, keys: &str) -> &mut Self {
        for key in keys.chars() {
            self.command(&command_of(key));
        }
        self
    }

    /// Draws the level as it truly is.
    pub(crate) fn picture(&self) -> String {
        let (level, pack) = (&self.game.world.level, self.game.pack());
        let glyph = |entity: &Entity| {
            let look = &pack.kinds.get(entity.kind).look;
            if entity.active { look.open_glyph.unwrap_or(look.glyph) } else { look.glyph }
        };
        let picture = Grid::from_fn(level.bounds().width, level.bounds().height, |at| {
            let things = [level.actors[at], level.piles[at]];
            let top = things.into_iter().flatten().next();
            let field = pack.fields.iter().find(|(id, _)| level.field_at(*id, at) > 0);
            match (top, field) {
                (Some(id), _) => glyph(&self.game.world.entities[id.index()]),
                (None, Some((_, field))) => field.look.glyph,
                (None, None) => pack.kinds.get(level.ground[at]).look.glyph,
            }
        });
        picture.to_string()
    }

    pub(crate) fn shows(&self, expected: &str) -> &Self {
        let lines: Vec<&str> = expected.trim().lines().map(str::trim).collect();
        let expected = lines.join("\n") + "\n";
        assert_eq!(self.picture(), expected, "\n{}events: {:?}", self.picture(), self.texts());
        self
    }

    pub(crate) fn texts(&self) -> Vec<String> {
        let text = |event: &Event| {
            if let Event::Said { text, .. } = event { Some(text.clone()) } else { None }
        };
        self.events.iter().filter_map(text).collect()
    }

    /// Returns the first player's events as lines: messages, noises, announcements, the ending.
    pub(crate) fn lines(&self) -> Vec<String> {
        self.events.iter().filter_map(line_of).collect()
    }

    pub(crate) fn tells(&self, expected: &[&str]) -> &Self {
        assert_eq!(self.lines(), expected, "\n{}refused: {:?}", self.picture(), self.refused);
        self
    }

    /// Clears the events and refusals recorded so far.
    pub(crate) fn forget(&mut self) -> &mut Self {
        self.events.clear();
        self.refused.clear();
        self
    }

    /// Returns the first player's bag: names with counts, and `*` for worn items.
    pub(crate) fn bag(&self) -> Vec<String> {
        let look = self.game.look();
        let worn = |id| if look.is_worn(self.hero(), id) { "*" } else { "" };
        let item = |&id: &EntityId| {
            let count = look.entity(id).count;
            let many = if count == 1 { String::new() } else { format!(" x{count}") };
            format!("{}{many}{}", look.plain_name(id), worn(id))
        };
        look.bag(self.hero()).iter().map(item).collect()
    }

    /// Returns the cells that the first player sees now, row by row: `1` for seen.
    pub(crate) fn seen(&self) -> String {
        let visible = self.game.world.players[0].fog.visible();
        let drawn = |at| if visible.contains(at) { '1' } else { '0' };
        Grid::from_fn(visible.width(), visible.height(), drawn).to_string().trim_end().into()
    }

    /// Returns a context that can change the world.
    pub(crate) fn ctx(&mut self) -> Ctx<'_> {
        self.game.ctx()
    }

    pub(crate) fn hero(&self) -> EntityId {
        self.game.world.players[0].entity
    }

    /// Returns the first existing thing of a kind.
    pub(crate) fn find(&self, kind: &str) -> Option<EntityId> {
        let kind = self.game.pack().kinds.find(kind).unwrap();
        let found = self.game.world.entities.iter().position(|it| it.kind == kind && it.exists());
        found.map(|index| EntityId::new(u32::try_from(index).unwrap()))
    }

    pub(crate) fn value(&self, who: EntityId, attribute: &str) -> Fixed {
        let attribute = self.game.pack().attributes.find(attribute).unwrap();
        self.game.look().value(who, attribute)
    }

    pub(crate) fn hero_value(&self, attribute: &str) -> i64 {
        self.value(self.hero(), attribute).to_whole()
    }
}

fn line_of(event: &Event) -> Option<String> {
    // The other events show in the picture.
    #[expect(clippy::wildcard_enum_match_arm, reason = "see above")]
    match event {
        Event::Said { text, .. } => Some(text.clone()),
        Event::Heard(it) => {
            let towards = it.towards.map_or("here", Dir::name);
            Some(format!("heard: {}, {:?}, {towards}", it.text, it.volume))
        }
        Event::Cue { name, .. } => Some(format!("cue: {name}")),
        Event::Flashed { radius, .. } => Some(format!("flash: {radius}")),
        Event::Announced { cells, turns } => {
            Some(format!("announced: {} cells, {turns} turns", cells.len()))
        }
        Event::Awarded { name } => Some(format!("awarded: {name}")),
        Event::Ended { won, text } => {
            Some(format!("{}: {text}", if *won { "won" } else { "lost" }))
        }
        _ => None,
    }
}

fn command_of(key: char) -> Command {
    let dirs = "kulnjbhy";
    match key {
        '.' => Command::Wait,
        'g' => Command::Pickup,
        '>' => Command::Descend,
        '<' => Command::Ascend,
        '0'..='9' => Command::Use { slot: u8::try_from(key.to_digit(10).unwrap()).unwrap() },
        _ => Command::Move(Dir::ALL[dirs.find(key).expect("a key of the scenario")]),
    }
}

/// Plays keys on a drawn level and compares the result with a drawing.
pub(crate) fn check(map: &str, signs: &str, more: &str, keys: &str, expected: &str) {
    Scenario::new(map, signs, more).keys(keys).shows(expected);
}

/// Returns the cell in a column and row.
pub(crate) const fn cell(x: i32, y: i32) -> Pos {
    Pos::new(x, y)
}
