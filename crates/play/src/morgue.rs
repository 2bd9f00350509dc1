//! The morgue file: what is written about a finished run, for the player to keep.

use std::fmt::Write as _;

use barrow_engine::{Run, View};
use barrow_grid::Grid;

use crate::profile::Record;
use crate::words;

/// Returns the whole text.
pub fn text(run: &Run, record: &Record) -> String {
    let mut out = head(record);
    if let Some(view) = run.game().view(0) {
        section(&mut out, "Character", &words::sheet(&view));
        section(&mut out, "Carried", &words::bag(&view));
        section(&mut out, "In sight", &words::surroundings(&view));
        section(&mut out, "The level as it was known", &[known(&view)]);
    }
    out
}

fn head(record: &Record) -> String {
    let title = format!("{} {}", record.game, record.version);
    let mut out = format!("{}\n\n", title.trim_end());
    let verb = if record.won { "Won" } else { "Lost" };
    let end = if record.end.is_empty() { "unknown" } else { &record.end };
    let _ = writeln!(out, "{verb}: {end}");
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
