//! The seed catalogue: what lives and lies on every floor and branch of some seeds. A change here
//! changes what players with a shared seed find.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use super::stage::{begin, pack};

const SEEDS: [u64; 3] = [1, 7, 2026];
const LEVELS: [&str; 10] = [
    "gaol", "warrens", "cistern", "ossuary", "hollows", "works", "vaults", "library", "court",
    "keep",
];

fn catalogue() -> String {
    let pack = pack();
    let mut text = String::new();
    for seed in SEEDS {
        for level in LEVELS {
            let run = begin(&pack, seed, level);
            let truth = run.game().truth();
            let open = truth.bounds().cells().filter(|&at| truth.is_open(at)).count();
            let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
            for (_, _, thing) in truth.things() {
                *counts.entry(pack.kinds.name(thing.kind)).or_default() += 1;
            }
            let all: Vec<String> =
                counts.iter().map(|(name, count)| format!("{name} {count}")).collect();
            writeln!(text, "seed {seed}, {level}, {open} open cells: {}", all.join(", ")).unwrap();
        }
    }
    text
}

#[test]
fn a_seed_gives_the_same_floors_for_ever() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/descent/catalogue.txt");
    let now = catalogue();
    if env::var_os("BARROW_BLESS").is_some() {
        fs::write(&path, &now).unwrap();
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(now, golden, "a seed gives other floors; `cargo xtask bless` if that is meant");
}
