//! Watching a recorded run: forward and back, to any turn, at several speeds, and playing on
//! from any point. Front ends draw it and map their keys to it.

use std::sync::Arc;
use std::time::Duration;

use barrow_engine::{Game, Journal, Mismatch, Replay, Run, Turn, View};
use barrow_pack::Pack;
use barrow_sound::Order;

use crate::mode::Log;
use crate::sound::Listener;

/// A recorded run, the entry it stands at, and how fast it plays.
pub struct Viewer {
    replay: Replay,
    /// The turn of each entry played so far; the first one is the start of the run.
    turns: Vec<Turn>,
    playing: bool,
    /// An index into [`SPEEDS`].
    speed: usize,
    mismatch: Option<Mismatch>,
    listener: Listener,
    /// The position up to which the run was heard.
    heard: Option<usize>,
}

/// The latest messages of a run.
pub struct Recent {
    /// The messages.
    pub log: Log,
    /// The index of the first message of the last entry.
    pub fresh: usize,
}

/// Entries per second.
const SPEEDS: [u32; 8] = [1, 2, 4, 8, 16, 32, 64, 128];

/// The largest speed at which single turns are heard. At higher speeds they would blur.
const HEARD_SPEED: u32 = 16;

/// The index of the initial speed.
const INITIAL_SPEED: usize = 2;

/// How many of the last entries the log covers.
const RECENT_ENTRIES: usize = 60;

impl Viewer {
    /// Opens a run at its start.
    pub fn new(journal: Journal, pack: &Arc<Pack>) -> Result<Self, Mismatch> {
        let (replay, turn) = Replay::new(journal, Arc::clone(pack))?;
        let listener = Listener::new(replay.game().seed());
        Ok(Self {
            replay,
            turns: vec![turn],
            playing: false,
            speed: INITIAL_SPEED,
            mismatch: None,
            listener,
            heard: None,
        })
    }

    /// Returns the game at the current position.
    pub const fn game(&self) -> &Game {
        self.replay.game()
    }

    /// Returns the player at the current position: whose command comes next, or at the end, whose
    /// was the last.
    pub fn player(&self) -> u8 {
        let last = || self.position().checked_sub(1).map(|it| self.journal().entries[it].player);
        self.game().next_player().or_else(last).unwrap_or_default()
    }

