use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

use crate::failure::Failure;
use crate::{Cli, output};

/// `barrow completions SHELL`
#[derive(Args)]
pub struct Completions {
    /// The shell to write completions for
    shell: Shell,
}

impl Completions {
    pub fn run(self) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "barrow", &mut script);
        output::print(&script)
    }
}
