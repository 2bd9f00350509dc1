//! A recipe of `barrow-mapgen` in a pack: every number may be a formula, so that levels can grow
//! with the floor.

use std::ops::RangeInclusive;

use barrow_dice::{Chance, Fixed, Formula};
use barrow_mapgen::{Recipe, RecipeError};
use barrow_source::{Member, Node, Value};
use serde::{Deserialize, Serialize};

use crate::data::expected;
use crate::form::{Data, FieldNote, Shape};
use crate::reader::Reader;
use crate::scope::Subjects;

/// A recipe whose numbers may depend on the floor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dig {
    /// The recipe with everything that does not depend on the floor.
    recipe: Recipe,
    /// The parameters that are formulas, by name.
    formulas: Vec<(String, Formula)>,
}

impl Dig {
    /// Returns the parameters that are formulas.
    pub(crate) fn formulas(&self) -> impl Iterator<Item = &Formula> {
        self.formulas.iter().map(|(_, formula)| formula)
    }

    /// Returns the recipe with the value of each formula, clamped to its range.
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
        fit(&mut recipe);
        recipe
    }
}

/// Clamps the size of the map to what the algorithm supports.
fn fit(recipe: &mut Recipe) {
    for _ in ["width", "height"] {
        if let Err(RecipeError::Size { side, asked, possible }) = recipe.check() {
            let fitting = asked.clamp(*possible.start(), *possible.end());
            let length = if side == "width" { &mut recipe.width } else { &mut recipe.height };
            *length = fitting;
        }
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
        let before = reader.report.errors();
        reader.with_subjects(Subjects::NOBODY, |reader| {
            for member in members.iter().filter(|member| member.key != "algorithm") {
                dig.set(member, reader);
            }
        });
        if reader.report.errors() == before && dig.formulas.is_empty() {
            dig.recipe.check().map_err(|error| reader.error(node.span, error.to_string())).ok()?;
        }
        Some(dig)
    }

    fn shape() -> Shape {
        Shape::Record("dig")
    }
}

impl Dig {
    fn set(&mut self, member: &Member, reader: &mut Reader<'_>) {
        let text = match &member.value.value {
            Value::Text(text) | Value::Number(text) => text.clone(),
            Value::Flag(flag) => flag.to_string(),
            Value::Null | Value::List(_) | Value::Object(_) => {
                let _: Option<()> = expected(reader, &member.value, "a number, word or formula");
                return;
            }
        };
        if !self.is_number(&member.key) {
            self.fix(member, &text, reader);
        } else if let Some(formula) = Formula::read(&member.value, reader) {
            if formula.is_constant() {
                self.fix(member, &formula.to_string(), reader);
            } else {
                self.formulas.push((member.key.clone(), formula));
            }
        }
    }

    fn is_number(&mut self, name: &str) -> bool {
        let mut probe = Probe { name, numeric: false };
        self.recipe.fill_in(&mut probe);
        probe.numeric || SIDES.contains(&name)
    }

    /// Sets a parameter that does not depend on the floor.
    fn fix(&mut self, member: &Member, text: &str, reader: &mut Reader<'_>) {
        let side = match member.key.as_str() {
            "width" => Some(&mut self.recipe.width),
            "height" => Some(&mut self.recipe.height),
            _ => None,
        };
        let outcome = match (side, text.parse()) {
            (Some(side), Ok(length)) => {
                *side = length;
                Ok(())
            }
            (Some(_), Err(_)) => Err("a side of a map is a whole number from 1".to_string()),
            (None, _) => self.recipe.set(&member.key, text).map_err(|error| error.to_string()),
        };
        if let Err(what) = outcome {
            // A wrong value is reported at the value, a wrong name at the name.
            let known = self.recipe.parameters().iter().any(|it| it.name == member.key);
            let wrong_name = !known && !SIDES.contains(&member.key.as_str());
            let span = if wrong_name { member.key_span } else { member.value.span };
            reader.error(span, what);
        }
    }

    /// Returns what an author may write beside the algorithm.
    pub(crate) fn notes(recipe: &Recipe) -> Vec<FieldNote> {
        let side = |name, about, value: u32| FieldNote {
            default: Some(value.to_string()),
            ..FieldNote::of_shape(name, about, Shape::Formula)
        };
        let mut listing = Listing(vec![
            side("width", "Columns of the map.", recipe.width),
            side("height", "Rows of the map.", recipe.height),
        ]);
        let mut recipe = recipe.clone();
        recipe.fill_in(&mut listing);
        let values = recipe.parameters();
        for note in &mut listing.0 {
            if let Some(parameter) = values.iter().find(|it| it.name == note.name) {
                note.default = Some(as_json(&note.shape, &parameter.value));
                let told_by_shape = matches!(note.shape, Shape::Word(_) | Shape::Flag);
                note.range = (!told_by_shape).then(|| parameter.range.clone());
            }
        }
        listing.0
    }
}

/// Returns a value of a recipe as a pack writes it.
fn as_json(shape: &Shape, value: &str) -> String {
    match value {
        "yes" if *shape == Shape::Flag => "true".into(),
        "no" if *shape == Shape::Flag => "false".into(),
        number if number.bytes().all(|it| it.is_ascii_digit()) => number.into(),
        text => format!("\"{text}\""),
    }
}

const SIDES: [&str; 2] = ["width", "height"];

/// Lists the parameters for the manual.
struct Listing(Vec<FieldNote>);

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
}

/// Checks whether a parameter is a number.
struct Probe<'a> {
    name: &'a str,
    numeric: bool,
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
