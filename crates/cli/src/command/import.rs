use std::fs;
use std::path::PathBuf;

use barrow_play::profile::{self, ImportError};
use clap::Args;

use crate::failure::Failure;
use crate::output;
use crate::profile::ProfileOptions;

/// `barrow import FILE`
#[derive(Args)]
pub struct Import {
    /// The file that `barrow export` wrote
    file: PathBuf,
    #[command(flatten)]
    profile: ProfileOptions,
}

impl Import {
    pub fn run(self) -> Result<(), Failure> {
        let shown = self.file.display();
        let text = fs::read_to_string(&self.file)
            .map_err(|error| Failure::Usage(format!("cannot read `{shown}`: {error}")))?;
        let mut store = self.profile.store()?;
        let before = self.profile.load()?.count;
        let taken = profile::import(&mut store, &text).map_err(|error| match error {
            ImportError::NotAnExport(_) => Failure::Usage(format!("`{shown}`: {error}")),
            ImportError::Store(_) => Failure::Work(error.to_string()),
        })?;
        let runs = usize::try_from(self.profile.load()?.count - before).unwrap_or(usize::MAX);
        let folder = store.folder().display();
        let many = |count: usize, what: &str| match count {
            1 => format!("1 {what}"),
            _ => format!("{count} {what}s"),
        };
        let (runs, files) = (many(runs, "new run"), many(taken, "file"));
        let told = format!("Imported into {folder}: {runs}, {files}\n");
        output::print(told.as_bytes())
    }
}
