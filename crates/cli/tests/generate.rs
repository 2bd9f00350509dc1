//! `barrow gen` as people and programs use it.

use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn barrow(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_barrow")).args(arguments).output().expect("barrow starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("barrow speaks UTF-8")
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_slice(&barrow(arguments).stdout).expect("the answer is JSON")
}

#[test]
fn a_seed_shows_its_plan() {
    let plan = barrow(&["gen", "rooms", "--seed", "7", "--width", "40", "--height", "14"]);
    assert!(plan.status.success());
    assert_eq!(
        text(&plan.stdout),
        "\
########################################
############################...........#
############################...........#
############################.....@.....#
############################...........#
############################...........#
#####.....#######################+######
#####.....##.....##.........#####.######
#####.....##.....##.........#####.######
#####..>..##................#####.######
#####......+................+.....######
#####.....##.....##.........############
############.....#######################
########################################
"
    );
}

#[test]
fn the_same_seed_gives_the_same_plan_and_another_another() {
    let plan = |seed| barrow(&["gen", "cellular", "--seed", seed]).stdout;
    assert_eq!(plan("barrow"), plan("barrow"));
    assert_ne!(plan("1"), plan("2"));
}

#[test]
fn a_random_seed_is_printed() {
    let plan = barrow(&["gen", "bsp"]);
    let told = text(&plan.stderr);
    let seed = told.trim().strip_prefix("seed ").expect("the seed is told");
    assert_eq!(barrow(&["gen", "bsp", "--seed", seed]).stdout, plan.stdout);
}

#[test]
fn every_listed_algorithm_can_be_shown_with_its_listed_defaults() {
    let list = json(&["gen", "--list", "--json"]);
    let list = list.as_array().expect("a list");
    assert!(list.len() >= 15);
    for algorithm in list {
        let name = algorithm["name"].as_str().expect("a name");
        let parameters = algorithm["parameters"].as_array().expect("parameters");
        let settings: Vec<String> = parameters
            .iter()
            .map(|it| {
                format!("{}={}", it["name"].as_str().unwrap(), it["default"].as_str().unwrap())
            })
            .collect();
        let mut arguments = vec!["gen", name, "--seed", "1"];
        arguments.extend(settings.iter().flat_map(|setting| ["--set", setting]));
        let plain = barrow(&["gen", name, "--seed", "1"]);
        assert_eq!(text(&barrow(&arguments).stdout), text(&plain.stdout), "{name}");
        assert!(!plain.stdout.is_empty(), "{name}");
    }
}

#[test]
fn the_json_plan_matches_the_drawing() {
    let plan = json(&["gen", "rooms", "--seed", "3", "--format", "json"]);
    let cells: Vec<&str> =
        plan["cells"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
    assert_eq!((cells.len(), cells[0].len()), (50, 80));
    let floor = cells.join("").matches(['.', '+']).count();
    assert_eq!(plan["floor"], floor);
    assert_eq!(plan["seed"], "3");
    assert_eq!(plan["parameters"]["attempts"], "30");
    for door in plan["doors"].as_array().unwrap() {
        let (x, y) = (door[0].as_u64().unwrap(), door[1].as_u64().unwrap());
        assert_eq!(&cells[usize::try_from(y).unwrap()][usize::try_from(x).unwrap()..][..1], "+");
    }
    assert!(!plan["rooms"].as_array().unwrap().is_empty());
    assert!(!plan["exits"].as_array().unwrap().is_empty());
}

#[test]
fn a_picture_is_a_png_of_sixteen_pixels_a_cell() {
    let path = std::env::temp_dir().join(format!("barrow-gen-{}.png", std::process::id()));
    let file = path.to_str().expect("a plain path");
    let drawn = barrow(&["gen", "wfc", "--seed", "1", "--format", "png", "--output", file]);
    let picture = std::fs::read(&path).expect("the picture is there");
    std::fs::remove_file(&path).expect("it was there");
    assert!(drawn.status.success());
    assert_eq!(&picture[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(picture[16..24], [0, 0, 5, 0, 0, 0, 3, 32], "1280 x 800 pixels");
}

fn refused(arguments: &[&str], message: &str) {
    let answer = barrow(arguments);
    assert_eq!(answer.status.code(), Some(2), "{arguments:?}");
    assert_eq!(text(&answer.stderr), format!("barrow: {message}\n"));
    assert!(answer.stdout.is_empty());
}

#[test]
fn a_wrong_request_gets_one_clear_message() {
    refused(
        &["gen", "roms"],
        "no algorithm `roms` (did you mean `rooms`?); `barrow gen --list` shows all",
    );
    refused(
        &["gen", "bsp", "--set", "pading=2"],
        "no parameter `pading` (did you mean `padding`?); `barrow gen bsp --list` shows the parameters",
    );
    refused(
        &["gen", "rooms", "--set", "attempts=0"],
        "`attempts` cannot be `0`; expected 1 to 5000; `barrow gen rooms --list` shows the parameters",
    );
    refused(
        &["gen", "rooms", "--set", "attempts"],
        "`--set attempts` has no `=`; write --set KEY=VALUE",
    );
    refused(
        &["gen", "rooms", "--width", "3"],
        "the map's width is 3; with these parameters it must be 7 to 1000",
    );
    refused(
        &["gen", "rooms", "--height", "4000000000"],
        "the map's height is 4000000000; with these parameters it must be 7 to 1000",
    );
    refused(&["gen", "--list", "--format", "png"], "a list is text or JSON, not a picture");
}

#[test]
fn a_closed_output_is_not_a_failure() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_barrow"))
        .args(["gen", "rooms", "--seed", "1", "--width", "1000", "--height", "1000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("barrow starts");
    drop(child.stdout.take());
    let ended = child.wait_with_output().expect("barrow ends");
    assert!(ended.status.success(), "{}", text(&ended.stderr));
    assert_eq!(text(&ended.stderr), "");
}

#[test]
fn a_file_that_cannot_be_written_is_reported() {
    let answer = barrow(&["gen", "rooms", "--seed", "1", "--output", "/no/such/folder/plan.txt"]);
    assert_eq!(answer.status.code(), Some(1));
    assert!(text(&answer.stderr).starts_with("barrow: cannot write /no/such/folder/plan.txt: "));
}

#[test]
fn without_a_subcommand_the_commands_are_listed() {
    let listed = barrow(&[]);
    assert!(listed.status.success());
    assert!(text(&listed.stdout).contains("gen ") && listed.stderr.is_empty());
}

#[test]
fn shells_get_their_completions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = barrow(&["completions", shell]);
        assert!(script.status.success() && text(&script.stdout).contains("gen"), "{shell}");
    }
}
