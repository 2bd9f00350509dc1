use std::collections::BTreeSet;
use std::ops::Range;

use barrow_json::{Build, Scalar};

use crate::Report;

/// A range of bytes in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// The index of the file among the files of the pack.
    pub file: u16,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// A JSON value and its position in its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The position of the value.
    pub span: Span,
    /// The value itself.
    pub value: Value,
}

/// A JSON value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// `null`
    Null,
    /// `true` or `false`
    Flag(bool),
    /// A number, as it is written: decimals are read exactly, later.
    Number(String),
    /// A text.
    Text(String),
    /// `[...]`
    List(Vec<Node>),
    /// `{...}`, in the order written. No key occurs twice.
    Object(Vec<Member>),
}

/// A key and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The key.
    pub key: String,
    /// The position of the key.
    pub key_span: Span,
    /// The value.
    pub value: Node,
}

impl Node {
    /// Returns what messages call this kind of value.
    pub const fn kind(&self) -> &'static str {
        match self.value {
            Value::Null => "null",
            Value::Flag(_) => "true or false",
            Value::Number(_) => "a number",
            Value::Text(_) => "a text",
            Value::List(_) => "a list",
            Value::Object(_) => "an object",
        }
    }

    /// Returns the members, if the value is an object.
    pub fn members(&self) -> Option<&[Member]> {
        match &self.value {
            Value::Object(members) => Some(members),
            Value::Null | Value::Flag(_) | Value::Number(_) | Value::Text(_) | Value::List(_) => {
                None
            }
        }
    }

    /// Returns the value of a key, if the value is an object that has it.
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.members()?.iter().find(|member| member.key == key).map(|member| &member.value)
    }

    /// Returns the items, if the value is a list.
    pub fn items(&self) -> Option<&[Self]> {
        match &self.value {
            Value::List(items) => Some(items),
            Value::Null | Value::Flag(_) | Value::Number(_) | Value::Text(_) | Value::Object(_) => {
                None
            }
        }
    }

    /// Returns the items of a list. Any other value counts as a list of one: authors may leave
    /// out the brackets.
    pub fn one_or_more(&self) -> &[Self] {
        self.items().unwrap_or(std::slice::from_ref(self))
    }

    /// Returns the text, if the value is one.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            Value::Null | Value::Flag(_) | Value::Number(_) | Value::List(_) | Value::Object(_) => {
                None
            }
        }
    }
}

/// Reads a file as JSON. Mistakes go into the report; a key that occurs twice is one, but does
/// not stop the reading, and the first of them counts.
pub fn parse(file: u16, text: &str, report: &mut Report) -> Option<Node> {
    let mut placed = Placed { file, report };
    let node = barrow_json::parse(text, &mut placed);
    node.map_err(|error| report.error(span(file, error.range.clone()), error.explain(text))).ok()
}

/// Builds [`Node`]s of one file.
struct Placed<'r> {
    file: u16,
    report: &'r mut Report,
}

impl Build for Placed<'_> {
    type Tree = Node;
    type Object = Vec<Member>;

    fn scalar(&mut self, scalar: Scalar, range: Range<usize>) -> Node {
        let value = match scalar {
            Scalar::Null => Value::Null,
            Scalar::Flag(flag) => Value::Flag(flag),
            Scalar::Number(number) => Value::Number(number),
            Scalar::Text(text) => Value::Text(text),
        };
        Node { span: span(self.file, range), value }
    }

    fn list(&mut self, items: Vec<Node>, range: Range<usize>) -> Node {
        Node { span: span(self.file, range), value: Value::List(items) }
    }

    fn add(
        &mut self,
        members: &mut Vec<Member>,
        key: String,
        key_range: Range<usize>,
        value: Node,
    ) {
        members.push(Member { key, key_span: span(self.file, key_range), value });
    }

    fn object(&mut self, members: Vec<Member>, range: Range<usize>) -> Node {
        let members = self.without_repeats(members);
        Node { span: span(self.file, range), value: Value::Object(members) }
    }
}

