//! A run that is looked at again: forth and back, to a turn, and on from any point as a run of
//! one's own.

use std::sync::Arc;

use barrow_engine::{Game, Journal, Mismatch, Replay, Run, Turn};
use barrow_pack::Pack;

/// A run that is played back, and how fast.
pub struct Viewer {
    replay: Replay,
    pack: Arc<Pack>,
    /// Whether it goes on by itself.
    pub playing: bool,
    speed: usize,
}

/// Entries a second that it can go on by itself.
const SPEEDS: [u32; 8] = [1, 2, 5, 10, 20, 50, 100, 200];

/// The speed that it begins with.
const USUAL: usize = 2;

impl Viewer {
    /// Stands at the beginning. The turn tells what the player finds.
    pub fn new(journal: Journal, pack: &Arc<Pack>) -> Result<(Self, Turn), Mismatch> {
        let (replay, turn) = Replay::new(journal, Arc::clone(pack))?;
        let viewer = Self { replay, pack: Arc::clone(pack), playing: false, speed: USUAL };
        Ok((viewer, turn))
    }

    /// The game as it stands.
    pub const fn game(&self) -> &Game {
        self.replay.game()
    }

    /// The journal.
    pub const fn journal(&self) -> &Journal {
        self.replay.journal()
    }

    /// Entries played, and how many there are.
    pub fn position(&self) -> (usize, usize) {
        (self.replay.position(), self.replay.journal().entries.len())
    }

    /// Entries a second, when it goes on by itself.
    pub const fn speed(&self) -> u32 {
        SPEEDS[self.speed]
    }

    /// Goes faster.
    pub fn faster(&mut self) {
        self.speed = (self.speed + 1).min(SPEEDS.len() - 1);
    }

    /// Goes slower.
    pub const fn slower(&mut self) {
        self.speed = self.speed.saturating_sub(1);
    }

    /// Plays the next entry; at the end it stops and gives nothing.
    pub fn forth(&mut self) -> Result<Option<Turn>, Mismatch> {
        let turn = self.replay.step()?;
        self.playing &= turn.is_some();
        Ok(turn)
    }

    /// Goes back by so many entries.
    pub fn back(&mut self, entries: usize) -> Result<(), Mismatch> {
        self.replay.seek(self.replay.position().saturating_sub(entries))
    }

    /// Goes to the first entry of a turn, or to the end.
    pub fn go_to(&mut self, turn: u64) -> Result<(), Mismatch> {
        let entries = &self.replay.journal().entries;
        let position = entries.partition_point(|entry| entry.turn < turn);
        self.replay.seek(position)
    }

    /// A run of one's own that begins as this one did and goes on from here. It does not count.
    pub fn play_on(&self) -> Result<Run, Mismatch> {
        let mut journal = self.replay.journal().clone();
        journal.entries.truncate(self.replay.position());
        let mut run = Run::resume(journal, Arc::clone(&self.pack))?;
        run.unrank();
        Ok(run)
    }
}

#[cfg(test)]
mod tests {
    use barrow_dice::Seed;
    use barrow_engine::{Command, Setup};

    use super::*;
    use crate::bot::{Cap, Skill, play};
    use crate::stage;

    fn viewer() -> Viewer {
        let pack = stage::pack("#######\n#@.r..#\n#..$.>#\n#######", "", "", "{}");
        let setup = Setup { seed: Seed(3), level: None, heroes: vec![String::new()] };
        let played = play(&pack, &setup, Skill::Random, Cap { turns: 300 }).unwrap();
        Viewer::new(played.journal, &pack).unwrap().0
    }

    #[test]
    fn forth_and_back_leads_to_the_same_states() {
        let mut viewer = viewer();
        let mut digests = vec![viewer.game().digest()];
        while viewer.forth().unwrap().is_some() {
            digests.push(viewer.game().digest());
        }
        assert!(digests.len() > 150, "{}", digests.len());
        assert!(!viewer.playing);
        for back in [1, 1, 70, 5] {
            viewer.back(back).unwrap();
            assert_eq!(viewer.game().digest(), digests[viewer.position().0]);
        }
        for turn in [0, 100, 7, 130] {
            viewer.go_to(turn).unwrap();
            assert_eq!(viewer.game().turn(), turn);
            assert_eq!(viewer.game().digest(), digests[viewer.position().0]);
        }
    }

    #[test]
    fn a_run_can_be_played_on_from_anywhere_and_does_not_count() {
        let mut viewer = viewer();
        viewer.go_to(50).unwrap();
        let mut run = viewer.play_on().unwrap();
        assert_eq!(run.game().digest(), viewer.game().digest());
        assert!(run.journal().unranked);
        run.step(0, &Command::Wait).unwrap();
        assert_eq!((run.game().turn(), viewer.game().turn()), (51, 50));
    }

    #[test]
    fn speed_has_its_bounds() {
        let mut viewer = viewer();
        for _ in 0..20 {
            viewer.faster();
        }
        assert_eq!(viewer.speed(), 200);
        for _ in 0..20 {
            viewer.slower();
        }
        assert_eq!(viewer.speed(), 1);
    }
}
