use std::process::{Command, Stdio};

use crate::chore::{Chore, Outcome};

/// Installs node, which runs the wasm programs of the checks, if it is missing.
pub fn need_node() -> Outcome {
    need("node", "nodejs")
}

/// The target of the page.
pub const WASM: &str = "wasm32-unknown-unknown";
/// The target of a wasm program that prints.
pub const WASI: &str = "wasm32-wasip1";

/// Installs a target of the compiler if it is missing.
pub fn need_target(target: &str) -> Outcome {
    need_part("target", target)
}

/// Installs a component of the compiler, such as the source of its library, if it is missing.
pub fn need_component(component: &str) -> Outcome {
    need_part("component", component)
}

fn need_part(sort: &str, name: &str) -> Outcome {
    let installed = Chore::new("rustup").args([sort, "list", "--installed"]).output()?;
    if installed.lines().any(|it| it == name) {
        return Ok(());
    }
    Chore::new("rustup").args([sort, "add", name]).run()
}

/// Installs the Debian package of a program if the program is missing.
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
