//! Puts every game of `packs/` into the binary, as a list of included files.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let packs = root.join("../../packs");
    println!("cargo::rerun-if-changed={}", packs.display());
    let mut list = String::from("&[\n");
    for shipped in barrow_shelf::shipped_packs(&packs)? {
        let (name, title, about) = (&shipped.name, &shipped.title, &shipped.about);
        let files = shipped.included()?;
        let _ = writeln!(
            list,
            "Shipped {{ name: {name:?}, title: {title:?}, about: {about:?}, files: {files} }},"
        );
    }
    list.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("shipped.rs"), list)
}
