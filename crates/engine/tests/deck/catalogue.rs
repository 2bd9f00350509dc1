//! The seed catalogue: the first hand of some seeds, and what a player who plays the first card and
//! takes the first option meets. A change here changes what players with a shared seed find.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use barrow_engine::Command;

use super::stage::{Play, pack};

const SEEDS: [u64; 6] = [1, 2, 3, 7, 42, 2026];

fn catalogue() -> String {
    let mut text = String::new();
    for seed in SEEDS {
        let mut it = Play::begin(pack(), None, "", seed);
        writeln!(text, "seed {seed}: {}", it.pile("Hand").join(", ")).unwrap();
        while it.game.end().is_none() {
            let title = it.title();
            // Questions of cards are not about the seed.
            if !title.is_empty() {
                if it.guests().is_empty() {
                    let place = it.game.view(0).unwrap().title().to_owned();
                    writeln!(text, "  {place}: {title}: {}", it.options().join(", ")).unwrap();
                }
                it.choose_first();
                continue;
            }
            it.give(&Command::UseFrom { bag: "hand".into(), slot: 0 });
            if !it.refused.is_empty() {
                it.refused.clear();
                it.end_turn();
            }
        }
        let end = &it.game.end().unwrap().text;
        writeln!(text, "  table {}, turn {}: {end}\n", it.game.floor(), it.game.turn()).unwrap();
    }
    text
}

#[test]
fn a_seed_lays_the_same_tables_for_ever() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/deck/catalogue.txt");
    let now = catalogue();
    if env::var_os("BARROW_BLESS").is_some() {
        fs::write(&path, &now).unwrap();
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(now, golden, "a seed lays other tables; `cargo xtask bless` if that is meant");
}
