use barrow_dice::Fixed;
use barrow_engine::{Game, Seen, View};
use barrow_play::keymap::{Key, Keymap, Verb};
use barrow_play::palette::Role;
use ratatui::layout::Rect;

use super::bag::carried_name;
use super::status::{fullness, row_value};
use crate::paint::Pen;

/// A column that is filled from the top; what does not fit is left out.
struct Column<'p, 'b> {
    pen: &'p mut Pen<'b>,
    area: Rect,
    row: u16,
    /// The columns of the labels, with a blank.
    labels: u16,
}

impl Column<'_, '_> {
    fn room(&self) -> u16 {
        self.area.height.saturating_sub(self.row)
    }

    fn line(&mut self, text: &str, role: Role) {
        if self.room() > 0 {
            self.pen.line(self.area, self.row, text, role);
            self.row += 1;
        }
    }

    fn parts(&mut self, parts: &[(Role, &str)]) {
        if self.room() > 0 {
            self.pen.parts(self.area, self.area.x, self.area.y + self.row, parts);
            self.row += 1;
        }
    }

    fn heading(&mut self, text: &str) {
        // A heading with nothing below it says nothing.
        if self.room() > 2 {
            self.row += 1;
            self.line(text, Role::Title);
        } else {
            self.row = self.area.height;
        }
    }

    /// A label, a bar and a number in a row.
    fn gauge(&mut self, label: &str, value: &str, now: Fixed, most: Fixed) {
        if self.room() == 0 {
            return;
        }
        let (x, y) = (self.area.x, self.area.y + self.row);
        self.pen.line(self.area, self.row, label, Role::Dim);
        let role = fullness(now, most);
        let from = x + self.labels;
        let width = self.area.width.saturating_sub(self.labels + 9);
        let left = now.to_whole().max(i64::from(now > Fixed::ZERO));
        self.pen.bar(from, y, width, left, most.to_whole(), role);
        let style = self.pen.ink.text(role);
        self.pen.write(self.area, from + width + 1, y, value, style);
        self.row += 1;
    }
}

/// What is shown of a run as a whole, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The score, where the game keeps one.
    pub score: String,
    /// The best score so far, where there is one.
    pub best: String,
    /// The seed.
    pub seed: String,
}

impl Tally {
    /// What is shown of a game.
    pub fn of(game: &Game, player: u8, best: Option<Fixed>) -> Self {
        let score = game.score(player);
        let scored = !score.parts.is_empty();
        Self {
            score: if scored { format!("Score {}", score.total) } else { String::new() },
            best: best.filter(|_| scored).map(|it| format!("Best {it}")).unwrap_or_default(),
            seed: format!("Seed {}", game.seed()),
        }
    }
}

/// Draws all that is known of the player and what is in view.
pub fn sidebar(pen: &mut Pen<'_>, area: Rect, view: &View<'_>, keys: &Keymap, tally: &Tally) {
    pen.upright(Rect { width: 1, ..area });
    let inner = Rect { x: area.x + 2, width: area.width.saturating_sub(2), ..area };
    let longest = view.panel().map(|it| it.label.chars().count()).max().unwrap_or_default();
    let labels = u16::try_from(longest + 1).unwrap_or(u16::MAX).clamp(8, inner.width / 2);
    let mut column = Column { pen, area: inner, row: 0, labels };
    column.line(view.title(), Role::Title);
    numbers(&mut column, view, tally);
    in_view(&mut column, view);
    carried(&mut column, view);
    abilities(&mut column, view);
    key_list(&mut column, view, keys);
}

fn numbers(column: &mut Column<'_, '_>, view: &View<'_>, tally: &Tally) {
    for row in view.panel() {
        let value = row_value(&row);
        if let Some(most) = row.most.filter(|_| row.bar) {
            column.gauge(row.label, &value, row.value, most);
        } else {
            let width = usize::from(column.labels);
            let label = format!("{:<width$}", row.label);
            column.parts(&[(Role::Dim, &label), (Role::Text, &value)]);
        }
    }
    if !tally.score.is_empty() {
        column.parts(&[(Role::Text, &tally.score), (Role::Dim, "  "), (Role::Dim, &tally.best)]);
    }
    column.line(&tally.seed, Role::Dim);
    for suffered in view.states() {
        let label = &view.pack().states.get(suffered.state).label;
        column.line(&format!("{label} ({})", suffered.turns), Role::Warning);
    }
}

