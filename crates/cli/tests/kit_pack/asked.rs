//! `barrow drive` asks before a step that is known to harm.

use serde_json::Value;

use super::door::Door;
use super::guide::Guide;

fn turn(door: &Door) -> u64 {
    door.answer["turn"].as_u64().unwrap()
}

#[test]
fn a_step_into_lava_is_taken_when_it_is_asked_for_twice() {
    let mut guide = Guide::at(Door::with(&[], "inferno", 2));
    guide.follow("keep health 20 with Bread\ngo Bread\ngo Sword\nequip Sword\ngo 31,6");
    let door = &mut guide.door;
    let asked = (0..3).any(|_| !door.ask("e"));
    let question = door.answer["question"].as_str().unwrap_or_default().to_string();
    assert!(asked && question.starts_with("Really go east?"), "{question:?}");
    let before = turn(door);
    assert!(door.ask("wait"), "another command drops the question");
    assert!(!door.ask("e") && door.answer["question"].is_string());
    assert_eq!(turn(door), before + 1, "a question takes no time");
    assert!(door.ask("e"));
    assert_eq!((&door.answer["question"], door.end()), (&Value::Null, Some(false)));
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
    assert_eq!(guide.door.end(), Some(false), "a script that is sure falls into the pit");
}
