use std::fmt;
use std::ops::{Index, Range};

use barrow_small::{Map, Set};

use crate::error::SyntaxError;
use crate::parse::{Build, Scalar, parse};

/// Any JSON value, without positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Value {
    /// `null`
    #[default]
    Null,
    /// `true` or `false`
    Flag(bool),
    /// A number, as it is written.
    Number(String),
    /// A text.
    Text(String),
    /// `[...]`
    List(Vec<Value>),
    /// `{...}`, sorted by key.
    Object(Map<String, Value>),
}

const NOTHING: &Value = &Value::Null;

impl Value {
    /// Reads a text that is one value. If a key occurs more than once, the last one counts.
    pub fn parse(text: &str) -> Result<Self, JsonError> {
        parse(text, &mut Plain).map_err(|error| JsonError::new(text, &error))
    }

    /// Makes an object of these members; [`json!`](crate::json!) calls it.
    pub fn object(members: &mut [(&str, Self)]) -> Self {
        let mut object = Map::new();
        for (key, value) in members {
            object.insert((*key).to_owned(), std::mem::take(value));
        }
        Self::Object(object)
    }

    /// Returns the object with `more` members added; each replaces one with the same key. A
    /// value that is not an object stays as it is.
    pub fn with(mut self, more: Self) -> Self {
        if let (Self::Object(object), Self::Object(more)) = (&mut self, more) {
            object.extend(more);
        }
        self
    }

    /// Returns the member with this key, if the value is an object that has it.
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.as_object()?.get(key)
    }

    /// Returns the text, if the value is one.
    pub fn as_str(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// Returns the flag, if the value is `true` or `false`.
    pub const fn as_bool(&self) -> Option<bool> {
        if let Self::Flag(flag) = self { Some(*flag) } else { None }
    }

    /// Returns the number, if the value is one that fits.
    pub fn as_u64(&self) -> Option<u64> {
        if let Self::Number(number) = self { number.parse().ok() } else { None }
    }

    /// Returns the number, if the value is one that fits.
    pub fn as_i64(&self) -> Option<i64> {
        if let Self::Number(number) = self { number.parse().ok() } else { None }
    }

    /// Returns the items, if the value is a list.
    pub const fn as_array(&self) -> Option<&Vec<Self>> {
        if let Self::List(list) = self { Some(list) } else { None }
    }

    /// Returns the members, if the value is an object.
    pub const fn as_object(&self) -> Option<&Map<String, Self>> {
        if let Self::Object(object) = self { Some(object) } else { None }
    }
}

/// Returns the member with this key, or `null` if there is none.
impl Index<&str> for Value {
    type Output = Self;

    fn index(&self, key: &str) -> &Self {
        self.get(key).unwrap_or(NOTHING)
    }
}

/// Returns the item at this index, or `null` if there is none.
impl Index<usize> for Value {
    type Output = Self;

    fn index(&self, index: usize) -> &Self {
        self.as_array().and_then(|it| it.get(index)).unwrap_or(NOTHING)
    }
}

/// Builds [`Value`]s and drops positions.
struct Plain;

impl Build for Plain {
    type Tree = Value;
    type Object = Map<String, Value>;

    fn scalar(&mut self, scalar: Scalar, _: Range<usize>) -> Value {
        match scalar {
            Scalar::Null => Value::Null,
            Scalar::Flag(flag) => Value::Flag(flag),
            Scalar::Number(number) => Value::Number(number),
            Scalar::Text(text) => Value::Text(text),
        }
    }

    fn list(&mut self, items: Vec<Value>, _: Range<usize>) -> Value {
        Value::List(items)
    }

    fn add(&mut self, object: &mut Map<String, Value>, key: String, _: Range<usize>, value: Value) {
        object.insert(key, value);
    }

    fn object(&mut self, object: Map<String, Value>, _: Range<usize>) -> Value {
        Value::Object(object)
    }
}

/// Where a text is not JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonError {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in that line, counted from 1.
    pub column: usize,
}

