//! Every kind of mistake, as an author meets it: the pack in `mistakes/NAME/` gives the report
//! in `mistakes/NAME.txt`. `BARROW_BLESS=1 cargo test -p barrow-pack --test all mistakes` writes
//! the reports anew.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

use barrow_pack::{Files, load};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mistakes")
}

fn read(folder: &Path) -> Files {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("the folder of a mistake") {
        let path = entry.expect("a file of it").path();
        let name = path.file_name().expect("it has a name").display().to_string();
        files.insert(name, fs::read(&path).expect("it can be read"));
    }
    Files::new(files)
}

/// Packs as tests make them: what no folder should hold, or no person would write.
fn made() -> Vec<(&'static str, Files)> {
    let alone =
        |name: &str, contents: Vec<u8>| Files::new(BTreeMap::from([(name.to_string(), contents)]));
    let nested = format!("{{\"kinds\": {}{}}}", "[".repeat(70), "]".repeat(70));
    let long = format!(r#"{{"pack": {{"title": "{}", "colour": 1}}}}"#, "long ".repeat(60));
    let name = "n".repeat(2000);
    vec![
        ("zero-byte", alone("empty.json", Vec::new())),
        ("not-utf8", alone("latin.json", b"{ \"pack\": { \"title\": \"caf\xe9\" } }".to_vec())),
        ("deeply-nested", alone("deep.json", nested.into_bytes())),
        ("long-line", alone("long.json", long.into_bytes())),
        ("long-name", alone("name.json", format!("{{\"{name}\": {{}}}}").into_bytes())),
        ("no-files", Files::default()),
    ]
}

#[test]
fn every_mistake_is_reported_as_expected() {
    let mut packs = made();
    let mut names: Vec<String> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.file_type().unwrap().is_dir())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    names.sort();
    packs.extend(names.iter().map(|name| (name.as_str(), read(&folder().join(name)))));
    let mut wrong = String::new();
    for (name, files) in packs {
        let loaded = load(files);
        let told = loaded.report.render(&loaded.files);
        assert_eq!(loaded.pack.is_none(), loaded.report.has_errors(), "{name}");
        assert!(!told.is_empty(), "{name} has no mistake");
        let path = folder().join(format!("{name}.txt"));
        if env::var_os("BARROW_BLESS").is_some() {
            fs::write(&path, &told).unwrap();
        }
        let expected = fs::read_to_string(&path).unwrap_or_else(|_| "missing\n".into());
        if told != expected.replace("\r\n", "\n") {
            wrong += &[name, " tells\n", &told, "but expected was\n", &expected, "\n"].concat();
        }
    }
    assert!(wrong.is_empty(), "{wrong}(BARROW_BLESS=1 accepts this)");
}

#[test]
fn every_report_belongs_to_a_pack() {
    let made: Vec<&str> = made().into_iter().map(|(name, _)| name).collect();
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_str().unwrap();
        assert!(made.contains(&stem) || folder().join(stem).is_dir(), "{}", path.display());
    }
}
