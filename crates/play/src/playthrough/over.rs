//! The end of a run: what happened, and what to do next.

use std::time::Duration;

use barrow_dice::{Fixed, Seed, Stream};
use barrow_engine::{Run, Setup};

use super::hint::hints;
use super::overlay::{Ending, hint};
use super::{Host, Mode, Playthrough, Request};
use crate::keymap::{Code, Key};
use crate::mode::how_it_ended;
use crate::palette::{Line, Role};
use crate::profile::Record;

/// The screen at the end of a run. It ignores keys until none was pressed for a moment, so that a
/// key that is held down does not skip it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct EndScreen {
    ready: bool,
    /// Whether the map is shown instead of the result.
    pub(super) shows_map: bool,
}

/// A run that has ended or was left, and its result.
pub(super) struct Ended {
    pub(super) run: Run,
    /// What was recorded in the profile, or why nothing was. `None` for a run that was only left.
    pub(super) recorded: Option<Result<Recorded, String>>,
    /// How long the last sitting was.
    pub(super) lasted: Option<Duration>,
}

/// What was recorded about a run.
pub(super) struct Recorded {
    /// Its rank among the scores of its game, from 1.
    pub(super) rank: Option<usize>,
    /// New achievements.
    pub(super) unlocked: Vec<String>,
    /// What can be chosen from now on.
    pub(super) opened: Vec<String>,
    /// The best score, this one included.
    pub(super) best: Option<Record>,
}

impl EndScreen {
    /// How long no key must be pressed.
    pub(super) const PATIENCE: Duration = Duration::from_millis(500);

    pub(super) const fn is_ready(self) -> bool {
        self.ready
    }

    pub(super) const fn accept_keys(&mut self) {
        self.ready = true;
    }
}

impl Playthrough {
    pub(super) fn press_over(&mut self, key: Key, mut over: EndScreen) -> Request {
        let ask = match key.code {
            _ if !over.ready => Request::Stay,
            Code::Char('r' | 'R') | Code::Enter => Request::NewRun(self.next_setup(false)),
            Code::Char('s') => Request::NewRun(self.next_setup(true)),
            Code::Char('m' | 'x') => {
                over.shows_map = !over.shows_map;
                Request::Stay
            }
            Code::Char('l' | 'M') => Request::ShowText(self.messages()),
            Code::Char('w') => Request::WatchReplay,
            Code::Char('q' | 'Q') | Code::Esc if over.shows_map => {
                over.shows_map = false;
                Request::Stay
            }
            Code::Char('q' | 'Q') => Request::Quit,
            Code::Char('t') | Code::Esc => Request::Leave,
            _ => Request::Stay,
        };
        self.mode = Mode::Over(over);
        ask
    }

    /// Returns the setup of another run: with the same seed, or with one derived from it.
    pub fn next_setup(&self, same: bool) -> Setup {
        let setup = self.run().journal().setup.clone();
        let seed = if same || setup.seed.is_daily() {
            setup.seed
        } else {
            let next = setup.seed.derived(Stream::named("again"), &[]);
            // Short enough to read to a friend.
            Seed(next.0 & u64::from(u32::MAX))
        };
        Setup { seed, ..setup }
    }

    /// Records the end of the run: history, scores, morgue, replay.
    pub(super) fn finish_run(&mut self, host: &dyn Host) {
        let Some(session) = self.session.take() else { return };
        let run = session.run().clone();
        let recorded = match session.finish(&host.now()) {
            Ok(finished) => {
                let best = finished.profile.best.get(&finished.record.game);
                Ok(Recorded {
                    rank: finished.rank,
                    unlocked: finished.unlocked,
                    opened: finished.opened,
                    best: best.and_then(|it| it.first()).cloned(),
                })
            }
            Err((_, error)) => Err(error.to_string()),
        };
        let lasted = host.clock().zip(self.began).map(|(now, began)| now.saturating_sub(began));
        self.ended = Some(Ended { run, recorded: Some(recorded), lasted });
    }

    /// Returns the screen at the end.
    pub(super) fn end_screen(&self, host: &dyn Host, over: EndScreen) -> Ending {
        let quit = host.quits().then_some(("quit", 'q'));
        let keys = [
            ("again", 'r'),
            ("same seed", 's'),
            ("map", 'm'),
            ("log", 'l'),
            ("watch", 'w'),
            ("title", 't'),
        ];
        Ending {
            title: self.ending_title(),
            lines: self.ending(),
            hints: keys
                .into_iter()
                .chain(quit)
                .map(|(text, key)| hint(text, Key::char(key)))
                .collect(),
            ready: over.ready,
            won: self.game().end().is_some_and(|it| it.won),
        }
    }

