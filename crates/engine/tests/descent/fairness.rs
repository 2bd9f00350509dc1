//! Nothing takes more than a third of a hero's full health in a turn without showing it before: for
//! every class, at its own health and with what it wears when it sets out.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use barrow_dice::{Fixed, Seed};
use barrow_engine::{Command, Event, Game, Setup};
use barrow_pack::{Deed, Pack};

use super::floors::seeds;
use super::guide::{TABLES, names};
use super::stage::{Stage, pack, texts};
use crate::shipped::loaded;

const CLASSES: [&str; 5] = ["knight", "rogue", "mage", "ranger", "houndmaster"];
/// Monsters that others call, or that come without a placement, and the first floor where they do.
const CALLED: [(&str, u32); 8] = [
    ("angry_keeper", 1),
    ("tracker", 1),
    ("rat", 1),
    ("slimelet", 2),
    ("crawler", 3),
    ("kings_guard", 3),
    ("imp", 4),
    ("turnkey", 7),
];
/// An orc below half its health strikes harder.
const RAGE: i64 = 2;
/// The most power that a tracker gets, however long it has followed someone.
const PATIENCE: i64 = 23;
/// The most that the dice add to a blow.
const DICE: i64 = 2;

/// Returns all monsters that can be met on a floor.
fn met(pack: &Pack, floor: u32) -> BTreeSet<String> {
    let tables: Vec<&str> = TABLES.iter().filter(|it| it.1 == floor).map(|it| it.0).collect();
    let called = CALLED.iter().filter(|it| it.1 <= floor).map(|it| it.0.to_owned());
    names(pack, &tables).into_iter().chain(called).collect()
}

/// Returns whether a monster ever strikes without an announcement.
fn strikes(pack: &Pack, kind: &str) -> bool {
    let of = pack.kinds.get(pack.kinds.find(kind).unwrap());
    let mind = pack.minds.get(of.mind.unwrap());
    mind.behaviours.iter().any(|it| matches!(it.deed, Deed::Strike))
}

/// Returns how much defense the states that others on a floor cause can take away: acid, or the eye
/// of a warlock.
fn weakness(floor: u32) -> i64 {
    if floor == 7 { 3 } else { 2 }
}

/// Returns the full health and the defense of a class at the start.
fn class(name: &str) -> (i64, i64) {
    let play = Stage { class: name, stock: stock(name), ..Stage::default() }.play("");
    (play.hero("health"), play.hero("defense"))
}

/// Returns what a class wears. A stage replaces the stock of its hero.
fn stock(class: &str) -> &'static str {
    match class {
        "knight" => r#"{ "kind": "wooden_shield", "worn": true }"#,
        "mage" => "",
        _ => r#"{ "kind": "leather_armor", "worn": true }"#,
    }
}

#[test]
fn no_class_loses_a_third_of_its_health_to_an_untold_blow_on_any_floor() {
    let pack = pack();
    let classes = CLASSES.map(|name| (name, class(name)));
    for floor in 1..=7 {
        for kind in met(&pack, floor).into_iter().filter(|it| strikes(&pack, it)) {
            let legend = format!(r#""m": ["{kind}"]"#);
            let map = "@....................m";
            let play = Stage { map, legend: &legend, floor, ..Stage::default() }.play("");
            assert_eq!(play.value(&kind, "crit"), 0, "{kind}");
            let rage = if kind == "orc" { RAGE } else { 0 };
            let power = match kind.as_str() {
                "tracker" => PATIENCE,
                _ => play.value(&kind, "power") + rage,
            };
            // After a blow a wraith cannot act for the rest of the turn.
            let speed = if kind == "wraith" { 100 } else { play.value(&kind, "speed") };
            let blows = (99 + speed) / 100;
            for (name, (health, defense)) in classes {
                let blow = (power + DICE - defense + weakness(floor)).max(1);
                let turn = blow * blows;
                assert!(
                    3 * turn <= health,
                    "{kind} takes {turn} of {health} from a {name}: {floor}"
                );
            }
        }
    }
}

#[test]
fn no_class_loses_a_third_of_its_health_to_a_trap_that_cannot_be_seen() {
    let traps = names(&pack(), &["traps"]);
    let hidden: Vec<&String> = traps.iter().filter(|it| it.starts_with("hidden")).collect();
    assert!(!hidden.is_empty());
    for name in CLASSES {
        let (health, _) = class(name);
        for trap in &hidden {
            for floor in 1..=7 {
                let legend = format!(r#""^": ["{trap}"]"#);
                let hero = r#""health": 9999, "regrowth": 0"#;
                let stage = Stage {
                    map: "@^",
                    legend: &legend,
                    floor,
                    hero,
                    class: name,
                    ..Stage::default()
                };
                let lost = 9999 - stage.play("6").hero("health");
                assert!(3 * lost <= health, "{trap}, floor {floor}: {lost} of a {name}'s {health}");
            }
        }
    }
}

/// Makes a pack with a small hall for each floor and each monster of it.
fn halls() -> Arc<Pack> {
    let whole = pack();
    let mut texts = texts();
    let game = texts.get_mut("game.json").unwrap();
    *game = game.replacen("\"start\"", "\"practice\": [\"tester\"], \"start\"", 1);
    let mut levels = String::new();
    for floor in 1..=7 {
        for kind in met(&whole, floor) {
            let _ = write!(
                levels,
                r#"{}"f{floor}_{kind}": {{ "floor": {floor}, "links": {{ "down": "gaol" }},
                   "ground": {{ "floor": "stone_floor", "wall": "stone_wall", "down": "stairs" }},
                   "drawing": ["......", "@..m..", "......"], "legend": {{ "m": ["{kind}"] }} }}"#,
                if levels.is_empty() { "" } else { "," },
            );
        }
    }
    // A mage has the least health and the least defense.
    let hall = format!(
        r#"{{ "kinds": {{ "tester": {{ "extends": "mage", "needs": "1", "stock": [],
               "has": {{ "health": 9999, "power": 1, "crit": 0, "regrowth": 0 }} }} }},
             "levels": {{ {levels} }} }}"#
    );
    texts.insert("halls.json".into(), hall);
    loaded(texts)
}

