use barrow_dice::Fixed;
use barrow_engine::Run;
use barrow_json::{ToJson, Value, json};

/// A run in the history.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Its number among all runs of the profile.
    pub number: u64,
    /// A key that identifies the run.
    pub key: String,
    /// The title of the game.
    pub game: String,
    /// The version of the game, given by its author.
    pub version: String,
    /// The seed.
    pub seed: String,
    /// The hero.
    pub hero: String,
    /// Its modifiers, as a player reads them.
    pub modifiers: Vec<String>,
    /// The level where it ended.
    pub level: String,
    /// The floor where it ended.
    pub floor: i32,
    /// The number of turns.
    pub turns: u64,
    /// The score.
    pub score: Fixed,
    /// The parts of the score.
    pub parts: Vec<(String, Fixed)>,
    /// Whether it was won.
    pub won: bool,
    /// How it ended.
    pub end: String,
    /// Whether it is ranked.
    pub ranked: bool,
    /// When it ended, as text from the front end.
    pub when: String,
}

impl Record {
    /// Makes the record of a run.
    pub fn of(run: &Run, when: &str) -> Self {
        let (game, journal) = (run.game(), run.journal());
        let score = game.score(0);
        let view = game.view(0);
        let named = journal.setup.heroes.first().filter(|it| !it.is_empty()).cloned();
        Self {
            number: 0,
            key: format!("{:016x}-{}", game.digest(), journal.entries.len()),
            game: journal.pack.title.clone(),
            version: journal.pack.version.clone(),
            seed: journal.setup.seed.to_string(),
            hero: named.or_else(|| Some(view.as_ref()?.name())).unwrap_or_default(),
            modifiers: game.modifiers().map(String::from).collect(),
            level: view.map(|it| it.title().to_owned()).unwrap_or_default(),
            floor: game.floor(),
            turns: game.turn(),
            score: score.total,
            parts: score.parts.iter().map(|&(label, points)| (label.to_owned(), points)).collect(),
            won: game.end().is_some_and(|end| end.won),
            end: game.end().map_or_else(|| "You gave up.".into(), |end| end.text.clone()),
            ranked: !journal.unranked,
            when: when.into(),
        }
    }

    /// Returns the hero and the modifiers of the run, in words.
    pub fn hero_with(&self) -> String {
        match self.modifiers.as_slice() {
            [] => self.hero.clone(),
            modifiers => format!("{} ({})", self.hero, modifiers.join(", ")),
        }
    }

    /// Reads a record. It is an error if it has no game, key or score.
    pub fn from_json(value: &Value) -> Result<Self, String> {
        let text = |key: &str| value[key].as_str().unwrap_or_default().to_owned();
        let needed = |key: &str| match value[key].as_str() {
            Some(text) => Ok(text.to_owned()),
            None => Err(format!("a run has no `{key}`")),
        };
        let modifiers = value["with"].as_array().into_iter().flatten();
        let parts = value["parts"].as_array().into_iter().flatten();
        let part = |it: &Value| Some((it[0].as_str()?.to_owned(), fixed(&it[1])?));
        Ok(Self {
            number: value["number"].as_u64().unwrap_or_default(),
            key: needed("key")?,
            game: needed("game")?,
            version: text("version"),
            seed: text("seed"),
            hero: text("hero"),
            modifiers: modifiers.filter_map(|it| it.as_str().map(String::from)).collect(),
            level: text("place"),
            floor: value["floor"].as_i64().and_then(|it| it.try_into().ok()).unwrap_or_default(),
            turns: value["turns"].as_u64().unwrap_or_default(),
            score: fixed(&value["score"]).ok_or("a run has no `score`")?,
            parts: parts.filter_map(part).collect(),
            won: value["won"].as_bool().unwrap_or_default(),
            end: text("end"),
            ranked: value["ranked"].as_bool().unwrap_or(true),
            when: text("when"),
        })
    }
}

impl ToJson for Record {
    fn to_json(&self) -> Value {
        let parts = self.parts.iter().map(|(label, points)| json!([label, number(*points)]));
        json!({
            "number": self.number, "key": self.key, "game": self.game, "version": self.version,
            "seed": self.seed, "hero": self.hero, "with": self.modifiers, "place": self.level, "floor": self.floor,
            "turns": self.turns, "score": number(self.score), "parts": parts.collect::<Vec<_>>(),
            "won": self.won, "end": self.end, "ranked": self.ranked, "when": self.when,
        })
    }
}

/// Writes whole numbers as numbers and others as text, so that no JSON reader rounds them.
fn number(number: Fixed) -> Value {
    if number.floor() == number {
        number.to_whole().to_json()
    } else {
        number.to_string().to_json()
    }
}

fn fixed(value: &Value) -> Option<Fixed> {
    let text = value.as_str().and_then(|it| it.parse().ok());
    text.or_else(|| value.as_i64().map(Fixed::from_whole))
}
