use std::fmt;
use std::sync::Arc;

use barrow_pack::Pack;

use super::{Entry, Journal, PackName, RULES, Resumed};
use crate::event::Turn;
use crate::game::{Game, SetupError};
use crate::record::digest::PARTS;
use crate::refusal::Refusal;

/// Where and how a replay differs from its journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The number of entries that were replayed correctly.
    pub entry: usize,
    /// The turn of the first entry that was not.
    pub turn: u64,
    /// What differs.
    pub what: Divergence,
}

/// How a replay can differ from its journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Divergence {
    /// The journal was played by another version of the rules.
    Rules {
        /// The version of the journal.
        wanted: u32,
    },
    /// The journal belongs to another pack.
    Pack {
        /// The pack of the journal.
        wanted: Box<PackName>,
        /// The pack at hand.
        found: Box<PackName>,
    },
    /// The run cannot begin.
    Setup(SetupError),
    /// A command came on another turn.
    Turn {
        /// The turn in the journal.
        wanted: u64,
        /// The turn of the replay.
        found: u64,
    },
    /// A command was refused.
    Refused(Refusal),
    /// The state differs, in these parts as far as the check shows.
    State(Vec<&'static str>),
}

impl Journal {
    /// Replays the journal to its end, or to the first difference.
    pub fn replay(&self, pack: Arc<Pack>) -> Result<Game, Mismatch> {
        let (mut game, _) = self.begin(pack)?;
        self.replay_from_entry(&mut game, 0)?;
        Ok(game)
    }

    /// Replays the entries from index `from` on. Returns the turns of the last ones.
    pub(crate) fn replay_from_entry(
        &self,
        game: &mut Game,
        from: usize,
    ) -> Result<Vec<Turn>, Mismatch> {
        let recent = self.entries.len().saturating_sub(Resumed::TURNS);
        let mut turns = Vec::new();
        for (number, entry) in self.entries.iter().enumerate().skip(from) {
            let turn = play(game, number, entry)?;
            if number >= recent {
                turns.push(turn);
            }
        }
        Ok(turns)
    }

    pub(super) fn begin(&self, pack: Arc<Pack>) -> Result<(Game, Turn), Mismatch> {
        let mismatch = |what| Mismatch { entry: 0, turn: 0, what };
        if self.rules != RULES {
            return Err(mismatch(Divergence::Rules { wanted: self.rules }));
        }
        let found = Box::new(PackName::of(&pack));
        if found.digest != self.pack.digest {
            return Err(mismatch(Divergence::Pack { wanted: Box::new(self.pack.clone()), found }));
        }
        let begun = Game::new(pack, &self.setup);
        let (game, turn) = begun.map_err(|error| mismatch(Divergence::Setup(error)))?;
        compare(self.start, game.check()).map_err(mismatch)?;
        Ok((game, turn))
    }
}

fn play(game: &mut Game, number: usize, entry: &Entry) -> Result<Turn, Mismatch> {
    let mismatch = |what| Mismatch { entry: number, turn: entry.turn, what };
    if game.turn() != entry.turn {
        let (wanted, found) = (entry.turn, game.turn());
        return Err(mismatch(Divergence::Turn { wanted, found }));
    }
    let turn = game
        .step(entry.player, &entry.command)
        .map_err(|refusal| mismatch(Divergence::Refused(refusal)))?;
    compare(entry.check, game.check()).map_err(mismatch)?;
    Ok(turn)
}

fn compare(wanted: u32, found: u32) -> Result<(), Divergence> {
    if wanted == found {
        return Ok(());
    }
    let nibble = |check: u32, part: usize| check >> (4 * (PARTS.len() - 1 - part)) & 0xF;
    let parts = PARTS.into_iter().enumerate();
    let differing = parts.filter(|&(part, _)| nibble(wanted, part) != nibble(found, part));
    Err(Divergence::State(differing.map(|(_, name)| name).collect()))
}

/// A replay that can move forwards and backwards.
#[derive(Clone, Debug)]
pub struct Replay {
    journal: Journal,
    /// The game after every [`Replay::KEYFRAME_INTERVAL`] entries, as far as it was played.
    keyframes: Vec<Game>,
    game: Game,
    position: usize,
}

impl Replay {
    /// The number of entries between two stored games, for moving backwards.
    pub const KEYFRAME_INTERVAL: usize = 64;

    /// Starts a replay before the first entry. The turn holds what the players see first.
    pub fn new(journal: Journal, pack: Arc<Pack>) -> Result<(Self, Turn), Mismatch> {
        let (game, turn) = journal.begin(pack)?;
        Ok((Self { journal, keyframes: vec![game.clone()], game, position: 0 }, turn))
    }

    /// Replays the next entry. Returns `None` at the end.
    pub fn step(&mut self) -> Result<Option<Turn>, Mismatch> {
        let Some(entry) = self.journal.entries.get(self.position) else { return Ok(None) };
        let turn = match play(&mut self.game, self.position, entry) {
            Ok(turn) => turn,
            Err(mismatch) => {
                // Returns to the last position that agreed with the journal.
                let held = self.position;
                self.go_back(held / Self::KEYFRAME_INTERVAL);
                self.seek(held)?;
                return Err(mismatch);
            }
        };
        self.position += 1;
        if self.position == self.keyframes.len() * Self::KEYFRAME_INTERVAL {
            self.keyframes.push(self.game.clone());
        }
        Ok(Some(turn))
    }

    /// Moves to the state after `position` entries, or to the end.
    pub fn seek(&mut self, position: usize) -> Result<(), Mismatch> {
        let position = position.min(self.journal.entries.len());
        let frame = (position / Self::KEYFRAME_INTERVAL).min(self.keyframes.len() - 1);
        let nearer = frame * Self::KEYFRAME_INTERVAL > self.position;
        if nearer || position < self.position {
            self.go_back(frame);
        }
        while self.position < position {
            self.step()?;
        }
        Ok(())
    }

    fn go_back(&mut self, frame: usize) {
        self.game = self.keyframes[frame].clone();
        self.position = frame * Self::KEYFRAME_INTERVAL;
    }

    /// Returns the game in its current state.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the number of entries replayed.
    pub const fn position(&self) -> usize {
        self.position
    }

    /// Returns the journal of this replay.
    pub const fn journal(&self) -> &Journal {
        &self.journal
    }
}

impl fmt::Display for PackName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.title)?;
        if !self.version.is_empty() {
            write!(f, " version {}", self.version)?;
        }
        write!(f, " ({:016x})", self.digest)
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = &self.what;
        if matches!(what, Divergence::Rules { .. } | Divergence::Pack { .. } | Divergence::Setup(_))
        {
            return write!(f, "{what}");
        }
        write!(f, "turn {}, entry {}: {what}", self.turn, self.entry)
    }
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules { wanted } => write!(
                f,
                "the journal was played by rules {wanted}, but this program has rules {RULES}; \
                 replay it with the version that wrote it"
            ),
            Self::Pack { wanted, found } => {
                write!(f, "the journal was played with {wanted}, but this is {found}")
            }
            Self::Setup(error) => write!(f, "the run cannot begin: {error}"),
            Self::Turn { wanted, found } => write!(f, "the turn is {found}, not {wanted}"),
            Self::Refused(refusal) => write!(f, "the command is refused: {refusal}"),
            Self::State(parts) if parts.is_empty() => f.write_str("the state differs"),
            Self::State(parts) => write!(f, "the state differs: {}", parts.join(", ")),
        }
    }
}

impl std::error::Error for Mismatch {}
