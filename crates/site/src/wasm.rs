use std::fs;
use std::path::Path;
use std::process::Command;

use wasm_bindgen_cli_support::Bindgen;

use crate::folder::Folder;
use crate::{Outcome, order, script};

/// The wasm features that the optimiser may use. If it were allowed everything, it would use some
/// that no browser supports yet.
const FEATURES: [&str; 7] = [
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
    "--enable-simd",
];

/// The largest function that is inlined into its only caller. The higher the limit, the smaller the
/// module, but the worse it compresses: 60 instead of 15 saves 15 KB and costs 8 KB when packed.
/// This is where both are within the budget.
const MAX_INLINED: &str = "--one-caller-inline-max-function-size=40";

/// The stack lies below everything else in memory, so no value has an address below 1,024. Knowing
/// that, the optimiser adds constants to the offsets of loads and stores: 2 KB smaller when packed.
const NOTHING_LOW: &str = "--low-memory-unused";

/// Knowing what each function may change, the optimiser keeps less before and after calls.
const EFFECTS: &str = "--generate-global-effects";

/// The modules: the player, and the binder for packs that come as files.
const MODULES: [&str; 2] = ["barrow_web", "barrow_binder"];

/// The mixer, for a thread in which nothing but numbers can be exchanged: it has no script.
const MIXER: &str = "barrow_worklet.wasm";

/// The passes that shrink a module: the mixer must be fast, the others small. A second round of
/// them saves another half kilobyte when packed, a third one a kilobyte unpacked.
const SMALL: [&str; 8] =
    ["-Oz", EFFECTS, "-Oz", EFFECTS, "-Oz", MAX_INLINED, NOTHING_LOW, "--strip-debug"];
const FAST: [&str; 2] = ["-O3", "--strip-debug"];

/// The passes that only put functions in the order of their names. Without the first two, code that
/// had been shrunk would become a little larger.
const IN_ORDER: [&str; 4] =
    ["--generate-stack-ir", "--optimize-stack-ir", "--reorder-functions-by-name", "--strip-debug"];

/// Adds each module and the script that loads it. Returns whether they could be shrunk.
pub fn add(folder: &mut Folder, modules: &Path, tools: &Path) -> Outcome<bool> {
    let optimiser = Some(tools.join(".bin/wasm-opt")).filter(|it| it.exists());
    for name in MODULES {
        let parts = modules.join("bindgen");
        bind(&modules.join(format!("{name}.wasm")), &parts, optimiser.is_some())?;
        let (script, plain) = (format!("{name}.js"), format!("{name}_bg.wasm"));
        let loader = read(&parts.join(&script))?;
        folder.add(script.as_str(), script::bare(&String::from_utf8_lossy(&loader)));
        let module = parts.join(&plain);
        folder.add(plain, small(&module, optimiser.as_deref())?);
    }
    folder.add(MIXER, shrunk(&modules.join(MIXER), optimiser.as_deref(), &FAST)?);
    Ok(optimiser.is_some())
}

/// Writes the parts of a module that a page needs into a folder, with or without function names.
fn bind(module: &Path, parts: &Path, names: bool) -> Outcome {
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", module.display());
    let mut bindgen = Bindgen::new();
    let bindgen = bindgen.input_path(module).web(true).map_err(|error| failed(&error))?;
    bindgen
        .typescript(false)
        .remove_name_section(!names)
        .remove_producers_section(true)
        .generate(parts)
        .map_err(|error| failed(&error))
}

fn read(path: &Path) -> Outcome<Vec<u8>> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Returns a small module after `wasm-opt`, with its functions in an order that packs well.
fn small(module: &Path, optimiser: Option<&Path>) -> Outcome<Vec<u8>> {
    let shrunk = shrunk(module, optimiser, &SMALL)?;
    if optimiser.is_none() {
        return Ok(shrunk);
    }
    let named = module.with_extension("named.wasm");
    write(&named, &order::named_by_likeness(&shrunk)?)?;
    self::shrunk(&named, optimiser, &IN_ORDER)
}

/// Returns the module after `wasm-opt`, if that is there. It takes longer than everything else, so
/// the result for the same module and the same passes is cached.
fn shrunk(module: &Path, optimiser: Option<&Path>, how: &[&str]) -> Outcome<Vec<u8>> {
    let plain = read(module)?;
    let Some(optimiser) = optimiser else { return Ok(plain) };
    let (kept, result) = (module.with_extension("before"), module.with_extension("small.wasm"));
    let before = [how.join(" ").as_bytes(), &plain].concat();
    if fs::read(&kept).is_ok_and(|it| it == before) {
        return read(&result);
    }
    let mut command = Command::new(optimiser);
    command.args(how).args(FEATURES);
    command.arg(module).arg("-o").arg(&result);
    let status = command.status().map_err(|it| format!("wasm-opt cannot start: {it}"))?;
    if !status.success() {
        return Err(format!("wasm-opt failed ({status})"));
    }
    write(&kept, &before)?;
    read(&result)
}

fn write(path: &Path, bytes: &[u8]) -> Outcome {
    fs::write(path, bytes).map_err(|it| format!("{}: {it}", path.display()))
}
