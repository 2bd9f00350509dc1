//! The history of runs in the profile, and their replays.

use barrow_engine::Journal;
use barrow_play::keymap::{Code, Key};
use barrow_play::mode::{List, how_it_ended};
use barrow_play::palette::Role;
use barrow_play::profile::{self, Profile, Record};
use ratatui::layout::Rect;

use super::Dialog;
use crate::context::Context;
use crate::paint::Pen;
use crate::screen::{Screen, Transition, Watch};

/// Lists the best scores and the last runs.
pub fn history(context: &Context) -> Dialog {
    let mut store = context.machine.store();
    match profile::load(&mut *store) {
        Ok((profile, told)) => Dialog::text("Runs and scores", lines(&profile, told)),
        Err(error) => Dialog::message("Runs and scores", &error.to_string()),
    }
}

fn lines(profile: &Profile, told: Option<String>) -> Vec<(Role, String)> {
    let mut lines: Vec<(Role, String)> = told.map(|it| (Role::Warning, it)).into_iter().collect();
    if profile.runs.is_empty() {
        lines.push((Role::Text, "No run has ended yet.".into()));
        return lines;
    }
    for (game, best) in &profile.best {
        lines.push((Role::Title, format!("Best of {game}")));
        for (rank, record) in (1..).zip(best.iter().take(5)) {
            lines.push((Role::Text, format!("{rank:>3}. {}", line(record))));
        }
        lines.push((Role::Text, String::new()));
    }
    for (game, deeds) in profile.unlocks.iter().filter(|it| !it.1.is_empty()) {
        let deeds: Vec<&str> = deeds.iter().map(String::as_str).collect();
        lines.push((Role::Title, format!("Achievements in {game}")));
        lines.push((Role::Text, format!("  {}", deeds.join(", "))));
        lines.push((Role::Text, String::new()));
    }
    lines.push((Role::Title, "Last runs".into()));
    for record in &profile.runs {
        lines.push((Role::Text, format!("{:>4} {}: {}", record.number, record.game, line(record))));
    }
    lines
}

/// Writes a run in a line: score, hero, level, turns, how it ended, seed.
fn line(record: &Record) -> String {
    let end = match (&*record.end, record.won) {
        ("", true) => "won".into(),
        ("", false) => "given up".into(),
        (end, _) => how_it_ended(end),
    };
    let end = end.trim_end_matches('.');
    let counts = if record.ranked { "" } else { ", not ranked" };
    format!(
        "{:>6}  {}, floor {}, {} turns, {end}{counts}, seed {} ({})",
        record.score.to_string(),
        record.hero_with(),
        record.floor,
        record.turns,
        record.seed,
        record.when
    )
}

/// The list of replays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replays {
    list: List,
    /// The names of the replays in the store, the newest first.
    names: Vec<String>,
    /// What the profile says of the runs: number, game, and a line each.
    runs: Vec<(u64, String)>,
    told: String,
}

impl Replays {
    /// Finds all replays.
    pub fn new(context: &Context) -> Self {
        let (mut names, told) = match context.machine.store().list() {
            Ok(names) => (names, String::new()),
            Err(error) => (Vec::new(), error.to_string()),
        };
        names.retain(|it| it.starts_with("replays/") && it.ends_with(".journal"));
        names.reverse();
        let profile = profile::load(&mut *context.machine.store());
        let (profile, damage) = profile.unwrap_or_default();
        let told = damage.unwrap_or(told);
        let run = |it: &Record| {
            let when = it.when.split(' ').next().unwrap_or_default();
            let end = how_it_ended(&it.end);
            let place = format!("{}, floor {}", it.game, it.floor);
            (it.number, format!("{when} {:>6}  {place}, seed {}: {end}", it.score, it.seed))
        };
        let runs = profile.runs.iter().map(run).collect();
        Self { list: List::new(names.len()), names, runs, told }
    }

    /// Returns the line of a replay: the run in words, or the name of its file.
    fn shown(&self, name: &str) -> String {
        let file = name.trim_start_matches("replays/").trim_end_matches(".journal");
        let number = file.split('-').next().and_then(|it| it.parse::<u64>().ok());
        let run = self.runs.iter().find(|(it, _)| Some(*it) == number);
        run.map_or_else(|| file.to_owned(), |(number, line)| format!("{number:>4} {line}"))
    }

    /// Handles a key press.
    pub fn press(&mut self, context: &mut Context, key: Key) -> Transition {
        match key.code {
            Code::Up | Code::Char('k') => self.list.step(false),
            Code::Down | Code::Char('j') => self.list.step(true),
            Code::Enter => match self.watch(context) {
                Ok(watch) => return Transition::go(Screen::Watch(Box::new(watch))),
                Err(what) => self.told = what,
            },
            Code::Esc | Code::Char('q') => return Transition::Close,
            _ => {}
        }
        Transition::Stay
    }

    fn watch(&self, context: &mut Context) -> Result<Watch, String> {
        let name = self.names.get(self.list.at).ok_or("There is no replay yet.")?;
        let bytes = context.machine.store().read(name).map_err(|error| error.to_string())?;
        let bytes = bytes.ok_or("The replay is gone.")?;
        let decoded = Journal::from_bytes(&bytes).map_err(|error| error.to_string())?;
        watch(context, decoded.journal)
    }

    /// Draws the list.
    pub fn draw(&self, pen: &mut Pen<'_>) {
        let whole = pen.frame(pen.buffer.area, "Replays");
        // The last two rows are for messages and keys.
        let inside = Rect { height: whole.height - 2, ..whole };
        if self.names.is_empty() {
            pen.line(inside, 0, "No run has ended yet.", Role::Text);
        }
        let first = self.list.first(usize::from(inside.height));
        for (row, (at, name)) in (0..inside.height).zip(self.names.iter().enumerate().skip(first)) {
            pen.line(inside, row, &self.shown(name), Role::Text);
            if at == self.list.at {
                pen.highlight(Rect { y: inside.y + row, height: 1, ..inside });
            }
        }
        pen.line(whole, inside.height, &self.told, Role::Warning);
        pen.line(whole, inside.height + 1, "enter: watch  esc: back", Role::Key);
    }
}

/// Finds the game of a journal, and opens its replay.
pub fn watch(context: &mut Context, journal: Journal) -> Result<Watch, String> {
    let title = &journal.pack.title;
    let at = context.library.games.iter().position(|it| it.title == *title);
    let at = at.ok_or_else(|| format!("The game `{title}` is not available."))?;
    let pack = context.library.pack(at)?;
    let name = context.library.games[at].name.clone();
    Watch::new(&name, journal, &pack)
}
