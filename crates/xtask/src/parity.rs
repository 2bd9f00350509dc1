use std::thread;

use crate::chore::{Chore, Outcome, cargo, program, target};
use crate::tools::{self, WASI};

/// Computes every digest natively and in wasm, and compares them.
pub fn run() -> Outcome {
    tools::need_target(WASI)?;
    tools::need_node()?;
    cargo(["build", "--profile", "parity", "--package", "barrow-parity", "--target", WASI])
        .run()?;
    let module = target().join(WASI).join("parity/barrow-parity.wasm");
    let native = Chore::new(&program("barrow-parity")?);
    let wasm = Chore::new("node").args([
        "--no-warnings".as_ref(),
        "crates/parity/run.mjs".as_ref(),
        module.as_path(),
    ]);
    // Each has one thread, so both together take as long as the slower one.
    let (native, wasm) = thread::scope(|scope| {
        let native = scope.spawn(|| native.output());
        let wasm = wasm.output();
        (native.join().expect("a chore does not panic"), wasm)
    });
    compare(&native?, &wasm?)
}

fn compare(native: &str, wasm: &str) -> Outcome {
    let (ours, theirs) = (native.lines().count(), wasm.lines().count());
    if ours != theirs {
        return Err(format!("{ours} jobs natively, {theirs} in wasm"));
    }
    let mut differ = Vec::new();
    for (ours, theirs) in native.lines().zip(wasm.lines()) {
        println!("{} {ours}", if ours == theirs { "same  " } else { "DIFFER" });
        if ours != theirs {
            differ.push(ours.split_once(' ').map_or(ours, |(_, name)| name));
        }
    }
    if differ.is_empty() {
        Ok(())
    } else {
        Err(format!("native and wasm differ in: {}", differ.join(", ")))
    }
}
