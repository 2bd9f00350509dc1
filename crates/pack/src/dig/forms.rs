//! What a recipe's parameters are passed to: one form lists them, one asks which are numbers, one
//! sets a number.

use std::ops::RangeInclusive;

use barrow_dice::Chance;

use crate::form::{FieldNote, Shape};

/// Lists the parameters for the manual.
pub(super) struct Listing(pub(super) Vec<FieldNote>);

impl Listing {
    fn add(&mut self, name: &'static str, about: &'static str, shape: Shape) {
        self.0.push(FieldNote::of_shape(name, about, shape));
    }
}

impl barrow_mapgen::Form for Listing {
    fn number(
        &mut self,
        name: &'static str,
        about: &'static str,
        _: &mut u32,
        _: RangeInclusive<u32>,
    ) {
        self.add(name, about, Shape::Formula);
    }

    fn share(
        &mut self,
        name: &'static str,
        about: &'static str,
        _: &mut Chance,
        _: RangeInclusive<u32>,
    ) {
        self.add(name, about, Shape::Formula);
    }

    fn flag(&mut self, name: &'static str, about: &'static str, _: &mut bool) {
        self.add(name, about, Shape::Flag);
    }

    fn counts(&mut self, name: &'static str, about: &'static str, _: &mut u16) {
        self.add(name, about, Shape::Text);
    }

    fn choice(
        &mut self,
        name: &'static str,
        about: &'static str,
        _: usize,
        words: &'static [&'static str],
    ) -> Option<usize> {
        self.add(name, about, Shape::Word(words));
        None
    }

    fn drawing(
        &mut self,
        name: &'static str,
        _: &'static str,
        _: (usize, &'static [&'static str]),
        _: &dyn Fn(&str) -> Result<(), String>,
    ) -> Option<barrow_mapgen::Choice> {
        let about = "the drawing to imitate: `halls`, `caves`, `cells`, or a name from `samples`";
        self.add(name, about, Shape::Text);
        None
    }
}

/// Checks whether a parameter is a number.
pub(super) struct Probe<'a> {
    pub(super) name: &'a str,
    pub(super) numeric: bool,
}

impl Probe<'_> {
    fn meet(&mut self, name: &str, numeric: bool) {
        if name == self.name {
            self.numeric = numeric;
        }
    }
}

impl barrow_mapgen::Form for Probe<'_> {
    fn number(&mut self, name: &'static str, _: &'static str, _: &mut u32, _: RangeInclusive<u32>) {
        self.meet(name, true);
    }

    fn share(
        &mut self,
        name: &'static str,
        _: &'static str,
        _: &mut Chance,
        _: RangeInclusive<u32>,
    ) {
        self.meet(name, true);
    }

    fn flag(&mut self, name: &'static str, _: &'static str, _: &mut bool) {
        self.meet(name, false);
    }

    fn counts(&mut self, name: &'static str, _: &'static str, _: &mut u16) {
        self.meet(name, false);
    }

    fn choice(
        &mut self,
        name: &'static str,
        _: &'static str,
        _: usize,
        _: &'static [&'static str],
    ) -> Option<usize> {
        self.meet(name, false);
        None
    }
}

/// Sets a number, clamped to its range.
pub(super) struct Fill<'a> {
    pub(super) name: &'a str,
    pub(super) whole: u32,
    pub(super) chance: Chance,
}

impl barrow_mapgen::Form for Fill<'_> {
    fn number(
        &mut self,
        name: &'static str,
        _: &'static str,
        value: &mut u32,
        range: RangeInclusive<u32>,
    ) {
        if name == self.name {
            *value = self.whole.clamp(*range.start(), *range.end());
        }
    }

    fn share(
        &mut self,
        name: &'static str,
        _: &'static str,
        value: &mut Chance,
        range: RangeInclusive<u32>,
    ) {
        if name == self.name {
            let points = self.chance.0.clamp(range.start() * 100, range.end() * 100);
            *value = Chance(points);
        }
    }

    fn flag(&mut self, _: &'static str, _: &'static str, _: &mut bool) {}

    fn counts(&mut self, _: &'static str, _: &'static str, _: &mut u16) {}

    fn choice(
        &mut self,
        _: &'static str,
        _: &'static str,
        _: usize,
        _: &'static [&'static str],
    ) -> Option<usize> {
        None
    }
}
