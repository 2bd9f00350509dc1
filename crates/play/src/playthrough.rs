//! The run being played, for every front end: what keys and clicks mean in each mode, what a
//! turn brings, and what lies over the map. It draws nothing; a front end draws its face.

mod aim;
mod bag;
mod buttons;
mod face;
mod hint;
mod keys;
mod look;
mod over;
mod pointer;
#[cfg(test)]
mod tests;
mod turn;

use std::sync::Arc;
use std::time::Duration;

use barrow_dice::Fixed;
use barrow_engine::{Command, EntityId, Game, Mismatch, Run, Setup, Turn, View};
use barrow_pack::Pack;
use barrow_sorted::Set;

pub use buttons::Button;
pub use face::{Choice, Ending, Face, Hint, Marks, Menu, Say};

use self::bag::Bag;
use self::hint::Carrying;
use self::over::{Ended, Over};
use crate::keymap::{Key, Verb};
use crate::mode::{Aiming, Cursor, List, Log, Weight};
use crate::palette::Line;
use crate::profile;
use crate::replay::Viewer;
use crate::session::{BeginError, Opened, Session, open};
use crate::settings::{Motion, Settings};
use crate::store::{Memory, Store, StoreError};
use crate::walk::Walker;

/// What a playthrough needs of the place that it stands in.
pub trait Host {
    /// What someone chose.
    fn settings(&self) -> &Settings;

    /// How much moves.
    fn motion(&self) -> Motion {
        self.settings().motion
    }

    /// Where runs and the profile are kept.
    fn store(&self) -> Box<dyn Store>;

    /// The time as people read it.
    fn now(&self) -> String;
}

/// What the host is asked to do after a key or a click.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Nothing but to show the playthrough.
    Stay,
    /// To give something to read.
    Read(Paper),
    /// To show help.
    Help,
    /// To show settings and keys.
    Settings,
    /// To leave the playthrough: the run is kept, or has ended.
    Leave,
    /// To show how the run was played; its journal is the playthrough's.
    Watch,
    /// To begin another run.
    Again(Setup),
}

/// Something to read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paper {
    /// Its heading.
    pub title: String,
    /// Its lines; long ones are to be broken.
    pub lines: Vec<Line>,
    /// Whether it is read from its end.
    pub from_end: bool,
}

/// What keys mean at the moment.
enum Mode {
    /// They are commands.
    Command,
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
pub struct Playthrough {
    /// The run, while it lasts.
    session: Option<Session>,
    /// The run and what remains of it, once it has ended or was left.
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
    /// What the last key, click or beat brought.
    news: Vec<Turn>,
    /// A game in real time stands still.
    paused: bool,
    /// What is done at the next beat of a game in real time.
    queued: Option<Command>,
    /// Something happened that keys typed ahead were not meant for.
    alarm: bool,
    met: Set<EntityId>,
    /// What was carried before the last turn.
    carrying: Carrying,
    /// The best score of the game before this run.
    best: Option<Fixed>,
}

/// The player at this playthrough.
const PLAYER: u8 = 0;

impl Playthrough {
    /// Begins a run, and its save.
    pub fn begin(host: &dyn Host, pack: &Arc<Pack>, setup: &Setup) -> Result<Self, String> {
        let (session, turn, trouble) = match Session::begin(host.store(), pack, setup) {
            Ok((session, turn)) => (session, turn, None),
            // Who cannot save can still play.
            Err(BeginError::Store(error)) => {
                let begun = Run::new(Arc::clone(pack), setup);
                let (run, turn) = begun.map_err(|error| error.to_string())?;
                let session = Session::unsaved(run, Box::new(Memory::default()));
                (session, turn, Some(format!("This run is not saved and does not count: {error}.")))
            }
            Err(error @ (BeginError::Setup(_) | BeginError::Busy)) => return Err(error.to_string()),
        };
        let mut playthrough = Self::new(host, session);
        playthrough.take_in(host, &turn);
        let help = host.settings().keys.shown(Verb::Help);
        let told = trouble.unwrap_or_else(|| format!("Press {help} for help."));
        playthrough.log.tell(playthrough.game().turn(), Weight::Aside, &told);
        playthrough.news.clear();
        playthrough.alarm = false;
        Ok(playthrough)
    }

    /// Takes up the saved run of a game; nothing if there is none. The reason why it cannot be
    /// taken up is told.
    pub fn resume(host: &dyn Host, pack: &Arc<Pack>) -> Result<Option<Self>, String> {
        let opened = open(host.store(), pack).map_err(|error| error.to_string())?;
        let (session, told) = match opened {
            Opened::Resumed(session, told) => (*session, told),
            Opened::Nothing(_) => return Ok(None),
            Opened::Refused(_, what) | Opened::SetAside(_, what) => return Err(what),
            Opened::Busy(_) => return Err("This run is being played in another window.".into()),
        };
        Ok(Some(Self::go_on_with(host, session, told.as_deref())))
    }

    /// Plays on from where a replay stands, as a run that is neither saved nor ranked.
    pub fn play_on(host: &dyn Host, viewer: &Viewer) -> Result<Self, Mismatch> {
        let session = Session::unsaved(viewer.play_on()?, host.store());
        let told = "You play on from here. This run is not saved and does not count.";
        Ok(Self::go_on_with(host, session, Some(told)))
    }

