//! What the page shows beside the picture, as JSON.

use barrow_dice::Fixed;
use barrow_engine::Game;
use barrow_json::{Value, json};
use barrow_play::mode::{Log, MessageKind};
use barrow_play::palette::{Line, Role};
use barrow_play::panel::{self, Row, RunSummary, Section};
use barrow_play::playthrough::{Ending, Hint, Menu, Overlay, Prompt, TextPage};

/// The maximum number of messages sent to the page; the list of all messages is a text of its own.
const MESSAGES: usize = 100;

/// How many old messages are sent again with every screen.
const TOLD_AGAIN: usize = 8;

/// What is shown of a run, played or watched.
pub(crate) struct Board<'b> {
    pub(crate) game: &'b Game,
    /// The player whose turn it is.
    pub(crate) player: u8,
    pub(crate) log: &'b Log,
    /// The index of the first message since the last command.
    pub(crate) fresh: usize,
    /// How many messages the page has received; it needs only the last ones of these again.
    pub(crate) told: usize,
    pub(crate) best: Option<Fixed>,
    /// Whether the run has ended or was given up.
    pub(crate) over: bool,
}

impl Board<'_> {
    /// Returns everything that is shown of a run.
    pub(crate) fn to_json(&self) -> Value {
        let game = self.game;
        let view = game.view(self.player).expect("a run has all of its players");
        json!({
            "title": &*game.pack().rules.title,
            "level": view.title(),
            "goal": view.goal(),
            "doing": panel::selected(&view),
            "player": self.player,
            "whose": panel::whose_turn(game, self.player),
            "floor": game.floor(),
            "turn": game.turn(),
            "score": game.score(self.player).total.to_whole(),
            "best": self.best.map(Fixed::to_whole),
            "seed": game.seed().to_string(),
            "daily": game.seed().is_daily(),
        })
        .with(self.panels())
    }

    fn panels(&self) -> Value {
        // `json!` would copy all of it.
        Value::object(&mut [
            ("status", self.status()),
            ("side", self.side()),
            ("bag", self.bag()),
            ("log", self.messages()),
        ])
    }

    fn status(&self) -> Value {
        let view = self.game.view(self.player).expect("a run has all of its players");
        let life = &view.pack().attributes.get(view.pack().rules.life).label;
        let figures = panel::status(&view).into_iter().map(|it| {
            // Only life is green when there is enough of it.
            let other = it.bar.is_some() && it.role == Role::Good && it.label != **life;
            json!({
                "label": it.label, "value": it.value, "wide": it.wide, "permille": it.permille(),
                "role": role(if other { Role::Key } else { it.role }),
            })
        });
        figures.collect()
    }

    /// Returns the sidebar without the content of `status` and `bag`; keys are buttons in a page.
    fn side(&self) -> Value {
        let view = self.game.view(self.player).expect("a run has all of its players");
        let summary = RunSummary::of(self.game, self.player, self.best);
        let told =
            |it: &Section| it.heading != view.title() && it.heading != "Carried" && !self.over;
        let sections = panel::sidebar(&view, &summary).into_iter().filter(told);
        sections.map(|it| section(&it)).collect()
    }

    fn bag(&self) -> Value {
        let view = self.game.view(self.player).expect("a run has all of its players");
        let held = panel::bag(&view).into_iter().map(|it| {
            json!({
                "number": it.number, "slot": it.slot, "glyph": it.glyph, "name": it.name,
                "means": it.means, "worn": it.worn, "selected": it.selected,
            })
        });
        held.collect()
    }

    fn messages(&self) -> Value {
        let all = self.log.messages();
        let last = |count| all.len().saturating_sub(count);
        // The count of the last message may have changed.
        let needed = self.fresh.min(self.told.saturating_sub(1)).min(last(TOLD_AGAIN));
        let from = needed.max(last(MESSAGES));
        // The page keeps tips in view while they matter, beside the log.
        let said = all.iter().enumerate().skip(from).filter(|(_, it)| it.kind != MessageKind::Tip);
        let told = said.map(|(at, it)| {
            let fresh = at >= self.fresh;
            json!({
                "id": at, "turn": it.turn, "text": it.text, "count": it.count, "fresh": fresh,
                "role": role(panel::message_role(it, fresh)), "noise": it.kind == MessageKind::Noise,
            })
        });
        told.collect()
    }
}

fn section(section: &Section) -> Value {
    let rows = section.rows.iter().map(|row| match row {
        Row::Figure(it) => {
            json!({ "role": role(it.role), "text": row.text(), "permille": it.permille() })
        }
        Row::Parts(parts) => {
            let first = parts.first().map_or(Role::Text, |it| it.0);
            json!({ "role": role(first), "text": row.text(), "parts": lines(parts) })
        }
    });
    json!({ "heading": section.heading, "lines": rows.collect::<Vec<_>>() })
}

/// Returns what lies over the map; null if nothing does.
pub(crate) fn overlay(overlay: &Overlay) -> Value {
    match overlay {
        Overlay::Nothing => Value::Null,
        Overlay::Prompt(Prompt { text, note, hints: keys }) => {
            json!({ "kind": "say", "text": text, "note": note, "hints": hints(keys) })
        }
        Overlay::Menu(Menu { title, text, lines, at, hints: keys, below: _ }) => {
            let lines = lines.iter().map(|it| {
                json!({
                    "letter": it.letter, "role": role(it.role), "text": it.text, "able": it.able,
                })
            });
            json!({
                "kind": "menu", "title": title, "text": text, "at": at,
                "lines": lines.collect::<Vec<_>>(), "hints": hints(keys),
            })
        }
        Overlay::Ending(Ending { title, lines: told, hints: keys, ready, won }) => json!({
            "kind": "over", "title": title, "lines": lines(told), "hints": hints(keys),
            "ready": ready, "won": won,
        }),
    }
}

/// Returns a text over everything.
pub(crate) fn text_page(page: &TextPage) -> Value {
    json!({
        "kind": "text", "title": page.title, "lines": lines(&page.lines),
        "from_end": page.from_end, "hints": json!([json!({ "text": "close", "key": "esc" })]),
    })
}

fn hints(hints: &[Hint]) -> Value {
    let shown = hints.iter().map(|it| json!({ "text": it.text, "key": it.key.to_string() }));
    shown.collect()
}

fn lines(lines: &[Line]) -> Value {
    lines.iter().map(|(kind, text)| json!({ "role": role(*kind), "text": text })).collect()
}

/// Returns the name of a role, as in the page's style sheet.
const fn role(role: Role) -> &'static str {
    match role {
        Role::Text => "text",
        Role::Dim => "dim",
        Role::Title => "title",
        Role::Key => "key",
        Role::Good => "good",
        Role::Bad => "bad",
        Role::Warning => "warning",
        Role::Line => "line",
        Role::Chosen => "chosen",
        Role::Threat => "threat",
        Role::Aim => "aim",
        Role::Ground => "ground",
    }
}
