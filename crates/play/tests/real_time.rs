//! The real-time packs, played by bots: every run ends, and light is worth its danger.

#![allow(clippy::unwrap_used, reason = "a helper of tests may panic like a test")]

use std::fs;
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

fn games(pack: &Arc<Pack>, bot: &str, hero: &str, seeds: u64) -> Vec<Outcome> {
    let style: Style = bot.parse().unwrap();
    let one = |seed| {
        let setup = Setup { seed: Seed(seed), heroes: vec![hero.into()], ..Setup::default() };
        play(pack, &setup, style.clone(), Cap::default()).unwrap().outcome
    };
    (1..=seeds).map(one).collect()
}

#[test]
fn who_never_lights_a_lamp_gets_less_than_half_as_deep() {
    let pack = pack("dark-floor");
    let depth = |bot| games(&pack, bot, "", 24).iter().map(|it| it.depth).sum::<u32>();
    let (lit, dark) = (depth("sensible"), depth("sensible:dark"));
    assert!(2 * dark < lit + 24, "{lit} floors with light, {dark} without");
}

#[test]
fn every_ringer_reaches_late_bells_and_every_run_ends() {
    let pack = pack("arena");
    for hero in ["smith", "roper", "slinger", "reaper"] {
        let games = games(&pack, "sensible", hero, 12);
        assert!(games.iter().all(|it| it.end.is_some()), "{hero}");
        assert!(games.iter().any(|it| it.depth >= 6), "{hero}");
    }
    let random = games(&pack, "random", "", 3);
    assert!(random.iter().all(|it| it.end.is_some() && it.depth < 8));
}
