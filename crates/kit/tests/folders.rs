//! Folders in the kit's form: the folder in `folders/NAME/` loads with the report in
//! `folders/NAME.txt`. `BARROW_BLESS=1 cargo test -p barrow-kit --test folders` writes the reports
//! anew.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

use barrow_pack::{Files, Loaded, load};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/folders")
}

fn read(folder: &Path) -> Files {
    let mut files = BTreeMap::new();
    let mut open = vec![(folder.to_path_buf(), String::new())];
    while let Some((folder, prefix)) = open.pop() {
        for entry in fs::read_dir(folder).expect("a folder of the kit") {
            let path = entry.expect("a file of it").path();
            let name = path.file_name().expect("it has a name").display().to_string();
            if path.is_dir() {
                open.push((path, format!("{prefix}{name}/")));
            } else {
                files.insert(format!("{prefix}{name}"), fs::read(&path).expect("it is readable"));
            }
        }
    }
    Files::new(files)
}

fn load_kit(name: &str) -> Loaded {
    load(read(&folder().join(name)))
}

#[test]
fn every_folder_is_reported_as_expected() {
    let mut wrong = String::new();
    let mut names: Vec<String> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.file_type().unwrap().is_dir())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    names.sort();
    for name in names {
        let loaded = load_kit(&name);
        let told = loaded.report.render(&loaded.files);
        assert_eq!(loaded.pack.is_none(), loaded.report.has_errors(), "{name}");
        let path = folder().join(format!("{name}.txt"));
        if env::var_os("BARROW_BLESS").is_some() {
            fs::write(&path, &told).unwrap();
        }
        let expected = fs::read_to_string(&path).unwrap_or_else(|_| "missing\n".into());
        if told != expected.replace("\r\n", "\n") {
            wrong += &[&name, " tells\n", &told, "but expected was\n", &expected, "\n"].concat();
        }
    }
    assert!(wrong.is_empty(), "{wrong}(BARROW_BLESS=1 accepts this)");
}
