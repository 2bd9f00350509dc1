use std::ops::Range;

use crate::error::{Mistake, SyntaxError};

/// A value that holds no other values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// `null`
    Null,
    /// `true` or `false`
    Flag(bool),
    /// A number, as it is written.
    Number(String),
    /// A text, without quotes and escapes.
    Text(String),
}

/// Builds a tree from the values that the parser finds, innermost first. Each comes with the
/// bytes of the text where it stands; a tree may keep them.
pub trait Build {
    /// The tree.
    type Tree;
    /// An object to which members are added.
    type Object: Default;

    /// Makes a value that holds no others.
    fn scalar(&mut self, scalar: Scalar, range: Range<usize>) -> Self::Tree;

    /// Makes a list.
    fn list(&mut self, items: Vec<Self::Tree>, range: Range<usize>) -> Self::Tree;

    /// Adds a member to an object. The key may be there already: the parser accepts repeats.
    fn add(
        &mut self,
        object: &mut Self::Object,
        key: String,
        key_range: Range<usize>,
        value: Self::Tree,
    );

    /// Makes an object that has all its members.
    fn object(&mut self, object: Self::Object, range: Range<usize>) -> Self::Tree;
}

/// The maximum depth of nested objects and lists. Nothing needs more, and a hostile file cannot
/// exhaust the stack.
pub(crate) const MAX_DEPTH: u32 = 64;

/// Reads a text that is one JSON value and nothing else.
pub fn parse<B: Build>(text: &str, build: &mut B) -> Result<B::Tree, SyntaxError> {
    // Some editors put a byte order mark before UTF-8 text.
    let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut parser = Parser { build, text, at, depth: 0, error: None };
    let tree = parser.document();
    tree.ok_or_else(|| parser.error.expect("every failure sets the error"))
}

struct Parser<'a, B> {
    build: &'a mut B,
    text: &'a str,
    /// The next byte to read.
    at: usize,
    depth: u32,
    /// Why the parser failed. It is kept here so that results stay small.
    error: Option<SyntaxError>,
}

/// `None` if the parser failed.
type Parsed<T> = Option<T>;

