//! The run being played, for every front end: what keys and clicks do in each mode, what a turn
//! changes, and what lies over the map. It draws nothing; front ends draw its [`Overlay`].

mod aim;
mod bag;
mod buttons;
mod device;
mod hint;
mod host;
mod keys;
mod look;
mod over;
mod overlay;
mod pointer;
mod saved;
mod seat;
#[cfg(test)]
mod tests;
mod tips;
mod turn;

use std::sync::Arc;
use std::time::Duration;

use barrow_dice::Fixed;
use barrow_engine::{Command, Game, Mismatch, Run, Setup, Turn, View};
use barrow_pack::Pack;
use barrow_sound::Order;

pub use buttons::Button;
pub use device::Device;
pub use host::{Host, Request, TextPage, help_key};
pub use overlay::{Ending, Hint, Marks, Menu, MenuLine, Overlay, Prompt};

use self::bag::Bag;
use self::over::{EndScreen, Ended};
use self::saved::{best_score, end_saved};
use self::seat::Seat;
use self::tips::Tips;
use crate::keymap::{Key, Verb};
use crate::mode::{Aiming, Cursor, List, Log, MessageKind};
use crate::replay::Viewer;
use crate::session::{BeginError, Opened, Session, open};
use crate::settings::Motion;
use crate::sound::Listener;
use crate::store::{Memory, StoreError};

/// What keys do at the moment.
enum Mode {
    /// Keys are commands.
    Command,
    /// Keys move a cursor that describes a cell.
    Look(Cursor),
    /// Keys choose a cell to travel to.
    Travel(Cursor),
    /// Keys choose a target.
    Aim(Aiming),
    /// Keys choose a direction to interact with.
    Direction,
    /// Keys choose a carried item.
    Bag(Bag),
    /// Keys choose an ability.
    Cast(List),
    /// Keys answer a question of the game.
    Menu(List),
    /// Keys confirm a dangerous command.
    Confirm { question: String, command: Command },
    /// Keys confirm that the run is abandoned.
    Abandon,
    /// Keys choose from the pause menu.
    Pause(List),
    /// The run has ended.
    Over(EndScreen),
}

/// A run being played.
pub struct Playthrough {
    /// The run, while it lasts.
    session: Option<Session>,
    /// The run and its result, once it has ended or was left.
    ended: Option<Ended>,
    /// The player whose turn it is.
    seat: Seat,
    /// The other players at this machine, in no order.
    waiting: Vec<Seat>,
    mode: Mode,
    /// The turns of the last key, click or tick.
    new_turns: Vec<Turn>,
    /// Whether a real-time game is paused.
    paused: bool,
    /// The command for the next tick of a real-time game.
    queued: Option<Command>,
    /// Whether something happened that makes keys typed ahead dangerous.
    alarm: bool,
    /// The best score of the game before this run.
    best: Option<Fixed>,
    /// When this sitting began, by the clock of the front end.
    began: Option<Duration>,
    /// Whether an earlier sitting came before this one.
    resumed: bool,
    /// What was explained to the player.
    tips: Tips,
    listener: Listener,
    /// What was heard and not yet taken.
    orders: Vec<Order>,
}

/// Why a run that is being played elsewhere cannot be resumed.
pub const BUSY: &str = "This run is being played in another window; end it there first.";

impl Playthrough {
    /// Begins a run and its save.
    pub fn begin(host: &dyn Host, pack: &Arc<Pack>, setup: &Setup) -> Result<Self, String> {
        if setup.heroes.len() > 1 && pack.rules.ticks.is_some() {
            return Err("In a real-time game there is no time to take turns; play it alone.".into());
        }
        end_saved(host, pack)?;
        let scores = best_score(host, pack);
        let (session, turn, trouble) = match Session::begin(host.store(), pack, setup) {
            Ok((session, turn)) => (session, turn, None),
            // A player who cannot save can still play.
            Err(BeginError::Store(error)) => {
                let begun = Run::new(Arc::clone(pack), setup);
                let (run, turn) = begun.map_err(|error| error.to_string())?;
                let session = Session::unsaved(run, Box::new(Memory::default()));
                (session, turn, Some(format!("This run is not saved and does not count: {error}.")))
            }
            Err(error @ (BeginError::Setup(_) | BeginError::Busy)) => return Err(error.to_string()),
        };
        let mut playthrough = Self::new(session, scores);
        playthrough.began = host.clock();
        playthrough.handle_turn(host, &turn);
        let told = trouble.unwrap_or_else(|| host.where_help_is());
        playthrough.seat.log.add(playthrough.game().turn(), MessageKind::Aside, &told);
        playthrough.open_with_tips(host);
        playthrough.new_turns.clear();
        playthrough.alarm = false;
        Ok(playthrough)
    }

