use barrow_dice::Fixed;
use barrow_source::{Node, Value};

use crate::folder::entry::{is_true, number, numbers, whole};
use crate::folder::reader::Keys;
use crate::ink::Ink;
use crate::lowering::Lowering;

/// How a part of a level is generated.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of a zone")]
pub(crate) struct Recipe {
    pub(crate) algorithm: &'static str,
    pub(crate) parameters: Vec<(&'static str, String)>,
    /// Cells that are not dug become walls.
    pub(crate) walls: bool,
    /// Only cells beside dug ones become walls.
    pub(crate) rim: bool,
    pub(crate) whole: bool,
    pub(crate) opens: bool,
    pub(crate) lava: bool,
    /// It has doors, and lights in its walls.
    pub(crate) furnished: bool,
    /// Its regions need not be connected, neither to each other nor to the rest of the level.
    pub(crate) apart: bool,
}

const OPTIONS: Keys = Keys::new(
    &[
        "map_width",
        "map_height",
        "probability",
        "iterations",
        "connected",
        "wall_types",
        "born",
        "survive",
        "lava_chance",
        "roomWidth",
        "roomHeight",
        "corridorLength",
        "dugPercentage",
        "roomRecipePercentage",
        "cellWidth",
        "cellHeight",
        "regularity",
        "topology",
    ],
    &[],
);

/// The types of generators that give only floor.
const BARE: [&str; 6] = ["uniform", "rogue", "divided_maze", "icey_maze", "eller_maze", "arena"];

impl Recipe {
    pub(crate) fn new(algorithm: &'static str) -> Self {
        Self { algorithm, ..Self::default() }
    }

    /// Returns rooms and corridors that fit a region of this size.
    pub(crate) fn dungeon(width: u32, height: u32) -> Self {
        let shorter = width.min(height);
        let share = (25 + shorter / 2).min(50);
        let parameters = vec![
            ("min_width", "3".into()),
            ("max_width", (width / 4).clamp(7, 12).to_string()),
            ("min_height", "3".into()),
            ("max_height", (height / 5).clamp(5, 10).to_string()),
            ("min_corridor", "2".into()),
            ("max_corridor", (shorter / 8).clamp(5, 8).to_string()),
            ("dug", format!("{share}%")),
        ];
        Self { parameters, ..Self::digger() }
    }

    fn digger() -> Self {
        Self { walls: true, rim: true, furnished: true, ..Self::new("digger") }
    }

    /// Returns the value of the key `dig`.
    pub(crate) fn write(&self, ink: Ink) -> Node {
        let mut members = vec![ink.member("algorithm", ink.text(self.algorithm))];
        let parameters = self.parameters.iter();
        members.extend(parameters.map(|(name, value)| ink.member(*name, ink.text(value.as_str()))));
        ink.node(Value::Object(members))
    }

    fn set(&mut self, name: &'static str, value: Option<impl ToString>) {
        if let Some(value) = value {
            self.parameters.push((name, value.to_string()));
        }
    }
}

impl Lowering<'_, '_, '_> {
    /// Reads `map_generator`.
    pub(crate) fn recipe(&mut self, generator: Option<&Node>) -> Recipe {
        let options = generator.and_then(|it| it.get("options"));
        if let Some(options) = options {
            self.reader.check_keys(options, "a map generator", &OPTIONS);
            let topology =
                options.get("topology").filter(|it| ![Some(4), Some(8)].contains(&whole(it)));
            if let Some(topology) = topology {
                self.reader.warn(topology.span, "a cell has 4 or 8 neighbours here; 8 are counted");
            }
        }
        let named = generator.and_then(|it| it.get("type"));
        match named.and_then(Node::text).unwrap_or("digger") {
            "digger" => rooms(options, Recipe::digger()),
            "cellular" => cave(options, false, 0),
            "infernal" => cave(options, true, 1),
            other => {
                if let Some(algorithm) = BARE.iter().find(|it| **it == other) {
                    return bare(options, algorithm);
                }
                let all = ["digger", "cellular", "infernal"].into_iter().chain(BARE);
                let meant = self.reader.report.meant(other, all);
                let what = format!("there is no map generator `{other}`{meant}; `digger` is used");
                self.reader.warn(named.map_or_else(Default::default, |it| it.span), what);
                rooms(options, Recipe::digger())
            }
        }
    }
}

