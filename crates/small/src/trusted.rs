//! A reader of postcard's format that cannot fail.
//!
//! The caller has compared a checksum, so the bytes are as they were written. The error type has
//! no values, and the compiler leaves out the code that would hand errors up from every field of
//! every record: half of all decoding. Should the bytes make no sense all the same, because
//! another build wrote them, the reader remembers that and reads zeros from there on.

mod access;

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Expected, Unexpected, Visitor};

use access::{Choice, Fields, Items};

/// The maximum depth of nested lists, far more than in any pack.
const MAX_DEPTH: u32 = 500;

/// Reads a value that postcard wrote, from all of `bytes`. Returns `None` if they make no sense.
///
/// Compare a checksum of the bytes first: damaged ones may be read as a wrong value.
pub fn read_trusted<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Option<T> {
    let mut reader = Reader { rest: bytes, damaged: false, depth: 0 };
    let Ok(value) = T::deserialize(&mut reader);
    reader.is_whole().then_some(value)
}

/// The bytes that are left to read.
struct Reader<'de> {
    rest: &'de [u8],
    damaged: bool,
    depth: u32,
}

/// An error that never happens: it has no values, so no code is compiled for it.
#[derive(Debug)]
enum Never {}

impl fmt::Display for Never {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl std::error::Error for Never {}

// These methods drop serde's messages, which would bring in code that prints floats and more. They
// are inlined into the crates of the types that are read, so that their texts are dropped as well.
#[allow(clippy::inline_always, reason = "see above")]
impl Error for Never {
    #[inline(always)]
    fn custom<T: fmt::Display>(_: T) -> Self {
        unfit()
    }

    #[inline(always)]
    fn invalid_type(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        unfit()
    }

    #[inline(always)]
    fn invalid_value(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        unfit()
    }

    #[inline(always)]
    fn invalid_length(_: usize, _: &dyn Expected) -> Self {
        unfit()
    }
}

#[cold]
#[inline]
fn unfit() -> Never {
    unreachable!("the reader passes on only values that fit")
}

impl<'de> Reader<'de> {
    /// Returns whether all bytes were read and made sense.
    const fn is_whole(&self) -> bool {
        !self.damaged && self.rest.is_empty()
    }

    /// Remembers that the bytes make no sense, and returns what to read instead.
    #[cold]
    fn damage<T: Default>(&mut self) -> T {
        self.damaged = true;
        self.rest = &[];
        T::default()
    }

    #[inline(never)]
    fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.rest.split_first() else { return self.damage() };
        self.rest = rest;
        *first
    }

    /// Reads a number: seven bits a byte, the lowest first. The highest bit says that more follow.
    #[inline(never)]
    fn number(&mut self) -> u64 {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte();
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                break;
            }
        }
        number
    }

    /// Reads a number whose sign is in the lowest bit.
    fn signed(&mut self) -> i64 {
        let number = self.number();
        (number >> 1).cast_signed() ^ -(number & 1).cast_signed()
    }

    /// Reads a number that must be below `end`.
    #[inline(never)]
    fn below(&mut self, end: usize) -> usize {
        let number = usize::try_from(self.number()).unwrap_or(usize::MAX);
        if number < end { number } else { self.damage() }
    }

    /// Reads the number of items that follow. Each takes a byte or more, so that no number can
    /// fill the memory.
    fn count(&mut self) -> usize {
        let number = usize::try_from(self.number()).unwrap_or(usize::MAX);
        if number <= self.rest.len() { number } else { self.damage() }
    }

    /// Begins a list and returns its number of items.
    #[inline(never)]
    fn enter(&mut self) -> usize {
        self.depth += 1;
        if self.depth > MAX_DEPTH { self.damage() } else { self.count() }
    }

    #[inline(never)]
    fn text(&mut self) -> &'de str {
        let length = self.count();
        let (text, rest) = self.rest.split_at(length);
        self.rest = rest;
        str::from_utf8(text).unwrap_or_else(|_| self.damage())
    }
}

// All of this is glue between a record and the few functions above, so it is always inlined.
#[allow(clippy::inline_always, reason = "a call would take more bytes than what it calls")]
#[allow(clippy::cast_possible_truncation, reason = "what was written as a small number is one")]
impl<'de> Deserializer<'de> for &mut Reader<'de> {
    type Error = Never;

    #[inline(always)]
    fn is_human_readable(&self) -> bool {
        false
    }

    #[inline(always)]
    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        visitor.visit_bool(self.byte() != 0)
    }

    #[inline(always)]
    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        visitor.visit_u8(self.byte())
    }

    #[inline(always)]
    fn deserialize_i8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        visitor.visit_i8(self.byte().cast_signed())
    }

    #[inline(always)]
    fn deserialize_u16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        visitor.visit_u16(self.number() as u16)
    }

    #[inline(always)]
    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        visitor.visit_u32(self.number() as u32)
    }

    #[inline(always)]
    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        visitor.visit_u64(self.number())
    }

    #[inline(always)]
    fn deserialize_i16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        visitor.visit_i16(self.signed() as i16)
    }

    #[inline(always)]
    fn deserialize_i32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        visitor.visit_i32(self.signed() as i32)
    }

    #[inline(always)]
    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        visitor.visit_i64(self.signed())
    }

    #[inline(always)]
    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        visitor.visit_char(self.text().chars().next().unwrap_or_default())
    }

    #[inline(always)]
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        visitor.visit_borrowed_str(self.text())
    }

    #[inline(always)]
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        visitor.visit_borrowed_str(self.text())
    }

    #[inline(always)]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        if self.byte() == 0 { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    #[inline(always)]
    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        visitor.visit_unit()
    }

    #[inline(always)]
    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Never> {
        visitor.visit_unit()
    }

    #[inline(always)]
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Never> {
        visitor.visit_newtype_struct(self)
    }

    #[inline(always)]
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        let left = self.enter();
        let list = visitor.visit_seq(Items { reader: &mut *self, left });
        self.depth -= 1;
        list
    }

    #[inline(always)]
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        let left = self.count();
        visitor.visit_map(Items { reader: self, left })
    }

    #[inline(always)]
    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Never> {
        visitor.visit_seq(Fields(self))
    }

    #[inline(always)]
    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Never> {
        visitor.visit_seq(Fields(self))
    }

    #[inline(always)]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Never> {
        visitor.visit_seq(Fields(self))
    }

    #[inline(always)]
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Never> {
        visitor.visit_enum(Choice { reader: self, variants: variants.len() })
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Never> {
        unreachable!("every type of a pack says what it reads")
    }

    serde::forward_to_deserialize_any! {
        i128 u128 f32 f64 bytes byte_buf identifier ignored_any
    }
}
