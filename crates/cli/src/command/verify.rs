use std::path::PathBuf;

use clap::Args;

use crate::failure::Failure;
use crate::{journal_file, output};

/// `barrow verify FILE`
#[derive(Args)]
pub struct Verify {
    /// The journal
    file: PathBuf,
    /// The folder of its pack; by default the one it was played with
    #[arg(long, value_name = "PACK")]
    pack: Option<PathBuf>,
}

impl Verify {
    pub fn run(self) -> Result<(), Failure> {
        let journal = journal_file::read(&self.file)?;
        let pack = journal_file::pack(&journal, self.pack)?;
        let game = journal.replay(pack).map_err(|it| Failure::Work(it.to_string()))?;
        let (count, turn) = (journal.entries.len(), game.turn());
        let digest = game.digest();
        let answer =
            format!("{count} commands, {turn} turns, all as written; digest {digest:016x}\n");
        output::print(answer.as_bytes())
    }
}
