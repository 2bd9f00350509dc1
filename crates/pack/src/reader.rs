use std::ops::Range;
use std::sync::Arc;

use barrow_source::{Node, offset_in_literal};

use crate::model::AttributeKind;
use crate::names::{Names, Section};
use crate::presence::Presence;
use crate::scope::{Subject, Subjects, Words};
use crate::{Files, Report, Span};

/// What reading a pack's files needs to know, and the report that mistakes go to.
pub struct Reader<'r> {
    pub(crate) files: &'r Files,
    pub(crate) names: &'r Names,
    pub(crate) report: &'r mut Report,
    /// The subjects that a formula or a text may use here.
    pub(crate) subjects: Subjects,
    /// The parameters that formulas may use here.
    pub(crate) parameters: Vec<Arc<str>>,
    /// Types of damage for which the pack declares no attribute, with where they are used.
    pub(crate) bare_harm_types: Vec<(Span, Arc<str>)>,
    /// The subjects that exist here, as far as that is known.
    pub(crate) presence: Presence,
    /// Nothing is reported that only makes no difference: this thing is there to be extended, or
    /// comes from another form of packs.
    pub(crate) lenient: bool,
    /// Which names can be used here, and the field that says so.
    wanted: (Wanted, &'static str),
}

/// Which of the declared names a field may use.
#[derive(Clone, Copy, Default)]
pub(crate) enum Wanted {
    /// Any.
    #[default]
    Any,
    /// Attributes of these kinds.
    Attributes(&'static [AttributeKind]),
    /// Kinds that can be carried, and tables that draw only such kinds.
    Carried,
}

impl<'r> Reader<'r> {
    pub(crate) const fn new(files: &'r Files, names: &'r Names, report: &'r mut Report) -> Self {
        let (subjects, wanted) = (Subjects::OWN, (Wanted::Any, ""));
        let parameters = Vec::new();
        let bare_harm_types = Vec::new();
        let (presence, lenient) = (Presence::Unknown, false);
        Self {
            files,
            names,
            report,
            subjects,
            parameters,
            bare_harm_types,
            presence,
            lenient,
            wanted,
        }
    }

    /// Reports an error.
    pub(crate) fn error(&mut self, span: Span, what: impl Into<String>) {
        self.report.error(span, what);
    }

    /// Reports what is wrong with a record as a whole, unless a part of it was wrong already.
    pub(crate) fn note_flaw(
        &mut self,
        errors_before: usize,
        span: Span,
        flaw: impl FnOnce() -> Option<&'static str>,
    ) {
        // A field that is empty because its name is unknown is no flaw.
        if self.report.errors() == errors_before
            && !self.names.incomplete
            && let Some(flaw) = flaw()
        {
            self.error(span, flaw);
        }
    }

    /// Returns the place of a range of a text, in bytes from its first letter.
    pub(crate) fn within(&self, node: &Node, stretch: &Range<usize>) -> Span {
        let raw = self.files.text(node.span.file).unwrap_or_default();
        let raw = raw.get(node.span.start as usize..node.span.end as usize).unwrap_or_default();
        let place = |at| node.span.start + offset_in_literal(raw, at);
        Span { file: node.span.file, start: place(stretch.start), end: place(stretch.end) }
    }

    /// Returns the index of a declared name; an unknown one is an error.
    pub(crate) fn name(&mut self, section: Section, name: &str, span: Span) -> Option<u16> {
        let found = self.names.find(section, name);
        let removed = name.strip_prefix('-').filter(|_| section == Section::Attributes);
        if let Some(flag) = removed.filter(|it| self.names.look_up(section, it).is_some()) {
            let what = format!("`{flag}` is not inherited here; there is nothing to remove");
            self.error(span, what);
        } else if found.is_none() && self.names.incomplete {
            return None;
        } else if found.is_none() {
            let meant = self.report.meant(name, self.names.of(section));
            self.error(span, format!("no {} `{name}`{meant}", section.one()));
        } else {
            self.check_wanted(section, name, span);
        }
        found
    }

