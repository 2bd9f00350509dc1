//! The commands that show, export and import a profile.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Makes an empty folder for a test.
fn fresh(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("profile-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

fn barrow(profile: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_barrow"));
    command.args(arguments).env("BARROW_PROFILE", profile).output().expect("barrow runs")
}

fn told(output: &Output) -> (String, String, bool) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("plain text");
    (text(&output.stdout), text(&output.stderr), output.status.success())
}

const PROFILE: &str =
    r#"{ "barrow_profile": 1, "count": 1, "best": { "Stage": [RUN] }, "runs": [RUN] }"#;
const RUN: &str = r#"{ "number": 1, "key": "k", "game": "Stage", "seed": "7", "hero": "hero", "floor": 3,
    "turns": 120, "score": 45, "won": false, "end": "a rat", "ranked": true }"#;

#[test]
fn history_and_scores_show_what_the_profile_holds() {
    let folder = fresh("history");
    let (shown, _, _) = told(&barrow(&folder, &["history"]));
    assert_eq!(shown, "No run has ended yet.\n");
    std::fs::write(folder.join("profile.json"), PROFILE.replace("RUN", RUN)).unwrap();
    let (shown, _, _) = told(&barrow(&folder, &["history"]));
    assert_eq!(shown, "    1  Stage: lost on floor 3 after 120 turns, score 45, seed 7: a rat\n");
    let (shown, _, _) = told(&barrow(&folder, &["scores"]));
    assert_eq!(shown, "Stage\n   1        45  hero, floor 3, 120 turns, seed 7: a rat\n");
    let (shown, _, _) = told(&barrow(&folder, &["scores", "--json"]));
    let value: serde_json::Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(value["Stage"][0]["score"], 45);
    let (_, error, fine) = told(&barrow(&folder, &["scores", "Other"]));
    assert_eq!((error.as_str(), fine), ("barrow: no run of `Other` has ended yet\n", false));
}

#[test]
fn a_profile_can_be_exported_and_imported() {
    let (here, there) = (fresh("here"), fresh("there"));
    std::fs::write(here.join("profile.json"), PROFILE.replace("RUN", RUN)).unwrap();
    let whole = here.join("all.json");
    let name = whole.to_str().unwrap();
    assert!(told(&barrow(&here, &["export", name])).2);
    let (shown, _, fine) = told(&barrow(&there, &["import", name]));
    assert!(fine && shown.ends_with(": 1 new run, 1 file\n"), "{shown}");
    let (again, _, _) = told(&barrow(&there, &["import", name]));
    assert!(again.ends_with(": 0 new runs, 1 file\n"), "{again}");
    let runs = |folder: &Path| told(&barrow(folder, &["history", "--json"])).0;
    assert_eq!(runs(&here), runs(&there));
    let (_, error, fine) = told(&barrow(&there, &["import", "Cargo.toml"]));
    assert!(!fine && error.contains("this is not an exported profile"), "{error}");
}

#[test]
fn a_damaged_profile_is_reported_and_kept() {
    let folder = fresh("damaged");
    std::fs::write(folder.join("profile.json"), "{ torn").unwrap();
    let (shown, error, fine) = told(&barrow(&folder, &["history"]));
    assert_eq!((shown.as_str(), fine), ("No run has ended yet.\n", true));
    assert!(error.contains("it is kept as `profile.json.damaged-1`"), "{error}");
    assert_eq!(std::fs::read(folder.join("profile.json.damaged-1")).unwrap(), b"{ torn");
}
