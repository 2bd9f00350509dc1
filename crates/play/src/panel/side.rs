use barrow_engine::{Castable, Seen, View};
use barrow_small::{lowercase, sort_by_key};

use super::bag::{Held, bag, selected};
use super::status::{Figure, RunSummary, figure, gauge};
use crate::keymap::{Key, Keymap, Verb};
use crate::palette::{Line, Role};
use crate::words::turns_left;

/// A section of the sidebar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The heading.
    pub heading: String,
    /// The rows.
    pub rows: Vec<Row>,
}

/// A row of the sidebar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// A number.
    Figure(Figure),
    /// Texts of several roles, one after the other.
    Parts(Vec<Line>),
}

impl Row {
    fn line(role: Role, text: impl Into<String>) -> Self {
        Self::Parts(vec![(role, text.into())])
    }

    /// Returns the row as one line of text.
    pub fn text(&self) -> String {
        match self {
            Self::Figure(it) => format!("{} {}", it.label, it.full()).trim_start().to_string(),
            Self::Parts(parts) => parts.iter().map(|(_, text)| text.as_str()).collect(),
        }
    }
}

/// The maximum number of actors shown.
const MAX_ACTORS: usize = 8;

/// Returns the sections about the player and what is in view.
pub fn sidebar(view: &View<'_>, summary: &RunSummary) -> Vec<Section> {
    let told = |heading: &str, rows: Vec<Row>| {
        Some(Section { heading: heading.into(), rows }).filter(|it| !it.rows.is_empty())
    };
    let mut sections = Vec::new();
    sections.extend(told(view.title(), numbers(view, summary)));
    sections.extend(told("In view", in_view(view)));
    sections.extend(super::cards::sections(view));
    sections.extend(told("Carried", carried(view)));
    sections.extend(told("Abilities", abilities(view)));
    sections
}

fn numbers(view: &View<'_>, summary: &RunSummary) -> Vec<Row> {
    let goal = Some(view.goal()).filter(|it| !it.is_empty());
    let mut rows: Vec<Row> = goal.map(|it| Row::line(Role::Key, it)).into_iter().collect();
    rows.extend(view.panel().map(|row| Row::Figure(figure(&row))));
    if !summary.score.is_empty() {
        let best = (Role::Dim, summary.best.clone());
        let score = (Role::Text, summary.score.clone());
        rows.push(Row::Parts(vec![score, (Role::Dim, "  ".into()), best]));
    }
    rows.push(Row::line(Role::Dim, summary.seed.clone()));
    rows.extend(view.states().map(|suffered| {
        let label = &view.pack().states.get(suffered.state).label;
        let left = turns_left(suffered.turns).map_or_else(String::new, |it| format!(" ({it})"));
        Row::line(Role::Warning, format!("{label}{left}"))
    }));
    rows
}

/// Returns the actors in view, the nearest first.
fn actors<'v>(view: &View<'v>) -> Vec<Seen<'v>> {
    let own = view.own().map(|it| it.pos()).unwrap_or_default();
    let mut actors: Vec<Seen<'v>> = view.noticed_actors().filter(|it| !it.is_self()).collect();
    sort_by_key(&mut actors, |it| (it.pos().chebyshev(own), it.id()));
    actors
}

/// Returns the foes in view, the nearest first.
pub fn foes<'v>(view: &View<'v>) -> Vec<Seen<'v>> {
    actors(view).into_iter().filter(Seen::is_foe).collect()
}

fn in_view(view: &View<'_>) -> Vec<Row> {
    let actors = actors(view);
    let life = view.pack().rules.life;
    let mut rows = Vec::new();
    for actor in actors.iter().take(MAX_ACTORS) {
        rows.push(someone(view, actor));
        let status = actor.status();
        if !status.is_empty() {
            rows.push(Row::line(Role::Warning, format!("  {status}")));
        }
        let hurt = actor.gauges().find(|(id, it)| *id == life && it.now < it.max);
        rows.extend(hurt.map(|(_, it)| Row::Figure(gauge(it.now, it.max))));
    }
    rows
}

fn someone(view: &View<'_>, actor: &Seen<'_>) -> Row {
    let glyph = actor.veiled_glyph().unwrap_or_else(|| actor.glimpse().glyph()).to_string();
    let role = if actor.is_foe() { Role::Bad } else { Role::Text };
    let states = actor.states().map(|it| view.pack().states.get(it).label.to_string());
    let asleep = actor.is_asleep().then(|| "asleep".to_string());
    let states: Vec<String> = asleep.into_iter().chain(states).collect();
    let friend = if actor.is_friend() { " (with you)" } else { "" };
    let name = format!(" {}{friend} {}", actor.name(), states.join(" "));
    Row::Parts(vec![(role, glyph), (Role::Text, name)])
}

fn carried(view: &View<'_>) -> Vec<Row> {
    let row = |it: Held| {
        // If the game's keys use the selected item, it is marked.
        let mark = if it.selected { '>' } else { ' ' };
        let (role, number) = (it.role(), format!("{mark}{} ", it.place()));
        let means = if it.means.is_empty() { String::new() } else { format!(" {}", it.means) };
        Row::Parts(vec![(Role::Key, number), (role, it.name), (Role::Dim, means)])
    };
    let about = Some(selected(view)).filter(|it| !it.is_empty());
    let about = about.map(|it| Row::line(Role::Dim, it));
    bag(view).into_iter().map(row).chain(about).collect()
}

fn abilities(view: &View<'_>) -> Vec<Row> {
    let row = |castable: Castable<'_>| {
        let label = |id| &view.pack().attributes.get(id).label;
        let cost = view.cost(castable.ability);
        let cost = cost.map(|(id, price)| format!("{price} {}", label(id)));
        let cost: Vec<String> = cost.collect();
        let wait = (castable.cooldown > 0).then(|| format!("in {}", castable.cooldown));
        let role = if castable.refusal.is_some() { Role::Dim } else { Role::Text };
        let words = [castable.name.to_string()].into_iter().chain(cost).chain(wait);
        Row::line(role, words.collect::<Vec<_>>().join(" "))
    };
    view.abilities().map(row).collect()
}

/// Returns the game's own keys and the most useful of the others.
pub fn key_section(view: &View<'_>, keys: &Keymap) -> Section {
    let row = |key: &str, role, text: &str| {
        Row::Parts(vec![(Role::Key, format!("{key:<6}")), (role, text.to_string())])
    };
    let mut rows: Vec<Row> = Vec::new();
    for own in view.keys() {
        let role = if own.command.is_ok() { Role::Text } else { Role::Dim };
        rows.push(row(&Key::char(own.key).to_string(), role, own.label));
    }
    let verbs = [
        Verb::Explore,
        Verb::Rest,
        Verb::Descend,
        Verb::Look,
        Verb::Inventory,
        Verb::Pickup,
        Verb::Cast,
        Verb::Fight,
        Verb::Help,
    ];
    let own = |key: Key| view.keys().any(|it| Key::char(it.key) == key);
    let free = |verb: &Verb| !keys.keys(*verb).iter().any(|&key| own(key));
    for verb in verbs.into_iter().filter(free) {
        rows.push(row(&keys.shown(verb), Role::Dim, &lowercase(verb.label())));
    }
    Section { heading: "Keys".into(), rows }
}