impl JsonError {
    fn new(text: &str, error: &SyntaxError) -> Self {
        let before = &text[..error.range.start];
        let line = before.rsplit('\n').next().unwrap_or_default();
        let lines = before.matches('\n').count();
        Self { line: lines + 1, column: line.chars().count() + 1 }
    }
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column } = self;
        write!(f, "this is not JSON at line {line}, column {column}")
    }
}

impl std::error::Error for JsonError {}

impl FromIterator<Value> for Value {
    fn from_iter<I: IntoIterator<Item = Self>>(items: I) -> Self {
        Self::List(items.into_iter().collect())
    }
}

/// A type that can be written as JSON.
pub trait ToJson {
    /// Returns the value as JSON.
    fn to_json(&self) -> Value;
}

/// Makes a [`Value`]: an object with its members, a list, or anything that is [`ToJson`].
///
/// `json!({ "name": name, "floor": 3 })`, `json!([label, points])`
#[macro_export]
macro_rules! json {
    ({ $($key:literal : $value:expr),* $(,)? }) => {
        $crate::Value::object(&mut [$(($key, $crate::ToJson::to_json(&$value))),*])
    };
    ([ $($item:expr),* $(,)? ]) => {
        $crate::Value::List(vec![$($crate::ToJson::to_json(&$item)),*])
    };
    ($value:expr) => {
        $crate::ToJson::to_json(&$value)
    };
}

impl ToJson for Value {
    fn to_json(&self) -> Value {
        self.clone()
    }
}

impl ToJson for bool {
    fn to_json(&self) -> Value {
        Value::Flag(*self)
    }
}

impl ToJson for str {
    fn to_json(&self) -> Value {
        Value::Text(self.to_owned())
    }
}

impl ToJson for String {
    fn to_json(&self) -> Value {
        Value::Text(self.clone())
    }
}

impl ToJson for char {
    fn to_json(&self) -> Value {
        Value::Text(self.to_string())
    }
}

impl ToJson for i64 {
    fn to_json(&self) -> Value {
        Value::Number(self.to_string())
    }
}

impl ToJson for u64 {
    fn to_json(&self) -> Value {
        Value::Number(self.to_string())
    }
}

impl ToJson for i32 {
    fn to_json(&self) -> Value {
        i64::from(*self).to_json()
    }
}

impl ToJson for u32 {
    fn to_json(&self) -> Value {
        u64::from(*self).to_json()
    }
}

impl ToJson for u16 {
    fn to_json(&self) -> Value {
        u64::from(*self).to_json()
    }
}

impl ToJson for u8 {
    fn to_json(&self) -> Value {
        u64::from(*self).to_json()
    }
}

impl ToJson for usize {
    fn to_json(&self) -> Value {
        (*self as u64).to_json()
    }
}

impl<T: ToJson + ?Sized> ToJson for &T {
    fn to_json(&self) -> Value {
        (**self).to_json()
    }
}

impl<T: ToJson> ToJson for Option<T> {
    fn to_json(&self) -> Value {
        self.as_ref().map_or(Value::Null, ToJson::to_json)
    }
}

impl<T: ToJson> ToJson for Vec<T> {
    fn to_json(&self) -> Value {
        self.iter().map(ToJson::to_json).collect()
    }
}

impl<T: ToJson> ToJson for Map<String, T> {
    fn to_json(&self) -> Value {
        Value::Object(self.iter().map(|(key, it)| (key.clone(), it.to_json())).collect())
    }
}

impl<T: ToJson + Ord> ToJson for Set<T> {
    fn to_json(&self) -> Value {
        self.iter().map(ToJson::to_json).collect()
    }
}

impl PartialEq<&str> for Value {
    fn eq(&self, other: &&str) -> bool {
        *self == other.to_json()
    }
}

impl PartialEq<bool> for Value {
    fn eq(&self, other: &bool) -> bool {
        *self == other.to_json()
    }
}

impl PartialEq<i32> for Value {
    fn eq(&self, other: &i32) -> bool {
        *self == other.to_json()
    }
}
