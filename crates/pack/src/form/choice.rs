use barrow_dice::Formula;
use barrow_source::{Node, Value};

use super::arguments::Arguments;
use super::{Data, FieldNote, Form, Mode, Reading};
use crate::data::Keyword;
use crate::model::{AttributeKind, Routine};
use crate::names::Id;
use crate::reader::Reader;
use crate::scope::{Subject, Subjects};

/// Data that is one of several variants, chosen by its only key: `{"say": "Hello."}`.
pub trait Choice: Sized {
    /// The name of the choice in the manual.
    const NAME: &'static str;
    /// What the choice is for, in a sentence.
    const ABOUT: &'static str;
    /// The subjects that its formulas and texts may use.
    const SUBJECTS: Subjects;
    /// The rows, in groups, in the order of the manual.
    const GROUPS: &'static [&'static [Syntax<Self::Variant>]];

    /// What a row reads: the choice itself, or the part that differs between its variants.
    type Variant: 'static;

    /// Reads the fields that all variants have in common.
    fn complete(variant: Self::Variant, form: &mut VariantForm<'_, '_>) -> Self;

    /// Returns the row of every variant.
    fn rows() -> impl Iterator<Item = &'static Syntax<Self::Variant>> {
        Self::GROUPS.iter().copied().flatten()
    }
}

/// How one variant of a [`Choice`] is written. A row of these is all that the reader, the
/// manual and the JSON Schema know of a variant.
pub struct Syntax<V> {
    /// The key that chooses the variant.
    pub key: &'static str,
    /// What the variant does, in a sentence.
    pub about: &'static str,
    /// A piece of a pack that uses it; a test reads it.
    pub example: &'static str,
    /// Builds the variant, asking the form for each of its fields.
    pub read: fn(&mut VariantForm<'_, '_>) -> V,
}

/// A [`Form`] that returns the value of each field, so that a variant can be built from it.
pub struct VariantForm<'f, 'r> {
    form: Form<'f, 'r>,
    flaw: Option<&'static str>,
}

impl<'f, 'r> VariantForm<'f, 'r> {
    const fn new(mode: Mode<'f, 'r>) -> Self {
        Self { form: Form::new(mode), flaw: None }
    }

    /// Restricts the next field to attributes of these kinds.
    pub const fn only(&mut self, kinds: &'static [AttributeKind]) -> &mut Self {
        self.form.only(kinds);
        self
    }

    /// Restricts the next field to what can be carried.
    pub const fn carried(&mut self) -> &mut Self {
        self.form.carried();
        self
    }

    /// Reads a field that may be left out.
    pub fn field<T: Data + Default>(&mut self, name: &'static str, about: &'static str) -> T {
        self.field_or(name, about, T::default())
    }

    /// Reads a field that has this value when it is left out.
    pub fn field_or<T: Data>(
        &mut self,
        name: &'static str,
        about: &'static str,
        mut default: T,
    ) -> T {
        self.form.field(name, about, &mut default);
        default
    }

    /// Reads a field that must be there.
    pub fn needed<T: Data + Default>(&mut self, name: &'static str, about: &'static str) -> T {
        let mut value = T::default();
        self.form.needed(name, about, &mut value);
        value
    }

    /// Reads a field that must be there and may be written alone, in place of the whole object.
    pub fn main<T: Data + Default>(&mut self, name: &'static str, about: &'static str) -> T {
        let mut value = T::default();
        self.form.main(name, about, &mut value);
        value
    }

    /// Reads a field that may be left out, or written alone in place of the whole object.
    pub fn bare<T: Data + Default>(&mut self, name: &'static str, about: &'static str) -> T {
        let mut value = T::default();
        self.form.bare(name, about, &mut value);
        value
    }

    /// Reads a word of a closed list that may be left out.
    pub fn word<K: Keyword + Default>(&mut self, name: &'static str, about: &'static str) -> K {
        let mut value = K::default();
        self.form.word(name, about, &mut value);
        value
    }

    /// Reads a word of a closed list that may be left out; then there is none.
    pub fn optional_word<K: Keyword>(
        &mut self,
        name: &'static str,
        about: &'static str,
    ) -> Option<K> {
        let mut value = None;
        self.form.optional_word(name, about, &mut value);
        value
    }

    /// Reads a word of a closed list that may be written alone, in place of the whole object.
    pub fn main_word<K: Keyword + Default>(
        &mut self,
        name: &'static str,
        about: &'static str,
    ) -> K {
        let mut value = K::default();
        self.form.main_word(name, about, &mut value);
        value
    }

    /// Reads a subject; the target when it is left out.
    pub fn subject(&mut self, name: &'static str, about: &'static str) -> Subject {
        self.field_or(name, about, Subject::Target)
    }

    /// Lets the next field speak of `it`.
    pub const fn of_each(&mut self) -> &mut Self {
        self.form.of_each();
        self
    }

    /// Says that these subjects are present in the next field.
    pub const fn having(&mut self, subjects: Subjects) -> &mut Self {
        self.form.having(subjects);
        self
    }

