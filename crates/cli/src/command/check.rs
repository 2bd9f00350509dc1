use std::fmt::Write as _;
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use barrow_pack::{Line, Loaded, Place, Severity, Shown, load};
use barrow_play::keymap::{Keymap, Preset};
use clap::Args;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::folder::{self, Folder, Missing};
use crate::output;

/// `barrow check PACK`
#[derive(Args)]
pub struct Check {
    /// The folder of the pack
    pack: PathBuf,
    /// Print the list as JSON
    #[arg(long)]
    json: bool,
}

impl Check {
    pub fn run(self) -> Result<(), Failure> {
        let Folder { files, missing } = folder::read(&self.pack)?;
        let mut loaded = load(files);
        note_hidden_keys(&mut loaded);
        let answer =
            if self.json { as_json(&loaded, &missing) } else { as_text(&loaded, &missing) };
        output::print_styled(&answer)?;
        if loaded.pack.is_none() || missing.iter().any(|it| it.needed) {
            return Err(Failure::Reported);
        }
        Ok(())
    }
}

/// Warns of keys of the game that leave something standard without a key.
fn note_hidden_keys(loaded: &mut Loaded) {
    let Some(pack) = &loaded.pack else { return };
    for (key, verb) in Keymap::preset(Preset::default()).hidden_by(&pack.rules.keys) {
        let what = format!(
            "the key `{}` ({}) in `keys` of `pack` hides the only standard key for \"{}\"; choose \
             another",
            key.key,
            key.label,
            verb.about()
        );
        loaded.report.note(Severity::Warning, Place::Pack, what);
    }
    loaded.report.sort(&loaded.files);
}

const fn style(severity: Severity) -> Style {
    match severity {
        Severity::Error => AnsiColor::Red.on_default().bold(),
        Severity::Warning => AnsiColor::Yellow.on_default().bold(),
    }
}

/// Returns unreadable files as diagnostics, before all others.
fn unread(missing: &[Missing]) -> impl Iterator<Item = Shown<'_>> {
    missing.iter().map(|it| Shown {
        severity: if it.needed { Severity::Error } else { Severity::Warning },
        what: &it.what,
        file: Some(&it.name),
        line: None,
    })
}

/// Returns the list as text: first the warnings, each text once with all its places, then the
/// errors, which must not drown among them.
fn as_text(loaded: &Loaded, missing: &[Missing]) -> String {
    let all: Vec<Shown<'_>> = unread(missing).chain(loaded.report.shown(&loaded.files)).collect();
    let (errors, warnings): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|it| it.severity == Severity::Error);
    let counts = [(errors.len(), "error"), (warnings.len(), "warning")];
    let mut groups: Vec<(Shown<'_>, Vec<String>)> = Vec::new();
    for shown in warnings {
        match groups.iter_mut().find(|(first, _)| first.what == shown.what) {
            Some((_, others)) => others.push(shown.place().trim_end_matches(": ").into()),
            None => groups.push((shown, Vec::new())),
        }
    }
    groups.extend(errors.into_iter().map(|it| (it, Vec::new())));
    let columns = barrow_terminal::columns();
    let mut text = String::new();
    for (mut shown, others) in groups {
        if let (Some(line), Some(columns)) = (&mut shown.line, columns) {
            fit(line, columns);
        }
        write!(text, "{}", Painted(&shown, &others)).expect("a String takes all");
    }
    let more = if loaded.report.is_cut() { ", and more that are not shown" } else { "" };
    let [errors, warnings] = counts.map(|(count, what)| counted(count, what));
    text + &format!("{errors}, {warnings}{more}\n")
}

/// Shortens a line to the width of the terminal, so that it is not wrapped and the carets stay under
/// their place.
fn fit(line: &mut Line, columns: usize) {
    let gutter = line.number.to_string().len() + " | ".len();
    let room = columns.saturating_sub(gutter).max(1);
    let ahead = line.margin.chars().count();
    if line.text.chars().count() > room {
        let skipped = ahead.saturating_sub(room / 2);
        line.text = line.text.chars().skip(skipped).take(room).collect();
        line.margin = line.margin.chars().skip(skipped).collect();
        line.width = line.width.min(room - (ahead - skipped).min(room - 1));
    }
}

fn counted(count: usize, what: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {what}{ending}")
}

/// Prints a diagnostic in color, and where else it applies; the colors are removed if the output
/// is not a terminal.
struct Painted<'a>(&'a Shown<'a>, &'a [String]);

impl std::fmt::Display for Painted<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self(shown, others) = self;
        let (style, strong) = (style(shown.severity), Style::new().bold());
        let (place, severity) = (shown.place(), shown.severity.name());
        writeln!(f, "{strong}{place}{strong:#}{style}{severity}{style:#}: {}", shown.what)?;
        if let Some(line) = &shown.line {
            let (source, indent, carets) = (line.source(), line.indent(), line.carets());
            writeln!(f, "{source}\n{indent}{style}{carets}{style:#}")?;
        }
        if !others.is_empty() {
            writeln!(f, "the same: {}", others.join(", "))?;
        }
        writeln!(f)
    }
}

fn as_json(loaded: &Loaded, missing: &[Missing]) -> String {
    let all = unread(missing).chain(loaded.report.shown(&loaded.files));
    let list: Vec<Value> = all
        .map(|shown| {
            let mut entry = json!({ "severity": shown.severity.name(), "message": shown.what });
            if let Some(file) = shown.file {
                entry["file"] = file.into();
            }
            if let Some(line) = &shown.line {
                entry["line"] = line.number.into();
                entry["column"] = line.column.into();
                entry["source"] = line.text.as_str().into();
            }
            entry
        })
        .collect();
    format!("{:#}\n", Value::from(list))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carets_stay_under_their_place_in_a_narrow_terminal() {
        for ahead in [0, 10, 70, 150] {
            let text = format!("{}oops{}", ".".repeat(ahead), ".".repeat(160 - ahead));
            let margin = " ".repeat(ahead);
            let mut line = Line { number: 12, column: ahead + 1, text, margin, width: 4 };
            fit(&mut line, 80);
            assert!(line.source().chars().count() <= 80, "{}", line.source());
            let place = line.indent().len()..line.indent().len() + line.width;
            assert_eq!(line.source().get(place), Some("oops"), "{}", line.source());
        }
    }
}
