//! JSON values that know their position in the file.
//!
//! A value stays a slice of the text until it is read, and then only its own level is parsed. So
//! numbers keep their digits, the tiles of a layer are parsed straight into their list, and every
//! problem has a line and a column.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

use crate::{Color, Decimal, Fixed, Point, Problem};

/// One JSON value.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    /// The whole file.
    text: &'a str,
    /// The part of it that is the value. It is valid JSON.
    raw: &'a str,
}

impl<'a> Node<'a> {
    /// Checks that a whole file is valid JSON.
    pub fn parse(text: &'a str) -> Result<Self, Problem> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.trim().is_empty() {
            return Err(Problem::new("the file is empty"));
        }
        if text.trim_start().starts_with('<') {
            return Err(Problem::new(
                "this is XML, not JSON; in Tiled, save it as .tmj, .tsj or .tj",
            ));
        }
        let raw: &RawValue = serde_json::from_str(text).map_err(|error| not_json(&error))?;
        Ok(Self { text, raw: raw.get() })
    }

    /// Returns a problem at the position of this value.
    pub fn problem(self, reason: impl Into<String>) -> Problem {
        Problem { at: Some(self.position()), ..Problem::new(reason) }
    }

    fn position(self) -> (usize, usize) {
        let start = self.raw.as_ptr().addr().saturating_sub(self.text.as_ptr().addr());
        let before = self.text.get(..start).unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }

    fn wrong(self, wanted: &str) -> Problem {
        self.problem(format!("expected {wanted}, found {}", self.shown()))
    }

    /// Describes the value in a few words, for messages.
    fn shown(self) -> String {
        match self.raw.as_bytes().first() {
            Some(b'{') => "an object".to_owned(),
            Some(b'[') => "a list".to_owned(),
            Some(b'"') if self.raw.len() > 40 => "a string".to_owned(),
            _ if self.raw.len() > 40 => "a long number".to_owned(),
            _ => self.raw.to_owned(),
        }
    }

    pub fn is_null(self) -> bool {
        self.raw == "null"
    }

    pub fn is_object(self) -> bool {
        self.raw.starts_with('{')
    }

    pub fn is_list(self) -> bool {
        self.raw.starts_with('[')
    }

    pub fn is_string(self) -> bool {
        self.raw.starts_with('"')
    }

    pub fn is_boolean(self) -> bool {
        matches!(self.raw, "true" | "false")
    }

    pub fn fields(self) -> Result<Fields<'a>, Problem> {
        if !self.is_object() {
            return Err(self.wrong("an object"));
        }
        let members = serde_json::from_str(self.raw)
            .map_err(|_| self.problem("a key of this object has an invalid \\ escape"))?;
        Ok(Fields { node: self, members })
    }

    pub fn items(self) -> Result<Vec<Self>, Problem> {
        let items: Vec<&'a RawValue> =
            serde_json::from_str(self.raw).map_err(|_| self.wrong("a list"))?;
        Ok(items.into_iter().map(|item| Self { text: self.text, raw: item.get() }).collect())
    }

    pub fn string(self) -> Result<String, Problem> {
        if !self.is_string() {
            return Err(self.wrong("a string"));
        }
        serde_json::from_str(self.raw)
            .map_err(|_| self.problem("this string has an invalid \\ escape"))
    }

    pub fn boolean(self) -> Result<bool, Problem> {
        self.raw.parse().map_err(|_| self.wrong("true or false"))
    }

    pub fn unsigned(self) -> Result<u32, Problem> {
        self.raw.parse().map_err(|_| self.wrong("a whole number from 0 to 4294967295"))
    }

    pub fn signed(self) -> Result<i32, Problem> {
        self.raw.parse().map_err(|_| self.wrong("a whole number from -2147483648 to 2147483647"))
    }

    pub fn long(self) -> Result<i64, Problem> {
        self.whole().ok_or_else(|| self.wrong("a whole number"))
    }

    /// Returns the value if it is a whole number.
    pub fn whole(self) -> Option<i64> {
        self.raw.parse().ok()
    }

    pub fn decimal(self) -> Result<Decimal, Problem> {
        match self.raw.as_bytes().first() {
            Some(b'-' | b'0'..=b'9') => Ok(Decimal::from_json(self.raw)),
            _ => Err(self.wrong("a number")),
        }
    }

    pub fn fixed(self) -> Result<Fixed, Problem> {
        self.decimal()?.fixed().ok_or_else(|| {
            self.problem(format!("{} is too large; the maximum is 2000000000", self.shown()))
        })
    }

    /// Reads a point of a polygon.
    pub fn point(self) -> Result<Point, Problem> {
        let fields = self.fields()?;
        Ok(Point { x: fields.require("x", Self::fixed)?, y: fields.require("y", Self::fixed)? })
    }

    /// Reads a color; an empty string means none.
    pub fn color(self) -> Result<Option<Color>, Problem> {
        let text = self.string()?;
        if text.is_empty() {
            return Ok(None);
        }
        let color = Color::from_text(&text);
        color.map(Some).ok_or_else(|| self.wrong("a color like #RRGGBB or #AARRGGBB"))
    }

    /// Reads a list of numbers, such as the tiles of a layer.
    pub fn numbers(self) -> Result<Vec<u32>, Problem> {
        if let Ok(numbers) = serde_json::from_str(self.raw) {
            return Ok(numbers);
        }
        // Read again, item by item, to find the one that is wrong.
        self.items()?.into_iter().map(Self::unsigned).collect()
    }
}

