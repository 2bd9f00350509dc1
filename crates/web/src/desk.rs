use std::rc::Rc;

use barrow_play::settings::Settings;
use barrow_play::store::{Memory, Store};

use crate::host::Host;

/// What all games of a page share: the profile, the settings, the page itself.
pub struct Desk {
    /// The page.
    pub host: Rc<dyn Host>,
    /// What someone chose.
    pub settings: Settings,
}

impl Desk {
    /// Everything as it is in the page's storage.
    pub fn new(host: Rc<dyn Host>) -> Self {
        Self { host, settings: Settings::default() }
    }

    /// Where runs and the profile are kept.
    pub fn store(&self) -> Box<dyn Store> {
        Box::new(Memory::default())
    }
}
