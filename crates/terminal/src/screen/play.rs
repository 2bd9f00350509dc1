//! A run being played: what keys mean in each mode, and what a turn brings.

mod bag;
mod draw;
mod flight;
mod keys;
mod look;
mod over;
mod turn;

use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

use barrow_dice::{Fixed, Seed};
use barrow_engine::{Command, EntityId, Run, Setup, Turn, View};
use barrow_play::keymap::{Key, Verb};
use barrow_play::mode::{Aiming, Cursor, List, Log, Weight};
use barrow_play::profile;
use barrow_play::session::{BeginError, Opened, Session, open};
use barrow_play::settings::Motion;
use barrow_play::store::Memory;
use barrow_play::walk::Walker;

use self::bag::Bag;
use self::flight::Frame;
use self::over::{Carrying, Ended, Over};
use super::Step;
use crate::desk::Desk;

/// How a run begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Begin {
    /// The name of the game.
    pub game: String,
    /// What it grows from.
    pub seed: Seed,
    /// The level it begins with; without it, the game's own.
    pub level: Option<String>,
    /// Whom one plays; empty for the usual one.
    pub hero: String,
}

/// What keys mean at the moment.
enum Mode {
    /// They are commands.
    Walk,
    /// They move a cursor that tells what is there.
    Look(Cursor),
    /// They choose a cell to go to.
    Travel(Cursor),
    /// They choose a cell to strike.
    Aim(Aiming),
    /// They choose a direction to do something in.
    Direction,
    /// They choose something carried.
    Bag(Bag),
    /// They choose an ability.
    Cast(List),
    /// They answer the game's own question.
    Menu(List),
    /// They answer whether a command is meant.
    Confirm { question: String, command: Command },
    /// They answer whether the run is to be given up.
    Abandon,
    /// They choose from the menu of the game.
    Pause(List),
    /// The run has ended.
    Over(Over),
}

/// A run being played.
pub struct Play {
    begin: Begin,
    /// The run, while it lasts.
    session: Option<Session>,
    /// The run and what remains of it, once it has ended.
    ended: Option<Ended>,
    log: Log,
    /// Messages before this one were told before the last command.
    fresh: usize,
    walker: Walker,
    walking: bool,
    mode: Mode,
    last: Option<Command>,
    /// The ability that was cast last.
    spell: Option<String>,
    frames: VecDeque<Frame>,
    /// A game in real time stands still.
    paused: bool,
    /// What is done at the next beat of a game in real time.
    queued: Option<Command>,
    /// Something happened that keys typed ahead were not meant for.
    alarm: bool,
    met: BTreeSet<EntityId>,
    /// What was carried before the last turn.
    carrying: Carrying,
    /// The best score of the game before this run.
    best: Option<Fixed>,
}

/// The player at this keyboard.
const PLAYER: u8 = 0;

impl Play {
    /// Begins a run, and its save.
    pub fn begin(desk: &mut Desk, begin: Begin) -> Result<Self, String> {
        let place = desk.library.find(&begin.game).ok_or("There is no such game.")?;
        let pack = desk.library.pack(place)?;
        let setup = Setup {
            seed: begin.seed,
            level: begin.level.clone(),
            heroes: vec![begin.hero.clone()],
        };
        let store = desk.machine.store();
        let (session, turn, trouble) = match Session::begin(store, &pack, &setup) {
            Ok((session, turn)) => (session, turn, None),
            // Who cannot save can still play.
            Err(BeginError::Store(error)) => {
                let (run, turn) = Run::new(pack, &setup).map_err(|error| error.to_string())?;
                let session = Session::unsaved(run, Box::new(Memory::default()));
                (session, turn, Some(format!("This run is not saved and does not count: {error}.")))
            }
            Err(error @ (BeginError::Setup(_) | BeginError::Busy)) => return Err(error.to_string()),
        };
        let mut play = Self::new(begin, session);
        play.note(desk);
        play.best = best_score(desk, play.game());
        play.take_in(desk, &turn);
        let help = desk.settings.keys.shown(Verb::Help);
        let told = trouble.unwrap_or_else(|| format!("Press {help} for help."));
        play.log.tell(play.game().turn(), Weight::Aside, &told);
        play.frames.clear();
        play.alarm = false;
        Ok(play)
    }

    /// Takes up the saved run of a game; nothing if there is none. The reason why it cannot be
    /// taken up is told.
    pub fn resume(desk: &mut Desk, game: &str) -> Result<Option<Self>, String> {
        let place = desk.library.find(game).ok_or("There is no such game.")?;
        let pack = desk.library.pack(place)?;
        let opened = open(desk.machine.store(), &pack).map_err(|error| error.to_string())?;
        let (session, told) = match opened {
            Opened::Resumed(session, told) => (*session, told),
            Opened::Nothing(_) => return Ok(None),
            Opened::Refused(_, what) | Opened::SetAside(_, what) => return Err(what),
            Opened::Busy(_) => return Err("This run is being played in another window.".into()),
        };
        let play = Self::go_on_with(desk, game, session, told.as_deref());
        play.note(desk);
        Ok(Some(play))
    }

