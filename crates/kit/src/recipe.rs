use barrow_dice::Fixed;
use barrow_source::{Node, Value};

use super::clerk::Keys;
use super::entry::{is_true, number, numbers, whole};
use super::lowering::Lowering;
use crate::ink::Ink;

/// How a part of a level is dug, and what stands in it.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of a zone")]
pub(super) struct Dug {
    pub(super) algorithm: &'static str,
    pub(super) parameters: Vec<(&'static str, String)>,
    /// What is not dug is built up.
    pub(super) walls: bool,
    /// Only next to what is dug.
    pub(super) rim: bool,
    pub(super) whole: bool,
    pub(super) opens: bool,
    pub(super) lava: bool,
    /// It has doors, and lights in its walls.
    pub(super) furnished: bool,
    /// Its parts need not hang together, nor with what lies beside.
    pub(super) apart: bool,
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
        "roomDugPercentage",
        "cellWidth",
        "cellHeight",
        "regularity",
        "topology",
    ],
    &[],
);

/// The types of generators that give floor and nothing else.
const BARE: [&str; 6] = ["uniform", "rogue", "divided_maze", "icey_maze", "eller_maze", "arena"];

impl Dug {
    pub(super) fn plain(algorithm: &'static str) -> Self {
        Self { algorithm, ..Self::default() }
    }

    /// Rooms and corridors that fit a part of a map of that size.
    pub(super) fn dungeon(width: u32, height: u32) -> Self {
        let shorter = width.min(height);
        let share = (25 + shorter / 2).min(50);
        let parameters = vec![
            ("least_width", "3".into()),
            ("most_width", (width / 4).clamp(7, 12).to_string()),
            ("least_height", "3".into()),
            ("most_height", (height / 5).clamp(5, 10).to_string()),
            ("least_corridor", "2".into()),
            ("most_corridor", (shorter / 8).clamp(5, 8).to_string()),
            ("dug", format!("{share}%")),
        ];
        Self { parameters, ..Self::digger() }
    }

    fn digger() -> Self {
        Self { walls: true, rim: true, furnished: true, ..Self::plain("digger") }
    }

    pub(super) fn write(&self, ink: Ink) -> Node {
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
    /// What `map_generator` asks for.
    pub(super) fn dug(&mut self, generator: Option<&Node>) -> Dug {
        let options = generator.and_then(|it| it.get("options"));
        if let Some(options) = options {
            self.clerk.check_keys(options, "a map generator", &OPTIONS);
            let topology =
                options.get("topology").filter(|it| ![Some(4), Some(8)].contains(&whole(it)));
            if let Some(topology) = topology {
                self.clerk.warn(topology.span, "a cell has 4 or 8 neighbours here; 8 are counted");
            }
        }
        let named = generator.and_then(|it| it.get("type"));
        match named.and_then(Node::text).unwrap_or("digger") {
            "digger" => rooms(options, Dug::digger()),
            "cellular" => cave(options, false, 0),
            "infernal" => cave(options, true, 1),
            other => {
                if let Some(algorithm) = BARE.iter().find(|it| **it == other) {
                    return bare(options, algorithm);
                }
                let all = ["digger", "cellular", "infernal"].into_iter().chain(BARE);
                let meant = self.clerk.report.meant(other, all);
                let what = format!("there is no map generator `{other}`{meant}; `digger` is used");
                self.clerk.warn(named.map_or_else(Default::default, |it| it.span), what);
                rooms(options, Dug::digger())
            }
        }
    }
}

/// A cave, with pools of lava or without.
pub(super) fn cave(options: Option<&Node>, lava: bool, more_rounds: u32) -> Dug {
    let option = |key: &str| options.and_then(|it| it.get(key));
    let mut dug = Dug { walls: true, lava, ..Dug::plain("cellular") };
    if lava {
        dug.algorithm = "infernal";
    }
    let percent = |node: &Node| share(number(node)?, 1);
    let walls = option("probability").and_then(percent);
    dug.set("walls", Some(walls.unwrap_or_else(|| "50%".into())));
    let rounds = option("iterations").and_then(whole).unwrap_or(4);
    dug.set("rounds", Some((rounds + more_rounds).min(50)));
    let counts = |key, usual: &str| {
        let given = option(key).and_then(numbers);
        let given = given.map(|it| it.iter().map(u32::to_string).collect::<Vec<_>>().join(","));
        given.unwrap_or_else(|| usual.into())
    };
    dug.set("born", Some(counts("born", "5-8")));
    dug.set("survive", Some(counts("survive", "4-8")));
    let beside = option("topology").and_then(whole) == Some(4);
    dug.set("topology", beside.then_some("four"));
    dug.apart = option("connected").is_some_and(|it| !is_true(it));
    dug.set("regions", dug.apart.then_some("apart"));
    if lava {
        let pools = option("lava_chance").and_then(|it| share(number(it)?, 100));
        dug.set("lava", pools);
    }
    dug
}

fn rooms(options: Option<&Node>, mut dug: Dug) -> Dug {
    let option = |key: &str| options.and_then(|it| it.get(key));
    let range = |key: &str| match option(key).and_then(numbers).as_deref() {
        Some(&[least, most]) => Some((least.min(most), least.max(most))),
        _ => None,
    };
    let rooms_of = ["digger", "uniform", "rogue"].contains(&dug.algorithm);
    if rooms_of {
        let names = [
            ("roomWidth", "least_width", "most_width"),
            ("roomHeight", "least_height", "most_height"),
        ];
        for (theirs, least, most) in names {
            dug.set(least, range(theirs).map(|it| it.0.clamp(2, 50)));
            dug.set(most, range(theirs).map(|it| it.1.clamp(2, 100)));
        }
    }
    if dug.algorithm == "digger" {
        let corridors = range("corridorLength");
        dug.set("least_corridor", corridors.map(|it| it.0.clamp(1, 50)));
        dug.set("most_corridor", corridors.map(|it| it.1.clamp(1, 100)));
        dug.set("dug", option("dugPercentage").and_then(|it| share(number(it)?, 1)));
    }
    dug
}

fn bare(options: Option<&Node>, algorithm: &'static str) -> Dug {
    let option = |key: &str| options.and_then(|it| it.get(key));
    let mut dug = rooms(options, Dug::plain(algorithm));
    match algorithm {
        "uniform" => {
            dug.set("dug", option("roomDugPercentage").and_then(|it| share(number(it)?, 1)));
        }
        "rogue" => {
            dug.set("cell_width", option("cellWidth").and_then(whole).map(|it| it.clamp(1, 20)));
            dug.set("cell_height", option("cellHeight").and_then(whole).map(|it| it.clamp(1, 20)));
        }
        "icey_maze" => dug.set("regularity", option("regularity").and_then(whole)),
        _ => {}
    }
    dug
}

/// A share of a whole as a percentage, brought into what digging takes.
fn share(number: &str, whole: i64) -> Option<String> {
    let share: Fixed = number.parse().ok()?;
    let percent = share * Fixed::from_whole(100 / whole);
    let percent = percent.to_whole().clamp(1, 90);
    Some(format!("{percent}%"))
}
