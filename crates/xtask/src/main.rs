//! `cargo xtask`: runs the chores of the project.

// This is a tool: it prints, and times its steps.
#![allow(clippy::disallowed_types, clippy::print_stdout, clippy::print_stderr)]

mod chore;
mod ci;
mod deny;
mod package;
mod parity;
mod sound;
mod tools;
mod web;

use std::process::ExitCode;

use chore::{Outcome, cargo, from_root, target};

const HELP: &str = "\
cargo xtask CHORE

  ci              run every check that a change must pass
  web             make the page, a folder of static files, in target/web
  browser         play that page in a headless Chromium
  parity          compare native and wasm digests
  sound           hear the game through a PulseAudio server that plays to nobody
  package         package the crates that can be published, and compile them from there
  deny            check licences, duplicates and known vulnerabilities of dependencies
  bench [ARGS]    race the peers; --help shows the options
  bench --browser race PixiJS in a headless Chromium, and time the page
  bless           rewrite the golden files from what the code does now
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (chore, rest) = match arguments.split_first() {
        Some((chore, rest)) => (chore.as_str(), rest),
        None => ("help", [].as_slice()),
    };
    run(chore, rest).unwrap_or_else(|why| {
        eprintln!("xtask: {why}");
        ExitCode::FAILURE
    })
}

fn run(chore: &str, rest: &[String]) -> Result<ExitCode, String> {
    match chore {
        "ci" => ci::run()?,
        "web" => web::run()?,
        "browser" => web::test()?,
        "parity" => parity::run()?,
        "sound" => sound::run()?,
        "package" => package::run()?,
        "deny" => deny::run()?,
        "bench" => return bench(rest),
        "bless" => bless()?,
        "help" | "--help" | "-h" => print!("{HELP}"),
        unknown => {
            eprint!("xtask: there is no chore `{unknown}`\n\n{HELP}");
            return Ok(ExitCode::from(2));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn bench(arguments: &[String]) -> Result<ExitCode, String> {
    if arguments == ["--browser"] {
        return web::bench().map(|()| ExitCode::SUCCESS);
    }
    // The bench also starts the game itself, and the mixer of the page.
    cargo(["build", "--release", "--quiet", "--package", "barrow-cli"]).run()?;
    let mixer = web::mixer()?;
    cargo(["run", "--release", "--quiet", "--manifest-path", "bench/Cargo.toml", "--"])
        .args(arguments)
        .env("BARROW", &from_root(&target().join("release/barrow")))
        .env("BARROW_WORKLET", &from_root(&mixer))
        .exit_code()
}

fn bless() -> Outcome {
    cargo(["test", "--workspace", "--quiet"]).env("BARROW_BLESS", "1").run()
}