impl<B: Build> Parser<'_, B> {
    fn document(&mut self) -> Parsed<B::Tree> {
        self.skip_blanks();
        if self.peek().is_none() {
            return self.fail(Mistake::Empty);
        }
        let tree = self.value()?;
        self.skip_blanks();
        if self.peek().is_some() {
            return self.fail(Mistake::Continued);
        }
        Some(tree)
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn eat(&mut self, wanted: u8) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Fails at the next character.
    fn fail<T>(&mut self, mistake: Mistake) -> Parsed<T> {
        let width = self.text[self.at..].chars().next().map_or(0, char::len_utf8);
        self.fail_at(self.at..self.at + width, mistake)
    }

    fn fail_at<T>(&mut self, range: Range<usize>, mistake: Mistake) -> Parsed<T> {
        self.error = Some(SyntaxError { range, mistake });
        None
    }

    fn value(&mut self) -> Parsed<B::Tree> {
        let start = self.at;
        let scalar = match self.peek() {
            Some(b'{') => return self.nested(Self::object),
            Some(b'[') => return self.nested(Self::list),
            Some(b'"') => Scalar::Text(self.string()?),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            Some(b'a'..=b'z' | b'A'..=b'Z') => self.word()?,
            Some(b'/') => return self.fail(Mistake::Comment),
            Some(b'\'') => return self.fail(Mistake::SingleQuote),
            Some(b',') => return self.fail(Mistake::NoValueBeforeComma),
            Some(b'}' | b']') => return self.fail(Mistake::NoValueAfterComma),
            Some(_) => return self.fail(Mistake::NoValue),
            None => return self.fail(Mistake::EndsBeforeValue),
        };
        Some(self.build.scalar(scalar, start..self.at))
    }

    fn nested(&mut self, read: fn(&mut Self) -> Parsed<B::Tree>) -> Parsed<B::Tree> {
        if self.depth == MAX_DEPTH {
            return self.fail(Mistake::TooDeep);
        }
        self.depth += 1;
        let tree = read(self);
        self.depth -= 1;
        tree
    }

    fn list(&mut self) -> Parsed<B::Tree> {
        let start = self.at;
        let mut items = Vec::new();
        self.at += 1;
        self.skip_blanks();
        while !self.eat(b']') {
            if !items.is_empty() {
                self.comma(b']')?;
            }
            items.push(self.value()?);
            self.skip_blanks();
        }
        Some(self.build.list(items, start..self.at))
    }

    fn object(&mut self) -> Parsed<B::Tree> {
        let start = self.at;
        let mut object = B::Object::default();
        let mut is_first = true;
        self.at += 1;
        self.skip_blanks();
        while !self.eat(b'}') {
            if !is_first {
                self.comma(b'}')?;
            }
            is_first = false;
            self.member(&mut object)?;
            self.skip_blanks();
        }
        Some(self.build.object(object, start..self.at))
    }

    fn member(&mut self, object: &mut B::Object) -> Parsed<()> {
        let start = self.at;
        match self.peek() {
            Some(b'"') => {}
            Some(b'}') => return self.fail(Mistake::NoKeyAfterComma),
            Some(b'/') => return self.fail(Mistake::Comment),
            Some(_) => return self.fail(Mistake::NoKey),
            None => return self.fail(Mistake::EndsInObject),
        }
        let key = self.string()?;
        let key_range = start..self.at;
        self.skip_blanks();
        if !self.eat(b':') {
            return self.fail(Mistake::NoColon { key });
        }
        self.skip_blanks();
        let value = self.value()?;
        self.build.add(object, key, key_range, value);
        Some(())
    }

    /// Steps over a comma between two items, and the blanks behind it.
    fn comma(&mut self, close: u8) -> Parsed<()> {
        if self.eat(b',') {
            self.skip_blanks();
            return Some(());
        }
        let close = char::from(close);
        let ends = self.peek().is_none();
        self.fail(if ends { Mistake::EndsBefore { close } } else { Mistake::NoComma { close } })
    }

    fn word(&mut self) -> Parsed<Scalar> {
        let start = self.at;
        while self.peek().is_some_and(|it| it.is_ascii_alphanumeric() || it == b'_') {
            self.at += 1;
        }
        match &self.text[start..self.at] {
            "true" => Some(Scalar::Flag(true)),
            "false" => Some(Scalar::Flag(false)),
            "null" => Some(Scalar::Null),
            _ => self.fail_at(start..self.at, Mistake::BareWord),
        }
    }

    fn number(&mut self) -> Parsed<Scalar> {
        let start = self.at;
        while matches!(self.peek(), Some(b'-' | b'+' | b'.' | b'0'..=b'9' | b'e' | b'E')) {
            self.at += 1;
        }
        let text = &self.text[start..self.at];
        if is_number(text.as_bytes()) {
            return Some(Scalar::Number(text.into()));
        }
        self.fail_at(start..self.at, Mistake::BadNumber)
    }

    fn string(&mut self) -> Parsed<String> {
        let start = self.at;
        self.at += 1;
        let mut text = String::new();
        loop {
            let plain = self.at;
            while self.peek().is_some_and(|it| it != b'"' && it != b'\\' && it >= b' ') {
                self.at += 1;
            }
            text.push_str(&self.text[plain..self.at]);
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Some(text);
                }
                Some(b'\\') => text.push(self.escape()?),
                Some(_) => return self.fail(Mistake::LineBreakInText),
                None => {
                    return self.fail_at(start..start + 1, Mistake::EndlessText);
                }
            }
        }
    }

    fn escape(&mut self) -> Parsed<char> {
        const SHORT: [(u8, char); 8] = [
            (b'"', '"'),
            (b'\\', '\\'),
            (b'/', '/'),
            (b'b', '\u{8}'),
            (b'f', '\u{c}'),
            (b'n', '\n'),
            (b'r', '\r'),
            (b't', '\t'),
        ];
        let start = self.at;
        self.at += 1;
        if self.eat(b'u') {
            return self.unicode(start);
        }
        let short = SHORT.into_iter().find(|it| Some(it.0) == self.peek());
        if let Some((_, escaped)) = short {
            self.at += 1;
            return Some(escaped);
        }
        self.at = start;
        self.fail(Mistake::BadEscape)
    }

    /// Reads the digits of `\uXXXX`, or of two of them that together make one character.
    fn unicode(&mut self, start: usize) -> Parsed<char> {
        let code = match self.hex() {
            Some(high @ 0xD800..=0xDBFF) => {
                let low = (self.eat(b'\\') && self.eat(b'u')).then(|| self.hex()).flatten();
                low.filter(|it| (0xDC00..=0xDFFF).contains(it))
                    .map(|low| 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
            }
            other => other,
        };
        let found = code.and_then(char::from_u32);
        if found.is_none() {
            self.at = start;
            return self.fail(Mistake::NoCharacter);
        }
        found
    }

    fn hex(&mut self) -> Option<u32> {
        let digits = self.text.get(self.at..self.at + 4)?;
        let all = digits.bytes().all(|it| it.is_ascii_hexdigit());
        self.at += 4;
        u32::from_str_radix(digits, 16).ok().filter(|_| all)
    }
}

/// Returns whether the text is a number as JSON writes it: no leading zeros, and digits on both
/// sides of the point.
fn is_number(text: &[u8]) -> bool {
    let unsigned = text.strip_prefix(b"-").unwrap_or(text);
    let (whole, mut rest) = digits(unsigned);
    if whole == 0 || (whole > 1 && unsigned[0] == b'0') {
        return false;
    }
    if let [b'.', fraction @ ..] = rest {
        let (count, after) = digits(fraction);
        if count == 0 {
            return false;
        }
        rest = after;
    }
    if let [b'e' | b'E', exponent @ ..] = rest {
        let signed = exponent.strip_prefix(b"+").or(exponent.strip_prefix(b"-"));
        let (count, after) = digits(signed.unwrap_or(exponent));
        if count == 0 {
            return false;
        }
        rest = after;
    }
    rest.is_empty()
}

/// Returns the number of digits at the start of a text, and what follows them.
fn digits(text: &[u8]) -> (usize, &[u8]) {
    let count = text.iter().take_while(|it| it.is_ascii_digit()).count();
    (count, &text[count..])
}
