//! The protocol as programs use it: every session of `docs/protocol.md` and of `tests/sessions`
//! is played and compared. `BARROW_BLESS=1 cargo test -p barrow-cli --test all protocol` writes
//! them anew.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns a folder with the small pack in it.
fn place(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(folder.join("small")).unwrap();
    for entry in fs::read_dir(root().join("tests/packs/small")).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, folder.join("small").join(path.file_name().unwrap())).unwrap();
    }
    folder
}

fn barrow(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_barrow"));
    command.current_dir(folder).args(arguments.split_whitespace());
    command
}

/// A `barrow drive` that waits for commands.
struct Driven {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Driven {
    fn start(folder: &Path, arguments: &str) -> Self {
        let mut command = barrow(folder, arguments);
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, input, output }
    }

    fn send(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        writeln!(input, "{line}").unwrap();
        input.flush().unwrap();
    }

    fn answer(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }

    /// Ends the input, and checks that nothing more is printed and the program succeeds.
    fn finish(mut self) {
        self.input = None;
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        assert_eq!(line, "", "an answer that no session expects");
        assert!(self.child.wait().unwrap().success());
    }
}

/// Returns the part of an answer that a session shows: the members that are shown of objects, and
/// the same for each entry of lists of the same length.
fn part(answer: &Value, shown: &Value) -> Value {
    match (answer, shown) {
        (Value::Object(answer), Value::Object(shown)) => {
            let member = |key: &String| answer.get(key).unwrap_or(&Value::Null);
            shown.iter().map(|(key, shown)| (key.clone(), part(member(key), shown))).collect()
        }
        (Value::Array(answer), Value::Array(shown)) if answer.len() == shown.len() => {
            answer.iter().zip(shown).map(|(answer, shown)| part(answer, shown)).collect()
        }
        _ => answer.clone(),
    }
}

/// Plays a session and returns it as it happened: `$` runs `barrow`, `>` is a line in, `<`
/// a part of a line out, other lines are what a command prints.
fn play(folder: &Path, session: &str) -> String {
    let mut driven: Option<Driven> = None;
    let mut happened: Vec<String> = Vec::new();
    for line in session.lines() {
        if let Some(arguments) = line.strip_prefix("$ barrow ") {
            if let Some(before) = driven.take() {
                before.finish();
            }
            happened.push(line.into());
            if arguments.starts_with("drive") && !arguments.contains("--script") {
                driven = Some(Driven::start(folder, arguments));
            } else {
                let output = barrow(folder, arguments).output().unwrap();
                let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
                happened.extend(text.lines().map(Into::into));
            }
        } else if let Some(input) = line.strip_prefix("> ") {
            driven.as_mut().unwrap().send(input);
            happened.push(line.into());
        } else if let Some(shown) = line.strip_prefix("< ") {
            let shown: Value =
                serde_json::from_str(shown).unwrap_or_else(|it| panic!("{line}: {it}"));
            let answer = part(&driven.as_mut().unwrap().answer(), &shown);
            // The order of members is the author's.
            let same = answer == shown;
            happened.push(if same { line.into() } else { format!("< {answer}") });
        }
    }
    if let Some(last) = driven {
        last.finish();
    }
    happened.join("\n") + "\n"
}

/// Returns a text without its digests, which change whenever the rules do and are tested elsewhere.
fn without_digests(text: &str) -> String {
    let hex = |word: &str| word.len() == 16 && word.bytes().all(|it| it.is_ascii_hexdigit());
    let lines = text.lines().map(|line| {
        let words = line.split(' ').map(|word| if hex(word) { "DIGEST" } else { word });
        words.collect::<Vec<_>>().join(" ")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Compares a session with its file, or rewrites the file.
fn compare(path: &str, written: &str, happened: &str) {
    if without_digests(written) == without_digests(happened) {
        return;
    }
    if env::var_os("BARROW_BLESS").is_some() {
        fs::write(root().join(path), happened).unwrap();
        return;
    }
    let lines = written.lines().zip(happened.lines()).enumerate();
    let (at, (written, happened)) =
        lines.into_iter().find(|(_, (one, two))| one != two).unwrap_or((0, ("", "")));
    panic!("{path}:{}:\n{written}\nis now\n{happened}\n(BARROW_BLESS=1 accepts this)", at + 1);
}

/// Returns the fenced blocks of a page with a language.
fn blocks<'a>(page: &'a str, word: &str) -> Vec<&'a str> {
    let fence = format!("```{word}\n");
    page.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap_or_default()).collect()
}

