//! The binary `barrow`: every subcommand is a file in `command/`.
//!
//! Exit codes: 0 for success, 1 if the work failed, 2 if the request was wrong.

// A front end prints, and may ask the clock for a fresh seed.
#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::print_stderr)]

mod command;
mod failure;
mod folder;
mod journal_file;
mod output;
mod picture;
mod profile;
mod progress;
mod protocol;
mod recording;
mod serve;
mod start;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser};
use failure::Failure;

/// One deterministic roguelike engine; games as data packs.
#[derive(Parser)]
#[command(name = "barrow", version)]
struct Cli {
    /// Without a subcommand, the list of games opens in this terminal
    #[command(subcommand)]
    command: Option<command::Command>,
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Some(command) => command.run(),
        None if command::play::is_terminal() => command::play::open(),
        None => output::print(Cli::command().render_help().to_string().as_bytes()),
    };
    match done {
        Ok(()) | Err(Failure::Closed) => ExitCode::SUCCESS,
        Err(failure @ Failure::Reported) => failure.exit_code(),
        Err(failure) => {
            eprintln!("barrow: {failure}");
            failure.exit_code()
        }
    }
}
