//! The screens, and how one leads to another.

mod board;
mod play;
mod title;
mod watch;

use std::time::Duration;

use barrow_play::keymap::Key;

pub use play::{Begin, Play};
pub use title::Title;
pub use watch::Watch;

use crate::desk::Desk;
use crate::dialog::Dialog;
use crate::paint::Pen;

/// What is shown below all dialogs.
pub enum Screen {
    /// The games.
    Title(Box<Title>),
    /// A run.
    Play(Box<Play>),
    /// A run that has been played.
    Watch(Box<Watch>),
}

/// What a key leads to.
pub enum Step {
    /// Nothing beyond the screen.
    Stay,
    /// The dialog goes away.
    Close,
    /// A dialog is laid over the screen.
    Open(Box<Dialog>),
    /// Another screen.
    Go(Box<Screen>),
    /// The end.
    Quit,
}

impl Step {
    /// Lays a dialog over the screen.
    pub fn open(dialog: Dialog) -> Self {
        Self::Open(Box::new(dialog))
    }

    /// Goes to the list of games.
    pub fn title(title: Title) -> Self {
        Self::go(Screen::Title(Box::new(title)))
    }

    /// Goes to another screen.
    pub fn go(screen: Screen) -> Self {
        Self::Go(Box::new(screen))
    }
}

impl Screen {
    /// A key was pressed.
    pub fn press(&mut self, desk: &mut Desk, key: Key) -> Step {
        match self {
            Self::Title(title) => title.press(desk, key),
            Self::Play(play) => play.press(desk, key),
            Self::Watch(watch) => watch.press(desk, key),
        }
    }

    /// How long until the next beat, if one is wanted.
    pub fn beat(&self, desk: &Desk) -> Option<Duration> {
        match self {
            Self::Title(_) => None,
            Self::Play(play) => play.beat(desk),
            Self::Watch(watch) => watch.beat(),
        }
    }

    /// The time of a beat has passed.
    pub fn tick(&mut self, desk: &Desk) {
        match self {
            Self::Title(_) => {}
            Self::Play(play) => play.tick(desk),
            Self::Watch(watch) => watch.tick(),
        }
    }

    /// Draws it.
    pub fn draw(&mut self, desk: &mut Desk, pen: &mut Pen<'_>) {
        match self {
            Self::Title(title) => title.draw(desk, pen),
            Self::Play(play) => play.draw(desk, pen),
            Self::Watch(watch) => watch.draw(desk, pen),
        }
    }
}
