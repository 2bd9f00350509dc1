use std::io::Write as _;
use std::process::{Command, Stdio};

use super::place::{PACK, Place};
use super::screen::Screen;

/// Types lines into the game, and returns all of its output.
fn talk(place: &Place, arguments: &[&str], lines: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_barrow"));
    command.arg("play").args(arguments).arg("--plain").envs(place.variables());
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut game = command.spawn().expect("barrow starts");
    let mut said = game.stdin.take().expect("piped");
    let lines = lines.to_string();
    // It may end before it has read everything.
    let writer = std::thread::spawn(move || said.write_all(lines.as_bytes()).is_ok());
    let output = game.wait_with_output().expect("it ends");
    let _ = writer.join();
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("it tells in UTF-8")
}

#[test]
fn a_whole_run_is_played_in_lines() {
    let place = Place::new("lines");
    let script = format!("look\nbag\n{}quit\n", "explore\nwait\nwait\nwait\n".repeat(500));
    let told = talk(&place, &[PACK, "--seed", "7"], &script);
    assert!(told.contains("Type again for another run"), "{told}");
    for word in ["You enter the barrow.", "knife", "Health", "Score", "Seed 7"] {
        assert!(told.contains(word), "no {word} in {told}");
    }
    assert!(!told.contains('\x1b'), "nothing is drawn");
    assert_eq!(place.kept("replays").len(), 1);
}

/// A word that begins another run does not end the one that is played.
#[test]
fn a_run_in_lines_ends_early_only_when_it_is_given_up() {
    let place = Place::new("lines-abandon");
    let orders = "again\nsame\nabandon\nno\nwait\nabandon\nyes\nagain\nseed\nquit\n";
    let told = talk(&place, &[PACK, "--seed", "7"], orders);
    assert_eq!(told.matches("This run goes on.").count(), 2, "{told}");
    assert_eq!(told.matches("Abandon this run for good? Type yes or no.").count(), 2, "{told}");
    let (before, after) = told.split_once("Type again for another run").expect("the run ends");
    assert!(before.contains("floor 1, turn 1\n"), "{told}");
    assert!(after.contains("Turn     0"), "{told}");
    assert_eq!(place.kept("replays").len(), 1);
}

#[test]
fn a_run_in_line_mode_can_be_resumed() {
    let place = Place::new("lines-again");
    talk(&place, &[PACK, "--seed", "7"], "wait\nwait\nquit\n");
    let told = talk(&place, &[PACK], "seed\n");
    assert!(told.contains("Welcome back. It is turn 2."), "{told}");
}

/// Tips name the game's own keys, so they are understood, and the help lists them.
#[test]
fn the_keys_of_a_game_can_be_typed() {
    let place = Place::new("lines-keys");
    let told = talk(&place, &["darkdelve", "--seed", "5"], "help\nb\nh\nq\nx\nquit\n");
    for word in ["h: heavy blow", "Blocking", "nobody to aim at", "You are whole.", "`x` is none"] {
        assert!(told.contains(word), "no {word} in {told}");
    }
}

/// The opening says what to type, and a player who leaves during an expedition can resume it.
#[test]
fn an_expedition_begins_as_the_opening_says_and_goes_on_after_a_break() {
    let place = Place::new("lines-darkdelve");
    let told = talk(&place, &["darkdelve", "--seed", "5"], "descend\ndescend\n1\n1\nlook\nquit\n");
    assert!(told.contains("Type descend to go to the gate, and down."), "{told}");
    assert!(told.contains("Go down? At risk: what you carry"), "{told}");
    assert!(!told.contains("is not a command"), "{told}");
    let told = talk(&place, &["darkdelve"], "look\nseed\n");
    assert!(told.contains("Welcome back.") && told.contains("Floor 1"), "{told}");
}

/// Who has forgotten the question hears it again.
#[test]
fn an_open_question_is_asked_again_and_so_is_what_to_do_after_the_end() {
    let place = Place::new("lines-question");
    let told = talk(&place, &["darkdelve", "--seed", "5"], "descend\ndescend\nwait\nfight\n2\n");
    assert_eq!(told.matches("Go down? At risk").count(), 3, "{told}");
    let told = talk(&place, &[PACK, "--seed", "7"], "abandon\nyes\nwait\neast\nquit\n");
    assert!(told.contains("The run has ended."), "{told}");
    assert_eq!(told.matches("Type again for another run").count(), 2, "{told}");
}

#[test]
fn nonsense_gets_a_helpful_answer() {
    let place = Place::new("nonsense");
    let told =
        talk(&place, &[PACK], "dance\nuse\nthrow 9 at 9\ncast nothing\n99\nlook 999\n\nrun\n");
    for word in [
        "`dance` is not a command",
        "Type a number",
        "You do not know `nothing`",
        "Type a direction as well.",
    ] {
        assert!(told.contains(word), "no {word} in {told}");
    }
}

#[test]
fn two_windows_do_not_play_the_same_run() {
    let place = Place::new("two");
    let mut screen = Screen::open(&place, &["play", PACK, "--seed", "7"]);
    screen.wait_for("You enter the barrow.");
    let mut other = Command::new(env!("CARGO_BIN_EXE_barrow"));
    let other = other.args(["play", PACK, "--plain"]).envs(place.variables()).output();
    let other = other.expect("barrow starts");
    assert!(!other.status.success());
    let told = String::from_utf8_lossy(&other.stderr);
    assert!(told.contains("another window"), "{told}");
    assert!(!told.contains("--seed"), "that would be refused too: {told}");
    screen.press("..~").wait_for("Turn     2");
}

#[test]
fn a_terminal_that_only_prints_lines_gets_lines() {
    let place = Place::new("dumb");
    let mut command = Command::new(env!("CARGO_BIN_EXE_barrow"));
    command.args(["play", PACK, "--seed", "7"]).envs(place.variables()).env("TERM", "dumb");
    let played = command.stdin(Stdio::null()).output().expect("barrow starts");
    let told = String::from_utf8_lossy(&played.stdout);
    assert!(played.status.success() && told.contains("You enter the barrow."), "{told}");
    assert!(!told.contains('\x1b'), "{told}");
}

#[test]
fn a_game_that_does_not_exist_is_named_without_a_terminal_too() {
    let place = Place::new("nosuch");
    let mut command = Command::new(env!("CARGO_BIN_EXE_barrow"));
    let played = command.args(["play", "nosuch"]).envs(place.variables()).output();
    let told = played.expect("barrow starts").stderr;
    let told = String::from_utf8_lossy(&told);
    assert!(told.contains("nosuch") && !told.contains("--plain"), "{told}");
}

#[test]
fn a_damaged_profile_is_told_when_a_run_begins() {
    let place = Place::new("damaged-profile");
    talk(&place, &[PACK, "--seed", "7"], "wait\nquit\n");
    let profile = place.save().with_file_name("../profile.json");
    std::fs::write(&profile, "{ torn").expect("the folder of the profile");
    let told = talk(&place, &[PACK], "quit\n");
    assert!(told.contains("it is kept as `profile.json.damaged-1`"), "{told}");
}
