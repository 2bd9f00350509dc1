use std::collections::BTreeSet;

use barrow_engine::{EntityId, Seen, View};
use barrow_grid::{Dir, Pos};
use barrow_pack::Layer;
use barrow_play::mode::{Cursor, compass};
use barrow_play::panel::figure;
use barrow_play::playthrough::Playthrough;
use barrow_play::words;

/// Reports what is new, and remembers what was reported already.
#[derive(Default)]
pub struct Reporter {
    /// The number of messages in the log.
    messages: usize,
    /// The number of messages with all repetitions.
    count: u64,
    /// The rows of the panel as they were last reported.
    panel: Vec<String>,
    menu: Option<String>,
    ended: bool,
    /// The level, and the actors and things on it that were reported.
    level: (String, i32),
    seen: BTreeSet<EntityId>,
}

impl Reporter {
    /// Reports what is new since the last call: messages, changed numbers, a question, the end.
    pub fn report(&mut self, playthrough: &Playthrough) -> Vec<String> {
        let mut lines = Vec::new();
        let messages = playthrough.log().messages();
        let again = playthrough.log().total() != self.count && messages.len() == self.messages;
        // The last message was repeated.
        let from = self.messages.min(messages.len()).saturating_sub(usize::from(again));
        self.count = playthrough.log().total();
        lines.extend(messages[from..].iter().map(barrow_play::mode::Message::shown));
        self.messages = messages.len();
        let view = playthrough.view();
        lines.extend(self.sights(&view));
        let panel: Vec<String> = panel(&view);
        let changed = panel.iter().filter(|row| !self.panel.contains(row)).cloned();
        let changed: Vec<String> = changed.collect();
        if !changed.is_empty() {
            lines.push(format!("{}.", changed.join(", ")));
        }
        self.panel = panel;
        lines.extend(self.question(&view));
        if view.end().is_some() && !self.ended {
            self.ended = true;
            lines.extend(playthrough.ending().into_iter().map(|(_, line)| line));
            lines.push("Type again for another run, same for the same seed, or quit.".into());
        }
        lines
    }

    /// Reports actors and things that came into view, for players who do not see the map.
    fn sights(&mut self, view: &View<'_>) -> Vec<String> {
        let level = (view.title().to_string(), view.floor());
        if self.level != level {
            self.level = level;
            self.seen.clear();
        }
        let notable = |it: &Seen<'_>| {
            let kind = it.glimpse().kind().map(|id| view.pack().kinds.get(id));
            kind.is_none_or(|it| it.layer == Layer::Item || it.stairs.is_some())
        };
        let actors = view.actors().filter(|it| !it.is_self());
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
        let mut lines = vec![format!("{}. {}", menu.title, menu.text)];
        for (number, option) in (1..).zip(&menu.options) {
            let able = if option.enabled { "" } else { " (not possible now)" };
            lines.push(format!("{number}. {}{able}", option.text));
        }
        if menu.optional {
            lines.push("Type a number, or leave.".into());
        }
        let whole = lines.join("\n");
        if self.menu.as_ref() == Some(&whole) {
            return Vec::new();
        }
        self.menu = Some(whole);
        lines
    }
}

/// Returns the rows of the panel and the states, in words.
pub fn panel(view: &View<'_>) -> Vec<String> {
    let rows = view.panel().map(|row| format!("{} {}", row.label, figure(&row).value));
    let states = view.states().map(|it| {
        let label = &view.pack().states.get(it.state).label;
        format!("{label} for {} turns", it.turns)
    });
    rows.chain(states).collect()
}

/// Describes a position relative to the player.
pub fn whereabouts(view: &View<'_>, at: Pos) -> String {
    let Some(here) = view.own().map(|it| it.pos()) else { return String::new() };
    if here == at {
        return "here".into();
    }
    let (right, down) = (at.x - here.x, at.y - here.y);
    let part = |by: i32, more: Dir, less: Dir| match by {
        0 => None,
        by => Some(format!("{} {}", by.abs(), compass(if by > 0 { more } else { less }))),
    };
    let parts = [part(down, Dir::South, Dir::North), part(right, Dir::East, Dir::West)];
    parts.into_iter().flatten().collect::<Vec<String>>().join(" and ")
}

/// Lists the interesting cells, numbered, and the open directions.
pub fn surroundings(view: &View<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    for (number, at) in (1..).zip(Cursor::sights(view)).take(20) {
        let words = words::look(view, at).into_iter().next().unwrap_or_default();
        lines.push(format!("{number}. {words} {}.", whereabouts(view, at)));
    }
    if lines.is_empty() {
        lines.push("You see nothing of note.".into());
    }
    lines.push(ways(view));
    lines
}

/// Returns how far the player can walk in each direction, as far as is known.
fn ways(view: &View<'_>) -> String {
    let Some(here) = view.own().map(|it| it.pos()) else { return String::new() };
    let pack = view.pack();
    let open = |at: Pos| {
        let solid = |kind| pack.kinds.get(kind).flags.contains(&pack.core.solid);
        view.cell(at).ground.is_some_and(|kind| !solid(kind))
    };
    let mut ways = Vec::new();
    for dir in Dir::ALL {
        let mut at = here + dir;
        let mut cells = 0;
        while cells < 40 && open(at) {
            cells += 1;
            at = at + dir;
        }
        if cells > 0 {
            ways.push(format!("{} {cells}", compass(dir)));
        }
    }
    format!("Open: {}.", ways.join(", "))
}
