//! The seed catalogue: the first floor of some seeds, and the monsters and items of each second
//! floor. A change here changes what players with a shared seed find.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use super::stage::{begin, monsters, pack, pack_at, picture};

const SEEDS: [u64; 6] = [1, 2, 3, 7, 42, 2026];

fn catalogue() -> String {
    let (first, tenth) = (pack(), pack_at(10));
    let mut text = String::new();
    for seed in SEEDS {
        let run = begin(&first, seed);
        write!(text, "seed {seed}, depth 1\n{}", picture(run.game())).unwrap();
        let deep = begin(&tenth, seed);
        let mut names: Vec<String> = monsters(deep.game())
            .into_iter()
            .map(|(name, at)| format!("{name} {},{}", at.x, at.y))
            .collect();
        names.sort();
        writeln!(text, "depth 10: {}\n", names.join("; ")).unwrap();
    }
    text
}

#[test]
fn a_seed_gives_the_same_floors_for_ever() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/crawl/catalogue.txt");
    let now = catalogue();
    if env::var_os("BARROW_BLESS").is_some() {
        fs::write(&path, &now).unwrap();
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(now, golden, "a seed gives other floors; `cargo xtask bless` if that is meant");
}
