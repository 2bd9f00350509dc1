use barrow_json::{Value, json};
use barrow_play::keymap::{Key, Verb};
use barrow_play::settings::{Setting, Settings};

use super::Desk;

/// The settings that have a meaning in a page. The number of colors and the characters are for
/// terminals.
const PAGE_SETTINGS: [Setting; 11] = [
    Setting::Keys,
    Setting::Theme,
    Setting::Vision,
    Setting::Motion,
    Setting::Confirm,
    Setting::Sound,
    Setting::Effects,
    Setting::Ambience,
    Setting::Music,
    Setting::Interface,
    Setting::Captions,
];

impl Desk {
    /// Returns all settings with their possible values.
    pub fn settings_json(&self) -> Value {
        let shown = PAGE_SETTINGS.map(|setting| {
            json!({
                "name": setting.name(),
                "about": setting.about(),
                "value": self.settings.chosen(setting),
                "options": options(setting),
            })
        });
        shown.into_iter().collect()
    }

    /// Changes a setting and saves it. Returns what went wrong. A preset resets all key bindings,
    /// even if it is already selected.
    pub fn change(&mut self, name: &str, value: &str) -> Result<(), String> {
        let setting = PAGE_SETTINGS.into_iter().find(|it| it.name() == name);
        let setting = setting.ok_or_else(|| format!("There is no setting `{name}`."))?;
        let words = options(setting);
        if !words.contains(&value) {
            return Err(format!("`{value}` is not one of {}.", words.join(", ")));
        }
        self.settings.choose_next(setting);
        while self.settings.chosen(setting) != value {
            self.settings.choose_next(setting);
        }
        self.keep()
    }

    /// Returns every verb with its keys.
    pub fn keys(&self) -> Value {
        let shown = Verb::all().map(|verb| {
            let keys = self.settings.keys.keys(verb);
            json!({
                "verb": verb.name(),
                "label": verb.label(),
                "about": verb.about(),
                "group": verb.group().name(),
                "keys": keys.iter().map(ToString::to_string).collect::<Vec<_>>(),
            })
        });
        shown.collect()
    }

    /// Binds a key to a verb. Returns why it cannot, if so.
    pub fn bind(&mut self, verb: &str, key: Key) -> Result<(), String> {
        let verb = find(verb)?;
        self.settings.keys.bind(key, verb).map_err(|conflict| sentence(&conflict.to_string()))?;
        self.keep()
    }

    /// Removes a key from a verb, unless it is its only one.
    pub fn unbind(&mut self, verb: &str, key: Key) -> Result<(), String> {
        let verb = find(verb)?;
        let mut keys = self.settings.keys.keys(verb);
        keys.retain(|it| *it != key);
        if keys.is_empty() {
            return Err("It is the only key; add another first.".into());
        }
        let rebound = self.settings.keys.rebind(verb, &keys);
        rebound.map_err(|conflict| sentence(&conflict.to_string()))?;
        self.keep()
    }

    /// Saves the settings. A change applies to this page even if it cannot be saved.
    fn keep(&self) -> Result<(), String> {
        self.keep_settings().map_err(|error| format!("It cannot be saved: {error}."))
    }
}

/// Returns the possible values of a setting, the default first.
fn options(setting: Setting) -> Vec<&'static str> {
    let mut settings = Settings::default();
    let mut words = Vec::new();
    while !words.contains(&settings.chosen(setting)) {
        words.push(settings.chosen(setting));
        settings.choose_next(setting);
    }
    words
}

fn find(verb: &str) -> Result<Verb, String> {
    Verb::from_name(verb).ok_or_else(|| format!("There is no verb `{verb}`."))
}

fn sentence(text: &str) -> String {
    format!("{text}.")
}
