//! The pack that is played: the files of `pack/`, and large, simple levels that are drawn here.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use barrow_dice::Seed;
use barrow_engine::{Game, Setup};
use barrow_pack::{Files, Pack, load};

/// The pack, which is loaded once.
static PACK: LazyLock<Arc<Pack>> = LazyLock::new(|| loaded(files()));

/// The same pack with a hero who has relics.
static PACK_WITH_RELICS: LazyLock<Arc<Pack>> = LazyLock::new(|| {
    let mut texts = texts();
    for (_, text) in &mut texts {
        *text = text.replace(r#""heroes": ["warden"]"#, r#""heroes": ["collector"]"#);
    }
    texts.push(("relics.json", relics()));
    loaded(to_files(texts))
});

/// The end of the name of a level where the hero has relics.
pub const WITH_RELICS: &str = "+relics";

/// How many relics the hero has: half of them are worn.
const RELICS: usize = 20;

fn loaded(files: Files) -> Arc<Pack> {
    let loaded = load(files);
    let report = &loaded.report;
    loaded.pack.unwrap_or_else(|| panic!("{}", report.render(&loaded.files)))
}

/// Levels of 100x100, by what fills their right half.
pub const FIELDS: [(&str, &str); 7] = [
    ("nothing", "field"),
    ("5,000 walls", "walls"),
    ("5,000 walls that are things", "pillars"),
    ("200 statues", "statues-200"),
    ("1,000 statues", "statues-1000"),
    ("200 sleepers", "sleepers-200"),
    ("1,000 sleepers", "sleepers-1000"),
];

/// Returns all files of the pack.
pub fn files() -> Files {
    to_files(texts())
}

fn texts() -> Vec<(&'static str, String)> {
    vec![
        ("fields.json", fields()),
        ("kinds.json", include_str!("../../../pack/kinds.json").to_owned()),
        ("levels.json", include_str!("../../../pack/levels.json").to_owned()),
        ("pack.json", include_str!("../../../pack/pack.json").to_owned()),
    ]
}

fn to_files(texts: Vec<(&'static str, String)>) -> Files {
    let files = texts.into_iter().map(|(name, text)| (name.to_owned(), text.into_bytes()));
    Files::new(files.collect::<BTreeMap<_, _>>())
}

/// Begins a game.
pub fn begin(level: &str, seed: u64) -> Game {
    let plain = level.strip_suffix(WITH_RELICS);
    let pack = if plain.is_some() { &PACK_WITH_RELICS } else { &PACK };
    let level = Some(plain.unwrap_or(level).to_owned());
    let heroes = vec![String::new()];
    let setup = Setup { seed: Seed(seed), level, heroes, ..Setup::default() };
    let (game, _) = Game::new(Arc::clone(pack), &setup).expect("the pack has that level");
    game
}

/// Writes relics that take part in a step, in a turn or in a blow, a third of them each, and a hero
/// who has all of them.
fn relics() -> String {
    let deeds = [
        r#""step": [{ "if": { "when": "actor.health < actor.health.max / 2", "do": [{ "say": "It glows." }] } }]"#,
        r#""turn": [{ "change": { "attribute": "charge", "by": 1, "of": "self" } }]"#,
        r#""hit": [{ "change": { "attribute": "mana", "by": 1, "of": "actor" } }]"#,
    ];
    let numbers = || 0..RELICS;
    let worn = |number: usize| number < RELICS / 2;
    let kind = |number: usize| {
        let item = if worn(number) {
            format!(r#""slot": "chain-{number}""#)
        } else {
            r#""passive": true"#.to_owned()
        };
        let deed = deeds[number % deeds.len()];
        format!(
            r#""relic-{number}": {{ "as": "item", "look": {{ "glyph": "*" }}, "has": {{ "charge": 0 }},
                "item": {{ {item} }}, "on": {{ {deed} }} }}"#
        )
    };
    let stock = |number: usize| format!(r#"{{ "kind": "relic-{number}", "worn": {} }}"#, worn(number));
    let slots: Vec<String> =
        numbers().filter(|&it| worn(it)).map(|it| format!(r#""chain-{it}": {{}}"#)).collect();
    let (slots, kinds) = (slots.join(", "), numbers().map(kind).collect::<Vec<_>>().join(", "));
    let stock = numbers().map(stock).collect::<Vec<_>>().join(", ");
    format!(
        r#"{{ "attributes": {{ "charge": {{ "number": "Counts turns." }} }}, "slots": {{ {slots} }},
            "kinds": {{ {kinds}, "collector": {{ "extends": "warden", "has": {{ "room": 40 }}, "+stock": [{stock}] }} }} }}"#
    )
}

fn fields() -> String {
    let fillings = [
        ("field", '.', 0),
        ("walls", '#', 5_000),
        ("pillars", 'I', 5_000),
        ("statues-200", 'S', 200),
        ("statues-1000", 'S', 1_000),
        ("sleepers-200", 'z', 200),
        ("sleepers-1000", 'z', 1_000),
    ];
    let levels = fillings.map(|(name, glyph, count)| {
        let rows = drawing(glyph, count).join(r#"", ""#);
        format!(r#""{name}": {{ "extends": "empty-field", "drawing": ["{rows}"] }}"#)
    });
    let stage = r#""empty-field": { "drawing": ["@"],
        "ground": { "floor": "floor", "wall": "wall" },
        "legend": { "I": ["pillar"], "S": ["statue"], "z": ["sleeper"] } }"#;
    let kinds = r#""pillar": { "as": "fixture", "look": { "glyph": "I" }, "is": ["solid", "opaque"] },
        "statue": { "as": "actor", "look": { "glyph": "S" }, "is": ["solid"] },
        "sleeper": { "extends": "creature", "look": { "glyph": "z" }, "side": "hunters", "mind": "sleeper" }"#;
    let minds = r#""sleeper": [{ "ambush": 3 }, "strike", "approach"]"#;
    let levels = levels.join(", ");
    format!(
        r#"{{ "kinds": {{ {kinds} }}, "minds": {{ {minds} }}, "levels": {{ {stage}, {levels} }} }}"#
    )
}

/// Draws a level with a wall in the middle, so that the right half does not change the view from
/// the left. Few things stand apart, too far from the wall to be woken through it.
fn drawing(glyph: char, count: usize) -> Vec<String> {
    let mut left = count;
    let apart = |x: usize, y: usize| x >= 54 && (x + 2 * y).is_multiple_of(4);
    let mut cell = |x: usize, y: usize| match (x, y) {
        (24, 50) => '@',
        (49, _) => '#',
        (50.., _) if left > 0 && (count > 1_000 || apart(x, y)) => {
            left -= 1;
            glyph
        }
        _ => '.',
    };
    (0..100).map(|y| (0..100).map(|x| cell(x, y)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_as_full_as_their_names_say() {
        for (glyph, count) in [('#', 5_000), ('S', 200), ('z', 1_000)] {
            let right = drawing(glyph, count).into_iter().map(|row| row[50..].to_owned());
            assert_eq!(right.map(|row| row.matches(glyph).count()).sum::<usize>(), count);
        }
    }

    #[test]
    fn twenty_hunt() {
        let hunters = ["wolf", "orc", "bearer", "shaman"];
        let game = begin("hunt", 1);
        let truth = game.truth();
        let names = truth.things().map(|(_, _, it)| PACK.kinds.name(it.kind));
        assert_eq!(names.filter(|it| hunters.contains(it)).count(), 20);
    }
}
