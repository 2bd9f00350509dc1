//! The pack that is played: the files of `pack/`, and large, simple levels that are drawn here.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use barrow_dice::Seed;
use barrow_engine::{Game, Setup};
use barrow_pack::{Files, Pack, load};

/// Returns the pack, which is loaded once.
static PACK: LazyLock<Arc<Pack>> = LazyLock::new(|| {
    let loaded = load(files());
    let report = &loaded.report;
    loaded.pack.unwrap_or_else(|| panic!("{}", report.render(&loaded.files)))
});

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
    let texts = [
        ("fields.json", fields()),
        ("kinds.json", include_str!("../../../pack/kinds.json").to_owned()),
        ("levels.json", include_str!("../../../pack/levels.json").to_owned()),
        ("pack.json", include_str!("../../../pack/pack.json").to_owned()),
    ];
    let files = texts.into_iter().map(|(name, text)| (name.to_owned(), text.into_bytes()));
    Files::new(files.collect::<BTreeMap<_, _>>())
}

/// Begins a game.
pub fn begin(level: &str, seed: u64) -> Game {
    let setup =
        Setup { seed: Seed(seed), level: Some(level.to_owned()), heroes: vec![String::new()], ..Setup::default() };
    let (game, _) = Game::new(Arc::clone(&PACK), &setup).expect("the pack has that level");
    game
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
