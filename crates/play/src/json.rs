//! JSON for profiles and for what a page is told. It is small, because it is part of the page:
//! `serde_json` brought 90 KB of wasm with it. Numbers are kept as they are written, so that
//! none is rounded.

mod parse;
#[cfg(test)]
mod tests;
mod write;

use std::ops::Index;

use barrow_sorted::{Map, Set};

pub use parse::JsonError;

/// Anything that JSON can say.
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
    /// A list.
    List(Vec<Value>),
    /// Members by their keys.
    Object(Map<String, Value>),
}

const NOTHING: &Value = &Value::Null;

impl Value {
    /// Reads a text that is one value.
    pub fn parse(text: &str) -> Result<Self, JsonError> {
        parse::parse(text)
    }

    /// An object with these members; for [`json!`](crate::json!).
    pub fn object(members: &mut [(&str, Self)]) -> Self {
        let mut object = Map::new();
        for (key, value) in members {
            object.insert((*key).to_owned(), std::mem::take(value));
        }
        Self::Object(object)
    }

    /// The same with more members, each in place of one with the same key. What is no object
    /// stays as it is.
    pub fn with(mut self, more: Self) -> Self {
        if let (Self::Object(object), Self::Object(more)) = (&mut self, more) {
            object.extend(more);
        }
        self
    }

    /// The member of an object.
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.as_object()?.get(key)
    }

    /// The text that it is.
    pub fn as_str(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// The truth that it is.
    pub const fn as_bool(&self) -> Option<bool> {
        if let Self::Flag(flag) = self { Some(*flag) } else { None }
    }

    /// The whole number that it is, from 0.
    pub fn as_u64(&self) -> Option<u64> {
        if let Self::Number(number) = self { number.parse().ok() } else { None }
    }

    /// The whole number that it is.
    pub fn as_i64(&self) -> Option<i64> {
        if let Self::Number(number) = self { number.parse().ok() } else { None }
    }

    /// The list that it is.
    pub const fn as_array(&self) -> Option<&Vec<Self>> {
        if let Self::List(list) = self { Some(list) } else { None }
    }

    /// The object that it is.
    pub const fn as_object(&self) -> Option<&Map<String, Self>> {
        if let Self::Object(object) = self { Some(object) } else { None }
    }
}

/// The member of an object; `null` if there is none.
impl Index<&str> for Value {
    type Output = Self;

    fn index(&self, key: &str) -> &Self {
        self.get(key).unwrap_or(NOTHING)
    }
}

/// The item of a list; `null` if there is none.
impl Index<usize> for Value {
    type Output = Self;

    fn index(&self, place: usize) -> &Self {
        self.as_array().and_then(|it| it.get(place)).unwrap_or(NOTHING)
    }
}

impl FromIterator<Value> for Value {
    fn from_iter<I: IntoIterator<Item = Self>>(items: I) -> Self {
        Self::List(items.into_iter().collect())
    }
}

/// What can be said in JSON.
pub trait ToJson {
    /// The same in JSON.
    fn to_json(&self) -> Value;
}

/// A value in JSON: an object with its members, a list, or anything that is [`ToJson`].
///
/// `json!({ "name": name, "floor": 3 })`, `json!([label, points])`
#[macro_export]
macro_rules! json {
    ({ $($key:literal : $value:expr),* $(,)? }) => {
        $crate::json::Value::object(&mut [$(($key, $crate::json::ToJson::to_json(&$value))),*])
    };
    ([ $($item:expr),* $(,)? ]) => {
        $crate::json::Value::List(vec![$($crate::json::ToJson::to_json(&$item)),*])
    };
    ($value:expr) => {
        $crate::json::ToJson::to_json(&$value)
    };
}

pub use crate::json;

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
