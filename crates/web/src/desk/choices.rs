use barrow_play::json::{Value, json};
use barrow_play::keymap::{Key, Verb};
use barrow_play::settings::{Choice, Settings};

use super::Desk;

/// The settings that mean something in a page: the number of colors and the characters are a
/// terminal's.
const CHOICES: [Choice; 5] =
    [Choice::Keys, Choice::Theme, Choice::Vision, Choice::Motion, Choice::Confirm];

impl Desk {
    /// All settings, and what each can be.
    pub fn choices(&self) -> Value {
        let shown = CHOICES.map(|choice| {
            json!({
                "name": choice.name(),
                "about": choice.about(),
                "value": self.settings.chosen(choice),
                "options": options(choice),
            })
        });
        shown.into_iter().collect()
    }

    /// Changes a setting and keeps it; gives what went wrong. A preset of keys takes back all
    /// changes to them, also the one that is chosen already.
    pub fn choose(&mut self, name: &str, value: &str) -> Result<(), String> {
        let choice = CHOICES.into_iter().find(|it| it.name() == name);
        let choice = choice.ok_or_else(|| format!("There is no setting `{name}`."))?;
        let words = options(choice);
        if !words.contains(&value) {
            return Err(format!("`{value}` is none of {}.", words.join(", ")));
        }
        self.settings.choose_next(choice);
        while self.settings.chosen(choice) != value {
            self.settings.choose_next(choice);
        }
        self.keep()
    }

    /// Every verb and its keys.
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

    /// Makes a key ask for a verb; gives why it cannot.
    pub fn bind(&mut self, verb: &str, key: Key) -> Result<(), String> {
        let verb = find(verb)?;
        self.settings.keys.bind(key, verb).map_err(|conflict| sentence(&conflict.to_string()))?;
        self.keep()
    }

    /// Takes a key away from a verb, unless it is its only one.
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

    /// What was changed holds in this page, whether it could be kept or not.
    fn keep(&self) -> Result<(), String> {
        self.keep_settings().map_err(|error| format!("It is not kept: {error}."))
    }
}

/// What a setting can be, the usual first.
fn options(choice: Choice) -> Vec<&'static str> {
    let mut settings = Settings::default();
    let mut words = Vec::new();
    while !words.contains(&settings.chosen(choice)) {
        words.push(settings.chosen(choice));
        settings.choose_next(choice);
    }
    words
}

fn find(verb: &str) -> Result<Verb, String> {
    Verb::from_name(verb).ok_or_else(|| format!("There is no verb `{verb}`."))
}

fn sentence(text: &str) -> String {
    format!("{text}.")
}
