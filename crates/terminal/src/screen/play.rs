//! The screen of a run being played: the playthrough, animations after a turn, and the way to other
//! screens.

mod draw;
mod flight;

use std::collections::VecDeque;
use std::time::Duration;

use barrow_dice::Seed;
use barrow_engine::Setup;
use barrow_play::keymap::Key;
use barrow_play::playthrough::{Ask, Host, Playthrough};
use barrow_play::replay::Viewer;
use barrow_play::settings::Motion;

use self::flight::Frame;
use super::{Screen, Step, Title};
use crate::desk::Desk;
use crate::dialog::{Dialog, SettingsDialog, help, watch};

/// How a run begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Begin {
    /// The name of the game.
    pub game: String,
    /// The seed.
    pub seed: Seed,
    /// The level, or `None` for the game's own first level.
    pub level: Option<String>,
    /// The hero; empty for the default one.
    pub hero: String,
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
}

impl Play {
    /// Begins a run and its save.
    pub fn begin(desk: &mut Desk, begin: Begin) -> Result<Self, String> {
        let Begin { game, seed, level, hero, modifiers } = begin;
        let index = desk.library.find(&game).ok_or("There is no such game.")?;
        let pack = desk.library.pack(index)?;
        let setup = Setup { seed, level, heroes: vec![hero], modifiers, ..Setup::default() };
        let playthrough = Playthrough::begin(desk, &pack, &setup)?;
        Ok(Self::new(&game, playthrough).noted(desk))
    }

    /// Resumes the saved run of a game. Returns `None` if there is none, and an error with the
    /// reason if it cannot be resumed.
    pub fn resume(desk: &mut Desk, game: &str) -> Result<Option<Self>, String> {
        let index = desk.library.find(game).ok_or("There is no such game.")?;
        let pack = desk.library.pack(index)?;
        let playthrough = Playthrough::resume(desk, &pack)?;
        Ok(playthrough.map(|playthrough| Self::new(game, playthrough).noted(desk)))
    }

    /// Plays on from the position of a replay.
    pub fn play_on(desk: &Desk, game: &str, viewer: &Viewer) -> Result<Self, String> {
        let playthrough = Playthrough::play_on(desk, viewer).map_err(|it| it.to_string())?;
        Ok(Self::new(game, playthrough))
    }

    fn new(game: &str, playthrough: Playthrough) -> Self {
        Self { game: game.into(), playthrough, frames: VecDeque::new() }
    }

    /// Records that this run was played.
    fn noted(self, desk: &mut Desk) -> Self {
        let game = self.playthrough.game();
        let run = (game.pack().rules.title.to_string(), game.seed());
        if !desk.played.contains(&run) {
            desk.played.push(run);
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
    pub(crate) fn next_begin(&self, same: bool) -> Begin {
        self.begin_with(self.playthrough.next_setup(same))
    }

    fn begin_with(&self, setup: Setup) -> Begin {
        let hero = setup.heroes.first().cloned().unwrap_or_default();
        let Setup { seed, level, modifiers, .. } = setup;
        Begin { game: self.game.clone(), seed, level, hero, modifiers }
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
    pub fn beat(&self, desk: &Desk) -> Option<Duration> {
        let shown = self.frames.front().map(|it| it.lasts);
        shown.or_else(|| self.playthrough.beat(desk))
    }

    /// Returns `true` if all keys must be released before anything goes on.
    pub const fn waits_for_silence(&self) -> bool {
        self.playthrough.waits_for_silence()
    }

    /// Handles the end of the time that [`Play::beat`] returned.
    pub fn tick(&mut self, desk: &Desk) {
        if self.frames.pop_front().is_none() {
            self.playthrough.tick(desk);
            self.show_news(desk);
        }
    }

    /// Handles a key press.
    pub fn press(&mut self, desk: &mut Desk, key: Key) -> Step {
        self.frames.clear();
        let ask = self.playthrough.press(desk, key);
        self.show_news(desk);
        self.step(desk, ask)
    }

    /// Starts the animation of the last turns.
    fn show_news(&mut self, desk: &Desk) {
        if desk.motion() == Motion::None {
            return;
        }
        let view = self.playthrough.view();
        for turn in self.playthrough.news() {
            self.frames.extend(flight::frames(&view, turn, desk.motion()));
        }
        // A round of a real-time game is shorter than an animation.
        if view.pack().rules.ticks.is_some() {
            self.frames.drain(..self.frames.len().saturating_sub(1));
        }
    }

    /// Does what the playthrough asks for.
    fn step(&self, desk: &mut Desk, ask: Ask) -> Step {
        match ask {
            Ask::Stay => Step::Stay,
            Ask::Read(paper) => Step::open(Dialog::paper(paper)),
            Ask::Help => {
                Step::open(help(&desk.settings.keys, Some(self.playthrough.view().pack())))
            }
            Ask::Settings => Step::open(Dialog::Settings(SettingsDialog::new())),
            Ask::Leave => Step::title(Title::at(desk, &self.game)),
            Ask::Watch => match watch(desk, self.playthrough.run().journal().clone()) {
                Ok(watch) => Step::go(Screen::Watch(Box::new(watch))),
                Err(what) => Step::open(Dialog::message("Replay", &what)),
            },
            Ask::Again(setup) => match Self::begin(desk, self.begin_with(setup)) {
                Ok(play) => Step::go(Screen::Play(Box::new(play))),
                Err(what) => Step::open(Dialog::message("This game cannot be played", &what)),
            },
        }
    }
}
