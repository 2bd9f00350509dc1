use std::fs;
use std::path::Path;
use std::process::Command;

use wasm_bindgen_cli_support::Bindgen;

use crate::Outcome;
use crate::folder::{Folder, kind};

/// What the module may use of wasm, told to the optimiser one by one: it knows forms that no
/// browser reads yet, and would use them if it were allowed everything.
const FEATURES: [&str; 7] = [
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
    "--enable-simd",
];

/// Adds the module and the script that loads it. Tells whether the module could be shrunk.
pub fn add(folder: &mut Folder, module: &Path, tools: &Path) -> Outcome<bool> {
    let parts = module.with_file_name("bindgen");
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", module.display());
    let mut bindgen = Bindgen::new();
    let bindgen = bindgen.input_path(module).web(true).map_err(|error| failed(&error))?;
    bindgen
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(&parts)
        .map_err(|error| failed(&error))?;
    folder.take(&parts, |path| kind(path) == "js")?;
    let plain = parts.join("barrow_web_bg.wasm");
    let optimiser = tools.join(".bin/wasm-opt");
    let shrinks = optimiser.exists();
    let wasm = if shrinks { shrunk(&plain, &optimiser)? } else { read(&plain)? };
    folder.add("barrow_web_bg.wasm", wasm);
    Ok(shrinks)
}

fn read(path: &Path) -> Outcome<Vec<u8>> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The module as `wasm-opt` makes it. It takes longer than all else together, so what it made of
/// the same module before is kept.
fn shrunk(module: &Path, optimiser: &Path) -> Outcome<Vec<u8>> {
    let plain = read(module)?;
    let (kept, result) = (module.with_extension("before"), module.with_extension("small.wasm"));
    if fs::read(&kept).is_ok_and(|before| before == plain) {
        return read(&result);
    }
    let mut command = Command::new(optimiser);
    command.arg("-Oz").args(FEATURES).arg(module).arg("-o").arg(&result);
    let status = command.status().map_err(|it| format!("wasm-opt cannot start: {it}"))?;
    if !status.success() {
        return Err(format!("wasm-opt failed ({status})"));
    }
    fs::write(&kept, plain).map_err(|it| format!("{}: {it}", kept.display()))?;
    read(&result)
}