    /// Writes down which run is played, once.
    fn note(&self, desk: &mut Desk) {
        let run = (self.game().pack().rules.title.to_string(), self.begin.seed);
        if !desk.played.contains(&run) {
            desk.played.push(run);
        }
    }

    /// Plays a run from where it stands.
    pub fn go_on_with(desk: &Desk, game: &str, session: Session, told: Option<&str>) -> Self {
        let setup = session.run().journal().setup.clone();
        let begin = Begin {
            game: game.into(),
            seed: setup.seed,
            level: setup.level,
            hero: setup.heroes.first().cloned().unwrap_or_default(),
        };
        let mut play = Self::new(begin, session);
        play.best = best_score(desk, play.game());
        let now = play.game().turn();
        let welcome = format!("You are back, on turn {now}.");
        play.log.tell(now, Weight::Aside, told.unwrap_or(&welcome));
        play.take_in(desk, &Turn::default());
        play.alarm = false;
        play
    }

    fn new(begin: Begin, session: Session) -> Self {
        Self {
            begin,
            session: Some(session),
            ended: None,
            log: Log::default(),
            fresh: 0,
            walker: Walker::default(),
            walking: false,
            mode: Mode::Walk,
            last: None,
            spell: None,
            frames: VecDeque::new(),
            paused: false,
            queued: None,
            alarm: false,
            met: BTreeSet::new(),
            carrying: Carrying::default(),
            best: None,
        }
    }

    /// The run as it stands.
    pub(crate) fn run(&self) -> &Run {
        let lasting = self.session.as_ref().map(Session::run);
        let ended = self.ended.as_ref().map(|it| &it.run);
        lasting.or(ended).expect("a run lasts or has ended")
    }

    /// What the player may know.
    pub(crate) fn view(&self) -> View<'_> {
        self.run().game().view(PLAYER).expect("a run has its first player")
    }

    /// The game as it stands.
    pub(crate) fn game(&self) -> &barrow_engine::Game {
        self.run().game()
    }

    /// What was told.
    pub(crate) const fn log(&self) -> &Log {
        &self.log
    }

    /// How long a round lasts, where the world does not wait: in a game in real time, and on
    /// levels where one only watches.
    fn round(&self) -> Option<Duration> {
        let game = self.game();
        let pack = game.pack();
        let level = pack.levels.find(game.level()).map(|id| pack.levels.get(id));
        let watched = level.filter(|it| it.watched).map(|it| u64::from(it.pace.unwrap_or(200)));
        let ticks = pack.rules.ticks.map(|ticks| 1000 / u64::from(ticks.max(1)));
        watched.or(ticks).map(|it| Duration::from_millis(it.max(1)))
    }

    /// Makes a game in real time stand still.
    pub fn pause(&mut self) {
        self.paused = self.round().is_some();
    }

    /// Whether something happened that keys typed ahead were not meant for.
    pub fn takes_alarm(&mut self) -> bool {
        std::mem::replace(&mut self.alarm, false)
    }

    /// How long until the next beat, if one is wanted.
    pub fn beat(&self, desk: &Desk) -> Option<Duration> {
        if let Some(frame) = self.frames.front() {
            return Some(frame.lasts);
        }
        match &self.mode {
            Mode::Over(over) if !over.is_ready() => Some(Over::PATIENCE),
            // A walk of a game in real time takes the time that it takes.
            Mode::Walk if self.walking && self.round().is_none() => Some(match desk.motion() {
                Motion::Full => Duration::from_millis(12),
                Motion::Reduced | Motion::None => Duration::ZERO,
            }),
            Mode::Walk if !self.paused => self.round(),
            // The other modes wait for a key.
            _ => None,
        }
    }

    /// Whether keys must be let go before anything goes on.
    pub const fn waits_for_silence(&self) -> bool {
        matches!(self.mode, Mode::Over(over) if !over.is_ready())
    }

    /// The time of a beat has passed.
    pub fn tick(&mut self, desk: &mut Desk) -> Step {
        if self.frames.pop_front().is_some() {
            return Step::Stay;
        }
        if let Mode::Over(over) = &mut self.mode {
            over.rest();
        } else if matches!(self.mode, Mode::Walk) {
            if self.walking {
                self.walk_on(desk);
            } else if self.round().is_some() && !self.paused {
                self.go_on(desk);
            }
        }
        Step::Stay
    }

    /// A key was pressed.
    pub fn press(&mut self, desk: &mut Desk, key: Key) -> Step {
        self.frames.clear();
        if self.walking {
            // Any key stops a walk, and does nothing else.
            self.walking = false;
            self.walker.stop();
            return Step::Stay;
        }
        self.dispatch(desk, key)
    }
}

/// The best score that the profile knows of a game.
fn best_score(desk: &Desk, game: &barrow_engine::Game) -> Option<Fixed> {
    let (profile, _) = profile::load(&mut *desk.machine.store()).ok()?;
    let best = profile.best.get(&*game.pack().rules.title)?;
    best.first().map(|it| it.score)
}
