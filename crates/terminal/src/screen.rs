//! The screens, and how one leads to another.

mod board;
mod play;
mod title;
mod watch;

use std::time::Duration;

use barrow_play::keymap::Key;

pub use play::{NewRun, Play};
pub use title::Title;
pub use watch::Watch;

use crate::context::Context;
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

impl Default for Screen {
    fn default() -> Self {
        Self::Title(Box::default())
    }
}

/// The result of a key press.
pub enum Transition {
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

impl Transition {
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
    pub fn press(&mut self, context: &mut Context, key: Key) -> Transition {
        match self {
            Self::Title(title) => title.press(context, key),
            Self::Play(play) => play.press(context, key),
            Self::Watch(watch) => watch.press(context, key),
        }
    }

    /// Returns the time until the next [`Screen::tick`], if one is wanted.
    pub fn next_tick(&self, context: &Context) -> Option<Duration> {
        match self {
            Self::Title(_) => None,
            Self::Play(play) => play.next_tick(context),
            Self::Watch(watch) => watch.next_tick(),
        }
    }

    /// Handles the end of the time that [`Screen::next_tick`] returned.
    pub fn tick(&mut self, context: &Context) {
        match self {
            Self::Title(_) => {}
            Self::Play(play) => play.tick(context),
            Self::Watch(watch) => watch.tick(),
        }
    }

    /// Draws the screen.
    pub fn draw(&mut self, context: &mut Context, pen: &mut Pen<'_>) {
        match self {
            Self::Title(title) => title.draw(context, pen),
            Self::Play(play) => play.draw(context, pen),
            Self::Watch(watch) => watch.draw(context, pen),
        }
    }
}
