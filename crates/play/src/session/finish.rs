use super::{Session, plain};
use crate::morgue;
use crate::profile::{self, Profile, Record};
use crate::store::{Store, StoreError};

/// The result of a finished run.
pub struct Finished {
    /// The record in the history.
    pub record: Record,
    /// Its rank among the scores of its game, from 1; `None` if it is not ranked.
    pub rank: Option<usize>,
    /// The achievements that are new in the profile.
    pub unlocked: Vec<String>,
    /// The morgue file.
    pub morgue: Morgue,
    /// The profile after the run.
    pub profile: Profile,
    /// The store.
    pub store: Box<dyn Store>,
}

/// The morgue file of a run.
pub struct Morgue {
    /// Its name in the store.
    pub file: String,
    /// The text.
    pub text: String,
}

impl Session {
    /// Records the end of a run: history and scores, the morgue file, and the journal among the
    /// replays. Then it removes the save. `when` is the time as the front end writes it.
    ///
    /// If the program is killed in between, the next start finds the finished run in its save and
    /// does the rest; nothing is recorded twice.
    pub fn finish(mut self, when: &str) -> Result<Finished, (Box<Self>, StoreError)> {
        match self.close(when) {
            Ok(closed) => {
                let Closed { record, profile, morgue } = closed;
                let (rank, unlocked) = (profile.rank(&record), std::mem::take(&mut self.unlocked));
                Ok(Finished { record, rank, unlocked, morgue, profile, store: self.leave() })
            }
            Err(error) => Err((Box::new(self), error)),
        }
    }

    fn close(&mut self, when: &str) -> Result<Closed, StoreError> {
        let fresh = Record::of(&self.run, when);
        let (title, awards) = (fresh.game.clone(), self.awards.clone());
        let unranked = self.run.journal().unranked;
        let (profile, (record, unlocked), _) = profile::update(&mut *self.store, |profile| {
            let unlocked = if unranked { Vec::new() } else { profile.unlock(&title, &awards) };
            (profile.add_run(fresh), unlocked)
        })?;
        self.unlocked.extend(unlocked);
        let name = format!("{:05}-{}", record.number, plain(&record.game));
        let (text, file) = (morgue::text(&self.run, &record), format!("morgue/{name}.txt"));
        self.store.replace(&file, text.as_bytes())?;
        if let Some(save) = self.save.take() {
            self.store.rename(&save, &format!("replays/{name}.journal"))?;
            self.store.unlock(&save);
        }
        Ok(Closed { record, profile, morgue: Morgue { file, text } })
    }
}

struct Closed {
    record: Record,
    profile: Profile,
    morgue: Morgue,
}
