use barrow_dice::Nearest;

use crate::names::{Names, Section};
use crate::scope::Subjects;
use crate::{Report, Span};

/// The name nearest to a misspelt one, if one is near.
pub(crate) fn nearest<'n>(wanted: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let mut nearest = Nearest::to(wanted);
    for name in names {
        nearest.consider(name);
    }
    nearest.found()
}

/// What reading a pack's files needs to know, and where mistakes go.
pub struct Reader<'r> {
    pub(crate) names: &'r Names,
    pub(crate) report: &'r mut Report,
    /// Who a formula or a text may speak of here.
    pub(crate) subjects: Subjects,
}

impl Reader<'_> {
    /// Notes an error.
    pub(crate) fn error(&mut self, span: Span, what: impl Into<String>) {
        self.report.error(span, what);
    }

    /// The place of a declared name; an unknown one is an error.
    pub(crate) fn name(&mut self, section: Section, name: &str, span: Span) -> Option<u16> {
        let found = self.names.find(section, name);
        if found.is_none() {
            let meant = self.meant(name, self.names.of(section));
            self.error(span, format!("no {} `{name}`{meant}", section.one()));
        }
        found
    }

    /// ` (did you mean ...?)` when a known name is near.
    pub(crate) fn meant<'n>(&self, wanted: &str, names: impl Iterator<Item = &'n str>) -> String {
        nearest(wanted, names).map(|it| format!(" (did you mean `{it}`?)")).unwrap_or_default()
    }

    /// Reads something in which formulas and texts may speak of these.
    pub(crate) fn among<T>(&mut self, subjects: Subjects, read: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.subjects, subjects);
        let read = read(self);
        self.subjects = outer;
        read
    }
}
