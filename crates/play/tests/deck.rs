//! The pack `deck`, played by bots: every run ends, and who weighs the cards comes further.

#![allow(clippy::unwrap_used, reason = "a helper of tests may panic like a test")]

use std::fs;
use std::path::Path;
use std::sync::Arc;

use barrow_dice::Seed;
use barrow_engine::Setup;
use barrow_pack::{Files, Pack, load};
use barrow_play::bot::{Cap, Outcome, Skill, play};

fn pack() -> Arc<Pack> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/deck");
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = paths.filter(|path| path.extension().is_some_and(|it| it == "json"));
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    let files = files.map(|path| (name(&path), fs::read(&path).unwrap())).collect();
    load(Files::new(files)).pack.unwrap()
}

fn games(pack: &Arc<Pack>, skill: Skill, seeds: std::ops::Range<u64>) -> Vec<Outcome> {
    let one = |seed| {
        let setup = Setup {
            seed: Seed(seed),
            level: None,
            heroes: vec![String::new()],
            ..Setup::default()
        };
        play(pack, &setup, skill, Cap::default()).unwrap().outcome
    };
    seeds.map(one).collect()
}

fn median(games: &[Outcome]) -> u32 {
    let mut depths: Vec<u32> = games.iter().map(|it| it.depth).collect();
    depths.sort_unstable();
    depths[depths.len() / 2]
}

#[test]
fn the_sensible_bot_comes_further_than_the_random_one_and_every_run_ends() {
    let pack = pack();
    let sensible = games(&pack, Skill::Sensible, 1..41);
    let random = games(&pack, Skill::Random, 1..21);
    assert!(sensible.iter().chain(&random).all(|it| it.end.is_some()));
    assert!(median(&sensible) >= 2 * median(&random));
    assert!(sensible.iter().any(Outcome::is_won), "nobody won");
}
