use std::ops::Range;

use crate::parse::MAX_DEPTH;

/// Why a text is not JSON, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The bytes of the text that are wrong.
    pub range: Range<usize>,
    /// What is wrong with them.
    pub mistake: Mistake,
}

/// What is wrong with a text that should be JSON; [`SyntaxError::explain`] has the words.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "`explain` says what each means")]
pub enum Mistake {
    Empty,
    Continued,
    Comment,
    SingleQuote,
    NoValue,
    NoValueBeforeComma,
    NoValueAfterComma,
    EndsBeforeValue,
    NoKey,
    NoKeyAfterComma,
    NoColon { key: String },
    NoComma { close: char },
    EndsBefore { close: char },
    EndsInObject,
    BareWord,
    BadNumber,
    LineBreakInText,
    EndlessText,
    BadEscape,
    NoCharacter,
    TooDeep,
}

impl SyntaxError {
    /// Explains what is wrong with the text that was parsed, and what to write instead.
    ///
    /// The words are made only here, so that the page, which never shows them, does not carry
    /// them.
    pub fn explain(&self, text: &str) -> String {
        let wrong = &text[self.range.clone()];
        match &self.mistake {
            Mistake::Empty => "the file is empty; write at least `{}`".into(),
            Mistake::Continued => "the file goes on after its value ended; remove the rest".into(),
            Mistake::Comment => "JSON has no comments; remove this one".into(),
            Mistake::SingleQuote => "a text is written in double quotes: \"...\"".into(),
            Mistake::NoValue => {
                "no value starts like this; expected a text, number, list or object".into()
            }
            Mistake::NoValueBeforeComma => "a value is missing before this comma".into(),
            Mistake::NoValueAfterComma => {
                "a value is missing here; is there a comma too many before?".into()
            }
            Mistake::EndsBeforeValue => "the file ends where a value is expected".into(),
            Mistake::NoKey => "a key is written in double quotes: \"key\": value".into(),
            Mistake::NoKeyAfterComma => {
                "a key is missing here; is there a comma too many before?".into()
            }
            Mistake::NoColon { key } => format!("a `:` is missing after the key `{key}`"),
            Mistake::NoComma { close } => format!("expected `,` or `{close}` here"),
            Mistake::EndsBefore { close } => {
                format!("the file ends too early; is a `{close}` missing?")
            }
            Mistake::EndsInObject => "the file ends inside an object; is a `}` missing?".into(),
            Mistake::BareWord => {
                format!("`{wrong}` is not a value; a text is written in double quotes: \"{wrong}\"")
            }
            Mistake::BadNumber => {
                format!("`{wrong}` is not a number; write it like 12, -3 or 0.25")
            }
            Mistake::LineBreakInText => {
                "a text cannot contain a line break or tab; write \\n or \\t".into()
            }
            Mistake::EndlessText => "this text never ends; is a `\"` missing?".into(),
            Mistake::BadEscape => {
                "`\\` starts an escape such as \\n or \\\"; write \\\\ for itself".into()
            }
            Mistake::NoCharacter => {
                "this \\u escape is not a character; write \\u and four hexadecimal digits".into()
            }
            Mistake::TooDeep => format!("nested deeper than {MAX_DEPTH} levels"),
        }
    }
}