/// The members of a JSON object. A member that is `null` counts as missing. Unknown keys come from
/// a newer version of Tiled and are ignored.
pub struct Fields<'a> {
    node: Node<'a>,
    members: BTreeMap<String, &'a RawValue>,
}

impl<'a> Fields<'a> {
    pub fn get(&self, key: &str) -> Option<Node<'a>> {
        let raw = self.members.get(key)?.get();
        Some(Node { text: self.node.text, raw }).filter(|it| !it.is_null())
    }

    pub fn required(&self, key: &str) -> Result<Node<'a>, Problem> {
        self.get(key).ok_or_else(|| self.node.problem(format!("\"{key}\" is missing")))
    }

    /// Reads a required member; problems mention the key.
    pub fn require<T>(
        &self,
        key: &str,
        read: impl FnOnce(Node<'a>) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        read(self.required(key)?).map_err(|problem| problem.within(&format!("\"{key}\"")))
    }

    /// Returns all members, sorted by key.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Node<'a>)> {
        let text = self.node.text;
        self.members.iter().map(move |(key, raw)| (key.as_str(), Node { text, raw: raw.get() }))
    }

    /// Reads an optional member; problems mention the key.
    pub fn read<T>(
        &self,
        key: &str,
        read: impl FnOnce(Node<'a>) -> Result<T, Problem>,
    ) -> Result<Option<T>, Problem> {
        let found = self.get(key).map(read).transpose();
        found.map_err(|problem| problem.within(&format!("\"{key}\"")))
    }

    pub fn string(&self, key: &str) -> Result<Option<String>, Problem> {
        self.read(key, Node::string)
    }

    /// Reads a string, empty if missing.
    pub fn text(&self, key: &str) -> Result<String, Problem> {
        Ok(self.string(key)?.unwrap_or_default())
    }

    /// Reads a boolean, `false` if missing.
    pub fn flag(&self, key: &str) -> Result<bool, Problem> {
        Ok(self.read(key, Node::boolean)?.unwrap_or(false))
    }

    pub fn unsigned(&self, key: &str) -> Result<Option<u32>, Problem> {
        self.read(key, Node::unsigned)
    }

    /// Reads a whole number, 0 if missing.
    pub fn count(&self, key: &str) -> Result<u32, Problem> {
        Ok(self.unsigned(key)?.unwrap_or(0))
    }

    /// Reads a whole number that may be negative, 0 if missing.
    pub fn signed(&self, key: &str) -> Result<i32, Problem> {
        Ok(self.read(key, Node::signed)?.unwrap_or(0))
    }

    pub fn fixed(&self, key: &str) -> Result<Option<Fixed>, Problem> {
        self.read(key, Node::fixed)
    }

    /// Reads a number for each axis, `default` if missing.
    pub fn point(&self, x: &str, y: &str, default: Fixed) -> Result<Point, Problem> {
        Ok(Point { x: self.fixed(x)?.unwrap_or(default), y: self.fixed(y)?.unwrap_or(default) })
    }

    pub fn color(&self, key: &str) -> Result<Option<Color>, Problem> {
        Ok(self.read(key, Node::color)?.flatten())
    }

    /// Reads a list, empty if missing.
    pub fn list(&self, key: &str) -> Result<Vec<Node<'a>>, Problem> {
        Ok(self.read(key, Node::items)?.unwrap_or_default())
    }

    /// Reads the class of an object or a tile: Tiled 1.9 wrote `class`, all others write `type`.
    pub fn class_or_type(&self) -> Result<Option<String>, Problem> {
        let class = self.string("class")?.filter(|it| !it.is_empty());
        Ok(class.or(self.string("type")?))
    }
}

/// Converts a syntax error, with a plainer message if there is one.
fn not_json(error: &serde_json::Error) -> Problem {
    let reason = if error.is_eof() {
        "the file ends too early; it was cut off or not saved to its end".to_owned()
    } else {
        let message = error.to_string();
        let cause = message.split(" at line ").next().unwrap_or_default();
        format!("this is not JSON: {cause}")
    };
    Problem { at: Some((error.line(), error.column())), ..Problem::new(reason) }
}