    /// Resumes the saved run of a game. Returns `None` if there is none, and an error with the
    /// reason if it cannot be resumed.
    pub fn resume(host: &dyn Host, pack: &Arc<Pack>) -> Result<Option<Self>, String> {
        let opened = open(host.store(), pack).map_err(|error| error.to_string())?;
        let (session, turns, told) = match opened {
            Opened::Resumed { session, turns, told } => (*session, turns, told),
            Opened::Nothing(_) => return Ok(None),
            Opened::Refused(_, what) | Opened::SetAside(_, what) => return Err(what),
            Opened::Busy(_) => return Err(BUSY.into()),
        };
        let journal = session.run().journal();
        let logs = (0..session.game().players()).map(|it| Log::of(&turns, journal, it)).collect();
        Ok(Some(Self::go_on_with(host, session, logs, told.as_deref())))
    }

    /// Plays on from the position of a replay, as a run that is neither saved nor ranked.
    pub fn play_on(host: &dyn Host, viewer: &Viewer) -> Result<Self, Mismatch> {
        let session = Session::unsaved(viewer.play_on()?, host.store());
        let told = "You play on from here. This run is not saved and does not count.";
        let logs = (0..session.game().players()).map(|it| viewer.recent(it).log).collect();
        Ok(Self::go_on_with(host, session, logs, Some(told)))
    }

    /// Continues a run with the last messages of each player.
    fn go_on_with(host: &dyn Host, session: Session, logs: Vec<Log>, told: Option<&str>) -> Self {
        let scores = best_score(host, session.game().pack());
        let mut playthrough = Self::new(session, scores);
        playthrough.recall(logs);
        playthrough.began = host.clock();
        playthrough.resumed = true;
        let now = playthrough.game().turn();
        let welcome = format!("Welcome back. It is turn {now}.");
        playthrough.seat.log.add(now, MessageKind::Aside, told.unwrap_or(&welcome));
        playthrough.recall_tips(host);
        playthrough.handle_turn(host, &Turn::default());
        playthrough.new_turns.clear();
        playthrough.alarm = false;
        playthrough
    }

    fn new(session: Session, (best, trouble): (Option<Fixed>, Option<String>)) -> Self {
        let mut seat = Seat::default();
        seat.log.add(session.game().turn(), MessageKind::Aside, &trouble.unwrap_or_default());
        let waiting = (1..session.game().players()).map(Seat::new).collect();
        let listener = Listener::new(session.game().seed());
        Self {
            session: Some(session),
            ended: None,
            seat,
            waiting,
            mode: Mode::Command,
            new_turns: Vec::new(),
            paused: false,
            queued: None,
            alarm: false,
            best,
            began: None,
            resumed: false,
            tips: Tips::default(),
            listener,
            orders: Vec::new(),
        }
    }

    /// Returns what was heard since the last call, for a mixer.
    pub fn take_orders(&mut self) -> Vec<Order> {
        std::mem::take(&mut self.orders)
    }

    /// Returns the orders that set the scene as it is now, for a mixer that starts later.
    pub fn sound_scene(&self) -> Vec<Order> {
        self.listener.scene()
    }

    /// Returns the run.
    pub fn run(&self) -> &Run {
        let lasting = self.session.as_ref().map(Session::run);
        let ended = self.ended.as_ref().map(|it| &it.run);
        lasting.or(ended).expect("a run lasts, has ended or was left")
    }

    /// Returns the number of the player whose turn it is.
    pub const fn player(&self) -> u8 {
        self.seat.player
    }