    /// Says that there is a number at hand in the next field.
    pub const fn having_amount(&mut self) -> &mut Self {
        self.form.having_amount();
        self
    }

    /// Reads the arguments of a call, in the order of the routine's parameters.
    pub fn arguments(
        &mut self,
        name: &'static str,
        about: &'static str,
        routine: Option<Id<Routine>>,
    ) -> Vec<Formula> {
        let mut arguments = Arguments(Vec::new());
        self.form.field(name, about, &mut arguments);
        // An unknown routine was reported already.
        let (Mode::Read(reading), Some(routine)) = (&mut self.form.mode, routine) else {
            return Vec::new();
        };
        let span = reading.span();
        arguments.in_order(routine, span, reading.reader)
    }

    /// Reports a flaw of the variant as a whole. It is an error only if every field is right. The
    /// first flaw counts.
    pub fn flaw(&mut self, flaw: Option<&'static str>) {
        self.flaw = self.flaw.or(flaw);
    }

    /// Reads or describes a whole variant.
    fn take<C: Choice>(&mut self, row: &Syntax<C::Variant>) -> C {
        let variant = (row.read)(self);
        C::complete(variant, self)
    }
}

/// Reads a choice: the only key selects the row, its value holds the fields. A variant whose
/// fields may all be left out can be written as a bare word.
pub(crate) fn read_choice<C: Choice>(node: &Node, reader: &mut Reader<'_>) -> Option<C> {
    let (key, span, inner) = match &node.value {
        Value::Text(word) => (word.as_str(), node.span, None),
        Value::Object(members) if members.len() == 1 => {
            let member = &members[0];
            (member.key.as_str(), member.key_span, Some(&member.value))
        }
        Value::Null | Value::Flag(_) | Value::Number(_) | Value::List(_) | Value::Object(_) => {
            let (name, example) = (C::NAME, first_example::<C>());
            reader.error(
                node.span,
                format!("each {name} is an object with one key, such as {example}"),
            );
            return None;
        }
    };
    let Some(row) = C::rows().find(|row| row.key == key) else {
        let keys: Vec<&str> = C::rows().map(|row| row.key).collect();
        let meant = reader.meant_of(key, &keys);
        reader.error(span, format!("no {} `{key}`{meant}", C::NAME));
        return None;
    };
    let before = reader.report.errors();
    let empty = Node { span: node.span, value: Value::Object(Vec::new()) };
    let it = reader.subjects.contains(Subject::It);
    let subjects = if it { C::SUBJECTS.with_it() } else { C::SUBJECTS };
    let (choice, flaw) = reader.with_subjects(subjects, |reader| {
        let reading = Reading::new(inner.unwrap_or(&empty), reader);
        let mut form = VariantForm::new(Mode::Read(reading));
        let choice = form.take(row);
        form.form.finish(row.key);
        (choice, form.flaw)
    });
    reader.note_flaw(before, span, || flaw);
    Some(choice)
}

/// Returns the fields of a variant for the manual; none in wasm.
pub(crate) fn notes_of_variant<C: Choice>(row: &Syntax<C::Variant>) -> Vec<FieldNote> {
    let mut notes = Vec::new();
    VariantForm::new(Mode::Describe(&mut notes)).take::<C>(row);
    notes
}

fn first_example<C: Choice>() -> String {
    let with_braces = C::rows().map(|row| row.example).find(|it| it.starts_with('{'));
    with_braces.map(|it| format!("`{it}`")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use serde::Deserialize;
    use serde::de::{DeserializeOwned, Deserializer, Error as _, Visitor, value::Error};

    use super::*;
    use crate::model::{Behaviour, Effect, Sorting};

    /// A deserializer that fails with the names of an enum's variants.
    struct VariantNames;

    impl<'de> Deserializer<'de> for VariantNames {
        type Error = Error;

        fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
            Err(Error::custom("not an enum"))
        }

        fn deserialize_enum<V: Visitor<'de>>(
            self,
            _: &'static str,
            variants: &'static [&'static str],
            _: V,
        ) -> Result<V::Value, Error> {
            Err(Error::custom(variants.join(" ")))
        }

        serde::forward_to_deserialize_any! {
            bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit
            unit_struct newtype_struct seq tuple tuple_struct map struct identifier ignored_any
        }
    }

    fn check<C: Choice<Variant: Debug + DeserializeOwned>>() {
        let declared = C::Variant::deserialize(VariantNames).unwrap_err().to_string();
        let built = C::rows().map(|row| {
            let mut notes = Vec::new();
            let variant = (row.read)(&mut VariantForm::new(Mode::Describe(&mut notes)));
            let shown = format!("{variant:?}");
            shown.split([' ', '(']).next().unwrap().to_owned()
        });
        let built: Vec<String> = built.collect();
        assert_eq!(built.join(" "), declared, "the rows stand in the order of the enum");
    }

    #[test]
    fn every_variant_has_one_row() {
        check::<Effect>();
        check::<Behaviour>();
        check::<Sorting>();
    }
}
