//! What a scripted player remembers of a level, and its paths through it.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use serde_json::Value;

pub type Cell = (i64, i64);

pub const DIRECTIONS: [(&str, Cell); 8] = [
    ("n", (0, -1)),
    ("ne", (1, -1)),
    ("e", (1, 0)),
    ("se", (1, 1)),
    ("s", (0, 1)),
    ("sw", (-1, 1)),
    ("w", (-1, 0)),
    ("nw", (-1, -1)),
];

/// The map as a player remembers it: only what answers have shown.
#[derive(Default)]
pub struct Atlas {
    /// The glyphs as last seen, and what is known of each cell.
    cells: Vec<Vec<char>>,
    fog: Vec<Vec<char>>,
    /// What stands or lies where, by name.
    things: BTreeMap<Cell, Vec<String>>,
    fields: BTreeMap<Cell, Vec<String>>,
    actors: BTreeMap<Cell, String>,
    /// The terrain that a pick digs through.
    dug: BTreeSet<String>,
    /// Actors that are not attacked.
    pub spared: BTreeSet<String>,
    /// Fields that may be entered.
    dared: BTreeSet<String>,
}

/// Returns the position of an entry of a view.
pub fn cell_of(entry: &Value) -> Cell {
    (entry["x"].as_i64().unwrap(), entry["y"].as_i64().unwrap())
}

/// Returns the entries of a list in a view.
pub fn entries<'v>(view: &'v Value, list: &str) -> impl Iterator<Item = &'v Value> {
    view[list].as_array().into_iter().flatten()
}

pub fn name_of(entry: &Value) -> &str {
    entry["name"].as_str().unwrap_or_default()
}

impl Atlas {
    /// Handles the words `dig`, `dare` and `spare`.
    pub fn advise(&mut self, word: &str, name: &str) {
        let names = match word {
            "dig" => &mut self.dug,
            "dare" => &mut self.dared,
            _ => &mut self.spared,
        };
        names.insert(name.into());
    }

    pub fn note(&mut self, view: &Value) {
        let rows = |key: &str| -> Vec<Vec<char>> {
            entries(view, key).map(|row| row.as_str().unwrap().chars().collect()).collect()
        };
        (self.cells, self.fog) = (rows("cells"), rows("fog"));
        let fog = &self.fog;
        let unseen = |at: &Cell| at_cell(fog, *at) != Some('2');
        self.things.retain(|at, _| unseen(at));
        self.fields.retain(|at, _| unseen(at));
        for (list, map) in [("things", &mut self.things), ("fields", &mut self.fields)] {
            for entry in entries(view, list) {
                map.entry(cell_of(entry)).or_default().push(name_of(entry).into());
            }
        }
        let actors = entries(view, "actors").map(|it| (cell_of(it), name_of(it).to_owned()));
        self.actors = actors.collect();
    }

    /// Returns the cells where a thing or actor with that name was last seen. A thing may have
    /// several names, with a bar between them.
    pub fn places<'a>(&'a self, name: &'a str) -> impl Iterator<Item = Cell> + 'a {
        let called = move |it: &String| name.split('|').any(|name| it == name);
        let things = self.things.iter().filter(move |(_, names)| names.iter().any(called));
        let actors = self.actors.iter().filter(move |(_, it)| *it == name);
        things.map(|(&at, _)| at).chain(actors.map(|(&at, _)| at))
    }

    pub fn has_actor(&self, name: &str) -> bool {
        self.actors.values().any(|it| it == name)
    }

    /// Returns the first step of the cheapest path to a cell, or to the unknown if there is none.
    pub fn step(&self, from: Cell, goal: Option<Cell>) -> Option<Cell> {
        let mut costs = BTreeMap::from([(from, 0)]);
        let mut before: BTreeMap<Cell, Cell> = BTreeMap::new();
        let mut queue = BinaryHeap::from([Reverse((0, from))]);
        while let Some(Reverse((cost, at))) = queue.pop() {
            let unknown = at_cell(&self.fog, at) == Some('0');
            if Some(at) == goal || goal.is_none() && unknown {
                return first_step(&before, from, at);
            }
            if cost > costs[&at] {
                continue;
            }
            for (_, (east, south)) in DIRECTIONS {
                let next = (at.0 + east, at.1 + south);
                let Some(more) = self.cost(next, goal) else { continue };
                let cost = cost + more;
                if costs.get(&next).is_none_or(|&known| cost < known) {
                    costs.insert(next, cost);
                    before.insert(next, at);
                    queue.push(Reverse((cost, next)));
                }
            }
        }
        None
    }

    /// Returns the cost of entering a cell, or `None` if it cannot be entered.
    fn cost(&self, at: Cell, goal: Option<Cell>) -> Option<u32> {
        let sign = at_cell(&self.cells, at)?;
        if Some(at) == goal {
            return Some(1);
        }
        if at_cell(&self.fog, at) == Some('0') {
            return Some(3);
        }
        let things = self.things.get(&at).map_or(&[][..], Vec::as_slice);
        if things.iter().any(|it| self.dug.contains(it)) {
            return Some(4);
        }
        let fields = self.fields.get(&at).into_iter().flatten();
        let feared = fields.clone().find(|it| !self.dared.contains(*it));
        // Stairs are only taken on purpose.
        let stairs = things.iter().any(|it| it.contains("Stairs"));
        if stairs || feared.is_some_and(|it| it == "lava") || "#0& ".contains(sign) {
            return None;
        }
        let crowd =
            self.actors.get(&at).map_or(0, |it| if self.spared.contains(it) { 50 } else { 3 });
        let ground = match () {
            () if feared.is_some() => 25,
            () if sign == '^' => 30,
            () if things.iter().any(|it| it == "deep water") => 8,
            () => 1,
        };
        Some(crowd + ground)
    }
}

fn at_cell(rows: &[Vec<char>], (x, y): Cell) -> Option<char> {
    rows.get(usize::try_from(y).ok()?)?.get(usize::try_from(x).ok()?).copied()
}

fn first_step(before: &BTreeMap<Cell, Cell>, from: Cell, to: Cell) -> Option<Cell> {
    let mut at = to;
    while let Some(&earlier) = before.get(&at) {
        if earlier == from {
            return Some(at);
        }
        at = earlier;
    }
    None
}
