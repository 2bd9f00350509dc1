//! Reads what postcard has written.
//!
//! A page loads this code before its first game, and serde's own way would be large: after each
//! of a thousand fields it asks whether reading went wrong, and cleans up. Here reading cannot go
//! wrong. [`Never`] has no values, so the compiler leaves out all that would follow an error;
//! what makes no sense is noted, and from there on everything reads as zero.

use std::fmt;

use serde::Deserializer;
use serde::de::{
    DeserializeSeed, EnumAccess, Error, IntoDeserializer, MapAccess, SeqAccess, VariantAccess,
    Visitor,
};

/// How deep lists may lie in lists: far deeper than in any pack that was read.
const DEEPEST: u32 = 500;

/// Bytes that are read from front to back.
pub(super) struct Source<'b> {
    rest: &'b [u8],
    damaged: bool,
    depth: u32,
}

impl<'b> Source<'b> {
    pub(super) const fn new(rest: &'b [u8]) -> Self {
        Self { rest, damaged: false, depth: 0 }
    }

    /// Whether everything made sense, to the last byte.
    pub(super) const fn is_whole(&self) -> bool {
        !self.damaged && self.rest.is_empty()
    }

    /// Notes that something makes no sense, and gives what is read in its place.
    #[cold]
    fn damage<T: Default>(&mut self) -> T {
        self.damaged = true;
        self.rest = &[];
        T::default()
    }

    fn take(&mut self, count: usize) -> &'b [u8] {
        let Some((taken, rest)) = self.rest.split_at_checked(count) else { return self.damage() };
        self.rest = rest;
        taken
    }

    fn byte(&mut self) -> u8 {
        self.take(1).first().copied().unwrap_or_default()
    }

    /// A number in groups of seven bits, the lowest first.
    #[inline(never)]
    fn number(&mut self) -> u64 {
        let mut number = 0;
        let mut shift = 0;
        while shift < u64::BITS {
            let byte = self.byte();
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return number;
            }
            shift += 7;
        }
        self.damage()
    }

    /// A number whose lowest bit is its sign.
    fn signed(&mut self) -> i64 {
        let number = self.number();
        (number >> 1).cast_signed() ^ -(number & 1).cast_signed()
    }

    /// A number that must be below `end`.
    fn below(&mut self, end: usize) -> usize {
        let number = usize::try_from(self.number()).unwrap_or(usize::MAX);
        if number < end { number } else { self.damage() }
    }

    /// How many follow. Each takes a byte at least.
    #[inline(never)]
    fn length(&mut self) -> usize {
        let most = self.rest.len();
        self.below(most.max(1))
    }

    #[inline(never)]
    fn text(&mut self) -> &'b str {
        let length = self.length();
        let bytes = self.take(length);
        std::str::from_utf8(bytes).unwrap_or_else(|_| self.damage())
    }

    /// Yes or no.
    fn flag(&mut self) -> bool {
        self.below(2) == 1
    }
}

/// An error that does not happen.
#[derive(Debug)]
pub(super) enum Never {}

impl Error for Never {
    fn custom<T: fmt::Display>(_: T) -> Self {
        unreachable!("every number is made to fit before it is handed on")
    }
}

impl fmt::Display for Never {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl std::error::Error for Never {}

impl<'b> Deserializer<'b> for &mut Source<'b> {
    type Error = Never;

