use std::fmt;

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

/// All that was found in a pack, in the order it was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// What was found.
    pub diagnostics: Vec<Diagnostic>,
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

    /// Notes anything.
    pub fn note(&mut self, severity: Severity, place: Place, what: String) {
        self.diagnostics.push(Diagnostic { severity, place, what });
    }

    /// Whether the pack cannot be played.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|it| it.severity == Severity::Error)
    }

    /// Puts them in the order of files and lines, errors of a place first.
    pub(crate) fn sort(&mut self) {
        self.diagnostics.sort_by(|a, b| {
            let key = |it: &Diagnostic| match &it.place {
                Place::Pack => (0, Span::default(), String::new()),
                Place::File(name) => (1, Span::default(), name.clone()),
                Place::Span(span) => (2, *span, String::new()),
            };
            (key(a), a.severity).cmp(&(key(b), b.severity))
        });
        self.diagnostics.dedup();
    }

    /// All of it as text, each with its line and a caret under the place.
    pub fn render(&self, files: &Files) -> String {
        self.diagnostics.iter().map(|it| Rendered { files, it }.to_string()).collect()
    }
}

struct Rendered<'a> {
    files: &'a Files,
    it: &'a Diagnostic,
}

impl fmt::Display for Rendered<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.it.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let what = &self.it.what;
        match &self.it.place {
            Place::Pack => writeln!(f, "{severity}: {what}\n"),
            Place::File(name) => writeln!(f, "{name}: {severity}: {what}\n"),
            Place::Span(span) => {
                let line = self.files.line(*span);
                let (name, number, column) = (self.files.name(span.file), line.number, line.column);
                writeln!(f, "{name}:{number}:{column}: {severity}: {what}")?;
                let gutter = number.to_string().len();
                writeln!(f, "{number} | {}", line.text)?;
                writeln!(f, "{:gutter$} | {}{}\n", "", line.margin, "^".repeat(line.width))
            }
        }
    }
}
