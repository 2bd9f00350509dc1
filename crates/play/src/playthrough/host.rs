//! What a playthrough needs from its front end, and what it asks of it.

use std::time::Duration;

use barrow_engine::Setup;

use super::Device;
use crate::keymap::Verb;
use crate::palette::Line;
use crate::settings::{Motion, Settings};
use crate::store::Store;

/// What a playthrough needs from its front end.
pub trait Host {
    /// Returns the player's settings.
    fn settings(&self) -> &Settings;

    /// Returns how much is animated.
    fn motion(&self) -> Motion {
        self.settings().motion
    }

    /// Returns what the player holds.
    fn device(&self) -> Device {
        Device::Keys
    }

    /// Returns how to get help, as a sentence.
    fn where_help_is(&self) -> String {
        help_key(self.settings())
    }

    /// Returns whether the program can end, so that the last screen offers it.
    fn quits(&self) -> bool {
        false
    }

    /// Returns the time since some moment, if the front end has a clock. No rule knows of it.
    fn clock(&self) -> Option<Duration> {
        None
    }

    /// Returns the store of runs and the profile.
    fn store(&self) -> Box<dyn Store>;

    /// Returns the date and time as text.
    fn now(&self) -> String;
}

/// Returns the sentence about the key that shows the help.
pub fn help_key(settings: &Settings) -> String {
    format!("Press {} for help.", settings.keys.shown(Verb::Help))
}

/// What the front end must do after a key or a click.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Draw the playthrough, and nothing else.
    Stay,
    /// Show a text.
    ShowText(TextPage),
    /// Show the help.
    Help,
    /// Show settings and keys.
    Settings,
    /// Leave the playthrough: the run is saved, or has ended.
    Leave,
    /// Leave the playthrough and end the program, if it can end.
    Quit,
    /// Show the replay of the run from its journal.
    WatchReplay,
    /// Begin another run.
    NewRun(Setup),
}

/// A text to read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextPage {
    /// The heading.
    pub title: String,
    /// The lines; long ones must be wrapped.
    pub lines: Vec<Line>,
    /// Whether it opens at its end.
    pub from_end: bool,
}
