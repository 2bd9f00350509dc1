use std::collections::BTreeSet;

use barrow_engine::{EntityId, Seen, View};
use barrow_grid::Pos;
use barrow_pack::Layer;
use barrow_play::mode::{Cursor, compass};
use barrow_play::panel::{figure, whose_turn};
use barrow_play::playthrough::{Host, Overlay, Playthrough};
use barrow_play::walk::{Chart, adjacency};
use barrow_play::words::{self, direction};

use super::held::Held;

/// The reporters of the players at this terminal, one each.
#[derive(Default)]
pub struct Reporters(Vec<Reporter>);

impl Reporters {
    /// Returns the reporter of the player whose turn it is.
    pub fn of(&mut self, playthrough: &Playthrough) -> &mut Reporter {
        let players = usize::from(playthrough.game().players());
        self.0.resize_with(players, Reporter::default);
        for reporter in &mut self.0 {
            reporter.told_turn &= reporter.player == playthrough.player();
        }
        let reporter = &mut self.0[usize::from(playthrough.player())];
        reporter.player = playthrough.player();
        reporter
    }
}

/// What can be typed after the end.
const NEXT: &str = "Type again for another run, same for the same seed, or quit.";

/// Reports what is new, and remembers what was reported already.
#[derive(Default)]
pub struct Reporter {
    /// The player whose turn it is.
    player: u8,
    /// Whether the reporter has said whose turn it is.
    told_turn: bool,
    /// The number of messages in the log.
    messages: usize,
    /// The number of messages with all repetitions.
    count: u64,
    /// The rows of the panel as they were last reported.
    panel: Vec<String>,
    menu: Option<String>,
    /// Where the player was.
    at: Option<Pos>,
    ended: bool,
    /// The level, and the actors and things on it that were reported.
    level: (String, i32),
    seen: BTreeSet<EntityId>,
    held: Held,
}

impl Reporter {
    /// Reports what is new since the last call: messages, changed numbers, a question, the end.
    pub fn report(&mut self, playthrough: &Playthrough, host: &dyn Host) -> Vec<String> {
        let mut lines = Vec::new();
        let turn = whose_turn(playthrough.game(), self.player);
        if !std::mem::replace(&mut self.told_turn, true) && !turn.is_empty() {
            lines.push(format!("{turn}."));
        }
        let messages = playthrough.log().messages();
        let again = playthrough.log().total() != self.count && messages.len() == self.messages;
        // The last message was repeated.
        let from = self.messages.min(messages.len()).saturating_sub(usize::from(again));
        self.count = playthrough.log().total();
        lines.extend(messages[from..].iter().map(barrow_play::mode::Message::shown));
        self.messages = messages.len();
        let view = playthrough.view();
        lines.extend(self.held.changes(&view));
        lines.extend(self.way(&view));
        lines.extend(self.sights(&view));
        if view.level().watched {
            lines.extend(fields(&view));
        }
        let panel: Vec<String> = panel(&view);
        let changed = panel.iter().filter(|row| !self.panel.contains(row)).cloned();
        let changed: Vec<String> = changed.collect();
        if !changed.is_empty() {
            lines.push(format!("{}.", changed.join(", ")));
        }
        self.panel = panel;
        lines.extend(self.question(&view));
        lines.extend(asked(playthrough, host));
        if playthrough.is_over() && !self.ended {
            self.ended = true;
            lines.extend(playthrough.ending().into_iter().map(|(_, line)| line));
            lines.push(NEXT.into());
        }
        lines
    }

    /// Answers an order that changed nothing.
    pub const fn nothing_new(&self) -> &'static str {
        if self.ended { NEXT } else { "Nothing happens." }
    }

    /// Forgets the open question, so that it is asked again.
    pub fn ask_again(&mut self) {
        self.menu = None;
    }

    /// Reports where the player went, and what lies there.
    fn way(&mut self, view: &View<'_>) -> Option<String> {
        let here = view.own()?.pos();
        let from = self.at.replace(here);
        let same_level = self.level == (view.title().to_string(), view.floor());
        let from = from.filter(|&it| it != here && same_level)?;
        let went = direction(from, here);
        let lies = view.cell(here).thing.map(|it| format!(" Here: {}.", it.indefinite()));
        Some(format!("You went {went}.{} {}", lies.unwrap_or_default(), ways(view)))
    }

    /// Reports actors and things that came into view, for players who do not see the map.
    fn sights(&mut self, view: &View<'_>) -> Vec<String> {
        let level = (view.title().to_string(), view.floor());
        if self.level != level {
            self.level = level;
            self.seen.clear();
        }
        // The dead see what falls out of their bag, and nobody is there to say where.
        if view.own().is_none() {
            return Vec::new();
        }
        let notable = |it: &Seen<'_>| {
            let kind = it.glimpse().kind().map(|id| view.pack().kinds.get(id));
            kind.is_none_or(|it| it.layer == Layer::Item || it.stairs.is_some())
        };
        let actors = view.noticed_actors().filter(|it| !it.is_self());
        let mut lines = Vec::new();
        for sight in actors.chain(view.things().filter(notable)) {
            if self.seen.insert(sight.id()) {
                let at = whereabouts(view, sight.pos());
                lines.push(format!("You see {}, {at}.", sight.indefinite()));
            }
        }
        lines
    }

    fn question(&mut self, view: &View<'_>) -> Vec<String> {
        let Some(menu) = view.menu() else {
            self.menu = None;
            return Vec::new();
        };
        let stop = if menu.title.ends_with(['.', '?', '!', ':']) { "" } else { "." };
        let mut lines = vec![format!("{}{stop} {}", menu.title, menu.text).trim_end().to_string()];
        for (number, option) in (1..).zip(&menu.options) {
            let able = if option.enabled { "" } else { " (not possible now)" };
            lines.push(format!("{number}. {}{able}", option.text));
        }
        let leave = if menu.optional { ", or leave" } else { "" };
        lines.push(format!("Type a number{leave}."));
        let whole = lines.join("\n");
        if self.menu.as_ref() == Some(&whole) {
            return Vec::new();
        }
        self.menu = Some(whole);
        lines
    }
}

