//! The profile: scores, history, achievements and settings that outlive runs, as readable JSON.

mod record;
#[cfg(test)]
mod tests;
mod transfer;

use std::cmp::Reverse;

use barrow_dice::Seed;
use barrow_engine::{Game, Past};
use barrow_json::{ToJson as _, Value, json};
use barrow_small::{Map, Set, sort_by_key};

pub use record::Record;
pub use transfer::{ImportError, export, import};

use crate::store::{Store, StoreError, previous, set_aside};

/// The name of the profile in its store.
pub const PROFILE: &str = "profile.json";

/// The maximum number of runs in the history.
const LAST_RUNS: usize = 500;
/// The maximum number of scores of each game.
const BEST_SCORES: usize = 20;

/// Everything that outlives runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Profile {
    /// The last runs, the latest first.
    pub runs: Vec<Record>,
    /// The best runs of each game by its title, the best first.
    pub best: Map<String, Vec<Record>>,
    /// The achievements of each game by its title.
    pub unlocks: Map<String, Set<String>>,
    /// What earlier runs of each game, by its title, left for the next.
    pub past: Map<String, Past>,
    /// The tips that were shown, which are not shown again.
    pub tips: Set<String>,
    /// Values that only front ends read.
    pub settings: Map<String, Value>,
    /// The number of the last run.
    pub count: u64,
}

impl Profile {
    /// Adds a run to the history and the scores, and returns it with its number. A run that was added
    /// before keeps its number.
    pub fn add_run(&mut self, mut record: Record) -> Record {
        if let Some(known) = self.runs.iter().find(|it| it.key == record.key) {
            return known.clone();
        }
        self.count += 1;
        record.number = self.count;
        record.ranked &= !self.has_tried(&record);
        self.runs.insert(0, record.clone());
        self.runs.truncate(LAST_RUNS);
        if record.ranked {
            self.add_score(&record);
        }
        record
    }

    /// Returns `true` if a run is another try at a daily seed: who has seen its floors knows too
    /// much.
    fn has_tried(&self, record: &Record) -> bool {
        let daily = record.seed.parse().is_ok_and(|seed| Seed(seed).is_daily());
        let best = self.best.get(&record.game).into_iter().flatten();
        let mut known = self.runs.iter().chain(best);
        daily && known.any(|it| it.game == record.game && it.seed == record.seed)
    }

    /// Adds everything of another profile: its runs, its scores, its achievements. Returns the
    /// number there and here of each of its runs.
    pub fn merge(&mut self, other: Self) -> Vec<(u64, u64)> {
        let mut numbers = Vec::new();
        for record in other.runs.into_iter().rev() {
            numbers.push((record.number, self.add_run(record).number));
        }
        sort_by_key(&mut self.runs, |it| Reverse((it.when.clone(), it.number)));
        for record in other.best.into_iter().flat_map(|(_, runs)| runs) {
            self.add_score(&record);
        }
        for (game, achieved) in &other.unlocks {
            self.unlock(game, achieved);
        }
        for (game, past) in other.past {
            let own = self.past.get_or_insert_with(game, Past::default);
            own.runs = own.runs.max(past.runs);
            for (name, count) in past.feats {
                let feat = own.feats.get_or_insert_with(name, || 0);
                *feat = count.max(*feat);
            }
            own.kept = own.kept.take().or(past.kept);
        }
        for tip in other.tips.iter() {
            self.tips.insert(tip.clone());
        }
        for (key, value) in other.settings {
            self.settings.get_or_insert_with(key, || value);
        }
        numbers
    }

    /// Adds a run to the scores of its game, unless it is there.
    fn add_score(&mut self, record: &Record) {
        let best = self.best.get_or_insert_with(record.game.clone(), Vec::new);
        if best.iter().all(|it| it.key != record.key) {
            let index = best.partition_point(|it| it.score >= record.score);
            best.insert(index, record.clone());
            best.truncate(BEST_SCORES);
        }
    }

    /// Adds achievements of a game, and returns the new ones.
    pub fn unlock(&mut self, game: &str, achieved: &Set<String>) -> Vec<String> {
        if achieved.is_empty() {
            return Vec::new();
        }
        let known = self.unlocks.get_or_insert_with(game.into(), Set::new);
        achieved.iter().filter(|it| known.insert((*it).clone())).cloned().collect()
    }

    /// Returns what earlier runs of a game left. A feat that was only noted so far, by a run that
    /// has not ended, counts once.
    pub fn past_of(&self, game: &str) -> Past {
        let mut past = self.past.get(game).cloned().unwrap_or_default();
        for feat in self.unlocks.get(game).into_iter().flat_map(Set::iter) {
            past.feats.get_or_insert_with(feat.clone(), || 1);
        }
        past
    }

