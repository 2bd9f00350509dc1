//! `barrow drive` asks before a step that is known to harm.

use serde_json::Value;

use super::door::Door;
use super::guide::Guide;

fn turn(door: &Door) -> u64 {
    door.answer["turn"].as_u64().unwrap()
}

/// Brings a player before the lava of the inferno, with a question open.
fn before_lava() -> (Guide, String) {
    let mut guide = Guide::at(Door::with(&[], "inferno", 1));
    guide.follow("keep health 20 with Bread\ngo Sword\nequip Sword\ngo 42,14\ndare lava");
    let (step, question) = guide.until_asked("Ember Crown");
    assert!(question.contains("lava"), "{question:?}");
    (guide, step)
}

#[test]
fn a_step_into_lava_is_taken_when_it_is_asked_for_twice() {
    let (mut guide, step) = before_lava();
    let (here, before) = (guide.door.answer["view"]["you"].clone(), turn(&guide.door));
    assert_eq!(guide.door.answer["ok"], false);
    assert!(guide.door.ask("wait"), "another command drops the question");
    assert!(!guide.door.ask(&step));
    assert_eq!(guide.door.answer["view"]["you"]["x"], here["x"]);
    assert_eq!(turn(&guide.door), before + 1, "a question takes no time");
    assert!(guide.door.ask(&step));
    assert_eq!(guide.door.answer["question"], Value::Null);
    assert_eq!(turn(&guide.door), before + 2);
}

#[test]
fn a_step_into_the_void_is_asked_about_unless_the_script_is_sure() {
    let stone_into_pit = "go 2,6\n3 s";
    let mut guide = Guide::at(Door::with(&[], "locks", 1));
    guide.follow(stone_into_pit);
    let asked = (0..9).any(|_| !guide.door.ask("s"));
    assert!(asked && guide.door.answer["question"].is_string(), "{}", guide.door.answer);
    assert_eq!(guide.door.end(), None);
    let mut guide = Guide::begin("locks", 1);
    guide.follow(stone_into_pit);
    for _ in 0..9 {
        guide.door.ask("s");
    }
    assert_eq!(guide.door.end(), Some(false), "the pit takes whoever is sure");
}
