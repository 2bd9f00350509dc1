use std::fs;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use super::place::{PACK, Place};
use super::screen::Screen;

fn send(signal: &str, process: u32) {
    let sent = Command::new("kill").args([signal, &process.to_string()]).status();
    assert!(sent.expect("`kill` is everywhere").success());
}

/// Waits until a process is in a state, given by the system's letter for it.
fn wait_for_state(process: u32, wanted: char) {
    let until = Instant::now() + Duration::from_secs(30);
    loop {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        let state = stat.rsplit(") ").next().and_then(|it| it.chars().next());
        if state == Some(wanted) {
            return;
        }
        assert!(Instant::now() < until, "{stat}");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_signal_restores_the_terminal_and_loses_nothing() {
    for signal in ["-TERM", "-HUP", "-INT", "-QUIT"] {
        let place = Place::new(&format!("signal{signal}"));
        let mut screen = Screen::open(&place, &["play", PACK, "--seed", "7"]);
        screen.wait_for("You enter the barrow.");
        assert!(screen.is_taken());
        screen.press(".....~").wait_for("Turn     5");
        send(signal, screen.process());
        screen.wait_until_given_back();
        assert!(!screen.end().success());

        let screen = Screen::open(&place, &["play", PACK]);
        screen.wait_for("Welcome back. It is turn 5.");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_stopped_game_continues_unchanged() {
    let place = Place::new("stopped");
    let mut screen = Screen::open(&place, &["play", PACK, "--seed", "7"]);
    screen.wait_for("You enter the barrow.");
    let process = screen.process();
    screen.press("\x1a");
    wait_for_state(process, 'T');
    screen.wait_until_given_back();
    send("-CONT", process);
    screen.press("..~").wait_for("Turn     2");
}
