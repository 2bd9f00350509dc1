//! What `barrow inspect` and `drive --omniscient` tell of a level.

use std::collections::BTreeSet;

use serde_json::Value;

use super::atlas::entries;
use super::door::{Door, barrow};
use super::guide::Guide;

fn inspect(level: &str, more: &[&str]) -> String {
    let mut command = barrow("inspect");
    let told = command.args(["--level", level, "--seed", "1"]).args(more).output().unwrap();
    String::from_utf8(told.stdout).unwrap()
}

fn truth(level: &str) -> Value {
    serde_json::from_str(&inspect(level, &["--json"])).unwrap()
}

#[test]
fn void_is_no_floor() {
    let truth = truth("arena");
    let rows = || truth["cells"].as_array().unwrap().iter().filter_map(Value::as_str);
    let floor = rows().flat_map(str::chars).filter(|it| *it == '.').count();
    let void = rows().flat_map(str::chars).filter(|it| *it == ' ').count();
    assert!(floor > 0 && void > 0);
    assert_eq!(truth["floor"], floor);
}

#[test]
fn keys_and_doors_have_the_colours_of_their_locks() {
    let truth = truth("locks");
    let locks = |list: &str| -> BTreeSet<String> {
        entries(&truth, list).filter_map(|it| Some(it["lock"].as_str()?.to_owned())).collect()
    };
    assert_eq!((locks("items").len(), locks("items")), (3, locks("fixtures")));
    let text = inspect("locks", &[]);
    for colour in locks("items") {
        assert!(text.contains(&format!("items: Key ({colour}) at ")), "{text}");
    }
}

#[test]
fn a_thread_is_told_with_the_directions_of_its_pieces() {
    let mut guide = Guide::at(Door::with(&["--sure", "--omniscient"], "labyrinth", 3));
    guide.follow("go Ball of Thread\ngo Bread\ngo 13,11");
    let truth = &guide.door.answer["truth"];
    let all = entries(truth, "items").chain(entries(truth, "fixtures"));
    let joins = all.filter_map(|it| Some(it["joins"].as_array()?.len()));
    let mut pieces = [0; 3];
    joins.for_each(|it| pieces[it] += 1);
    let [_, ends, between] = pieces;
    assert!(ends == 2 && between > 2, "a thread has two ends: {pieces:?}");
}
