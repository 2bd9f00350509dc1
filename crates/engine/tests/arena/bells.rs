use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use barrow_dice::Seed;
use barrow_engine::{Command, Game, Past, Setup};

use super::stage::pack;

fn begin(seed: u64) -> Game {
    let setup = Setup { seed: Seed(seed), heroes: vec![String::new()], ..Setup::default() };
    Game::new(pack("{}"), &setup).expect("a run can begin").0
}

/// Lists the things of the night: what stands there, and where.
fn night(game: &Game) -> String {
    let truth = game.truth();
    let things = truth
        .things()
        .filter(|(_, _, it)| it.actor.as_ref().is_none_or(|actor| actor.player.is_none()));
    let mut names: Vec<String> = things
        .map(|(_, at, it)| format!("{} {},{}", truth.pack().kinds.name(it.kind), at.x, at.y))
        .collect();
    names.sort();
    names.join("; ")
}

#[test]
fn a_bell_is_heard_a_moment_before_anything_stands_there() {
    for seed in 0..50 {
        let mut game = begin(seed);
        let omens = night(&game);
        assert!(omens.split("; ").all(|it| it.starts_with("omen ")), "seed {seed}: {omens}");
        for _ in 0..8 {
            game.step(0, &Command::Wait).unwrap();
        }
        assert_eq!(night(&game), omens, "seed {seed}");
        for _ in 0..9 {
            game.step(0, &Command::Wait).unwrap();
        }
        assert!(!night(&game).contains("omen"), "seed {seed}: {}", night(&game));
    }
}

#[test]
fn a_seed_gives_the_same_night_for_ever() {
    let mut catalogue = String::new();
    for seed in [1, 2, 3, 7, 42, 2026] {
        let mut game = begin(seed);
        writeln!(catalogue, "seed {seed}, bell 1: {}", night(&game)).unwrap();
        for _ in 0..17 {
            game.step(0, &Command::Wait).unwrap();
        }
        writeln!(catalogue, "seed {seed}, bell 1, beat 17: {}", night(&game)).unwrap();
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/arena/catalogue.txt");
    if env::var_os("BARROW_BLESS").is_some() {
        fs::write(&path, &catalogue).unwrap();
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        catalogue, golden,
        "a seed gives another night; `cargo xtask bless` if that is meant"
    );
}

#[test]
fn a_run_from_the_roof_counts_for_those_who_have_seen_a_dawn() {
    let pack = pack("{}");
    let counts = |level: &str, dawns: &[&str]| {
        let feats = dawns.iter().map(|feat| ((*feat).to_owned(), 1)).collect();
        let past = Past { feats, ..Past::default() };
        let heroes = vec![String::new()];
        Setup { level: Some(level.into()), heroes, past, ..Setup::default() }.is_ranked(&pack)
    };
    assert!(counts("cloister", &[]));
    assert!(!counts("roof", &[]) && counts("roof", &["dawn"]));
}
