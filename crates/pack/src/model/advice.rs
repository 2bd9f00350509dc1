use std::sync::Arc;

use barrow_dice::FormulaError;
use barrow_source::Node;
use serde::{Deserialize, Serialize};

use crate::data::expected;
use crate::form::{Data, Shape};
use crate::reader::Reader;
use crate::template::{Template, moved, pieces_of};

/// A text that names commands. Front ends say how each is given on the device in use.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Advice {
    /// The parts, in reading order.
    pub parts: Vec<AdvicePart>,
}

/// A part of a text that names commands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AdvicePart {
    /// A text with placeholders.
    Text(Template),
    /// How to give a command: `press e`, `tap Explore`.
    Press {
        /// The command.
        what: Commanded,
        /// Whether it starts a sentence.
        capital: bool,
    },
}

/// A command that a text names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Commanded {
    /// A standard command.
    Standard(Arc<str>),
    /// A key of the game itself.
    Own(char),
}

impl Commanded {
    /// The standard commands that a text can name.
    pub const STANDARD: &'static [&'static str] = &[
        "step",
        "explore",
        "rest",
        "wait",
        "descend",
        "ascend",
        "travel",
        "pickup",
        "interact",
        "use",
        "equip",
        "drop",
        "throw",
        "cast",
        "fire",
        "fight",
        "look",
        "inventory",
        "character",
        "log",
        "help",
        "pause",
        "menu",
        "slot 1",
        "slot 2",
        "slot 3",
    ];

    fn read(word: &str, reader: &Reader<'_>) -> Result<Self, String> {
        if let Some(own) = word.strip_prefix("key ") {
            let mut letters = own.chars();
            return match (letters.next(), letters.next()) {
                (Some(key), None) => Ok(Self::Own(key)),
                _ => Err("`key` names one character of `keys`, as in `[press key e]`".into()),
            };
        }
        if Self::STANDARD.contains(&word) {
            return Ok(Self::Standard(word.into()));
        }
        let meant = reader.report.meant(word, Self::STANDARD.iter().copied());
        Err(format!(
            "no command `{word}`{meant}; there are {}, and `key` with a character of `keys`",
            Self::STANDARD.join(", ")
        ))
    }
}

impl Advice {
    /// Returns `true` if the text is empty.
    pub const fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Returns the game's own keys that it names.
    pub fn own_keys(&self) -> impl Iterator<Item = char> {
        self.parts.iter().filter_map(|part| match part {
            AdvicePart::Press { what: Commanded::Own(key), .. } => Some(*key),
            AdvicePart::Press { .. } | AdvicePart::Text(_) => None,
        })
    }

    fn of(text: &str, reader: &Reader<'_>) -> Result<Self, Vec<FormulaError>> {
        let (mut parts, mut errors, mut rest) = (Vec::new(), Vec::new(), 0);
        let add = |stretch: std::ops::Range<usize>| match pieces_of(&text[stretch.clone()], reader)
        {
            Ok(pieces) if pieces.is_empty() => None,
            Ok(pieces) => Some(Ok(AdvicePart::Text(Template { pieces }))),
            Err(wrong) => Some(Err(wrong.into_iter().map(move |it| moved(it, stretch.start)))),
        };
        while let Some((start, end)) = press_in(text, rest) {
            match add(rest..start) {
                Some(Ok(part)) => parts.push(part),
                Some(Err(wrong)) => errors.extend(wrong),
                None => {}
            }
            let word = &text[start + PRESS.len()..end];
            let capital = text[start..].starts_with("[P");
            match Commanded::read(word.trim(), reader) {
                Ok(what) => parts.push(AdvicePart::Press { what, capital }),
                Err(what) => errors.push(FormulaError { at: start + PRESS.len()..end, what }),
            }
            rest = end + 1;
        }
        match add(rest..text.len()) {
            Some(Ok(part)) => parts.push(part),
            Some(Err(wrong)) => errors.extend(wrong),
            None => {}
        }
        if errors.is_empty() { Ok(Self { parts }) } else { Err(errors) }
    }
}

const PRESS: &str = "[press ";

/// Returns where the next command stands: its bracket, and the one that closes it.
fn press_in(text: &str, from: usize) -> Option<(usize, usize)> {
    let start = from + [PRESS, "[Press "].iter().filter_map(|it| text[from..].find(it)).min()?;
    Some((start, start + text[start..].find(']')?))
}

impl Data for Advice {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let Some(text) = node.text() else { return expected(reader, node, "a text") };
        if text.len() > Template::MAX_LENGTH {
            reader.error(node.span, format!("a text has at most {} bytes", Template::MAX_LENGTH));
            return None;
        }
        match Self::of(text, reader) {
            Ok(advice) => {
                for part in &advice.parts {
                    if let AdvicePart::Text(template) = part {
                        reader.note_template(template, node.span);
                    }
                }
                Some(advice)
            }
            Err(errors) => {
                for error in errors {
                    reader.error(reader.within(node, &error.at), error.what);
                }
                None
            }
        }
    }

    fn shape() -> Shape {
        Shape::Template
    }
}
