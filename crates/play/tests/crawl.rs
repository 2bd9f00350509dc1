//! The pack `crawl`, played by bots: how deep they come and what ends them.

#![allow(clippy::unwrap_used, reason = "a helper of tests may panic like a test")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use barrow_dice::Seed;
use barrow_engine::Setup;
use barrow_pack::{Files, Pack, load};
use barrow_play::bot::{Cap, Outcome, Skill, Style, play};

fn pack() -> Arc<Pack> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/crawl");
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = paths.filter(|path| path.extension().is_some_and(|it| it == "json"));
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    let files = files.map(|path| (name(&path), fs::read(&path).unwrap())).collect();
    load(Files::new(files)).pack.unwrap()
}

fn games(pack: &Arc<Pack>, bot: impl Into<Style>, seeds: std::ops::Range<u64>) -> Vec<Outcome> {
    let style = bot.into();
    let one = |seed| {
        let setup = Setup {
            seed: Seed(seed),
            level: None,
            heroes: vec![String::new()],
            ..Setup::default()
        };
        // The crawl has no last floor: a good run takes more turns than a bot has as a rule.
        play(pack, &setup, style.clone(), Cap { turns: 60_000 }).unwrap().outcome
    };
    seeds.map(one).collect()
}

fn median(games: &[Outcome]) -> u32 {
    let mut depths: Vec<u32> = games.iter().map(|it| it.depth).collect();
    depths.sort_unstable();
    depths[depths.len() / 2]
}

#[test]
fn the_sensible_bot_gets_deep_the_random_one_does_not_and_every_run_ends() {
    let pack = pack();
    let sensible = games(&pack, Skill::Sensible, 0..24);
    let random = games(&pack, Skill::Random, 0..5);
    assert!(sensible.iter().chain(&random).all(|it| it.end.is_some()));
    let (deep, shallow) = (median(&sensible), median(&random));
    assert!(deep >= 4 * shallow, "{deep} against {shallow}");
    assert!(sensible.iter().any(|it| it.depth >= 10), "nobody came to depth 10");
    let mut causes: BTreeMap<&str, usize> = BTreeMap::new();
    for game in &sensible {
        *causes.entry(game.end.as_ref().unwrap().text.as_str()).or_default() += 1;
    }
    assert!(causes.values().all(|&count| count * 10 <= sensible.len() * 6), "{causes:?}");
}

#[test]
fn potions_and_bolts_make_a_difference_on_the_same_seeds() {
    let pack = pack();
    let depths = |bot: &str| {
        let games = games(&pack, bot.parse::<Style>().unwrap(), 100..140);
        games.iter().map(|it| it.depth).sum::<u32>()
    };
    let (all, bare) = (depths("sensible"), depths("sensible:bare"));
    assert!(4 * bare < 3 * all, "{all} floors with potions and bolts, {bare} without");
}

#[test]
fn a_bots_game_replays_from_its_journal() {
    let pack = pack();
    for seed in 0..3 {
        let setup = Setup {
            seed: Seed(seed),
            level: None,
            heroes: vec![String::new()],
            ..Setup::default()
        };
        let played = play(&pack, &setup, Skill::Sensible, Cap { turns: 600 }).unwrap();
        let again = played.journal.replay(Arc::clone(&pack)).unwrap();
        assert_eq!(again.digest(), played.outcome.digest);
    }
}
