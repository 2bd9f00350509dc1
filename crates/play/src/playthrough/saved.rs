//! What was saved before a run begins.

use std::sync::Arc;

use barrow_dice::Fixed;
use barrow_pack::Pack;

use super::Host;
use crate::profile;
use crate::session::{BeginError, Opened, open};
/// Ends the saved run of a game whose heroes keep something. Otherwise a new run would undo what
/// happened in the saved one.
pub(super) fn end_saved(host: &dyn Host, pack: &Arc<Pack>) -> Result<(), String> {
    if pack.rules.keeps.is_none() {
        return Ok(());
    }
    match open(host.store(), pack) {
        Ok(Opened::Resumed { session, .. }) => {
            let ended = session.finish(&host.now());
            ended.map(drop).map_err(|(_, error)| error.to_string())
        }
        Ok(Opened::Busy(_)) => Err(BeginError::Busy.to_string()),
        // A run that cannot continue leaves nothing, and one that cannot be read is told of when
        // the new one is saved.
        Ok(Opened::Nothing(_) | Opened::Refused(..) | Opened::SetAside(..)) | Err(_) => Ok(()),
    }
}

/// Returns the best score of a game in the profile, and what is wrong with the profile.
pub(super) fn best_score(host: &dyn Host, pack: &Pack) -> (Option<Fixed>, Option<String>) {
    let Ok((profile, trouble)) = profile::load(&mut *host.store()) else { return (None, None) };
    let best = profile.best.get(&*pack.rules.title);
    (best.and_then(|it| it.first()).map(|it| it.score), trouble)
}
