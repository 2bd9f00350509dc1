//! The simple values that authors write: flags, numbers, texts, names, colours, lists.

use std::sync::Arc;

use barrow_dice::{Fixed, FixedError, Formula, FormulaError};
use barrow_grid::Pos;
use barrow_small::Map;
use barrow_source::{Node, Value};
use serde::{Deserialize, Serialize};

use crate::form::{Data, Record, Shape, read_record};
use crate::names::{Id, Section};
use crate::reader::Reader;
use crate::scope::Subject;
use crate::width::is_one_column;

/// A colour of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Color {
    /// Red, green and blue, 0 to 255.
    pub rgb: [u8; 3],
}

impl Color {
    /// Creates a colour from red, green and blue.
    pub const fn new(rgb: [u8; 3]) -> Self {
        Self { rgb }
    }
}

impl Default for Color {
    fn default() -> Self {
        Self { rgb: [0xC0, 0xC0, 0xC0] }
    }
}

/// A type whose ids are the names of a section.
pub trait Named {
    /// The section that declares the names.
    const SECTION: Section;
}

/// A plain word of a closed list, such as the name of an enum's variant.
pub trait Keyword: Copy + PartialEq + 'static {
    /// Every variant.
    const ALL: &'static [Self];
    /// The word for each variant, in the same order.
    const WORDS: &'static [&'static str];
}

/// Reports that something else was expected here. Always returns `None`, for the end of a `read`.
pub(crate) fn expected<T>(reader: &mut Reader<'_>, node: &Node, what: &str) -> Option<T> {
    reader.error(node.span, format!("expected {what}, found {}", node.kind()));
    None
}

impl Data for bool {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        if let Value::Flag(flag) = node.value {
            return Some(flag);
        }
        expected(reader, node, "true or false")
    }

    fn shape() -> Shape {
        Shape::Flag
    }

    fn shown(&self) -> Option<String> {
        Some(self.to_string())
    }
}

impl Data for u32 {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        if let Value::Number(number) = &node.value
            && let Ok(number) = number.parse()
        {
            return Some(number);
        }
        match &node.value {
            Value::Number(number) => {
                reader.error(
                    node.span,
                    format!("expected a whole number, 0 or more, found `{number}`"),
                );
                None
            }
            Value::Null | Value::Flag(_) | Value::Text(_) | Value::List(_) | Value::Object(_) => {
                expected(reader, node, "a whole number, 0 or more")
            }
        }
    }

    fn shape() -> Shape {
        Shape::Whole
    }

    fn shown(&self) -> Option<String> {
        Some(self.to_string())
    }
}

impl Data for Fixed {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let Value::Number(number) = &node.value else {
            return expected(reader, node, "a number");
        };
        number.parse().map_err(|error: FixedError| reader.error(node.span, error.to_string())).ok()
    }

    fn shape() -> Shape {
        Shape::Number
    }

    fn shown(&self) -> Option<String> {
        Some(self.to_string())
    }
}

impl Data for Formula {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        match &node.value {
            Value::Number(_) => Fixed::read(node, reader).map(Self::from),
            Value::Flag(flag) => Some(Self::from(Fixed::from(i32::from(*flag)))),
            Value::Text(text) => {
                let formula = read_formula(text, reader)
                    .map_err(|error| reader.error(reader.within(node, &error.at), error.what))
                    .ok()?;
                reader.note_formula(&formula, node.span);
                Some(formula)
            }
            Value::Null | Value::List(_) | Value::Object(_) => {
                expected(reader, node, "a number or a formula in quotes")
            }
        }
    }

    fn shape() -> Shape {
        Shape::Formula
    }
}

/// Parses a formula with the words that can be used here.
pub(crate) fn read_formula(text: &str, reader: &Reader<'_>) -> Result<Formula, FormulaError> {
    Formula::parse(text, &reader.words()).map_err(|error| {
        let word = text.get(error.at.clone()).unwrap_or_default();
        let what = reader.explain(word).unwrap_or(error.what);
        FormulaError { what, ..error }
    })
}

impl Data for Arc<str> {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        node.text().map(Self::from).or_else(|| expected(reader, node, "a text"))
    }

    fn shape() -> Shape {
        Shape::Text
    }

    fn shown(&self) -> Option<String> {
        (!self.is_empty()).then(|| format!("\"{self}\""))
    }
}

impl Data for char {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let Some(text) = node.text() else {
            return expected(reader, node, "a text of one character");
        };
        let mut letters = text.chars();
        let what = match (letters.next(), letters.next()) {
            (Some(glyph), None) if is_one_column(glyph) => return Some(glyph),
            (Some(_), None) => "this character does not fill exactly one column of a screen".into(),
            (None, _) => "expected one character, found none".into(),
            (Some(_), Some(_)) => format!("expected one character, found {}", text.chars().count()),
        };
        reader.error(node.span, what);
        None
    }

    fn shape() -> Shape {
        Shape::Glyph
    }

    fn shown(&self) -> Option<String> {
        Some(format!("\"{self}\""))
    }
}

