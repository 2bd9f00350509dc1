use std::cell::Cell;
use std::fmt;

use barrow_dice::Nearest;

use crate::Span;
use crate::files::Files;

/// Something an author should know: what, where, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Where it stands; the whole file where that says more.
    pub place: Place,
    /// What is wrong, and what would be right.
    pub what: String,
}

/// How bad a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The pack cannot be played.
    Error,
    /// It can, but something has no effect or may not be meant.
    Warning,
}

/// Where a diagnostic points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// At a stretch of a file.
    Span(Span),
    /// At a file as a whole, by its name.
    File(String),
    /// At the pack as a whole.
    Pack,
}

/// All that was found in a pack, in the order of files and lines once it is loaded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// What was found, up to [`Report::MOST`].
    pub diagnostics: Vec<Diagnostic>,
    errors: usize,
    cut: bool,
    /// How many names were looked at so far to find what was meant.
    compared: Cell<usize>,
}

impl Report {
    /// Notes an error at a place in a file.
    pub fn error(&mut self, span: Span, what: impl Into<String>) {
        self.note(Severity::Error, Place::Span(span), what.into());
    }

    /// Notes a warning at a place in a file.
    pub fn warning(&mut self, span: Span, what: impl Into<String>) {
        self.note(Severity::Warning, Place::Span(span), what.into());
    }

    /// Notes anything. Very long texts are cut, and beyond [`Report::MOST`] nothing is added.
    pub fn note(&mut self, severity: Severity, place: Place, mut what: String) {
        self.errors += usize::from(severity == Severity::Error);
        if self.diagnostics.len() >= Self::MOST {
            self.cut = true;
            return;
        }
        if let Some((end, _)) = what.char_indices().nth(LONGEST_TEXT) {
            what.truncate(end);
            what.push_str("...");
        }
        self.diagnostics.push(Diagnostic { severity, place, what });
    }

    /// How many diagnostics are kept: nobody reads more.
    pub const MOST: usize = 1000;

    /// The name nearest to a misspelt one, if one is near.
    pub(crate) fn nearest<'n>(
        &self,
        wanted: &str,
        names: impl Iterator<Item = &'n str>,
    ) -> Option<&'n str> {
        let mut nearest = Nearest::to(wanted);
        for name in names.take_while(|_| self.may_compare(1) && wanted.len() <= LONGEST_NAME) {
            nearest.consider(name);
        }
        nearest.found()
    }

    /// Whether so many more names may be looked at; they count as looked at from now on.
    pub(crate) fn may_compare(&self, count: usize) -> bool {
        self.compared.set(self.compared.get().saturating_add(count));
        self.compared.get() <= MOST_COMPARED
    }

    /// ` (did you mean ...?)` when a known name is near.
    pub(crate) fn meant<'n>(&self, wanted: &str, names: impl Iterator<Item = &'n str>) -> String {
        let found = self.nearest(wanted, names);
        found.map(|it| format!(" (did you mean `{it}`?)")).unwrap_or_default()
    }

    /// How many errors were noted, kept or not.
    pub(crate) const fn errors(&self) -> usize {
        self.errors
    }

    /// Whether the pack cannot be played.
    pub const fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// How many of that severity are kept.
    pub fn count(&self, severity: Severity) -> usize {
        self.diagnostics.iter().filter(|it| it.severity == severity).count()
    }

    /// Whether there was more than is kept.
    pub const fn is_cut(&self) -> bool {
        self.cut
    }

    /// Puts them in the order of files and lines, errors of a place first.
    pub(crate) fn sort(&mut self, files: &Files) {
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

    /// All of it as a person reads it, each with its line.
    pub fn shown<'a>(&'a self, files: &'a Files) -> impl Iterator<Item = Shown<'a>> {
        self.diagnostics.iter().map(|it| it.shown(files))
    }

    /// All of it as text, each with its line and a caret under the place.
    pub fn render(&self, files: &Files) -> String {
        self.shown(files).map(|it| it.to_string()).collect()
    }
}

/// A longer name was not misspelt by a person.
const LONGEST_NAME: usize = 64;

/// A file of a million misspelt names must not take an hour to complain about.
const MOST_COMPARED: usize = 500_000;

/// A text longer than this is cut: a name can be a megabyte.
const LONGEST_TEXT: usize = 600;

/// A diagnostic with the line that it points at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown<'a> {
    /// How bad it is.
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
    /// Counted from one.
    pub number: usize,
    /// Counted in characters from one.
    pub column: usize,
    /// The line itself, cut where it is very long.
    pub text: String,
    /// What stands before the place in the text, with everything but tabs made blank.
    pub margin: String,
    /// How many characters of the text are meant, at least one.
    pub width: usize,
}

impl Severity {
    /// What messages call it.
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
    /// Where it is, as `file:line:column: `; nothing for the pack as a whole.
    pub fn place(&self) -> String {
        match (self.file, &self.line) {
            (Some(file), Some(line)) => format!("{file}:{}:{}: ", line.number, line.column),
            (Some(file), None) => format!("{file}: "),
            (None, _) => String::new(),
        }
    }
}

impl Line {
    /// The line with its number before it.
    pub fn source(&self) -> String {
        format!("{} | {}", self.number, self.text)
    }

    /// What stands before the carets on the line below.
    pub fn indent(&self) -> String {
        format!("{:gutter$} | {}", "", self.margin, gutter = self.number.to_string().len())
    }

    /// The carets under what is meant.
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
