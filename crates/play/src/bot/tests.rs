use std::collections::BTreeMap;
use std::sync::Arc;

use barrow_dice::Seed;
use barrow_engine::Setup;
use barrow_pack::{Files, Pack, load};

use super::*;
use crate::stage::{begin, pack, view};

fn small() -> Arc<Pack> {
    let texts = [
        ("kinds.json", include_str!("../../../../tests/packs/small/kinds.json")),
        ("levels.json", include_str!("../../../../tests/packs/small/levels.json")),
        ("pack.json", include_str!("../../../../tests/packs/small/pack.json")),
    ];
    let files = texts.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
    load(Files::new(BTreeMap::from(files))).pack.unwrap()
}

fn games(pack: &Arc<Pack>, skill: Skill, seeds: u64) -> Vec<Outcome> {
    let one = |seed| {
        let setup = Setup {
            seed: Seed(seed),
            level: None,
            heroes: vec![String::new()],
            ..Setup::default()
        };
        play(pack, &setup, skill, Cap { turns: 2_000 }).unwrap().outcome
    };
    (0..seeds).map(one).collect()
}

#[test]
fn a_game_ends_and_is_the_same_game_for_the_same_seed() {
    let pack = small();
    for skill in Skill::ALL {
        let (once, again) = (games(&pack, skill, 6), games(&pack, skill, 6));
        assert_eq!(once, again);
        assert!(once.iter().all(|it| it.turns <= 2_100), "{once:?}");
    }
}

#[test]
fn sense_gets_farther_than_chance() {
    let pack = small();
    let sum = |skill| {
        let games = games(&pack, skill, 30);
        games.iter().map(|it| it.depth).sum::<u32>()
    };
    let (random, sensible) = (sum(Skill::Random), sum(Skill::Sensible));
    assert!(sensible * 2 > random * 3, "{sensible} against {random}");
}

/// Lets the sensible bot play so many commands on a drawn level; gives what it did.
fn watch(map: &str, more: &str, commands: usize) -> Vec<String> {
    let mut run = begin(&pack(map, "", "", more), 7);
    let mut bot = Bot::new(Skill::Sensible, Seed(1));
    let mut did = Vec::new();
    for _ in 0..commands {
        let legal = run.game().legal(0);
        let Some(command) = bot.choose(&view(&run), &legal) else { break };
        let turn = run.step(0, &command).unwrap();
        bot.told(&view(&run), &turn);
        did.push(command.to_string());
    }
    did
}

#[test]
fn it_takes_wears_and_uses_what_it_finds() {
    assert_eq!(watch("#@/..#", "{}", 3), ["e", "pickup", "equip 0"]);
    assert_eq!(watch("#@?..#", "{}", 3), ["e", "pickup", "use 0"]);
    // Nobody drinks what heals while he is well.
    assert_eq!(watch("#@!>#", "{}", 4), ["e", "pickup", "e", "descend"]);
}

#[test]
fn it_fights_what_it_can_beat_and_runs_from_what_it_cannot() {
    assert_eq!(watch("#@.r.#", "{}", 4), ["wait", "wait", "e", "e"]);
    let did = watch("#>...@..O#", "{}", 2);
    assert_eq!(did, ["w", "w"]);
}

#[test]
fn it_heals_in_need() {
    let more = r#"{ "kinds": { "champion": { "extends": "hero",
        "has": { "health": { "now": 4, "max": 20 } }, "stock": ["balm"] } } }"#;
    assert_eq!(watch("#@r#", more, 1), ["use 0"]);
}