    fn deserialize_any<V: Visitor<'b>>(self, _: V) -> Result<V::Value, Never> {
        unreachable!("every part of a pack says what it is")
    }

    fn deserialize_bool<V: Visitor<'b>>(self, visitor: V) -> Result<V::Value, Never> {
        visitor.visit_bool(self.flag())
    }

    fn deserialize_u8<V: Visitor<'b>>(self, visitor: V) -> Result<V::Value, Never> {
        visitor.visit_u8(self.byte())
    }

    fn deserialize_u16<V: Visitor<'b>>(self, visitor: V) -> Result<V::Value, Never> {
        let number = u16::try_from(self.number());
        visitor.visit_u16(number.unwrap_or_else(|_| self.damage()))
    }

    fn deserialize_u32<V: Visitor<'b>>(self, visitor: V) -> Result<V::Value, Never> {
        let number = u32::try_from(self.number());
        visitor.visit_u32(number.unwrap_or_else(|_| self.damage()))
    }

    fn deserialize_u64<V: Visitor<'b>>(self, visitor: V) -> Result<V::Value, Never> {
        visitor.visit_u64(self.number())
    }

    fn deserialize_i16<V: Visitor<'b>>(self, visitor: V) -> Result<V::Value, Never> {
        let number = i16::try_from(self.signed());
        visitor.visit_i16(number.unwrap_or_else(|_| self.damage()))
    }

    fn deserialize_i32<V: Visitor<'b>>(self, visitor: V) -> Result<V::Value, Never> {
        let number = i32::try_from(self.signed());
        visitor.visit_i32(number.unwrap_or_else(|_| self.damage()))
    }

    fn deserialize_i64<V: Visitor<'b>>(self, visitor: V) -> Result<V::Value, Never> {
        visitor.visit_i64(self.signed())
    }

    fn deserialize_char<V: Visitor<'b>>(self, visitor: V) -> Result<V::Value, Never> {
        let letter = self.text().chars().next();
        visitor.visit_char(letter.unwrap_or_else(|| self.damage()))
    }

    fn deserialize_str<V: Visitor<'b>>(self, visitor: V) -> Result<V::Value, Never> {
        visitor.visit_borrowed_str(self.text())
    }

    fn deserialize_string<V: Visitor<'b>>(self, visitor: V) -> Result<V::Value, Never> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'b>>(self, visitor: V) -> Result<V::Value, Never> {
        if self.flag() { visitor.visit_some(self) } else { visitor.visit_none() }
    }

    fn deserialize_unit_struct<V: Visitor<'b>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Never> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'b>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Never> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'b>>(self, visitor: V) -> Result<V::Value, Never> {
        self.depth += 1;
        let left = if self.depth > DEEPEST { self.damage() } else { self.length() };
        let read = visitor.visit_seq(Elements { source: &mut *self, left });
        self.depth -= 1;
        read
    }

    fn deserialize_map<V: Visitor<'b>>(self, visitor: V) -> Result<V::Value, Never> {
        let left = self.length();
        visitor.visit_map(Elements { source: self, left })
    }

    fn deserialize_tuple<V: Visitor<'b>>(self, _: usize, visitor: V) -> Result<V::Value, Never> {
        visitor.visit_seq(Fields(self))
    }

    fn deserialize_tuple_struct<V: Visitor<'b>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Never> {
        visitor.visit_seq(Fields(self))
    }

    fn deserialize_struct<V: Visitor<'b>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Never> {
        visitor.visit_seq(Fields(self))
    }

    fn deserialize_enum<V: Visitor<'b>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Never> {
        visitor.visit_enum(Variant { source: self, count: variants.len() })
    }

    fn is_human_readable(&self) -> bool {
        false
    }

    serde::forward_to_deserialize_any! {
        <V: Visitor<'b>> i8 i128 u128 f32 f64 bytes byte_buf unit identifier ignored_any
    }
}

/// What a list or a map holds.
struct Elements<'s, 'b> {
    source: &'s mut Source<'b>,
    left: usize,
}

impl Elements<'_, '_> {
    fn step(&mut self) -> bool {
        let more = self.left > 0;
        self.left -= usize::from(more);
        more
    }
}

impl<'b> SeqAccess<'b> for Elements<'_, 'b> {
    type Error = Never;

    #[inline(always)]
    fn next_element_seed<T: DeserializeSeed<'b>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Never> {
        if self.step() { seed.deserialize(&mut *self.source).map(Some) } else { Ok(None) }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

impl<'b> MapAccess<'b> for Elements<'_, 'b> {
    type Error = Never;

    fn next_key_seed<K: DeserializeSeed<'b>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Never> {
        if self.step() { seed.deserialize(&mut *self.source).map(Some) } else { Ok(None) }
    }

    fn next_value_seed<V: DeserializeSeed<'b>>(&mut self, seed: V) -> Result<V::Value, Never> {
        seed.deserialize(&mut *self.source)
    }
}

/// What a record holds: as many as are asked for.
struct Fields<'s, 'b>(&'s mut Source<'b>);

impl<'b> SeqAccess<'b> for Fields<'_, 'b> {
    type Error = Never;

    #[inline(always)]
    fn next_element_seed<T: DeserializeSeed<'b>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Never> {
        seed.deserialize(&mut *self.0).map(Some)
    }
}

/// One of several records.
struct Variant<'s, 'b> {
    source: &'s mut Source<'b>,
    count: usize,
}

impl<'s, 'b> EnumAccess<'b> for Variant<'s, 'b> {
    type Error = Never;
    type Variant = Fields<'s, 'b>;

    #[inline(always)]
    fn variant_seed<V: DeserializeSeed<'b>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Fields<'s, 'b>), Never> {
        let place = self.source.below(self.count);
        let variant = seed.deserialize(place.into_deserializer());
        variant.map(|it| (it, Fields(self.source)))
    }
}

impl<'b> VariantAccess<'b> for Fields<'_, 'b> {
    type Error = Never;

    fn unit_variant(self) -> Result<(), Never> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'b>>(self, seed: T) -> Result<T::Value, Never> {
        seed.deserialize(self.0)
    }

    fn tuple_variant<V: Visitor<'b>>(self, _: usize, visitor: V) -> Result<V::Value, Never> {
        visitor.visit_seq(self)
    }

    fn struct_variant<V: Visitor<'b>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Never> {
        visitor.visit_seq(self)
    }
}
