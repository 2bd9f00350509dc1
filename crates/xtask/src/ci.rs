use std::time::Instant;

use crate::chore::{Outcome, cargo};
use crate::tools::{self, WASI, WASM};

/// A step of the check and its name.
type Step = (&'static str, fn() -> Outcome);

/// Runs every check that a change must pass, the fastest first.
pub fn run() -> Outcome {
    let steps: [Step; 11] = [
        ("tools", tools),
        ("format", format),
        ("lints", lints),
        ("dependencies", crate::deny::run),
        ("docs", docs),
        // This comes before the tests, since they start the binary with the page inside.
        ("page", crate::web::run),
        ("tests", tests),
        ("parity", crate::parity::run),
        ("browser", crate::web::test),
        ("sound", crate::sound::run),
        ("packages", crate::package::run),
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
    tools::need_target(WASM)?;
    tools::need_target(WASI)?;
    tools::need("pulseaudio", "pulseaudio")?;
    tools::need("parec", "pulseaudio-utils")?;
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