    /// Plays a run from where it stands.
    fn go_on_with(host: &dyn Host, session: Session, told: Option<&str>) -> Self {
        let mut playthrough = Self::new(host, session);
        let now = playthrough.game().turn();
        let welcome = format!("You are back, on turn {now}.");
        playthrough.log.tell(now, Weight::Aside, told.unwrap_or(&welcome));
        playthrough.take_in(host, &Turn::default());
        playthrough.news.clear();
        playthrough.alarm = false;
        playthrough
    }

    fn new(host: &dyn Host, session: Session) -> Self {
        let best = best_score(host, session.game());
        Self {
            session: Some(session),
            ended: None,
            log: Log::default(),
            fresh: 0,
            walker: Walker::default(),
            walking: false,
            mode: Mode::Command,
            last: None,
            spell: None,
            news: Vec::new(),
            paused: false,
            queued: None,
            alarm: false,
            met: Set::new(),
            carrying: Carrying::default(),
            best,
        }
    }

    /// The run as it stands.
    pub fn run(&self) -> &Run {
        let lasting = self.session.as_ref().map(Session::run);
        let ended = self.ended.as_ref().map(|it| &it.run);
        lasting.or(ended).expect("a run lasts, has ended or was left")
    }

    /// What the player may know.
    pub fn view(&self) -> View<'_> {
        self.game().view(PLAYER).expect("a run has its first player")
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        self.run().game()
    }

    /// What was told.
    pub const fn log(&self) -> &Log {
        &self.log
    }

    /// The first message that was told since the last command.
    pub const fn fresh(&self) -> usize {
        self.fresh
    }

    /// The best score of the game before this run.
    pub const fn best(&self) -> Option<Fixed> {
        self.best
    }

    /// What the last key, click or beat brought, to be shown for a moment.
    pub fn news(&self) -> &[Turn] {
        &self.news
    }

    /// Whether the run has ended.
    pub const fn is_over(&self) -> bool {
        matches!(self.mode, Mode::Over(_))
    }

    /// Whether a game in real time stands still.
    pub const fn is_paused(&self) -> bool {
        self.paused
    }

    /// Whether something is done by itself, step by step.
    pub const fn is_walking(&self) -> bool {
        self.walking
    }

    /// Why the last turn could not be kept, if it could not. The next one tries again.
    pub fn trouble(&self) -> Option<&StoreError> {
        self.session.as_ref().and_then(Session::trouble)
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
        if self.paused {
            // A walk would take the key that goes on for the one that stops it.
            self.stop_walk();
        }
    }

    /// Whether something happened that keys typed ahead were not meant for.
    pub const fn take_alarm(&mut self) -> bool {
        std::mem::replace(&mut self.alarm, false)
    }

    /// How long until the next beat, if one is wanted.
    pub fn beat(&self, host: &dyn Host) -> Option<Duration> {
        match &self.mode {
            Mode::Over(over) if !over.is_ready() => Some(Over::PATIENCE),
            Mode::Command if self.session.is_none() => None,
            // A walk of a game in real time takes the time that it takes.
            Mode::Command if self.walking && self.round().is_none() => Some(match host.motion() {
                Motion::Full => Duration::from_millis(12),
                Motion::Reduced | Motion::None => Duration::ZERO,
            }),
            Mode::Command if !self.paused => self.round(),
            // The other modes wait for a key.
            _ => None,
        }
    }

    /// Whether keys must be let go before anything goes on.
    pub const fn waits_for_silence(&self) -> bool {
        matches!(self.mode, Mode::Over(over) if !over.is_ready())
    }

    /// The time of a beat has passed.
    pub fn tick(&mut self, host: &dyn Host) {
        self.news.clear();
        if let Mode::Over(over) = &mut self.mode {
            over.rest();
        } else if matches!(self.mode, Mode::Command) {
            if self.walking {
                self.walk_on(host);
            } else if self.round().is_some() && !self.paused {
                self.go_on(host);
            }
        }
    }

    /// A key was pressed.
    pub fn press(&mut self, host: &dyn Host, key: Key) -> Ask {
        self.news.clear();
        if self.stop_walk() { Ask::Stay } else { self.dispatch(host, key) }
    }

    /// Any key or click stops a walk, and does nothing else.
    fn stop_walk(&mut self) -> bool {
        let walked = std::mem::replace(&mut self.walking, false);
        if walked {
            self.walker.stop();
        }
        walked
    }

    /// Does what a verb asks for, as its key would in the midst of play; in other modes it does
    /// nothing.
    pub fn follow(&mut self, host: &dyn Host, verb: Verb) -> Ask {
        self.news.clear();
        let free = !self.stop_walk() && matches!(self.mode, Mode::Command);
        if free { self.do_verb(host, verb) } else { Ask::Stay }
    }
}

/// The best score that the profile knows of a game.
fn best_score(host: &dyn Host, game: &Game) -> Option<Fixed> {
    let (profile, _) = profile::load(&mut *host.store()).ok()?;
    let best = profile.best.get(&*game.pack().rules.title)?;
    best.first().map(|it| it.score)
}
