//! The seed catalogue: the five floors of some run ids. A change here changes what players with a
//! shared seed find.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use barrow_pack::Layer;

use super::stage::{arrive, pack, picture, things};

const SEEDS: [u64; 4] = [1, 7, 42, 2026];

fn catalogue() -> String {
    let pack = pack();
    let mut text = String::new();
    for seed in SEEDS {
        for floor in 1..=5 {
            let game = arrive(&pack, seed, floor);
            writeln!(text, "run {seed}, floor {floor}\n{}", picture(&game)).unwrap();
            let mut names: Vec<String> = [Layer::Actor, Layer::Item]
                .into_iter()
                .flat_map(|layer| things(&game, layer))
                .map(|(name, at)| format!("{name} {},{}", at.x, at.y))
                .collect();
            names.sort();
            writeln!(text, "{}\n", names.join("; ")).unwrap();
        }
    }
    text
}

#[test]
fn a_run_id_gives_the_same_dungeon_for_ever() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/darkdelve/catalogue.txt");
    let now = catalogue();
    if env::var_os("BARROW_BLESS").is_some() {
        fs::write(&path, &now).unwrap();
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(now, golden, "a run id gives other floors; `cargo xtask bless` if that is meant");
}
