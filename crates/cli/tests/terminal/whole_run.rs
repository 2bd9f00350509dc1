use std::thread;
use std::time::Duration;

use super::place::{PACK, Place};
use super::screen::Screen;

/// Longer than the end screen waits for a held key to be released.
const LET_GO: Duration = Duration::from_millis(900);

/// Plays until the run ends.
fn die(screen: &mut Screen) {
    for _ in 0..400 {
        // What is typed ahead is dropped when a foe shows, so it is not typed ahead.
        for keys in ["o", "....."] {
            screen.press(keys);
            thread::sleep(Duration::from_millis(20));
        }
        if screen.text().contains("The end") {
            return;
        }
    }
    panic!("nobody dies here:\n{}", screen.text());
}

#[test]
fn a_run_from_the_first_key_to_the_next_run() {
    let place = Place::new("whole");
    let mut screen = Screen::open(&place, &["play", PACK, "--seed", "7"]);
    screen.wait_for("You enter the barrow.");

    // Leave and come back.
    screen.press("......S").wait_for("enter: continue (turn");
    screen.press("\r").wait_for("Welcome back");

    // A held key does not skip the end.
    die(&mut screen);
    screen.press("rrrrrrrrrr");
    thread::sleep(Duration::from_millis(50));
    screen.wait_for("r: again");
    assert!(!place.save().exists(), "a death ends the save");
    assert_eq!(place.kept("morgue"), ["00001-the-small-barrow.txt"]);
    assert_eq!(place.kept("replays"), ["00001-the-small-barrow.journal"]);

    // Another run with one key.
    thread::sleep(LET_GO);
    screen.press("r").wait_for("You enter the barrow.");
    screen.press("....S").wait_for("enter: continue");
    screen.press("q");
    screen.wait_until_given_back();
    screen.wait_for("The small barrow: seed 7");
    assert!(screen.end().success());

    // It goes on where it was left.
    let mut screen = Screen::open(&place, &["play", PACK]);
    screen.wait_for("Welcome back. It is turn 4.");
    screen.press("S").wait_for("enter: continue");
    screen.press("q");
    assert!(screen.end().success());
}

#[test]
fn many_resizes_lose_nothing() {
    let place = Place::new("sizes");
    let mut screen = Screen::open(&place, &["play", PACK, "--seed", "7"]);
    screen.wait_for("You enter the barrow.");
    let sizes = [(20, 5), (200, 60), (9, 3), (60, 20), (59, 20), (80, 24), (120, 40), (61, 21)];
    for (turn, (columns, rows)) in sizes.into_iter().cycle().take(160).enumerate() {
        screen.resize(columns, rows);
        if turn % 3 == 0 {
            screen.press("o.xi\x1b[A");
        }
    }
    screen.resize(80, 24);
    thread::sleep(Duration::from_millis(200));
    screen.press("\x1b");
    screen.resize(50, 10);
    screen.wait_for("The game needs 60x20");
    screen.resize(80, 24);
    screen.wait_for("Health");
}

#[test]
fn a_pasted_text_is_not_played() {
    let place = Place::new("paste");
    let mut screen = Screen::open(&place, &["play", PACK, "--seed", "7"]);
    screen.wait_for("You enter the barrow.");
    screen.press(&".".repeat(3_000));
    screen.wait_for("More keys came at once than a person types.");
    // The rest of the text may still be on its way.
    for _ in 0..20 {
        for key in ["\x1b", "~"] {
            thread::sleep(Duration::from_millis(400));
            screen.press(key);
        }
        thread::sleep(Duration::from_millis(400));
        if screen.text().contains("Turn     ") {
            break;
        }
    }
    let turn = screen.text().lines().find_map(|it| {
        it.split_once("Turn     ")
            .and_then(|(_, it)| it.split_whitespace().next()?.parse::<u32>().ok())
    });
    assert!(turn.is_some_and(|it| it < 1500), "{}", screen.text());
}
