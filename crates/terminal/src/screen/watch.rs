//! A run that is watched: back and forth, fast and slow, and played on from any turn.

use std::sync::Arc;
use std::time::Duration;

use barrow_engine::{Journal, Replay, Run, Turn};
use barrow_pack::Pack;
use barrow_play::keymap::{Code, Key, Keymap};
use barrow_play::mode::Log;
use barrow_play::palette::Role;
use barrow_play::panel::Tally;
use barrow_play::session::Session;
use ratatui::layout::Rect;

use super::board::Board;
use super::{Play, Screen, Step, Title};
use crate::desk::Desk;
use crate::paint::Pen;
use crate::sheet::Sheet;

/// A run that is watched.
pub struct Watch {
    /// The name of the game.
    game: String,
    replay: Replay,
    /// What each entry told, as far as it was played; the first is the beginning.
    told: Vec<Turn>,
    playing: bool,
    /// A place in [`SPEEDS`].
    speed: usize,
    /// The number of a turn, while it is typed.
    typed: Option<String>,
    /// Where the journal and the rules part, if they do.
    parting: String,
}

/// Entries a second.
const SPEEDS: [u64; 8] = [1, 2, 4, 8, 16, 32, 64, 128];

/// The player who is watched.
const PLAYER: u8 = 0;

impl Watch {
    /// Stands at the beginning of a run.
    pub fn new(game: &str, journal: Journal, pack: Arc<Pack>) -> Result<Self, String> {
        let (replay, turn) = Replay::new(journal, pack).map_err(|error| error.to_string())?;
        Ok(Self {
            game: game.into(),
            replay,
            told: vec![turn],
            playing: false,
            speed: 2,
            typed: None,
            parting: String::new(),
        })
    }

    /// Rounds played.
    pub fn turn(&self) -> u64 {
        self.replay.game().turn()
    }

    /// Where the journal and the rules part, if they do.
    pub fn parting(&self) -> Option<String> {
        Some(self.parting.clone()).filter(|it| !it.is_empty())
    }

    /// Goes to where so many entries are played.
    pub fn go(&mut self, to: usize) {
        let to = to.min(self.replay.journal().entries.len());
        // What was told on the way is needed, so the way forward is played entry by entry.
        if to < self.replay.position() {
            self.note(|replay| replay.seek(to).map(|()| None));
        }
        while self.replay.position() < to && self.parting.is_empty() {
            self.note(Replay::step);
        }
    }

    fn note(
        &mut self,
        play: impl FnOnce(&mut Replay) -> Result<Option<Turn>, barrow_engine::Mismatch>,
    ) {
        match play(&mut self.replay) {
            Ok(Some(turn)) if self.told.len() == self.replay.position() => self.told.push(turn),
            Ok(_) => {}
            Err(mismatch) => {
                self.parting = mismatch.to_string();
                self.playing = false;
            }
        }
    }

    /// Goes to a turn, or as near before it as there is an entry.
    fn go_to_turn(&mut self, turn: u64) {
        let entries = &self.replay.journal().entries;
        self.go(entries.partition_point(|it| it.turn < turn));
    }

    /// A key was pressed.
    pub fn press(&mut self, desk: &mut Desk, key: Key) -> Step {
        if let Some(typed) = &mut self.typed {
            match key.code {
                Code::Char(digit @ '0'..='9') if typed.len() < 9 => typed.push(digit),
                Code::Backspace => {
                    typed.pop();
                }
                Code::Enter => {
                    let turn = typed.parse().unwrap_or_default();
                    self.typed = None;
                    self.go_to_turn(turn);
                }
                Code::Esc => self.typed = None,
                _ => {}
            }
            return Step::Stay;
        }
        let here = self.replay.position();
        match key.code {
            Code::Char(' ' | 'p') => self.playing = !self.playing,
            Code::Right | Code::Char('l' | '.') => self.stand(here + 1),
            Code::Left | Code::Char('h' | ',') => self.stand(here.saturating_sub(1)),
            Code::PageDown => self.stand(here + 50),
            Code::PageUp => self.stand(here.saturating_sub(50)),
            Code::Home | Code::Char('g') => self.stand(0),
            Code::End | Code::Char('G') => self.stand(usize::MAX),
            Code::Up | Code::Char('+' | '=') => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            Code::Down | Code::Char('-') => self.speed = self.speed.saturating_sub(1),
            Code::Char('t' | 'j') => self.typed = Some(String::new()),
            Code::Char('c') => return self.play_on(desk),
            Code::Esc | Code::Char('q') => {
                return Step::title(Title::at(desk, &self.game));
            }
            _ => {}
        }
        Step::Stay
    }