    /// Returns the heading of the end.
    fn ending_title(&self) -> String {
        let rules = &self.game().pack().rules;
        let (own, usual) = match self.game().end() {
            Some(end) if end.won => (&rules.won.title, "You have won"),
            Some(_) => (&rules.lost.title, "The end"),
            None => (&rules.lost.title, "Given up"),
        };
        if own.is_empty() { usual.into() } else { own.to_string() }
    }

    /// Returns the lines of the end: what happened, where, how long it took, and the score.
    pub fn ending(&self) -> Vec<Line> {
        let mut lines = self.how_it_ended();
        let (game, view) = (self.game(), self.view());
        let level = format!("{}, floor {}, turn {}", view.title(), view.floor(), view.turn());
        lines.push((Role::Text, level));
        lines.push((Role::Text, self.tally()));
        let score = game.score(self.player());
        if !score.parts.is_empty() {
            lines.push((Role::Title, format!("Score {}", score.total)));
            for (label, points) in &score.parts {
                lines.push((Role::Dim, format!("  {label:<24} {points:>8}")));
            }
        }
        lines.extend(self.recorded_lines());
        if !self.seat.carrying.names.is_empty() {
            lines.push((
                Role::Text,
                format!("You carried {}.", self.seat.carrying.names.join(", ")),
            ));
        }
        if let Some(end) = game.end().filter(|it| !it.won) {
            let told = hints(&self.view(), game, &end.text, &self.seat.carrying);
            lines.extend(told.into_iter().map(|it| (Role::Warning, it)));
        }
        lines.push((Role::Text, format!("Seed {}", game.seed())));
        lines
    }

    /// Returns how long it took by the clock, and how much was found. A run that was resumed knows it
    /// only since then.
    fn tally(&self) -> String {
        let seats = std::iter::once(&self.seat).chain(&self.waiting);
        let found = match seats.map(|it| it.found.len()).sum() {
            1 => "1 item found".into(),
            count => format!("{count} items found"),
        };
        let lasted = self.ended.as_ref().and_then(|it| it.lasted).map(|it| it.as_secs());
        let time = lasted.map(|it| format!("Time {}:{:02}, ", it / 60, it % 60));
        let since = if self.resumed { " since the run was resumed" } else { "" };
        format!("{}{found}{since}", time.unwrap_or_default())
    }

    fn how_it_ended(&self) -> Vec<Line> {
        let game = self.game();
        let rules = &game.pack().rules;
        let won = game.end().is_some_and(|it| it.won);
        let ending = if won { &rules.won } else { &rules.lost };
        let told = game.end().map(|it| how_it_ended(&it.text)).filter(|it| !it.is_empty());
        let usual = match game.end() {
            None => "You gave up.".into(),
            Some(_) if !ending.cause.is_empty() => ending.cause.to_string(),
            Some(_) => "It is over.".into(),
        };
        let role = if won { Role::Good } else { Role::Bad };
        let mut lines = vec![(role, told.unwrap_or(usual))];
        let about = game.end().map(|it| it.about.clone()).filter(|it| !it.is_empty());
        lines.extend(about.map(|it| (Role::Dim, it)));
        lines.push((Role::Text, String::new()));
        lines
    }

    /// Returns what was recorded in the profile.
    fn recorded_lines(&self) -> Vec<Line> {
        let recorded = match self.ended.as_ref().and_then(|it| it.recorded.as_ref()) {
            Some(Ok(recorded)) => recorded,
            Some(Err(what)) => return vec![(Role::Bad, format!("Not recorded: {what}"))],
            None => return Vec::new(),
        };
        let mut lines = Vec::new();
        // A run without a single point is nobody's best.
        let scored = self.game().score(self.player()).total > Fixed::ZERO;
        match (recorded.rank.filter(|_| scored), &recorded.best) {
            (Some(1), _) => lines.push((Role::Good, "Your best run of this game.".into())),
            (Some(rank), Some(best)) => {
                let text = format!("Rank {rank} of your runs; the best scored {}.", best.score);
                lines.push((Role::Text, text));
            }
            (Some(_), None) | (None, _) => {}
        }
        if !recorded.unlocked.is_empty() {
            let feats = recorded.unlocked.join(", ").replace('_', " ");
            lines.push((Role::Good, format!("New: {feats}")));
        }
        lines.extend(recorded.opened.iter().map(|it| (Role::Good, format!("New {it}"))));
        lines
    }
}
