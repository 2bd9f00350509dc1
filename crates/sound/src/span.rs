use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

/// A number of a recipe: a value, or a range from which a value is drawn each time it is played.
///
/// In JSON it is `5` or `[4, 6]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The smallest value.
    pub low: i32,
    /// The largest value.
    pub high: i32,
}

impl Span {
    /// Returns the span of a single value.
    pub const fn exactly(value: i32) -> Self {
        Self { low: value, high: value }
    }

    /// Returns the span from `low` to `high`, both included.
    pub const fn new(low: i32, high: i32) -> Self {
        Self { low, high }
    }

    /// Returns `true` if it is exactly zero.
    pub const fn is_zero(self) -> bool {
        self.low == 0 && self.high == 0
    }
}

impl Serialize for Span {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() && self.low == self.high {
            return serializer.serialize_i32(self.low);
        }
        (self.low, self.high).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Span {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return deserializer.deserialize_any(ValueOrRange);
        }
        let (low, high) = Deserialize::deserialize(deserializer)?;
        Ok(Self { low, high })
    }
}

struct ValueOrRange;

impl<'de> Visitor<'de> for ValueOrRange {
    type Value = Span;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number or [lowest, highest]")
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Span, E> {
        i32::try_from(value).map(Span::exactly).map_err(|_| E::custom("the number is too large"))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Span, E> {
        i32::try_from(value).map(Span::exactly).map_err(|_| E::custom("the number is too large"))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Span, A::Error> {
        let mut next = || values.next_element()?.ok_or_else(|| A::Error::invalid_length(1, &self));
        let (low, high) = (next()?, next()?);
        Ok(Span { low, high })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_is_written_as_a_number_or_a_range() {
        for (text, span) in [("5", Span::exactly(5)), ("[-4,6]", Span::new(-4, 6))] {
            assert_eq!(serde_json::from_str::<Span>(text).unwrap(), span);
            assert_eq!(serde_json::to_string(&span).unwrap(), text);
            let bytes = postcard::to_allocvec(&span).unwrap();
            assert_eq!(postcard::from_bytes::<Span>(&bytes).unwrap(), span);
        }
        assert!(serde_json::from_str::<Span>("[1]").is_err());
        assert!(serde_json::from_str::<Span>("99999999999").is_err());
    }
}
