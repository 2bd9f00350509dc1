use std::sync::Arc;

use barrow_engine::{Bookmark, Journal, Mismatch, Resumed, Run};
use barrow_pack::Pack;

use crate::store::{Snapshots, Store, previous};

/// Returns the names of the snapshots of a save: the last one and the one before.
fn names(save: &str) -> [String; 2] {
    let name = format!("{}{ENDING}", save.trim_end_matches(".journal"));
    [previous(&name), name]
}

const ENDING: &str = ".snapshot";

/// Returns `true` if a file is a snapshot, which holds nothing that the save does not.
pub fn is_snapshot(name: &str) -> bool {
    name.ends_with(ENDING) || name.ends_with(&previous(ENDING))
}

/// Makes snapshots of a run at intervals.
///
/// A snapshot only saves the time to replay a run. Therefore nothing waits for it, and a failure to
/// write it is ignored. After the end of a run it stays until the next one; it is useless then,
/// since its journal is gone.
pub(super) struct Snapshotter {
    how: Snapshots,
    /// The number of entries at which the next snapshot is due.
    due: usize,
    /// The position of the last snapshot, if there is one.
    bookmark: Option<Bookmark>,
}

impl Snapshotter {
    /// Returns `None` if the store wants no snapshots. `played` is the number of entries since the
    /// last one.
    pub(super) fn new(store: &dyn Store, run: &Run, played: usize) -> Option<Self> {
        let how = store.snapshots()?;
        let last = run.journal().entries.len().saturating_sub(played);
        Some(Self { how, due: last + how.every.get(), bookmark: None })
    }

    /// Makes a snapshot if one is due.
    pub(super) fn update(&mut self, store: &mut dyn Store, save: &str, run: &Run) {
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

/// Resumes a run at the end of its journal, from a snapshot if one is usable.
pub(super) fn resume(
    store: &dyn Store,
    save: &str,
    journal: Journal,
    pack: Arc<Pack>,
) -> Result<Resumed, Mismatch> {
    let Some(how) = store.snapshots() else {
        return Run::resume_recent(journal, pack);
    };
    let newest_first = names(save).into_iter().rev();
    let kept = newest_first.filter_map(|name| store.read(&name).ok().flatten());
    (how.resume)(&kept.collect::<Vec<_>>(), journal, pack)
}
