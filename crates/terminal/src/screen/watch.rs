//! The screen of a replay: it draws a [`Viewer`] and maps keys to it.

use std::sync::Arc;
use std::time::Duration;

use barrow_engine::Journal;
use barrow_pack::Pack;
use barrow_play::keymap::{Code, Key, Keymap};
use barrow_play::palette::Role;
use barrow_play::panel::RunSummary;
use barrow_play::replay::{Recent, Viewer};
use ratatui::layout::Rect;

use super::board::Board;
use super::{Play, Screen, Title, Transition};
use crate::context::Context;
use crate::dialog::Dialog;
use crate::paint::Pen;

/// A run being watched.
pub struct Watch {
    /// The name of the game.
    game: String,
    pub(crate) viewer: Viewer,
    /// The number of a turn while it is typed.
    typed: Option<String>,
    /// Whether the speaker has the sounds of the game.
    tuned: bool,
}

/// How many entries page up and page down move.
const PAGE: isize = 50;

/// How many digits of a turn can be typed.
const MAX_DIGITS: usize = 9;

impl Watch {
    /// Opens a run at its start.
    pub fn new(game: &str, journal: Journal, pack: &Arc<Pack>) -> Result<Self, String> {
        let viewer = Viewer::new(journal, pack).map_err(|error| error.to_string())?;
        Ok(Self { game: game.into(), viewer, typed: None, tuned: false })
    }

    /// Handles a key press.
    pub fn press(&mut self, context: &mut Context, key: Key) -> Transition {
        if self.typed.is_some() {
            self.press_digit(key);
            return Transition::Stay;
        }
        let viewer = &mut self.viewer;
        match key.code {
            Code::Char(' ' | 'p') => viewer.play(!viewer.is_playing()),
            Code::Right | Code::Char('l' | '.') => viewer.step(1),
            Code::Left | Code::Char('h' | ',') => viewer.step(-1),
            Code::PageDown => viewer.step(PAGE),
            Code::PageUp => viewer.step(-PAGE),
            Code::Home | Code::Char('g') => viewer.step(isize::MIN),
            Code::End | Code::Char('G') => viewer.step(isize::MAX),
            Code::Up | Code::Char('+' | '=') => viewer.change_speed(1),
            Code::Down | Code::Char('-') => viewer.change_speed(-1),
            Code::Char('t' | 'j') => self.typed = Some(String::new()),
            Code::Char('c') => return self.play_on(context),
            Code::Esc | Code::Char('q') => {
                return Transition::title(Title::at(context, &self.game));
            }
            _ => {}
        }
        Transition::Stay
    }

    /// Handles a key press while the number of a turn is typed.
    fn press_digit(&mut self, key: Key) {
        let Some(typed) = &mut self.typed else { return };
        match key.code {
            Code::Char(digit @ '0'..='9') if typed.len() < MAX_DIGITS => typed.push(digit),
            Code::Backspace => {
                typed.pop();
            }
            Code::Enter => {
                let turn = typed.parse().unwrap_or_default();
                self.typed = None;
                self.viewer.seek_turn(turn);
            }
            Code::Esc => self.typed = None,
            _ => {}
        }
    }

    fn play_on(&self, context: &Context) -> Transition {
        match Play::play_on(context, &self.game, &self.viewer) {
            Ok(play) => Transition::go(Screen::Play(Box::new(play))),
            Err(mismatch) => Transition::open(Dialog::message("Replay", &mismatch)),
        }
    }

    /// Returns the time until the next [`Watch::tick`], if one is wanted.
    pub fn next_tick(&self) -> Option<Duration> {
        self.viewer.next_tick().filter(|_| self.typed.is_none())
    }

    /// Plays the next entry.
    pub fn tick(&mut self) {
        self.viewer.tick();
    }

    /// Plays what was heard since the last call.
    pub(crate) fn sound(&mut self, context: &Context) {
        let mut orders = self.viewer.take_orders();
        let speaker = context.speaker();
        if !speaker.is_on() {
            return;
        }
        if !self.tuned {
            self.tuned = true;
            speaker.load(Some(self.viewer.game().pack()));
            orders = self.viewer.sound_scene();
        }
        for order in orders {
            speaker.order(order);
        }
    }

    /// Draws the run and the timeline below it.
    pub fn draw(&self, context: &Context, pen: &mut Pen<'_>) {
        let log = self.draw_board(&context.settings.keys, pen);
        self.draw_timeline(pen, log);
    }

    /// Draws the run alone, and returns the area of its log.
    pub fn draw_board(&self, keys: &Keymap, pen: &mut Pen<'_>) -> Rect {
        let view = self.viewer.view();
        let player = self.viewer.player();
        let Recent { log, fresh } = self.viewer.recent(player);
        let summary = RunSummary::of(self.viewer.game(), player, None);
        let focus = view.own().map(|it| it.pos()).unwrap_or_default();
        let board =
            Board { view: &view, log: &log, fresh, summary: &summary, keys, focus, marks: &[] };
        board.draw(pen).1
    }

    fn draw_timeline(&self, pen: &mut Pen<'_>, log: Rect) {
        // The keys need the whole width, also below a minimap.
        let left = pen.buffer.area.x;
        let (y, width) = (log.bottom() - 2, log.right() - left);
        let bottom = Rect { x: left, y, width, height: 2 };
        pen.clear(bottom);
        let text = format!("{} ", self.timeline());
        let x = pen.write(bottom, bottom.x, bottom.y, &text, pen.ink.text(Role::Title));
        let width = bottom.right().saturating_sub(x + 1);
        let [now, max] = [self.viewer.position(), self.viewer.entries()]
            .map(|it| i64::try_from(it).unwrap_or(i64::MAX));
        pen.bar(x, bottom.y, width, now, max, Role::Key);
        let hint = "space: play  arrows: step, speed  t: turn  c: play on  q: back";
        pen.line(bottom, 1, hint, Role::Key);
    }

    fn timeline(&self) -> String {
        let viewer = &self.viewer;
        if let Some(typed) = &self.typed {
            return format!("go to turn: {typed}_");
        }
        if let Some(mismatch) = viewer.mismatch() {
            return mismatch.to_string();
        }
        let turn = viewer.game().turn();
        let (position, entries, speed) = (viewer.position(), viewer.entries(), viewer.speed());
        let state = if viewer.is_playing() { "playing" } else { "paused" };
        format!("turn {turn} ({position}/{entries}) x{speed} {state}")
    }
}
