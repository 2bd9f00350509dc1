mod check;
mod completions;
mod r#gen;
mod new;
mod schema;

use clap::Subcommand;

use crate::failure::Failure;

/// What `barrow` can do.
#[derive(Subcommand)]
pub enum Command {
    /// Make a small working pack to start from
    New(new::New),
    /// Tell every mistake in a pack
    Check(check::Check),
    /// Write the JSON Schema of packs, for editors that complete and check
    Schema(schema::Schema),
    /// Show the plan of a level, dug by an algorithm
    Gen(r#gen::Gen),
    /// Write the completions of a shell to standard output
    Completions(completions::Completions),
}

impl Command {
    pub fn run(self) -> Result<(), Failure> {
        match self {
            Self::New(command) => command.run(),
            Self::Check(command) => command.run(),
            Self::Schema(command) => command.run(),
            Self::Gen(command) => command.run(),
            Self::Completions(command) => command.run(),
        }
    }
}