impl Data for Color {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let rgb = node.text().and_then(parse_color);
        if rgb.is_none() {
            reader.error(node.span, "a colour is written \"#rrggbb\" or \"#rgb\"");
        }
        rgb.map(|rgb| Self { rgb })
    }

    fn shape() -> Shape {
        Shape::Color
    }

    fn shown(&self) -> Option<String> {
        let [red, green, blue] = self.rgb;
        Some(format!("\"#{red:02x}{green:02x}{blue:02x}\""))
    }
}

/// Parses `#rrggbb` or `#rgb`.
fn parse_color(text: &str) -> Option<[u8; 3]> {
    let digits = text.strip_prefix('#')?;
    if !digits.bytes().all(|it| it.is_ascii_hexdigit()) {
        return None;
    }
    let part = |at: usize, length: usize| u8::from_str_radix(digits.get(at..at + length)?, 16).ok();
    match digits.len() {
        6 => Some([part(0, 2)?, part(2, 2)?, part(4, 2)?]),
        3 => Some([part(0, 1)? * 17, part(1, 1)? * 17, part(2, 1)? * 17]),
        _ => None,
    }
}

impl Data for Pos {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let cell = match &node.value {
            Value::List(parts) => parts.iter().map(|it| u32::read(it, reader)).collect(),
            Value::Null | Value::Flag(_) | Value::Number(_) | Value::Text(_) | Value::Object(_) => {
                Some(Vec::new())
            }
        };
        match cell?.as_slice() {
            &[x, y] => Some(Self::new(i32::try_from(x).ok()?, i32::try_from(y).ok()?)),
            _ => expected(reader, node, "a cell as [column, row]"),
        }
    }

    fn shape() -> Shape {
        Shape::List(Box::new(Shape::Whole))
    }
}

impl<T: Named> Data for Id<T> {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let Some(name) = node.text() else {
            return expected(reader, node, &format!("a name from `{}`", T::SECTION.key()));
        };
        reader.name(T::SECTION, name, node.span).map(Self::new)
    }

    fn shape() -> Shape {
        Shape::Name(T::SECTION)
    }
}

impl Data for Subject {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let Some(word) = node.text() else {
            return expected(reader, node, &format!("one of {}", Self::NAMES.join(", ")));
        };
        let found = Self::from_word(word);
        if found.is_none() {
            let meant = reader.report.meant(word, Self::NAMES.iter().copied());
            let what = format!("`{word}` is not one of {}{meant}", Self::NAMES.join(", "));
            reader.error(node.span, what);
        } else if let Some(what) = reader.explain(word) {
            reader.error(node.span, what);
        }
        found
    }

    fn shape() -> Shape {
        Shape::Word(Self::NAMES)
    }

    fn shown(&self) -> Option<String> {
        Some(format!("\"{}\"", Self::NAMES[*self as usize]))
    }
}

impl<T: Data> Data for Arc<T> {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        T::read(node, reader).map(Self::new)
    }

    fn shape() -> Shape {
        T::shape()
    }
}

impl<T: Data> Data for Option<T> {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        T::read(node, reader).map(Some)
    }

    fn shape() -> Shape {
        T::shape()
    }

    fn shown(&self) -> Option<String> {
        self.as_ref().and_then(Data::shown)
    }
}

/// A list; a single item may be written without the brackets. Items that cannot be read are
/// reported and left out.
impl<T: Data> Data for Vec<T> {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let alone = std::slice::from_ref(node);
        let items = if let Value::List(items) = &node.value { items } else { alone };
        Some(items.iter().filter_map(|item| T::read(item, reader)).collect())
    }

    fn shape() -> Shape {
        Shape::List(Box::new(T::shape()))
    }
}

/// An object whose keys are names of a section.
impl<K: Named, T: Data> Data for Map<Id<K>, T> {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let Some(members) = node.members() else {
            return expected(reader, node, "an object");
        };
        let mut map = Self::new();
        for member in members {
            let name = reader.name(K::SECTION, &member.key, member.key_span);
            let value = T::read(&member.value, reader);
            if let (Some(index), Some(value)) = (name, value) {
                map.insert(Id::new(index), value);
            }
        }
        Some(map)
    }

    fn shape() -> Shape {
        Shape::Map(Box::new(Shape::Name(K::SECTION)), Box::new(T::shape()))
    }
}

impl<R: Record> Data for R {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let mut record = Self::default();
        read_record(&mut record, node, reader);
        Some(record)
    }

    fn shape() -> Shape {
        Shape::Record(R::NAME)
    }
}