/// Checks the sessions of a page, played in a folder.
fn check_page(path: &str, folder: &Path, min: usize) {
    let page = read(path).replace("\r\n", "\n");
    let sessions = blocks(&page, "session");
    assert!(sessions.len() >= min, "{} sessions", sessions.len());
    let happened = sessions
        .iter()
        .fold(page.clone(), |page, session| page.replacen(session, &play(folder, session), 1));
    compare(path, &page, &happened);
}

#[test]
fn the_sessions_of_the_protocol_happen_as_written() {
    check_page("docs/protocol.md", &place("protocol"), 6);
}

#[test]
fn every_step_of_the_tutorial_plays_as_described() {
    check_page("docs/tutorial.md", &root(), 7);
}

#[test]
fn the_sessions_of_the_tests_happen_as_written() {
    let folder = place("sessions");
    let mut count = 0;
    for entry in fs::read_dir(root().join("tests/sessions")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let path = format!("tests/sessions/{name}");
        let session = read(&path);
        compare(&path, &session, &play(&folder, &session));
        count += 1;
    }
    assert!(count > 3);
}

/// Returns the members that a table of the page lists, between two headings.
fn members(page: &str, heading: &str) -> BTreeSet<String> {
    let section = page.split(&format!("## {heading}\n")).nth(1).unwrap();
    let section = section.split("\n## ").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let cells = rows.map(|row| row.split('|').nth(1).unwrap().to_owned());
    let words = cells.flat_map(|cell| {
        cell.split(',').map(|it| it.trim().trim_matches('`').to_owned()).collect::<Vec<_>>()
    });
    words.collect()
}

fn keys(value: &Value) -> BTreeSet<String> {
    value.as_object().unwrap().keys().cloned().collect()
}

#[test]
fn the_protocol_documents_every_member_and_no_other() {
    let page = read("docs/protocol.md");
    let folder = place("members");
    let mut driven = Driven::start(&folder, "drive small --seed 1 --omniscient");
    let answer = driven.answer();
    driven.finish();
    assert_eq!(members(&page, "Answers"), keys(&answer));
    assert_eq!(members(&page, "The view"), keys(&answer["view"]));
    assert_eq!(members(&page, "Inspecting"), keys(&answer["truth"]));
}

#[test]
fn effects_that_are_cut_short_are_reported() {
    let folder = place("hydra");
    fs::create_dir_all(folder.join("hydra")).unwrap();
    let game = r#"{
        "attributes": { "health": { "gauge": "Life.", "at_zero": ["die"] } },
        "kinds": {
            "floor": { "as": "terrain" },
            "hero": { "has": { "health": 9, "speed": 100 }, "on": { "step": [{ "spawn": { "kind": "hydra" } }] } },
            "hydra": { "has": { "health": 1 }, "on": { "spawn": [{ "spawn": { "kind": "hydra" } }] } } },
        "levels": { "cave": { "drawing": ["@.............................."], "ground": { "floor": "floor" } } },
        "pack": { "title": "Hydra", "heroes": ["hero"], "start": "cave", "life": "health" } }"#;
    fs::write(folder.join("hydra/game.json"), game).unwrap();
    let mut driven = Driven::start(&folder, "drive hydra --seed 1");
    assert_eq!(driven.answer()["warning"], Value::Null);
    driven.send(r#"{"cmd":"move","dir":"e"}"#);
    let warning = driven.answer()["warning"].clone();
    assert!(warning.as_str().is_some_and(|it| it.contains("`hydra`")), "{warning}");
    driven.finish();
}

#[test]
fn the_protocol_shows_a_journal_as_it_is_written() {
    let page = read("docs/protocol.md");
    let folder = place("head");
    Driven::start(&folder, "drive small --seed 1 --journal run.journal").finish_at_once();
    let written = fs::read_to_string(folder.join("run.journal")).unwrap();
    let shown = blocks(&page, "journal")[0];
    for (shown, written) in shown.lines().zip(written.lines()) {
        let key = shown.split([' ', '=']).next().unwrap();
        let number = ["digest", "start", "begin"].contains(&key);
        assert!(shown.trim() == written.trim() || number && written.starts_with(key), "{shown}");
    }
    assert_eq!(shown.lines().count(), written.lines().count());
}

