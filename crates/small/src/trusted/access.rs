//! Reads the parts of records, variants, lists and maps one after the other.

use serde::de::{
    DeserializeSeed, EnumAccess, IntoDeserializer, MapAccess, SeqAccess, VariantAccess, Visitor,
};

use super::{Never, Reader};

/// Reads the fields of a record. None may be left out.
pub(super) struct Fields<'r, 'de>(pub(super) &'r mut Reader<'de>);

#[allow(clippy::inline_always, reason = "glue, as in `trusted.rs`")]
impl<'de> SeqAccess<'de> for Fields<'_, 'de> {
    type Error = Never;

    #[inline(always)]
    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Never> {
        seed.deserialize(&mut *self.0).map(Some)
    }
}

/// Reads one of several variants.
pub(super) struct Choice<'r, 'de> {
    pub(super) reader: &'r mut Reader<'de>,
    pub(super) variants: usize,
}

#[allow(clippy::inline_always, reason = "glue, as in `trusted.rs`")]
impl<'r, 'de> EnumAccess<'de> for Choice<'r, 'de> {
    type Error = Never;
    type Variant = Fields<'r, 'de>;

    #[inline(always)]
    fn variant_seed<T: DeserializeSeed<'de>>(
        self,
        seed: T,
    ) -> Result<(T::Value, Self::Variant), Never> {
        let variant = self.reader.below(self.variants);
        seed.deserialize(variant.into_deserializer()).map(|it| (it, Fields(self.reader)))
    }
}

#[allow(clippy::inline_always, reason = "glue, as in `trusted.rs`")]
impl<'de> VariantAccess<'de> for Fields<'_, 'de> {
    type Error = Never;

    #[inline(always)]
    fn unit_variant(self) -> Result<(), Never> {
        Ok(())
    }

    #[inline(always)]
    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Never> {
        seed.deserialize(self.0)
    }

    #[inline(always)]
    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Never> {
        visitor.visit_seq(self)
    }

    #[inline(always)]
    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Never> {
        visitor.visit_seq(self)
    }
}

/// Reads the items of a list or a map.
pub(super) struct Items<'r, 'de> {
    pub(super) reader: &'r mut Reader<'de>,
    pub(super) left: usize,
}

impl Items<'_, '_> {
    const fn next(&mut self) -> bool {
        let more = self.left > 0;
        self.left = self.left.saturating_sub(1);
        more
    }
}

#[allow(clippy::inline_always, reason = "glue, as in `trusted.rs`")]
impl<'de> SeqAccess<'de> for Items<'_, 'de> {
    type Error = Never;

    #[inline(always)]
    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Never> {
        if self.next() { seed.deserialize(&mut *self.reader).map(Some) } else { Ok(None) }
    }

    #[inline(always)]
    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

#[allow(clippy::inline_always, reason = "glue, as in `trusted.rs`")]
impl<'de> MapAccess<'de> for Items<'_, 'de> {
    type Error = Never;

    #[inline(always)]
    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Never> {
        if self.next() { seed.deserialize(&mut *self.reader).map(Some) } else { Ok(None) }
    }

    #[inline(always)]
    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Never> {
        seed.deserialize(&mut *self.reader)
    }
}