    fn check_wanted(&mut self, section: Section, name: &str, span: Span) {
        match (self.wanted.0, section) {
            (Wanted::Attributes(kinds), Section::Attributes) => self.check_kind(kinds, name, span),
            (Wanted::Carried, Section::Kinds | Section::Tables) => {
                self.check_carried(section, name, span);
            }
            _ => {}
        }
    }

    fn check_carried(&mut self, section: Section, name: &str, span: Span) {
        let Some(terrain) = self.names.terrain(section, name) else { return };
        let what = if section == Section::Kinds {
            format!("`{name}` is terrain, which nobody can carry; name an item")
        } else {
            format!(
                "the table `{name}` may draw `{terrain}`, which is terrain and cannot be carried; \
                 use a table without it"
            )
        };
        self.error(span, what);
    }

    fn check_kind(&mut self, wanted: &[AttributeKind], name: &str, span: Span) {
        let field = self.wanted.1;
        let Some(kind) = self.names.kind(name) else { return };
        if wanted.contains(&kind) {
            return;
        }
        let right: Vec<&str> = wanted.iter().map(|it| it.one()).collect();
        let hint = match field {
            "is" => "; give it a value under `has`",
            "has" => "; list it under `is`",
            _ => "",
        };
        let (kind, right) = (kind.one(), right.join(" or "));
        self.error(span, format!("`{name}` is {kind}, not {right}{hint}"));
    }

    /// Returns a suggestion for a word that is not in a closed list, or the whole list.
    pub(crate) fn meant_of(&self, wanted: &str, all: &[&str]) -> String {
        let meant = self.report.meant(wanted, all.iter().copied());
        if meant.is_empty() { format!("; there are {}", all.join(", ")) } else { meant }
    }

    /// Returns the words that a formula may use here.
    pub(crate) fn words(&self) -> Words<'_> {
        let Self { names, subjects, parameters, report, .. } = self;
        Words { names, subjects: *subjects, parameters, report }
    }

    /// Returns why a word of a formula or text is unknown here, if there is a special reason.
    pub(crate) fn explain(&self, word: &str) -> Option<String> {
        if let Some(name) = word.strip_prefix("type.") {
            return Some(format!(
                "no damage type `{name}`; declare the number `{name}_taken` with a default of 1, \
                 or the flag `{name}_immune`"
            ));
        }
        if let Some(path) = word.strip_suffix(".max") {
            let name = path.rsplit('.').next().unwrap_or_default();
            let kind = self.names.kind(name).filter(|it| *it != AttributeKind::Gauge)?.one();
            return Some(format!("`{name}` is {kind}; only a gauge has a `max`"));
        }
        let subject = word.split('.').next().unwrap_or_default();
        Subject::from_word(subject).filter(|it| !self.subjects.contains(*it))?;
        let there: Vec<&str> = self.subjects.names().collect();
        let nobody = format!("nobody is `{subject}` here");
        Some(match there.as_slice() {
            [] => {
                format!("{nobody}; only `floor`, `feats.NAME`, `mods.NAME` and `runs` can be used")
            }
            _ => format!("{nobody}; the subjects are {}", there.join(", ")),
        })
    }

    /// Reads something in which formulas and texts may use these subjects.
    pub(crate) fn with_subjects<T>(
        &mut self,
        subjects: Subjects,
        read: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let outer = std::mem::replace(&mut self.subjects, subjects);
        let read = read(self);
        self.subjects = outer;
        read
    }

    /// Reads a field that may use these names only.
    pub(crate) fn with_wanted<T>(
        &mut self,
        wanted: Wanted,
        field: &'static str,
        read: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let outer = std::mem::replace(&mut self.wanted, (wanted, field));
        let read = read(self);
        self.wanted = outer;
        read
    }
}
