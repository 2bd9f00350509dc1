use std::fmt::Write as _;
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use barrow_pack::{Loaded, Place, Severity, Shown, load};
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

fn as_text(loaded: &Loaded, missing: &[Missing]) -> String {
    let mut text = String::new();
    let (mut errors, mut warnings) = (0, 0);
    for shown in unread(missing).chain(loaded.report.shown(&loaded.files)) {
        match shown.severity {
            Severity::Error => errors += 1,
            Severity::Warning => warnings += 1,
        }
        write!(text, "{}", Painted(&shown)).expect("a String takes all");
    }
    let more = if loaded.report.is_cut() { ", and more that are not shown" } else { "" };
    text + &format!("{}, {}{more}\n", counted(errors, "error"), counted(warnings, "warning"))
}

fn counted(count: u32, what: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {what}{ending}")
}

/// Prints a diagnostic in color; the colors are removed if the output is not a terminal.
struct Painted<'a>(&'a Shown<'a>);

impl std::fmt::Display for Painted<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self(shown) = self;
        let (style, strong) = (style(shown.severity), Style::new().bold());
        let (place, severity) = (shown.place(), shown.severity.name());
        writeln!(f, "{strong}{place}{strong:#}{style}{severity}{style:#}: {}", shown.what)?;
        if let Some(line) = &shown.line {
            let (source, indent, carets) = (line.source(), line.indent(), line.carets());
            writeln!(f, "{source}\n{indent}{style}{carets}{style:#}")?;
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
