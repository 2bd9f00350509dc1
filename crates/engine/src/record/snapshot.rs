//! Snapshots: the state of a run as bytes, which saves replaying its journal. The journal is
//! authoritative; a snapshot that is damaged or belongs to another journal is ignored.
//!
//! Derived data is left out and rebuilt (`rebuild`): who stands where, the light, who dozes.
//! Everything else is stored, even if no digest covers it: the random stream for texts, noises and
//! illusions. So a resumed run continues exactly as if it had never been saved, to the last word.
//!
//! A checksum and the digest of the state detect accidents. They do not protect against someone who
//! forges bytes: indices out of range are refused (`sound`), but delayed effects and numbers are
//! taken as they are.

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
use crate::event::Turn;
use crate::game::Game;
use crate::record::digest::Digest;
use crate::record::journal::{Journal, Mismatch, RULES, Resumed, Run};
use crate::state::world::World;

/// The first bytes of every snapshot. They contain the program's version, because another version
/// may have other fields.
const MARK: &str = concat!("barrow snapshot ", env!("CARGO_PKG_VERSION"), "\n");

/// Why a snapshot cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SnapshotError {
    /// The bytes are not a snapshot, or one of another version, other rules or another pack.
    Foreign,
    /// The bytes are damaged.
    Damaged,
}

impl Game {
    /// Returns the game as bytes, for [`Game::from_bytes`] of the same version.
    pub fn to_bytes(&self) -> Vec<u8> {
        let head = (RULES, self.pack.digest, self.digest());
        let body = postcard::to_allocvec(&(head, &self.world));
        let body = body.expect("writing to memory cannot fail");
        [MARK.as_bytes(), &checksum(&body).to_le_bytes(), &body].concat()
    }

    /// Reads a game from bytes. The pack must be the one it was written with.
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

/// A position in a journal, identified by everything before it. A snapshot belongs to one position
/// of one journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bookmark {
    /// The number of entries before it.
    entries: usize,
    /// The digest of the head and of those entries.
    digest: u64,
}

impl Bookmark {
    /// Returns the position before the first entry.
    pub fn new(journal: &Journal) -> Self {
        let mut digest = Digest::new(0);
        digest.bytes(journal.head().as_bytes());
        Self { entries: 0, digest: digest.finish() }
    }

    /// Advances to the position after `entries` entries; never moves back. Keeping a bookmark saves
    /// reading a long journal from the beginning for each snapshot.
    fn go_to(&mut self, journal: &Journal, entries: usize) {
        for entry in &journal.entries[self.entries..entries] {
            // The digest is finished after each entry, so that it does not depend on the number of
            // calls that led here.
            let mut digest = Digest::new(self.digest);
            digest.word(entry.turn);
            digest.word(u64::from(entry.check) << 8 | u64::from(entry.player));
            // Writing to a digest cannot fail.
            let _ = write!(digest, "{}", entry.command);
            self.digest = digest.finish();
        }
        self.entries = entries;
    }
}

impl Run {
    /// Returns a snapshot for [`Run::resume_from`] and moves the bookmark to the end of the
    /// journal. The bookmark must belong to this run's journal.
    pub fn snapshot(&self, bookmark: &mut Bookmark) -> Vec<u8> {
        bookmark.go_to(self.journal(), self.journal().entries.len());
        let mut bytes = self.game().to_bytes();
        bytes.extend((bookmark.entries as u64).to_le_bytes());
        bytes.extend(bookmark.digest.to_le_bytes());
        bytes
    }

    /// Resumes a run at the end of its journal, as [`Run::resume`] does, from the first usable
    /// snapshot, or from the beginning if none is.
    pub fn resume_from(
        snapshots: &[Vec<u8>],
        journal: Journal,
        pack: Arc<Pack>,
    ) -> Result<Resumed, Mismatch> {
        let found = snapshots.iter().find_map(|it| journal.replay_from(it, &pack));
        if let Some((game, played, turns)) = found {
            return Ok(Resumed { run: Self::at_end(game, journal), played, turns });
        }
        Self::resume_recent(journal, pack)
    }
}

impl Journal {
    /// Returns the game at the end of the journal, the number of entries replayed and the last
    /// turns, if the snapshot belongs to this journal and the remaining entries replay correctly.
    /// If not, a replay from the beginning finds the reason.
    fn replay_from(&self, snapshot: &[u8], pack: &Arc<Pack>) -> Option<(Game, usize, Vec<Turn>)> {
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
        let turns = self.replay_from_entry(&mut game, entries).ok()?;
        Some((game, self.entries.len() - entries, turns))
    }
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Foreign => {
                "this snapshot was not made by this version for this game; replay the journal"
            }
            Self::Damaged => "the snapshot is damaged; replay the journal",
        })
    }
}

impl std::error::Error for SnapshotError {}
