use std::fmt;

use barrow_sorted::Map;

use super::Value;

/// How deep lists and objects may lie in each other.
const DEEPEST: usize = 128;

/// Why a text is not JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonError {
    /// What should stand there, or must not.
    pub what: &'static str,
    /// In which line, from 1.
    pub line: usize,
    /// At which letter of it, from 1.
    pub column: usize,
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, line, column } = self;
        write!(f, "{what} at line {line}, column {column}")
    }
}

impl std::error::Error for JsonError {}

pub(super) fn parse(text: &str) -> Result<Value, JsonError> {
    let mut parser = Parser { rest: text, depth: 0 };
    let value = parser.value().and_then(|value| {
        parser.skip_blanks();
        if parser.rest.is_empty() { Ok(value) } else { Err("expected the end") }
    });
    value.map_err(|what| {
        let before = &text[..text.len() - parser.rest.len()];
        let line = before.rsplit('\n').next().unwrap_or_default();
        let lines = before.matches('\n').count();
        JsonError { what, line: lines + 1, column: line.chars().count() + 1 }
    })
}

struct Parser<'t> {
    rest: &'t str,
    depth: usize,
}

type Parsed<T> = Result<T, &'static str>;

impl Parser<'_> {
    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\n', '\r', '\t']);
    }

    /// Steps over a word or mark if it comes next.
    fn take(&mut self, word: &str) -> bool {
        let rest = self.rest.strip_prefix(word);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn value(&mut self) -> Parsed<Value> {
        self.skip_blanks();
        match self.rest.as_bytes().first() {
            Some(b'"') => self.text().map(Value::Text),
            Some(b'[') => self.nested(Self::list),
            Some(b'{') => self.nested(Self::object),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ if self.take("null") => Ok(Value::Null),
            _ if self.take("true") => Ok(Value::Flag(true)),
            _ if self.take("false") => Ok(Value::Flag(false)),
            _ => Err("expected a value"),
        }
    }

    fn nested(&mut self, read: fn(&mut Self) -> Parsed<Value>) -> Parsed<Value> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("too many brackets in each other");
        }
        self.rest = &self.rest[1..];
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn list(&mut self) -> Parsed<Value> {
        let mut list = Vec::new();
        self.skip_blanks();
        if self.take("]") {
            return Ok(Value::List(list));
        }
        loop {
            list.push(self.value()?);
            self.skip_blanks();
            if self.take("]") {
                return Ok(Value::List(list));
            }
            if !self.take(",") {
                return Err("expected `,` or `]`");
            }
        }
    }

    fn object(&mut self) -> Parsed<Value> {
        let mut object = Map::new();
        self.skip_blanks();
        if self.take("}") {
            return Ok(Value::Object(object));
        }
        loop {
            self.skip_blanks();
            if !self.rest.starts_with('"') {
                return Err("expected a key in quotes");
            }
            let key = self.text()?;
            self.skip_blanks();
            if !self.take(":") {
                return Err("expected `:`");
            }
            object.insert(key, self.value()?);
            self.skip_blanks();
            if self.take("}") {
                return Ok(Value::Object(object));
            }
            if !self.take(",") {
                return Err("expected `,` or `}`");
            }
        }
    }

    fn number(&mut self) -> Parsed<Value> {
        let whole = self.rest;
        self.take("-");
        if !self.take("0") && !self.digits() {
            return Err("expected a digit");
        }
        if self.take(".") && !self.digits() {
            return Err("expected a digit after the point");
        }
        if self.take("e") || self.take("E") {
            let _ = self.take("+") || self.take("-");
            if !self.digits() {
                return Err("expected a digit in the exponent");
            }
        }
        Ok(Value::Number(whole[..whole.len() - self.rest.len()].to_owned()))
    }

    /// Steps over digits; false if there are none.
    fn digits(&mut self) -> bool {
        let rest = self.rest.trim_start_matches(|it: char| it.is_ascii_digit());
        let some = rest.len() < self.rest.len();
        self.rest = rest;
        some
    }

    /// Reads a text from its opening quote on.
    fn text(&mut self) -> Parsed<String> {
        let mut text = String::new();
        self.rest = &self.rest[1..];
        loop {
            let end = self.rest.find(|it| matches!(it, '"' | '\\' | '\0'..' '));
            let (plain, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
            text.push_str(plain);
            self.rest = rest;
            if self.take("\"") {
                return Ok(text);
            }
            if !self.take("\\") {
                return Err("expected `\"` at the end of a text, on the same line");
            }
            text.push(self.escaped()?);
        }
    }

    /// Reads what stands after a backslash.
    fn escaped(&mut self) -> Parsed<char> {
        const WRONG: &str = "this does not follow a `\\`";
        if self.take("u") {
            let first = self.unit()?;
            // A letter beyond the first 65,536 is written as two halves.
            if !(0xD800..0xDC00).contains(&first) {
                return char::from_u32(first).ok_or(WRONG);
            }
            let second = if self.take("\\u") { self.unit()? } else { 0 };
            let second = second.checked_sub(0xDC00).filter(|it| *it < 0x400).ok_or(WRONG)?;
            return char::from_u32(0x10000 + (first - 0xD800) * 0x400 + second).ok_or(WRONG);
        }
        let marks = ["\"", "\\", "/", "b", "f", "n", "r", "t"];
        let place = marks.iter().position(|mark| self.take(mark)).ok_or(WRONG)?;
        Ok(['"', '\\', '/', '\u{8}', '\u{c}', '\n', '\r', '\t'][place])
    }

    /// Four hexadecimal digits.
    fn unit(&mut self) -> Parsed<u32> {
        let digits = self.rest.get(..4).filter(|it| it.bytes().all(|it| it.is_ascii_hexdigit()));
        let digits = digits.ok_or("expected four hexadecimal digits")?;
        self.rest = &self.rest[4..];
        u32::from_str_radix(digits, 16).map_err(|_| "expected four hexadecimal digits")
    }
}