impl Placed<'_> {
    /// Keeps the first of each key and reports the others. Keys are sorted, not compared each
    /// with each: an object of a million keys is only a large file.
    fn without_repeats(&mut self, members: Vec<Member>) -> Vec<Member> {
        let mut order: Vec<usize> = (0..members.len()).collect();
        order.sort_by_key(|&at| (&members[at].key, at));
        let pairs = order.windows(2).filter(|pair| members[pair[0]].key == members[pair[1]].key);
        let repeats: BTreeSet<usize> = pairs.map(|pair| pair[1]).collect();
        if repeats.is_empty() {
            return members;
        }
        let mut kept = Vec::new();
        for (at, member) in members.into_iter().enumerate() {
            if repeats.contains(&at) {
                let what = format!("the key `{}` is repeated; keep one", member.key);
                self.report.error(member.key_span, what);
            } else {
                kept.push(member);
            }
        }
        kept
    }
}

fn span(file: u16, range: Range<usize>) -> Span {
    let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    Span { file, start: offset(range.start), end: offset(range.end) }
}

/// Returns where a byte of a text stands among the bytes of its literal, with the opening quote
/// and all escapes before it.
pub fn offset_in_literal(literal: &str, byte: usize) -> u32 {
    let mut letters = literal.char_indices().skip(1).peekable();
    let mut read = 0;
    while read < byte {
        match letters.next() {
            Some((_, '\\')) => read += escaped_length(&mut letters),
            Some((_, plain)) => read += plain.len_utf8(),
            None => break,
        }
    }
    let at = letters.peek().map_or(literal.len(), |&(at, _)| at);
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Returns how many bytes of text the escape gives that starts here.
fn escaped_length(letters: &mut impl Iterator<Item = (usize, char)>) -> usize {
    if letters.next().is_none_or(|(_, it)| it != 'u') {
        return 1;
    }
    let digits: String = letters.take(4).map(|(_, it)| it).collect();
    match u32::from_str_radix(&digits, 16) {
        // Half of a pair: together they are one character of four bytes.
        Ok(0xD800..=0xDFFF) => 2,
        Ok(code) => char::from_u32(code).map_or(1, char::len_utf8),
        Err(_) => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_knows_its_place() {
        let text = r#"{"key": [12, "é", 3]}"#;
        let node = parse(4, text, &mut Report::default()).unwrap();
        let items = node.get("key").and_then(Node::items).unwrap();
        let shown: Vec<&str> =
            items.iter().map(|it| &text[it.span.start as usize..it.span.end as usize]).collect();
        assert_eq!(shown, ["12", "\"é\"", "3"]);
        assert!(items.iter().all(|it| it.span.file == 4));
    }

    #[test]
    fn the_first_of_repeated_keys_counts_and_the_others_are_reported() {
        let mut report = Report::default();
        let node = parse(0, r#"{"a": 1, "b": 2, "a": 3, "a": 4}"#, &mut report).unwrap();
        let keys: Vec<&str> = node.members().unwrap().iter().map(|it| it.key.as_str()).collect();
        assert_eq!(keys, ["a", "b"]);
        assert_eq!(node.get("a").unwrap().value, Value::Number("1".into()));
        let expected = "the key `a` is repeated; keep one";
        assert_eq!(report.diagnostics.len(), 2);
        assert!(report.diagnostics.iter().all(|it| it.what == expected));
    }

    #[test]
    fn a_mistake_of_syntax_is_reported_with_its_span() {
        let mut report = Report::default();
        assert_eq!(parse(2, r#"{"a": yes}"#, &mut report), None);
        let span = Span { file: 2, start: 6, end: 9 };
        assert_eq!(report.diagnostics[0].place, crate::Place::Span(span));
    }

    #[test]
    fn a_byte_of_a_text_is_found_behind_escapes() {
        let check = |literal: &str, byte: usize, rest: &str| {
            assert_eq!(&literal[offset_in_literal(literal, byte) as usize..], rest, "{literal}");
        };
        check(r#""say it""#, 4, "it\"");
        check(r#""\"say\" it""#, 6, "it\"");
        check(r#""\u00e9 it""#, 3, "it\"");
        check(r#""\ud83d\ude00 it""#, 5, "it\"");
        check(r#""é it""#, 3, "it\"");
        check(r#""end""#, 3, "\"");
        check(r#""end""#, 99, "");
    }
}