impl Driven {
    fn finish_at_once(mut self) {
        self.answer();
        self.finish();
    }
}

#[test]
fn every_line_gets_exactly_one_answer() {
    let folder = place("noise");
    let mut driven = Driven::start(&folder, "drive small --seed 1");
    let digest = driven.answer()["digest"].clone();
    let nonsense = [
        "{",
        "{}",
        "[]",
        "null",
        "{\"cmd\":7}",
        "{\"cmd\":\"\"}",
        "{\"cmd\":\"use\",\"slot\":-1}",
        "{\"cmd\":\"use\",\"slot\":1.5}",
        "{\"cmd\":\"use\",\"slot\":1e9}",
        "{\"cmd\":\"cast\"}",
        "{\"cmd\":\"throw\",\"slot\":0,\"at\":[1]}",
        "{\"cmd\":\"throw\",\"slot\":0,\"at\":[1,2,3]}",
        "{\"cmd\":\"throw\",\"slot\":0,\"at\":[9999999999,1]}",
        "{\"cmd\":\"wait here\"}",
        "999: wait",
        "{\"cmd\":\"wait\",\"player\":300}",
        "cast",
        "cast \"",
        "n n",
        "\u{1F409}",
        "throw 0 -5,-5",
        "{\"cmd\":\"move\",\"dir\":\"n\"",
        "use 99",
        "choose 0",
        "cancel",
    ];
    for line in nonsense {
        driven.send("");
        driven.send(line);
        assert_eq!(driven.answer()["ok"], false, "{line}");
    }
    driven.input.as_mut().unwrap().write_all(b"\xFF\xFE\n").unwrap();
    assert_eq!(driven.answer()["error"], "the line is not UTF-8 text");
    let deep = format!("{{\"cmd\":{}", "[".repeat(100_000));
    driven.send(&deep);
    assert_eq!(driven.answer()["ok"], false);
    driven.send("1: wait");
    assert_eq!(driven.answer()["digest"], digest, "none of it changed anything");
    driven.finish();
}

#[test]
fn a_closed_output_ends_it_quietly() {
    let folder = place("pipe");
    let mut driven = Driven::start(&folder, "drive small --seed 1");
    driven.answer();
    drop(driven.output);
    let mut input = driven.input.take().unwrap();
    // The first line may still fit a buffer that nobody reads.
    for _ in 0..100 {
        if writeln!(input, "wait").is_err() {
            break;
        }
    }
    drop(input);
    assert!(driven.child.wait().unwrap().success());
}

