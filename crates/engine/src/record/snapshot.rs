//! A run as it stands, as bytes: a fast way to the end of its journal, and nothing more. The
//! journal is the truth; a snapshot that is not whole, or not of this journal, is not used.
//!
//! What can be worked out from the rest is left out and made anew (`rebuild`): who stands
//! where, the light, who need not be asked. What cannot is stored, though no digest has it: the
//! stream of texts, what is heard and seen though it is not there. So a run goes on bit for bit
//! as if it had never been put away, to the last word.
//!
//! A checksum and the digest of the state tell accidents. They are no protection against
//! someone who writes bytes on purpose: whatever would make the rules reach beyond a list is
//! refused (`sound`), but effects that were put off are believed as they are, and so are
//! numbers.

mod form;
mod rebuild;
mod sound;
#[cfg(test)]
pub(crate) mod tests;

use std::fmt;
use std::fmt::Write as _;
use std::sync::Arc;

use barrow_pack::Pack;

pub(crate) use self::form::{Recalled, opaque};
use crate::game::Game;
use crate::record::digest::Digest;
use crate::record::journal::{Journal, Mismatch, RULES, Run};
use crate::state::world::World;

/// What every snapshot begins with: what it is, and who wrote it. Another version may have
/// other fields.
const MARK: &str = concat!("barrow snapshot ", env!("CARGO_PKG_VERSION"), "\n");

/// Why bytes are no snapshot that is of use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SnapshotError {
    /// They are something else, or of another version, other rules or another pack.
    Foreign,
    /// They are not as they were written.
    Damaged,
}

impl Game {
    /// The game as it stands, for [`Game::from_bytes`] of the same version.
    pub fn to_bytes(&self) -> Vec<u8> {
        let head = (RULES, self.pack.digest, self.digest());
        let body = postcard::to_allocvec(&(head, &self.world));
        let body = body.expect("memory takes all that is written");
        [MARK.as_bytes(), &checksum(&body).to_le_bytes(), &body].concat()
    }

    /// The game that was written as these bytes. It is played with the same pack.
    pub fn from_bytes(bytes: &[u8], pack: Arc<Pack>) -> Result<Self, SnapshotError> {
        let rest = bytes.strip_prefix(MARK.as_bytes()).ok_or(SnapshotError::Foreign)?;
        let (sum, body) = rest.split_first_chunk().ok_or(SnapshotError::Damaged)?;
        if checksum(body) != u64::from_le_bytes(*sum) {
            return Err(SnapshotError::Damaged);
        }
        let ((rules, of_pack, digest), rest) = read::<(u32, u64, u64)>(body)?;
        if (rules, of_pack) != (RULES, pack.digest) {
            return Err(SnapshotError::Foreign);
        }
        let (world, rest) = read::<World>(rest)?;
        if !rest.is_empty() || !sound::is_sound(&pack, &world) {
            return Err(SnapshotError::Damaged);
        }
        let mut game = Self::of(pack, world);
        if rebuild::complete(&mut game) && game.digest() == digest {
            Ok(game)
        } else {
            Err(SnapshotError::Damaged)
        }
    }
}

fn read<'a, T: serde::Deserialize<'a>>(bytes: &'a [u8]) -> Result<(T, &'a [u8]), SnapshotError> {
    postcard::take_from_bytes(bytes).map_err(|_| SnapshotError::Damaged)
}

fn checksum(bytes: &[u8]) -> u64 {
    let mut digest = Digest::new(0);
    digest.bytes(bytes);
    digest.finish()
}

/// A place in a journal, known by all that stands before it: a snapshot belongs to one place
/// of one journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bookmark {
    /// So many entries stand before it.
    entries: usize,
    /// The digest of the head and of those entries.
    digest: u64,
}

impl Bookmark {
    /// The place before the first entry.
    pub fn new(journal: &Journal) -> Self {
        let mut digest = Digest::new(0);
        digest.bytes(journal.head().as_bytes());
        Self { entries: 0, digest: digest.finish() }
    }

    /// Goes on to where so many entries stand before it; never back. Whoever keeps it need not
    /// read a long journal from the beginning for each snapshot.
    fn go_to(&mut self, journal: &Journal, entries: usize) {
        for entry in &journal.entries[self.entries..entries] {
            // Each is closed off before the next, so that it does not matter in how many steps
            // one came here.
            let mut digest = Digest::new(self.digest);
            digest.word(entry.turn);
            digest.word(u64::from(entry.check) << 8 | u64::from(entry.player));
            // Writing into a digest cannot fail.
            let _ = write!(digest, "{}", entry.command);
            self.digest = digest.finish();
        }
        self.entries = entries;
    }
}

impl Run {
    /// The run as it stands, for [`Run::resume_from`]. The bookmark is one of this run's
    /// journal; it stands at the end afterwards.
    pub fn snapshot(&self, bookmark: &mut Bookmark) -> Vec<u8> {
        bookmark.go_to(self.journal(), self.journal().entries.len());
        let mut bytes = self.game().to_bytes();
        bytes.extend((bookmark.entries as u64).to_le_bytes());
        bytes.extend(bookmark.digest.to_le_bytes());
        bytes
    }

    /// Takes up a run where its journal ends, as [`Run::resume`] does, from the first of some
    /// snapshots that is of use; from the beginning if none is.
    pub fn resume_from(
        snapshots: &[Vec<u8>],
        journal: Journal,
        pack: Arc<Pack>,
    ) -> Result<Resumed, Mismatch> {
        let found = snapshots.iter().find_map(|it| journal.replay_from(it, &pack));
        if let Some((game, played)) = found {
            return Ok(Resumed { run: Self::at_end(game, journal), played });
        }
        let played = journal.entries.len();
        Self::resume(journal, pack).map(|run| Resumed { run, played })
    }
}

/// A run that was taken up.
#[derive(Clone, Debug)]
pub struct Resumed {
    /// The run.
    pub run: Run,
    /// So many of its last entries were played for it.
    pub played: usize,
}

impl Journal {
    /// The game at its end and how many entries were played, if the snapshot is one of it and
    /// what follows goes as it is written. If not, whoever plays it from the beginning finds
    /// out what is the matter.
    fn replay_from(&self, snapshot: &[u8], pack: &Arc<Pack>) -> Option<(Game, usize)> {
        let (rest, digest) = snapshot.split_last_chunk()?;
        let (bytes, entries) = rest.split_last_chunk()?;
        let entries = usize::try_from(u64::from_le_bytes(*entries)).ok()?;
        if self.rules != RULES || entries > self.entries.len() {
            return None;
        }
        let mut here = Bookmark::new(self);
        here.go_to(self, entries);
        if here.digest != u64::from_le_bytes(*digest) {
            return None;
        }
        let mut game = Game::from_bytes(bytes, Arc::clone(pack)).ok()?;
        self.play_on(&mut game, entries).ok()?;
        Some((game, self.entries.len() - entries))
    }
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Foreign => {
                "this is no snapshot that this version has made of this game; play the journal"
            }
            Self::Damaged => "the snapshot is damaged; play the journal",
        })
    }
}

impl std::error::Error for SnapshotError {}
