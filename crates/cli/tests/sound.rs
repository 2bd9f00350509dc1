//! `barrow sound` and `barrow replay --wav`.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn barrow(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_barrow")).args(arguments).current_dir(ROOT).output().unwrap()
}

fn temporary(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("barrow-sound-{}-{name}", std::process::id()))
}

/// Returns the samples of a WAV file that a command writes.
fn written(name: &str, arguments: &[&str]) -> Vec<i16> {
    let file = temporary(name);
    let shown = file.to_str().unwrap();
    let done = barrow(&[arguments, &[shown]].concat());
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let bytes = fs::read(&file).unwrap();
    fs::remove_file(&file).unwrap();
    assert_eq!(&bytes[..4], b"RIFF");
    bytes[44..].chunks_exact(2).map(|it| i16::from_le_bytes([it[0], it[1]])).collect()
}

fn peak(samples: &[i16]) -> u16 {
    samples.iter().map(|it| it.unsigned_abs()).max().unwrap()
}

#[test]
fn a_game_lists_what_can_be_heard() {
    let text = String::from_utf8(barrow(&["sound", "crawl"]).stdout).unwrap();
    for line in ["door", "explore", "dungeon"] {
        assert!(text.contains(line), "{text}");
    }
    let own = String::from_utf8(barrow(&["sound", "docs/tutorial/step-8"]).stdout).unwrap();
    assert!(own.contains("* caw ") && own.contains("* step "), "{own}");
}

#[test]
fn an_unknown_sound_gets_a_suggestion() {
    let done = barrow(&["sound", "crawl", "dor", "--output", "x.wav"]);
    assert_eq!(done.status.code(), Some(2));
    let text = String::from_utf8(done.stderr).unwrap();
    assert_eq!(text, "barrow: there is no sound `dor` (did you mean `door`?)\n");
}

#[test]
fn a_sound_and_a_mood_are_written_the_same_each_time() {
    let door = || written("door.wav", &["sound", "crawl", "door", "--output"]);
    assert!(peak(&door()) > 1_000);
    assert_eq!(door(), door());
    let music = ["sound", "crawl", "--music", "explore", "--seconds", "5", "--output"];
    let heard = written("music.wav", &music);
    assert_eq!(heard.len(), 5 * 48_000 * 2);
    assert!((500..30_000).contains(&peak(&heard)));
}

#[test]
fn a_run_sounds_the_same_each_time() {
    let journal = temporary("run.jsonl");
    let shown = journal.to_str().unwrap();
    let play = ["play", "crawl", "--bot", "greedy", "--seed", "3", "--turns", "30", "--journal"];
    assert!(barrow(&[&play[..], &[shown]].concat()).status.success());
    let heard = || written("run.wav", &["replay", shown, "--turn", "20", "--wav"]);
    let first = heard();
    assert!(peak(&first) > 1_000);
    assert_eq!(first, heard());
    fs::remove_file(journal).unwrap();
}

/// Without a sound server the game is silent: there is no message and no delay, even for an hour of
/// music.
#[test]
fn without_a_sound_server_there_is_silence_and_not_a_word() {
    let nowhere = temporary("nowhere");
    let mut command = Command::new(env!("CARGO_BIN_EXE_barrow"));
    command.args(["sound", "crawl", "--music", "explore", "--seconds", "3600"]).current_dir(ROOT);
    command.env_remove("NO_SOUND").env_remove("SSH_CONNECTION").env_remove("SSH_TTY");
    command.env("PULSE_SERVER", format!("unix:{}", nowhere.display()));
    command.env("XDG_RUNTIME_DIR", &nowhere).env("HOME", &nowhere);
    let mut playing = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    for _ in 0..200 {
        if playing.try_wait().unwrap().is_some() {
            break;
        }
        thread::sleep(Duration::from_millis(100));
    }
    let waits = playing.try_wait().unwrap().is_none();
    playing.kill().unwrap();
    let done = playing.wait_with_output().unwrap();
    assert!(!waits, "it plays to nobody");
    assert!(done.status.success());
    assert_eq!((done.stdout.len(), done.stderr.len()), (0, 0));
}
