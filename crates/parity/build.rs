//! Lists the files of `packs/kit`, so that they can be played where there is no folder to read.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo tells"));
    let folder = manifest.join("../../packs/kit").canonicalize()?;
    println!("cargo:rerun-if-changed={}", folder.display());
    let mut names = Vec::new();
    gather(&folder, "", &mut names)?;
    names.sort();
    let mut list = String::from("&[\n");
    for name in names {
        let path = folder.join(&name).display().to_string();
        writeln!(list, "    ({name:?}, include_bytes!({path:?})),").expect("a text takes all");
    }
    list.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo tells"));
    fs::write(out.join("kit.rs"), list)
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