/// Returns the most that a monster takes from a hero who waits beside it, between two of the hero's
/// turns, if nothing was announced where the hero stands.
fn most_untold(pack: &Arc<Pack>, level: &str, seed: u64) -> (Fixed, Vec<String>) {
    let setup = Setup {
        seed: Seed(seed),
        level: Some(level.into()),
        heroes: vec!["tester".into()],
        ..Setup::default()
    };
    let (mut game, _) = Game::new(Arc::clone(pack), &setup).unwrap();
    if let Some(menu) = game.view(0).unwrap().menu() {
        let option = u8::try_from(menu.options.len() - 1).unwrap();
        game.step(0, &Command::Choose { option }).unwrap();
    }
    let mut most = (Fixed::ZERO, Vec::new());
    for turn in 0..50 {
        let view = game.view(0).unwrap();
        let own = view.own().unwrap();
        let (who, health) = (own.id(), pack.rules.life);
        // A blow wakes a sleeper.
        let near = view.actors().find(|it| it.is_foe() && it.pos().manhattan(own.pos()) == 1);
        let strike = near
            .filter(|_| turn < 9)
            .and_then(|it| barrow_grid::Dir::cardinal_towards(own.pos(), it.pos()));
        let command = match strike {
            Some(dir) => Command::Move(dir),
            None if turn < 2 => Command::Move(barrow_grid::Dir::East),
            None => Command::Wait,
        };
        let step = matches!(command, Command::Move(_)) && strike.is_none();
        let to = if step { own.pos() + barrow_grid::Dir::East } else { own.pos() };
        let told =
            view.announced().any(|it| it.cells.contains(&own.pos()) || it.cells.contains(&to));
        let Ok(turn) = game.step(0, &command) else { continue };
        let lost = turn.events(0).filter_map(|event| {
            let Event::Changed { who: whom, attribute, by, .. } = event else { return None };
            (*whom == who && *attribute == health).then(|| Fixed::ZERO - *by)
        });
        let lost = lost.filter(|it| *it > Fixed::ZERO).fold(Fixed::ZERO, |sum, it| sum + it);
        if !told && lost > most.0 {
            let texts = turn.events(0).filter_map(|event| {
                let Event::Said { text, .. } = event else { return None };
                Some(text.clone())
            });
            most = (lost, texts.collect());
        }
    }
    most
}

/// The same rule in play: everything a single monster does, with its poison, its fire and its
/// haste. `LEVEL_SEEDS=500` is the long run.
#[test]
fn no_monster_takes_a_third_of_a_mages_health_in_an_untold_turn() {
    let (pack, whole) = (halls(), pack());
    let (health, _) = class("mage");
    let mut hurt = 0;
    for floor in 1..=7 {
        for kind in met(&whole, floor) {
            for seed in 0..seeds().div_ceil(10) {
                let (most, texts) = most_untold(&pack, &format!("f{floor}_{kind}"), seed);
                let third = most * Fixed::from_whole(3);
                assert!(
                    third <= Fixed::from_whole(health),
                    "{kind}, floor {floor}, seed {seed}: {most} of {health}, {texts:?}"
                );
                hurt += usize::from(most > Fixed::ZERO);
            }
        }
    }
    assert!(hurt > 100, "most of them were awake: {hurt}");
}
