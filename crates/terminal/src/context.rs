//! What all screens share.

use std::time::Duration;

use barrow_dice::Seed;
use barrow_play::playthrough::{Device, Host, help_key};
use barrow_play::settings::{Glyphs, Motion, Settings, Walls};
use barrow_play::store::Store;

use crate::library::Library;
use crate::paint::{Depth, Ink};
use crate::speaker::Speaker;

/// What the core needs from the machine it runs on. Tests use one that never changes.
pub trait Machine {
    /// Returns a random seed.
    fn fresh_seed(&mut self) -> Seed;

    /// Returns the UTC date: year, month, day.
    fn today(&self) -> (u16, u8, u8);

    /// Returns the time since some moment, if there is a clock.
    fn clock(&self) -> Option<Duration> {
        None
    }

    /// Returns an environment variable.
    fn variable(&self, name: &str) -> Option<String>;

    /// Returns the date and time as text.
    fn now(&self) -> String;

    /// Returns the store of runs and the profile.
    fn store(&self) -> Box<dyn Store>;

    /// Saves the settings.
    fn keep_settings(&mut self, settings: &Settings) -> Result<(), String>;
}

/// What all screens share.
pub struct Context {
    /// The games.
    pub library: Library,
    /// The player's settings.
    pub settings: Settings,
    /// The machine.
    pub machine: Box<dyn Machine>,
    /// Whether animations are off, whatever the settings say.
    pub still: bool,
    /// Whether the player types words instead of keys.
    speaks: bool,
    /// The game and the seed of every run that was played, to be printed on exit.
    pub played: Vec<(String, Seed)>,
    /// What is heard.
    speaker: Speaker,
    ink: Ink,
}

impl Context {
    /// Makes the context of a program that starts.
    pub fn new(library: Library, settings: Settings, machine: Box<dyn Machine>) -> Self {
        let ink = ink(&settings, &*machine);
        let (still, speaks, speaker) = (false, false, Speaker::silent());
        Self { library, settings, machine, still, speaks, played: Vec::new(), speaker, ink }
    }

    /// Switches to a player who types words and hears words.
    pub const fn speak(&mut self) {
        (self.still, self.speaks) = (true, true);
    }

    /// Plays sounds with this speaker.
    pub fn listen(&mut self, speaker: Speaker) {
        self.speaker = speaker;
        self.set_volumes();
    }

    /// Returns what plays sounds.
    pub const fn speaker(&self) -> &Speaker {
        &self.speaker
    }

    fn set_volumes(&self) {
        self.settings.loudness().into_iter().for_each(|it| self.speaker.order(it));
    }

    /// Returns the colors and characters to draw with.
    pub const fn ink(&self) -> Ink {
        self.ink
    }

    /// Saves changed settings and applies them. Returns what went wrong.
    pub fn keep_settings(&mut self) -> Result<(), String> {
        self.ink = ink(&self.settings, &*self.machine);
        self.set_volumes();
        self.machine.keep_settings(&self.settings)
    }
}

impl Host for Context {
    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn motion(&self) -> Motion {
        if self.still { Motion::None } else { self.settings.motion }
    }

    fn quits(&self) -> bool {
        true
    }

    fn device(&self) -> Device {
        if self.speaks { Device::Line } else { Device::Keys }
    }

    fn where_help_is(&self) -> String {
        if self.speaks { "Type help for the commands.".into() } else { help_key(&self.settings) }
    }

    fn store(&self) -> Box<dyn Store> {
        self.machine.store()
    }

    fn now(&self) -> String {
        self.machine.now()
    }

    fn clock(&self) -> Option<Duration> {
        self.machine.clock()
    }
}

fn ink(settings: &Settings, machine: &dyn Machine) -> Ink {
    let ascii = match settings.glyphs {
        Glyphs::Ascii => true,
        Glyphs::Full => false,
        Glyphs::Auto => !is_unicode(machine),
    };
    let depth = Depth::of(settings.colors, |name| machine.variable(name));
    let outlines = settings.walls == Walls::Lines;
    Ink { palette: settings.palette, depth, ascii, outlines }
}

/// Returns `true` if the locale has more than ASCII. The first variable that is set decides.
fn is_unicode(machine: &dyn Machine) -> bool {
    let mut names = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter();
    let locale = names.find_map(|name| machine.variable(name).filter(|it| !it.is_empty()));
    let locale = locale.unwrap_or_default().to_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}
