use std::fmt::Write as _;

use barrow_json::{ToJson as _, Value};
use barrow_play::profile::Record;
use clap::Args;

use crate::failure::Failure;
use crate::output;
use crate::profile::ProfileOptions;

/// `barrow history`
#[derive(Args)]
pub struct History {
    #[command(flatten)]
    profile: ProfileOptions,
    /// The number of runs
    #[arg(short = 'n', long, value_name = "N", default_value_t = 20)]
    last: usize,
    /// Print the runs as JSON
    #[arg(long)]
    json: bool,
}

impl History {
    pub fn run(self) -> Result<(), Failure> {
        let profile = self.profile.load()?;
        let runs = profile.runs.iter().take(self.last);
        if self.json {
            let runs: Value = runs.map(Record::to_json).collect();
            return output::print(format!("{runs:#}\n").as_bytes());
        }
        let mut out = String::new();
        for run in runs {
            let _ = writeln!(out, "{}", line(run));
        }
        if out.is_empty() {
            out = "No run has ended yet.\n".into();
        }
        output::print(out.as_bytes())
    }
}

/// Writes a run in a line.
fn line(run: &Record) -> String {
    let verb = if run.won { "won" } else { "lost" };
    let with = match run.modifiers.as_slice() {
        [] => String::new(),
        modifiers => format!(" with {}", modifiers.join(", ")),
    };
    let counts = if run.ranked { "" } else { ", not ranked" };
    let when = if run.when.is_empty() { String::new() } else { format!("  {}", run.when) };
    format!(
        "{:>5}  {}{with}: {verb} on floor {} after {} turns, score {}{counts}, seed {}: {}{when}",
        run.number, run.game, run.floor, run.turns, run.score, run.seed, run.end
    )
}
