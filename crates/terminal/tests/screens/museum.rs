//! Everything that a game has, side by side on one open level, so that no sheet goes unread.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use barrow_dice::Seed;
use barrow_engine::{Run, Setup, Turn};
use barrow_grid::Pos;
use barrow_pack::{Files, Layer, Pack, load};
use barrow_play::panel::RunSummary;
use barrow_play::words;
use barrow_terminal::SHIPPED;
use serde_json::{Map, Value, json};

use crate::words::{flaw, read};

/// The sides of the level.
const WIDTH: usize = 60;
const HEIGHT: usize = 40;

/// Returns the names of what can be put on a level.
fn exhibits(pack: &Pack) -> Vec<&str> {
    let heroes = &pack.rules.heroes;
    let kinds = pack.kinds.iter().filter(|(id, _)| !heroes.contains(id));
    kinds.map(|(id, _)| pack.kinds.name(id)).collect()
}

/// Returns the files of a game in our own form with a level that has everything.
fn with_level(pack: &Pack, files: &Files) -> Files {
    let ground = &pack.levels.get(pack.rules.start).ground;
    let named = |kind: Option<_>| kind.map(|it| pack.kinds.name(it));
    let row = ".".repeat(WIDTH);
    let mut drawing = vec![row.clone(); HEIGHT];
    drawing[HEIGHT / 2].replace_range(WIDTH / 2..=WIDTH / 2, "@");
    let kinds = exhibits(pack).into_iter().map(|it| json!({ "kind": it }));
    let fields =
        pack.fields.iter().map(|(id, _)| json!({ "field": pack.fields.name(id), "count": 2 }));
    let floor = named(ground.floor);
    let level = json!({ "title": "Museum", "open": true, "drawing": drawing,
        "ground": { "floor": floor, "wall": named(ground.wall).or(floor) },
        "places": kinds.chain(fields).collect::<Vec<_>>() });
    let text = json!({ "levels": { "museum": level } }).to_string();
    with(files, "museum.json", text)
}

fn with(files: &Files, name: &str, text: String) -> Files {
    let all = files.iter().map(|(_, name, bytes)| (name.to_owned(), bytes.to_vec()));
    Files::new(all.chain([(name.to_owned(), text.into_bytes())]).collect())
}

fn object(files: &BTreeMap<&str, &[u8]>, name: &str) -> Map<String, Value> {
    let bytes = files.get(name).filter(|it| !it.is_empty());
    bytes.map_or_else(Map::new, |it| serde_json::from_slice(it).expect("an object"))
}

/// Returns the files of a folder of the kit whose prototype of a name has everything that it may use.
fn with_prototype(files: &Files, prototype: &str) -> Files {
    let all: BTreeMap<&str, &[u8]> = files.iter().map(|(_, name, bytes)| (name, bytes)).collect();
    let own = |file: &str| format!("prototypes/{prototype}/{file}.json");
    let keys = |section: &str| {
        let common = object(&all, &format!("data/{section}.json"));
        let mut all: BTreeSet<String> =
            object(&all, &own(section)).into_iter().map(|it| it.0).collect();
        all.extend(common.into_iter().map(|it| it.0));
        let rows = all.into_iter().filter(|it| it != "player");
        rows.map(|it| (it, json!({ "chance": 100 }))).collect::<Map<_, _>>()
    };
    let mut config = object(&all, &own("prototype"));
    config.insert("random_actors".into(), keys("actors").into());
    config.insert("random_items".into(), keys("items").into());
    config.insert("mechanics".into(), json!({}));
    let options = json!({ "map_width": WIDTH, "map_height": HEIGHT });
    config.insert("map_generator".into(), json!({ "type": "arena", "options": options }));
    let map = format!("prototypes/{prototype}/map.tmj");
    let kept = files.iter().filter(|(_, name, _)| **name != *map && **name != own("prototype"));
    let kept = kept.map(|(_, name, bytes)| (name.to_owned(), bytes.to_vec())).collect();
    with(&Files::new(kept), &own("prototype"), Value::from(config).to_string())
}

/// Collects the flaws of every sheet in a museum, and returns how many kinds stand there.
fn visit(files: Files, level: &str, found: &mut BTreeSet<String>) -> usize {
    let loaded = load(files);
    let pack = loaded.pack.unwrap_or_else(|| panic!("{}", loaded.report.render(&loaded.files)));
    let heroes = vec![String::new()];
    let setup = Setup { seed: Seed(7), level: Some(level.into()), heroes, ..Setup::default() };
    let (run, _) = Run::new(Arc::clone(&pack), &setup).expect("the museum opens");
    let view = run.game().view(0).expect("a player");
    read(&view, &RunSummary::of(run.game(), 0, None), &Turn::default(), found);
    let mut told = |text: &str| {
        if let Some(what) = flaw(text) {
            found.insert(format!("{what}: {text}"));
        }
    };
    for x in 0..view.width() {
        for y in 0..view.height() {
            for text in words::look(&view, Pos::new(x, y)) {
                told(&text);
            }
        }
    }
    for (_, ability) in pack.abilities.iter() {
        told(&ability.name);
    }
    for (_, state) in pack.states.iter() {
        told(&state.label);
    }
    let shown = view.things().chain(view.actors()).map(|it| it.glimpse().drawn_as());
    shown.collect::<BTreeSet<_>>().len()
}

#[test]
fn every_sheet_of_every_game_can_be_read() {
    let mut found = BTreeSet::new();
    for game in SHIPPED {
        let files = game.files();
        let pack = load(game.files()).pack.expect("a shipped game");
        let is_kit = files.iter().any(|(_, name, _)| name.starts_with("prototypes/"));
        let loose = |layer| layer != Layer::Terrain;
        let kinds = pack.kinds.iter().filter(|(_, it)| loose(it.layer)).count();
        let mut seen = 0;
        if is_kit {
            for (id, _) in pack.levels.iter() {
                let level = pack.levels.name(id);
                seen += visit(with_prototype(&files, level), level, &mut found);
            }
        } else {
            seen = visit(with_level(&pack, &files), "museum", &mut found);
        }
        // Hidden things and those that others extend are not seen.
        assert!(seen * 10 >= kinds * 7, "{}: only {seen} of {kinds} kinds stand there", game.name);
    }
    assert!(found.is_empty(), "{}", found.into_iter().collect::<Vec<_>>().join("\n"));
}
