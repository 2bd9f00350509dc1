//! `docs/mechanisms.md` names for each mechanism a shipped pack that uses it, a scenario that plays
//! it, and a misuse that is reported. Here all of them are looked up.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use barrow_source::{Node, Report, parse};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns all files below a folder whose names end so.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("a file of it").path();
        if path.is_dir() && !path.ends_with("target") {
            all.extend(files(&path, ending));
        } else if path.to_string_lossy().ends_with(ending) {
            all.push(path);
        }
    }
    all
}

fn without_spaces(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Returns what the files of a pack declare under each name, without white space.
fn things(pack: &Path) -> BTreeMap<String, String> {
    let mut things: BTreeMap<String, String> = BTreeMap::new();
    for path in files(pack, ".json") {
        let text = fs::read_to_string(&path).expect("it can be read");
        let file = parse(0, &text, &mut Report::default()).expect("it is JSON");
        let mut add = |name: &str, node: &Node| {
            let written = &text[node.span.start as usize..node.span.end as usize];
            *things.entry(name.into()).or_default() += &without_spaces(written);
        };
        for section in file.members().expect("a file is an object") {
            if section.key == "pack" {
                add("pack", &section.value);
            }
            for thing in section.value.members().unwrap_or_default() {
                add(&thing.key, &thing.value);
            }
        }
    }
    things
}

/// Returns the cells of the rows of all tables of the page.
fn rows(page: &str) -> Vec<Vec<&str>> {
    let rows = page.lines().filter(|line| line.starts_with("| ") && line.contains('`'));
    rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

/// Returns the text of a cell in backticks: the first such part.
fn code(cell: &str) -> &str {
    cell.split('`').nth(1).unwrap_or_else(|| panic!("`{cell}` names nothing"))
}

#[test]
fn each_mechanism_is_used_played_and_checked() {
    let root = root();
    let page = fs::read_to_string(root.join("docs/mechanisms.md")).expect("the page is there");
    let sources = files(&root.join("crates"), ".rs");
    let sources = sources.iter().map(|path| fs::read_to_string(path).expect("it can be read"));
    let sources: Vec<String> = sources.collect();
    let mut packs: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    let mut wrong = Vec::new();
    let rows = rows(&page);
    assert!(rows.len() > 100, "{} rows", rows.len());
    for row in rows {
        let [mechanism, written, shipped, every, scenario, misuse] = row[..] else {
            panic!("six cells: {row:?}")
        };
        let written = without_spaces(written.trim_matches('`'));
        let pack = format!("packs/{}", shipped.split(' ').next().expect("a name"));
        for (pack, thing) in [(pack, code(shipped)), ("tests/packs/every".to_owned(), code(every))]
        {
            let things = packs.entry(pack.clone()).or_insert_with(|| things(&root.join(&pack)));
            if !things.get(thing).is_some_and(|it| it.contains(&written)) {
                wrong.push(format!("{mechanism}: `{thing}` of {pack} does not have {written}"));
            }
        }
        let scenario = format!("fn {}(", code(scenario));
        if !sources.iter().any(|it| it.contains(&scenario)) {
            wrong.push(format!("{mechanism}: there is no `{scenario}`"));
        }
        let (folder, told) = misuse.split_once(": ").expect("a folder and what is told");
        let report = format!("crates/pack/tests/mistakes/{}.txt", code(folder));
        let report = fs::read_to_string(root.join(report)).unwrap_or_default();
        if !report.contains(told) {
            wrong.push(format!("{mechanism}: {folder} does not tell: {told}"));
        }
    }
    assert!(wrong.is_empty(), "docs/mechanisms.md is not true:\n{}", wrong.join("\n"));
}
