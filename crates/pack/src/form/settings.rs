//! What a record says about its next field, before it passes it on.

use std::sync::Arc;

use super::{Form, Mode};
use crate::model::{AttributeKind, Owner};
use crate::presence::Setting;
use crate::reader::Wanted;
use crate::scope::Subjects;

impl Form<'_, '_> {
    /// Restricts the next field to attributes of these kinds.
    pub const fn only(&mut self, kinds: &'static [AttributeKind]) -> &mut Self {
        self.wanted = Wanted::Attributes(kinds);
        self
    }

    /// Restricts the next field to what can be carried.
    pub const fn carried(&mut self) -> &mut Self {
        self.wanted = Wanted::Carried;
        self
    }

    /// Lets the next field use these subjects.
    pub const fn among(&mut self, subjects: Subjects) -> &mut Self {
        self.subjects = Some(subjects);
        self
    }

    /// Lets the next field speak of `it`.
    pub const fn of_each(&mut self) -> &mut Self {
        self.of_each = true;
        self
    }

    /// Lets the next field speak of `it` under a condition.
    pub const fn of_each_if(&mut self, condition: bool) -> &mut Self {
        self.of_each = condition;
        self
    }

    /// Says whose occasions the next field holds.
    pub const fn occasions_of(&mut self, owner: Owner) -> &mut Self {
        self.setting = Some(Setting::OccasionsOf(owner));
        self
    }

    /// Says that the next field is part of this, where no number is at hand.
    pub const fn without_amount(&mut self, place: &'static str) -> &mut Self {
        self.setting = Some(Setting::WithoutAmount(place));
        self
    }

    /// Says that these subjects are present in the next field.
    pub const fn having(&mut self, subjects: Subjects) -> &mut Self {
        self.setting = Some(Setting::With(subjects));
        self
    }

    /// Says that there is a number at hand in the next field.
    pub const fn having_amount(&mut self) -> &mut Self {
        self.setting = Some(Setting::WithAmount);
        self
    }

    /// Takes fields whose formulas may use these parameters.
    pub fn knowing(&mut self, parameters: &[Arc<str>], fields: impl FnOnce(&mut Self)) {
        if let Mode::Read(reading) = &mut self.mode {
            reading.reader.parameters = parameters.to_vec();
        }
        fields(self);
        if let Mode::Read(reading) = &mut self.mode {
            reading.reader.parameters.clear();
        }
    }
}
