use std::cell::Cell;
use std::fmt;

use barrow_dice::Nearest;

use crate::{Files, Span};

/// A message for an author: what is wrong, where, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Whether it is an error or a warning.
    pub severity: Severity,
    /// Where it is.
    pub place: Place,
    /// What is wrong, and what would be right.
    pub what: String,
}

/// Whether a diagnostic is an error or a warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The pack cannot be played.
    Error,
    /// The pack can be played, but something has no effect or may not be meant.
    Warning,
}

/// What a diagnostic points at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A part of a file.
    Span(Span),
    /// A whole file, by its name.
    File(String),
    /// The whole pack.
    Pack,
}

/// All diagnostics of a pack. Once it is loaded, they are in the order of files and lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// At most [`Report::MAX`] diagnostics.
    pub diagnostics: Vec<Diagnostic>,
    errors: usize,
    cut: bool,
    /// The number of names compared so far to suggest what was meant.
    compared: Cell<usize>,
}

impl Report {
    /// Adds an error at a place in a file.
    pub fn error(&mut self, span: Span, what: impl Into<String>) {
        self.note(Severity::Error, Place::Span(span), what.into());
    }

    /// Adds a warning at a place in a file.
    pub fn warning(&mut self, span: Span, what: impl Into<String>) {
        self.note(Severity::Warning, Place::Span(span), what.into());
    }

    /// Adds a diagnostic. Very long texts are cut; if there are [`Report::MAX`] already, it is
    /// only counted.
    pub fn note(&mut self, severity: Severity, place: Place, mut what: String) {
        self.errors += usize::from(severity == Severity::Error);
        if self.diagnostics.len() >= Self::MAX {
            self.cut = true;
            return;
        }
        if let Some((end, _)) = what.char_indices().nth(MAX_TEXT) {
            what.truncate(end);
            what.push_str("...");
        }
        self.diagnostics.push(Diagnostic { severity, place, what });
    }

    /// The maximum number of diagnostics: nobody reads more.
    pub const MAX: usize = 1000;

    /// Returns the name nearest to a misspelt one, if one is near.
    pub fn nearest<'n>(
        &self,
        wanted: &str,
        names: impl Iterator<Item = &'n str>,
    ) -> Option<&'n str> {
        let mut nearest = Nearest::to(wanted);
        for name in names.take_while(|_| self.may_compare(1) && wanted.len() <= MAX_NAME) {
            nearest.consider(name);
        }
        nearest.found()
    }

    /// Counts `count` more names as compared, and returns whether they still may be.
    pub fn may_compare(&self, count: usize) -> bool {
        self.compared.set(self.compared.get().saturating_add(count));
        self.compared.get() <= MAX_COMPARED
    }

    /// Returns ` (did you mean ...?)` if a known name is near, and an empty text if not.
    pub fn meant<'n>(&self, wanted: &str, names: impl Iterator<Item = &'n str>) -> String {
        let found = self.nearest(wanted, names);
        found.map(|it| format!(" (did you mean `{it}`?)")).unwrap_or_default()
    }

    /// Returns the number of errors, kept or not.
    pub const fn errors(&self) -> usize {
        self.errors
    }

    /// Returns whether there are errors: such a pack cannot be played.
    pub const fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Returns the number of kept diagnostics of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.diagnostics.iter().filter(|it| it.severity == severity).count()
    }

    /// Returns whether some diagnostics were not kept.
    pub const fn is_cut(&self) -> bool {
        self.cut
    }

    /// Sorts the diagnostics by file and line, errors of a place first, and removes repeats.
    pub fn sort(&mut self, files: &Files) {
        self.diagnostics.sort_by_cached_key(|it| {
            let (file, span) = match &it.place {
                Place::Pack => (None, Span::default()),
                Place::File(name) => (Some(files.find(name).unwrap_or_default()), Span::default()),
                Place::Span(span) => (Some(span.file), *span),
            };
            (file, span, it.severity, it.what.clone())
        });
        self.diagnostics.dedup();
    }

    /// Returns each diagnostic with its line.
    pub fn shown<'a>(&'a self, files: &'a Files) -> impl Iterator<Item = Shown<'a>> {
        self.diagnostics.iter().map(|it| it.shown(files))
    }

    /// Returns all diagnostics as text, each with its line and carets under the place.
    pub fn render(&self, files: &Files) -> String {
        self.shown(files).map(|it| it.to_string()).collect()
    }
}

/// The maximum length of a name that gets a suggestion: nobody misspells longer ones.
const MAX_NAME: usize = 64;

/// The maximum number of names compared in all: a file of a million misspelt names must not
/// take an hour to check.
const MAX_COMPARED: usize = 500_000;

/// The maximum length of a message: a name can be a megabyte.
const MAX_TEXT: usize = 600;

/// A diagnostic with the line that it points at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown<'a> {
    /// Whether it is an error or a warning.
    pub severity: Severity,
    /// What is wrong.
    pub what: &'a str,
    /// The file, if it is in one.
    pub file: Option<&'a str>,
    /// The line, if it is in one.
    pub line: Option<Line>,
}

/// The line of a file that a diagnostic points at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The number of the line, counted from one.
    pub number: usize,
    /// The column in characters, counted from one.
    pub column: usize,
    /// The line itself, cut where it is very long.
    pub text: String,
    /// The part of the text before the place, with everything but tabs replaced by blanks.
    pub margin: String,
    /// The number of characters to underline, at least one.
    pub width: usize,
}

impl Severity {
    /// Returns the word that messages start with.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

impl Diagnostic {
    fn shown<'a>(&'a self, files: &'a Files) -> Shown<'a> {
        let (file, line) = match &self.place {
            Place::Pack => (None, None),
            Place::File(name) => (Some(name.as_str()), None),
            Place::Span(span) => (Some(files.name(span.file)), Some(files.line(*span))),
        };
        Shown { severity: self.severity, what: &self.what, file, line }
    }
}

impl Shown<'_> {
    /// Returns the place as `file:line:column: `, or an empty text for the whole pack.
    pub fn place(&self) -> String {
        match (self.file, &self.line) {
            (Some(file), Some(line)) => format!("{file}:{}:{}: ", line.number, line.column),
            (Some(file), None) => format!("{file}: "),
            (None, _) => String::new(),
        }
    }
}

impl Line {
    /// Returns the line with its number before it.
    pub fn source(&self) -> String {
        format!("{} | {}", self.number, self.text)
    }

    /// Returns what comes before the carets on the line below.
    pub fn indent(&self) -> String {
        format!("{:gutter$} | {}", "", self.margin, gutter = self.number.to_string().len())
    }

    /// Returns the carets under the place.
    pub fn carets(&self) -> String {
        "^".repeat(self.width)
    }
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}{}: {}", self.place(), self.severity.name(), self.what)?;
        if let Some(line) = &self.line {
            writeln!(f, "{}\n{}{}", line.source(), line.indent(), line.carets())?;
        }
        writeln!(f)
    }
}