/// Returns the question about a step that is known to harm, or about giving up.
fn asked(playthrough: &Playthrough, host: &dyn Host) -> Option<String> {
    match playthrough.overlay(host) {
        Overlay::Prompt(prompt) if playthrough.asks() => {
            Some(format!("{} Type yes or no.", prompt.text))
        }
        _ => None,
    }
}

/// Returns the rows of the panel and the states, in words.
pub fn panel(view: &View<'_>) -> Vec<String> {
    let rows = view.panel().map(|row| {
        let row = format!("{} {}", row.label, figure(&row).full());
        row.trim_start().to_string()
    });
    let states = view.states().map(|it| {
        let label = &view.pack().states.get(it.state).label;
        match words::turns_left(it.turns) {
            Some(1) => format!("{label}: 1 turn"),
            Some(left) => format!("{label}: {left} turns"),
            None => label.to_string(),
        }
    });
    rows.chain(states).collect()
}

/// Describes a position relative to the player.
fn whereabouts(view: &View<'_>, at: Pos) -> String {
    view.own().map(|it| direction(it.pos(), at)).unwrap_or_default()
}

/// How many things are listed at once.
const MAX_SIGHTS: usize = 60;

/// Lists the interesting cells, numbered, and the open directions.
pub fn surroundings(view: &View<'_>) -> Vec<String> {
    let sights = Cursor::sights(view);
    let mut lines = Vec::new();
    for (number, &at) in (1..).zip(&sights).take(MAX_SIGHTS) {
        let words = words::look(view, at).into_iter().next().unwrap_or_default();
        lines.push(format!("{number}. {words}{}", place(view, at)));
    }
    if sights.len() > MAX_SIGHTS {
        lines.push(format!("And {} more, farther away.", sights.len() - MAX_SIGHTS));
    }
    lines.extend(fields(view));
    if lines.is_empty() {
        lines.push("You see nothing of note.".into());
    }
    if !view.level().watched {
        lines.push(ways(view));
    }
    lines
}

/// Returns a position relative to the player as a sentence of its own, if there is a player.
fn place(view: &View<'_>, at: Pos) -> String {
    let at = whereabouts(view, at);
    if at.is_empty() { at } else { format!(" {at}.") }
}

/// Reports for each field in view how many cells it fills and where the nearest one is.
fn fields(view: &View<'_>) -> Vec<String> {
    let here = view.own().map(|it| it.pos()).unwrap_or_default();
    let mut lines = Vec::new();
    for (id, field) in view.pack().fields.iter() {
        let cells = || view.fields().filter(|(it, ..)| *it == id).map(|(_, at, _)| at);
        let Some(nearest) = cells().min_by_key(|at| (at.chebyshev(here), *at)) else { continue };
        let (name, count) = (&field.name, cells().count());
        let near = Some(whereabouts(view, nearest)).filter(|_| !view.level().watched);
        let near = near.filter(|it| !it.is_empty()).map(|it| format!(", the nearest {it}"));
        let noun = if count == 1 { "cell" } else { "cells" };
        lines.push(format!("You see {name} on {count} {noun}{}.", near.unwrap_or_default()));
    }
    lines
}

/// Returns how far the player can walk in each direction, as far as is known.
fn ways(view: &View<'_>) -> String {
    let Some(here) = view.own().map(|it| it.pos()) else { return String::new() };
    let mut chart = Chart::default();
    chart.update(view);
    let free = |at: Pos| chart.open().contains(at) && !chart.is_shut(at) && !chart.is_taken(at);
    let mut ways = Vec::new();
    for &dir in adjacency(view).dirs() {
        let ahead = || std::iter::successors(Some(here + dir), move |&at| Some(at + dir));
        let cells = ahead().take_while(|&at| free(at)).count();
        let shut = ahead().nth(cells).is_some_and(|at| chart.is_shut(at));
        match (cells, shut) {
            (0, false) => {}
            (0, true) => ways.push(format!("{}, a closed door", compass(dir))),
            (_, false) => ways.push(format!("{} {cells}", compass(dir))),
            (_, true) => ways.push(format!("{} {cells} to a closed door", compass(dir))),
        }
    }
    if ways.is_empty() {
        return "You see no way on.".into();
    }
    format!("Open: {}.", ways.join(", "))
}
