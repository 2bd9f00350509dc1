use std::path::Path;

use crate::chore::{Chore, Outcome, cargo, target};
use crate::tools::{self, WASM};

/// Computes every digest natively and in wasm, and compares.
pub fn run() -> Outcome {
    tools::need_wasm_target()?;
    tools::need_node()?;
    cargo(["build", "--release", "--package", "barrow-parity", "--lib", "--target", WASM]).run()?;
    let native = cargo(["run", "--release", "--quiet", "--package", "barrow-parity"]).output()?;
    let module = target().join(WASM).join("release/barrow_parity.wasm");
    let script = Path::new("crates/parity/digests.mjs");
    let wasm = Chore::new("node").args([script, &module]).output()?;
    compare(&native, &wasm)
}

fn compare(native: &str, wasm: &str) -> Outcome {
    if native.lines().count() != wasm.lines().count() {
        return Err(format!(
            "{} jobs natively, {} in wasm",
            native.lines().count(),
            wasm.lines().count()
        ));
    }
    let mut differ = Vec::new();
    for (ours, theirs) in native.lines().zip(wasm.lines()) {
        let (digest, name) = ours.split_once(' ').unwrap_or((ours, ""));
        println!("{} {ours}", if digest == theirs { "same  " } else { "DIFFER" });
        if digest != theirs {
            differ.push(name);
        }
    }
    if differ.is_empty() {
        Ok(())
    } else {
        Err(format!("native and wasm differ in: {}", differ.join(", ")))
    }
}
