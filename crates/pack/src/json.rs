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

    /// The place of a stretch of its text, in bytes from the first letter. Escapes before it
    /// shift it a little; they are rare where it matters.
    pub(crate) fn within(&self, stretch: &std::ops::Range<usize>) -> Span {
        let place = |at: usize| {
            let at = self.span.start + 1 + u32::try_from(at).unwrap_or_default();
            at.min(self.span.end)
        };
        Span { file: self.span.file, start: place(stretch.start), end: place(stretch.end) }
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
