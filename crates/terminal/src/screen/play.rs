//! The screen of a run being played: the playthrough, animations after a turn, and the way to other
//! screens.

mod animation;
mod draw;

use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use barrow_dice::Seed;
use barrow_engine::Setup;
use barrow_grid::Pos;
use barrow_play::keymap::Key;
use barrow_play::playthrough::{Host, Playthrough, Request};
use barrow_play::replay::Viewer;
use barrow_play::settings::Motion;

use self::animation::Frame;
use super::{Screen, Title, Transition};
use crate::context::Context;
use crate::dialog::{Dialog, SettingsDialog, help, watch};
use crate::panel::Camera;

/// The options of a new run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRun {
    /// The name of the game.
    pub game: String,
    /// The seed.
    pub seed: Seed,
    /// The level, or `None` for the game's own first level.
    pub level: Option<String>,
    /// The hero of each player at this terminal; empty for the default one.
    pub heroes: Vec<String>,
    /// The modifiers.
    pub modifiers: Vec<String>,
}

/// A run being played.
pub struct Play {
    /// The name of the game.
    game: String,
    playthrough: Playthrough,
    /// The frames of the current animation.
    frames: VecDeque<Frame>,
    /// Which part of the level was drawn where.
    camera: Cell<Option<Camera>>,
    /// The cell under the mouse, until a key is pressed.
    pointed: Option<Pos>,
    /// Whether the speaker has the sounds of the game.
    tuned: bool,
}

impl Play {
    /// Begins a run and its save.
    pub fn begin(context: &mut Context, begin: NewRun) -> Result<Self, String> {
        let NewRun { game, seed, level, heroes, modifiers } = begin;
        let index = context.library.find(&game).ok_or("There is no such game.")?;
        let pack = context.library.pack(index)?;
        let setup = Setup { seed, level, heroes, modifiers, ..Setup::default() };
        let playthrough = Playthrough::begin(context, &pack, &setup)?;
        Ok(Self::new(&game, playthrough).noted(context))
    }

    /// Resumes the saved run of a game. Returns `None` if there is none, and an error with the
    /// reason if it cannot be resumed.
    pub fn resume(context: &mut Context, game: &str) -> Result<Option<Self>, String> {
        let index = context.library.find(game).ok_or("There is no such game.")?;
        let pack = context.library.pack(index)?;
        let playthrough = Playthrough::resume(context, &pack)?;
        Ok(playthrough.map(|playthrough| Self::new(game, playthrough).noted(context)))
    }

    /// Plays on from the position of a replay.
    pub fn play_on(context: &Context, game: &str, viewer: &Viewer) -> Result<Self, String> {
        let playthrough = Playthrough::play_on(context, viewer).map_err(|it| it.to_string())?;
        Ok(Self::new(game, playthrough))
    }

    fn new(game: &str, playthrough: Playthrough) -> Self {
        let (frames, camera) = (VecDeque::new(), Cell::new(None));
        Self { game: game.into(), playthrough, frames, camera, pointed: None, tuned: false }
    }

    /// Records that this run was played.
    fn noted(self, context: &mut Context) -> Self {
        let game = self.playthrough.game();
        let run = (game.pack().rules.title.to_string(), game.seed());
        if !context.played.contains(&run) {
            context.played.push(run);
        }
        self
    }

    /// Returns the playthrough.
    pub(crate) const fn playthrough(&self) -> &Playthrough {
        &self.playthrough
    }

    /// Returns the playthrough, to be played.
    pub(crate) const fn playthrough_mut(&mut self) -> &mut Playthrough {
        &mut self.playthrough
    }

    /// Returns how another run of this game begins: with the same seed, or with one derived from
    /// it.
    pub(crate) fn next_run(&self, same: bool) -> NewRun {
        self.new_run(self.playthrough.next_setup(same))
    }

    fn new_run(&self, setup: Setup) -> NewRun {
        let Setup { seed, level, heroes, modifiers, .. } = setup;
        NewRun { game: self.game.clone(), seed, level, heroes, modifiers }
    }

