use std::collections::BTreeMap;

use crate::Span;
use crate::diagnostic::Line;

/// The files of a pack: names with forward slashes, and their contents.
///
/// The caller reads the folder; a page has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    names: Vec<String>,
    /// Text where it is valid UTF-8; checking that is done once, since it reads every byte.
    contents: Vec<Result<String, Vec<u8>>>,
}

/// Longer lines are cut: some maps are one line of a megabyte.
const LONGEST_LINE: usize = 200;

impl Files {
    /// The index of the engine's own layer, which every pack is based on.
    pub(crate) const CORE: u16 = u16::MAX;
    /// The engine's own layer.
    pub(crate) const CORE_TEXT: &str = include_str!("core.json");

    /// Creates the files of a pack, sorted by name.
    pub fn new(files: BTreeMap<String, Vec<u8>>) -> Self {
        let text = |bytes| String::from_utf8(bytes).map_err(std::string::FromUtf8Error::into_bytes);
        let (names, contents) = files.into_iter().map(|(name, it)| (name, text(it))).unzip();
        Self { names, contents }
    }

    /// Returns the index of a file.
    pub fn find(&self, name: &str) -> Option<u16> {
        self.names.iter().position(|it| it == name).map(place)
    }

    /// Returns all files: index, name, contents.
    pub fn iter(&self) -> impl Iterator<Item = (u16, &str, &[u8])> {
        let files = self.names.iter().zip(&self.contents).enumerate();
        files.map(|(at, (name, contents))| {
            let bytes = contents.as_ref().map_or_else(Vec::as_slice, String::as_bytes);
            (place(at), name.as_str(), bytes)
        })
    }

    /// Returns the name of a file.
    pub fn name(&self, file: u16) -> &str {
        if file == Self::CORE {
            return "core.json";
        }
        self.names.get(usize::from(file)).map_or("?", String::as_str)
    }

    /// Returns the contents of a file if they are text.
    pub fn text(&self, file: u16) -> Option<&str> {
        if file == Self::CORE {
            return Some(Self::CORE_TEXT);
        }
        self.contents.get(usize::from(file))?.as_deref().ok()
    }

    /// Returns `true` if a pack uses a file of that name. Other files (pictures, sounds, a README,
    /// the schema for an editor) may lie beside.
    pub fn belongs(name: &str) -> bool {
        name.strip_suffix(".json").is_some_and(|stem| !stem.ends_with(".schema"))
    }

    /// Returns the JSON files of the pack.
    pub(crate) fn own(&self) -> impl Iterator<Item = (u16, &str, &[u8])> {
        self.iter().filter(|(_, name, _)| Self::belongs(name))
    }

    /// Returns a digest of the names and contents of its files and maps, and of the engine's own
    /// layer.
    pub(crate) fn digest(&self) -> u64 {
        let played = self.iter().filter(|(_, name, _)| Self::belongs(name) || is_of_tiled(name));
        let own = played.flat_map(|(_, name, contents)| [name.as_bytes(), contents]);
        let parts = own.chain([Self::CORE_TEXT.as_bytes()]);
        parts.fold(0xCBF2_9CE4_8422_2325, |digest, part| {
            // The length first: no two lists of files run together into the same bytes.
            let length = (part.len() as u64).to_le_bytes();
            length.iter().chain(part).fold(digest, |digest: u64, byte| {
                (digest ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3)
            })
        })
    }

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
        let skipped =
            if line.chars().count() > LONGEST_LINE { column.saturating_sub(20) } else { 0 };
        let shown = column - skipped;
        Line {
            number: before.bytes().filter(|it| *it == b'\n').count() + 1,
            column: column + 1,
            text: line.chars().skip(skipped).take(LONGEST_LINE).collect(),
            margin: ahead
                .chars()
                .skip(skipped)
                .map(|it| if it == '\t' { '\t' } else { ' ' })
                .collect(),
            width: width.clamp(1, LONGEST_LINE.saturating_sub(shown).max(1)),
        }
    }
}

/// Returns `true` for a map, a tileset or a template of Tiled.
fn is_of_tiled(name: &str) -> bool {
    [".tmj", ".tsj", ".tj"].iter().any(|it| name.ends_with(it))
}

fn place(at: usize) -> u16 {
    u16::try_from(at).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Report;

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
