//! A run that is watched: to any point of it, forth and back, and played on from there.

#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use barrow_engine::{Journal, Mismatch, Run, Turn};
use barrow_json::{Value, json};
use barrow_pack::Pack;
use barrow_play::mode::{Log, how_it_ended};
use barrow_play::table::Marks;
use barrow_play::words;

use crate::canvas::Canvas;
use crate::desk::Desk;
use crate::game::Game;
use crate::screen::{Board, PLAYER};

/// A run that is watched.
pub struct Replay {
    desk: Rc<RefCell<Desk>>,
    pack: Arc<Pack>,
    run: barrow_engine::Replay,
    /// What each entry told, as far as it was played; the first is the beginning.
    told: Vec<Turn>,
    /// It goes on by itself.
    playing: bool,
    /// A place in [`SPEEDS`].
    speed: usize,
    /// Where the journal and the rules part, if they do.
    parting: Option<String>,
    /// The picture.
    pub canvas: Canvas,
}

/// Entries a second.
const SPEEDS: [u64; 8] = [1, 2, 4, 8, 16, 32, 64, 128];

/// The speed that it begins with.
const USUAL: usize = 2;

/// So many entries back is told.
const RECENT: usize = 60;

impl Replay {
    /// Stands at the beginning of a run.
    pub fn open(
        desk: &Rc<RefCell<Desk>>,
        pack: &Arc<Pack>,
        journal: Journal,
    ) -> Result<Self, String> {
        let opened = barrow_engine::Replay::new(journal, Arc::clone(pack));
        let (replay, turn) = opened.map_err(|it| it.to_string())?;
        Ok(Self {
            desk: Rc::clone(desk),
            pack: Arc::clone(pack),
            run: replay,
            told: vec![turn],
            playing: false,
            speed: USUAL,
            parting: None,
            canvas: Canvas::new(desk.borrow().sheet.clone()),
        })
    }

    /// Entries played, and how many there are.
    pub fn position(&self) -> (usize, usize) {
        (self.run.position(), self.run.journal().entries.len())
    }

    /// Goes to where so many entries are played, or to the end, or to where the journal and
    /// the rules part.
    pub fn go(&mut self, to: usize) {
        let to = to.min(self.run.journal().entries.len());
        let next = to == self.run.position() + 1;
        if to < self.run.position() {
            self.note(|replay| replay.seek(to).map(|()| None));
        }
        // What was told on the way is needed, so the way forward is played entry by entry.
        while self.run.position() < to && self.parting.is_none() {
            self.note(barrow_engine::Replay::step);
        }
        self.playing &= self.run.position() < self.run.journal().entries.len();
        match self.told.get(to).filter(|_| next) {
            Some(turn) => self.canvas.take_in(std::slice::from_ref(turn)),
            None => self.canvas.skip(),
        }
    }

    fn note(
        &mut self,
        play: impl FnOnce(&mut barrow_engine::Replay) -> Result<Option<Turn>, Mismatch>,
    ) {
        match play(&mut self.run) {
            Ok(Some(turn)) if self.told.len() == self.run.position() => self.told.push(turn),
            Ok(_) => {}
            Err(mismatch) => {
                self.parting = Some(mismatch.to_string());
                self.playing = false;
            }
        }
    }

    /// Goes to the first entry of a turn, or to the end.
    pub fn go_to_turn(&mut self, turn: u64) {
        let entries = &self.run.journal().entries;
        self.go(entries.partition_point(|it| it.turn < turn));
    }

    /// Makes it go on by itself, or stand.
    pub fn play(&mut self, playing: bool) {
        let (at, all) = self.position();
        self.playing = playing && at < all && self.parting.is_none();
    }

    /// Goes faster by so many steps, or slower.
    pub fn hurry(&mut self, by: i32) {
        let speed = self.speed.saturating_add_signed(by.try_into().unwrap_or_default());
        self.speed = speed.min(SPEEDS.len() - 1);
    }

    /// How long until the next beat, if one is wanted.
    pub fn beat(&self) -> Option<Duration> {
        self.playing.then(|| Duration::from_millis(1000 / SPEEDS[self.speed]))
    }

    /// The time of a beat has passed.
    pub fn tick(&mut self) {
        if self.playing {
            self.go(self.run.position() + 1);
        }
    }

    /// A run of one's own that goes on from here. It is not saved and does not count.
    pub fn play_on(&self) -> Result<Game, String> {
        let mut journal = self.run.journal().clone();
        journal.entries.truncate(self.run.position());
        let run = Run::resume(journal, Arc::clone(&self.pack)).map_err(|it| it.to_string())?;
        Ok(Game::practise(&self.desk, &self.pack, run))
    }

    /// Draws the picture of a moment, in thousandths of a second; tells whether anything
    /// changed.
    pub fn draw(&mut self, now: u64) -> bool {
        self.canvas.still(self.desk.borrow().is_still());
        let view = self.run.game().view(PLAYER).expect("a run has its first player");
        self.canvas.draw(&view, &Marks::default(), now)
    }

    /// The surroundings in words, a line each.
    pub fn describe(&self) -> String {
        let view = self.run.game().view(PLAYER).expect("a run has its first player");
        words::surroundings(&view).join("\n")
    }

    /// Everything that the page shows beside the picture.
    pub fn screen(&self) -> Value {
        let (at, all) = self.position();
        let mut log = Log::default();
        let mut fresh = 0;
        let entries = &self.run.journal().entries;
        for number in at.saturating_sub(RECENT)..=at {
            let Some(turn) = self.told.get(number) else { break };
            let now = number.checked_sub(1).and_then(|it| entries.get(it)).map_or(0, |it| it.turn);
            fresh = log.messages().len();
            log.hear(turn, PLAYER, now);
        }
        let game = self.run.game();
        let board = Board { game, log: &log, fresh, told: 0, best: None };
        board.to_json().with(json!({
            "state": if game.end().is_some() { "over" } else { "playing" },
            "ranked": !self.run.journal().unranked,
            "position": at,
            "entries": all,
            "turns": entries.last().map_or(0, |it| it.turn + 1),
            "playing": self.playing,
            "speed": SPEEDS[self.speed],
            "parting": self.parting,
            "end": game.end().map(|it| json!({ "won": it.won, "text": how_it_ended(&it.text) })),
            "face": Value::Null,
            "buttons": json!([]),
        }))
    }
}
