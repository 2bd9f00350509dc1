//! A recipe of `barrow-mapgen` in a pack: every number may be a formula, so that levels can grow
//! with the floor.

mod forms;

use barrow_dice::{Fixed, Formula};
use barrow_mapgen::{Algorithm, Recipe, RecipeError, Sample, TemplateSet};
use barrow_source::{Member, Node, Value};
use serde::{Deserialize, Serialize};

use self::forms::{Fill, Listing, Probe};
use crate::data::expected;
use crate::form::{Data, FieldNote, Shape, replace};
use crate::load::Pack;
use crate::model::{RoomLayout, RoomTemplate, TemplateShare, WaveSample, joined, weight};
use crate::names::{Id, Section};
use crate::reader::Reader;
use crate::scope::Subjects;

/// A recipe whose numbers may depend on the floor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dig {
    /// The recipe with everything that does not depend on the floor.
    recipe: Recipe,
    /// The parameters that are formulas, by name.
    formulas: Vec<(String, Formula)>,
    /// The graphs and the types of rooms, if the algorithm lays out rooms.
    layout: Option<RoomLayout>,
    /// The templates to fit in.
    templates: Vec<TemplateShare>,
    /// How many rooms are made from templates. If omitted, one.
    template_count: Option<Formula>,
    /// Whether room is made for templates.
    make_room: bool,
    /// The sample to imitate.
    sample: Option<Id<WaveSample>>,
}

impl Dig {
    /// Returns the parameters that are formulas.
    pub(crate) fn formulas(&self) -> impl Iterator<Item = &Formula> {
        let layout = self.layout.iter().flat_map(|it| {
            let weights = it.graphs.iter().filter_map(|it| it.weight.as_ref());
            weights.chain(it.types.values()).chain(it.others.values())
        });
        let weights = self.templates.iter().filter_map(|it| it.weight.as_ref());
        let own = self.formulas.iter().map(|(_, formula)| formula);
        own.chain(layout).chain(weights).chain(&self.template_count)
    }

    /// Returns the templates that are fitted in.
    pub(crate) fn templates(&self) -> impl Iterator<Item = Id<RoomTemplate>> {
        self.templates.iter().map(|it| it.template)
    }

