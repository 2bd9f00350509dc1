use std::ops::Range;

/// What a text that should be JSON has wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The bytes of the text that are wrong.
    pub range: Range<usize>,
    /// What is wrong, and what to write instead.
    pub what: String,
}

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

/// A key and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member<T> {
    /// The key.
    pub key: String,
    /// The bytes of the key, with its quotes.
    pub key_range: Range<usize>,
    /// The value.
    pub value: T,
}

/// Builds a tree from the values that the parser finds, innermost first. Each comes with the
/// bytes of the text where it stands; a tree may keep them.
pub trait Build {
    /// The tree.
    type Tree;

    /// Makes a value that holds no others.
    fn scalar(&mut self, scalar: Scalar, range: Range<usize>) -> Self::Tree;

    /// Makes a list.
    fn list(&mut self, items: Vec<Self::Tree>, range: Range<usize>) -> Self::Tree;

    /// Makes an object. The members come as written: a key may occur more than once.
    fn object(&mut self, members: Vec<Member<Self::Tree>>, range: Range<usize>) -> Self::Tree;
}

/// Objects and lists may be nested this deep. Nothing needs more, and a hostile file cannot
/// exhaust the stack.
const MAX_DEPTH: u32 = 64;

/// Reads a text that is one JSON value and nothing else.
pub fn parse<B: Build>(text: &str, build: &mut B) -> Result<B::Tree, SyntaxError> {
    // Some editors put a byte order mark before UTF-8 text.
    let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    Parser { build, text, at, depth: 0 }.document()
}

struct Parser<'a, B> {
    build: &'a mut B,
    text: &'a str,
    /// The next byte to read.
    at: usize,
    depth: u32,
}

type Parsed<T> = Result<T, SyntaxError>;

