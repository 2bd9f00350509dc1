use std::collections::BTreeSet;

use barrow_source::{Files, Member, Node, Place, Report, Severity, Span, parse};

/// Reads the files of a folder and notes what is wrong, each key of a file only once.
pub(super) struct Clerk<'f> {
    pub(super) files: &'f Files,
    pub(super) report: &'f mut Report,
    told: BTreeSet<(u16, String)>,
    /// A file could not be read: what is unknown may stand there.
    pub(super) incomplete: bool,
}

impl<'f> Clerk<'f> {
    pub(super) const fn new(files: &'f Files, report: &'f mut Report) -> Self {
        Self { files, report, told: BTreeSet::new(), incomplete: false }
    }

    pub(super) fn warn(&mut self, span: Span, what: impl Into<String>) {
        self.report.warning(span, what);
    }

    /// Warns of something that an author may have written many times: once for each file.
    pub(super) fn warn_once(&mut self, span: Span, topic: &str, what: impl Into<String>) {
        if self.told.insert((span.file, topic.into())) {
            self.report.warning(span, what);
        }
    }

    /// Warns of a file as a whole.
    pub(super) fn warn_file(&mut self, name: &str, what: impl Into<String>) {
        self.report.note(Severity::Warning, Place::File(name.into()), what.into());
    }

    /// Checks the keys of an object: those that have no effect, and those that nobody knows.
    pub(super) fn check_keys(&mut self, node: &Node, what: &str, keys: &Keys) {
        for member in node.members().unwrap_or_default() {
            self.check_key(member, what, keys);
        }
    }

    fn check_key(&mut self, member: &Member, what: &str, keys: &Keys) {
        let key = member.key.as_str();
        if keys.known.contains(&key) || (keys.open)(key) {
            return;
        }
        let topic = format!("{what} {key}");
        if keys.ignored.contains(&key) {
            let text = format!("`{key}` has no effect here and is ignored");
            self.warn_once(member.key_span, &topic, text);
            return;
        }
        let meant = self.report.meant(key, keys.known.iter().copied());
        let text = format!("{what} has no `{key}`{meant}; it is ignored");
        self.warn_once(member.key_span, &topic, text);
    }

    /// A file of the folder as a tree. One that is missing or empty is nothing.
    pub(super) fn read(&mut self, name: &str) -> Option<Node> {
        let file = self.files.find(name)?;
        let Some(text) = self.files.text(file) else {
            self.incomplete = true;
            let place = Place::File(name.into());
            let what = "the file is not UTF-8 text; save it as UTF-8";
            self.report.note(Severity::Error, place, what.into());
            return None;
        };
        if text.trim().is_empty() {
            self.warn_file(name, "the file is empty and says nothing");
            return None;
        }
        let node = parse(file, text, self.report);
        self.incomplete |= node.is_none();
        node
    }

    /// A file that is an object of named entries.
    pub(super) fn read_entries(&mut self, name: &str) -> Vec<Member> {
        let Some(node) = self.read(name) else { return Vec::new() };
        let Some(members) = node.members() else {
            let what = format!("the file is an object of names, not {}", node.kind());
            self.report.error(node.span, what);
            return Vec::new();
        };
        let mut entries = Vec::new();
        for member in members.iter().filter(|it| it.key != "$schema") {
            if member.value.members().is_some() {
                entries.push(member.clone());
            } else {
                let what = format!("`{}` is an object, not {}", member.key, member.value.kind());
                self.report.error(member.value.span, what);
            }
        }
        entries
    }
}

/// The keys that an object may have.
pub(super) struct Keys {
    /// Those that mean something.
    pub(super) known: &'static [&'static str],
    /// Those that are written and never read.
    pub(super) ignored: &'static [&'static str],
    /// Whether a further key is one that authors choose.
    pub(super) open: fn(&str) -> bool,
}

impl Keys {
    pub(super) const fn new(
        known: &'static [&'static str],
        ignored: &'static [&'static str],
    ) -> Self {
        Self { known, ignored, open: |_| false }
    }
}
