//! Lists the files of every folder in `packs/`, so that they can be played where there is no
//! folder to read.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo tells"));
    let packs = manifest.join("../../packs").canonicalize()?;
    println!("cargo:rerun-if-changed={}", packs.display());
    let mut folders = fs::read_dir(&packs)?.collect::<io::Result<Vec<_>>>()?;
    folders.sort_by_key(fs::DirEntry::file_name);
    let mut list = String::from("&[\n");
    for folder in folders {
        let name = folder.file_name().display().to_string();
        let files = files(&folder.path())?;
        writeln!(list, "    ({name:?}, &[\n{files}    ]),").expect("a text takes all");
    }
    list.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo tells"));
    fs::write(out.join("packs.rs"), list)
}

fn files(folder: &Path) -> io::Result<String> {
    let mut names = Vec::new();
    gather(folder, "", &mut names)?;
    names.sort();
    let line = |name: &String| {
        let path = folder.join(name).display().to_string();
        format!("        ({name:?}, include_bytes!({path:?})),\n")
    };
    Ok(names.iter().map(line).collect())
}

/// The names of all files below a folder, with forward slashes.
fn gather(folder: &Path, prefix: &str, names: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().display());
        if entry.file_type()?.is_dir() {
            gather(&entry.path(), &format!("{name}/"), names)?;
        } else {
            names.push(name);
        }
    }
    Ok(())
}
