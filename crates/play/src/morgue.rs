//! The morgue file: what is written about a finished run, for the player to keep.

use std::fmt::Write as _;

use barrow_engine::{Game, View};
use barrow_grid::Grid;

use crate::mode::{Log, Message, how_it_ended};
use crate::profile::Record;
use crate::words;

/// How many of the last messages are told.
const LAST_MESSAGES: usize = 12;

/// Returns the whole text. `game` is what the player last saw: of one that ended in a death, what was
/// before the last turn.
pub fn text(game: &Game, logs: &[Log], record: &Record) -> String {
    let mut out = head(record);
    for (log, player) in logs.iter().zip(0..) {
        if logs.len() > 1 {
            let _ = writeln!(out, "\nPlayer {}", player + 1);
        }
        if let Some(view) = game.view(player) {
            about(&mut out, &view, log);
        }
    }
    out
}

/// Writes what a player was, had, saw and was told.
fn about(out: &mut String, view: &View<'_>, log: &Log) {
    section(out, "Character", &words::sheet(view));
    section(out, "Carried", &words::bag(view));
    section(out, "In sight", &words::surroundings(view));
    section(out, "The level as it was known", &[known(view)]);
    let messages = log.messages();
    let last = &messages[messages.len().saturating_sub(LAST_MESSAGES)..];
    section(out, "The last messages", &last.iter().map(Message::shown).collect::<Vec<_>>());
}

fn head(record: &Record) -> String {
    let title = format!("{} {}", record.game, record.version);
    let mut out = format!("{}\n\n", title.trim_end());
    let verb = if record.won { "Won" } else { "Lost" };
    let end = how_it_ended(&record.end);
    let _ = writeln!(out, "{verb}: {}", if end.is_empty() { "It is over." } else { &end });
    let _ = writeln!(out, "{} on floor {}, {}", record.hero, record.floor, record.level);
    let _ = writeln!(out, "{} turns, seed {}", record.turns, record.seed);
    if !record.when.is_empty() {
        let _ = writeln!(out, "{}", record.when);
    }
    let parts: Vec<String> =
        record.parts.iter().map(|(label, points)| format!("{label} {points}")).collect();
    let counts = if record.ranked { "" } else { "; not ranked" };
    let _ = writeln!(out, "Score {} ({}){counts}", record.score, parts.join(", "));
    out
}

fn section(out: &mut String, title: &str, lines: &[String]) {
    let _ = writeln!(out, "\n{title}");
    for line in lines {
        let _ = writeln!(out, "  {}", line.replace('\n', "\n  ").trim_end());
    }
    if lines.is_empty() {
        let _ = writeln!(out, "  nothing");
    }
}

/// Returns the level as the player knows it, in glyphs, without empty rows.
fn known(view: &View<'_>) -> String {
    let mut drawn = Grid::from_fn(view.width(), view.height(), |at| {
        let cell = view.cell(at);
        let ground = cell.ground.map(|id| view.pack().kinds.get(id).look.glyph);
        cell.thing.map(|it| it.glyph()).or(ground).unwrap_or(' ')
    });
    for actor in view.actors() {
        drawn[actor.pos()] = actor.glimpse().glyph();
    }
    let picture = drawn.to_string();
    let lines: Vec<&str> = picture.lines().map(str::trim_end).collect();
    let first = lines.iter().position(|it| !it.is_empty()).unwrap_or_default();
    let last = lines.iter().rposition(|it| !it.is_empty()).unwrap_or_default();
    lines.get(first..=last).unwrap_or_default().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stage;

    #[test]
    fn the_known_level_has_no_empty_rows_around_it() {
        let run = stage::run("....\n####\n#@.#\n####\n....");
        assert_eq!(known(&stage::view(&run)), "####\n#@.#\n####");
    }
}
