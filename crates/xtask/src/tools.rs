use std::process::{Command, Stdio};

use crate::chore::{Chore, Outcome};

/// What runs the wasm modules of the checks.
pub fn need_node() -> Outcome {
    need("node", "nodejs")
}

/// The target that the rule crates are built for besides the machine's own.
pub fn need_wasm_target() -> Outcome {
    let installed = Chore::new("rustup").args(["target", "list", "--installed"]).output()?;
    if installed.lines().any(|target| target == WASM) {
        return Ok(());
    }
    Chore::new("rustup").args(["target", "add", WASM]).run()
}

pub const WASM: &str = "wasm32-unknown-unknown";

/// Sees to it that a program is there: through apt where we may, else by saying what to do.
pub fn need(program: &str, package: &str) -> Outcome {
    if starts(program) {
        return Ok(());
    }
    println!("`{program}` is missing; installing the Debian package `{package}`");
    let installed = Chore::new("apt-get")
        .args(["update", "--quiet"])
        .run()
        .and_then(|()| Chore::new("apt-get").args(["install", "--yes", "--quiet", package]).run());
    match installed {
        Ok(()) if starts(program) => Ok(()),
        _ => Err(format!(
            "`{program}` is missing and could not be installed; install it and run this again"
        )),
    }
}

fn starts(program: &str) -> bool {
    let quiet =
        Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    quiet.is_ok_and(|status| status.success())
}
