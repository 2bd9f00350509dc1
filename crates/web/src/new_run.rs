use barrow_dice::Seed;
use barrow_engine::Setup;
use barrow_json::{Value, json};

use crate::host::Host;

/// The options of a new run, read from an address or a form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewRun {
    /// The seed, or `None` for a random one.
    pub seed: Option<Seed>,
    /// The day of a daily run, whatever `seed` says.
    pub daily: Option<Day>,
    /// The level, or `None` for the game's own first level.
    pub level: Option<String>,
    /// The heroes of the players, separated by commas; empty for the default one.
    pub hero: String,
    /// How many players take turns, if there are more than heroes.
    pub players: usize,
    /// The modifiers.
    pub modifiers: Vec<String>,
}

/// The day of a daily run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Day {
    /// Today, by the clock of the page.
    Today,
    /// A given day: year, month, day.
    Of(u16, u8, u8),
}

impl Day {
    /// Reads `true`, or a day such as `"2026-11-15"`. Returns `None` for `false` and a missing value.
    fn read(value: &Value) -> Result<Option<Self>, String> {
        let Some(text) = value.as_str() else {
            return Ok(value.as_bool().unwrap_or_default().then_some(Self::Today));
        };
        let mut parts = text.split('-');
        let mut next = || parts.next()?.parse::<u16>().ok();
        let (year, month, day) = (next(), next(), next());
        let small = |it: Option<u16>, max: u8| {
            it.and_then(|it| u8::try_from(it).ok()).filter(|it| (1..=max).contains(it))
        };
        match (year, small(month, 12), small(day, 31), parts.next()) {
            (Some(year), Some(month), Some(day), None) => Ok(Some(Self::Of(year, month, day))),
            _ => Err(format!("`{text}` is not a day; write it as 2026-11-15")),
        }
    }
}

impl NewRun {
    /// Reads `{"seed", "daily", "level", "hero", "players", "with"}`; every field is optional.
    pub fn read(text: &str) -> Result<Self, String> {
        let value: Value = Value::parse(text).map_err(|error| error.to_string())?;
        let word = |key: &str| value[key].as_str().filter(|it| !it.is_empty()).map(String::from);
        let modifiers = value["with"].as_array().into_iter().flatten();
        let number = value["seed"].as_u64().map(|it| it.to_string());
        let seed = word("seed").or(number).map(|it| it.parse::<Seed>());
        Ok(Self {
            seed: seed.transpose().map_err(|error| error.to_string())?,
            daily: Day::read(&value["daily"])?,
            level: word("level"),
            hero: word("hero").unwrap_or_default(),
            players: value["players"].as_u64().and_then(|it| it.try_into().ok()).unwrap_or(1),
            modifiers: modifiers.filter_map(|it| it.as_str().map(String::from)).collect(),
        })
    }

    /// Returns the setup of the run on this page and day.
    pub fn setup(&self, host: &dyn Host) -> Setup {
        let seed = match (self.daily, self.seed) {
            (Some(Day::Of(year, month, day)), _) => Seed::daily(year, month, day),
            (Some(Day::Today), _) => {
                let (year, month, day) = host.day();
                Seed::daily(year, month, day)
            }
            (None, Some(seed)) => seed,
            (None, None) => host.seed(),
        };
        let mut heroes: Vec<String> = self.hero.split(',').map(String::from).collect();
        // A run has at most eight players, and refuses more.
        heroes.resize(heroes.len().max(self.players.min(9)), String::new());
        Setup {
            seed,
            level: self.level.clone(),
            heroes,
            modifiers: self.modifiers.clone(),
            ..Setup::default()
        }
    }

    /// Returns what [`NewRun::read`] reads to begin such a run again; a daily run becomes one of
    /// today.
    pub fn of(setup: &Setup) -> Value {
        let daily = setup.seed.is_daily();
        let hero = setup.heroes.join(",");
        let hero = Some(hero).filter(|it| !it.is_empty());
        let seed = (!daily).then(|| setup.seed.to_string());
        let begin = json!({ "seed": seed, "daily": daily, "level": setup.level, "hero": hero });
        if setup.modifiers.is_empty() {
            begin
        } else {
            begin.with(json!({ "with": setup.modifiers }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Page;

    fn check(text: &str, expected: &str) {
        let shown = NewRun::read(text).map(|it| NewRun::of(&it.setup(&*Page::new())).to_string());
        assert_eq!(shown.unwrap_or_else(|error| error), expected, "{text}");
    }

    #[test]
    fn a_run_begins_with_the_options_of_the_address() {
        check(r"{}", r#"{"daily":false,"hero":null,"level":null,"seed":"7"}"#);
        check(r#"{"seed": 12}"#, r#"{"daily":false,"hero":null,"level":null,"seed":"12"}"#);
        check(
            r#"{"seed": "12", "level": "mine", "hero": ""}"#,
            r#"{"daily":false,"hero":null,"level":"mine","seed":"12"}"#,
        );
        check(
            r#"{"daily": true, "seed": "12"}"#,
            r#"{"daily":true,"hero":null,"level":null,"seed":null}"#,
        );
    }

    #[test]
    fn several_players_take_turns() {
        let heroes = |text: &str| NewRun::read(text).unwrap().setup(&*Page::new()).heroes;
        assert_eq!(heroes(r#"{"players": 2}"#), ["", ""]);
        assert_eq!(heroes(r#"{"players": 3, "hero": "knight,mage"}"#), ["knight", "mage", ""]);
        assert_eq!(heroes(r#"{"hero": ",mage"}"#), ["", "mage"]);
        // The same run again has as many players.
        check(r#"{"players": 2}"#, r#"{"daily":false,"hero":",","level":null,"seed":"7"}"#);
    }

    #[test]
    fn a_day_can_be_named() {
        let seed = |text: &str| NewRun::read(text).unwrap().setup(&*Page::new()).seed;
        assert_eq!(seed(r#"{"daily": "2026-11-15"}"#), seed(r#"{"daily": true}"#));
        assert_ne!(seed(r#"{"daily": "2026-11-14"}"#), seed(r#"{"daily": true}"#));
        for wrong in ["yesterday", "2026-13-01", "2026-11", "2026-11-15-2", ""] {
            assert!(NewRun::read(&json!({ "daily": wrong }).to_string()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_bad_seed_is_refused() {
        assert!(NewRun::read(r#"{"seed": "18446744073709551616"}"#).is_err());
        assert!(NewRun::read("what").is_err());
    }
}
