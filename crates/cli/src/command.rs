mod completions;
mod r#gen;

use clap::Subcommand;

use crate::failure::Failure;

/// What `barrow` can do.
#[derive(Subcommand)]
pub enum Command {
    /// Show the plan of a level, dug by an algorithm
    Gen(r#gen::Gen),
    /// Write the completions of a shell to standard output
    Completions(completions::Completions),
}

impl Command {
    pub fn run(self) -> Result<(), Failure> {
        match self {
            Self::Gen(command) => command.run(),
            Self::Completions(command) => command.run(),
        }
    }
}
