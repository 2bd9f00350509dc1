//! A recipe of `barrow-mapgen` as a pack writes it: every number may be a formula, so that a
//! level can grow with its floor.

use std::ops::RangeInclusive;

use barrow_dice::{Chance, Fixed, Formula};
use barrow_mapgen::Recipe;

use crate::data::expected;
use crate::form::{Data, Shape};
use crate::json::{Member, Node, Value};
use crate::reader::Reader;

/// A recipe whose numbers may depend on the floor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dig {
    /// The recipe with all that is fixed.
    recipe: Recipe,
    /// The numbers that are formulas, by their names.
    formulas: Vec<(String, Formula)>,
}

impl Dig {
    /// The recipe, with each formula's value by `value`, brought into its range.
    pub fn recipe(&self, mut value: impl FnMut(&Formula) -> Fixed) -> Recipe {
        let mut recipe = self.recipe.clone();
        for (name, formula) in &self.formulas {
            let number = value(formula);
            let whole = u32::try_from(number.to_whole().max(0)).unwrap_or(u32::MAX);
            match name.as_str() {
                "width" => recipe.width = whole,
                "height" => recipe.height = whole,
                _ => recipe.fill_in(&mut Fill { name, whole, chance: number.to_chance() }),
            }
        }
        recipe
    }
}

impl Data for Dig {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let Some(members) = node.members() else {
            return expected(reader, node, "an object with an `algorithm`");
        };
        let Some(named) = node.get("algorithm") else {
            reader.error(node.span, "`algorithm` is missing: how the level is dug");
            return None;
        };
        let recipe = Recipe::named(named.text().unwrap_or_default());
        let recipe = recipe.map_err(|error| reader.error(named.span, error.to_string())).ok()?;
        let mut dig = Self { recipe, formulas: Vec::new() };
        for member in members.iter().filter(|member| member.key != "algorithm") {
            dig.set(member, reader);
        }
        Some(dig)
    }

    fn shape() -> Shape {
        Shape::Record("dig")
    }
}

impl Dig {
    fn set(&mut self, member: &Member, reader: &mut Reader<'_>) {
        let mut probe = Probe { name: &member.key, numeric: None };
        self.recipe.fill_in(&mut probe);
        let numeric = probe.numeric.unwrap_or(false) || ["width", "height"].contains(&&*member.key);
        let text = match &member.value.value {
            Value::Text(text) | Value::Number(text) => text.clone(),
            Value::Flag(flag) => flag.to_string(),
            Value::Null | Value::List(_) | Value::Object(_) => {
                let _: Option<()> = expected(reader, &member.value, "a number, word or formula");
                return;
            }
        };
        if numeric {
            let formula = Formula::read(&member.value, reader);
            self.formulas.extend(formula.map(|formula| (member.key.clone(), formula)));
        } else if let Err(error) = self.recipe.set(&member.key, &text) {
            reader.error(member.key_span, error.to_string());
        }
    }
}

/// Finds out whether a parameter is a number.
struct Probe<'a> {
    name: &'a str,
    numeric: Option<bool>,
}

impl Probe<'_> {
    fn meet(&mut self, name: &str, numeric: bool) {
        if name == self.name {
            self.numeric = Some(numeric);
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

/// Sets a number, brought into its range.
struct Fill<'a> {
    name: &'a str,
    whole: u32,
    chance: Chance,
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
