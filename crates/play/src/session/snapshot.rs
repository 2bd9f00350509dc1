use std::sync::Arc;

use barrow_engine::{Bookmark, Journal, Mismatch, Run};
use barrow_pack::Pack;

use crate::store::{Snapshots, Store, previous};

/// What the snapshots of a save are called, and that of those before the last.
fn names(save: &str) -> [String; 2] {
    let name = format!("{}{ENDING}", save.trim_end_matches(".journal"));
    [previous(&name), name]
}

const ENDING: &str = ".snapshot";

/// Whether a text is a snapshot: it holds nothing that the save beside it does not.
pub fn is_snapshot(name: &str) -> bool {
    name.ends_with(ENDING) || name.ends_with(&previous(ENDING))
}

/// Puts the run away now and then.
///
/// A snapshot only spares the time to play a run again. So nothing is waited for, and nobody is
/// told if it cannot be written: the save is whole without it. After the end of a run it stays
/// until the next one, and is of no use: its journal is gone.
pub(super) struct Keeper {
    how: Snapshots,
    /// The next one is made when the journal has so many entries.
    due: usize,
    /// Where the last one stands; nothing before the first.
    bookmark: Option<Bookmark>,
}

impl Keeper {
    /// For a store that wants snapshots, and a run that was last put away after so many
    /// entries.
    pub(super) fn new(store: &dyn Store, entries: usize) -> Option<Self> {
        let how = store.snapshots()?;
        Some(Self { how, due: entries + how.every.get(), bookmark: None })
    }

    /// Makes a snapshot if it is time.
    pub(super) fn keep(&mut self, store: &mut dyn Store, save: &str, run: &Run) {
        let entries = run.journal().entries.len();
        if entries < self.due {
            return;
        }
        self.due = entries + self.how.every.get();
        let bookmark = self.bookmark.get_or_insert_with(|| Bookmark::new(run.journal()));
        let bytes = (self.how.make)(run, bookmark);
        let [_, name] = names(save);
        let _ = store.begin(&name, &bytes);
    }
}

/// Takes up a run where its journal ends, from a snapshot if there is one that is of use. Tells
/// after how many entries it was put away.
pub(super) fn resume(
    store: &dyn Store,
    save: &str,
    journal: Journal,
    pack: Arc<Pack>,
) -> Result<(Run, usize), Mismatch> {
    let Some(how) = store.snapshots() else {
        return Run::resume(journal, pack).map(|run| (run, 0));
    };
    let newest_first = names(save).into_iter().rev();
    let kept = newest_first.filter_map(|name| store.read(&name).ok().flatten());
    let (run, played) = (how.resume)(&kept.collect::<Vec<_>>(), journal, pack)?;
    let entries = run.journal().entries.len() - played;
    Ok((run, entries))
}
