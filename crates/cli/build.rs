//! Puts the built page into the binary, if `cargo xtask web` has made one.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let web = target(&out).join("web");
    // A folder that does not exist would count as changed in every build.
    fs::create_dir_all(&web)?;
    println!("cargo::rerun-if-changed={}", web.display());
    let mut list = String::from("&[\n");
    if web.join("index.html").is_file() {
        include(&web, "", &mut list)?;
    }
    list.push(']');
    fs::write(out.join("page.rs"), list)
}

/// Returns Cargo's target folder, which Cargo marks with a cache tag.
fn target(out: &Path) -> &Path {
    out.ancestors().find(|it| it.join("CACHEDIR.TAG").is_file()).unwrap_or(out)
}

fn include(folder: &Path, prefix: &str, list: &mut String) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = format!("{prefix}{}", entry.file_name().display());
        if entry.file_type()?.is_dir() {
            include(&entry.path(), &format!("{name}/"), list)?;
        } else {
            let path = entry.path().display().to_string();
            let _ = writeln!(list, "({name:?}, include_bytes!({path:?})),");
        }
    }
    Ok(())
}