impl<B: Build> Parser<'_, B> {
    fn document(&mut self) -> Parsed<B::Tree> {
        self.skip_blanks();
        if self.peek().is_none() {
            return Err(self.error_here("the file is empty; write at least `{}`"));
        }
        let tree = self.value()?;
        self.skip_blanks();
        if self.peek().is_some() {
            return Err(self.error_here("the file goes on after its value ended; remove the rest"));
        }
        Ok(tree)
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

    /// Returns an error at the next character.
    fn error_here(&self, what: &str) -> SyntaxError {
        let width = self.text[self.at..].chars().next().map_or(0, char::len_utf8);
        SyntaxError { range: self.at..self.at + width, what: what.into() }
    }

    fn value(&mut self) -> Parsed<B::Tree> {
        let start = self.at;
        let scalar = match self.peek() {
            Some(b'{') => return self.nested(Self::object),
            Some(b'[') => return self.nested(Self::list),
            Some(b'"') => Scalar::Text(self.string()?),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            Some(b'a'..=b'z' | b'A'..=b'Z') => self.word()?,
            found => return Err(self.error_here(why_no_value(found))),
        };
        Ok(self.build.scalar(scalar, start..self.at))
    }

    fn nested(&mut self, read: fn(&mut Self) -> Parsed<B::Tree>) -> Parsed<B::Tree> {
        if self.depth == MAX_DEPTH {
            return Err(self.error_here(&format!("nested deeper than {MAX_DEPTH} levels")));
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
                self.comma("]")?;
            }
            items.push(self.value()?);
            self.skip_blanks();
        }
        Ok(self.build.list(items, start..self.at))
    }

    fn object(&mut self) -> Parsed<B::Tree> {
        let start = self.at;
        let mut members = Vec::new();
        self.at += 1;
        self.skip_blanks();
        while !self.eat(b'}') {
            if !members.is_empty() {
                self.comma("}")?;
            }
            members.push(self.member()?);
            self.skip_blanks();
        }
        Ok(self.build.object(members, start..self.at))
    }

    fn member(&mut self) -> Parsed<Member<B::Tree>> {
        let start = self.at;
        if self.peek() != Some(b'"') {
            return Err(self.error_here(match self.peek() {
                Some(b'}') => "a key is missing here; is there a comma too many before?",
                Some(b'/') => "JSON has no comments; remove this one",
                Some(_) => "a key stands in double quotes: \"key\": value",
                None => "the file ends inside an object; is a `}` missing?",
            }));
        }
        let key = self.string()?;
        let key_range = start..self.at;
        self.skip_blanks();
        if !self.eat(b':') {
            return Err(self.error_here(&format!("a `:` is missing after the key `{key}`")));
        }
        self.skip_blanks();
        Ok(Member { key, key_range, value: self.value()? })
    }

    /// Steps over a comma between two items, and the blanks behind it.
    fn comma(&mut self, close: &str) -> Parsed<()> {
        if self.eat(b',') {
            self.skip_blanks();
            return Ok(());
        }
        Err(self.error_here(&match self.peek() {
            None => format!("the file ends too early; is a `{close}` missing?"),
            Some(_) => format!("expected `,` or `{close}` here"),
        }))
    }

    fn word(&mut self) -> Parsed<Scalar> {
        let start = self.at;
        while self.peek().is_some_and(|it| it.is_ascii_alphanumeric() || it == b'_') {
            self.at += 1;
        }
        match &self.text[start..self.at] {
            "true" => Ok(Scalar::Flag(true)),
            "false" => Ok(Scalar::Flag(false)),
            "null" => Ok(Scalar::Null),
            word => {
                let what =
                    format!("`{word}` is no value; a text stands in double quotes: \"{word}\"");
                Err(SyntaxError { range: start..self.at, what })
            }
        }
    }

    fn number(&mut self) -> Parsed<Scalar> {
        let start = self.at;
        while matches!(self.peek(), Some(b'-' | b'+' | b'.' | b'0'..=b'9' | b'e' | b'E')) {
            self.at += 1;
        }
        let text = &self.text[start..self.at];
        if is_number(text) {
            return Ok(Scalar::Number(text.into()));
        }
        let what = format!("`{text}` is no number; write it like 12, -3 or 0.25");
        Err(SyntaxError { range: start..self.at, what })
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
                    return Ok(text);
                }
                Some(b'\\') => text.push(self.escape()?),
                Some(_) => {
                    return Err(
                        self.error_here("a text cannot hold a line break or tab; write \\n or \\t")
                    );
                }
                None => {
                    let what = "this text never ends; is a `\"` missing?".into();
                    return Err(SyntaxError { range: start..start + 1, what });
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
            return Ok(escaped);
        }
        self.at = start;
        Err(self.error_here("`\\` starts an escape such as \\n or \\\"; write \\\\ for itself"))
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
        code.and_then(char::from_u32).ok_or_else(|| {
            self.at = start;
            self.error_here(
                "a \\u escape names no character; write \\u and four hexadecimal digits",
            )
        })
    }

    fn hex(&mut self) -> Option<u32> {
        let digits = self.text.get(self.at..self.at + 4)?;
        let all = digits.bytes().all(|it| it.is_ascii_hexdigit());
        self.at += 4;
        u32::from_str_radix(digits, 16).ok().filter(|_| all)
    }
}

/// Explains why a value cannot start with this byte.
const fn why_no_value(found: Option<u8>) -> &'static str {
    match found {
        Some(b'/') => "JSON has no comments; remove this one",
        Some(b'\'') => "a text stands in double quotes: \"...\"",
        Some(b',') => "a value is missing before this comma",
        Some(b'}' | b']') => "a value is missing here; is there a comma too many before?",
        Some(_) => "this starts no value: expected a text, number, list or object",
        None => "the file ends where a value is expected",
    }
}

/// Returns whether the text is a number as JSON writes it: no leading zeros, and digits on both
/// sides of the point.
fn is_number(text: &str) -> bool {
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    };
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit());
    let unsigned = mantissa.strip_prefix('-').unwrap_or(mantissa);
    let (whole, fraction) = match unsigned.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (unsigned, None),
    };
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(|it| digits(it.strip_prefix(['+', '-']).unwrap_or(it)))
}
