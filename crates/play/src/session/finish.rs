use super::{Session, plain};
use crate::morgue;
use crate::profile::{self, Profile, Record};
use crate::store::{Store, StoreError};

/// What remains of a run that has ended.
pub struct Finished {
    /// The line of the profile's history.
    pub record: Record,
    /// Its place among the scores of its game, from 1; nothing if it does not count.
    pub rank: Option<usize>,
    /// Deeds that the profile did not know before.
    pub unlocked: Vec<String>,
    /// What is written about it.
    pub morgue: Morgue,
    /// The profile as it is now.
    pub profile: Profile,
    /// The store comes back.
    pub store: Box<dyn Store>,
}

/// What is written about a run that has ended.
pub struct Morgue {
    /// Its name in the store.
    pub file: String,
    /// All of it.
    pub text: String,
}

impl Session {
    /// Closes the books of a run that has ended: history and scores, the morgue, and the
    /// journal among the replays. The save is gone afterwards. `when` is what the front end
    /// knows of the time.
    ///
    /// A program that is cut off in the middle finds the ended run in its save at the next
    /// start and does the rest then; nothing is noted twice.
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
            (profile.note(fresh), unlocked)
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
