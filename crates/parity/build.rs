//! Puts the files of every game in `packs/` into the program, since wasm cannot read folders.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo tells"));
    let packs = manifest.join("../../packs");
    println!("cargo::rerun-if-changed={}", packs.display());
    let mut list = String::from("&[\n");
    for shipped in barrow_shelf::shipped_packs(&packs)? {
        let _ = writeln!(list, "({:?}, {}),", shipped.name, shipped.included()?);
    }
    list.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo tells"));
    fs::write(out.join("packs.rs"), list)
}
