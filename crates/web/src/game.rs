use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use barrow_dice::Seed;
use barrow_engine::{Command, Run, Setup, View};
use barrow_pack::Pack;
use barrow_play::keymap::{Key, Verb};
use barrow_play::mode::{Log, Weight};
use barrow_play::session::{BeginError, Session};
use barrow_play::words;
use serde_json::{Value, json};

use crate::canvas::Canvas;
use crate::desk::Desk;

/// How a run begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Begin {
    /// What it grows from; without it, nobody chooses.
    pub seed: Option<Seed>,
    /// It grows from the day, whatever `seed` says.
    pub daily: bool,
    /// The level it begins with; without it, the game's own.
    pub level: Option<String>,
    /// Whom one plays; without it, the usual one.
    pub hero: Option<String>,
}

impl Begin {
    /// Reads `{"seed", "daily", "level", "hero"}`, each of which may be left out.
    pub fn read(text: &str) -> Result<Self, String> {
        let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let word = |key: &str| value[key].as_str().filter(|it| !it.is_empty()).map(String::from);
        let number = value["seed"].as_u64().map(|it| it.to_string());
        let seed = word("seed").or(number).map(|it| it.parse::<Seed>());
        Ok(Self {
            seed: seed.transpose().map_err(|error| error.to_string())?,
            daily: value["daily"].as_bool().unwrap_or_default(),
            level: word("level"),
            hero: word("hero"),
        })
    }
}

/// A run in a page.
pub struct Game {
    desk: Rc<RefCell<Desk>>,
    session: Session,
    log: Log,
    fresh: usize,
    /// The picture.
    pub canvas: Canvas,
}

/// The player at this page.
const PLAYER: u8 = 0;

impl Game {
    /// Begins a run, and its save.
    pub fn begin(
        desk: &Rc<RefCell<Desk>>,
        pack: &Arc<Pack>,
        begin: &Begin,
    ) -> Result<Self, String> {
        let host = Rc::clone(&desk.borrow().host);
        let (year, month, day) = host.day();
        let seed = match begin.seed {
            _ if begin.daily => Seed::of_day(year, month, day),
            Some(seed) => seed,
            None => host.seed(),
        };
        let heroes = vec![begin.hero.clone().unwrap_or_default()];
        let setup = Setup { seed, level: begin.level.clone(), heroes };
        let store = desk.borrow().store();
        let (session, turn) = match Session::begin(store, pack, &setup) {
            Ok(both) => both,
            Err(error @ (BeginError::Setup(_) | BeginError::Busy | BeginError::Store(_))) => {
                return Err(error.to_string());
            }
        };
        let mut game = Self {
            desk: Rc::clone(desk),
            session,
            log: Log::default(),
            fresh: 0,
            canvas: Canvas::default(),
        };
        game.log.hear(&turn, PLAYER, game.run().game().turn());
        Ok(game)
    }

    /// The run.
    pub const fn run(&self) -> &Run {
        self.session.run()
    }

    fn view(&self) -> View<'_> {
        self.run().game().view(PLAYER).expect("a run has its first player")
    }

    /// A key was pressed; tells whether it was of any use.
    pub fn press(&mut self, key: Key) -> bool {
        let view = self.view();
        let own = view.keys().find(|it| Key::char(it.key) == key).map(|it| it.command);
        let command = match own {
            Some(Ok(command)) => command,
            Some(Err(refusal)) => {
                let text = refusal.to_string();
                self.tell(Weight::Refusal, &text);
                return true;
            }
            None => {
                let verb = self.desk.borrow().settings.keys.verb(key);
                let Some(command) = verb.and_then(command) else { return false };
                command
            }
        };
        self.obey(&command);
        true
    }

    fn obey(&mut self, command: &Command) {
        self.fresh = self.log.messages().len();
        match self.session.step(command) {
            Ok(turn) => self.log.hear(&turn, PLAYER, self.session.game().turn()),
            Err(refusal) => self.tell(Weight::Refusal, &refusal.to_string()),
        }
        self.canvas.spoil();
    }

    fn tell(&mut self, weight: Weight, text: &str) {
        let now = self.run().game().turn();
        self.log.tell(now, weight, text);
    }

    /// Draws the picture, if anything changed; tells whether it did.
    pub fn draw(&mut self) -> bool {
        let view = self.session.game().view(PLAYER).expect("a run has its first player");
        self.canvas.draw(&view)
    }

    /// The surroundings in words.
    pub fn describe(&self) -> String {
        words::surroundings(&self.view()).join("\n")
    }

    /// Everything that the page shows beside the picture.
    pub fn screen(&self) -> Value {
        let (view, game) = (self.view(), self.run().game());
        let messages = self.log.messages().iter().enumerate();
        let log: Vec<Value> = messages
            .map(|(at, it)| {
                json!({
                    "turn": it.turn, "text": it.text, "role": "text", "count": it.count,
                    "fresh": at >= self.fresh,
                })
            })
            .collect();
        let status = view.panel().map(
            |row| json!({ "label": row.label, "value": row.value.to_string(), "role": "text" }),
        );
        let bag = view.bag().map(|it| json!({ "slot": it.slot, "name": it.item.name() }));
        json!({
            "state": if game.end().is_some() { "over" } else { "playing" },
            "title": &*game.pack().rules.title,
            "level": view.title(),
            "floor": game.floor(),
            "turn": game.turn(),
            "score": game.score(PLAYER).total.to_whole(),
            "best": null,
            "seed": game.seed().to_string(),
            "ranked": !self.run().journal().unranked,
            "paused": false,
            "status": status.collect::<Vec<_>>(),
            "side": [],
            "bag": bag.collect::<Vec<_>>(),
            "log": log,
            "face": null,
            "buttons": [],
            "ask": null,
        })
    }
}

fn command(verb: Verb) -> Option<Command> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "the others are modes, not commands")]
    match verb {
        Verb::Move(dir) => Some(Command::Move(dir)),
        Verb::Wait => Some(Command::Wait),
        Verb::Pickup => Some(Command::Pickup),
        Verb::Descend => Some(Command::Descend),
        Verb::Ascend => Some(Command::Ascend),
        Verb::Slot(number) => Some(Command::Use { slot: number - 1 }),
        _ => None,
    }
}
