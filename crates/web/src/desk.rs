//! What all games of a page share.

mod runs;
mod settings;
#[cfg(test)]
mod tests;

use std::rc::Rc;
use std::time::Duration;

use barrow_json::{Value, json};
use barrow_pack::Pack;
use barrow_play::offer::{Offer, Offers};
use barrow_play::playthrough::{self, Device, help_key};
use barrow_play::profile::{self, ImportError, Profile};
use barrow_play::settings::{Motion, Settings};
use barrow_play::store::{Store, StoreError};
use barrow_render::{Tileset, TilesetError};

use crate::host::{Host, MemoryHost};
use crate::store::BrowserStore;

/// What all games of a page share: the profile, the settings, the page itself.
pub struct Desk {
    /// The page; if its storage does not work, one that keeps everything until it is closed.
    pub host: Rc<dyn Host>,
    /// The player's settings.
    pub settings: Settings,
    /// Whether animations are reduced, whatever the settings say.
    pub calm: bool,
    /// What the player holds.
    pub device: Device,
    /// The tiles; only glyphs until the page brings tiles.
    pub tileset: Tileset,
    /// Why nothing is saved, or what was wrong with the saved profile.
    pub trouble: Option<String>,
}

/// The key of the settings of pages in the profile; a terminal has its own.
const PAGE: &str = "web";

impl Desk {
    /// Loads everything from the storage of the page.
    pub fn new(page: Rc<dyn Host>) -> Self {
        let works = BrowserStore::works(&*page);
        let host = if works { page } else { Rc::new(MemoryHost::new(page)) as Rc<dyn Host> };
        let mut desk = Self {
            host,
            settings: Settings::default(),
            calm: false,
            device: Device::Desk,
            tileset: Tileset::default().with_glyphs(),
            trouble: None,
        };
        if works {
            BrowserStore::new(Rc::clone(&desk.host)).sweep();
            desk.trouble = desk.read_settings();
        } else {
            desk.trouble = Some(
                "This browser does not let the page save anything: runs and scores are lost when the \
                 page is closed. Export the profile to keep them."
                    .into(),
            );
        }
        desk
    }

    /// Adds tiles from text. The page loads those of each game as a separate file, which keeps the
    /// module small and lets a host replace them.
    pub fn read_tiles(&mut self, text: &str) -> Result<(), TilesetError> {
        self.tileset.add_text(text)
    }

    /// Returns `true` if animations are off.
    pub fn is_still(&self) -> bool {
        playthrough::Host::motion(self) != Motion::Full
    }

    /// Returns the store of runs and the profile.
    pub fn store(&self) -> Box<dyn Store> {
        Box::new(BrowserStore::new(Rc::clone(&self.host)))
    }

    /// Reads the settings of the profile. Returns a message if there is one.
    fn read_settings(&mut self) -> Option<String> {
        let (profile, told) = match profile::load(&mut *self.store()) {
            Ok(loaded) => loaded,
            Err(error) => return Some(error.to_string()),
        };
        let text = profile.settings.get(PAGE).and_then(Value::as_str).unwrap_or_default();
        let (settings, flaws) = Settings::read(text);
        self.settings = settings;
        let flaws = flaws.iter().map(|it| format!("Settings, line {}: {}.", it.line, it.what));
        let told: Vec<String> = told.into_iter().chain(flaws).collect();
        (!told.is_empty()).then(|| told.join("\n"))
    }

    fn keep_settings(&self) -> Result<(), StoreError> {
        let text = self.settings.write();
        let keep = |it: &mut Profile| it.settings.insert(PAGE.into(), Value::Text(text));
        profile::update(&mut *self.store(), keep).map(drop)
    }

    /// Returns the whole profile as `barrow export` writes it.
    pub fn export(&self) -> Result<String, StoreError> {
        profile::export(&*self.store())
    }

    /// Imports a profile that this page or `barrow export` wrote. Returns how many files were
    /// added.
    pub fn import(&mut self, text: &str) -> Result<usize, ImportError> {
        let taken = profile::import(&mut *self.store(), text)?;
        self.trouble = self.read_settings();
        Ok(taken)
    }
}

impl Desk {
    /// Returns what a player can choose when a run of a game starts, as JSON.
    pub fn offers(&self, pack: &Pack) -> Value {
        let profile = profile::load(&mut *self.store()).map(|it| it.0).unwrap_or_default();
        let offers = Offers::new(pack, &profile.past_of(&pack.rules.title));
        let list = |offers: &[Offer]| -> Value {
            let shown = offers.iter().map(|it| {
                json!({ "name": it.name, "title": it.title, "about": it.about, "locked": it.locked })
            });
            shown.collect()
        };
        json!({
            "heroes": list(&offers.heroes),
            "levels": list(&offers.levels),
            "modifiers": list(&offers.modifiers),
        })
    }
}

impl playthrough::Host for Desk {
    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn motion(&self) -> Motion {
        if self.calm { Motion::None } else { self.settings.motion }
    }

    fn device(&self) -> Device {
        self.device
    }

    fn where_help_is(&self) -> String {
        match self.device {
            Device::Touch | Device::Gamepad => "Help tells how to play.".into(),
            Device::Keys | Device::Mouse | Device::Desk | Device::Line => help_key(&self.settings),
        }
    }

    fn store(&self) -> Box<dyn Store> {
        Self::store(self)
    }

    fn now(&self) -> String {
        self.host.now()
    }

    fn clock(&self) -> Option<Duration> {
        Some(Duration::from_millis(self.host.clock()))
    }
}
