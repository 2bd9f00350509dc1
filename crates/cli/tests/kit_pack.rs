//! `packs/kit`, a folder in the kit's form: it has no mistakes, scripts finish every prototype through
//! `barrow drive`, its levels are linked both ways, and its README shows real screens.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod asked;
mod atlas;
mod door;
mod guide;
mod inspected;
mod maps;
mod readme;
mod screen;

use std::collections::BTreeSet;
use std::fs;

use atlas::{Cell, cell_of, entries};
use door::{Door, barrow, pack};
use guide::Guide;

#[test]
fn it_has_no_mistakes() {
    let checked = barrow("check").output().unwrap();
    assert_eq!(String::from_utf8_lossy(&checked.stdout), "0 errors, 0 warnings\n");
}

#[test]
fn the_maps_are_complete_and_use_every_encoding() {
    let ways: BTreeSet<String> = prototypes().iter().map(|it| maps::check(it)).collect();
    let wanted = [
        "base64",
        "base64 gzip",
        "base64 zlib",
        "base64 zlib in chunks",
        "base64 zstd",
        "csv",
        "csv in chunks",
    ];
    assert_eq!(ways, wanted.map(String::from).into());
}

/// Returns the names of the prototypes.
fn prototypes() -> BTreeSet<String> {
    let folders = fs::read_dir(pack().join("prototypes")).unwrap();
    folders.map(|it| it.unwrap().file_name().into_string().unwrap()).collect()
}

fn script(name: &str) -> String {
    let path = format!("{}/tests/kit_pack/scripts/{name}.script", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Plays the script of a prototype on three seeds. It must leave the level, or win the run.
#[track_caller]
fn completes(name: &str, below: Option<&str>) {
    for seed in 1..=3 {
        let mut guide = Guide::begin(name, seed);
        guide.follow(&script(name));
        let screen = screen::screen(&guide.door.answer, &guide.told);
        let won = guide.door.end();
        match below {
            Some(below) => assert_eq!(guide.door.level(), below, "seed {seed}\n{screen}"),
            None => assert_eq!(won, Some(true), "seed {seed}\n{screen}"),
        }
    }
}

#[test]
fn the_beast_of_the_labyrinth_is_killed() {
    completes("labyrinth", Some("halls"));
}

#[test]
fn a_signet_is_brought_out_of_the_sewers() {
    completes("sewers", Some("alchemist"));
}

#[test]
fn the_arena_is_won() {
    completes("arena", None);
}

#[test]
fn the_heartstone_is_dug_out() {
    completes("caverns", Some("inferno"));
}

#[test]
fn the_ember_crown_is_fetched_from_the_lava() {
    completes("inferno", None);
}

#[test]
fn the_seed_corn_is_brought_home_before_starving() {
    completes("famine", None);
}

#[test]
fn the_three_doors_are_opened() {
    completes("locks", None);
}

#[test]
fn the_recipe_is_found_among_the_vents() {
    completes("alchemist", None);
}

#[test]
fn the_warden_of_the_halls_is_killed() {
    completes("halls", None);
}

/// Returns the living cells.
fn living(door: &Door) -> BTreeSet<Cell> {
    entries(&door.answer["view"], "fields").map(cell_of).collect()
}

#[test]
fn the_garden_comes_to_rest() {
    let mut guide = Guide::begin("life", 1);
    let first = living(&guide.door);
    guide.follow(&script("life"));
    let last = living(&guide.door);
    guide.follow("2 wait");
    assert_eq!(living(&guide.door), last, "all that is left repeats itself");
    assert!(!last.is_empty() && last != first);
    assert_eq!(guide.door.end(), None, "there is nobody who could win or lose");
}

#[test]
fn stairs_up_lead_back_to_the_stairs_down() {
    for (below, above) in [("halls", "labyrinth"), ("alchemist", "sewers"), ("inferno", "caverns")]
    {
        let mut guide = Guide::begin(below, 1);
        guide.follow("go Stairs Up");
        let view = &guide.door.answer["view"];
        assert_eq!(guide.door.level(), above);
        let stairs = entries(view, "things").find(|it| it["name"] == "Sealed Stairs").unwrap();
        let (here, there) = (cell_of(&view["you"]), cell_of(stairs));
        let apart = (here.0 - there.0).abs().max((here.1 - there.1).abs());
        assert!(apart <= 1, "one arrives at the stairs, not {apart} steps away");
        assert!(!guide.door.answer["legal"].as_array().unwrap().is_empty());
    }
}

#[test]
fn every_prototype_has_a_page_with_a_screen() {
    let shown: BTreeSet<String> = readme::screens().into_iter().map(|it| it.level).collect();
    assert_eq!(shown, prototypes());
}

#[test]
fn the_screens_of_the_readme_are_those_of_the_game() {
    readme::check();
}
