//! Checks that documents and the layout of the source tree are as promised.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|why| panic!("{path}: {why}"))
}

/// Lists the files below a folder whose names end with `.ending`, without what cargo builds.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut all = Vec::new();
    for path in entries {
        if path.is_dir() && !path.ends_with("target") && !path.ends_with("node_modules") {
            all.extend(files(&path, ending));
        } else if path.extension().is_some_and(|it| it == ending) {
            all.push(path);
        }
    }
    all.sort();
    all
}

#[test]
fn the_paths_in_contributing_exist() {
    let text = read("CONTRIBUTING.md");
    let (_, text) = text.split_once("## Where to add something").unwrap();
    let (list, _) = text.split_once("\n## ").unwrap();
    let items: Vec<&str> = list.lines().filter_map(|line| line.strip_prefix("- `")).collect();
    assert!(items.len() > 20, "{items:?}");
    for item in items {
        let (path, rest) = item.split_once('`').unwrap();
        let path = root().join(path.split("/NAME").next().unwrap());
        assert!(path.exists(), "{item}: there is no {}", path.display());
        let sources = if path.is_dir() { files(&path, "rs") } else { vec![path] };
        let source: String = sources.iter().map(|it| fs::read_to_string(it).unwrap()).collect();
        for word in rest.split('`').skip(1).step_by(2) {
            let is_name = word.chars().all(char::is_alphanumeric) && word != "match";
            assert!(!is_name || source.contains(word), "{item}: no {word} there");
        }
    }
}

#[test]
fn the_walk_of_a_key_in_the_architecture_names_files() {
    let text = read("ARCHITECTURE.md");
    let (_, text) = text.split_once("## Follow a key").unwrap();
    let walk = text.split("```").nth(1).unwrap();
    let mut folder = "";
    for line in walk.lines().skip(1) {
        if !line.starts_with(' ') {
            folder = line.split_whitespace().next().unwrap();
        }
        let file = line[10..].split_whitespace().next().unwrap();
        let path = root().join(format!("crates/{folder}/src/{file}"));
        assert!(path.exists(), "{line}: there is no {}", path.display());
    }
}

#[test]
fn the_limits_in_the_grammar_are_those_of_the_code() {
    let limits = [
        ("depth of nested effects", "engine/src/effect.rs", "MAX_DEPTH"),
        ("parameters of a routine", "pack/src/model/routine.rs", "MAX_PARAMETERS"),
        ("options of an open menu", "engine/src/effect/asking.rs", "MAX_OPTIONS"),
        ("things of a selection", "engine/src/sheet/selected.rs", "MAX_FOUND"),
        ("cost of all effects in a round", "engine/src/effect.rs", "MAX_COST"),
        ("`repeat`, `spawn` and the like", "engine/src/ctx.rs", "MAX_TIMES"),
        ("range, radius and distance in effects", "engine/src/ctx.rs", "MAX_REACH"),
        ("effects put off by `later`", "engine/src/effect/flow.rs", "MAX_DELAYED"),
        ("menus waiting", "engine/src/effect/asking.rs", "MAX_CHOICES"),
        ("things on a level", "engine/src/state/things.rs", "MAX_ENTITIES"),
        (
            "depth of things that carry things",
            "engine/src/state/things/making.rs",
            "MAX_STOCK_DEPTH",
        ),
        ("depth of tables that draw from tables", "engine/src/effect/things.rs", "MAX_TABLE_DEPTH"),
        ("levels that send the party on", "engine/src/game.rs", "MAX_JOURNEYS"),
        ("times that players enter rooms", "engine/src/round/rooms.rs", "MAX_VISITS"),
        ("rooms that a recipe makes", "pack/src/dig.rs", "MAX_TEMPLATES"),
        ("rounds in a row in which no player", "engine/src/game.rs", "MAX_IDLE_ROUNDS"),
        ("steps for which a hunter knows", "grid/src/near.rs", "MAX_DISTANCE"),
        ("how much longer a way around", "engine/src/mind/step.rs", "MAX_DETOUR"),
        ("cells around an entrance", "engine/src/build.rs", "MAX_ARRIVAL_DISTANCE"),
        ("locks of a level", "engine/src/build/content.rs", "LOCK_COLORS"),
        ("cells that `legal` lists", "engine/src/view/legal.rs", "MAX_TARGET_CELLS"),
        ("side of a drawing", "pack/src/model/level.rs", "MAX_SIDE"),
        ("things that `extends` goes through", "pack/src/layers.rs", "MAX_EXTENDS"),
        ("a text, in bytes", "pack/src/template.rs", "MAX_LENGTH"),
        ("a formula, in letters", "dice/src/formula.rs", "MAX_LENGTH"),
        ("depth of nested objects and lists", "json/src/parse.rs", "MAX_DEPTH"),
    ];
    let grammar = read("docs/grammar.md");
    let (_, grammar) = grammar.split_once("## Limits").unwrap();
    let rows: Vec<&str> = grammar.lines().filter(|line| line.starts_with("| ")).skip(1).collect();
    assert_eq!(rows.len(), limits.len(), "each row of the table has its constant here");
    for (row, (what, file, name)) in rows.iter().zip(limits) {
        let source = read(&format!("crates/{file}"));
        let start = format!("const {name}: ");
        let line = source.lines().find(|line| line.contains(&start));
        let line = line.unwrap_or_else(|| panic!("{file} has no {name}: where did it go?"));
        let (_, value) = line.trim_end_matches(';').split_once(" = ").unwrap();
        let limit = row.split(" | ").nth(1).unwrap().replace(',', "_");
        assert!(row.contains(what), "`{row}` should be about {what}");
        assert_eq!(limit.replace('_', ""), value.replace('_', ""), "{row}, but {file}: {line}");
    }
}