    fn stand(&mut self, at: usize) {
        self.playing = false;
        self.go(at);
    }

    /// Plays on from here: a run that is not saved and does not count.
    fn play_on(&self, desk: &Desk) -> Step {
        let mut journal = self.replay.journal().clone();
        journal.entries.truncate(self.replay.position());
        match Run::resume(journal, Arc::clone(self.replay.game().pack())) {
            Ok(run) => {
                let session = Session::unsaved(run, desk.machine.store());
                let told = "You play on from here. This run is not saved and does not count.";
                let play = Play::go_on_with(desk, &self.game, session, told);
                Step::go(Screen::Play(Box::new(play)))
            }
            Err(mismatch) => Step::open(Sheet::message("Replay", &mismatch.to_string())),
        }
    }

    /// How long until the next beat, if one is wanted.
    pub fn beat(&self) -> Option<Duration> {
        let last = self.replay.position() >= self.replay.journal().entries.len();
        let plays = self.playing && !last && self.typed.is_none();
        plays.then(|| Duration::from_millis(1000 / SPEEDS[self.speed]))
    }

    /// The time of a beat has passed.
    pub fn tick(&mut self) {
        self.go(self.replay.position() + 1);
    }

    /// Draws it.
    pub fn draw(&self, desk: &Desk, pen: &mut Pen<'_>) {
        let area = self.draw_board(&desk.settings.keys, pen);
        self.draw_timeline(pen, area);
    }

    /// Draws the run alone; gives the rows of the log.
    pub fn draw_board(&self, keys: &Keymap, pen: &mut Pen<'_>) -> Rect {
        let game = self.replay.game();
        let view = game.view(PLAYER).expect("a run has its first player");
        let mut log = Log::default();
        let position = self.replay.position();
        let from = position.saturating_sub(60);
        let mut fresh = 0;
        for turn in self.told.iter().take(position + 1).skip(from) {
            fresh = log.messages().len();
            log.hear(turn, PLAYER, 0);
        }
        let tally = Tally::of(game, PLAYER, None);
        let focus = view.own().map(|it| it.pos()).unwrap_or_default();
        let board = Board { view: &view, log: &log, fresh, tally: &tally, keys, focus, marks: &[] };
        board.draw(pen).1
    }

    fn draw_timeline(&self, pen: &mut Pen<'_>, log: Rect) {
        let bottom = Rect { y: log.bottom() - 2, height: 2, ..log };
        pen.clear(bottom);
        let (at, all) = (self.replay.position(), self.replay.journal().entries.len());
        let state = if self.playing { "playing" } else { "paused" };
        let text = format!(
            "turn {} ({at}/{all}) x{} {state} ",
            self.replay.game().turn(),
            SPEEDS[self.speed]
        );
        let text = match &self.typed {
            Some(typed) => format!("go to turn: {typed}_ "),
            None if !self.parting.is_empty() => format!("{} ", self.parting),
            None => text,
        };
        let x = pen.write(bottom, bottom.x, bottom.y, &text, pen.ink.text(Role::Title));
        let width = bottom.right().saturating_sub(x + 1);
        let (now, most) = (i64::try_from(at).unwrap_or(0), i64::try_from(all).unwrap_or(0));
        pen.bar(x, bottom.y, width, now, most, Role::Key);
        let hint = "space: play  left right: step  up down: speed  t: turn  c: go on  q";
        pen.line(bottom, 1, hint, Role::Key);
    }
}
