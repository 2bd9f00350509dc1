use crate::chore::{Outcome, cargo};

/// The version that `deny.toml` is written for.
const VERSION: &str = "0.20.2";

/// Checks the dependencies against `deny.toml`: licences, duplicates, sources and, where the
/// advisory database can be fetched, known vulnerabilities.
pub fn run() -> Outcome {
    need_cargo_deny()?;
    cargo(["deny", "--locked", "check", "licenses", "bans", "sources"]).run()?;
    if let Err(why) = cargo(["deny", "--locked", "fetch", "db"]).run() {
        println!("{why}: the advisory database cannot be fetched here, advisories are NOT checked");
        return Ok(());
    }
    cargo(["deny", "--locked", "check", "advisories"]).run()
}

/// Installs cargo-deny if it is missing or of another version. Its debug build takes a minute of
/// compiling instead of several, and is fast enough.
fn need_cargo_deny() -> Outcome {
    let installed = cargo(["deny", "--version"]).output();
    if installed.is_ok_and(|it| it.trim().ends_with(VERSION)) {
        return Ok(());
    }
    cargo(["install", "cargo-deny", "--locked", "--debug", "--force", "--version", VERSION]).run()
}
