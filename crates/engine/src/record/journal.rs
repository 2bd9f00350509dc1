//! Journals: how a run began, its commands, and a check of the state after each one. A journal is
//! the save, the replay, the bug report and the regression test.

mod replay;
mod text;

use std::sync::Arc;

use barrow_pack::Pack;
use barrow_small::Map;

pub use replay::{Divergence, Mismatch, Replay};
pub use text::{Decoded, JournalError};

use crate::command::Command;
use crate::event::Turn;
use crate::game::{Game, Setup, SetupError};
use crate::refusal::Refusal;

/// The version of the rules. It is raised when older journals would play differently.
pub const RULES: u32 = 7;

/// A run from its beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Journal {
    /// The version of the rules it was played by.
    pub rules: u32,
    /// The pack it was played with.
    pub pack: PackName,
    /// How it began.
    pub setup: Setup,
    /// The run is not ranked, because someone saw more than the player may.
    pub unranked: bool,
    /// What front ends store about the run; no rule reads it.
    pub options: Map<String, String>,
    /// The check of the state before the first command.
    pub start: u32,
    /// The commands in order.
    pub entries: Vec<Entry>,
}

/// Identifies the pack of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackName {
    /// The title of the game.
    pub title: String,
    /// The version that the author gave it.
    pub version: String,
    /// The digest of its files.
    pub digest: u64,
}

/// A command that was carried out. Refused commands are not recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The number of rounds played before it.
    pub turn: u64,
    /// The player who gave it.
    pub player: u8,
    /// The command.
    pub command: Command,
    /// The check of the state after it.
    pub check: u32,
}

impl PackName {
    fn of(pack: &Pack) -> Self {
        Self {
            title: pack.rules.title.to_string(),
            version: pack.rules.version.to_string(),
            digest: pack.digest,
        }
    }
}

/// A game in progress with its journal.
#[derive(Clone, Debug)]
pub struct Run {
    game: Game,
    journal: Journal,
}

/// A resumed run.
#[derive(Clone, Debug)]
pub struct Resumed {
    /// The run.
    pub run: Run,
    /// The number of entries that were replayed to resume it.
    pub played: usize,
    /// The turns of the last entries that were replayed, at most [`Resumed::TURNS`].
    pub turns: Vec<Turn>,
}

impl Resumed {
    /// How many turns are kept.
    pub const TURNS: usize = 60;
}

impl Run {
    /// Begins a run. The turn holds what the players see first.
    pub fn new(pack: Arc<Pack>, setup: &Setup) -> Result<(Self, Turn), SetupError> {
        let (game, turn) = Game::new(pack, setup)?;
        let journal = Journal {
            rules: RULES,
            pack: PackName::of(game.pack()),
            setup: setup.clone(),
            unranked: !setup.is_ranked(game.pack()),
            options: Map::new(),
            start: game.check(),
            entries: Vec::new(),
        };
        Ok((Self { game, journal }, turn))
    }

    /// Resumes a run at the end of its journal.
    pub fn resume(journal: Journal, pack: Arc<Pack>) -> Result<Self, Mismatch> {
        Self::resume_recent(journal, pack).map(|it| it.run)
    }

    /// Resumes a run at the end of its journal, and tells what happened last.
    pub fn resume_recent(journal: Journal, pack: Arc<Pack>) -> Result<Resumed, Mismatch> {
        let (mut game, _) = journal.begin(pack)?;
        let turns = journal.replay_from_entry(&mut game, 0)?;
        let played = journal.entries.len();
        Ok(Resumed { run: Self { game, journal }, played, turns })
    }

    /// Returns a run whose journal has been replayed to its end.
    pub(crate) const fn at_end(game: Game, journal: Journal) -> Self {
        Self { game, journal }
    }

    /// Carries out a command and records it.
    pub fn step(&mut self, player: u8, command: &Command) -> Result<Turn, Refusal> {
        let before = self.game.turn();
        let turn = self.game.step(player, command)?;
        self.journal.entries.push(Entry {
            turn: before,
            player,
            command: command.clone(),
            check: self.game.check(),
        });
        Ok(turn)
    }

    /// Returns the game in its current state.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns what has been recorded so far.
    pub const fn journal(&self) -> &Journal {
        &self.journal
    }

    /// Marks the run as unranked.
    pub const fn unrank(&mut self) {
        self.journal.unranked = true;
    }

    /// Stores an option of the run that no rule reads.
    pub fn set_option(&mut self, key: &str, value: &str) {
        self.journal.options.insert(key.into(), value.into());
    }
}
