//! The real-time packs, played by bots: every run ends, and light is worth its danger.

#![allow(clippy::unwrap_used, reason = "a helper of tests may panic like a test")]

use std::collections::BTreeMap;
use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

use barrow_dice::Seed;
use barrow_engine::Setup;
use barrow_pack::{Files, Pack, load};
use barrow_play::bot::{Cap, Outcome, Style, play};

fn pack(name: &str) -> Arc<Pack> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs").join(name);
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = paths.filter(|path| path.extension().is_some_and(|it| it == "json"));
    let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    let files = files.map(|path| (name(&path), fs::read(&path).unwrap())).collect();
    load(Files::new(files)).pack.unwrap()
}

fn games(pack: &Arc<Pack>, bot: &str, hero: &str, seeds: RangeInclusive<u64>) -> Vec<Outcome> {
    let style: Style = bot.parse().unwrap();
    let one = |seed| {
        let setup = Setup { seed: Seed(seed), heroes: vec![hero.into()], ..Setup::default() };
        play(pack, &setup, style.clone(), Cap::default()).unwrap().outcome
    };
    seeds.map(one).collect()
}

#[test]
fn who_never_lights_a_lamp_gets_less_than_half_as_deep() {
    let pack = pack("dark-floor");
    let depth = |bot| games(&pack, bot, "", 1..=24).iter().map(|it| it.depth).sum::<u32>();
    let (lit, dark) = (depth("sensible"), depth("sensible:dark"));
    assert!(2 * dark < lit + 24, "{lit} floors with light, {dark} without");
}

/// The README of the pack tells the shares of 300 runs: 3 to 25 % escape, and no end has 40 %. Of
/// 100 runs, a share is known to some five points.
#[test]
fn on_seeds_that_nobody_tuned_on_some_escape_the_dark_floor_and_no_end_is_the_rule() {
    let games = games(&pack("dark-floor"), "sensible", "", 1_200_000..=1_200_099);
    let mut ends: BTreeMap<String, usize> = BTreeMap::new();
    for game in &games {
        let end = game.end.as_ref().unwrap();
        let end = if end.won { "escaped" } else { &*end.text };
        *ends.entry(end.to_owned()).or_default() += 1;
    }
    assert!((3..=25).contains(&ends["escaped"]), "{ends:?}");
    assert!(ends.values().all(|count| *count <= 45), "{ends:?}");
}

#[test]
fn every_ringer_reaches_late_bells_and_every_run_ends() {
    let pack = pack("arena");
    for hero in ["smith", "roper", "slinger", "reaper"] {
        let games = games(&pack, "sensible", hero, 1..=12);
        assert!(games.iter().all(|it| it.end.is_some()), "{hero}");
        assert!(games.iter().any(|it| it.depth >= 6), "{hero}");
    }
    let random = games(&pack, "random", "", 1..=3);
    assert!(random.iter().all(|it| it.end.is_some() && it.depth < 8));
}
