use std::time::Instant;

use crate::chore::{Outcome, cargo};
use crate::tools::{self, WASM};

/// The crates that must build for wasm and hold no I/O.
const RULE_CRATES: [&str; 10] = [
    "barrow-small",
    "barrow-grid",
    "barrow-dice",
    "barrow-mapgen",
    "barrow-tmj",
    "barrow-json",
    "barrow-source",
    "barrow-kit",
    "barrow-pack",
    "barrow-engine",
];

/// A step of the check and its name.
type Step = (&'static str, fn() -> Outcome);

/// Every check that a change must pass.
pub fn run() -> Outcome {
    let steps: [Step; 9] = [
        ("tools", tools),
        ("format", format),
        ("lints", lints),
        // Before the binary is built for the tests: the page is inside it.
        ("page", crate::web::run),
        ("tests", tests),
        ("docs", docs),
        ("wasm", wasm),
        ("parity", crate::parity::run),
        ("browser", crate::web::test),
    ];
    let start = Instant::now();
    for (name, step) in steps {
        println!("\n== {name}");
        let began = Instant::now();
        step()?;
        println!("== {name}: {} s", began.elapsed().as_secs());
    }
    println!("\nAll checks passed in {} s.", start.elapsed().as_secs());
    Ok(())
}

fn tools() -> Outcome {
    tools::need_wasm_target()?;
    crate::web::need_browser()
}

fn format() -> Outcome {
    cargo(["fmt", "--all", "--check"]).run()
}

fn lints() -> Outcome {
    cargo(["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"]).run()
}

fn tests() -> Outcome {
    cargo(["test", "--workspace"]).run()
}

fn docs() -> Outcome {
    cargo(["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "--deny warnings").run()
}

fn wasm() -> Outcome {
    let packages = RULE_CRATES.iter().flat_map(|package| ["--package", package]);
    cargo(["build", "--target", WASM]).args(packages).run()
}
