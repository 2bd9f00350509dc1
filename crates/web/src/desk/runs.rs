//! The history of runs in the profile.

use barrow_engine::Journal;
use barrow_json::{ToJson, Value, json};
use barrow_play::mode::how_it_ended;
use barrow_play::profile::{self, Profile, Record};
use barrow_play::session::{plain, saved};
use barrow_play::store::StoreError;

use super::Desk;
use crate::new_run::NewRun;
use crate::store::BrowserStore;

const REPLAYS: &str = "replays/";

impl Desk {
    /// Returns the last runs, the latest first.
    pub fn history(&self) -> Result<Value, StoreError> {
        let (profile, replays) = self.read_runs()?;
        Ok(profile.runs.iter().map(|it| record(it, &replays)).collect())
    }

    /// Returns the best runs of each game.
    pub fn scores(&self) -> Result<Value, StoreError> {
        let (profile, replays) = self.read_runs()?;
        let best = profile.best.iter().map(|(game, runs)| {
            let runs: Value = runs.iter().map(|it| record(it, &replays)).collect();
            json!({ "game": game, "runs": runs })
        });
        Ok(best.collect())
    }

    /// Returns the achievements of each game.
    pub fn achievements(&self) -> Result<Value, StoreError> {
        let (profile, _) = profile::load(&mut *self.store())?;
        let achieved = profile.unlocks.iter().filter(|it| !it.1.is_empty());
        Ok(achieved.map(|(game, deeds)| json!({ "game": game, "deeds": deeds })).collect())
    }

    fn read_runs(&self) -> Result<(Profile, Vec<String>), StoreError> {
        let (profile, _) = profile::load(&mut *self.store())?;
        Ok((profile, self.replays()?))
    }

    /// Describes the saved run of a game, given by its title.
    pub fn saved(&self, title: &str) -> Option<Value> {
        let journal = saved(&*self.store(), title).ok().flatten()?;
        let turn = journal.entries.last().map_or(0, |it| it.turn + 1);
        let seed = journal.setup.seed.to_string();
        let more = json!({ "turn": turn, "seed": seed, "ranked": !journal.unranked });
        Some(NewRun::of(&journal.setup).with(more))
    }

    /// Returns the names of all replays, the newest first.
    pub fn replays(&self) -> Result<Vec<String>, StoreError> {
        let mut names = self.store().list()?;
        names.retain(|it| it.starts_with(REPLAYS));
        names.reverse();
        Ok(names)
    }

    /// Returns a journal by its name.
    pub fn journal(&self, name: &str) -> Option<String> {
        let bytes = self.store().read(name).ok().flatten()?;
        Journal::from_bytes(&bytes).ok()?;
        String::from_utf8(bytes).ok()
    }

    /// Deletes a replay and the report on its end, to make room. Returns `false` if the replay
    /// cannot be deleted.
    pub fn forget(&self, name: &str) -> bool {
        let Some(run) = name.strip_prefix(REPLAYS) else { return false };
        let mut store = BrowserStore::new(self.host.clone());
        store.remove(&format!("morgue/{}.txt", run.trim_end_matches(".journal")));
        store.remove(name)
    }
}

fn record(record: &Record, replays: &[String]) -> Value {
    let name = format!("{REPLAYS}{:05}-{}.journal", record.number, plain(&record.game));
    let end = match (&*record.end, record.won) {
        ("", true) => "Won.".into(),
        ("", false) => "Given up.".into(),
        (end, _) => how_it_ended(end),
    };
    let replay = replays.contains(&name).then_some(name);
    record.to_json().with(json!({ "end": end, "replay": replay }))
}