    /// Plays what was heard since the last call.
    pub(crate) fn sound(&mut self, context: &Context) {
        let orders = self.playthrough.take_orders();
        let speaker = context.speaker();
        if !speaker.is_on() {
            return;
        }
        if self.tuned {
            for order in orders {
                speaker.order(order);
            }
            return;
        }
        self.tuned = true;
        speaker.load(Some(self.playthrough.game().pack()));
        self.playthrough.sound_scene().into_iter().for_each(|it| speaker.order(it));
    }

    /// Pauses a real-time game.
    pub fn pause(&mut self) {
        self.playthrough.pause();
    }

    /// Returns whether something made keys typed ahead dangerous, and resets it.
    pub const fn take_alarm(&mut self) -> bool {
        self.playthrough.take_alarm()
    }

    /// Returns the time until the next [`Play::tick`], if one is wanted.
    pub fn next_tick(&self, context: &Context) -> Option<Duration> {
        let shown = self.frames.front().map(|it| it.lasts);
        shown.or_else(|| self.playthrough.next_tick(context))
    }

    /// Returns `true` if all keys must be released before anything goes on.
    pub const fn waits_for_release(&self) -> bool {
        self.playthrough.waits_for_release()
    }

    /// Handles the end of the time that [`Play::next_tick`] returned.
    pub fn tick(&mut self, context: &Context) {
        if self.frames.pop_front().is_none() {
            self.playthrough.tick(context);
            self.animate(context);
        }
    }

    /// Handles a key press.
    pub fn press(&mut self, context: &mut Context, key: Key) -> Transition {
        self.frames.clear();
        self.pointed = None;
        let request = self.playthrough.press(context, key);
        self.animate(context);
        self.serve(context, request)
    }

    /// Handles a click on a cell of the screen.
    pub fn click(&mut self, context: &mut Context, x: u16, y: u16) -> Transition {
        let Some(at) = self.camera.get().and_then(|it| it.level_pos(x, y)) else {
            return Transition::Stay;
        };
        self.frames.clear();
        self.pointed = None;
        let request = self.playthrough.click(context, at);
        self.animate(context);
        self.serve(context, request)
    }

    /// Remembers the cell under the mouse, if something is there.
    pub fn point(&mut self, x: u16, y: u16) {
        let view = self.playthrough.view();
        let at = self.camera.get().and_then(|it| it.level_pos(x, y));
        let is_there =
            |at: &Pos| view.cell(*at).thing.is_some() || view.actors().any(|it| it.pos() == *at);
        self.pointed = at.filter(is_there);
    }

    /// Starts the animation of the last turns.
    fn animate(&mut self, context: &Context) {
        if context.motion() == Motion::None {
            return;
        }
        let view = self.playthrough.view();
        for turn in self.playthrough.new_turns() {
            self.frames.extend(animation::frames(&view, turn, context.motion()));
        }
        // A round of a real-time game is shorter than an animation.
        if view.pack().rules.ticks.is_some() {
            self.frames.drain(..self.frames.len().saturating_sub(1));
        }
    }

    /// Does what the playthrough requests.
    fn serve(&self, context: &mut Context, request: Request) -> Transition {
        match request {
            Request::Stay => Transition::Stay,
            Request::ShowText(page) => Transition::open(Dialog::page(page)),
            Request::Help => {
                Transition::open(help(&context.settings.keys, Some(self.playthrough.view().pack())))
            }
            Request::Settings => {
                let pack = Arc::clone(self.playthrough.game().pack());
                Transition::open(Dialog::Settings(SettingsDialog::new(Some(pack))))
            }
            Request::Leave => Transition::title(Title::at(context, &self.game)),
            Request::Quit => Transition::Quit,
            Request::WatchReplay => {
                match watch(context, self.playthrough.run().journal().clone()) {
                    Ok(watch) => Transition::go(Screen::Watch(Box::new(watch))),
                    Err(what) => Transition::open(Dialog::message("Replay", &what)),
                }
            }
            Request::NewRun(setup) => match Self::begin(context, self.new_run(setup)) {
                Ok(play) => Transition::go(Screen::Play(Box::new(play))),
                Err(what) => Transition::open(Dialog::message("This game cannot be played", &what)),
            },
        }
    }
}
