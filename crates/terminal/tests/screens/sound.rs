//! The orders that the terminal's speaker gets.

use std::sync::Arc;
use std::sync::mpsc::Receiver;

use barrow_sound::Order;
use barrow_terminal::Message;

use super::stage::Stage;

/// A gong to bump into, and something that creaks in another room.
const GAME: &str = r########"{
    "pack": { "title": "Bells", "heroes": ["hero"], "start": "hall", "life": "health" },
    "levels": { "hall": { "extends": "stage",
        "drawing": ["#######", "#@g...#", "#######", "#d....#", "#######"],
        "legend": { "g": ["gong"], "d": ["drum"] } } },
    "sounds": { "creak": { "extends": "door" } },
    "kinds": {
        "gong": { "as": "fixture", "look": { "glyph": "g" }, "is": ["solid"],
            "on": { "bump": [{ "cue": "bell" }] } },
        "drum": { "as": "fixture", "look": { "glyph": "d" }, "on": { "turn": [
            { "noise": { "text": "A creak", "range": 20, "sound": "creak", "at": "self" } }] } }
    } }"########;

/// Returns the orders since the last call in words, without volumes.
fn told(queue: &Receiver<Message>) -> String {
    let or_none = |name: Option<Arc<str>>| name.unwrap_or_else(|| "none".into());
    let words = queue.try_iter().filter_map(|it| match it {
        Message::Game(None) => Some("the usual sounds".into()),
        Message::Game(Some(pack)) => Some(format!("sounds of {}", pack.rules.title)),
        Message::Order(Order::Play { sound, .. }) => Some(sound.to_string()),
        Message::Order(Order::Mood { name: it, .. }) => Some(format!("music {}", or_none(it))),
        Message::Order(Order::Ambience { name: it, .. }) => Some(format!("place {}", or_none(it))),
        Message::Order(Order::Tension(tension)) => Some(format!("tension {tension}")),
        Message::Order(Order::Volume { .. }) => None,
        Message::Order(Order::Silence) => Some("silence".into()),
    });
    words.collect::<Vec<String>>().join("; ")
}

#[test]
fn a_run_and_the_title_each_have_their_sounds() {
    let mut stage = Stage::of(GAME);
    let queue = stage.listen();
    stage.type_keys(".");
    assert_eq!(told(&queue), "sounds of Bells; place dungeon; music explore; tension 0");
    stage.type_keys("<right>");
    assert_eq!(told(&queue), "bell; creak");
    stage.type_keys("S");
    assert_eq!(told(&queue), "the usual sounds; music title");
}

#[test]
fn a_run_that_is_watched_is_heard() {
    let mut stage = Stage::new(7).until_death();
    let queue = stage.listen();
    stage.type_keys("w");
    assert_eq!(told(&queue), "sounds of The small barrow; place dungeon; music explore; tension 0");
    let mut steps = 0;
    for _ in 0..20 {
        stage.type_keys("<right>");
        steps += told(&queue).matches("step").count();
    }
    assert!(steps > 3, "{steps} steps were heard");
    stage.type_keys("<end>");
    let end = told(&queue);
    assert!(end.contains("music death") && !end.contains("step"), "{end}");
}

#[test]
fn captions_tell_what_is_heard_and_from_where() {
    let mut stage = Stage::of(GAME);
    assert!(!stage.frame(80, 24).contains("[creak"));
    stage.app.context().settings.captions = true;
    stage.type_keys(".");
    let frame = stage.frame(80, 24);
    assert!(frame.contains("[creak, south]"), "{frame}");
}

/// Line mode sounds like the screen.
#[test]
fn the_line_mode_is_heard() {
    let (written, queue) = Stage::speak(GAME, "e\nquit\n");
    let heard = told(&queue);
    assert!(heard.starts_with("sounds of Bells; place dungeon; music explore"), "{heard}");
    assert!(heard.contains("bell"), "{heard}\n{written}");
}
