use std::fmt;
use std::sync::Arc;

use barrow_engine::{Divergence, Journal, JournalError, Mismatch, Resumed, Turn};
use barrow_pack::Pack;

use super::snapshot::resume;
use super::{Session, save_name};
use crate::store::{Store, StoreError, previous, set_aside};

/// The result of opening a save.
pub enum Opened {
    /// The run continues.
    Resumed {
        /// The run.
        session: Box<Session>,
        /// The last turns of it.
        turns: Vec<Turn>,
        /// A message for the player.
        told: Option<String>,
    },
    /// There is no save. This returns the store.
    Nothing(Box<dyn Store>),
    /// The run cannot continue, for this reason. The save is unchanged.
    Refused(Box<dyn Store>, String),
    /// The save was damaged and was set aside; the text says where.
    SetAside(Box<dyn Store>, String),
    /// Another window plays it.
    Busy(Box<dyn Store>),
}

/// Returns the journal of the saved run of a game, without playing it.
pub fn saved(store: &dyn Store, title: &str) -> Result<Option<Journal>, StoreError> {
    let bytes = store.read(&save_name(title))?;
    Ok(bytes.and_then(|bytes| Journal::from_bytes(&bytes).ok()).map(|it| it.journal))
}

/// Resumes the saved run of a game. If the end of the save is torn, it continues after the last
/// complete entry.
pub fn open(mut store: Box<dyn Store>, pack: &Arc<Pack>) -> Result<Opened, StoreError> {
    let save = save_name(&pack.rules.title);
    if !store.lock(&save, false)? {
        return Ok(Opened::Busy(store));
    }
    let Some(bytes) = store.read(&save)? else {
        store.unlock(&save);
        return Ok(Opened::Nothing(store));
    };
    let decoded = match Journal::from_bytes(&bytes) {
        Ok(decoded) => decoded,
        Err(error @ JournalError::OtherVersion(_)) => return Ok(refused(store, &save, &error)),
        Err(error) => return salvage(store, save, &bytes, usize::MAX, &error.to_string(), pack),
    };
    match resume(&*store, &save, decoded.journal, Arc::clone(pack)) {
        Ok(it) => resumed(store, save, it, decoded.torn),
        Err(mismatch) if is_other_version(&mismatch) => Ok(refused(store, &save, &mismatch)),
        Err(mismatch) => salvage(store, save, &bytes, mismatch.entry, &mismatch.to_string(), pack),
    }
}

/// Sets a damaged save aside, and goes on after the last of its good records; there are at
/// most `max`.
fn salvage(
    mut store: Box<dyn Store>,
    save: String,
    bytes: &[u8],
    max: usize,
    why: &str,
    pack: &Arc<Pack>,
) -> Result<Opened, StoreError> {
    let good = Journal::up_to_damage(bytes).ok().map(|it| it.journal);
    let good = good.map(|mut it| {
        it.entries.truncate(max);
        resume(&*store, &save, it, Arc::clone(pack))
    });
    // Without a single command, a new run is as good.
    let good = good.and_then(Result::ok).filter(|it| !it.run.journal().entries.is_empty());
    let Some(it) = good else { return put_away(store, &save, why) };
    let aside = set_aside(&mut *store, &save)?;
    store.replace(&save, it.run.journal().to_text().as_bytes())?;
    let turn = it.run.game().turn();
    let told = format!(
        "The save was damaged ({why}); it is kept as `{aside}`, and the run continues from turn {turn}."
    );
    let session = Box::new(Session::new(it.run, it.played, store, Some(save)));
    Ok(Opened::Resumed { session, turns: it.turns, told: Some(told) })
}

fn refused(mut store: Box<dyn Store>, save: &str, why: &dyn fmt::Display) -> Opened {
    store.unlock(save);
    Opened::Refused(store, format!("The saved run cannot continue: {why}."))
}

fn is_other_version(mismatch: &Mismatch) -> bool {
    matches!(mismatch.what, Divergence::Rules { .. } | Divergence::Pack { .. })
}

/// Rewrites a save with a torn end before anything is appended.
fn resumed(
    mut store: Box<dyn Store>,
    save: String,
    it: Resumed,
    torn: usize,
) -> Result<Opened, StoreError> {
    let mut told = None;
    if torn > 0 {
        store.replace(&save, it.run.journal().to_text().as_bytes())?;
        told = Some(format!(
            "The last turn was not fully saved; the run continues from turn {}.",
            it.run.game().turn()
        ));
    }
    let session = Box::new(Session::new(it.run, it.played, store, Some(save)));
    Ok(Opened::Resumed { session, turns: it.turns, told })
}

/// Sets a damaged save aside.
fn put_away(mut store: Box<dyn Store>, save: &str, why: &str) -> Result<Opened, StoreError> {
    let aside = set_aside(&mut *store, save)?;
    store.unlock(save);
    let kept = store.read(&previous(save))?.is_some();
    let more = if kept {
        format!(" The run before it is kept as `{}`.", previous(save))
    } else {
        String::new()
    };
    let what = format!("The save was damaged ({why}); it is kept as `{aside}`.{more}");
    Ok(Opened::SetAside(store, what))
}
