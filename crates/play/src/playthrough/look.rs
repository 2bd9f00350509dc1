//! Looking at cells, at the hero and at the messages.

use barrow_engine::{Castable, View};
use barrow_pack::Way;

use super::{Host, Mode, Playthrough, Request, TextPage};
use crate::keymap::{Code, Key, Verb};
use crate::mode::Cursor;
use crate::palette::{Line, Role};
use crate::walk::Errand;
use crate::words;

impl TextPage {
    /// Makes a text that opens at its beginning.
    pub fn new(title: &str, lines: Vec<Line>) -> Self {
        Self { title: title.into(), lines, from_end: false }
    }
}

impl Playthrough {
    pub(super) fn press_cursor(
        &mut self,
        host: &dyn Host,
        key: Key,
        mut cursor: Cursor,
        travels: bool,
    ) -> Request {
        let view = self.view();
        let verb = host.settings().keys.verb(key);
        let goes = key.code == Code::Enter || verb == Some(Verb::Travel);
        match (key.code, verb) {
            (Code::Esc, _) => return Request::Stay,
            _ if goes && (travels || verb == Some(Verb::Travel)) => {
                self.start(host, Errand::Travel(cursor.at));
                return Request::Stay;
            }
            (Code::Enter, _) => {
                let words = words::look(&view, cursor.at);
                let lines = words.into_iter().map(|it| (Role::Text, it)).collect();
                self.mode = Mode::Look(cursor);
                return Request::ShowText(TextPage::new("What is there", lines));
            }
            (Code::Tab | Code::Char('+'), _) => cursor.cycle(&view, !key.shift),
            (Code::Char('-'), _) => cursor.cycle(&view, false),
            (_, Some(Verb::Move(dir))) => cursor.step(&view, dir, 1),
            (_, Some(Verb::Run(dir))) => cursor.step(&view, dir, 8),
            (_, Some(Verb::Descend)) => self.jump(&mut cursor, Way::Down),
            (_, Some(Verb::Ascend)) => self.jump(&mut cursor, Way::Up),
            (_, Some(Verb::Look)) if !travels => return Request::Stay,
            _ => {}
        }
        self.mode = if travels { Mode::Travel(cursor) } else { Mode::Look(cursor) };
        Request::Stay
    }

    /// Moves the cursor to known stairs.
    fn jump(&self, cursor: &mut Cursor, way: Way) {
        if let Some(at) = self.seat.walker.chart().ways(way).next() {
            cursor.at = at;
        }
    }

    /// Returns all messages.
    pub fn messages(&self) -> TextPage {
        let lines = self
            .seat
            .log
            .messages()
            .iter()
            .map(|it| (Role::Text, format!("{:>6}  {}", it.turn, it.shown())));
        TextPage { title: "Messages".into(), lines: lines.collect(), from_end: true }
    }

    /// Returns the character sheet, with the reason of every number.
    pub fn character(&self) -> TextPage {
        let view = self.view();
        let mut lines = Vec::new();
        if let Some(own) = view.own() {
            lines.push((Role::Title, own.name()));
            let kind = own.glimpse().kind().map(|id| view.pack().kinds.get(id));
            let about = kind.map(|it| it.about.to_string()).filter(|it| !it.is_empty());
            lines.extend(about.map(|it| (Role::Text, it)));
            lines.push((Role::Text, String::new()));
        }
        lines.extend(words::sheet(&view).into_iter().map(|it| (Role::Text, it)));
        TextPage::new("Character", lines)
    }

    /// Returns the abilities, a line each, with their cost and why they cannot be cast now.
    pub fn abilities(&self) -> Vec<String> {
        let view = self.view();
        view.abilities().map(|it| castable_line(&view, &it)).collect()
    }

    /// Returns the seed, and the version of game and program.
    pub fn about(&self) -> TextPage {
        let game = self.game();
        let rules = &game.pack().rules;
        let lines = vec![
            (Role::Title, format!("{} {}", rules.title, rules.version)),
            (Role::Text, format!("Seed     {}", game.seed())),
            (Role::Text, format!("Turn     {}", game.turn())),
            (Role::Text, format!("Level    {}, floor {}", game.level(), game.floor())),
            (
                Role::Text,
                format!("Barrow   {}, rules {}", env!("CARGO_PKG_VERSION"), barrow_engine::RULES),
            ),
            (Role::Text, format!("Digest   {:016x}", game.pack().digest)),
        ];
        TextPage::new("This run", lines)
    }
}

/// Describes an ability: its name, its cost, and why it cannot be cast now.
pub(super) fn castable_line(view: &View<'_>, castable: &Castable<'_>) -> String {
    let price = |(id, price)| format!("{price} {}", view.pack().attributes.get(id).label);
    let cost: Vec<String> = view.cost(castable.ability).map(price).collect();
    let why = castable.refusal.as_ref().map(|it| format!("  {it}")).unwrap_or_default();
    format!("{:<16} {}{why}", castable.name, cost.join(", ")).trim_end().to_string()
}
