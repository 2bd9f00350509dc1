use std::collections::BTreeSet;

use super::{Member, Node, Span, Value};

/// What is wrong with a text that should be JSON, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    pub span: Span,
    pub what: String,
}

/// Objects and lists inside each other: no game needs more, and a hostile file cannot
/// exhaust the stack.
const DEEPEST: u32 = 64;

/// Reads one JSON value and nothing after it, and gives all that is wrong with it. A key that
/// stands twice does not stop the reading.
pub fn parse(file: u16, text: &str) -> (Option<Node>, Vec<SyntaxError>) {
    // Some editors put a mark before UTF-8 text.
    let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut parser = Parser { file, text, at, depth: 0, doubled: Vec::new() };
    let node = parser.whole();
    let mut errors = parser.doubled;
    let node = node.map_err(|error| errors.push(error)).ok();
    (node, errors)
}

struct Parser<'a> {
    file: u16,
    text: &'a str,
    at: usize,
    depth: u32,
    /// Keys that stand in their object a second time.
    doubled: Vec<SyntaxError>,
}

type Parsed<T> = Result<T, SyntaxError>;

impl Parser<'_> {
    fn whole(&mut self) -> Parsed<Node> {
        self.skip_blanks();
        if self.peek().is_none() {
            return Err(self.error_here("the file is empty; write at least `{}`"));
        }
        let node = self.value()?;
        self.skip_blanks();
        if self.peek().is_some() {
            return Err(self.error_here("the file goes on after its value ended; remove the rest"));
        }
        Ok(node)
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

    fn span_from(&self, start: usize) -> Span {
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Span { file: self.file, start: place(start), end: place(self.at) }
    }

    fn error_here(&self, what: &str) -> SyntaxError {
        let mut span = self.span_from(self.at);
        let width = self.text[self.at..].chars().next().map_or(0, char::len_utf8);
        span.end += u32::try_from(width).unwrap_or_default();
        SyntaxError { span, what: what.into() }
    }

    fn value(&mut self) -> Parsed<Node> {
        let start = self.at;
        let value = match self.peek() {
            Some(b'{') => self.nested(Self::object)?,
            Some(b'[') => self.nested(Self::list)?,
            Some(b'"') => Value::Text(self.string()?),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            Some(b'a'..=b'z' | b'A'..=b'Z') => self.word()?,
            Some(b'/') => return Err(self.error_here("JSON has no comments; remove this one")),
            Some(b'\'') => return Err(self.error_here("a text stands in double quotes: \"...\"")),
            Some(b',') => return Err(self.error_here("a value is missing before this comma")),
            Some(b'}' | b']') => {
                return Err(
                    self.error_here("a value is missing here; is there a comma too many before?")
                );
            }
            Some(_) => {
                return Err(self
                    .error_here("this starts no value: expected a text, number, list or object"));
            }
            None => return Err(self.error_here("the file ends where a value is expected")),
        };
        Ok(Node { span: self.span_from(start), value })
    }

    fn nested(&mut self, read: fn(&mut Self) -> Parsed<Value>) -> Parsed<Value> {
        if self.depth == DEEPEST {
            return Err(self.error_here(&format!("nested deeper than {DEEPEST} levels")));
        }
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn list(&mut self) -> Parsed<Value> {
        let mut items = Vec::new();
        self.at += 1;
        self.skip_blanks();
        if self.eat(b']') {
            return Ok(Value::List(items));
        }
        loop {
            self.skip_blanks();
            items.push(self.value()?);
            self.skip_blanks();
            if self.eat(b']') {
                return Ok(Value::List(items));
            }
            self.comma("]")?;
        }
    }

    fn object(&mut self) -> Parsed<Value> {
        let mut members: Vec<Member> = Vec::new();
        self.at += 1;
        self.skip_blanks();
        if self.eat(b'}') {
            return Ok(Value::Object(members));
        }
        loop {
            self.skip_blanks();
            members.push(self.member()?);
            self.skip_blanks();
            if self.eat(b'}') {
                self.drop_doubled(&mut members);
                return Ok(Value::Object(members));
            }
            self.comma("}")?;
        }
    }

    /// Keeps the first of each key. Sorted, not compared each with each: an object of a
    /// million keys is only a large file.
    fn drop_doubled(&mut self, members: &mut Vec<Member>) {
        let mut order: Vec<usize> = (0..members.len()).collect();
        order.sort_by_key(|&at| (&members[at].key, at));
        let pairs = order.windows(2).filter(|pair| members[pair[0]].key == members[pair[1]].key);
        let doubled: BTreeSet<usize> = pairs.map(|pair| pair[1]).collect();
        if doubled.is_empty() {
            return;
        }
        for (at, member) in std::mem::take(members).into_iter().enumerate() {
            if doubled.contains(&at) {
                let what = format!("the key `{}` stands here a second time; keep one", member.key);
                self.doubled.push(SyntaxError { span: member.key_span, what });
            } else {
                members.push(member);
            }
        }
    }

    fn member(&mut self) -> Parsed<Member> {
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
        let key_span = self.span_from(start);
        self.skip_blanks();
        if !self.eat(b':') {
            return Err(self.error_here(&format!("a `:` is missing after the key `{key}`")));
        }
        self.skip_blanks();
        Ok(Member { key, key_span, value: self.value()? })
    }

    fn comma(&mut self, close: &str) -> Parsed<()> {
        if self.eat(b',') {
            return Ok(());
        }
        Err(self.error_here(&match self.peek() {
            None => format!("the file ends too early; is a `{close}` missing?"),
            Some(_) => format!("expected `,` or `{close}` here"),
        }))
    }

    fn word(&mut self) -> Parsed<Value> {
        let start = self.at;
        while self.peek().is_some_and(|it| it.is_ascii_alphanumeric() || it == b'_') {
            self.at += 1;
        }
        match &self.text[start..self.at] {
            "true" => Ok(Value::Flag(true)),
            "false" => Ok(Value::Flag(false)),
            "null" => Ok(Value::Null),
            word => {
                let what =
                    format!("`{word}` is no value; a text stands in double quotes: \"{word}\"");
                Err(SyntaxError { span: self.span_from(start), what })
            }
        }
    }

    fn number(&mut self) -> Parsed<Value> {
        let start = self.at;
        while matches!(self.peek(), Some(b'-' | b'+' | b'.' | b'0'..=b'9' | b'e' | b'E')) {
            self.at += 1;
        }
        let text = &self.text[start..self.at];
        if is_number(text) {
            return Ok(Value::Number(text.into()));
        }
        let what = format!("`{text}` is no number; write it like 12, -3 or 0.25");
        Err(SyntaxError { span: self.span_from(start), what })
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
                    let mut span = self.span_from(start);
                    span.end = span.start + 1;
                    return Err(SyntaxError {
                        span,
                        what: "this text never ends; is a `\"` missing?".into(),
                    });
                }
            }
        }
    }

    fn escape(&mut self) -> Parsed<char> {
        let start = self.at;
        self.at += 1;
        let letter = self.peek();
        self.at += 1;
        let escaped = match letter {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode(start),
            Some(_) | None => {
                self.at = start;
                return Err(self.error_here(
                    "`\\` starts an escape such as \\n or \\\"; write \\\\ for itself",
                ));
            }
        };
        Ok(escaped)
    }

    /// `\uXXXX`, or two of them that together make one character.
    fn unicode(&mut self, start: usize) -> Parsed<char> {
        let first = self.hex();
        let code = match first {
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

/// Whether the text is a number as JSON writes it: no leading zeros, digits on both sides of
/// the point.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Prints a tree on one line, so that a test can compare it.
    fn show(node: &Node) -> String {
        match &node.value {
            Value::Null => "null".into(),
            Value::Flag(flag) => flag.to_string(),
            Value::Number(number) => number.clone(),
            Value::Text(text) => format!("{text:?}"),
            Value::List(items) => {
                format!("[{}]", items.iter().map(show).collect::<Vec<_>>().join(","))
            }
            Value::Object(members) => {
                let shown = members.iter().map(|it| format!("{}:{}", it.key, show(&it.value)));
                format!("{{{}}}", shown.collect::<Vec<_>>().join(","))
            }
        }
    }

    fn check(text: &str, shown: &str) {
        assert_eq!(show(&parse(0, text).0.unwrap()), shown);
    }

    #[test]
    fn all_of_json_is_read() {
        check(
            r#" {"a": [1, -2.50, 1e3, true, null], "b": {}} "#,
            "{a:[1,-2.50,1e3,true,null],b:{}}",
        );
        check(r#""\u00e9\n\ud83d\ude00 \/ \\""#, "\"é\\n😀 / \\\\\"");
        check("[]", "[]");
    }

    #[test]
    fn every_value_knows_its_place() {
        let text = r#"{"key": [12, "é", 3]}"#;
        let node = parse(4, text).0.unwrap();
        let Value::List(items) = &node.get("key").unwrap().value else { panic!("a list") };
        let shown: Vec<&str> =
            items.iter().map(|it| &text[it.span.start as usize..it.span.end as usize]).collect();
        assert_eq!(shown, ["12", "\"é\"", "3"]);
        assert!(items.iter().all(|it| it.span.file == 4));
    }

    #[test]
    fn a_doubled_key_is_told_and_the_first_holds() {
        let (node, errors) = parse(0, r#"{"a": 1, "b": 2, "a": 3, "a": 4}"#);
        assert_eq!((show(&node.unwrap()).as_str(), errors.len()), ("{a:1,b:2}", 2));
    }

    #[test]
    fn a_mark_before_the_text_is_skipped() {
        check("\u{feff}{}", "{}");
    }

    fn refused(text: &str, place: &str, message: &str) {
        let error = parse(0, text).1.remove(0);
        let found = &text[error.span.start as usize..error.span.end as usize];
        assert_eq!((found, error.what.as_str()), (place, message), "{text}");
    }

    #[test]
    fn mistakes_say_what_to_do() {
        refused("", "", "the file is empty; write at least `{}`");
        refused("{} x", "x", "the file goes on after its value ended; remove the rest");
        refused(r#"{"a": 1,}"#, "}", "a key is missing here; is there a comma too many before?");
        refused("[1,]", "]", "a value is missing here; is there a comma too many before?");
        refused(r#"{"a" 1}"#, "1", "a `:` is missing after the key `a`");
        refused(r#"{"a": 1 "b": 2}"#, "\"", "expected `,` or `}` here");
        refused(r#"{"a": 1"#, "", "the file ends too early; is a `}` missing?");
        refused("{a: 1}", "a", "a key stands in double quotes: \"key\": value");
        refused("['x']", "'", "a text stands in double quotes: \"...\"");
        refused("[yes]", "yes", "`yes` is no value; a text stands in double quotes: \"yes\"");
        refused("[01]", "01", "`01` is no number; write it like 12, -3 or 0.25");
        refused("[1.]", "1.", "`1.` is no number; write it like 12, -3 or 0.25");
        refused("[\"a", "\"", "this text never ends; is a `\"` missing?");
        refused("[\"a\nb\"]", "\n", "a text cannot hold a line break or tab; write \\n or \\t");
        refused(
            r#"["\q"]"#,
            "\\",
            "`\\` starts an escape such as \\n or \\\"; write \\\\ for itself",
        );
        refused(
            r#"["\ud800"]"#,
            "\\",
            "a \\u escape names no character; write \\u and four hexadecimal digits",
        );
        refused("// hi\n{}", "/", "JSON has no comments; remove this one");
        refused(r#"{"a": 1, "a": 2}"#, "\"a\"", "the key `a` stands here a second time; keep one");
        refused("[é]", "é", "this starts no value: expected a text, number, list or object");
        refused(&"[".repeat(100_000), "[", "nested deeper than 64 levels");
    }
}