    /// Returns what the player whose turn it is may know.
    pub fn view(&self) -> View<'_> {
        self.seat.view(self.game())
    }

    /// Returns the game.
    pub fn game(&self) -> &Game {
        self.run().game()
    }

    /// Returns the messages.
    pub const fn log(&self) -> &Log {
        &self.seat.log
    }

    /// Returns the index of the first message since the last command.
    pub const fn fresh(&self) -> usize {
        self.seat.fresh
    }

    /// Returns the best score of the game before this run; after its end, this run included.
    pub fn best(&self) -> Option<Fixed> {
        let recorded = self.ended.as_ref().and_then(|it| it.recorded.as_ref()?.as_ref().ok());
        recorded.and_then(|it| it.best.as_ref()).map(|it| it.score).or(self.best)
    }

    /// Returns the turns of the last key, click or tick, to be animated.
    pub fn new_turns(&self) -> &[Turn] {
        &self.new_turns
    }

    /// Returns `true` if the run has ended.
    pub const fn is_over(&self) -> bool {
        matches!(self.mode, Mode::Over(_))
    }

    /// Returns `true` if a real-time game is paused.
    pub const fn is_paused(&self) -> bool {
        self.paused
    }

    /// Returns `true` while the player walks, explores or rests automatically.
    pub const fn is_walking(&self) -> bool {
        self.seat.walking
    }

    /// Returns why the last turn could not be saved, if it could not. The next turn tries again.
    pub fn trouble(&self) -> Option<&StoreError> {
        self.session.as_ref().and_then(Session::trouble)
    }

    /// Returns how long a round lasts if the world does not wait: in a real-time game, and on
    /// levels that the player only watches.
    fn round(&self) -> Option<Duration> {
        let game = self.game();
        let pack = game.pack();
        let level = pack.levels.find(game.level()).map(|id| pack.levels.get(id));
        let watched = level.filter(|it| it.watched).map(|it| u64::from(it.pace.unwrap_or(200)));
        let ticks = pack.rules.ticks.map(|ticks| 1000 / u64::from(ticks.max(1)));
        watched.or(ticks).map(|it| Duration::from_millis(it.max(1)))
    }

    /// Pauses a real-time game.
    pub fn pause(&mut self) {
        self.paused = self.round().is_some();
        if self.paused {
            // An automatic walk would swallow the key that ends the pause.
            self.stop_walk();
        }
    }

    /// Returns whether something made keys typed ahead dangerous, and resets it.
    pub const fn take_alarm(&mut self) -> bool {
        std::mem::replace(&mut self.alarm, false)
    }

    /// Returns the time until the next [`Playthrough::tick`], if one is wanted.
    pub fn next_tick(&self, host: &dyn Host) -> Option<Duration> {
        match &self.mode {
            Mode::Over(over) if !over.is_ready() => Some(EndScreen::PATIENCE),
            Mode::Command if self.session.is_none() => None,
            // In a real-time game, each step of an automatic walk takes a round.
            Mode::Command if self.seat.walking && self.round().is_none() => {
                Some(match host.motion() {
                    Motion::Full => Duration::from_millis(12),
                    Motion::Reduced | Motion::None => Duration::ZERO,
                })
            }
            Mode::Command if !self.paused => self.round(),
            // All other modes wait for a key.
            _ => None,
        }
    }

    /// Returns `true` if all keys must be released before anything goes on.
    pub const fn waits_for_release(&self) -> bool {
        matches!(self.mode, Mode::Over(over) if !over.is_ready())
    }

    /// Handles the end of the time that [`Playthrough::next_tick`] returned.
    pub fn tick(&mut self, host: &dyn Host) {
        self.new_turns.clear();
        if let Mode::Over(over) = &mut self.mode {
            over.accept_keys();
        } else if matches!(self.mode, Mode::Command) {
            if self.seat.walking {
                self.walk_on(host);
            } else if self.round().is_some() && !self.paused {
                self.play_round(host);
            }
        }
    }

    /// Carries out what was asked for to its end, for a front end without a clock.
    pub fn settle(&mut self, host: &dyn Host) {
        if self.queued.is_some() {
            self.play_round(host);
        }
        while self.seat.walking {
            self.walk_on(host);
        }
    }

    /// Returns `true` while a question is open that is answered with yes or no.
    pub const fn asks(&self) -> bool {
        matches!(self.mode, Mode::Confirm { .. } | Mode::Abandon)
    }

    /// Handles a key press.
    pub fn press(&mut self, host: &dyn Host, key: Key) -> Request {
        self.new_turns.clear();
        self.tips_grow_old();
        if self.stop_walk() {
            return Request::Stay;
        }
        self.answer(host, |it| it.dispatch(host, key))
    }

    /// Does what was asked for. An answer without a turn may bring the next tip.
    fn answer(&mut self, host: &dyn Host, act: impl FnOnce(&mut Self) -> Request) -> Request {
        let (told, turn) = (self.seat.log.total(), self.game().turn());
        let request = act(self);
        if self.seat.log.total() > told && self.game().turn() == turn {
            self.tell_tip(host);
        }
        request
    }

    /// Stops an automatic walk, and returns whether there was one. The key or click that stops it
    /// does nothing else.
    fn stop_walk(&mut self) -> bool {
        let walked = std::mem::replace(&mut self.seat.walking, false);
        if walked {
            self.seat.walker.stop();
        }
        walked
    }

    /// Does what the key of a verb does in command mode. In other modes it does nothing.
    pub fn trigger(&mut self, host: &dyn Host, verb: Verb) -> Request {
        self.new_turns.clear();
        self.tips_grow_old();
        let free = !self.stop_walk() && matches!(self.mode, Mode::Command);
        if free { self.answer(host, |it| it.do_verb(host, verb)) } else { Request::Stay }
    }
}