#[test]
fn only_the_bindings_contain_unsafe_code() {
    for path in files(&root().join("crates"), "rs") {
        let bindings = path.ends_with("web/src/bindings.rs")
            || path.ends_with("binder/src/bindings.rs")
            || path.ends_with("worklet/src/bindings.rs")
            || path.ends_with("xtask/tests/tree.rs");
        let source = fs::read_to_string(&path).unwrap();
        assert!(bindings || !source.contains("unsafe_code"), "{}", path.display());
    }
}

/// The functions of maths libraries differ between systems; those of `synth/src/maths.rs` do not.
#[test]
fn samples_are_made_without_a_maths_library() {
    let calls = [
        ".sin(",
        ".cos(",
        ".tan(",
        ".sin_cos(",
        ".asin(",
        ".acos(",
        ".atan",
        ".sinh(",
        ".cosh(",
        ".tanh(",
        ".exp(",
        ".exp2(",
        ".exp_m1(",
        ".ln(",
        ".ln_1p(",
        ".log(",
        ".log2(",
        ".log10(",
        ".powf(",
        ".powi(",
        ".sqrt(",
        ".cbrt(",
        ".hypot(",
        ".mul_add(",
    ];
    let made: Vec<PathBuf> = ["crates/synth/src", "crates/worklet/src"]
        .iter()
        .flat_map(|it| files(&root().join(it), "rs"))
        .filter(|it| !it.ends_with("tests.rs"))
        .collect();
    assert!(made.len() > 15, "{made:?}");
    for path in made {
        let text = fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let found = calls.iter().find(|it| code.contains(**it));
        assert!(found.is_none(), "{}: {found:?}", path.display());
    }
}

#[test]
fn every_crate_has_the_lints_of_the_workspace() {
    for folder in fs::read_dir(root().join("crates")).unwrap() {
        let manifest = folder.unwrap().path().join("Cargo.toml");
        let text = fs::read_to_string(&manifest).unwrap();
        assert!(text.contains("[lints]\nworkspace = true"), "{}", manifest.display());
    }
}

#[test]
fn every_test_file_is_listed_in_all_rs() {
    for folder in fs::read_dir(root().join("crates")).unwrap() {
        let tests = folder.unwrap().path().join("tests");
        let Ok(all) = fs::read_to_string(tests.join("all.rs")) else { continue };
        for file in fs::read_dir(&tests).unwrap().map(|it| it.unwrap().path()) {
            let name = file.file_stem().unwrap().to_str().unwrap();
            let listed = name == "all" || all.contains(&format!("mod {name};"));
            assert!(file.is_dir() || listed, "{} is not in all.rs", file.display());
        }
    }
}
