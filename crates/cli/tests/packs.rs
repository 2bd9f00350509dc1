//! `barrow new`, `barrow check` and `barrow schema` as a person runs them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder for a test, which is removed afterwards.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::remove_dir_all(&folder).ok();
        fs::create_dir_all(&folder).expect("the folder of a test");
        Self(folder)
    }

    fn file(&self, name: &str, contents: impl AsRef<[u8]>) -> &Self {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("it lies in the folder")).expect("a folder");
        fs::write(path, contents).expect("a file of a test");
        self
    }

    /// Runs `barrow` in the folder.
    fn barrow(&self, arguments: &str) -> Outcome {
        Outcome::of(&self.command(arguments).output().expect("barrow starts"))
    }

    fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_barrow"));
        command.current_dir(&self.0).args(arguments.split(' '));
        for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(variable);
        }
        command
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

struct Outcome {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Outcome {
    fn of(output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace("\r\n", "\n");
        Self { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
    }
}

#[test]
fn a_new_pack_is_valid_and_is_never_overwritten() {
    let place = Place::new("new");
    let made = place.barrow("new dark-crypt");
    assert_eq!((made.code, made.err.as_str()), (Some(0), ""));
    assert!(
        made.out.starts_with("Created `dark-crypt`: a small game to start from.\n"),
        "{}",
        made.out
    );
    let checked = place.barrow("check dark-crypt");
    assert_eq!((checked.code, checked.out.as_str()), (Some(0), "0 errors, 0 warnings\n"));
    let pack = fs::read_to_string(place.0.join("dark-crypt/pack.json")).unwrap();
    assert!(pack.contains(r#""title": "dark crypt""#), "{pack}");
    assert!(place.0.join("dark-crypt/pack.schema.json").exists());
    let again = place.barrow("new dark-crypt");
    assert_eq!(again.code, Some(2));
    assert_eq!(again.err, "barrow: `dark-crypt` already exists; choose another name\n");
}

#[test]
fn a_title_may_hold_quotes() {
    let place = Place::new("quotes");
    assert_eq!(place.barrow(r#"new "odd""#).code, Some(0));
    let checked = place.barrow(r#"check "odd""#);
    assert_eq!((checked.code, checked.out.as_str()), (Some(0), "0 errors, 0 warnings\n"));
}

#[test]
fn keys_that_hide_standard_ones_are_reported() {
    let place = Place::new("keys");
    place.barrow("new game");
    let path = place.0.join("game/pack.json");
    let pack = fs::read_to_string(&path).unwrap();
    let keys = r#""pack": { "keys": [{ "key": "i", "label": "brood", "order": "wait" }],"#;
    fs::write(&path, pack.replacen("\"pack\": {", keys, 1)).unwrap();
    let checked = place.barrow("check game");
    let told = "warning: the key `i` (brood) in `keys` of `pack` hides the only standard key for \
                \"what you carry and wear\"; choose another\n\n0 errors, 1 warning\n";
    assert_eq!((checked.code, checked.out.as_str()), (Some(0), told));
}

#[test]
fn mistakes_are_reported_with_their_positions_and_counted() {
    let place = Place::new("mistakes");
    place.file("game/kinds.json", "{ \"kinds\": { \"rat\": { \"loook\": 3 } } }\n");
    place.file("game/more/states.json", "{ \"states\": {\n  \"calm\": {} } }\n");
    let checked = place.barrow("check game");
    assert_eq!(checked.code, Some(1));
    assert_eq!(
        checked.out,
        "\
error: no file has the section `pack`, which gives the title of the game and the level where it starts

kinds.json:1:23: error: `kind` has no `loook` (did you mean `look`?)
1 | { \"kinds\": { \"rat\": { \"loook\": 3 } } }
  |                       ^^^^^^^

more/states.json:2:11: error: `lasts` is missing: The number of turns, unless the effect says otherwise.
2 |   \"calm\": {} } }
  |           ^^

3 errors, 0 warnings
"
    );
    assert_eq!(checked.err, "");
}

/// A kit folder in which one thing is said four times, and one error stands in the first file.
#[test]
fn warnings_come_first_each_once_and_errors_last() {
    let place = Place::new("drowned");
    let actors =
        r#"{ "player": { "attributes": { "controlled": true, "lockable": true } }, "rat": 7 }"#;
    place.file("game/data/actors.json", actors);
    place.file("game/data/items.json", r#"{ "a": { "attributes": { "durability": 1 } } }"#);
    for level in ["one", "two", "three"] {
        place.file(&format!("game/prototypes/{level}/prototype.json"), "{}");
    }
    let checked = place.barrow("check game");
    assert_eq!(checked.code, Some(1), "{}", checked.out);
    let last_warning = checked.out.rfind(": warning: ").expect("a warning");
    let first_error = checked.out.find(": error: ").expect("an error");
    assert!(last_warning < first_error, "{}", checked.out);
    let said = "there is no actor `wall` to build with";
    assert_eq!(checked.out.matches(said).count(), 1, "{}", checked.out);
    let others = checked.out.lines().find(|it| it.starts_with("the same: ")).expect("a group");
    assert_eq!(others.matches("prototype.json:1:1").count(), 2, "{others}");
}

#[test]
fn colors_can_be_turned_on_and_off() {
    let place = Place::new("colors");
    place.file("game/kinds.json", "{}");
    let has_colors = |variables: &[(&str, &str)]| {
        let mut command = place.command("check game");
        command.envs(variables.iter().copied());
        Outcome::of(&command.output().expect("barrow starts")).out.contains('\u{1b}')
    };
    assert!(!has_colors(&[]), "no terminal, no colour");
    assert!(has_colors(&[("CLICOLOR_FORCE", "1")]));
    assert!(!has_colors(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
}

#[test]
fn warnings_alone_are_no_failure() {
    let place = Place::new("warnings");
    assert_eq!(place.barrow("new game").code, Some(0));
    place.file("game/more.json", "{ \"words\": { \"cries\": [\"Ow\"] } }");
    let checked = place.barrow("check game");
    assert_eq!(checked.code, Some(0));
    assert!(checked.out.ends_with("0 errors, 1 warning\n"), "{}", checked.out);
}

#[test]
fn the_list_can_be_json() {
    let place = Place::new("json");
    place.file("game/kinds.json", "{ \"kinds\": { \"rat\": { \"loook\": 3 } } }\n");
    let checked = place.barrow("check --json game");
    assert_eq!(checked.code, Some(1));
    let list: serde_json::Value = serde_json::from_str(&checked.out).unwrap();
    assert_eq!(list[0]["severity"], "error");
    assert!(list[0].get("file").is_none());
    let second = &list[1];
    assert_eq!((second["file"].as_str(), second["line"].as_u64()), (Some("kinds.json"), Some(1)));
    assert_eq!(second["column"], 23);
    assert_eq!(second["message"], "`kind` has no `loook` (did you mean `look`?)");
    assert_eq!(list.as_array().unwrap().len(), 2);
}

#[test]
fn a_valid_pack_gives_an_empty_list() {
    let place = Place::new("empty-list");
    place.barrow("new game");
    let checked = place.barrow("check --json game");
    assert_eq!((checked.code, checked.out.as_str()), (Some(0), "[]\n"));
}

#[test]
fn a_folder_that_is_not_a_pack_is_a_wrong_request() {
    let place = Place::new("no-pack");
    place.file("empty/README.md", "nothing").file("file.json", "{}");
    let check = |arguments, told: &str| {
        let checked = place.barrow(arguments);
        assert_eq!((checked.code, checked.err.as_str()), (Some(2), told));
    };
    check("check nowhere", "barrow: there is no folder `nowhere`\n");
    check("check file.json", "barrow: `file.json` is a file; a pack is a folder of files\n");
    check(
        "check empty",
        "barrow: there is no .json file in `empty`, so it is not a pack; `barrow new` makes one\n",
    );
}

#[test]
fn hidden_files_are_skipped_and_large_ones_reported() {
    let place = Place::new("large");
    place.barrow("new game");
    place.file("game/.hidden.json", "no JSON").file("game/.git/config.json", "no JSON");
    place.file("game/song.ogg", vec![0; (8 << 20) + 1]);
    let checked = place.barrow("check game");
    assert_eq!(checked.code, Some(0));
    assert_eq!(
        checked.out,
        "song.ogg: warning: not read: larger than 8 MiB\n\n0 errors, 1 warning\n"
    );
    place.file("game/huge.json", vec![b' '; (8 << 20) + 1]);
    let checked = place.barrow("check game");
    assert_eq!(checked.code, Some(1));
    assert!(
        checked.out.contains("huge.json: error: not read: larger than 8 MiB\n"),
        "{}",
        checked.out
    );
}

#[cfg(unix)]
#[test]
fn circular_and_broken_links_are_handled() {
    let place = Place::new("links");
    place.barrow("new game");
    std::os::unix::fs::symlink(place.0.join("game"), place.0.join("game/again")).unwrap();
    std::os::unix::fs::symlink(place.0.join("gone"), place.0.join("game/lost.json")).unwrap();
    let checked = place.barrow("check game");
    assert_eq!(checked.code, Some(1));
    assert!(checked.out.starts_with("lost.json: error: not read: "), "{}", checked.out);
    assert!(checked.out.ends_with("\n1 error, 0 warnings\n"), "{}", checked.out);
}

#[test]
fn the_schema_is_written_to_the_given_folder() {
    let place = Place::new("schema");
    let printed = place.barrow("schema");
    assert_eq!(place.barrow("schema --out some/where").code, Some(0));
    let written = fs::read_to_string(place.0.join("some/where/pack.schema.json")).unwrap();
    assert_eq!((printed.code, printed.out), (Some(0), written));
}

/// The packs point at this file, and `BARROW_BLESS=1 cargo test -p barrow-cli --test all packs`
/// rewrites it.
#[test]
fn the_schema_in_the_packs_is_up_to_date() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schema/pack.schema.json");
    let written = Place::new("schema-kept").barrow("schema").out;
    if std::env::var_os("BARROW_BLESS").is_some() {
        fs::write(&file, &written).unwrap();
    }
    let kept = fs::read_to_string(&file).unwrap();
    assert!(kept == written, "the schema is old; BARROW_BLESS=1 writes it anew");
}
