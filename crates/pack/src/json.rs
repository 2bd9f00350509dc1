//! JSON with its places: every value knows where it stands, so that a mistake found much
//! later can still be shown in the file.

mod parse;

pub(crate) use parse::parse;

/// A stretch of a file, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// The file's place among the files of the pack.
    pub file: u16,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// A value of a JSON file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub value: Value,
}

/// What a JSON value is.
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
    /// `{...}`, in the order written. No key stands in it twice.
    Object(Vec<Member>),
}

/// A key and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The key.
    pub key: String,
    /// Where the key stands.
    pub key_span: Span,
    /// The value.
    pub value: Node,
}

impl Node {
    /// What to call it in a message.
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

    /// Its members, if it is an object.
    pub fn members(&self) -> Option<&[Member]> {
        match &self.value {
            Value::Object(members) => Some(members),
            Value::Null | Value::Flag(_) | Value::Number(_) | Value::Text(_) | Value::List(_) => {
                None
            }
        }
    }

    /// The value of a key, if it is an object that has it.
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.members()?.iter().find(|member| member.key == key).map(|member| &member.value)
    }

    /// The text, if it is one.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            Value::Null | Value::Flag(_) | Value::Number(_) | Value::List(_) | Value::Object(_) => {
                None
            }
        }
    }
}

/// Where a letter of a text stands among the bytes of its literal, quotes and escapes counted.
pub(crate) fn raw_place(literal: &str, letter: usize) -> u32 {
    let mut letters = literal.char_indices().skip(1).peekable();
    let mut read = 0;
    while read < letter {
        match letters.next() {
            Some((_, '\\')) => read += escaped_length(&mut letters),
            Some((_, plain)) => read += plain.len_utf8(),
            None => break,
        }
    }
    let at = letters.peek().map_or(literal.len(), |&(at, _)| at);
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// How many bytes the text gets from the escape that starts here.
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
    fn a_place_in_a_text_is_found_behind_escapes() {
        let check = |literal: &str, letter: usize, rest: &str| {
            assert_eq!(&literal[raw_place(literal, letter) as usize..], rest, "{literal}");
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
