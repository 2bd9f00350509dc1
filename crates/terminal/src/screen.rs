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

/// The screen below all dialogs.
pub enum Screen {
    /// The list of games.
    Title(Box<Title>),
    /// A run being played.
    Play(Box<Play>),
    /// A replay.
    Watch(Box<Watch>),
}

/// The result of a key press.
pub enum Step {
    /// Stay on this screen.
    Stay,
    /// Close the dialog.
    Close,
    /// Open a dialog.
    Open(Box<Dialog>),
    /// Switch to another screen.
    Go(Box<Screen>),
    /// Exit.
    Quit,
}

impl Step {
    /// Opens a dialog.
    pub fn open(dialog: Dialog) -> Self {
        Self::Open(Box::new(dialog))
    }

    /// Switches to the list of games.
    pub fn title(title: Title) -> Self {
        Self::go(Screen::Title(Box::new(title)))
    }

    /// Switches to another screen.
    pub fn go(screen: Screen) -> Self {
        Self::Go(Box::new(screen))
    }
}

impl Screen {
    /// Handles a key press.
    pub fn press(&mut self, desk: &mut Desk, key: Key) -> Step {
        match self {
            Self::Title(title) => title.press(desk, key),
            Self::Play(play) => play.press(desk, key),
            Self::Watch(watch) => watch.press(desk, key),
        }
    }

    /// Returns the time until the next [`Screen::tick`], if one is wanted.
    pub fn next_tick(&self, desk: &Desk) -> Option<Duration> {
        match self {
            Self::Title(_) => None,
            Self::Play(play) => play.next_tick(desk),
            Self::Watch(watch) => watch.next_tick(),
        }
    }

    /// Handles the end of the time that [`Screen::next_tick`] returned.
    pub fn tick(&mut self, desk: &Desk) {
        match self {
            Self::Title(_) => {}
            Self::Play(play) => play.tick(desk),
            Self::Watch(watch) => watch.tick(),
        }
    }

    /// Draws the screen.
    pub fn draw(&mut self, desk: &mut Desk, pen: &mut Pen<'_>) {
        match self {
            Self::Title(title) => title.draw(desk, pen),
            Self::Play(play) => play.draw(desk, pen),
            Self::Watch(watch) => watch.draw(desk, pen),
        }
    }
}