/// Returns a cave, with pools of lava or without.
pub(crate) fn cave(options: Option<&Node>, lava: bool, more_rounds: u32) -> Recipe {
    let option = |key: &str| options.and_then(|it| it.get(key));
    let mut recipe = Recipe { walls: true, lava, ..Recipe::new("cellular") };
    if lava {
        recipe.algorithm = "infernal";
    }
    let percent = |node: &Node| share(number(node)?, 1);
    let walls = option("probability").and_then(percent);
    recipe.set("walls", Some(walls.unwrap_or_else(|| "50%".into())));
    let rounds = option("iterations").and_then(whole).unwrap_or(4);
    recipe.set("rounds", Some((rounds + more_rounds).min(50)));
    let counts = |key, default: &str| {
        let given = option(key).and_then(numbers);
        let given = given.map(|it| it.iter().map(u32::to_string).collect::<Vec<_>>().join(","));
        given.unwrap_or_else(|| default.into())
    };
    recipe.set("born", Some(counts("born", "5-8")));
    recipe.set("survive", Some(counts("survive", "4-8")));
    let four = option("topology").and_then(whole) == Some(4);
    recipe.set("topology", four.then_some("four"));
    recipe.apart = option("connected").is_some_and(|it| !is_true(it));
    recipe.set("regions", recipe.apart.then_some("apart"));
    if lava {
        let pools = option("lava_chance").and_then(|it| share(number(it)?, 100));
        recipe.set("lava", pools);
    }
    recipe
}

fn rooms(options: Option<&Node>, mut recipe: Recipe) -> Recipe {
    let option = |key: &str| options.and_then(|it| it.get(key));
    let range = |key: &str| match option(key).and_then(numbers).as_deref() {
        Some(&[min, max]) => Some((min.min(max), min.max(max))),
        _ => None,
    };
    let has_rooms = ["digger", "uniform", "rogue"].contains(&recipe.algorithm);
    if has_rooms {
        let names =
            [("roomWidth", "min_width", "max_width"), ("roomHeight", "min_height", "max_height")];
        for (theirs, min, max) in names {
            recipe.set(min, range(theirs).map(|it| it.0.clamp(2, 50)));
            recipe.set(max, range(theirs).map(|it| it.1.clamp(2, 100)));
        }
    }
    if recipe.algorithm == "digger" {
        let corridors = range("corridorLength");
        recipe.set("min_corridor", corridors.map(|it| it.0.clamp(1, 50)));
        recipe.set("max_corridor", corridors.map(|it| it.1.clamp(1, 100)));
        recipe.set("dug", option("dugPercentage").and_then(|it| share(number(it)?, 1)));
    }
    recipe
}

fn bare(options: Option<&Node>, algorithm: &'static str) -> Recipe {
    let option = |key: &str| options.and_then(|it| it.get(key));
    let mut recipe = rooms(options, Recipe::new(algorithm));
    match algorithm {
        "uniform" => {
            recipe.set("dug", option("roomRecipePercentage").and_then(|it| share(number(it)?, 1)));
        }
        "rogue" => {
            recipe.set("cell_width", option("cellWidth").and_then(whole).map(|it| it.clamp(1, 20)));
            recipe
                .set("cell_height", option("cellHeight").and_then(whole).map(|it| it.clamp(1, 20)));
        }
        "icey_maze" => recipe.set("regularity", option("regularity").and_then(whole)),
        _ => {}
    }
    recipe
}

/// Returns `number` out of `whole` as a percentage within the limits of the generators.
fn share(number: &str, whole: i64) -> Option<String> {
    let share: Fixed = number.parse().ok()?;
    let percent = share * Fixed::from_whole(100 / whole);
    let percent = percent.to_whole().clamp(1, 90);
    Some(format!("{percent}%"))
}
