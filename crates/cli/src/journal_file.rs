//! Journal files.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use barrow_engine::Journal;
use barrow_pack::Pack;
use barrow_terminal::SHIPPED;

use crate::failure::Failure;
use crate::start;

/// The option of a journal with the path of its pack.
pub const PACK: &str = "pack";

/// Reads a journal. A torn end is reported on standard error and left out.
pub fn read(path: &Path) -> Result<Journal, Failure> {
    let shown = path.display();
    let bytes = fs::read(path)
        .map_err(|error| Failure::Usage(format!("cannot read `{shown}`: {error}")))?;
    let decoded = Journal::from_bytes(&bytes)
        .map_err(|error| Failure::Work(format!("`{shown}`: {error}")))?;
    if decoded.torn > 0 {
        let whole = decoded.journal.entries.len();
        eprintln!(
            "barrow: `{shown}`: the last {} bytes are incomplete; {whole} commands are complete",
            decoded.torn
        );
    }
    Ok(decoded.journal)
}

/// Returns the pack of a journal: the given one, the one that the journal names, or the one with
/// that title inside the binary.
pub fn pack(journal: &Journal, given: Option<PathBuf>) -> Result<Arc<Pack>, Failure> {
    let named = || journal.options.get(PACK).map(PathBuf::from).filter(|path| path.is_dir());
    let inside = || {
        let game = SHIPPED.iter().find(|it| it.title == journal.pack.title);
        game.map(|it| PathBuf::from(it.name))
    };
    let path = given.or_else(named).or_else(inside).ok_or_else(|| {
        let wanted = &journal.pack;
        Failure::Usage(format!(
            "the journal was played with {wanted}; give its folder: --pack PACK"
        ))
    })?;
    start::pack(&path)
}
