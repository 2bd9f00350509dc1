//! A run that is played and saved: each command is written down before its turn is shown, so that
//! nothing the player has seen can be undone.

mod finish;
mod resume;
mod snapshot;
#[cfg(test)]
pub(crate) mod tests;

use std::sync::Arc;

use barrow_engine::{Command, Event, Game, Refusal, Run, Setup, SetupError, Turn};
use barrow_pack::Pack;
use barrow_small::lowercase;

pub use finish::{Finished, Morgue};
pub use resume::{Opened, open, saved};
pub use snapshot::is_snapshot;

use self::snapshot::Snapshotter;
use crate::mode::Log;
use crate::profile;
use crate::store::{Store, StoreError};

/// A run of the players at one machine, saved after every command.
pub struct Session {
    run: Run,
    store: Box<dyn Store>,
    /// The name of its save, or `None` if it is not saved.
    save: Option<String>,
    /// Whether the save may have a torn end, so that the next save must write all of it.
    torn: bool,
    /// Makes the snapshots.
    snapshotter: Option<Snapshotter>,
    /// Why the last save failed.
    trouble: Option<StoreError>,
    /// The game before the last command: the dead carry and see nothing.
    before: Option<Game>,
    /// What each player was told.
    logs: Vec<Log>,
    /// The achievements that are new in the profile.
    unlocked: Vec<String>,
}

/// Why a run cannot begin.
#[derive(Debug)]
pub enum BeginError {
    /// The pack has no such level or hero.
    Setup(SetupError),
    /// The save cannot be written.
    Store(StoreError),
    /// A run of the same game is being played in another window.
    Busy,
}

impl Session {
    /// Begins a run and its save. The profile says what earlier runs left. An unfinished run of the
    /// same game is kept as the previous save.
    pub fn begin(
        mut store: Box<dyn Store>,
        pack: &Arc<Pack>,
        setup: &Setup,
    ) -> Result<(Self, Turn), BeginError> {
        let (profile, _) = profile::load(&mut *store).map_err(BeginError::Store)?;
        let past = profile.past_of(&pack.rules.title).relevant(pack);
        let setup = Setup { past, ..setup.clone() };
        let (run, turn) = Run::new(Arc::clone(pack), &setup).map_err(BeginError::Setup)?;
        let save = save_name(&run.journal().pack.title);
        if !store.lock(&save, false).map_err(BeginError::Store)? {
            return Err(BeginError::Busy);
        }
        let text = run.journal().to_text();
        store.begin(&save, text.as_bytes()).map_err(BeginError::Store)?;
        let mut session = Self::new(run, 0, store, Some(save));
        session.note_awards(&turn);
        Ok((session, turn))
    }

    /// Makes a session that is neither saved nor ranked: for a run played on from a replay, or a
    /// practice run.
    pub fn unsaved(mut run: Run, store: Box<dyn Store>) -> Self {
        run.unrank();
        Self::new(run, 0, store, None)
    }

    /// Makes a session of a run whose last `played` entries are in no snapshot.
    fn new(run: Run, played: usize, store: Box<dyn Store>, save: Option<String>) -> Self {
        Self {
            snapshotter: Snapshotter::new(&*store, &run, played),
            logs: vec![Log::default(); run.game().players().into()],
            run,
            store,
            save,
            torn: false,
            trouble: None,
            before: None,
            unlocked: Vec::new(),
        }
    }

    /// Carries out a player's command, and saves it before anything is shown.
    pub fn step(&mut self, player: u8, command: &Command) -> Result<Turn, Refusal> {
        let before = self.run.game().clone();
        let turn = self.run.step(player, command)?;
        self.before = Some(before);
        let now = self.run.game().turn();
        for (log, player) in self.logs.iter_mut().zip(0..) {
            log.add_turn(&turn, player, now);
        }
        self.note_awards(&turn);
        self.save_last();
        Ok(turn)
    }

    /// Adds achievements to the profile at once, whatever becomes of the run.
    fn note_awards(&mut self, turn: &Turn) {
        let awarded = |event: &Event| matches!(event, Event::Awarded { .. });
        let anyone = (0..self.run.game().players()).any(|it| turn.events(it).any(awarded));
        if !anyone || self.run.journal().unranked {
            return;
        }
        let title = &self.run.journal().pack.title;
        let awards = self.run.game().awarded().map(|(name, _)| name.to_owned()).collect();
        match profile::update(&mut *self.store, |it| it.unlock(title, &awards)) {
            Ok((_, fresh, _)) => self.unlocked.extend(fresh),
            // The end of the run tries again.
            Err(error) => self.trouble = Some(error),
        }
    }

    fn save_last(&mut self) {
        let Some(save) = &self.save else { return };
        let journal = self.run.journal();
        let saved = if self.torn {
            self.store.replace(save, journal.to_text().as_bytes())
        } else {
            let last = journal.entries.len().saturating_sub(1);
            self.store.append(save, journal.record(last).as_bytes())
        };
        if let (Ok(()), Some(snapshotter)) = (&saved, &mut self.snapshotter) {
            snapshotter.update(&mut *self.store, save, &self.run);
        }
        self.torn = saved.is_err();
        self.trouble = saved.err();
    }

    /// Returns why the last turn could not be saved, if it could not. The next turn tries again.
    pub const fn trouble(&self) -> Option<&StoreError> {
        self.trouble.as_ref()
    }

    /// Returns the game.
    pub const fn game(&self) -> &Game {
        self.run.game()
    }

    /// Returns the run and its journal.
    pub const fn run(&self) -> &Run {
        &self.run
    }

    /// Leaves the run, to be resumed another time, and returns the store.
    pub fn leave(mut self) -> Box<dyn Store> {
        if let Some(save) = &self.save {
            self.store.unlock(save);
        }
        self.store
    }
}

/// Returns the name of the save of a game.
pub fn save_name(title: &str) -> String {
    format!("saves/{}.journal", plain(title))
}

/// Makes a text fit for a file name: lower case, with `-` for everything but letters and digits.
pub fn plain(text: &str) -> String {
    let letters = lowercase(text);
    let parts = letters.split(|it: char| !it.is_ascii_alphanumeric()).filter(|it| !it.is_empty());
    let name = parts.collect::<Vec<_>>().join("-");
    if name.is_empty() { "untitled".into() } else { name }
}

impl std::fmt::Display for BeginError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Setup(error) => write!(f, "{error}"),
            Self::Store(error) => write!(f, "{error}"),
            Self::Busy => {
                f.write_str("this game is being played in another window; end it there first")
            }
        }
    }
}

impl std::error::Error for BeginError {}