    /// Adds what a finished run leaves for the next.
    pub fn inherit(&mut self, title: &str, game: &Game) {
        let past = self.past.get_or_insert_with(title.into(), Past::default);
        past.runs = past.runs.saturating_add(1);
        for (name, count) in game.awarded() {
            let feat = past.feats.get_or_insert_with(name.into(), || 0);
            *feat = feat.saturating_add(count);
        }
        if let Some(kept) = game.kept() {
            past.kept = Some(kept);
        }
    }

    /// Returns the rank of a run among the best of its game, from 1.
    pub fn rank(&self, record: &Record) -> Option<usize> {
        let best = self.best.get(&record.game)?;
        best.iter().position(|it| it.key == record.key).map(|index| index + 1)
    }

    /// Returns the profile as JSON.
    pub fn to_json(&self) -> Value {
        json!({
            "barrow_profile": 1,
            "count": self.count,
            "best": self.best,
            "unlocks": self.unlocks,
            "past": self.past.iter().map(|(game, it)| (game.clone(), it.to_lines().to_json())).collect::<Map<_, _>>(),
            "tips": self.tips,
            "settings": self.settings,
            "runs": self.runs,
        })
    }

    /// Reads a profile. Missing parts are empty; a wrong part is an error.
    pub fn from_json(value: &Value) -> Result<Self, String> {
        match value.get("barrow_profile").and_then(Value::as_u64) {
            Some(1) => {}
            Some(other) => {
                return Err(format!("it has format {other}, but only format 1 can be read"));
            }
            None => return Err("it is not a profile".into()),
        }
        let records = |value: &Value| -> Result<Vec<Record>, String> {
            value.as_array().into_iter().flatten().map(Record::from_json).collect()
        };
        let members = |key: &str| value.get(key).and_then(Value::as_object).into_iter().flatten();
        let best = members("best").map(|(game, runs)| Ok((game.clone(), records(runs)?)));
        let texts = |value: &Value| -> Set<String> {
            let items = value.as_array().into_iter().flatten();
            items.filter_map(|it| it.as_str().map(str::to_owned)).collect()
        };
        Ok(Self {
            runs: records(&value["runs"])?,
            best: best.collect::<Result<_, String>>()?,
            unlocks: members("unlocks").map(|(game, it)| (game.clone(), texts(it))).collect(),
            past: members("past")
                .map(|(game, it)| Ok((game.clone(), past(it)?)))
                .collect::<Result<_, String>>()?,
            tips: texts(&value["tips"]),
            settings: value["settings"].as_object().cloned().unwrap_or_default(),
            count: value["count"].as_u64().unwrap_or_default(),
        })
    }
}

fn past(value: &Value) -> Result<Past, String> {
    let lines: Vec<&str> =
        value.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    Past::from_lines(lines).ok_or_else(|| "what earlier runs left cannot be read".into())
}

/// Loads the profile. If it is damaged, it is set aside and the previous one is used; the returned
/// text says so.
pub fn load(store: &mut dyn Store) -> Result<(Profile, Option<String>), StoreError> {
    let Some(bytes) = store.read(PROFILE)? else { return Ok((Profile::default(), None)) };
    let why = match parse(&bytes) {
        Ok(profile) => return Ok((profile, None)),
        Err(why) => why,
    };
    let aside = set_aside(store, PROFILE)?;
    let before = store.read(&previous(PROFILE))?.and_then(|bytes| parse(&bytes).ok());
    if before.is_some() {
        // Whoever reads the profile next finds it in its place.
        store.rename(&previous(PROFILE), PROFILE)?;
    }
    let instead =
        if before.is_some() { "the previous one is used" } else { "a new one is started" };
    let told = format!("The profile was damaged ({why}); it is kept as `{aside}`, and {instead}.");
    Ok((before.unwrap_or_default(), Some(told)))
}

fn parse(bytes: &[u8]) -> Result<Profile, String> {
    let value: Value =
        Value::parse(&String::from_utf8_lossy(bytes)).map_err(|error| error.to_string())?;
    Profile::from_json(&value)
}

/// Changes the profile and stores it. Another program that does the same waits, so that no change
/// is lost. Returns the profile, the result of the change, and a message if there is one.
pub fn update<T>(
    store: &mut dyn Store,
    change: impl FnOnce(&mut Profile) -> T,
) -> Result<(Profile, T, Option<String>), StoreError> {
    store.lock(PROFILE, true)?;
    let done = load(store).and_then(|(mut profile, told)| {
        let given = change(&mut profile);
        let text = format!("{:#}\n", profile.to_json());
        store.replace(PROFILE, text.as_bytes())?;
        Ok((profile, given, told))
    });
    store.unlock(PROFILE);
    done
}