/// Writes a journal, changes it, and returns what `barrow verify` prints.
fn verified(name: &str, change: impl FnOnce(String) -> Vec<u8>) -> (Option<i32>, String) {
    let folder = place(name);
    let mut driven = Driven::start(&folder, "drive small --seed 1 --journal run.journal");
    for line in ["n", "wait", "e", "wait", "cast mend"] {
        driven.answer();
        driven.send(line);
    }
    driven.finish_at_once();
    let written = fs::read_to_string(folder.join("run.journal")).unwrap();
    fs::write(folder.join("run.journal"), change(written)).unwrap();
    let output = barrow(&folder, "verify run.journal").output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_torn_journal_is_distinguished_from_a_damaged_one() {
    let check = |name: &str, change: fn(String) -> Vec<u8>, code: i32, expected: &str| {
        assert_eq!(verified(name, change), (Some(code), expected.into()), "{name}");
    };
    check("whole", String::into_bytes, 0, "");
    check(
        "torn",
        |it| it.as_bytes()[..it.len() - 4].to_vec(),
        0,
        "barrow: `run.journal`: the last 30 bytes are incomplete; 4 commands are complete\n",
    );
    check(
        "damaged",
        |it| it.replace(" e\n", " w\n").into_bytes(),
        1,
        "barrow: `run.journal`: the journal is damaged: record 2 in line 14 is not intact\n",
    );
    check(
        "something-else",
        |_| b"a picture".to_vec(),
        1,
        "barrow: `run.journal`: this is not a journal: it does not start with `barrow journal`\n",
    );
}

#[test]
fn a_journal_of_another_pack_names_its_pack() {
    let folder = place("other");
    let mut driven = Driven::start(&folder, "drive small --seed 1 --journal run.journal");
    driven.answer();
    driven.finish();
    let said = || {
        let output = barrow(&folder, "verify run.journal").output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let pack = folder.join("small/pack.json");
    let text = fs::read_to_string(&pack).unwrap().replace("The small barrow", "Another");
    fs::write(&pack, text).unwrap();
    let (code, told) = said();
    assert_eq!(code, Some(1));
    assert!(told.starts_with("barrow: the journal was played with `The small barrow` version 1 ("));
    assert!(told.contains("), but this is `Another` version 1 ("), "{told}");
    fs::rename(folder.join("small"), folder.join("moved")).unwrap();
    let (code, told) = said();
    assert_eq!(code, Some(2));
    assert!(told.ends_with("; give its folder: --pack PACK\n"), "{told}");
}

#[test]
fn a_run_that_cannot_begin_lists_levels_and_heroes() {
    let folder = place("begin");
    let check = |arguments: &str, expected: &str| {
        let output = barrow(&folder, arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), expected);
    };
    let known = "it has levels: cellar, vault; heroes: digger, seer";
    check(
        "drive small --seed 1 --level attic",
        &format!("barrow: the pack has no level `attic`; {known}\n"),
    );
    check(
        "drive small --seed 1 --hero rat",
        &format!("barrow: the pack has no hero `rat`; {known}\n"),
    );
    check("inspect nowhere --seed 1", "barrow: there is no folder `nowhere`\n");
    let output = barrow(&folder, "drive small --seed 1 --script none").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}

/// Returns all ids in a value.
fn ids(value: &Value, found: &mut BTreeSet<i64>) {
    match value {
        Value::Array(list) => list.iter().for_each(|it| ids(it, found)),
        Value::Object(members) => {
            for (key, value) in members {
                if ["id", "who", "whom", "item"].contains(&key.as_str()) {
                    found.extend(value.as_i64());
                }
                ids(value, found);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn ids_reveal_nothing_about_unseen_things() {
    let folder = place("numbers");
    let mut driven = Driven::start(&folder, "drive small --level vault --seed 5 --players 2");
    let mut known = [BTreeSet::new(), BTreeSet::new()];
    for round in 0..60 {
        let player = round % 2;
        if round > 0 {
            let step = ["n", "e", "s", "w", "se", "nw", "pickup", "descend"][round / 2 % 8];
            driven.send(&format!("{player}: {step}"));
        }
        let answer = driven.answer();
        ids(&answer["events"], &mut known[player]);
        ids(&answer["view"], &mut known[player]);
        let count = i64::try_from(known[player].len()).unwrap();
        assert_eq!(known[player], (0..count).collect(), "a gap tells of a birth");
    }
    assert!(known.iter().all(|it| it.len() > 5), "hardly anything was seen: {known:?}");
}

#[test]
fn walls_are_listed_as_fixtures_with_all_members() {
    let folder = place("walls");
    let out = barrow(&folder, "inspect small --seed 1 --json").output().unwrap();
    let truth: Value = serde_json::from_slice(&out.stdout).unwrap();
    let fixtures = truth["fixtures"].as_array().unwrap();
    let rows: Vec<Vec<char>> = truth["cells"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row.as_str().unwrap().chars().collect())
        .collect();
    let walls = fixtures.iter().filter(|it| it["kind"] == "wall");
    assert_eq!(walls.count(), rows.iter().flatten().filter(|it| **it == '#').count());
    for it in fixtures {
        for key in ["id", "kind", "name", "x", "y", "stats", "attributes", "inventory"] {
            assert!(!it[key].is_null(), "{it} has no {key}");
        }
    }
    let corner = fixtures.iter().find(|it| it["x"] == 0 && it["y"] == 0).unwrap();
    assert_eq!((&corner["id"], &corner["attributes"]["solid"]), (&(-1).into(), &true.into()));
    let listed = barrow(&folder, "inspect small --seed 1").output().unwrap();
    assert!(!String::from_utf8_lossy(&listed.stdout).contains("wall at"), "the drawing has them");
}
