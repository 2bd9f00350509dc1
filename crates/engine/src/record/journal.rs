//! A run on paper: how it began, what was commanded, and a check of the state after each
//! command. It is the save, the replay, the bug report and the regression test.

mod replay;
mod text;

use std::sync::Arc;

use barrow_pack::Pack;
use barrow_small::Map;

pub use replay::{Mismatch, Parting, Replay};
pub use text::{Decoded, JournalError};

use crate::command::Command;
use crate::event::Turn;
use crate::game::{Game, Setup, SetupError};
use crate::refusal::Refusal;

/// The version of the rules. It is raised whenever journals written before would play
/// differently.
pub const RULES: u32 = 1;

/// A run, from its beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Journal {
    /// The version of the rules it was played by.
    pub rules: u32,
    /// The pack it was played with.
    pub pack: PackName,
    /// How it began.
    pub setup: Setup,
    /// It does not count: someone saw more than the player may.
    pub unranked: bool,
    /// What front ends note about it; no rule reads it.
    pub options: Map<String, String>,
    /// The check of the state before the first command.
    pub start: u32,
    /// What was commanded, in order.
    pub entries: Vec<Entry>,
}

/// Which pack a run was played with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackName {
    /// What the game is called.
    pub title: String,
    /// The author's number of it.
    pub version: String,
    /// The digest of its files.
    pub digest: u64,
}

/// A command that was obeyed. Refused ones leave no trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The rounds played before it.
    pub turn: u64,
    /// Who commanded.
    pub player: u8,
    /// What.
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

/// A game that is being played and written down.
#[derive(Clone, Debug)]
pub struct Run {
    game: Game,
    journal: Journal,
}

impl Run {
    /// Begins a run. The turn tells what the players find.
    pub fn new(pack: Arc<Pack>, setup: &Setup) -> Result<(Self, Turn), SetupError> {
        let (game, turn) = Game::new(pack, setup)?;
        let journal = Journal {
            rules: RULES,
            pack: PackName::of(game.pack()),
            setup: setup.clone(),
            unranked: game.is_practice(),
            options: Map::new(),
            start: game.check(),
            entries: Vec::new(),
        };
        Ok((Self { game, journal }, turn))
    }

    /// Takes up a run where its journal ends.
    pub fn resume(journal: Journal, pack: Arc<Pack>) -> Result<Self, Mismatch> {
        let game = journal.replay(pack)?;
        Ok(Self { game, journal })
    }

    /// A run whose journal has been played to its end.
    pub(crate) const fn at_end(game: Game, journal: Journal) -> Self {
        Self { game, journal }
    }

    /// Obeys a command and writes it down.
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

    /// The game as it stands.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// What was written down so far.
    pub const fn journal(&self) -> &Journal {
        &self.journal
    }

    /// Marks the run as one that does not count.
    pub const fn unrank(&mut self) {
        self.journal.unranked = true;
    }

    /// Notes something about the run that no rule reads.
    pub fn note(&mut self, key: &str, value: &str) {
        self.journal.options.insert(key.into(), value.into());
    }
}