fn in_view(column: &mut Column<'_, '_>, view: &View<'_>) {
    let own = view.own().map(|it| it.pos()).unwrap_or_default();
    let mut actors: Vec<Seen<'_>> = view.actors().filter(|it| !it.is_self()).collect();
    actors.sort_by_key(|it| (it.pos().chebyshev(own), it.id()));
    if actors.is_empty() {
        return;
    }
    column.heading("In view");
    let life = view.pack().rules.life;
    for actor in actors.iter().take(8) {
        let glyph = actor.glimpse().glyph().to_string();
        let role = if actor.is_foe() { Role::Bad } else { Role::Text };
        let states = actor.states().map(|it| view.pack().states.get(it).label.to_string());
        let states: Vec<String> = states.collect();
        let friend = if actor.is_friend() { " (with you)" } else { "" };
        let name = format!(" {}{friend} {}", actor.name(), states.join(" "));
        column.parts(&[(role, &glyph), (Role::Text, &name)]);
        if let Some((_, value)) = actor.gauges().find(|(id, _)| *id == life)
            && value.now < value.most
        {
            let text = format!("{}/{}", value.now.to_whole(), value.most.to_whole());
            column.gauge("", &text, value.now, value.most);
        }
    }
}

fn carried(column: &mut Column<'_, '_>, view: &View<'_>) {
    let mut bag = view.bag().peekable();
    if bag.peek().is_none() {
        return;
    }
    column.heading("Carried");
    for (number, carried) in (1..).zip(bag) {
        let role = if carried.worn.is_some() { Role::Good } else { Role::Text };
        let key = format!("{number:>2} ");
        column.parts(&[(Role::Key, &key), (role, &carried_name(&carried))]);
    }
}

fn abilities(column: &mut Column<'_, '_>, view: &View<'_>) {
    let abilities = view.abilities();
    if abilities.is_empty() {
        return;
    }
    column.heading("Abilities");
    for castable in &abilities {
        let name = &view.pack().abilities.get(castable.ability).name;
        let cost: Vec<String> = castable
            .cost
            .iter()
            .map(|(id, price)| format!("{price} {}", view.pack().attributes.get(*id).label))
            .collect();
        let wait = if castable.wait > 0 { format!(" in {}", castable.wait) } else { String::new() };
        let role = if castable.refusal.is_some() { Role::Dim } else { Role::Text };
        let text = format!("{name} {}{wait}", cost.join(" "));
        column.line(text.trim_end(), role);
    }
}

fn key_list(column: &mut Column<'_, '_>, view: &View<'_>, keys: &Keymap) {
    if column.room() < 6 {
        return;
    }
    column.heading("Keys");
    for own in view.keys() {
        let shown = format!("{:<6}", own.key);
        let role = if own.command.is_ok() { Role::Text } else { Role::Dim };
        column.parts(&[(Role::Key, &shown), (role, own.label)]);
    }
    let verbs = [
        (Verb::Explore, "explore"),
        (Verb::Rest, "rest"),
        (Verb::Descend, "way down"),
        (Verb::Look, "look"),
        (Verb::Inventory, "bag"),
        (Verb::Pickup, "pick up"),
        (Verb::Cast, "cast"),
        (Verb::Fight, "fight"),
        (Verb::Help, "help"),
    ];
    let own = |key: Key| view.keys().any(|it| Key::char(it.key) == key);
    let free = |verb: Verb| !keys.keys(verb).iter().any(|&key| own(key));
    for (verb, brief) in verbs.into_iter().filter(|it| free(it.0)) {
        let shown = format!("{:<6}", keys.shown(verb));
        column.parts(&[(Role::Key, &shown), (Role::Dim, brief)]);
    }
}