    /// Returns the recipe with the value of each formula, clamped to its range.
    pub fn recipe(&self, pack: &Pack, mut value: impl FnMut(&Formula) -> Fixed) -> Recipe {
        let mut recipe = self.recipe.clone();
        self.add_drawings(&mut recipe, pack, &mut value);
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

impl Dig {
    /// Adds what the pack drew: graphs, templates and a sample.
    fn add_drawings(
        &self,
        recipe: &mut Recipe,
        pack: &Pack,
        value: &mut dyn FnMut(&Formula) -> Fixed,
    ) {
        if let (Some(rooms), Algorithm::Layout(layout)) = (&self.layout, &mut recipe.algorithm) {
            rooms.apply(layout, &pack.graphs, &pack.rooms, value);
        }
        if let (Some(sample), Algorithm::Wfc(wfc)) = (self.sample, &mut recipe.algorithm) {
            wfc.sample = Sample::drawn(&joined(&pack.samples.get(sample).drawing));
        }
        let templates: Vec<_> = self
            .templates
            .iter()
            .filter_map(|it| {
                let template = pack.templates.get(it.template).fitted(&pack.templates, it.template);
                Some((template.ok()?, weight(it.weight.as_ref(), value)))
            })
            .collect();
        if !templates.is_empty() {
            let count = self.template_count.as_ref().map_or(1, |it| value(it).to_whole());
            let count = u32::try_from(count.clamp(0, Self::MAX_TEMPLATES)).unwrap_or(0);
            recipe.finish.templates =
                vec![TemplateSet { templates, count, make_room: self.make_room }];
        }
    }

    /// The maximum number of rooms that are made from templates.
    const MAX_TEMPLATES: i64 = 100;

    /// Returns what is wrong with the recipe, if no number of it depends on the floor.
    pub(crate) fn flaw(&self, pack: &Pack) -> Option<String> {
        let mut constant = true;
        let recipe = self.recipe(pack, |it| {
            constant &= it.is_constant();
            it.constant().unwrap_or_default()
        });
        recipe.check().err().filter(|_| constant).map(|it| it.to_string())
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
        // A level that says how its rooms are laid out need not say that they are.
        let recipe = match (node.get("algorithm"), node.get("layout")) {
            (Some(named), _) => {
                let recipe = Recipe::named(named.text().unwrap_or_default());
                recipe.map_err(|error| reader.error(named.span, error.to_string())).ok()?
            }
            (None, Some(_)) => Recipe::named("layout").expect("it is an algorithm"),
            (None, None) => {
                reader.error(node.span, "`algorithm` is missing: how the level is dug");
                return None;
            }
        };
        let mut dig = Self {
            recipe,
            formulas: Vec::new(),
            layout: None,
            templates: Vec::new(),
            template_count: None,
            make_room: false,
            sample: None,
        };
        let before = reader.report.errors();
        reader.with_subjects(Subjects::NOBODY, |reader| {
            for member in members.iter().filter(|member| member.key != "algorithm") {
                dig.set(member, reader);
            }
        });
        dig.mention_roles(node, reader);
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
        if self.set_drawing(member, reader) {
            return;
        }
        let text = match &member.value.value {
            Value::Text(text) | Value::Number(text) => text.clone(),
            Value::Flag(flag) => flag.to_string(),
            Value::List(rows) if !rows.is_empty() && rows.iter().all(|it| it.text().is_some()) => {
                let rows: Vec<&str> = rows.iter().filter_map(Node::text).collect();
                rows.join("\n") + "\n"
            }
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

    /// Reads a key that names drawings of the pack. Returns `false` if it is another key.
    fn set_drawing(&mut self, member: &Member, reader: &mut Reader<'_>) -> bool {
        match member.key.as_str() {
            "layout" if matches!(self.recipe.algorithm, Algorithm::Layout(_)) => {
                replace(&mut self.layout, Data::read(&member.value, reader));
            }
            "layout" => {
                let what = "`layout` belongs to the algorithm `layout`; remove one of the two";
                reader.error(member.key_span, what);
            }
            "templates" => replace(&mut self.templates, Data::read(&member.value, reader)),
            "template_count" => {
                replace(&mut self.template_count, Data::read(&member.value, reader));
            }
            "make_room" => replace(&mut self.make_room, Data::read(&member.value, reader)),
            "sample" => {
                let named = member.value.text();
                let known = named.and_then(|it| reader.names.find(Section::Samples, it));
                self.sample = known.map(Id::new);
                return known.is_some();
            }
            _ => return false,
        }
        true
    }

    /// Notes which types of rooms the recipe itself gives to rooms, so that they count as used.
    fn mention_roles(&self, node: &Node, reader: &mut Reader<'_>) {
        let shares = node.get("templates").into_iter().flat_map(Node::one_or_more);
        let templates =
            shares.map(|it| it.get("template").unwrap_or(it)).chain(node.get("template"));
        let roles = ["start", "exit"].into_iter().chain(templates.filter_map(Node::text));
        for role in roles {
            reader.names.find(Section::Rooms, role);
        }
        if let (Algorithm::Layout(layout), None) = (&self.recipe.algorithm, &self.layout) {
            for room_type in &layout.types {
                reader.names.find(Section::Rooms, &room_type.name);
            }
        }
    }

    fn is_number(&self, name: &str) -> bool {
        let mut probe = Probe { name, numeric: false };
        self.recipe.clone().fill_in(&mut probe);
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
        let mut listing = Listing(Self::usual_notes(recipe));
        if matches!(recipe.algorithm, Algorithm::Layout(_)) {
            listing.0.push(FieldNote::of_shape(
                "layout",
                "the graphs and the types of rooms",
                RoomLayout::shape(),
            ));
        }
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

    /// Returns what an author may write beside any algorithm.
    fn usual_notes(recipe: &Recipe) -> Vec<FieldNote> {
        let side = |name, about, value: u32| FieldNote {
            default: Some(value.to_string()),
            ..FieldNote::of_shape(name, about, Shape::Formula)
        };
        vec![
            side("width", "Columns of the map.", recipe.width),
            side("height", "Rows of the map.", recipe.height),
            FieldNote::of_shape(
                "templates",
                "rooms drawn in the pack, fitted in by weight",
                Vec::<TemplateShare>::shape(),
            ),
            FieldNote {
                default: Some("1".into()),
                ..FieldNote::of_shape(
                    "template_count",
                    "how many rooms are made from `templates`",
                    Shape::Formula,
                )
            },
            FieldNote {
                default: Some("false".into()),
                ..FieldNote::of_shape(
                    "make_room",
                    "a template without space is carved into what is there, as an open place without walls",
                    Shape::Flag,
                )
            },
        ]
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
