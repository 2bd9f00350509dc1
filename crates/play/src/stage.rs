//! A stage for tests: a drawn level with a hero.

use std::collections::BTreeMap;
use std::sync::Arc;

use barrow_dice::Seed;
use barrow_engine::{Run, Setup, View};
use barrow_grid::{Grid, Pos};
use barrow_pack::{Files, Pack, load};

const BASE: &str = include_str!("stage.json");

/// Makes a pack of one drawn level. `rules` adds rules, `level` more about the level, `more` kinds
/// and so on; a kind called `champion` becomes the hero.
pub fn pack(map: &str, rules: &str, level: &str, more: &str) -> Arc<Pack> {
    let lines: Vec<String> = map.trim().lines().map(|line| format!("{:?}", line.trim())).collect();
    let drawing = lines.join(",");
    let hero = if more.contains("\"champion\"") { "champion" } else { "hero" };
    let text = format!(
        r#"{{"pack": {{"title": "Stage", "heroes": ["{hero}"], "start": "here", "life": "health",
            "score": [{{"label": "gold", "value": "player.gold"}}] {rules}}},
            "levels": {{"here": {{"extends": "stage", "drawing": [{drawing}] {level}}}}}}}"#
    );
    let files = [("base.json", BASE), ("level.json", &text), ("more.json", more)];
    let files: BTreeMap<String, Vec<u8>> =
        files.into_iter().map(|(name, text)| (name.into(), text.as_bytes().to_vec())).collect();
    let loaded = load(Files::new(files));
    loaded.pack.unwrap_or_else(|| panic!("{}", loaded.report.render(&loaded.files)))
}

/// Begins a run on a drawn level.
pub fn run(map: &str) -> Run {
    begin(&pack(map, "", "", "{}"), 7)
}

pub fn begin(pack: &Arc<Pack>, seed: u64) -> Run {
    let setup =
        Setup { seed: Seed(seed), level: None, heroes: vec![String::new()], ..Setup::default() };
    Run::new(Arc::clone(pack), &setup).unwrap().0
}

pub fn view(run: &Run) -> View<'_> {
    run.game().view(0).unwrap()
}

/// Draws what the player knows; unknown cells are blank.
pub fn picture(view: &View<'_>) -> Grid<char> {
    let mut drawn = Grid::from_fn(view.width(), view.height(), |at| {
        let cell = view.cell(at);
        let ground = cell.ground.map_or(' ', |id| view.pack().kinds.get(id).look.glyph);
        cell.thing.map_or(ground, |it| it.glyph())
    });
    for actor in view.actors() {
        drawn[actor.pos()] = actor.glimpse().glyph();
    }
    drawn
}

pub fn find(map: &str, glyph: char) -> Pos {
    Grid::from_picture(map).find(glyph).unwrap()
}

/// A hero who plays cards: cut, which costs a point of energy, and rage, which costs three.
pub const CARDS: &str = r#"{
    "attributes": { "energy": { "gauge": "For cards.", "label": "energy" } },
    "bags": { "deck": { "label": "Deck", "hidden": true }, "hand": { "label": "Hand", "limit": 5 }, "used": { "hidden": true } },
    "kinds": {
        "champion": { "extends": "hero", "has": { "energy": 2 }, "bags": {
            "deck": { "stock": ["cut"] }, "hand": { "stock": ["rage", "cut", "hum"] }, "used": {} } },
        "cut": { "as": "item", "about": "Deals 3.", "look": { "glyph": "c" }, "item": { "verb": "play", "cost": { "energy": 1 },
            "from": "hand", "to": "used", "free": true, "aim": { "level": true, "what": "foes" } }, "on": { "use": [{ "harm": 3 }] } },
        "rage": { "extends": "cut", "item": { "cost": { "energy": 3 } }, "on": { "use": [{ "harm": 30 }] } },
        "hum": { "as": "item", "look": { "glyph": "h" }, "item": {} } } }"#;
