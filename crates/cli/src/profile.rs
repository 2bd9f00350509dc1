//! The profile among the user's files.

use std::path::PathBuf;

use barrow_play::profile::{self, Profile};
use barrow_play::store::Files;
use clap::Args;

use crate::failure::Failure;

/// Which profile to use.
#[derive(Args)]
pub struct ProfileOptions {
    /// The folder of the profile; by default `BARROW_PROFILE` or the default one
    #[arg(long, value_name = "FOLDER")]
    profile: Option<PathBuf>,
}

impl ProfileOptions {
    /// Returns the store of the profile.
    pub fn store(&self) -> Result<Files, Failure> {
        let folder = self.profile.clone().or_else(Files::usual_folder).ok_or_else(|| {
            Failure::Usage(
                "there is no home folder; give the folder of the profile: --profile FOLDER".into(),
            )
        })?;
        Ok(Files::new(&folder))
    }

    /// Loads the profile. If it was damaged, that is reported on standard error.
    pub fn load(&self) -> Result<Profile, Failure> {
        let (profile, told) =
            profile::load(&mut self.store()?).map_err(|error| Failure::Work(error.to_string()))?;
        if let Some(told) = told {
            eprintln!("barrow: {told}");
        }
        Ok(profile)
    }
}
