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

/// Adds the module and the script that loads it.
pub fn add(folder: &mut Folder, module: &Path, tools: &Path) -> Outcome {
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
    let wasm = shrunk(&parts.join("barrow_web_bg.wasm"), tools)?;
    folder.add("barrow_web_bg.wasm", wasm);
    Ok(())
}

/// The module as `wasm-opt` makes it, where that is installed. It takes longer than all else
/// together, so what it made of the same module before is kept.
fn shrunk(module: &Path, tools: &Path) -> Outcome<Vec<u8>> {
    let read = |path: &Path| fs::read(path).map_err(|it| format!("{}: {it}", path.display()));
    let plain = read(module)?;
    let optimiser = tools.join(".bin/wasm-opt");
    if !optimiser.exists() {
        println!("wasm-opt is not installed (`npm ci` in web/): the wasm stays as it is");
        return Ok(plain);
    }
    let (kept, result) = (module.with_extension("before"), module.with_extension("small.wasm"));
    if fs::read(&kept).is_ok_and(|before| before == plain) {
        return read(&result);
    }
    let mut command = Command::new(&optimiser);
    command.arg("-Oz").args(FEATURES).arg(module).arg("-o").arg(&result);
    let status = command.status().map_err(|it| format!("wasm-opt cannot start: {it}"))?;
    if !status.success() {
        return Err(format!("wasm-opt failed ({status})"));
    }
    fs::write(&kept, plain).map_err(|it| format!("{}: {it}", kept.display()))?;
    read(&result)
}
