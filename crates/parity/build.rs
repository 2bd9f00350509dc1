//! Puts the files of every game in `packs/` into the program, since wasm cannot read folders.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo tells"));
    let packs = manifest.join("../../packs");
    println!("cargo::rerun-if-changed={}", packs.display());
    let mut list = String::from("&[\n");
    for book in barrow_shelf::books(&packs)? {
        let _ = writeln!(list, "({:?}, {}),", book.name, book.included()?);
    }
    list.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo tells"));
    fs::write(out.join("packs.rs"), list)
}