    /// Returns what that player knows at the current position.
    pub fn view(&self) -> View<'_> {
        self.game().view(self.player()).expect("a run has all of its players")
    }

    /// Returns the whole journal.
    pub const fn journal(&self) -> &Journal {
        self.replay.journal()
    }

    /// Returns how many entries have been played.
    pub const fn position(&self) -> usize {
        self.replay.position()
    }

    /// Returns how many entries the run has.
    pub const fn entries(&self) -> usize {
        self.journal().entries.len()
    }

    /// Returns the turns played from `position` to the current position; none if it lies ahead.
    pub fn turns_since(&self, position: usize) -> &[Turn] {
        self.turns.get(position + 1..=self.position()).unwrap_or_default()
    }

    /// Returns why the journal cannot be played any further, after a move that met a mismatch.
    pub const fn mismatch(&self) -> Option<&Mismatch> {
        self.mismatch.as_ref()
    }

    /// Moves to the position after `position` entries, or to the end, or to a mismatch.
    pub fn seek(&mut self, position: usize) {
        let target = position.min(self.entries());
        // The turns of new entries are needed for the log, so only known ones are skipped.
        let known = target.min(self.turns.len() - 1);
        let mut moved = self.replay.seek(known);
        while moved.is_ok() && self.position() < target {
            moved = self.replay.step().map(|turn| self.turns.extend(turn));
        }
        self.mismatch = moved.err();
        self.playing &= self.mismatch.is_none() && self.position() < self.entries();
    }

    /// Moves to the first entry of a turn, or to the end.
    pub fn seek_turn(&mut self, turn: u64) {
        let entries = &self.journal().entries;
        self.seek(entries.partition_point(|entry| entry.turn < turn));
    }

    /// Stops playing, and moves by `entries`, which is negative for back.
    pub fn step(&mut self, entries: isize) {
        self.playing = false;
        self.seek(self.position().saturating_add_signed(entries));
    }

    /// Returns `true` while the run plays by itself.
    pub const fn is_playing(&self) -> bool {
        self.playing
    }

    /// Starts or stops playing. At the end, or at a mismatch, there is nothing to play.
    pub const fn play(&mut self, playing: bool) {
        self.playing = playing && self.position() < self.entries() && self.mismatch.is_none();
    }

    /// Returns the speed in entries per second.
    pub const fn speed(&self) -> u32 {
        SPEEDS[self.speed]
    }

    /// Goes `steps` speeds up, or down if it is negative.
    pub fn change_speed(&mut self, steps: isize) {
        self.speed = self.speed.saturating_add_signed(steps).min(SPEEDS.len() - 1);
    }

    /// Returns the time until the next [`Viewer::tick`], if the run is playing.
    pub fn next_tick(&self) -> Option<Duration> {
        self.playing.then(|| Duration::from_millis(u64::from(1000 / self.speed())))
    }

    /// Plays the next entry, if the run is playing.
    pub fn tick(&mut self) {
        if self.playing {
            self.seek(self.position() + 1);
        }
    }

    /// Returns the messages of the last entries for a player.
    pub fn recent(&self, player: u8) -> Recent {
        let position = self.position();
        let first = position.saturating_sub(RECENT_ENTRIES);
        let mut recent = Recent { log: Log::default(), fresh: 0 };
        for index in first..=position {
            let entry = index.checked_sub(1).map(|it| &self.journal().entries[it]);
            recent.fresh = recent.log.messages().len();
            recent.log.add_turn(&self.turns[index], player, entry.map_or(0, |it| it.turn));
        }
        recent
    }

    /// Returns what was heard since the last call, for a mixer. A step forward sounds as it did
    /// when it was played; after any other move, music and ambience change.
    pub fn take_orders(&mut self) -> Vec<Order> {
        let (before, now) = (self.heard, self.position());
        if before == Some(now) {
            return Vec::new();
        }
        self.heard = Some(now);
        let player = self.player();
        let view = self.replay.game().view(player).expect("a run has all of its players");
        let is_slow = !self.playing || self.speed() <= HEARD_SPEED;
        if is_slow && before.map_or(0, |it| it + 1) == now {
            self.listener.hear(self.turns[now].events(player), &view)
        } else {
            self.listener.jump(&view)
        }
    }

    /// Returns the orders that set the scene as it is now, for a mixer that starts later.
    pub fn sound_scene(&self) -> Vec<Order> {
        self.listener.scene()
    }

    /// Returns a new, unranked run that begins like this one and goes on from here.
    pub fn play_on(&self) -> Result<Run, Mismatch> {
        let mut journal = self.journal().clone();
        journal.entries.truncate(self.position());
        let mut run = Run::resume(journal, Arc::clone(self.game().pack()))?;
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

    fn pack() -> Arc<Pack> {
        let more = r#"{ "kinds": { "bog": { "as": "terrain", "look": { "glyph": "," },
            "on": { "enter": [{ "say": "The bog sucks at your feet." }] } } } }"#;
        stage::pack("#######\n#@,r..#\n#..$.>#\n#######", "", r#", "legend": { ",": "bog" }"#, more)
    }

    fn journal() -> Journal {
        let setup =
            Setup { seed: Seed(3), level: None, heroes: vec![String::new()], ..Setup::default() };
        play(&pack(), &setup, Skill::Random, Cap { turns: 300 }).unwrap().journal
    }

    fn viewer() -> Viewer {
        Viewer::new(journal(), &pack()).unwrap()
    }

    /// Returns what is shown at the current position.
    fn shown(viewer: &Viewer) -> (u64, Log, usize) {
        let Recent { log, fresh } = viewer.recent(viewer.player());
        (viewer.game().digest(), log, fresh)
    }

    #[test]
    fn a_position_shows_the_same_from_wherever_it_is_reached() {
        let mut viewer = viewer();
        let mut positions = vec![shown(&viewer)];
        while viewer.position() < viewer.entries() {
            viewer.step(1);
            positions.push(shown(&viewer));
        }
        assert!(positions.len() > 150, "{}", positions.len());
        assert!(positions.iter().any(|(_, log, fresh)| *fresh < log.messages().len()));
        for step in [-1, -1, -70, 5, isize::MIN, 130, isize::MAX, -64] {
            viewer.step(step);
            assert_eq!(shown(&viewer), positions[viewer.position()]);
        }
        for turn in [0, 100, 7, 130] {
            viewer.seek_turn(turn);
            assert_eq!(viewer.game().turn(), turn);
            assert_eq!(shown(&viewer), positions[viewer.position()]);
        }
    }

    #[test]
    fn it_plays_to_the_end_and_stops_there() {
        let mut viewer = viewer();
        assert_eq!(viewer.next_tick(), None);
        viewer.tick();
        assert_eq!(viewer.position(), 0);
        viewer.play(true);
        assert_eq!(viewer.next_tick(), Some(Duration::from_millis(250)));
        while viewer.next_tick().is_some() {
            viewer.tick();
        }
        assert_eq!((viewer.position(), viewer.is_playing()), (viewer.entries(), false));
        viewer.play(true);
        assert!(!viewer.is_playing());
    }

    /// Returns the orders of a run as it was played.
    fn heard_when_played() -> Vec<Vec<Order>> {
        let (mut replay, first) = Replay::new(journal(), pack()).unwrap();
        let mut listener = Listener::new(replay.game().seed());
        let mut heard = vec![listener.hear(first.events(0), &replay.game().view(0).unwrap())];
        while let Some(turn) = replay.step().unwrap() {
            heard.push(listener.hear(turn.events(0), &replay.game().view(0).unwrap()));
        }
        heard
    }

    fn sounds(orders: &[Order]) -> usize {
        orders.iter().filter(|it| matches!(it, Order::Play { .. })).count()
    }

    #[test]
    fn a_run_that_is_watched_sounds_as_it_did_when_it_was_played() {
        let played = heard_when_played();
        assert!(played.iter().map(|it| sounds(it)).sum::<usize>() > 50);
        let mut viewer = viewer();
        for heard in &played {
            assert_eq!(viewer.take_orders(), *heard, "at {}", viewer.position());
            assert_eq!(viewer.take_orders(), [], "everything is heard once");
            viewer.step(1);
        }
    }

    #[test]
    fn a_jump_changes_the_music_and_makes_no_noise() {
        let mut viewer = viewer();
        assert!(!viewer.take_orders().is_empty(), "the scene is set");
        for jump in [40, -1, -20, 100, isize::MAX, isize::MIN] {
            viewer.step(jump);
            assert_eq!(sounds(&viewer.take_orders()), 0, "{jump}");
        }
        assert!(matches!(viewer.sound_scene()[..], [Order::Ambience { .. }, ..]));
    }

    #[test]
    fn turns_are_heard_until_they_rush_by() {
        for (faster, heard) in [(2, true), (3, false)] {
            let mut viewer = viewer();
            viewer.take_orders();
            viewer.play(true);
            viewer.change_speed(faster);
            let mut count = 0;
            for _ in 0..100 {
                viewer.tick();
                count += sounds(&viewer.take_orders());
            }
            assert_eq!(count > 0, heard, "{} turns a second", viewer.speed());
        }
    }

    #[test]
    fn a_step_stops_playback() {
        let mut viewer = viewer();
        viewer.play(true);
        viewer.tick();
        viewer.step(1);
        assert_eq!((viewer.position(), viewer.next_tick()), (2, None));
    }

    #[test]
    fn it_stops_at_a_mismatch_and_can_still_be_watched_up_to_there() {
        let mut journal = journal();
        journal.entries[30].command = Command::Cast { ability: "nonsense".into(), at: None };
        let mut viewer = Viewer::new(journal, &pack()).unwrap();
        viewer.play(true);
        viewer.seek(50);
        assert_eq!((viewer.position(), viewer.is_playing()), (30, false));
        let mismatch = viewer.mismatch().unwrap().to_string();
        assert!(mismatch.contains("entry 30"), "{mismatch}");
        viewer.seek(10);
        assert!(viewer.mismatch().is_none());
        viewer.step(5);
        assert_eq!(viewer.position(), 15);
        viewer.step(isize::MAX);
        assert_eq!((viewer.position(), viewer.mismatch().is_some()), (30, true));
    }

    #[test]
    fn playing_on_starts_a_separate_unranked_run() {
        let mut viewer = viewer();
        viewer.seek_turn(50);
        let mut run = viewer.play_on().unwrap();
        assert_eq!(run.game().digest(), viewer.game().digest());
        assert!(run.journal().unranked);
        run.step(0, &Command::Wait).unwrap();
        assert_eq!((run.game().turn(), viewer.game().turn()), (51, 50));
    }

    #[test]
    fn the_speed_has_bounds() {
        let mut viewer = viewer();
        viewer.change_speed(20);
        assert_eq!(viewer.speed(), 128);
        viewer.change_speed(-20);
        assert_eq!(viewer.speed(), 1);
    }
}
