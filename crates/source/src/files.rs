use std::collections::BTreeMap;

use crate::{Line, Span};

/// The files of a pack: names with forward slashes, and what is in them.
///
/// Reading a folder is up to the caller: a page has no folders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    names: Vec<String>,
    /// Each as text if it is UTF-8. This is checked once, because the check reads every byte.
    contents: Vec<Result<String, Vec<u8>>>,
    /// The name and text of the layer that the engine brings itself.
    built_in: Option<(&'static str, &'static str)>,
}

/// The maximum length of a line that is shown: some maps are one line of a megabyte.
const MAX_LINE: usize = 200;

impl Files {
    /// The index of the layer that the engine brings itself.
    pub const BUILT_IN: u16 = u16::MAX;

    /// Takes files by name. They are kept in the order of their names.
    pub fn new(files: BTreeMap<String, Vec<u8>>) -> Self {
        let text = |bytes| String::from_utf8(bytes).map_err(std::string::FromUtf8Error::into_bytes);
        let (names, contents) = files.into_iter().map(|(name, it)| (name, text(it))).unzip();
        Self { names, contents, built_in: None }
    }

    /// Adds the layer that the engine brings itself, so that places in it can be shown.
    pub const fn set_built_in(&mut self, name: &'static str, text: &'static str) {
        self.built_in = Some((name, text));
    }

    /// Returns the index of a file by its name.
    pub fn find(&self, name: &str) -> Option<u16> {
        self.names.iter().position(|it| it == name).map(index)
    }

    /// Returns all files but the engine's own: index, name, contents.
    pub fn iter(&self) -> impl Iterator<Item = (u16, &str, &[u8])> {
        let files = self.names.iter().zip(&self.contents).enumerate();
        files.map(|(at, (name, contents))| {
            let bytes = contents.as_ref().map_or_else(Vec::as_slice, String::as_bytes);
            (index(at), name.as_str(), bytes)
        })
    }

    /// Returns the name of a file.
    pub fn name(&self, file: u16) -> &str {
        if let (Self::BUILT_IN, Some((name, _))) = (file, self.built_in) {
            return name;
        }
        self.names.get(usize::from(file)).map_or("?", String::as_str)
    }

    /// Returns the contents of a file, if they are UTF-8 text.
    pub fn text(&self, file: u16) -> Option<&str> {
        if let (Self::BUILT_IN, Some((_, text))) = (file, self.built_in) {
            return Some(text);
        }
        self.contents.get(usize::from(file))?.as_deref().ok()
    }

    /// Returns whether a file of this name is one of a pack's JSON files. Other files (pictures,
    /// sounds, a README, the schema for an editor) may lie beside them.
    pub fn is_json_file(name: &str) -> bool {
        name.strip_suffix(".json").is_some_and(|stem| !stem.ends_with(".schema"))
    }

    /// Returns the JSON files of the pack: index, name, contents.
    pub fn json_files(&self) -> impl Iterator<Item = (u16, &str, &[u8])> {
        self.iter().filter(|(_, name, _)| Self::is_json_file(name))
    }

    /// Returns the line of a place, to show it.
    pub(crate) fn line(&self, span: Span) -> Line {
        let text = self.text(span.file).unwrap_or_default();
        let (before, _) = text.split_at_checked(span.start as usize).unwrap_or((text, ""));
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = text[line_start..].lines().next().unwrap_or_default();
        let at = (before.len() - line_start).min(line.len());
        let (ahead, after) = line.split_at(at);
        let length = span.end.saturating_sub(span.start) as usize;
        let width = after.char_indices().take_while(|&(at, _)| at < length).count();
        let column = ahead.chars().count();
        // A long line is shown from a little before the place.
        let skipped = if line.chars().count() > MAX_LINE { column.saturating_sub(20) } else { 0 };
        let shown = column - skipped;
        Line {
            number: before.bytes().filter(|it| *it == b'\n').count() + 1,
            column: column + 1,
            text: line.chars().skip(skipped).take(MAX_LINE).collect(),
            margin: ahead
                .chars()
                .skip(skipped)
                .map(|it| if it == '\t' { '\t' } else { ' ' })
                .collect(),
            width: width.clamp(1, MAX_LINE.saturating_sub(shown).max(1)),
        }
    }
}

fn index(at: usize) -> u16 {
    u16::try_from(at).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Report;

    fn files(name: &str, text: &str) -> Files {
        Files::new(BTreeMap::from([(name.to_string(), text.as_bytes().to_vec())]))
    }

    #[test]
    fn a_diagnostic_shows_its_line_and_place() {
        let files = files("kinds.json", "{\n\t\"gölem\": 12\n}\n");
        let mut report = Report::default();
        report.error(Span { file: 0, start: 3, end: 11 }, "no kind `gölem`");
        report.warning(Span { file: 0, start: 13, end: 15 }, "a dozen is a lot");
        assert_eq!(
            report.render(&files),
            "kinds.json:2:2: error: no kind `gölem`\n\
             2 | \t\"gölem\": 12\n  \
             | \t^^^^^^^\n\n\
             kinds.json:2:11: warning: a dozen is a lot\n\
             2 | \t\"gölem\": 12\n  \
             | \t         ^^\n\n"
        );
    }

    #[test]
    fn places_at_the_end_of_a_file_are_shown_too() {
        let files = files("a.json", "{");
        let mut report = Report::default();
        report.error(Span { file: 0, start: 1, end: 1 }, "is a `}` missing?");
        assert_eq!(
            report.render(&files),
            "a.json:1:2: error: is a `}` missing?\n1 | {\n  |  ^\n\n"
        );
    }
}
