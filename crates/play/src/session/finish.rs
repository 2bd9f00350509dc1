use super::{Session, plain};
use crate::morgue;
use crate::offer::Offers;
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
    /// What can be chosen from now on, in words.
    pub opened: Vec<String>,
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
                let Closed { record, profile, morgue, opened } = closed;
                let (rank, unlocked) = (profile.rank(&record), std::mem::take(&mut self.unlocked));
                let store = self.leave();
                Ok(Finished { record, rank, unlocked, opened, morgue, profile, store })
            }
            Err(error) => Err((Box::new(self), error)),
        }
    }

    /// Returns what was locked when the run started and is open now.
    fn opened(&self, profile: &Profile) -> Vec<String> {
        let (pack, journal) = (self.run.game().pack(), self.run.journal());
        let now = Offers::new(pack, &profile.past_of(&journal.pack.title));
        now.opened_since(&Offers::new(pack, &journal.setup.past))
    }

    fn close(&mut self, when: &str) -> Result<Closed, StoreError> {
        let fresh = Record::of(&self.run, when);
        let (title, run) = (fresh.game.clone(), &self.run);
        let (profile, (record, unlocked), _) = profile::update(&mut *self.store, |profile| {
            let before = profile.count;
            let record = profile.add_run(fresh);
            if run.journal().unranked {
                return (record, Vec::new());
            }
            let awards = run.game().awarded().map(|(name, _)| name.to_owned()).collect();
            let unlocked = profile.unlock(&title, &awards);
            // A run that was noted before has left everything already.
            if profile.count > before {
                profile.inherit(&title, run.game());
            }
            (record, unlocked)
        })?;
        let opened = self.opened(&profile);
        self.unlocked.extend(unlocked);
        let name = format!("{:05}-{}", record.number, plain(&record.game));
        // A hero who gives up still carries everything.
        let game = self.run.game();
        let last = self.before.as_ref().filter(|_| game.end().is_some()).unwrap_or(game);
        let text = morgue::text(last, &self.logs, &record);
        let file = format!("morgue/{name}.txt");
        self.store.replace(&file, text.as_bytes())?;
        if let Some(save) = self.save.take() {
            self.store.rename(&save, &format!("replays/{name}.journal"))?;
            self.store.unlock(&save);
        }
        Ok(Closed { record, profile, morgue: Morgue { file, text }, opened })
    }
}

struct Closed {
    record: Record,
    profile: Profile,
    morgue: Morgue,
    opened: Vec<String>,
}
