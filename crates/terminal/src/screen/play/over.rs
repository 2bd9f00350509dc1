//! The end of a run: what happened, and what to do next.

use std::time::Duration;

use barrow_dice::{Seed, Stream};
use barrow_play::keymap::{Code, Key};
use barrow_play::palette::Role;

use super::{Begin, Mode, PLAYER, Play};
use crate::desk::Desk;
use crate::paint::{Pen, wrap};
use crate::screen::{Screen, Step, Title};
use crate::sheet::Sheet;

/// The screen at the end of a run. Keys do nothing until none was pressed for a moment: one
/// that is held down must not skip it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Over {
    ready: bool,
    /// The map is looked at.
    pub(super) looks: bool,
}

impl Over {
    /// The moment.
    pub(super) const PATIENCE: Duration = Duration::from_millis(500);

    pub(super) const fn is_ready(&self) -> bool {
        self.ready
    }

    pub(super) const fn rest(&mut self) {
        self.ready = true;
    }
}

impl Play {
    pub(super) fn press_over(&mut self, desk: &mut Desk, key: Key, mut over: Over) -> Step {
        let step = match key.code {
            _ if !over.ready => Step::Stay,
            Code::Char('r' | 'R') | Code::Enter => self.again(desk, false),
            Code::Char('s') => self.again(desk, true),
            Code::Char('m' | 'x') => {
                over.looks = !over.looks;
                Step::Stay
            }
            Code::Char('l' | 'M') => Step::open(self.messages()),
            Code::Char('q' | 'Q') | Code::Esc if over.looks => {
                over.looks = false;
                Step::Stay
            }
            Code::Char('q' | 'Q' | 't') | Code::Esc => Step::go(Screen::Title(Title::default())),
            _ => Step::Stay,
        };
        self.mode = Mode::Over(over);
        step
    }

    /// Another run: of the same seed, or of one that follows from it.
    fn again(&self, desk: &mut Desk, same: bool) -> Step {
        let seed = if same || self.begin.seed.is_of_day() {
            self.begin.seed
        } else {
            let next = self.begin.seed.derived(Stream::named("again"), &[]);
            // Short enough to read to a friend.
            Seed(next.0 & u64::from(u32::MAX))
        };
        match Self::begin(desk, Begin { seed, ..self.begin.clone() }) {
            Ok(play) => Step::go(Screen::Play(Box::new(play))),
            Err(what) => Step::open(Sheet::message("It cannot be played", &what)),
        }
    }

    /// The lines of the end: what happened, where, how long, what it was worth.
    pub(super) fn ending(&self) -> Vec<(Role, String)> {
        let game = self.run.game();
        let view = self.view();
        let Some(end) = game.end() else { return Vec::new() };
        let mut lines = Vec::new();
        let text = if end.text.is_empty() { "It is over.".into() } else { end.text.clone() };
        lines.push((if end.won { Role::Good } else { Role::Bad }, text));
        lines.push((Role::Text, String::new()));
        let place = format!("{}, floor {}, turn {}", view.title(), view.floor(), view.turn());
        lines.push((Role::Text, place));
        let score = game.score(PLAYER);
        if !score.parts.is_empty() {
            lines.push((Role::Title, format!("Score {}", score.total)));
            for (label, points) in &score.parts {
                lines.push((Role::Dim, format!("  {label:<20} {points:>8}")));
            }
        }
        let bag: Vec<String> = view.bag().map(|it| crate::panel::carried_name(&it)).collect();
        if !bag.is_empty() {
            lines.push((Role::Text, format!("You carried: {}", bag.join(", "))));
        }
        lines.push((Role::Text, format!("Seed {}", game.seed())));
        lines
    }

    pub(super) fn draw_over(&self, pen: &mut Pen<'_>, over: Over) {
        let screen = pen.buffer.area;
        let hints = "r: again  s: same seed  m: map  l: messages  q: title";
        if over.looks {
            let foot = ratatui::layout::Rect { y: screen.bottom() - 1, height: 1, ..screen };
            pen.clear(foot);
            pen.line(foot, 0, "m: back", Role::Key);
            return;
        }
        let lines = self.ending();
        let width = screen.width.min(66);
        let inner = width - 4;
        let wrapped: Vec<(Role, String)> = lines
            .iter()
            .flat_map(|(role, line)| wrap(line, inner).into_iter().map(|it| (*role, it)))
            .collect();
        let rows = u16::try_from(wrapped.len()).unwrap_or(u16::MAX);
        let height = rows.saturating_add(4).min(screen.height);
        let area = ratatui::layout::Rect {
            x: screen.x + (screen.width - width) / 2,
            y: screen.y + (screen.height - height) / 2,
            width,
            height,
        };
        let won = self.run.game().end().is_some_and(|it| it.won);
        let inside = pen.frame(area, if won { "You have won" } else { "The end" });
        for (row, (role, line)) in (0..inside.height.saturating_sub(2)).zip(&wrapped) {
            pen.line(inside, row, line, *role);
        }
        let role = if over.ready { Role::Key } else { Role::Dim };
        pen.line(inside, inside.height - 1, hints, role);
    }
}
