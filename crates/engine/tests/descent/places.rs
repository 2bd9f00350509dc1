//! What the floors are made of, where they lead, and what they pay.

use std::collections::BTreeSet;

use barrow_engine::{Command, Game};

use super::floors::FLOORS;
use super::stage::{Stage, begin, pack, texts};

/// The branches of each fork, the easy one first.
const FORKS: [(&str, [&str; 2]); 3] = [
    ("fork_2", ["warrens", "cistern"]),
    ("fork_4", ["hollows", "works"]),
    ("fork_5", ["vaults", "library"]),
];

/// What a terminal of 80 columns shows of an option.
const WIDTH: usize = 70;

fn count(game: &Game, wanted: impl Fn(&str) -> bool) -> i64 {
    let truth = game.truth();
    let found = truth.things().filter(|(_, _, it)| wanted(truth.pack().kinds.name(it.kind)));
    i64::try_from(found.count()).unwrap()
}

#[test]
fn all_five_algorithms_of_the_guide_dig() {
    let floors = &texts()["floors.json"];
    for name in ["rooms", "bsp", "drunkard", "cellular", "wfc"] {
        assert!(floors.contains(&format!(r#""algorithm": "{name}""#)), "{name}");
    }
}

#[test]
fn every_place_has_its_own_ground_air_and_colours() {
    let pack = pack();
    let palettes = &texts()["palettes.json"];
    let mut grounds = BTreeSet::new();
    for (level, _) in FLOORS {
        let run = begin(&pack, 1, level);
        let view = run.game().view(0).unwrap();
        let ground = view.cell(view.own().unwrap().pos()).ground.unwrap();
        grounds.insert(pack.kinds.name(ground).to_owned());
        assert!(palettes.contains(&format!(r#""levels": ["{level}""#)), "{level}");
    }
    assert_eq!(grounds.len(), FLOORS.len(), "{grounds:?}");
}

#[test]
fn at_a_fork_the_player_chooses() {
    for (menu, branches) in FORKS {
        let level = format!(r#""on": {{ "leave": [{{ "menu": "{menu}" }}] }}"#);
        let stage = Stage { map: "@>", level: &level, ..Stage::default() };
        for (branch, words) in branches.iter().zip(["The", "pays better"]) {
            let mut play = stage.play("6");
            play.give(&Command::Descend);
            let longest = play.options().iter().map(|it| it.chars().count()).max();
            assert!(longest <= Some(WIDTH), "{:?}", play.options());
            play.pick(words);
            let title = play.game.view(0).unwrap().title().to_lowercase();
            assert!(title.contains(branch), "{menu}: {title}");
        }
        let mut play = stage.play("6");
        play.give(&Command::Descend);
        play.pick("Not yet");
        assert_eq!(play.game.view(0).unwrap().title(), "stage");
    }
}

#[test]
fn the_harder_way_pays_better() {
    let pack = pack();
    for (_, branches) in FORKS {
        let [easy, hard] = branches.map(|level| {
            let pays = |seed| {
                let run = begin(&pack, seed, level);
                let things = ["gold", "enchant_scroll", "vault_key"];
                count(run.game(), |it| things.contains(&it))
                    + 3 * count(run.game(), |it| it == "reliquary")
            };
            (0..30).map(pays).sum::<i64>()
        });
        assert!(hard > easy, "{branches:?}: {easy}, {hard}");
    }
}

/// The guide's density, times 0.4 as the README says, and the traps of corridors drawn by hand.
#[test]
fn traps_are_as_dense_as_the_guide_says() {
    let pack = pack();
    for (level, floor) in FLOORS {
        let (mut traps, mut cells) = (0, 0);
        for seed in 0..20 {
            let run = begin(&pack, seed, level);
            let trap = |it: &str| it.ends_with("_trap") || it.starts_with("hidden_");
            traps += count(run.game(), trap);
            let truth = run.game().truth();
            let open = truth.bounds().cells().filter(|at| truth.is_open(*at));
            cells += i64::try_from(open.count()).unwrap();
        }
        let expected = cells * i64::from(8.min(1 + floor)) * 4 / 1000;
        let near = (expected * 7 / 10..=expected * 13 / 10 + 20 * 4).contains(&traps);
        assert!(near, "{level}: {traps}, {expected}");
    }
}

#[test]
fn the_strongroom_of_the_vaults_is_far_from_the_arrival() {
    let pack = pack();
    let mut steps = 0;
    for seed in 0..20 {
        let run = begin(&pack, seed, "vaults");
        let (truth, view) = (run.game().truth(), run.game().view(0).unwrap());
        let here = view.own().unwrap().pos();
        let glass = truth.things().filter(|(_, _, it)| pack.kinds.name(it.kind) == "reliquary");
        let far = glass.map(|(_, at, _)| (at.x - here.x).abs() + (at.y - here.y).abs()).max();
        steps += far.unwrap_or_else(|| panic!("seed {seed} has no reliquary"));
    }
    assert!(steps / 20 > 45, "{} steps as the crow walks", steps / 20);
}
