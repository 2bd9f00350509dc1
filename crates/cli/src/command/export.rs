use std::path::PathBuf;

use barrow_play::profile;
use clap::Args;

use crate::failure::Failure;
use crate::output;
use crate::profile::ProfileOptions;

/// `barrow export FILE`
#[derive(Args)]
pub struct Export {
    /// The file to write; `-` is standard output
    file: PathBuf,
    #[command(flatten)]
    profile: ProfileOptions,
}

impl Export {
    pub fn run(self) -> Result<(), Failure> {
        let store = self.profile.store()?;
        let text = profile::export(&store).map_err(|error| Failure::Work(error.to_string()))?;
        output::save(&self.file, text.as_bytes())
    }
}
