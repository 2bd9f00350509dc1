use std::collections::BTreeSet;

use barrow_source::{Files, Member, Node, Place, Report, Severity, Span, parse};

/// Reads the files of a folder and reports what is wrong with them.
pub(crate) struct Reader<'f> {
    pub(crate) files: &'f Files,
    pub(crate) report: &'f mut Report,
    /// The warnings given so far, by file and topic.
    warned: BTreeSet<(u16, String)>,
    /// Whether a file could not be read, so that names which it declares are missing.
    pub(crate) incomplete: bool,
}

impl<'f> Reader<'f> {
    pub(crate) const fn new(files: &'f Files, report: &'f mut Report) -> Self {
        Self { files, report, warned: BTreeSet::new(), incomplete: false }
    }

    pub(crate) fn warn(&mut self, span: Span, what: impl Into<String>) {
        self.report.warning(span, what);
    }

    /// Warns once for each file: an author may have written it many times.
    pub(crate) fn warn_once(&mut self, span: Span, topic: &str, what: impl Into<String>) {
        if self.warned.insert((span.file, topic.into())) {
            self.report.warning(span, what);
        }
    }

    /// Warns of a whole file.
    pub(crate) fn warn_file(&mut self, name: &str, what: impl Into<String>) {
        self.report.note(Severity::Warning, Place::File(name.into()), what.into());
    }

    /// Warns of keys of an object that have no effect or are unknown.
    pub(crate) fn check_keys(&mut self, node: &Node, what: &str, keys: &Keys) {
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

    /// Reads a file. Returns `None` if it is missing, empty or broken.
    pub(crate) fn read(&mut self, name: &str) -> Option<Node> {
        let file = self.files.find(name)?;
        let Some(text) = self.files.text(file) else {
            self.incomplete = true;
            let place = Place::File(name.into());
            let what = "the file is not UTF-8 text; save it as UTF-8";
            self.report.note(Severity::Error, place, what.into());
            return None;
        };
        if text.trim().is_empty() {
            self.warn_file(name, "the file is empty");
            return None;
        }
        let node = parse(file, text, self.report);
        self.incomplete |= node.is_none();
        node
    }

    /// Reads a file that is an object of named entries.
    pub(crate) fn read_entries(&mut self, name: &str) -> Vec<Member> {
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

/// The keys of an object.
pub(crate) struct Keys {
    /// The keys that mean something.
    pub(crate) known: &'static [&'static str],
    /// The keys that authors write and nothing reads.
    pub(crate) ignored: &'static [&'static str],
    /// Returns whether another key is one that authors may choose freely.
    pub(crate) open: fn(&str) -> bool,
}

impl Keys {
    pub(crate) const fn new(
        known: &'static [&'static str],
        ignored: &'static [&'static str],
    ) -> Self {
        Self { known, ignored, open: |_| false }
    }
}
